"""The other players at the table: who they are, their phase, cards, what they took and threw."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from phase10.dashboards.controls import cards_input, chosen, labelled
from phase10.game.cards import HAND_LIMIT, KINDS, STANDARD_DECK, Card, Cards, Deck
from phase10.game.errors import PositionError
from phase10.game.json_text import read_json
from phase10.game.phases import Phase
from phase10.game.position import ME, Opponent
from phase10.game.sight import OTHERS
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import phase_name
from phase10.views.text import error_text
from phase10.widgets.fields import CardField

__all__ = ["LONGEST_NAME", "MOST_OPPONENTS", "Opponents", "Row"]

MOST_OPPONENTS: Final = len(OTHERS)
LONGEST_NAME: Final = 20
MOST_POINTS: Final = 9999
LONGEST_LINK: Final = 4000
SHOWN_PROBLEMS: Final = 3


@dataclass
class Row:
    """Hold the fields of one player; ``name`` and ``score`` as typed, "" where nothing is.

    ``held``: whether all cards of ``took`` are in the hand still, as a followed round knows it.
    """

    name: str = ""
    score: str = ""
    phase: int | None = None
    cards: int | None = None
    laid: bool = False
    took: CardField = field(default_factory=CardField)
    threw: CardField = field(default_factory=CardField)
    held: bool = False
    done: tuple[int, ...] = ()

    @property
    def points(self) -> int | None:
        """Read the points of the rounds before; None where they are not told or no number."""
        return read_points(self.score)


def read_points(text: str) -> int | None:
    """Read points as typed, None where they are no number that a player can have."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdigit()) or len(typed) > len(str(MOST_POINTS)):
        return None
    return int(typed)


