"""The app: one page with views that are switched in it; language, theme and type size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from phase10.dashboards.alone import alone_html
from phase10.dashboards.ending import finish_first
from phase10.dashboards.hint import HintView, hint_style
from phase10.dashboards.home import home_html
from phase10.dashboards.learn import learn_style
from phase10.dashboards.learn_pages import ROOMS, LearnPages
from phase10.dashboards.lessons import LessonsView, lessons_style
from phase10.dashboards.lessons_parts import lessons_parts, lessons_skeleton
from phase10.dashboards.live import live_style
from phase10.dashboards.play import PlayView, play_style
from phase10.dashboards.play_parts import play_parts, play_skeleton
from phase10.dashboards.play_time import on_loop
from phase10.dashboards.puzzles import PuzzlesView, puzzles_style
from phase10.dashboards.puzzles_parts import puzzles_parts
from phase10.dashboards.quiz_parts import question_skeleton
from phase10.dashboards.review import ReviewView, review_style
from phase10.dashboards.review_parts import review_parts, review_skeleton
from phase10.dashboards.scores import ScoresView, scores_style
from phase10.dashboards.scores_parts import scores_parts, scores_skeleton
from phase10.dashboards.solving import Push
from phase10.dashboards.teacher import TeacherView, teacher_style
from phase10.dashboards.teacher_parts import teacher_parts, teacher_skeleton
from phase10.views.cards import card_style
from phase10.views.html import Html, el
from phase10.views.i18n import LANGUAGES, language, sentence
from phase10.views.tools import tools_style
from phase10.widgets.hand import hand_style
from phase10.widgets.picker import picker_style
from phase10.widgets.session import Hello

if TYPE_CHECKING:
    from phase10.widgets.host import Host

__all__ = ["AppPage", "app", "make_page", "wake"]

THEMES = ("system", "light", "dark")
DOORS = ("hint", "learn", "lessons", "play", "review", "puzzles", "scores", "teacher")
PLACES = ("computer", "browser")
VIEWS = ("home", *DOORS, "quiz", "rules")


class AppPage:
    """Hold the views and the settings; a :class:`phase10.widgets.session.Page`.

    ``place``: one of :data:`PLACES`, which is where the Python behind the page runs; ``start``:
    the view that opens in a new tab, or a lesson, ``lessons/L05``.
    """

    def __init__(self, lang: str = "en", place: str = "computer", start: str = "hint") -> None:
        self.lang = language(lang)
        self.place = place
        room, _, inner = start.partition("/")
        if room not in VIEWS:
            raise ValueError(f"not a view: {start}")
        self._start = {"view": room, "lesson": inner} if inner else {"view": room}
        self.theme = "system"
        self.large = False
        self.view = "hint"
        self.effects: list[dict[str, Any]] = []
        self.hint = HintView(self.effects)
        self.play = PlayView(self.effects)
        self.review = ReviewView(self.effects, self.play)
        self.scores = ScoresView(self.effects)
        self.course = LearnPages(self.effects)
        self.puzzles = PuzzlesView(self.effects, self.course.learner, self.review)
        self.lessons = LessonsView(self.effects, self.course.learner)
        self.teacher = TeacherView(self.effects)
        self._query = ""

    @property
    def title(self) -> str:
        """The title of the window."""
        return sentence(self.lang, "page.title" if self.view == "hint" else "page.app")

    @property
    def css(self) -> str:
        """The style sheets of everything that the page shows."""
        styles = (
            *(card_style, picker_style, hand_style, hint_style, live_style),
            *(play_style, review_style, scores_style, learn_style, puzzles_style, teacher_style),
            *(lessons_style, tools_style),
        )
        return "\n".join(style() for style in styles)

    # --- the conversation ------------------------------------------------------------------------

    def listen(self, push: Push) -> None:
        """Take the way to show what was done in the background."""
        self.hint.solving.push = self.hint.playing.push = push
        self.review.playing.push = self.play.coach.playing.push = push
        self.lessons.seat.push = push
        self.teacher.listen(push)

    def hello(self, hello: Hello) -> None:
        """Open with what the browser kept; a link that was not opened before comes first."""
        local, session, query = hello.local, hello.session, dict(hello.query)
        chosen = query.pop("lang", "") or local.get("lang") or hello.lang
        self.lang = language(chosen if isinstance(chosen, str) else "")
        if local.get("theme") in THEMES:
            self.theme = str(local["theme"])
        self.large = local.get("large") is True
        if not query and not session.get("view"):
            query = dict(self._start)
        self._query = repr(sorted(query.items()))
        is_new = session.get("query") != self._query
        asked = query.pop("view", None)
        # A reload stays where the reader went after opening the link.
        view = asked if asked and is_new else session.get("view", asked)
        is_new = is_new and bool(query)
        if view in VIEWS and (view != "home" or not is_new):
            self.view = str(view)
        elif is_new:
            self.view = "lessons" if query.keys() & {"lesson", "class"} else "hint"
        if isinstance(local.get("play"), Mapping):
            self.play.recall(local["play"])
        if isinstance(local.get("course"), Mapping):
            self.course.recall(local["course"])
        if isinstance(session.get("course"), Mapping):
            self.course.restore(session["course"], self.lang)
        if is_new and self.view in ROOMS:
            self.course.open(self.view, query, self.lang)
        if isinstance(session.get("lessons"), Mapping):
            self.lessons.restore(session["lessons"], self.lang)
        if is_new and self.view == "lessons":
            self.lessons.open(query, self.lang)
        if isinstance(session.get("scores"), Mapping):
            self.scores.restore(session["scores"])
        elif isinstance(local.get("scores"), Mapping):
            self.scores.recall(local["scores"])
        if isinstance(session.get("review"), Mapping):
            self.review.restore(session["review"], self.lang)
        if isinstance(local.get("teacher"), Mapping):
            self.teacher.recall(local["teacher"])
        if isinstance(session.get("teacher"), Mapping):
            self.teacher.restore(session["teacher"], self.lang)
        self.teacher.appear(self.view == "teacher")
        if isinstance(session.get("puzzles"), Mapping):
            self.puzzles.restore(session["puzzles"])
        for name, opened in (("hint", self.hint), ("play", self.play)):
            kept = session.get(name)
            if is_new and name == self.view:
                opened.open(query)
            elif isinstance(kept, Mapping):
                opened.restore(kept)

    def act(self, name: str, value: Any) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        match name, value:
            case "app.lang", str() if value in LANGUAGES:
                self.lang = value
            case "app.elsewhere", Mapping():
                self.course.learner.elsewhere(value)
            case "app.theme", str() if value in THEMES:
                self.theme = value
            case "app.large", bool():
                self.large = value
            case (("app.view" | "app.back"), str()) if value.partition("/")[0] in VIEWS:
                self._go(value, visit=name == "app.view")
            case "rules.play", _:
                self.play.open({"rules": str(self.course.rules.rules)})
                self._go("play", visit=True)
            case _ if name.partition(".")[0] in ROOMS or self._is_board(name):
                place = self.course.act(name, value, self.lang)
                if place:
                    self._go(place, visit=True)
            case _ if name.startswith("lessons."):
                self.lessons.act(name, value, self.lang)
            case _ if name.startswith("review."):
                self.review.act(name, value, self.lang)
            case _ if name.startswith("puzzles."):
                self.puzzles.act(name, value, self.lang)
            case _ if name.startswith("scores."):
                self.scores.act(name, value, self.lang)
            case _ if name.startswith("teacher."):
                self.teacher.act(name, value, self.lang)
            case _ if name.startswith("play."):
                self.play.act(name, value, self.lang)
            case _:
                self.hint.act(name, value, self.lang)

    def _is_board(self, name: str) -> bool:
        """Tell whether an act belongs to the table of a board; a pause that ends is the match's."""
        return name.startswith("play.") and self.view == "learn" and name != "play.tick"

    def _go(self, place: str, *, visit: bool) -> None:
        """Open a view, or a place in one, such as a board: ``learn/3.1``."""
        here = self._place()
        if visit and place != here:
            self.effects.append({"visit": place, "from": here})
        self.view, _, inner = place.partition("/")
        self.teacher.appear(self.view == "teacher")
        self.effects.append({"focus": "view-heading"})
        if self.view in ROOMS:
            self.course.go(self.view, inner, self.lang)
        elif self.view == "lessons":
            self.lessons.go(inner, self.lang)

    def _place(self) -> str:
        """Name what is open, as ``learn/3.1`` or ``lessons/L05``."""
        if self.view in ROOMS:
            return self.course.place(self.view)
        inner = self.lessons.place if self.view == "lessons" else ""
        return f"{self.view}/{inner}" if inner else self.view

    def kept(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give what outlives a reload: in this tab, and in this browser."""
        session = {
            "view": self.view,
            "query": self._query,
            "hint": self.hint.kept(),
            "play": self.play.kept(),
            "review": self.review.kept(),
            "puzzles": self.puzzles.kept(),
            "scores": self.scores.kept(),
            "course": self.course.kept(),
            "lessons": self.lessons.kept(),
            "teacher": self.teacher.kept(),
        }
        local: dict[str, Any] = {"lang": self.lang, "theme": self.theme, "large": self.large}
        local |= {"play": self.play.remembered(), "scores": self.scores.remembered()}
        local |= {"course": self.course.remembered(), "teacher": self.teacher.remembered()}
        return session, local

    def take_effects(self) -> list[dict[str, Any]]:
        """Give the effects since the last call, and forget them."""
        taken = list(self.effects)
        self.effects.clear()
        return taken

    def trouble(self) -> str:
        """Say that something of ours failed and nothing is lost."""
        return sentence(self.lang, "page.trouble")

    # --- looks -----------------------------------------------------------------------------------

    def parts(self) -> Mapping[str, str]:
        """Draw the frame and the parts of the view that is open."""
        parts: dict[str, str] = {"frame": self._frame()}
        if self.view == "home":
            last = {
                "hint": str(self.hint.picker.hand),
                "play": self.play.last(self.lang),
                "review": self.review.last(self.lang),
                "puzzles": self.puzzles.last(self.lang),
                "scores": self.scores.last(self.lang),
                "learn": self.course.learn.last(self.lang),
                "lessons": self.lessons.last(self.lang),
                "teacher": self.teacher.last(self.lang),
            }
            parts["home"] = home_html(self.lang, DOORS, last)
        elif self.view == "play":
            parts.update(play_parts(self.lang, self.play))
        elif self.view == "puzzles":
            parts.update(puzzles_parts(self.lang, self.puzzles))
        elif self.view == "review":
            parts.update(review_parts(self.lang, self.review))
        elif self.view == "scores":
            parts.update(scores_parts(self.lang, self.scores))
        elif self.view == "lessons":
            parts.update(lessons_parts(self.lang, self.lessons))
        elif self.view == "teacher":
            parts.update(teacher_parts(self.lang, self.teacher))
        elif self.view in ROOMS:
            parts.update(self.course.parts(self.lang, self.view))
        else:
            parts.update(self.hint.parts(self.lang))
        return parts

    def _frame(self) -> Html:
        lang = self.lang
        at_home = self.view == "home"
        heading = sentence(lang, "page.app" if at_home else f"page.home.{self.view}")
        if at_home:
            view = el("div", data_part="home")
        elif self.view == "play":
            view = play_skeleton(lang, self.play)
        elif self.view == "puzzles":
            view = question_skeleton(lang, "puzzles", keys="puzzles.key")
        elif self.view == "review":
            view = review_skeleton(lang, self.review)
        elif self.view == "scores":
            view = scores_skeleton(lang, self.scores)
        elif self.view == "lessons":
            view = lessons_skeleton(self.lessons)
        elif self.view == "teacher":
            view = teacher_skeleton(lang, self.teacher)
        elif self.view in ROOMS:
            view = self.course.skeleton(lang, self.view)
        else:
            view = self.hint.skeleton(lang)
        return el(
            "div",
            el("a", sentence(lang, "page.skip"), href="#view-heading", class_="p10-skiplink"),
            el(
                "header",
                el(
                    "button",
                    sentence(lang, "page.app"),
                    type="button",
                    class_="p10-quiet p10-brand",
                    id="go-home",
                    data_act="app.view",
                    data_value="home",
                    aria_label=f"{sentence(lang, 'page.app')}: {sentence(lang, 'page.home')}",
                    aria_current="page" if at_home else None,
                ),
                self._settings(),
                class_="p10-header p10-noprint",
            ),
            el(
                "div",
                el("span", sentence(lang, "page.banner")),
                el("button", sentence(lang, "page.reload"), type="button", data_reload=""),
                data_banner="",
                hidden=True,
                role="alert",
            ),
            el("h1", heading, id="view-heading", tabindex=-1),
            view,
            alone_html(lang) if self.place == "browser" else None,
            id="app",
            class_="p10-app",
            data_theme=None if self.theme == "system" else self.theme,
            data_size="large" if self.large else None,
        )

    def _settings(self) -> Html:
        lang = self.lang
        languages = [
            el(
                "button",
                name,
                type="button",
                class_="p10-chip",
                id=f"lang-{key}",
                lang=key,
                aria_pressed=key == lang,
                data_act="app.lang",
                data_value=key,
            )
            for key, name in LANGUAGES.items()
        ]
        themes = [
            el(
                "option",
                sentence(lang, f"page.theme.{theme}"),
                value=theme,
                selected=theme == self.theme,
            )
            for theme in THEMES
        ]
        return el(
            "div",
            el(
                "div",
                languages,
                class_="p10-row",
                role="group",
                aria_label=sentence(lang, "page.language"),
            ),
            el(
                "details",
                el("summary", sentence(lang, "page.settings")),
                el(
                    "div",
                    el(
                        "div",
                        el("label", sentence(lang, "page.theme"), for_="theme", class_="p10-label"),
                        el("select", themes, id="theme", data_act="app.theme"),
                        class_="p10-field",
                    ),
                    el(
                        "label",
                        el(
                            "input",
                            type="checkbox",
                            id="large",
                            data_act="app.large",
                            checked=self.large,
                        ),
                        sentence(lang, "page.larger"),
                    ),
                    class_="p10-stack p10-settings-box",
                ),
                id="settings",
                data_keep="",
                class_="p10-settings",
            ),
            class_="p10-header-right",
        )


def make_page(lang: str = "en", place: str = "computer") -> AppPage:
    """Make the page without anything of Jupyter; ``place``: where its Python will run."""
    return AppPage(lang, place)


def wake(page: AppPage, receive: Callable[[object], None]) -> None:
    """Let the page's own acts come by the event loop that runs here, as a session's messages."""
    page.play.later = on_loop(receive)
    page.review.later = on_loop(receive, "review.tick")
    page.review.watch = on_loop(receive, "review.watch")
    page.lessons.later = on_loop(receive, "lessons.tick")
    page.teacher.desk.awake = True


def app(start: str = "hint") -> Host:
    """Make the widget that shows the app in Voilà and in JupyterLab.

    ``start``: the view that opens in a new tab, such as ``teacher``, or a lesson, ``lessons/L05``.
    :class:`ValueError` for a view that there is not.
    """
    from phase10.widgets.host import Host

    page = AppPage(start=start)
    host = Host(page)
    wake(page, host.session.receive)
    finish_first(page.lessons.seat.wait)
    return host
