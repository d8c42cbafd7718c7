"""The play page: a match against computer players and people at the same screen.

State and acts; the looks are in ``play_table``, ``play_coach``, ``play_end`` and ``play_setup``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final
from urllib.parse import parse_qsl

from phase10.dashboards.play_coach import MODES
from phase10.dashboards.play_match import Opened, PageMatch, begin, is_word, opened
from phase10.dashboards.play_moves import TableActs
from phase10.dashboards.play_setup import NewMatch, link_of
from phase10.dashboards.play_words import turn_text
from phase10.game.moves import SEATS
from phase10.game.stages import DRAW, MATCH_OVER
from phase10.players.at_table import is_computers
from phase10.views.i18n import sentence
from phase10.views.names import joined
from phase10.views.play import deal_text, dealer_texts
from phase10.widgets.hand import SORTS

__all__ = ["SPEEDS", "PlayView", "play_style"]

SPEEDS: Final = ("pause", "once", "step")
"""How computer players move: with short pauses, all at once, or step by step."""

PAUSES: Final = {"draw": 0.45, "other": 0.8}
"""Seconds before a move of a computer player."""

REMEMBERED: Final = 6
"""Matches that a browser remembers to offer them again."""

Later = Callable[[float, int], bool]


class PlayView(TableActs):
    """Connect a match with the page: what was tapped, typed, asked, and what is said.

    ``effects`` collects what the page should say or focus. ``later``: lets ``play.tick`` come with
    a number after so many seconds and tells whether it can; without it nobody pauses.
    """

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        super().__init__(effects)
        self.later: Later | None = None
        self.new = NewMatch()
        self.speed = SPEEDS[0]
        self.busy = ""
        self.trouble: Opened | None = None
        self.asked_at = "acts"
        self.matches: list[str] = []
        self._known = ""
        self._waiting = False
        self._ticket = 0

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("play.")
        if verb.startswith("new."):
            self.new.act(verb.removeprefix("new."), value)
        elif verb in ("start", "open", "take_over", "leave", "speed", "sort", "coach", "first"):
            self._settings_act(verb, value, lang)
        elif self.match is not None:
            if not self.match.kept.is_ours:
                self._lose()
            else:
                if verb not in ("tick", "typing"):
                    self.asked_at = self._place_of(verb, value)
                self.act_at_table(verb, value, lang)

    def _place_of(self, verb: str, value: Any) -> str:
        """Tell where an act was tapped: at the ``piles`` or above, among the ``acts``, ``typed``.

        What is not allowed is explained there: a phone shows a part of the table only.
        """
        if verb == "typed":
            return "typed"
        others = verb == "meld" and self.match is not None and not self._is_own(value)
        return "piles" if others or value == "pile" else "acts"

    def _is_own(self, group: Any) -> bool:
        return self.match is not None and str(group).startswith(SEATS[self.match.me])

    def _settings_act(self, verb: str, value: Any, lang: str) -> None:
        match verb, value:
            case "start", _:
                self._start(lang)
            case "open", str() if is_word(value):
                self._open(value, lang)
            case "take_over", _ if self.busy:
                self._open(self.busy, lang, take=True)
            case "leave", _:
                self._close()
                self.effects.append({"focus": "play-new-heading"})
            case "speed", str() if value in SPEEDS:
                self.speed = value
                self.go_on(lang)
            case "sort", str() if value in SORTS:
                self.sort(value, lang)
            case "coach", str() if value in MODES:
                self.coach.mode = value
                self.coach.forget()
            case "first", bool():
                self.coach.first = value
                self.coach.forget()

    def act_around(self, verb: str, value: Any, lang: str) -> None:
        """Do what is no move; unknown verbs are ignored."""
        if verb == "tick" and value == self._ticket:
            self._tick(lang)
            return
        acts: dict[str, Callable[[str], None]] = {
            "next": self._next,
            "show": self._show,
            "link": self._link,
            "copy": self._copy,
            "again": self._again,
        }
        if verb in acts:
            acts[verb](lang)

    # --- the others -----------------------------------------------------------------------------

    def go_on(self, lang: str) -> None:
        """Let the computer players move: now, after a pause, or when they are asked to."""
        match = self.match
        if match is None or not is_computers(match.record):
            return
        if self.speed == "step" or self._waiting:
            return
        if self.speed == "pause" and self.later is not None:
            seconds = PAUSES["draw" if match.game.stage == DRAW else "other"]
            self._ticket += 1
            self._waiting = self.later(seconds, self._ticket)
            if self._waiting:
                return
        start = len(match.record.events)
        while is_computers(match.record):
            match.play_computer()
        match.save()
        self._tell(start, lang)

    def _tick(self, lang: str) -> None:
        """Make the move of a computer player for which a pause was made."""
        self._waiting = False
        if self.speed == "pause":
            self._computer(lang)
        else:
            self.go_on(lang)

    def _computer(self, lang: str) -> None:
        match = self.match
        if match is None or not is_computers(match.record):
            return
        start = len(match.record.events)
        match.play_computer()
        match.save()
        self._tell(start, lang)
        self.go_on(lang)

    def _next(self, lang: str) -> None:
        """Deal the next round; or let the computer player that waits for it move."""
        match = self.match
        if match is None:
            return
        if match.waits_for_deal:
            match.deal()
            self.coach.forget()
            self.hand.clear()
            for text in deal_text(lang, match.game, match.names, match.reader):
                self._say(text)
            self._say_turn(lang)
            self.effects.append({"focus": "play-status"})
            self.go_on(lang)
        elif is_computers(match.record):
            self._computer(lang)

    def _show(self, lang: str) -> None:
        if self.match is not None and self.match.is_covered:
            self.match.show()
            self._say(turn_text(lang, self.match))
            self.effects.append({"focus": "play-status"})

    # --- matches --------------------------------------------------------------------------------

    def _start(self, lang: str) -> None:
        record = self.new.record(lang)
        if record is None:
            self.effects.append({"focus": self.new.wrong_field})
            return
        self._close()
        self._have(begin(record))
        self.new.code = ""
        self.effects.append({"focus": "play-status"})
        if self.match is not None:
            me = self.match.reader
            for text in dealer_texts(lang, record.game, self.match.names):
                self._say(text)
            for text in deal_text(lang, record.game, self.match.names, me):
                self._say(text)
        self._say_turn(lang)
        self.go_on(lang)

    def _have(self, match: PageMatch) -> None:
        self.match, self.busy, self.problem, self.asked = match, "", None, None
        self.hand.clear()
        self.coach.forget()
        self.matches = [match.key, *(key for key in self.matches if key != match.key)][:REMEMBERED]

    def _open(self, key: str, lang: str, text: str = "", *, take: bool = False) -> None:
        found = opened(key, text, self._known, take=take)
        self.trouble = None
        if found.busy:
            self.busy = key
            self.effects.append({"focus": "play-busy"})
        elif found.match is not None:
            self._close()
            self._have(found.match)
            self.trouble = found if found.error is not None else None
            self.effects.append({"focus": "play-status"})
            self.go_on(lang)
        else:
            self.matches = [other for other in self.matches if other != key]
            self.trouble, self.busy = found, ""

    def _lose(self) -> None:
        """Another page has taken the match over: nothing is written any more."""
        if self.match is not None:
            self.busy = self.match.key
            self._known = ""
            self._close()
            self.effects.append({"focus": "play-busy"})

    def _close(self) -> None:
        if self.match is not None:
            self.match.kept.close()
            if self.match.game.stage == MATCH_OVER:
                self.matches = [key for key in self.matches if key != self.match.key]
        self.match, self._waiting, self.trouble = None, False, None
        self._ticket += 1  # a pause that was begun is over

    def _again(self, lang: str) -> None:
        """Fill in the form with the same players, rules and cards."""
        if self.match is not None:
            record = self.match.record
            # What the form held before says nothing of this match.
            self.new = NewMatch()
            self.open(dict(parse_qsl(link_of(record, lang))))
            self.new.name = record.names[0]
            for place, name in enumerate(record.names[1:]):
                self.new.act(f"name.{place}", name)
            self.effects.append({"focus": "play-new-heading"})

    def _link(self, lang: str) -> None:
        match = self.match
        if match is not None:
            query = link_of(match.record, lang)
            done = sentence(lang, "page.link.done")
            self.effects.append({"copy": f"?{query}", "address": True, "done": done})

    def _copy(self, lang: str) -> None:
        if self.match is not None:
            done = sentence(lang, "page.play.copy.done")
            self.effects.append({"copy": str(self.match.record), "done": done})

    def open(self, query: Mapping[str, str]) -> None:
        """Take a match from a link: the form is filled in, nothing is begun yet."""
        self._close()
        self.new.open(query)

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        match = self.match
        return {
            "match": None
            if match is None
            else {"key": match.key, "word": match.kept.token, "record": str(match.record)},
            "sort": self.hand.sort,
            "speed": self.speed,
            "coach": self.coach.kept(),
            "new": self.new.kept(),
            "matches": list(self.matches),
        }

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers for other tabs and days."""
        return {
            "matches": list(self.matches),
            "speed": self.speed,
            "coach": {"mode": self.coach.mode, "first": self.coach.first},
        }

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers."""
        self._take_common(local)

    def restore(self, kept: Mapping[str, Any], lang: str = "en") -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        self._take_common(kept)
        if kept.get("sort") in SORTS:
            self.hand.sort = str(kept["sort"])
        if isinstance(kept.get("new"), dict):
            self.new.restore(kept["new"])
        match = kept.get("match")
        if isinstance(match, dict) and is_word(match.get("key")):
            word, text = match.get("word"), match.get("record")
            self._known = str(word) if is_word(word) else ""
            self._open(str(match["key"]), lang, text if isinstance(text, str) else "")
            self.effects.clear()
            if self.match is not None and isinstance(kept.get("coach"), dict):
                self.coach.restore(kept["coach"])

    def _take_common(self, kept: Mapping[str, Any]) -> None:
        if kept.get("speed") in SPEEDS:
            self.speed = str(kept["speed"])
        if isinstance(kept.get("coach"), dict):
            self.coach.restore(kept["coach"])
        matches = kept.get("matches")
        if isinstance(matches, list):
            known = [key for key in [*self.matches, *matches] if is_word(key)]
            self.matches = list(dict.fromkeys(known))[:REMEMBERED]

    def last(self, lang: str) -> str:
        """Say which match is open, "" when none is."""
        if self.match is None:
            return ""
        round_number = self.match.game.round
        return sentence(lang, "page.play.last_open", round=round_number,
                        players=joined(lang, list(self.match.names)))  # fmt: skip


def play_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("play.css").read_text("utf-8")
