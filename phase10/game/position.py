"""All that one player can see, checked, to and from JSON.

The JSON form is a superset of what an answer needs; only what is known has to be given. Keys are
described in the README. Cards are counted against the deck over everything visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from phase10.game.cards import CARDS, HAND_LIMIT, KINDS, STANDARD_DECK, Card, Cards, Hand
from phase10.game.errors import CardError, GameError, NumberError, PositionError
from phase10.game.melds import Meld
from phase10.game.notation import parse_cards
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import SEED, Rules

__all__ = ["Opponent", "Position"]


@dataclass(frozen=True)
class Opponent:
    """Hold what is known of another player; ``phase`` is its number in the list in use.

    ``took``: cards taken from the discards, still held unless thrown or laid since; ``threw``: the
    cards thrown, which lie among the discards.
    """

    name: str
    phase: int | None = None
    score: int | None = None
    cards: int | None = None
    laid: bool = False
    took: Cards = Cards()
    threw: Cards = Cards()


@dataclass(frozen=True)
class Position:
    """Hold what one player sees.

    ``hand``: up to eleven cards; ``phase``: the goal; ``discards``: the discard pile up to and
    including the face-up card, as far as known; ``top``: the face-up card, which is the last
    discard where discards are given; ``seen``: further cards known not to be in the draw pile;
    ``table``: the laid groups. Raises :class:`CardError` ``card.too_many`` when everything visible
    together exceeds the deck.
    """

    hand: Hand
    phase: Phase
    rules: Rules = SEED
    phases: tuple[Phase, ...] = PHASES
    top: Card | None = None
    discards: tuple[Card, ...] = ()
    seen: Cards = Cards()
    table: tuple[Meld, ...] = ()
    players: tuple[Opponent, ...] = ()

    def __post_init__(self) -> None:
        # A wild stands for a number only once it is laid.
        discards = tuple(CARDS[card.kind] for card in self.discards)
        last = discards[-1] if discards else None
        top = last if self.top is None else CARDS[self.top.kind]
        if last is not None and top != last:
            raise PositionError("position.top", top=str(top), last=str(last))
        object.__setattr__(self, "discards", discards)
        object.__setattr__(self, "top", top)
        counts = [a + b for a, b in zip(self.hand.counts, self.out_of_play, strict=True)]
        for kind, (count, most) in enumerate(zip(counts, self.rules.deck.counts, strict=True)):
            if count > most:
                raise CardError("card.too_many", card=str(CARDS[kind]), count=count, limit=most)

    @cached_property
    def out_of_play(self) -> tuple[int, ...]:
        """Count the visible cards outside the own hand: fifty counts."""
        counts = [0] * KINDS
        pile = self.discards or ((self.top,) if self.top is not None else ())
        laid = tuple(card for meld in self.table for card in meld.cards)
        for card in (*pile, *laid, *self.seen):
            counts[card.kind] += 1
        on_table = Counter(card.kind for card in laid)
        for player in self.players:
            # A card taken may lie on the table since, also on a group of somebody else.
            gone = on_table + Counter(card.kind for card in player.threw)
            for kind, count in enumerate(player.took.counts):
                counts[kind] += max(0, count - gone[kind])
        return tuple(counts)

    @cached_property
    def known(self) -> Cards:
        """Collect the visible cards outside the own hand."""
        return Cards.from_counts(self.out_of_play, self.rules.deck)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Count the cards never seen, by kind: fifty counts."""
        return tuple(
            most - held - gone
            for most, held, gone in zip(
                self.rules.deck.counts, self.hand.counts, self.out_of_play, strict=True
            )
        )

    def with_hand(self, hand: Hand) -> Position:
        """Give the same position with another hand."""
        return replace(self, hand=hand)

    @classmethod
    def from_json(cls, data: object) -> Position:
        """Build from the JSON form; raise :class:`GameError` naming the part that is wrong."""
        return _Reader(data).position()

    def to_json(self) -> dict[str, Any]:
        """Give the JSON form; with the standard deck it reads back as an equal position."""
        result: dict[str, Any] = {
            "rules": str(self.rules),
            "me": {"hand": str(self.hand), "phase": str(self.phase)},
        }
        if self.phases != PHASES:
            result["phases"] = [str(phase) for phase in self.phases]
        if self.top is not None:
            result["top"] = str(self.top)
        if self.discards:
            result["discards"] = " ".join(map(str, self.discards))
        if self.seen:
            result["seen"] = str(self.seen)
        if self.table:
            result["table"] = [
                {"owner": meld.owner, "goal": meld.kind, "cards": " ".join(map(str, meld.cards))}
                for meld in self.table
            ]
        if self.players:
            result["players"] = [_player_json(player) for player in self.players]
        return result


def _player_json(player: Opponent) -> dict[str, Any]:
    result: dict[str, Any] = {"name": player.name, "laid": player.laid}
    for key in ("phase", "score", "cards"):
        value = getattr(player, key)
        if value is not None:
            result[key] = value
    for key in ("took", "threw"):
        if getattr(player, key):
            result[key] = str(getattr(player, key))
    return result


