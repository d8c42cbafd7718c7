"""What a match is begun with: who plays, by which rules, which phases, which cards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from phase10.dashboards.controls import chosen, labelled
from phase10.dashboards.table import preset_of
from phase10.game.errors import GameError, PositionError
from phase10.game.phase_lists import read_phase_list
from phase10.game.phases import EDITIONS, Phase
from phase10.game.records import Record
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.game.shuffle import DealCode
from phase10.players import PLAYERS
from phase10.players.at_table import LONGEST_NAME, NAMES, SEEDS, names_beside
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import edition_name, option_name, phase_name
from phase10.views.play import player_description
from phase10.views.text import error_text

__all__ = ["PERSON", "NewMatch", "link_of"]

PERSON: Final = "person"
"""Who sits at the same screen, among the strategies of the computer players."""

_MOST_OTHERS: Final = 5
_DEFAULT: Final = "greedy"
_OWN: Final = "own"
_ADVANCE: Final = "all"
"""How phases are made: ``order``, ``any``, or ``all`` advance each round."""

_LONGEST: Final = 1000


class NewMatch:
    """Hold the form of a new match; :meth:`record` begins it."""

    def __init__(self) -> None:
        self.name = ""
        self.others: list[tuple[str, str]] = [("", _DEFAULT)] * 3
        self.rules: Rules = SEED
        self.rules_text = ""
        self.edition = "classic"
        self.own = ""
        self.code = ""
        self.revision = 0
        self.error: tuple[str, GameError] | None = None

    # --- acts -----------------------------------------------------------------------------------

    def act(self, verb: str, value: Any) -> None:
        """Take what was entered; unknown verbs and values are ignored."""
        self.error = None
        field, _, place = verb.partition(".")
        text = value[:_LONGEST] if isinstance(value, str) else ""
        if field == "count" and text in [str(n) for n in range(1, _MOST_OTHERS + 1)]:
            more = int(text) - len(self.others)
            self.others = (self.others + [("", self.others[-1][1])] * max(0, more))[: int(text)]
        elif field == "name" and not place:
            self.name = text
        elif field in ("name", "kind") and place in [str(n) for n in range(len(self.others))]:
            name, kind = self.others[int(place)]
            if field == "name":
                self.others[int(place)] = (text, kind)
            elif text in (PERSON, *PLAYERS):
                self.others[int(place)] = (name, text)
        elif field == "list" and text in (*EDITIONS.all(), _OWN):
            self.edition = text
            self._fit_last()
        elif field == "own":
            self.own = text
            self._fit_last()
        elif field == "code":
            self.code = text
        else:
            self._rules_act(field, text)

    def _rules_act(self, field: str, text: str) -> None:
        changes: dict[str, Any] = {}
        if field == "preset" and text in PRESETS:
            kept = ("last_phase", "use_phases", "in_order", "advance_all")
            self.rules = replace(
                PRESETS[text], **{option: getattr(self.rules, option) for option in kept}
            )
        elif field == "last" and text.isdigit():
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

    # --- beginning ------------------------------------------------------------------------------

    def record(self, lang: str) -> Record | None:
        """Deal the first round, or note what is wrong and give None."""
        self.error = None
        where = "names"
        try:
            if self.rules_text.strip():
                where = "rules"
                self.rules = Rules.parse(self.rules_text)
            where = "own"
            phases = self._read_phases()
            where = "code"
            seed = self._seed()
            where = "start"
            name = self.name.strip() or sentence(lang, "play.name")
            return Record.start(
                seed,
                self._names(name),
                ["", *("" if kind == PERSON else kind for _, kind in self.others)],
                self.rules,
                phases,
            )
        except GameError as error:
            self.error = (where, error)
            return None

    def _seed(self) -> int:
        text = self.code.strip()
        if not text:
            return secrets.randbelow(SEEDS)
        if text.isascii() and text.isdigit():
            return DealCode(len(self.others) + 1, int(text[:30]), 1).seed
        code = DealCode.parse(text)
        if code.players != len(self.others) + 1:
            # The cards of a code are those of so many players.
            self.act("count", str(code.players - 1))
            if code.players != len(self.others) + 1:
                raise PositionError("deal.code", text=text)
        return code.seed

    def _names(self, own: str) -> list[str]:
        taken = own.strip()
        default = names_beside(taken, len(self.others))
        names = [taken]
        for (name, _), other in zip(self.others, default, strict=True):
            names.append(" ".join(name.split())[:LONGEST_NAME] or other)
        return names

    # --- what outlives a reload, and links ------------------------------------------------------

    def open(self, query: Mapping[str, str]) -> None:
        """Take a match from a link; parts that cannot be read are shown as they are."""
        kinds = [kind.strip() for kind in query.get("players", "").split(",") if kind.strip()]
        if kinds:
            known = [kind if kind in (PERSON, *PLAYERS) else _DEFAULT for kind in kinds]
            self.others = [("", kind) for kind in known[:_MOST_OTHERS]]
        if "rules" in query:
            self.act("rules", query["rules"])
        given = query.get("list", "")
        if given in EDITIONS.all():
            self.edition = given
        if "phases" in query:
            self.edition, self.own = _OWN, query["phases"][:_LONGEST]
        self.code = query.get("deal", "")[:_LONGEST]
        try:
            players = DealCode.parse(self.code).players if self.code else 0
        except GameError:
            players = 0
        if players > 1 and not kinds:
            self.act("count", str(players - 1))
        self.revision += 1

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {
            "name": self.name,
            "others": [list(other) for other in self.others],
            "rules": self.rules_text,
            "list": self.edition,
            "own": self.own,
            "code": self.code,
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        others = kept.get("others")
        if isinstance(others, list) and 1 <= len(others) <= _MOST_OTHERS:
            self.act("count", str(len(others)))
            for place, other in enumerate(others):
                if isinstance(other, list) and len(other) == 2:
                    self.act(f"name.{place}", other[0])
                    self.act(f"kind.{place}", other[1])
        for verb in ("name", "rules", "own", "code", "list"):
            if isinstance(kept.get(verb), str):
                self.act(verb, kept[verb])
        self.revision += 1

    # --- looks ----------------------------------------------------------------------------------

    def render(self, lang: str) -> Html:
        """Draw the form."""
        return el(
            "div",
            el("h2", sentence(lang, "page.play.new"), id="play-new-heading", tabindex=-1),
            self._players(lang),
            self._match(lang),
            self._wrong(lang, "names", "start"),
            el(
                "button",
                sentence(lang, "page.play.start"),
                type="button",
                class_="p10-primary p10-wide",
                id="do-play-start",
                data_act="play.start",
            ),
            class_="p10-stack",
        )

    def _wrong(self, lang: str, *places: str) -> Html | None:
        if self.error is None or self.error[0] not in places:
            return None
        return el("p", error_text(lang, self.error[1]), class_="p10-error")

    def _players(self, lang: str) -> Html:
        counts = [
            el(
                "button",
                count,
                type="button",
                role="radio",
                class_="p10-chip",
                id=f"play-count-{count}",
                aria_checked=count == len(self.others),
                data_act="play.new.count",
                data_value=count,
            )
            for count in range(1, _MOST_OTHERS + 1)
        ]
        kinds = [(PERSON, sentence(lang, "page.play.person"))]
        kinds += [(name, name) for name in PLAYERS]
        rows = [
            el(
                "div",
                self._name_field(
                    sentence(lang, "page.play.seat", number=place + 2), f"name.{place}",
                    f"play-name-{place}", name, NAMES[place],
                ),
                chosen(
                    sentence(lang, "page.play.kind"), f"play-kind-{place}",
                    f"play.new.kind.{place}", kinds, kind,
                ),
                class_="p10-newseat",
                role="group",
                aria_label=sentence(lang, "page.play.seat", number=place + 2),
            )
            for place, (name, kind) in enumerate(self.others)
        ]  # fmt: skip
        used = dict.fromkeys(kind for _, kind in self.others)
        described = [
            el("li", sentence(lang, "play.who", strategy=kind,
                              description=player_description(lang, kind)))
            for kind in used if kind != PERSON
        ]  # fmt: skip
        own = sentence(lang, "play.name")
        return el(
            "div",
            self._name_field(
                sentence(lang, "page.play.name.own"), "name", "play-name", self.name, own
            ),
            el("span", sentence(lang, "page.players.count"), id="play-count-label",
               class_="p10-label"),
            el("div", counts, role="radiogroup", class_="p10-row",
               aria_labelledby="play-count-label", data_roving=""),
            rows,
            el("ul", described, class_="p10-reasons p10-muted") if described else None,
            class_="p10-stack",
        )  # fmt: skip

    def _name_field(self, label: str, verb: str, ident: str, name: str, other: str) -> Html:
        return labelled(
            label,
            ident,
            el("input", type="text", id=ident, value=name, placeholder=other,
               maxlength=LONGEST_NAME, data_act=f"play.new.{verb}", data_rev=self.revision,
               autocomplete="off", spellcheck="false"),
        )  # fmt: skip

    def _match(self, lang: str) -> Html:
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
        return el(
            "details",
            el("summary", sentence(lang, "page.play.options")),
            el(
                "div",
                chosen(sentence(lang, "page.table.preset"), "play-preset", "play.new.preset",
                       presets, preset_of(rules)),
                chosen(sentence(lang, "page.phase.edition"), "play-list", "play.new.list", lists,
                       self.edition),
                self._text(lang, "own", self.own) if self.edition == _OWN else None,
                chosen(sentence(lang, "option.last_phase"), "play-last", "play.new.last", lasts,
                       str(rules.last_phase)),
                chosen(sentence(lang, "option.use_phases"), "play-use", "play.new.use", uses,
                       rules.use_phases),
                chosen(sentence(lang, "option.in_order"), "play-order", "play.new.order", orders,
                       order),
                self._text(lang, "rules", self.rules_text),
                self._text(lang, "code", self.code),
                class_="p10-stack",
            ),
            id="play-options",
            data_keep="",
            open=bool(self.code or self.error or self.edition == _OWN),
        )  # fmt: skip

    def _text(self, lang: str, verb: str, value: str) -> Html:
        ident = f"play-{verb}"
        wrong = self._wrong(lang, verb)
        return el(
            "div",
            el("label", sentence(lang, f"page.play.{verb}"), for_=ident, class_="p10-label"),
            el("input", type="text", id=ident, value=value, data_act=f"play.new.{verb}",
               data_rev=self.revision, autocomplete="off", spellcheck="false",
               aria_describedby=f"{ident}-help {ident}-error",
               aria_invalid=True if wrong else None),
            el("small", sentence(lang, f"page.play.{verb}.help"), id=f"{ident}-help"),
            el("div", wrong, id=f"{ident}-error"),
            class_="p10-field",
        )  # fmt: skip


def link_of(record: Record, kinds: str, lang: str) -> str:
    """Write the query string with which the same deal can be played again."""
    values = {
        "view": "play",
        "deal": str(record.game.setup.code(1)),
        "players": kinds,
        "rules": "" if record.rules == SEED else str(record.rules),
        "list": record.edition if record.edition not in ("", "classic") else "",
        "phases": "" if record.edition else "; ".join(map(str, record.phases)),
        "lang": lang,
    }
    return urlencode({key: value for key, value in values.items() if value})
