"""The hint page: enter a hand, see the best plan, what to do and the chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

from phase10.advice.hints import Advice, advise
from phase10.advice.winning import steps_of, with_chances
from phase10.dashboards.advice_parts import (
    WHOLE,
    advice_part,
    chances_part,
    hides,
    plan_part,
)
from phase10.dashboards.controls import button, card_field, stacked
from phase10.dashboards.hint_kept import accepted, retype, typed
from phase10.dashboards.live import LiveView
from phase10.dashboards.live_parts import live_html, round_html
from phase10.dashboards.live_setup import setup_html
from phase10.dashboards.opponents import Opponents
from phase10.dashboards.phases import phase_html
from phase10.dashboards.solving import Solving, solving_html
from phase10.dashboards.table import table_html
from phase10.dashboards.winning import Playing
from phase10.game.cards import HAND_LIMIT, KINDS, Card, Cards
from phase10.game.errors import GameError
from phase10.game.phases import EDITIONS, Phase
from phase10.game.position import ME, Position
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.solver.win_chances import WinChances
from phase10.views.hints import plan_cards, summary_html
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.moves import hint_text, ladder, option_text
from phase10.views.names import phase_name
from phase10.views.text import advice_headline
from phase10.widgets.fields import LONGEST_TEXT, CardField, MeldField
from phase10.widgets.picker import CardPicker

__all__ = ["HintView", "hint_style"]

_ENTERED: Final = ("hand", "phase", "table", "opponents")
"""The rooms of the fields in which a table is entered."""

_RUNGS: Final = frozenset(str(rung) for rung in range(1, WHOLE + 1))


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
        self.opponents = Opponents()
        self.live = LiveView(self, self.opponents, effects)
        self.plan = 0
        self.rung = self.told = WHOLE
        self.shared = ""
        self.solving = Solving(self._solved)
        self.playing = Playing(self._played)
        self._spoken = "en"
        self._advice: tuple[Position, Advice] | None = None
        self._ranked: Advice | None = None

    # --- what is known ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """What the hint is for: the round that is followed, else everything entered."""
        return self.typed if self.live.round is None else self.live.round.position

    @property
    def typed(self) -> Position:
        """Everything entered, as one position."""
        hand, top, melds = self.picker.hand, self.top.counts, self.melds.counts
        held = self.opponents.held(melds)
        lying = _sum(list(hand.counts), top, melds, held)
        deck = self.rules.deck
        free = [most - count for most, count in zip(deck.counts, lying, strict=True)]
        return Position(
            hand=hand,
            phase=self.phase,
            rules=self.rules,
            phases=EDITIONS[self.edition].phases,
            top=self.top.cards[0] if self.top.cards else None,
            seen=Cards.from_counts(self.opponents.seen(self.seen.counts, top, free), deck),
            table=tuple(self.melds.melds),
            players=() if self.opponents.twin else self.opponents.players,
            laid=any(meld.owner.casefold() == ME for meld in self.melds.melds),
        )

    @property
    def advice(self) -> Advice:
        """The hint for the position, computed once; chances to win are asked for and come later."""
        position = self.position
        if self._advice is None or self._advice[0] != position:
            self._advice, self._ranked = (position, advise(position)), None
            if self._advice[1].options:
                self.playing.ask(position, steps_of(self._advice[1]))
        return self._ranked or self._advice[1]

    def _played(self, position: Position, found: WinChances) -> None:
        """Take the chances to win, which come after the hint; say so where they change it."""
        if self._advice is None or self._advice[0] != position:
            return
        before = (self._ranked or self._advice[1]).options[0]
        self._ranked = with_chances(self._advice[1], found)
        best = self._ranked.options[0]
        shown = self.position == position
        if shown and best.move != before.move and not hides(self._spoken, self._ranked, self.told):
            self._say(option_text(self._spoken, self._ranked, best))

    def elsewhere(self, field: str) -> list[int]:
        """Count by kind the cards that lie in other places than that of a field."""
        melds = self.melds.counts
        places = {
            "hand": self.picker.field.counts,
            "top": self.top.counts,
            "seen": self.seen.counts,
            "melds": melds,
            # What was taken may lie in a group now.
            "held": self.opponents.held(melds) if field != "melds" else [0] * KINDS,
        }
        return _sum(*(counts for place, counts in places.items() if place != field))

    def _settle(self) -> None:
        """Let every field know the cards that lie elsewhere, and read again what was refused."""
        deck = self.rules.deck
        self.picker.rules = self.rules
        if self.live.round is not None:
            self._show_live()
            return
        for _ in range(2):  # what one field gives up, another may take
            self.picker.elsewhere = self.elsewhere("hand")
            self.picker.refresh()
            for name, field in (("top", self.top), ("seen", self.seen), ("melds", self.melds)):
                if field.problems:
                    field.again(deck, self.elsewhere(name))
            self.opponents.settle(deck, self.open_cards(), self.melds.counts)
        self.live.settle()

    def open_cards(self) -> list[int]:
        """Count by kind the cards of hand, face-up card and cards seen."""
        return _sum(self.picker.field.counts, self.top.counts, self.seen.counts)

    def _show_live(self) -> None:
        """Let the hand be the one of the round that is followed."""
        position = self.position
        if self.picker.field.counts != list(position.hand.counts) or self.picker.field.problems:
            self.picker.field.problems = []
            self.picker.field.write(list(position.hand))
        self.picker.elsewhere = (0,) * KINDS
        self.live.settle()

    def put(self, position: Position) -> None:
        """Write a position into the fields."""
        phases = position.phases
        self.rules, self.phase = position.rules, position.phase
        self.edition = next(
            (key for key in EDITIONS.all() if EDITIONS[key].phases == phases), self.edition
        )
        known = position.phase in EDITIONS[self.edition].phases
        self.number = EDITIONS[self.edition].phases.index(position.phase) + 1 if known else None
        if not known:
            self.own, self.own_revision = str(position.phase), self.own_revision + 1
        for field in (self.picker.field, self.top, self.seen):
            field.problems = []
        self.picker.field.write(list(position.hand))
        self.top.write([] if position.top is None else [position.top])
        self.seen.write(sorted([*position.discards[:-1], *position.seen]))
        self.melds.write(position.table)
        self.opponents.take(position.players, position.discards)

    def put_top(self, card: Card) -> None:
        """Write the face-up card into its field."""
        self._table_act("top", str(card))
        self.top.revision += 1

    # --- acts ------------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        room, _, verb = name.partition(".")
        before, hand_before = self.position, self.picker.field.counts
        self.shared = ""
        if self.live.round is not None and room in _ENTERED and name != "hand.sort":
            return  # what is known comes from the reports now
        if self.live.round is None and room != "live":
            self.live.wrong = None  # what was lacking may be here now
        if room == "hand":
            self._say(self.picker.act(verb, value, lang))
        elif room == "phase":
            self._phase_act(verb, value, lang)
        elif room == "table":
            self._table_act(verb, value)
        elif room == "opponents":
            self.opponents.act(verb, value, self.open_cards(), self.melds.counts)
        elif room == "live":
            self.live.act(verb, value, lang)
        elif room == "plan" and isinstance(value, str | int):
            self._choose_plan(str(value), lang)
        elif room == "ladder":
            self._ladder(verb, value, lang)
        elif room == "solving":
            self._solve(verb, lang)
        elif room == "share":
            self._share(verb, lang)
        self._settle()
        if self.position != before:
            self.told = self.rung
            live = self.live.round
            if room == "live" and live is not None and not live.over and live.turn == ME:
                self._say_move(lang)
        told = room in ("phase", "table", "opponents", "live")
        if told or self.picker.field.counts != hand_before:
            self.plan = 0
            if self.picker.field.cards and room == "hand":
                self._say_result(lang)

    def _say(self, text: str) -> None:
        if text:
            self.effects.append({"say": text})

    def _say_result(self, lang: str) -> None:
        if hides(lang, self.advice, self.told):
            self._say(ladder(lang, self.advice)[self.told - 1])
        else:
            self._say(advice_headline(lang, self.advice))

    def _say_move(self, lang: str) -> None:
        """Say what to do, or as much of it as is to be told."""
        rungs = ladder(lang, self.advice)
        self._say(rungs[self.told - 1] if rungs else "")

    def _ladder(self, verb: str, value: Any, lang: str) -> None:
        if verb == "rung" and isinstance(value, str) and value in _RUNGS:
            self.rung = self.told = int(value)
        elif verb == "more" and self.told < WHOLE:
            self.told += 1
            self._say(" ".join(ladder(lang, self.advice)[self.told - 1 : self.told]))

    def _solve(self, verb: str, lang: str) -> None:
        if verb == "start":
            self.solving.start(self.position.phase, self.position.rules)
        elif verb == "cancel" and self.solving.running is not None:
            self.solving.cancel()
            self._say(sentence(lang, "page.solving.cancelled"))

    def _solved(self, phase: Phase) -> None:
        """Take the figures of a phase that was solved in the background."""
        self._advice = None
        name = phase_name(self._spoken, phase)
        self._say(sentence(self._spoken, "page.solving.done", phase=name))

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
        fields: dict[str, CardField | MeldField] = {
            "top": self.top,
            "seen": self.seen,
            "melds": self.melds,
        }
        if verb in fields and isinstance(value, str):
            fields[verb].read(value, self.rules.deck, self.elsewhere(verb))
        elif verb == "natural_per" and isinstance(value, bool):
            self.rules = replace(self.rules, natural_per="group" if value else "phase")
        elif verb == "different_sets" and isinstance(value, bool):
            self.rules = replace(self.rules, same_number_sets=not value)
        elif verb == "preset" and isinstance(value, str) and value in PRESETS:
            self.rules = replace(
                PRESETS[value],
                natural_per=self.rules.natural_per,
                same_number_sets=self.rules.same_number_sets,
            )

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
        if self.live.round is not None:
            self.put(self.position)
        phase = str(self.phase) if self.number is None else str(self.number)
        values = {
            "phase": phase,
            "list": "" if self.edition == "classic" else self.edition,
            **accepted(self),
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
        for name, field in (("top", self.top), ("seen", self.seen)):
            field.read(query.get(name, ""), deck, self.elsewhere(name))
        self.melds.read(query.get("table", ""), deck, self.elsewhere("melds"))
        self.opponents.deck = deck
        self.opponents.read(query.get("players", ""), self.open_cards(), self.melds.counts)
        self._settle()

    def _open_phase(self, text: str) -> None:
        phases = EDITIONS[self.edition].phases
        try:
            self.phase = Phase.parse(text, phases)
        except GameError as error:
            self.own, self.own_error = text, error
            return
        stripped = text.strip()
        self.number = int(stripped) if stripped.isdecimal() else None
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
                **accepted(self),
            },
            "typed": typed(self),
            "own": self.own,
            "rung": self.rung,
            "solving": self.solving.running is not None,
            "live": self.live.kept(),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        query, picker = kept.get("query"), kept.get("picker")
        if isinstance(query, dict):
            self.open({k: v for k, v in query.items() if isinstance(v, str)})
        if isinstance(picker, dict):
            self.picker.restore(picker)
        retype(self, kept.get("typed"))
        if isinstance(kept.get("own"), str):
            self.own = kept["own"][:LONGEST_TEXT]
        if isinstance(kept.get("live"), dict):
            self.live.restore(kept["live"])
        if str(kept.get("rung")) in _RUNGS:
            self.rung = self.told = int(kept["rung"])
        self._settle()
        if kept.get("solving") is True:
            # The process ended with the page before: nothing has to be tapped again.
            self.solving.start(self.position.phase, self.position.rules)

    # --- looks -----------------------------------------------------------------------------------

    @property
    def _shown_parts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Name the parts of the left and of the right column, in reading order."""
        # What lies is no plan any more.
        right = ("advice",) if self.position.laid else ("advice", "plan", "chances")
        if self.live.round is None:
            return ("hand", "phase", "live", "table"), right
        return ("live", "round"), () if self.live.round.over else right

    def skeleton(self, lang: str) -> Html:
        """Give the places of the parts, in reading order."""
        columns = [
            el(
                "div",
                [
                    el("section", data_part=part, id=f"part-{part}", class_="p10-panel")
                    for part in parts
                ],
                class_="p10-column",
            )
            for parts in self._shown_parts
            if parts
        ]
        return el("div", columns, class_="p10-columns", id="hint")

    def parts(self, lang: str) -> dict[str, Html]:
        """Draw every part."""
        self._spoken = lang
        started = bool(self.picker.field.cards)
        draw = {
            "hand": lambda: self._hand_part(lang, started),
            "phase": lambda: phase_html(
                lang, self.phase, self.number, self.edition, self.own, self.own_revision,
                self.own_error,
            ),
            "table": lambda: table_html(
                lang, self.seen, self.melds, self.opponents, self.rules,
                EDITIONS[self.edition].phases,
            ),
            "live": lambda: self._live_part(lang, started),
            "round": lambda: self._round_part(lang),
            "plan": lambda: self._plan_part(lang, started),
            "advice": lambda: self._advice_part(lang, started),
            "chances": lambda: self._chances_part(lang, started),
        }  # fmt: skip
        left, right = self._shown_parts
        return {part: draw[part]() for part in (*left, *right)}

    def _live_part(self, lang: str, started: bool) -> Html:
        live = self.live.round
        if live is None:
            return setup_html(lang, self.live, self.typed, EDITIONS[self.edition].phases)
        # What the summary tells is not to be told while the move is to be found.
        shown = started and not live.over and not hides(lang, self.advice, self.told)
        advice = self.advice if shown else None
        hand = self.picker.in_order(self._plan(started))
        return live_html(lang, self.live, live, advice, hand)

    def _plan(self, started: bool) -> Sequence[Card]:
        """List the cards of the best plan where the hand is sorted by it."""
        if not started or self.picker.sort != "plan" or not self.advice.groupings:
            return ()
        return plan_cards(self.advice.groupings[0])

    def _round_part(self, lang: str) -> Html:
        return Html("") if self.live.round is None else round_html(lang, self.live.round)

    def _hand_part(self, lang: str, started: bool) -> Html:
        picker = self.picker
        count = len(picker.field.cards)
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
            summary_html(lang, self.advice, self.told)
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
            el("div", picker.render_hand(lang, self._plan(started)), id="hand-cards"),
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

    def _plan_part(self, lang: str, started: bool) -> Html:
        if not started:
            return _said(sentence(lang, "page.plan"), sentence(lang, "page.empty"))
        return plan_part(lang, self.advice, self.plan, self.told)

    def _advice_part(self, lang: str, started: bool) -> Html:
        if not started:
            return _said(sentence(lang, "page.do"), sentence(lang, "page.do.few"))
        live = self.live.round
        if live is not None and live.turn != ME:
            waiting = sentence(lang, "page.live.wait", player=live.turn)
            return _said(sentence(lang, "page.do"), waiting)
        advice = self.advice
        solving = None
        if self.solving.running is not None or not (advice.position.laid or advice.certain):
            solving = solving_html(lang, self.solving, advice.position.phase, advice.position.rules)
        return advice_part(lang, advice, self.told, self.rung, solving, self.shared)

    def _chances_part(self, lang: str, started: bool) -> Html:
        if not started:
            return _said(sentence(lang, "page.chances"), sentence(lang, "page.empty"))
        return chances_part(lang, self.advice, self.told)


def _said(heading: str, text: str) -> Html:
    return stacked(el("h2", heading), el("p", text, class_="p10-muted"))


def _sum(*counts: list[int]) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


def hint_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("hint.css").read_text("utf-8")