class Opponents:
    """Hold the other players in turn order, none to five; :meth:`act` takes ``name.0`` and so on.

    Acts begin with ``opponents.``: ``count``, and for a player ``name.0``, ``score.0``,
    ``phase.0``, ``cards.0``, ``laid.0``, ``took.0``, ``threw.0``.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.deck: Deck = STANDARD_DECK

    # --- what is told ----------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """Name the players: as typed, else by the letter of the place."""
        return [
            " ".join(row.name.split()) or letter
            for row, letter in zip(self.rows, OTHERS, strict=False)
        ]

    @property
    def players(self) -> tuple[Opponent, ...]:
        """Give the players as a position has them."""
        return tuple(
            Opponent(
                name,
                row.phase,
                row.points,
                row.cards,
                row.laid,
                Cards(() if row.held else row.took.cards, self.deck),
                Cards(row.threw.cards, self.deck),
                Cards(row.took.cards if row.held else (), self.deck),
                row.done,
            )
            for name, row in zip(self.names, self.rows, strict=True)
        )

    @property
    def told(self) -> bool:
        """Tell whether anything is told of this round, besides who plays for what."""
        return any(
            row.cards is not None or row.laid or row.took.text or row.threw.text
            for row in self.rows
        )

    @property
    def twin(self) -> str:
        """Give the name that two players have, or that is mine; "" where names are different."""
        told = [ME]
        for name in self.names:
            if name.casefold() in told:
                return name
            told.append(name.casefold())
        return ""

    @property
    def wrong_name(self) -> PositionError | None:
        """Give what is wrong with :attr:`twin`: two players have it, or it is mine."""
        if not self.twin:
            return None
        if self.twin.casefold() == ME:
            return PositionError("live.own_name", name=self.twin)
        return PositionError("position.same_name", name=self.twin)

    def held(self, table: Sequence[int]) -> list[int]:
        """Count by kind the cards taken that still are in a hand; ``table``: those laid."""
        counts = [0] * KINDS
        for row in self.rows:
            for kind, count in enumerate(self._held_by(row, table)):
                counts[kind] += count
        return counts

    @staticmethod
    def _held_by(row: Row, table: Sequence[int]) -> list[int]:
        took, threw = row.took.counts, row.threw.counts
        if row.held:
            return took
        return [max(0, took[kind] - table[kind] - threw[kind]) for kind in range(KINDS)]

    def seen(self, seen: Sequence[int], top: Sequence[int], free: Sequence[int]) -> list[int]:
        """Count by kind the cards seen, those thrown among them whether told once or twice.

        ``free``: copies that lie neither in my hand nor elsewhere on the table.
        """
        counts = [0] * KINDS
        for row in self.rows:
            for kind, count in enumerate(row.threw.counts):
                counts[kind] += count
        return [max(seen[kind], min(counts[kind] - top[kind], free[kind])) for kind in range(KINDS)]

    # --- acts ------------------------------------------------------------------------------------

    def act(self, verb: str, value: Any, elsewhere: Sequence[int], table: Sequence[int]) -> None:
        """Take what the user chose or typed; ``elsewhere`` and ``table`` count cards there.

        ``elsewhere``: hand, face-up card and cards seen.
        """
        name, _, place = verb.partition(".")
        if name == "count":
            self._resize(value)
            return
        if not (place.isascii() and place.isdigit() and int(place[:2]) < len(self.rows)):
            return
        row = self.rows[int(place[:2])]
        match name, value:
            case "name", str():
                row.name = value[:LONGEST_NAME]
            case "score", str():
                row.score = value[: len(str(MOST_POINTS)) + 2]
            case "phase", str() if value == "" or _is_number(value, 99):
                row.phase = int(value) if value else None
            case "cards", str() if value == "" or _is_number(value, HAND_LIMIT):
                row.cards = int(value) if value else None
            case "laid", bool():
                row.laid = value
            case "took", str():
                # The same text again tells nothing new.
                row.held = row.held and value == row.took.text
                self._read_took(row, value, elsewhere, table)
            case "threw", str():
                row.threw.read(value, self.deck, ())

    def _resize(self, value: Any) -> None:
        if isinstance(value, str) and _is_number(value, MOST_OPPONENTS):
            count = int(value)
            self.rows = [*self.rows[:count], *(Row() for _ in range(count - len(self.rows)))]

    def _read_took(
        self, row: Row, text: str, elsewhere: Sequence[int], table: Sequence[int]
    ) -> None:
        others = [0] * KINDS
        for other in self.rows:
            if other is not row:
                others = [a + b for a, b in zip(others, self._held_by(other, table), strict=True)]
        threw = [0] * KINDS if row.held else row.threw.counts
        if row.held:
            others = [a + b for a, b in zip(others, table, strict=True)]
        # A card taken may have been thrown again, and then it lies where it is counted already.
        taken = [max(0, elsewhere[kind] + others[kind] - threw[kind]) for kind in range(KINDS)]
        row.took.read(text, self.deck, taken)

    def settle(self, deck: Deck, elsewhere: Sequence[int], table: Sequence[int]) -> None:
        """Read again what the cards elsewhere may have made right or wrong."""
        self.deck = deck
        for row in self.rows:
            row.threw.again(deck, ())
            self._read_took(row, row.took.text, elsewhere, table)

    def take(self, players: Sequence[Opponent], discards: Sequence[Card]) -> None:
        """Put other players in by program; of the cards thrown those that still lie there."""
        lying = Counter(card.kind for card in discards)
        rows = []
        for player, letter in zip(players, OTHERS, strict=False):
            row = Row(
                "" if player.name == letter else player.name,
                "" if player.score is None else str(player.score),
                player.phase,
                player.cards,
                player.laid,
                held=bool(player.holds) and not player.took,
                done=player.done,
            )
            row.took.write([*player.holds, *player.took])
            threw = [card for card in player.threw if _taken(lying, card.kind)]
            row.threw.write(threw)
            rows.append(row)
        # A field that has the focus takes new text only with a new revision.
        for row, old in zip(rows, self.rows, strict=False):
            row.took.revision += old.took.revision
            row.threw.revision += old.threw.revision
        self.rows = rows

    # --- what outlives a reload, and links -------------------------------------------------------

    def text(self) -> str:
        """Write the players as JSON, "" where there are none; as short as can be."""
        rows = [
            {
                key: value
                for key, value in {
                    "name": row.name,
                    "score": row.score,
                    "phase": row.phase,
                    "cards": row.cards,
                    "laid": row.laid,
                    "took": row.took.text,
                    "threw": row.threw.text,
                    "held": row.held,
                    "done": list(row.done),
                }.items()
                if value not in ("", None, False, [])
            }
            for row in self.rows
        ]
        return json.dumps(rows, separators=(",", ":"), ensure_ascii=False) if rows else ""

    def read(self, text: str, elsewhere: Sequence[int], table: Sequence[int]) -> None:
        """Take what :meth:`text` wrote; anything of the wrong shape is left out."""
        try:
            data = read_json(text[:LONGEST_LINK]) if text else []
        except ValueError:
            data = []
        given = [item for item in data if isinstance(item, dict)] if isinstance(data, list) else []
        self.rows = [Row() for _ in given[:MOST_OPPONENTS]]
        for place, (row, item) in enumerate(zip(self.rows, given, strict=False)):
            for key in ("name", "score", "threw", "took", "laid"):
                self.act(f"{key}.{place}", item.get(key), elsewhere, table)
            for key in ("phase", "cards"):
                self.act(f"{key}.{place}", _text(item.get(key)), elsewhere, table)
            if item.get("held") is True:
                row.held = True
                self._read_took(row, row.took.text, elsewhere, table)
            done = item.get("done")
            if isinstance(done, list):
                row.done = tuple(sorted({n for n in done if type(n) is int and 1 <= n <= 99}))

    # --- looks -----------------------------------------------------------------------------------

    def render_count(self, lang: str, prefix: str, least: int = 0) -> Html:
        """Draw the numbers of other players to choose from."""
        chips = [
            el(
                "button",
                count,
                type="button",
                role="radio",
                class_="p10-chip",
                id=f"{prefix}-count-{count}",
                aria_checked=count == len(self.rows),
                data_act="opponents.count",
                data_value=count,
            )
            for count in range(least, MOST_OPPONENTS + 1)
        ]
        ident = f"{prefix}-count-label"
        return el(
            "div",
            el("span", sentence(lang, "page.players.count"), id=ident, class_="p10-label"),
            el("div", chips, role="radiogroup", class_="p10-row", aria_labelledby=ident,
               data_roving=""),
            class_="p10-field",
        )  # fmt: skip

    def render_table(self, lang: str, phases: Sequence[Phase]) -> Html:
        """Draw every field of every player."""
        names = self.names
        return el(
            "div",
            self.render_count(lang, "opponents"),
            [
                el(
                    "fieldset",
                    el("legend", sentence(lang, "page.players.one", player=names[place])),
                    el(
                        "div",
                        self.name_field(lang, place, "opponents"),
                        self.phase_field(lang, place, "opponents", phases),
                        self._cards_field(lang, place),
                        class_="p10-player-fields",
                    ),
                    el(
                        "label",
                        el(
                            "input",
                            type="checkbox",
                            id=f"opponents-laid-{place}",
                            data_act=f"opponents.laid.{place}",
                            checked=row.laid,
                        ),
                        sentence(lang, "page.players.laid"),
                    ),
                    _card_field(lang, "took", place, row.took),
                    _card_field(lang, "threw", place, row.threw),
                    class_="p10-player",
                )
                for place, row in enumerate(self.rows)
            ],
            self.render_twin(lang),
            class_="p10-stack",
        )

    def render_twin(self, lang: str) -> Html | None:
        """Say which name two players have, or that one of them is called as I am."""
        if self.wrong_name is None:
            return None
        return el("p", error_text(lang, self.wrong_name), class_="p10-error")

    def name_field(self, lang: str, place: int, prefix: str) -> Html:
        """Draw the field of a name."""
        ident = f"{prefix}-name-{place}"
        return labelled(
            sentence(lang, "page.players.name"),
            ident,
            el(
                "input",
                type="text",
                id=ident,
                value=self.rows[place].name,
                placeholder=OTHERS[place],
                maxlength=LONGEST_NAME,
                data_act=f"opponents.name.{place}",
                autocomplete="off",
                spellcheck="false",
            ),
        )

    def phase_field(self, lang: str, place: int, prefix: str, phases: Sequence[Phase]) -> Html:
        """Draw the choice of the phase that a player is at."""
        row = self.rows[place]
        options = [("", sentence(lang, "page.players.unknown"))] + [
            (str(number), sentence(lang, "page.phase.chip", number=number,
                                   phase=phase_name(lang, phase)))
            for number, phase in enumerate(phases, start=1)
        ]  # fmt: skip
        return chosen(
            sentence(lang, "page.phase"),
            f"{prefix}-phase-{place}",
            f"opponents.phase.{place}",
            options,
            "" if row.phase is None else str(row.phase),
        )

    def _cards_field(self, lang: str, place: int) -> Html:
        row = self.rows[place]
        options = [("", sentence(lang, "page.players.unknown"))]
        options += [(str(n), str(n)) for n in range(HAND_LIMIT + 1)]
        return chosen(
            sentence(lang, "page.players.cards"),
            f"opponents-cards-{place}",
            f"opponents.cards.{place}",
            options,
            "" if row.cards is None else str(row.cards),
        )


def _card_field(lang: str, name: str, place: int, cards: CardField) -> Html:
    return cards_input(
        sentence(lang, f"page.players.{name}"),
        sentence(lang, f"page.players.{name}.help"),
        f"opponents-{name}-{place}",
        f"opponents.{name}.{place}",
        cards,
        [error_text(lang, problem.error) for problem in cards.problems[:SHOWN_PROBLEMS]],
    )


def _taken(counts: Counter[int], kind: int) -> bool:
    """Take one of a kind away where there is one."""
    if not counts[kind]:
        return False
    counts[kind] -= 1
    return True


def _is_number(text: str, high: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= high


def _text(value: object) -> str:
    return str(value) if type(value) is int else ""
