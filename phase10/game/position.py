"""All that one player can see, checked, to and from JSON.

The JSON form is a superset of what an answer needs; only what is known has to be given. Keys are
described in the README. Cards are counted against the deck over everything visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final, TypeVar

from phase10.game.cards import CARDS, HAND_LIMIT, KINDS, STANDARD_DECK, Card, Cards, Hand
from phase10.game.errors import CardError, PositionError
from phase10.game.melds import Meld
from phase10.game.notation import parse_cards
from phase10.game.parts import (
    at_place,
    one_of,
    only_keys,
    read_boolean,
    read_list,
    read_mapping,
    read_number,
    read_text,
)
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.rules import SEED, Rules

__all__ = ["ME", "MOMENTS", "POSITION_KEYS", "Opponent", "Position"]

ME: Final = "me"
"""The name of the player who sees the position."""

MOMENTS: Final = ("before_draw", "after_draw", "others_turn", "round_over")
"""When a position is seen: before or after the own draw, in another player's turn, at the end."""


@dataclass(frozen=True)
class Opponent:
    """Hold what is known of another player; ``phase`` is its number in the list in use.

    ``took``: cards taken from the discards, still held unless thrown or laid since; ``threw``: the
    cards thrown, which lie among the discards; ``holds``: cards known to be in this hand, counted
    exactly and in addition to ``took``. ``done``: numbers of the phases made in earlier rounds,
    asked for only where phases are played in any order (S63).
    """

    name: str
    phase: int | None = None
    score: int | None = None
    cards: int | None = None
    laid: bool = False
    took: Cards = Cards()
    threw: Cards = Cards()
    holds: Cards = Cards()
    done: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """Hold what one player sees.

    ``hand``: up to eleven cards; ``phase``: the goal; ``discards``: the discard pile up to and
    including the face-up card, as far as known; ``top``: the face-up card, which is the last
    discard where discards are given; ``seen``: further cards known not to be in the draw pile;
    ``table``: the laid groups, the own ones with the owner :data:`ME`; ``players``: the others in
    turn order.

    The course of the round, "", None or () where it is not known: ``score``: own points of the
    rounds before; ``laid``: whether the own phase lies, ``laid_now``: since this turn; ``took``:
    the card taken from the discards in this turn; ``done``: as of an :class:`Opponent`; ``turn``
    and ``dealer``: names; ``at``: one of :data:`MOMENTS`; ``skipped``: who has a turn to lose,
    once for each turn; ``pile``: cards in the draw pile; ``tie_break``: whether this is one (S53).

    Raises :class:`CardError` ``card.too_many`` when everything visible together exceeds the deck,
    :class:`PositionError` ``position.top`` or ``position.value``.
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
    score: int | None = None
    laid: bool = False
    laid_now: bool = False
    took: Card | None = None
    done: tuple[int, ...] = ()
    turn: str = ""
    at: str = ""
    dealer: str = ""
    skipped: tuple[str, ...] = ()
    pile: int | None = None
    round: int | None = None
    tie_break: bool = False

    def __post_init__(self) -> None:
        # A wild stands for a number only once it is laid.
        discards = tuple(CARDS[card.kind] for card in self.discards)
        last = discards[-1] if discards else None
        top = last if self.top is None else CARDS[self.top.kind]
        if last is not None and top != last:
            raise PositionError("position.top", top=str(top), last=str(last))
        if self.at:
            one_of(self.at, "at", MOMENTS)
        if self.took is not None:
            object.__setattr__(self, "took", CARDS[self.took.kind])
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
        for player in self.players:
            for kind, count in enumerate(self.held_by(player)):
                counts[kind] += count
        return tuple(counts)

    def held_by(self, player: Opponent) -> tuple[int, ...]:
        """Count the cards known to be in another player's hand: fifty counts."""
        counts = list(player.holds.counts)
        if player.took:
            # A card taken may lie on the table since, also on a group of somebody else.
            gone = Counter(card.kind for meld in self.table for card in meld.cards)
            gone.update(card.kind for card in player.threw)
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
        me: dict[str, Any] = {"hand": str(self.hand), "phase": str(self.phase)}
        result: dict[str, Any] = {"rules": str(self.rules), "me": me}
        if self.score is not None:
            me["score"] = self.score
        if self.took is not None:
            me["took"] = str(self.took)
        if self.done:
            me["done"] = list(self.done)
        for target, key in ((me, "laid"), (me, "laid_now"), (result, "tie_break")):
            if getattr(self, key):
                target[key] = True
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
        for key in ("turn", "at", "dealer"):
            if getattr(self, key):
                result[key] = getattr(self, key)
        if self.skipped:
            result["skipped"] = list(self.skipped)
        for key in ("pile", "round"):
            if getattr(self, key) is not None:
                result[key] = getattr(self, key)
        return result


def _player_json(player: Opponent) -> dict[str, Any]:
    result: dict[str, Any] = {"name": player.name, "laid": player.laid}
    for key in ("phase", "score", "cards"):
        value = getattr(player, key)
        if value is not None:
            result[key] = value
    for key in ("took", "threw", "holds"):
        if getattr(player, key):
            result[key] = str(getattr(player, key))
    if player.done:
        result["done"] = list(player.done)
    return result


MOST_OPPONENTS: Final = 5
_SCORE: Final = (0, 100_000)
_PHASE_NUMBER: Final = (1, 99)
POSITION_KEYS: Final = frozenset(
    {
        *("rules", "phases", "me", "players", "turn", "at", "dealer", "top", "discards", "seen"),
        *("pile", "table", "skipped", "round", "tie_break"),
    }
)
"""The parts of the JSON form."""
_MY_KEYS: Final = frozenset(("hand", "phase", "score", "laid", "laid_now", "took", "done"))
_PLAYER_KEYS: Final = frozenset(
    ("name", "phase", "score", "cards", "laid", "took", "threw", "holds", "done")
)