MOST_OPPONENTS = 5
_SCORE = (0, 100_000)
_PHASE_NUMBER = (1, 99)
_KEYS = {
    "rules", "phases", "me", "players", "turn", "at", "dealer", "top", "discards", "seen", "pile",
    "table", "skipped", "round",
}  # fmt: skip
_MY_KEYS = {"hand", "phase", "score", "laid"}
_PLAYER_KEYS = {"name", "phase", "score", "cards", "laid", "took", "threw"}


_C = TypeVar("_C", bound=Cards)
_R = TypeVar("_R")


class _Reader:
    """Read the JSON form part by part, so that an error names its part."""

    def __init__(self, data: object) -> None:
        self.data = _mapping(data, "position")
        _only(self.data, _KEYS, "")

    def position(self) -> Position:
        data = self.data
        me = _mapping(data.get("me"), "me")
        _only(me, _MY_KEYS, "me.")
        self.check_course(me)
        phases = self.phases()
        rules = Rules.parse(_text(data.get("rules", "seed"), "rules"))
        if "phase" not in me:
            raise PositionError("position.shape", key="me.phase", expected="phase")
        phase_text = me["phase"]
        if isinstance(phase_text, int) and not isinstance(phase_text, bool):
            phase_text = str(phase_text)
        top = data.get("top")
        return Position(
            hand=self.cards(me, "me.hand", Hand, rules),
            phase=_at("me.phase", lambda: Phase.parse(_text(phase_text, "me.phase"), phases)),
            rules=rules,
            phases=phases,
            top=None if top in (None, "") else _at("top", lambda: Card.parse(_text(top, "top"))),
            discards=_at(
                "discards", lambda: tuple(parse_cards(_text(data.get("discards", ""), "discards")))
            ),
            seen=self.cards(data, "seen", Cards, rules),
            table=tuple(
                _at("table", partial(self.meld, item))
                for item in _list(data.get("table", []), "table")
            ),
            players=self.players(rules),
        )

    def cards(self, data: Mapping[str, Any], place: str, kind: type[_C], rules: Rules) -> _C:
        """Read the cards at a place of the position, "" when nothing is given."""
        text = _text(data.get(place.rpartition(".")[2], ""), place)
        return _at(place, lambda: kind(text, rules.deck))

    def check_course(self, me: Mapping[str, Any]) -> None:
        """Check the parts about the course of the round, on which no figure depends."""
        for key in ("turn", "at", "dealer"):
            _text(self.data.get(key, ""), key)
        for name in _list(self.data.get("skipped", []), "skipped"):
            _text(name, "skipped")
        _number(self.data.get("pile"), "pile", 0, STANDARD_DECK.size)
        _number(self.data.get("round"), "round", 1, 100_000)
        _number(me.get("score"), "me.score", *_SCORE)
        _boolean(me.get("laid", False), "me.laid")

    def phases(self) -> tuple[Phase, ...]:
        given = self.data.get("phases", "classic")
        if isinstance(given, list):
            return tuple(Phase(_text(item, "phases")) for item in given)
        return EDITIONS[_text(given, "phases")].phases

    def meld(self, item: object) -> Meld:
        if isinstance(item, str):
            return Meld.parse(item)
        data = _mapping(item, "table")
        _only(data, {"owner", "goal", "cards"}, "table.")
        return Meld.of(
            _text(data.get("owner", ""), "table.owner"),
            _text(data.get("goal", ""), "table.goal"),
            _text(data.get("cards", ""), "table.cards"),
        )

    def players(self, rules: Rules) -> tuple[Opponent, ...]:
        given = _list(self.data.get("players", []), "players")
        _number(len(given), "players", 0, MOST_OPPONENTS)
        return tuple(
            self.player(item, name, rules) for item, name in zip(given, "ABCDE", strict=False)
        )

    def player(self, item: object, name: str, rules: Rules) -> Opponent:
        data = _mapping(item, "players")
        _only(data, _PLAYER_KEYS, "players.")
        return Opponent(
            name=_text(data.get("name", name), "players.name"),
            phase=_number(data.get("phase"), "players.phase", *_PHASE_NUMBER),
            score=_number(data.get("score"), "players.score", *_SCORE),
            cards=_number(data.get("cards"), "players.cards", 0, HAND_LIMIT),
            laid=_boolean(data.get("laid", False), "players.laid"),
            took=self.cards(data, "players.took", Cards, rules),
            threw=self.cards(data, "players.threw", Cards, rules),
        )


def _at(place: str, read: Callable[[], _R]) -> _R:
    """Read a part; an error in it tells the place."""
    try:
        return read()
    except GameError as error:
        error.place = error.place or place
        raise


def _mapping(value: object, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise PositionError("position.shape", key=key, expected="object")
    return value


def _only(data: Mapping[str, Any], allowed: set[str], prefix: str) -> None:
    for key in data:
        if key not in allowed:
            raise PositionError("position.unknown_key", key=f"{prefix}{key}")


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise PositionError("position.shape", key=key, expected="text")
    return value


def _boolean(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError("position.shape", key=key, expected="boolean")
    return value


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise PositionError("position.shape", key=key, expected="list")
    return value


def _number(value: object, key: str, low: int, high: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError("position.shape", key=key, expected="number")
    if not low <= value <= high:
        raise NumberError("number.range", what=key, value=value, low=low, high=high)
    return value
