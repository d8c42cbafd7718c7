"""What a match is begun with: who plays, by which rules, which phases, which cards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from phase10.dashboards.controls import chips, chosen, labelled
from phase10.dashboards.play_rules import RulesForm
from phase10.game.errors import GameError, PositionError
from phase10.game.records import Record
from phase10.game.rules import SEED
from phase10.game.shuffle import DealCode
from phase10.players import PLAYERS
from phase10.players.at_table import LONGEST_NAME, NAMES, SEEDS, names_beside
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.play import player_description
from phase10.views.text import error_text

__all__ = ["PERSON", "NewMatch", "link_of"]

PERSON: Final = "person"
"""Who sits at the same screen, among the strategies of the computer players."""

_MOST_OTHERS: Final = 5
_DEFAULT: Final = "greedy"
_LONGEST: Final = 1000


class NewMatch:
    """Hold the form of a new match; :meth:`record` begins it."""

    def __init__(self) -> None:
        self.name = ""
        self.others: list[tuple[str, str]] = [("", _DEFAULT)] * 3
        self.form = RulesForm("play.new", "play")
        self.code = ""
        self.error: tuple[str, GameError] | None = None

    # --- acts -----------------------------------------------------------------------------------

    def act(self, verb: str, value: Any) -> None:
        """Take what was entered; unknown verbs and values are ignored."""
        self.error = None
        if self.form.act(verb, value):
            return
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
        elif field == "code":
            self.code = text

    # --- beginning ------------------------------------------------------------------------------

    def record(self, lang: str) -> Record | None:
        """Deal the first round, or note what is wrong and give None."""
        self.error = None
        read = self.form.read()
        if read is None:
            return None
        rules, phases = read
        where = "code"
        try:
            seed = self._seed()
            where = "start"
            return Record.start(
                seed,
                self._names(self.name.strip() or sentence(lang, "play.name")),
                ["", *("" if kind == PERSON else kind for _, kind in self.others)],
                rules,
                phases,
            )
        except GameError as error:
            self.error = (where, error)
            return None

    @property
    def wrong_field(self) -> str:
        """Name the element to go to where something is wrong."""
        wrong = self.form.wrong_field or (self.error[0] if self.error is not None else "start")
        return "do-play-start" if wrong == "start" else f"play-{wrong}"

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
        self.form.open(query)
        self.code = query.get("deal", "")[:_LONGEST]
        try:
            players = DealCode.parse(self.code).players if self.code else 0
        except GameError:
            players = 0
        if players > 1 and not kinds:
            self.act("count", str(players - 1))

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload."""
        return {
            "name": self.name,
            "others": [list(other) for other in self.others],
            "form": self.form.kept(),
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
        for verb in ("name", "code"):
            if isinstance(kept.get(verb), str):
                self.act(verb, kept[verb])
        if isinstance(kept.get("form"), dict):
            self.form.restore(kept["form"])

    # --- looks ----------------------------------------------------------------------------------

    def render(self, lang: str) -> Html:
        """Draw the form."""
        return el(
            "div",
            el("h2", sentence(lang, "page.play.new"), id="play-new-heading", tabindex=-1),
            self._players(lang),
            self.form.render(
                lang,
                self.form.text_field(lang, "code", self.code, self._said_of_code(lang)),
                is_open=bool(self.code or self.error),
            ),
            self._wrong(lang, "start"),
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

    def _said_of_code(self, lang: str) -> Html | None:
        """Say what is wrong with the code, or which deal it stands for here."""
        wrong = self._wrong(lang, "code")
        if wrong is not None:
            return wrong
        try:
            code = DealCode.parse(self.code)
        except GameError:
            return None
        if code.round == 1:
            return None
        first = DealCode(code.players, code.seed, 1)
        said = sentence(lang, "page.play.code.later", round=code.round, deal=str(first))
        return el("p", said, class_="p10-muted")

    def _players(self, lang: str) -> Html:
        counts = [(str(count), str(count)) for count in range(1, _MOST_OTHERS + 1)]
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
            chips("play-count", "play.new.count", counts, str(len(self.others)),
                  "play-count-label"),
            rows,
            el("ul", described, class_="p10-reasons p10-muted") if described else None,
            class_="p10-stack",
        )  # fmt: skip

    def _name_field(self, label: str, verb: str, ident: str, name: str, other: str) -> Html:
        return labelled(
            label,
            ident,
            el("input", type="text", id=ident, value=name, placeholder=other,
               maxlength=LONGEST_NAME, data_act=f"play.new.{verb}", data_rev=self.form.revision,
               autocomplete="off", spellcheck="false"),
        )  # fmt: skip


def link_of(record: Record, lang: str) -> str:
    """Write the query string with which the same deal can be played again."""
    values = {
        "view": "play",
        "deal": str(record.game.setup.code(1)),
        "players": ",".join(strategy or PERSON for strategy in record.strategies[1:]),
        "rules": "" if record.rules == SEED else str(record.rules),
        "list": record.edition if record.edition not in ("", "classic") else "",
        "phases": "" if record.edition else "; ".join(map(str, record.phases)),
        "lang": lang,
    }
    return urlencode({key: value for key, value in values.items() if value})