_C = TypeVar("_C", bound=Cards)


class _Reader:
    """Read the JSON form part by part, so that an error names its part."""

    def __init__(self, data: object) -> None:
        self.data = read_mapping(data, "position")
        only_keys(self.data, POSITION_KEYS)

    def position(self) -> Position:
        data = self.data
        me = read_mapping(data.get("me"), "me")
        only_keys(me, _MY_KEYS, "me.")
        course = self.course(me)
        phases = read_phases(data.get("phases", "classic"))
        rules = Rules.parse(read_text(data.get("rules", "seed"), "rules"))
        if "phase" not in me:
            raise PositionError("position.shape", key="me.phase", expected="phase")
        return Position(
            hand=self.cards(me, "me.hand", Hand, rules),
            phase=at_place("me.phase", lambda: read_phase(me["phase"], phases, "me.phase")),
            rules=rules,
            phases=phases,
            top=_card(data.get("top"), "top"),
            discards=at_place(
                "discards",
                lambda: tuple(parse_cards(read_text(data.get("discards", ""), "discards"))),
            ),
            seen=self.cards(data, "seen", Cards, rules),
            table=read_table(data.get("table", [])),
            players=self.players(rules),
            **course,
        )

    def cards(self, data: Mapping[str, Any], place: str, kind: type[_C], rules: Rules) -> _C:
        """Read the cards at a place of the position, "" when nothing is given."""
        text = read_text(data.get(place.rpartition(".")[2], ""), place)
        return at_place(place, lambda: kind(text, rules.deck))

    def course(self, me: Mapping[str, Any]) -> dict[str, Any]:
        """Read the parts about the course of the round."""
        data = self.data
        return {
            **{key: read_text(data.get(key, ""), key) for key in ("turn", "at", "dealer")},
            "skipped": tuple(
                read_text(name, "skipped") for name in read_list(data.get("skipped", []), "skipped")
            ),
            "pile": read_number(data.get("pile"), "pile", 0, STANDARD_DECK.size),
            "round": read_number(data.get("round"), "round", 1, 100_000),
            "tie_break": read_boolean(data.get("tie_break", False), "tie_break"),
            "score": read_number(me.get("score"), "me.score", *_SCORE),
            "laid": read_boolean(me.get("laid", False), "me.laid"),
            "laid_now": read_boolean(me.get("laid_now", False), "me.laid_now"),
            "took": _card(me.get("took"), "me.took"),
            "done": _numbers(me.get("done", []), "me.done"),
        }

    def players(self, rules: Rules) -> tuple[Opponent, ...]:
        given = read_list(self.data.get("players", []), "players")
        read_number(len(given), "players", 0, MOST_OPPONENTS)
        return tuple(
            self.player(item, name, rules) for item, name in zip(given, "ABCDE", strict=False)
        )

    def player(self, item: object, name: str, rules: Rules) -> Opponent:
        data = read_mapping(item, "players")
        only_keys(data, _PLAYER_KEYS, "players.")
        return Opponent(
            name=read_text(data.get("name", name), "players.name"),
            phase=read_number(data.get("phase"), "players.phase", *_PHASE_NUMBER),
            score=read_number(data.get("score"), "players.score", *_SCORE),
            cards=read_number(data.get("cards"), "players.cards", 0, HAND_LIMIT),
            laid=read_boolean(data.get("laid", False), "players.laid"),
            took=self.cards(data, "players.took", Cards, rules),
            threw=self.cards(data, "players.threw", Cards, rules),
            holds=self.cards(data, "players.holds", Cards, rules),
            done=_numbers(data.get("done", []), "players.done"),
        )


def read_phases(given: object) -> tuple[Phase, ...]:
    """Read the list of phases in use: the name of an edition, or a list of phases."""
    if isinstance(given, list):
        return tuple(Phase(read_text(item, "phases")) for item in given)
    return EDITIONS[read_text(given, "phases")].phases


def read_phase(given: object, phases: tuple[Phase, ...], key: str) -> Phase:
    """Read a phase: its number in the list in use, or its goals."""
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    return Phase.parse(read_text(given, key), phases)


def read_table(given: object) -> tuple[Meld, ...]:
    """Read the laid groups: each as text, or as an object with owner, goal and cards."""
    return tuple(at_place("table", partial(_meld, item)) for item in read_list(given, "table"))


def _meld(item: object) -> Meld:
    if isinstance(item, str):
        return Meld.parse(item)
    data = read_mapping(item, "table")
    only_keys(data, ("owner", "goal", "cards"), "table.")
    return Meld.of(
        read_text(data.get("owner", ""), "table.owner"),
        read_text(data.get("goal", ""), "table.goal"),
        read_text(data.get("cards", ""), "table.cards"),
    )


def _card(given: object, key: str) -> Card | None:
    """Read a card, None when there is none."""
    if given in (None, ""):
        return None
    return at_place(key, lambda: Card.parse(read_text(given, key)))


def _numbers(given: object, key: str) -> tuple[int, ...]:
    """Read numbers of phases, each once and in order."""
    read = {read_number(item, key, *_PHASE_NUMBER) for item in read_list(given, key)}
    if None in read:
        raise PositionError("position.shape", key=key, expected="number")
    return tuple(sorted(number for number in read if number is not None))
