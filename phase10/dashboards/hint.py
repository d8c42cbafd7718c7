"""The hint page: enter a hand, see the best plan, what to do and the chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from phase10.advice.hints import Advice, advise
from phase10.dashboards.controls import button, card_field, check, meld_field, stacked
from phase10.game.cards import HAND_LIMIT, Cards
from phase10.game.errors import GameError
from phase10.game.phases import EDITIONS, Phase
from phase10.game.position import Position
from phase10.game.rules import SEED, Rules
from phase10.views.charts import chance_chart, chance_table
from phase10.views.hints import advice_html, assumed_html, plan_cards, plans_html, summary_html
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.moves import hint_text
from phase10.views.names import edition_name, option_name, phase_name
from phase10.views.text import advice_headline, error_text
from phase10.widgets.fields import LONGEST_TEXT, CardField, MeldField
from phase10.widgets.picker import CardPicker

__all__ = ["HintView", "hint_style"]


class HintView:
    """Connect picker, phase, table and advice; keep their state; show them as parts.

    ``effects`` collects what the page should say, copy or focus.
    """

    name = "hint"

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.picker = CardPicker("hand")
        self.edition = "classic"
        self.number: int | None = 1
        self.own = ""
        self.own_revision = 0
        self.own_error: GameError | None = None
        self.phase: Phase = EDITIONS["classic"].phases[0]
        self.rules: Rules = SEED
        self.top = CardField(limit=1)
        self.seen = CardField()
        self.melds = MeldField()
        self.plan = 0
        self.shared = ""
        self._advice: tuple[Position, Advice] | None = None

    # --- what is known ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Everything entered, as one position."""
        return Position(
            hand=self.picker.hand,
            phase=self.phase,
            rules=self.rules,
            phases=EDITIONS[self.edition].phases,
            top=self.top.cards[0] if self.top.cards else None,
            seen=Cards(self.seen.cards, self.rules.deck),
            table=tuple(self.melds.melds),
        )

    @property
    def advice(self) -> Advice:
        """The hint for the position, computed once for each position."""
        position = self.position
        if self._advice is None or self._advice[0] != position:
            self._advice = (position, advise(position))
        return self._advice[1]

    def _settle(self) -> None:
        """Let every field know the cards that lie elsewhere, and read again what was refused."""
        deck = self.rules.deck
        self.picker.rules = self.rules
        for _ in range(2):  # what one field gives up, another may take
            hand = self.picker.field.counts
            top, seen, melds = self.top.counts, self.seen.counts, self.melds.counts
            self.picker.elsewhere = _sum(top, seen, melds)
            self.picker.refresh()
            if self.top.problems:
                self.top.again(deck, _sum(hand, seen, melds))
            if self.seen.problems:
                self.seen.again(deck, _sum(hand, top, melds))
            if self.melds.problems:
                self.melds.again(deck, _sum(hand, top, seen))

    # --- acts ------------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        room, _, verb = name.partition(".")
        hand_before = self.picker.field.counts
        self.shared = ""
        if room == "hand":
            self._say(self.picker.act(verb, value, lang))
        elif room == "phase":
            self._phase_act(verb, value, lang)
        elif room == "table":
            self._table_act(verb, value)
        elif room == "plan" and isinstance(value, str | int):
            self._choose_plan(str(value), lang)
        elif room == "share":
            self._share(verb, lang)
        self._settle()
        if room in ("phase", "table") or self.picker.field.counts != hand_before:
            self.plan = 0
            if self.picker.field.cards and room == "hand":
                self._say_result(lang)

    def _say(self, text: str) -> None:
        if text:
            self.effects.append({"say": text})

    def _say_result(self, lang: str) -> None:
        self._say(advice_headline(lang, self.advice))

    def _phase_act(self, verb: str, value: Any, lang: str) -> None:
        text = str(value)[:LONGEST_TEXT] if isinstance(value, str | int) else ""
        if verb == "number" and text.isascii() and text.isdigit():
            phases = EDITIONS[self.edition].phases
            if 1 <= int(text[:3]) <= len(phases):
                self.number = int(text[:3])
                self.phase = phases[self.number - 1]
                self.own_error = None
                name = phase_name(lang, self.phase)
                self._say(sentence(lang, "live.phase", number=self.number, phase=name))
        elif verb == "edition" and text in EDITIONS.all():
            self.own_error = None
            self.edition = text
            self.number = min(self.number or 1, len(EDITIONS[text].phases))
            self.phase = EDITIONS[text].phases[self.number - 1]
        elif verb == "own":
            self.own = text
            self.own_error = None
            self._use_own(lang, complain=False)
        elif verb == "own_use":
            self._use_own(lang, complain=True)

    def _use_own(self, lang: str, *, complain: bool) -> None:
        if not self.own.strip() and not complain:
            return
        try:
            phase = Phase.parse(self.own, EDITIONS[self.edition].phases)
        except GameError as error:
            if complain:
                self.own_error = error
            return
        self.own_error = None
        if phase != self.phase or self.number is not None:
            self.phase = phase
            self.number = None
            self._say(sentence(lang, "live.own_phase", phase=phase_name(lang, phase)))

    def _table_act(self, verb: str, value: Any) -> None:
        deck = self.rules.deck
        hand = self.picker.field.counts
        top, seen, melds = self.top.counts, self.seen.counts, self.melds.counts
        if verb == "top" and isinstance(value, str):
            self.top.read(value, deck, _sum(hand, seen, melds))
        elif verb == "seen" and isinstance(value, str):
            self.seen.read(value, deck, _sum(hand, top, melds))
        elif verb == "melds" and isinstance(value, str):
            self.melds.read(value, deck, _sum(hand, top, seen))
        elif verb == "natural_per" and isinstance(value, bool):
            self.rules = replace(self.rules, natural_per="group" if value else "phase")
        elif verb == "different_sets" and isinstance(value, bool):
            self.rules = replace(self.rules, same_number_sets=not value)

    def _choose_plan(self, value: str, lang: str) -> None:
        count = len(self.advice.groupings)
        if value.isascii() and value.isdigit() and int(value[:4]) < count:
            self.plan = int(value[:4])
            self._say(sentence(lang, "live.plan", number=self.plan + 1, count=count))

    def _share(self, verb: str, lang: str) -> None:
        if verb == "link":
            self.shared = done = sentence(lang, "page.link.done")
            self.effects.append({"copy": f"?{self.query(lang)}", "address": True, "done": done})
        elif verb == "text":
            self.shared = done = sentence(lang, "page.copy.done")
            self.effects.append({"copy": hint_text(lang, self.advice), "done": done})

    # --- what outlives a reload, and links -------------------------------------------------------

    def query(self, lang: str) -> str:
        """Give the position as a query string."""
        phase = str(self.phase) if self.number is None else str(self.number)
        values = {
            "hand": str(self.picker.hand),
            "phase": phase,
            "list": "" if self.edition == "classic" else self.edition,
            "top": self.top.text,
            "seen": self.seen.text,
            "table": self.melds.text,
            "rules": "" if self.rules == SEED else str(self.rules),
            "lang": lang,
        }
        return urlencode({key: value for key, value in values.items() if value})

    def open(self, query: Mapping[str, str]) -> None:
        """Take a position from a query string; parts that cannot be read are shown as typed."""
        if query.get("list", "") in EDITIONS.all():
            self.edition = query["list"]
        if "rules" in query:
            try:
                self.rules = Rules.parse(query["rules"])
            except GameError as error:
                self.own_error = error
        if "phase" in query:
            self._open_phase(query["phase"][:LONGEST_TEXT])
        self.picker.rules = self.rules
        self.picker.read(query.get("hand", ""))
        deck = self.rules.deck
        hand = self.picker.field.counts
        self.top.read(query.get("top", ""), deck, hand)
        self.seen.read(query.get("seen", ""), deck, _sum(hand, self.top.counts))
        held = _sum(hand, self.top.counts, self.seen.counts)
        self.melds.read(query.get("table", ""), deck, held)
        self._settle()

    def _open_phase(self, text: str) -> None:
        phases = EDITIONS[self.edition].phases
        try:
            self.phase = Phase.parse(text, phases)
        except GameError as error:
            self.own, self.own_error = text, error
            return
        stripped = text.strip()
        self.number = int(stripped) if stripped.isdigit() else None
        if self.number is None:
            self.own = text

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {
            "picker": self.picker.kept(),
            "query": {
                "phase": str(self.phase) if self.number is None else str(self.number),
                "list": self.edition,
                "rules": str(self.rules),
                "top": self.top.text,
                "seen": self.seen.text,
                "table": self.melds.text,
            },
            "own": self.own,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        query, picker = kept.get("query"), kept.get("picker")
        if isinstance(query, dict):
            self.open({k: v for k, v in query.items() if isinstance(v, str)})
        if isinstance(picker, dict):
            self.picker.restore(picker)
        if isinstance(kept.get("own"), str):
            self.own = kept["own"][:LONGEST_TEXT]
        self._settle()

    # --- looks -----------------------------------------------------------------------------------

    def skeleton(self, lang: str) -> Html:
        """Give the places of the parts, in reading order."""
        left = [
            el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
            for part in ("hand", "phase", "table")
        ]
        right = [
            el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
            for part in ("plan", "advice", "chances")
        ]
        return el(
            "div",
            el("div", left, class_="p10-column"),
            el("div", right, class_="p10-column"),
            class_="p10-columns",
            id="hint",
        )

    def parts(self, lang: str) -> dict[str, Html]:
        """Draw every part."""
        started = bool(self.picker.field.cards)
        return {
            "hand": self._hand_part(lang, started),
            "phase": self._phase_part(lang),
            "table": self._table_part(lang),
            "plan": self._plan_part(lang, started),
            "advice": self._advice_part(lang, started),
            "chances": self._chances_part(lang, started),
        }

    def _hand_part(self, lang: str, started: bool) -> Html:
        picker = self.picker
        count = len(picker.field.cards)
        plan = plan_cards(self.advice.groupings[0]) if started and picker.sort == "plan" else ()
        sorting = [
            button(sentence(lang, f"page.sort.{by}"), "hand.sort", by, pressed=picker.sort == by)
            for by in ("number", "color", "plan")
        ]
        doing = [
            button(sentence(lang, "page.undo"), "hand.undo", off=not picker.history),
            button(sentence(lang, "page.clear"), "hand.clear", off=not picker.field.text),
            *(
                button(plural(lang, "page.deal", count), "hand.deal", str(count))
                for count in (HAND_LIMIT - 1, HAND_LIMIT)
            ),
        ]
        summary = (
            summary_html(lang, self.advice)
            if started
            else el("p", sentence(lang, "page.empty"), class_="p10-summary p10-muted")
        )
        return el(
            "div",
            el(
                "div",
                el("h2", sentence(lang, "page.hand"), id="hand-heading"),
                el("span", self._phase_words(lang), class_="p10-muted"),
                el("span", plural(lang, "count.hand", count), class_="p10-muted"),
                class_="p10-heading-row",
            ),
            el("div", picker.render_hand(lang, plan), id="hand-cards"),
            el("div", summary, id="hand-summary"),
            el("div", picker.render_picker(lang), id="hand-picker"),
            el("div", picker.render_refusal(lang), id="hand-refusal"),
            el("div", doing, class_="p10-row p10-noprint"),
            el(
                "div",
                el("span", sentence(lang, "page.sort"), id="sort-label", class_="p10-label"),
                sorting,
                class_="p10-row p10-noprint",
                role="group",
                aria_labelledby="sort-label",
            ),
            picker.render_field(lang),
            card_field(lang, "top", self.top),
            class_="p10-stack",
        )

    def _phase_words(self, lang: str) -> str:
        """Name the phase that is played for, as on its chip."""
        name = phase_name(lang, self.phase)
        if self.number is None:
            return name
        return sentence(lang, "page.phase.chip", number=self.number, phase=name)

    def _phase_part(self, lang: str) -> Html:
        chips = [
            el(
                "button",
                el("span", number, class_="p10-chipnumber"),
                phase_name(lang, phase),
                type="button",
                role="radio",
                class_="p10-chip",
                id=f"phase-{number}",
                aria_checked=self.number == number,
                aria_label=sentence(
                    lang, "page.phase.chip", number=number, phase=phase_name(lang, phase)
                ),
                data_act="phase.number",
                data_value=number,
            )
            for number, phase in enumerate(EDITIONS[self.edition].phases, start=1)
        ]
        lists = [
            el("option", edition_name(lang, key), value=key, selected=key == self.edition)
            for key in EDITIONS.all()
        ]
        own_used = self.number is None
        return el(
            "div",
            el("h2", sentence(lang, "page.phase"), id="phase-heading"),
            el("p", phase_name(lang, self.phase), class_="p10-label") if own_used else None,
            el(
                "div",
                chips,
                role="radiogroup",
                class_="p10-chips",
                aria_labelledby="phase-heading",
                data_roving="",
            ),
            el(
                "details",
                el("summary", sentence(lang, "page.phase.own")),
                el(
                    "div",
                    el("label", sentence(lang, "page.phase.own"), for_="own-phase",
                       class_="p10-label"),
                    el(
                        "div",
                        el(
                            "input",
                            type="text",
                            id="own-phase",
                            value=self.own,
                            data_act="phase.own",
                            data_enter="phase.own_use",
                            data_rev=self.own_revision,
                            autocomplete="off",
                            aria_describedby="own-phase-help own-phase-error",
                            aria_invalid=True if self.own_error else None,
                        ),
                        button(sentence(lang, "page.phase.own.use"), "phase.own_use"),
                        class_="p10-with-button",
                    ),
                    el("small", sentence(lang, "page.phase.own.help"), id="own-phase-help"),
                    el("p", error_text(lang, self.own_error) if self.own_error else "",
                       class_="p10-error", id="own-phase-error"),
                    class_="p10-field",
                ),
                el(
                    "div",
                    el("label", sentence(lang, "page.phase.edition"), for_="edition",
                       class_="p10-label"),
                    el("select", lists, id="edition", data_act="phase.edition"),
                    class_="p10-field",
                ),
                id="phase-more",
                data_keep="",
                open=own_used or self.own_error is not None or self.edition != "classic",
            ),
            class_="p10-stack",
        )  # fmt: skip

    def _table_part(self, lang: str) -> Html:
        rules = self.rules
        return el(
            "details",
            el("summary", el("h2", sentence(lang, "page.table"))),
            el(
                "div",
                el("p", sentence(lang, "page.table.help"), class_="p10-muted"),
                card_field(lang, "seen", self.seen),
                meld_field(lang, self.melds),
                el(
                    "fieldset",
                    el("legend", sentence(lang, "page.table.rules")),
                    check(
                        option_name(lang, "natural_per", "group"),
                        "table.natural_per",
                        rules.natural_per == "group",
                    ),
                    check(
                        option_name(lang, "same_number_sets", False),
                        "table.different_sets",
                        not rules.same_number_sets,
                    ),
                ),
                class_="p10-stack",
            ),
            id="table-more",
            data_keep="",
            open=bool(self.seen.text or self.melds.text),
        )

    def _plan_part(self, lang: str, started: bool) -> Html:
        heading = el("h2", sentence(lang, "page.plan"))
        if not started:
            return stacked(heading, el("p", sentence(lang, "page.empty"), class_="p10-muted"))
        plans = plans_html(lang, self.advice.groupings, self.plan, "plan.choose")
        return el("div", heading, plans, class_="p10-stack")

    def _advice_part(self, lang: str, started: bool) -> Html:
        heading = el("h2", sentence(lang, "page.do"))
        if not started:
            return stacked(heading, el("p", sentence(lang, "page.do.few"), class_="p10-muted"))
        share = [
            button(sentence(lang, "page.link"), "share.link"),
            button(sentence(lang, "page.copy"), "share.text"),
            el("button", sentence(lang, "page.print"), type="button", data_print=""),
        ]
        return el(
            "div",
            heading,
            advice_html(lang, self.advice),
            el(
                "details",
                el("summary", sentence(lang, "page.assumed")),
                assumed_html(lang, self.advice),
                id="assumed-more",
                data_keep="",
            ),
            el("div", share, class_="p10-row p10-noprint"),
            el("p", self.shared, class_="p10-muted p10-noprint") if self.shared else None,
            class_="p10-stack",
        )

    def _chances_part(self, lang: str, started: bool) -> Html:
        heading = el("h2", sentence(lang, "page.chances"))
        if not started:
            return stacked(heading, el("p", sentence(lang, "page.empty"), class_="p10-muted"))
        within = self.advice.within
        return el(
            "div",
            heading,
            chance_chart(within, lang),
            el(
                "details",
                el("summary", sentence(lang, "page.chances.table")),
                el(
                    "div",
                    chance_table(within, lang),
                    class_="p10-scroll",
                    role="region",
                    tabindex=0,
                    aria_label=sentence(lang, "page.chances.table"),
                ),
                id="chances-more",
                data_keep="",
            ),
            class_="p10-stack",
        )


def _sum(*counts: list[int]) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


def hint_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("hint.css").read_text("utf-8")
