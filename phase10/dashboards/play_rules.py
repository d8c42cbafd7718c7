"""By which rules and phases a match is played: the form that playing and keeping score share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from phase10.dashboards.controls import chosen
from phase10.dashboards.table import preset_of
from phase10.game.errors import GameError
from phase10.game.phase_lists import read_phase_list
from phase10.game.phases import EDITIONS, Phase
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import edition_name, option_label, option_name, phase_name
from phase10.views.text import error_text

__all__ = ["RulesForm"]

_OWN: Final = "own"
_ADVANCE: Final = "all"
"""How phases are made: ``order``, ``any``, or ``all`` advance each round."""

LONGEST: Final = 1000
_VERBS: Final = ("preset", "list", "own", "last", "use", "order", "rules")


class RulesForm:
    """Hold rules and a list of phases as they are entered.

    ``prefix`` starts the names of its acts (``play.new.preset``), ``ident`` those of its elements.
    ``error``: what is wrong, with the field where it is.
    """

    def __init__(self, prefix: str, ident: str) -> None:
        self.prefix = prefix
        self.ident = ident
        self.rules: Rules = SEED
        self.rules_text = ""
        self.edition = "classic"
        self.own = ""
        self.revision = 0
        self.error: tuple[str, GameError] | None = None

    def act(self, verb: str, value: Any) -> bool:
        """Take what was entered; tell whether the field is one of these."""
        if verb not in _VERBS:
            return False
        text = value[:LONGEST] if isinstance(value, str) else ""
        self.error = None
        if verb == "list":
            if text in (*EDITIONS.all(), _OWN):
                self.edition = text
                self._fit_last()
        elif verb == "own":
            self.own = text
            self._fit_last()
        else:
            self._rules_act(verb, text)
        return True

    def _rules_act(self, field: str, text: str) -> None:
        changes: dict[str, Any] = {}
        if field == "preset" and text in PRESETS:
            kept = ("last_phase", "use_phases", "in_order", "advance_all")
            self.rules = replace(
                PRESETS[text], **{option: getattr(self.rules, option) for option in kept}
            )
        elif field == "last" and text.isdecimal():
            changes = {"last_phase": int(text[:3])}
        elif field == "use":
            changes = {"use_phases": text}
        elif field == "order" and text in ("order", "any", _ADVANCE):
            changes = {"in_order": text != "any", "advance_all": text == _ADVANCE}
        elif field == "rules":
            self.rules_text = text
            try:
                self.rules = Rules.parse(text) if text.strip() else SEED
            except GameError as error:
                self.error = ("rules", error)
            return
        if changes:
            try:
                self.rules = replace(self.rules, **changes)
            except GameError as error:
                self.error = ("rules", error)
        # The text says what is chosen; what was typed wrong goes with the next choice.
        self.rules_text = "" if self.rules == SEED else str(self.rules)
        self.revision += 1

    def _fit_last(self) -> None:
        """Let the last phase be one of the list."""
        count = len(self.phases)
        if self.rules.last_phase > count > 0:
            self._rules_act("last", "0")

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Give the list of phases, () while it cannot be read."""
        try:
            return self._read_phases()
        except GameError:
            return ()

    def _read_phases(self) -> tuple[Phase, ...]:
        if self.edition == _OWN:
            return read_phase_list(self.own)
        return EDITIONS[self.edition].phases

    def read(self) -> tuple[Rules, tuple[Phase, ...]] | None:
        """Give rules and phases, or note what is wrong and give None."""
        self.error = None
        where = "rules"
        try:
            if self.rules_text.strip():
                self.rules = Rules.parse(self.rules_text)
            where = "own"
            return self.rules, self._read_phases()
        except GameError as error:
            self.error = (where, error)
            return None

    @property
    def wrong_field(self) -> str:
        """Name the field where something is wrong, "" when nothing is."""
        return "" if self.error is None else self.error[0]

    # --- what outlives a reload, and links ------------------------------------------------------

    def open(self, query: Mapping[str, str]) -> None:
        """Take rules and phases from a link; what cannot be read is shown as it is."""
        if "rules" in query:
            self.act("rules", query["rules"])
        self.act("list", query.get("list", ""))
        if "phases" in query:
            self.edition, self.own = _OWN, query["phases"][:LONGEST]
        self.revision += 1

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {"rules": self.rules_text, "list": self.edition, "own": self.own}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        for verb in ("rules", "own", "list"):
            if isinstance(kept.get(verb), str):
                self.act(verb, kept[verb])
        self.revision += 1

    # --- looks ----------------------------------------------------------------------------------

    def wrong(self, lang: str, *places: str) -> Html | None:
        """Say what is wrong at one of these fields."""
        if self.error is None or self.error[0] not in places:
            return None
        return el("p", error_text(lang, self.error[1]), class_="p10-error")

    def render(self, lang: str, *more: Html, is_open: bool = False) -> Html:
        """Draw the fields, folded until something in them matters; ``more`` stands last."""
        rules = self.rules
        presets = [(name, sentence(lang, f"page.table.preset.{name}")) for name in PRESETS]
        lists = [(key, edition_name(lang, key)) for key in EDITIONS.all()]
        lists.append((_OWN, sentence(lang, "page.play.list.own")))
        phases = self.phases
        lasts = [("0", option_name(lang, "last_phase", 0))] + [
            (str(number), sentence(lang, "page.play.last", number=number,
                                   phase=phase_name(lang, phase)))
            for number, phase in enumerate(phases, start=1)
        ]  # fmt: skip
        uses = [(use, option_name(lang, "use_phases", use)) for use in ("all", "even", "odd")]
        orders = [
            ("order", option_name(lang, "in_order", True)),
            ("any", option_name(lang, "in_order", False)),
            (_ADVANCE, option_name(lang, "advance_all", True)),
        ]
        order = "any" if not rules.in_order else _ADVANCE if rules.advance_all else "order"
        labels = {
            "preset": sentence(lang, "page.table.preset"),
            "list": sentence(lang, "page.phase.edition"),
            "last": option_label(lang, "last_phase"),
            "use": option_label(lang, "use_phases"),
            "order": option_label(lang, "in_order"),
        }

        def select(verb: str, options: Sequence[tuple[str, str]], value: str) -> Html:
            ident, act = f"{self.ident}-{verb}", f"{self.prefix}.{verb}"
            return chosen(labels[verb], ident, act, options, value)

        return el(
            "details",
            el("summary", sentence(lang, "page.play.options")),
            el(
                "div",
                select("preset", presets, preset_of(rules)),
                select("list", lists, self.edition),
                self._text(lang, "own", self.own) if self.edition == _OWN else None,
                select("last", lasts, str(rules.last_phase)),
                select("use", uses, rules.use_phases),
                select("order", orders, order),
                self._text(lang, "rules", self.rules_text),
                more,
                class_="p10-stack",
            ),
            id=f"{self.ident}-options",
            data_keep="",
            open=bool(is_open or self.error or self.edition == _OWN),
        )

    def _text(self, lang: str, verb: str, value: str) -> Html:
        return self.text_field(lang, verb, value, self.wrong(lang, verb))

    def text_field(self, lang: str, verb: str, value: str, told: Html | None) -> Html:
        """Draw a text field with its help and what is told of what stands in it."""
        ident = f"{self.ident}-{verb}"
        return el(
            "div",
            el("label", sentence(lang, f"page.play.{verb}"), for_=ident, class_="p10-label"),
            el("input", type="text", id=ident, value=value, data_act=f"{self.prefix}.{verb}",
               data_rev=self.revision, autocomplete="off", spellcheck="false",
               aria_describedby=f"{ident}-help {ident}-error",
               aria_invalid=True if told and "p10-error" in told else None),
            el("small", sentence(lang, f"page.play.{verb}.help"), id=f"{ident}-help"),
            el("div", told, id=f"{ident}-error"),
            class_="p10-field",
        )  # fmt: skip
