"""The coach beside the table: off, on request by a ladder, or always; the own choice first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from phase10.advice.compare import Comparison, compared
from phase10.advice.hints import Advice, advise
from phase10.advice.options import Option
from phase10.advice.winning import steps_of, with_chances
from phase10.dashboards.controls import button, check, chips
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.winning import Playing
from phase10.game.moves import SEATS, Move
from phase10.game.position import ME, Position
from phase10.game.sight import position_of
from phase10.players import PLAYERS, choice_of
from phase10.players.at_table import aimed_phase
from phase10.solver.win_chances import WinChances
from phase10.views.hints import ladder_html, moves_html, plan_html
from phase10.views.html import Html, el, table
from phase10.views.i18n import sentence
from phase10.views.moves import columns, figure_texts, ladder, move_text, option_text, reasons
from phase10.views.refusals import instead_text
from phase10.views.text import advice_headline

__all__ = ["MODES", "Coach"]

MODES: Final = ("off", "request", "always")


class Coach:
    """Hold how the coach helps, and what it was asked at this decision.

    ``first``: it asks for the own choice before it speaks; ``pending``: that choice, not played
    yet; ``rung``: how many rungs of the ladder are shown.
    """

    def __init__(self) -> None:
        self.mode = "request"
        self.first = False
        self.rung = 0
        self.pending: Move | None = None
        self.playing = Playing(self._played)
        self._advice: tuple[Position, Advice] | None = None
        self._ranked: Advice | None = None

    def forget(self) -> None:
        """Begin a new decision."""
        self.rung, self.pending = 0, None

    @property
    def asks(self) -> bool:
        """Tell whether a move is compared before it is played."""
        return self.first and self.mode != "off"

    # --- what it knows --------------------------------------------------------------------------

    def position(self, match: PageMatch) -> Position:
        """Give what the person to move sees, and nothing else."""
        game = match.game
        return position_of(game, game.turn, aimed_phase(game, game.turn), self.called(match))

    @staticmethod
    def called(match: PageMatch) -> list[str]:
        """Name the seats as a position does: one's own is ``me``, and no other is."""
        return [
            ME if seat == match.game.turn
            else f"{SEATS[seat]} {name}" if name.casefold() == ME
            else name
            for seat, name in enumerate(match.names)
        ]  # fmt: skip

    def advice(self, match: PageMatch) -> Advice:
        """Give the advice for this decision, computed once; chances to win come a moment later."""
        position = self.position(match)
        if self._advice is None or self._advice[0] != position:
            self._advice, self._ranked = (position, advise(position)), None
            if self._advice[1].options:
                self.playing.ask(position, steps_of(self._advice[1]))
        return self._ranked or self._advice[1]

    def _played(self, position: Position, found: WinChances) -> None:
        """Take the chances to win, unless the decision they were asked for is over."""
        if self._advice is not None and self._advice[0] == position:
            self._ranked = with_chances(self._advice[1], found)

    def comparison(self, match: PageMatch) -> Comparison | None:
        """Compare the pending choice with the best move."""
        if self.pending is None:
            return None
        return compared(self.advice(match), self.pending, self.called(match))

    def rungs(self, lang: str, match: PageMatch) -> tuple[str, ...]:
        """Give the ladder; where no move is ranked, what a simple player would do."""
        advice = self.advice(match)
        told = ladder(lang, advice)
        if told:
            return told
        move = choice_of(PLAYERS["greedy"], match.game)
        return (instead_text(lang, move, match.names, match.game.turn),)

    def climb(self, lang: str, match: PageMatch) -> str:
        """Show one rung more, and give it."""
        told = self.rungs(lang, match)
        self.rung = min(self.rung + 1, len(told))
        return told[self.rung - 1]

    # --- what outlives a reload -----------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {"mode": self.mode, "first": self.first, "rung": self.rung}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload."""
        if kept.get("mode") in MODES:
            self.mode = str(kept["mode"])
        self.first = kept.get("first") is True
        rung = kept.get("rung")
        self.rung = rung if type(rung) is int and 0 <= rung <= 4 else 0

    # --- looks ----------------------------------------------------------------------------------

    def render(self, lang: str, match: PageMatch) -> Html:
        """Draw the panel."""
        modes = [(mode, sentence(lang, f"page.coach.{mode}")) for mode in MODES]
        return el(
            "div",
            el("h2", sentence(lang, "page.coach"), id="coach-heading"),
            chips("coach", "play.coach", modes, self.mode, "coach-heading"),
            check(sentence(lang, "page.coach.first"), "play.first", self.first)
            if self.mode != "off" else None,
            el("div", self._says(lang, match), class_="p10-stack", id="coach-says"),
            class_="p10-stack",
        )  # fmt: skip

    def _says(self, lang: str, match: PageMatch) -> Html | None:
        if self.mode == "off":
            return el("p", sentence(lang, "page.coach.off.help"), class_="p10-muted")
        if not match.is_mine:
            return el("p", sentence(lang, "page.coach.wait"), class_="p10-muted")
        if self.pending is not None:
            return self._compare(lang, match)
        if self.asks:
            return el("p", sentence(lang, "page.coach.first.help"), class_="p10-muted")
        if self.mode == "always":
            return self._whole(lang, match)
        return self._ladder(lang, match)

    def _ladder(self, lang: str, match: PageMatch) -> Html:
        # Nothing is worked out before it is asked for: the table answers at once.
        told = self.rungs(lang, match) if self.rung else ()
        more = not self.rung or self.rung < len(told)
        code = "page.coach.hint" if not self.rung else "page.coach.more"
        if len(told) > 1:
            shown = ladder_html(lang, self.advice(match), self.rung)
        else:
            shown = el("p", *told)
        return el(
            "div",
            el("div", shown, id="coach-rungs") if told else None,
            button(sentence(lang, code), "play.hint") if more else None,
            class_="p10-stack",
        )

    def _whole(self, lang: str, match: PageMatch) -> Html:
        advice = self.advice(match)
        if not advice.options:
            return el("p", self.rungs(lang, match)[0])
        return el(
            "div",
            el("p", el("strong", option_text(lang, advice, advice.options[0]))),
            el("p", advice_headline(lang, advice), class_="p10-muted"),
            el("ul", [el("li", reason) for reason in reasons(lang, advice)], class_="p10-reasons"),
            el(
                "details",
                el("summary", sentence(lang, "page.do.moves")),
                moves_html(lang, advice),
                id="coach-moves",
                data_keep="",
            ),
            el(
                "details",
                el("summary", sentence(lang, "page.plan")),
                plan_html(lang, advice.groupings[0]),
                id="coach-plan",
                data_keep="",
            ) if advice.groupings else None,
            class_="p10-stack",
        )  # fmt: skip

    def _compare(self, lang: str, match: PageMatch) -> Html:
        advice, found = self.advice(match), self.comparison(match)
        if found is None:
            verdict, rows = self.rungs(lang, match)[0], []
        elif found.own is None:
            verdict, rows = sentence(lang, "page.coach.other"), [("page.coach.best", found.best)]
        elif found.as_good:
            code = "page.coach.same" if found.own is found.best else "page.coach.equal"
            verdict, rows = sentence(lang, code), [("page.coach.yours", found.own)]
        else:
            verdict = sentence(lang, "page.coach.better")
            rows = [("page.coach.yours", found.own), ("page.coach.best", found.best)]
        best = None if found is None else option_text(lang, advice, found.best)
        decide = [
            el(
                "button",
                sentence(lang, f"page.coach.play.{choice}"),
                type="button",
                id=f"coach-play-{choice}",
                class_="p10-primary" if choice == "mine" else None,
                data_act="play.decide",
                data_value=choice,
            )
            for choice in ("mine", "again")
        ]
        return el(
            "div",
            el("p", el("strong", verdict), id="coach-verdict", tabindex=-1),
            self._figures(lang, advice, rows) if rows else None,
            el("p", best) if best and not (found and found.as_good) else None,
            el("div", decide, class_="p10-row"),
            class_="p10-stack p10-asked",
        )

    def _figures(self, lang: str, advice: Advice, rows: list[tuple[str, Option]]) -> Html:
        """Compare figures side by side: a line a figure, a column a move."""
        shown = [
            column for column in columns(lang, advice)
            if column.key not in ("rank", "discard", "move", "useful")
        ]  # fmt: skip
        figures = [figure_texts(lang, option) for _, option in rows]
        lines = [
            [column.heading, *(each.get(column.key, "") for each in figures)] for column in shown
        ]
        moves = [sentence(lang, code, move=move_text(lang, option)) for code, option in rows]
        heading = sentence(lang, "page.coach.figure")
        return el(
            "div",
            table(sentence(lang, "page.coach.compare"), [heading, *moves], lines,
                  caption_hidden=True),
            class_="p10-scroll",
            role="region",
            tabindex=0,
            aria_label=sentence(lang, "page.coach.compare"),
        )  # fmt: skip
