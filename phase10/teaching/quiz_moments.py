"""Moments for the quiz: for every topic a position and a move that is about it.

A moment is only proposed here. Whether its move is lawful, and if not why, is for the referee to
say (:mod:`phase10.teaching.quiz`); a moment that turns out to be about something else is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from phase10.game.cards import CARDS, COLORS, NUMBERS, SKIP, STANDARD_DECK, WILD
from phase10.game.phases import PHASES, Group

__all__ = ["ALLOWED", "MAKERS", "Moment"]


class Moment(NamedTuple):
    """Hold a position in its JSON form, and a move in text."""

    position: dict[str, Any]
    move: str


class _UsedUp(Exception):
    """No card of a number, a color or a kind is left: a moment that needs one is none."""


class _Table:
    """Hold the cards that are left of a deck, and hand them out by chance.

    Whoever asks for a card that is used up gets :class:`_UsedUp`.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.left = Counter(
            {kind: count for kind, count in enumerate(STANDARD_DECK.counts) if count}
        )

    def take(self, kind: int) -> str:
        """Take one card of a kind."""
        if not self.left[kind]:
            raise _UsedUp
        self.left[kind] -= 1
        return str(CARDS[kind])

    def of_number(self, number: int) -> str:
        """Take a card of a number."""
        return self._one_of(range(number - 1, len(COLORS) * NUMBERS, NUMBERS))

    def of_color(self, color: int) -> str:
        """Take a card of a color."""
        return self._one_of(range(color * NUMBERS, (color + 1) * NUMBERS))

    def _one_of(self, kinds: Sequence[int]) -> str:
        left = [kind for kind in kinds if self.left[kind]]
        if not left:
            raise _UsedUp
        return self.take(self.chance.choice(left))

    def some(self, count: int, avoid: Sequence[int] = ()) -> list[str]:
        """Take number cards by chance, none of some numbers."""
        return [
            self.of_number(self.chance.choice([n for n in range(1, NUMBERS + 1) if n not in avoid]))
            for _ in range(count)
        ]

    def number(self, low: int = 1, high: int = NUMBERS) -> int:
        """Choose a number."""
        return self.chance.randint(low, high)

    def group(self, goal: Group, wilds: int = 0, avoid: Sequence[int] = ()) -> tuple[str, ...]:
        """Take the cards of a group, so many of them wilds that stand for what they replace."""
        if goal.kind == "set":
            number = self.chance.choice([n for n in range(1, NUMBERS + 1) if n not in avoid])
            cards = [self.of_number(number) for _ in range(goal.size - wilds)]
            return (*cards, *(self._wild(number) for _ in range(wilds)))
        if goal.kind == "run":
            start = self.number(1, NUMBERS + 1 - goal.size)
            places = set(self.chance.sample(range(goal.size), wilds))
            return tuple(
                self._wild(start + place) if place in places else self.of_number(start + place)
                for place in range(goal.size)
            )
        color = self.chance.randrange(len(COLORS))
        return (
            *(self.of_color(color) for _ in range(goal.size - wilds)),
            *(self.take(WILD) for _ in range(wilds)),
        )

    def _wild(self, number: int) -> str:
        return f"{self.take(WILD)}={number}"

    def phase(self, number: int, wilds: int = 0) -> list[tuple[str, tuple[str, ...]]]:
        """Take the cards of a phase: kinds and cards of its groups."""
        groups = PHASES[number - 1].groups
        share = [0] * len(groups)
        for _ in range(wilds):
            share[self.chance.randrange(len(groups))] += 1
        return [
            (goal.kind, self.group(goal, min(count, goal.size - 1)))
            for goal, count in zip(groups, share, strict=True)
        ]


# --- positions ------------------------------------------------------------------------------------

_OTHERS: Final = ("Anna", "Otto")


def _position(table: _Table, hand: Sequence[str], phase: int, /, **more: Any) -> dict[str, Any]:
    me = {"hand": " ".join(_bare(hand)), "phase": phase, **more.pop("me", {})}
    top = more.pop("top", None) or table.some(1)[0]
    players = more.pop("players", [{"name": name} for name in _OTHERS])
    return {"me": me, "players": players, "top": top, **more}


def _bare(cards: Sequence[str]) -> list[str]:
    """Write cards as they are in the hand: a wild stands for nothing yet."""
    return [card.partition("=")[0] for card in cards]


def _flat(groups: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    return [card for _, cards in groups for card in cards]


def _lay(groups: Sequence[tuple[str, Sequence[str]]]) -> str:
    return "lay " + " | ".join(f"{kind} {' '.join(cards)}" for kind, cards in groups)


def _drawing(table: _Table, move: str, top: str | None = None) -> Moment:
    hand = table.some(10)
    at = {"at": "before_draw", "top": top}
    return Moment(_position(table, hand, table.number(1, 10), **at), move.format(card=hand[0]))


def _drawn(table: _Table, move: str, *, with_skip: bool = False, **more: Any) -> Moment:
    hand = [*table.some(10), table.take(SKIP) if with_skip else table.some(1)[0]]
    position = _position(table, hand, table.number(1, 10), at="after_draw", **more)
    return Moment(position, move.format(card=hand[0], top=position["top"]))


def _laying(
    table: _Table,
    change: Callable[[_Table, list[tuple[str, tuple[str, ...]]], list[str]], str | None],
    numbers: Sequence[int] = range(1, 11),
    wilds: int | None = None,
    more: Sequence[str] = (),
) -> Moment:
    """Hold a complete phase and try to lay it, or something that ``change`` makes of it."""
    number = table.chance.choice(list(numbers))
    count = table.chance.choice((0, 0, 1, 2)) if wilds is None else wilds
    groups = table.phase(number, count)
    spare = list(more)
    spare += table.some(11 - len(_flat(groups)) - len(spare))
    move = change(table, groups, spare) or _lay(groups)
    return Moment(_position(table, [*_flat(groups), *spare], number, at="after_draw"), move)


def _hitting(table: _Table, *, laid_now: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Lay my phase and Anna's on the table: the parts of a position, and a few cards in hand."""
    mine, hers = table.chance.choice((1, 2, 7)), table.chance.choice((2, 3, 4, 8))
    groups = [
        *(("me", *group) for group in table.phase(mine, table.number(0, 1))),
        *(("Anna", *group) for group in table.phase(hers, table.number(0, 2))),
    ]
    parts = {
        "phase": mine,
        "at": "after_draw",
        "me": {"laid": True, "laid_now": laid_now},
        "players": [{"name": "Anna", "phase": hers, "laid": True}, {"name": "Otto"}],
        "table": [f"{owner} {kind} {' '.join(cards)}" for owner, kind, cards in groups],
    }
    return parts, table.some(3)


def _hit(
    table: _Table,
    kinds: Sequence[str],
    card: Callable[[_Table, str, list[str]], str],
    *,
    owner: str = "",
    laid_now: bool = False,
    alone: bool = False,
) -> Moment:
    """Try to hit a card on a group of one of these kinds."""
    parts, hand = _hitting(table, laid_now=laid_now)
    places: Counter[str] = Counter()
    groups: list[tuple[str, int, str, list[str]]] = []
    for text in parts["table"]:
        whose, kind, *cards = text.split()
        places[whose] += 1
        if kind in kinds and owner in ("", whose):
            groups.append((whose, places[whose], kind, cards))
    if not groups:
        return Moment({}, "")
    whose, place, kind, cards = table.chance.choice(groups)
    tried = card(table, kind, cards)
    held = [tried] if alone else [tried, *hand]
    phase = parts.pop("phase")
    return Moment(_position(table, held, phase, **parts), f"hit {tried} on {whose}.{place}")


def _numbers(cards: Sequence[str]) -> list[int]:
    return [int(card.partition("=")[2] or card[1:]) for card in cards if card != "W"]


def _color_of(cards: Sequence[str]) -> int:
    return next("RBGY".index(card[0]) for card in cards if card[0] in "RBGY")


# --- changes to a laying --------------------------------------------------------------------------


def _lack_group(_: _Table, groups: list[tuple[str, tuple[str, ...]]], __: list[str]) -> str:
    return _lay(groups[:1])


def _lack_card(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    kind, cards = groups[-1]
    spare.append(cards[-1])
    groups[-1] = (kind, cards[:-1])
    return _lay(groups)


def _another_card(
    table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]
) -> str:
    place = table.chance.randrange(len(groups))
    kind, cards = groups[place]
    changed = list(cards)
    changed[table.chance.randrange(len(cards))] = table.chance.choice(spare)
    told = list(groups)
    told[place] = (kind, tuple(changed))
    return _lay(told)


def _skip_inside(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    kind, cards = groups[0]
    told = [(kind, (*cards[:-1], "S")), *groups[1:]]
    return _lay(told)


def _card_twice(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    (first, cards), (second, others) = groups
    shared = next((card for card in cards if card in others or first == second), cards[0])
    return _lay([(first, cards), (second, (*others[:-1], shared))])


def _third_group(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    number = table.number()
    third = tuple(table.of_number(number) for _ in range(3))
    spare[:3] = third
    return _lay([*groups, ("set", third)])


def _other_kind(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    number = table.number()
    other = tuple(table.of_number(number) for _ in range(3))
    spare[:3] = other
    return _lay([groups[0], ("set", other)])


def _only_wilds(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    start = table.number(1, 5)
    wilds = tuple(f"{table.take(WILD)}={start + place}" for place in range(7))
    groups[:] = [("run", wilds)]
    spare[:] = table.some(4)
    return _lay(groups)


def _beyond_end(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    cards = [table.of_number(number) for number in (10, 11, 12)]
    groups[1] = ("run", (*cards, table.take(WILD)))
    return _lay(groups)


def _round_the_end(
    table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]
) -> str:
    groups[1] = ("run", tuple(table.of_number(number) for number in (11, 12, 1, 2)))
    return _lay(groups)


def _with_extra(table: _Table, groups: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    kind, cards = groups[0]
    spare[0] = table.of_number(_numbers(cards)[0])
    return _lay([(kind, (*cards, spare[0])), *groups[1:]])


def _discards(_: _Table, __: list[tuple[str, tuple[str, ...]]], spare: list[str]) -> str:
    return f"discard {_bare(spare)[0]}"


# --- the topics -----------------------------------------------------------------------------------


def _unfit(table: _Table, _: str, cards: list[str]) -> str:
    return table.some(1, _numbers(cards))[0]


def _inside(table: _Table, _: str, cards: list[str]) -> str:
    return table.of_number(table.chance.choice(_numbers(cards)))


def _far(table: _Table, _: str, cards: list[str]) -> str:
    low, high = min(_numbers(cards)), max(_numbers(cards))
    return table.some(1, [*range(low - 1, high + 2)])[0] if high - low < NUMBERS - 3 else "S"


def _end(table: _Table, _: str, cards: list[str]) -> str:
    return table.of_number(1 if max(_numbers(cards)) == NUMBERS else NUMBERS)


def _next_in_run(table: _Table, _: str, cards: list[str]) -> str:
    low, high = min(_numbers(cards)), max(_numbers(cards))
    options = [number for number in (low - 1, high + 1) if 1 <= number <= NUMBERS]
    return table.of_number(table.chance.choice(options or [1]))


def _same_number(table: _Table, _: str, cards: list[str]) -> str:
    return table.of_number(_numbers(cards)[0])


def _same_color(table: _Table, _: str, cards: list[str]) -> str:
    return table.of_color(_color_of(cards))


def _other_color(table: _Table, _: str, cards: list[str]) -> str:
    other = [color for color in range(len(COLORS)) if color != _color_of(cards)]
    return table.of_color(table.chance.choice(other))


def _wild_for(table: _Table, kind: str, cards: list[str]) -> str:
    table.take(WILD)
    if kind != "run":
        return "W"
    low, high = min(_numbers(cards)), max(_numbers(cards))
    return f"W={low - 1 if low > 1 else high + 1}"


def _place_of_wild(table: _Table, _: str, cards: list[str]) -> str:
    stood = [int(card[2:]) for card in cards if card.startswith("W=")]
    return table.of_number(table.chance.choice(stood)) if stood else "S"


def _skip_card(table: _Table, _: str, __: list[str]) -> str:
    return table.take(SKIP)


def _fitting(table: _Table, kind: str, cards: list[str]) -> str:
    return {"set": _same_number, "run": _next_in_run}.get(kind, _same_color)(table, kind, cards)


def _takes_back(table: _Table) -> Moment:
    parts, hand = _hitting(table)
    wilds = [
        (text.split()[0], place, card)
        for place, text in enumerate(parts["table"], start=1)
        for card in text.split()[2:]
        if card.startswith("W")
    ]
    if not wilds:
        return Moment({}, "")
    whose, place, card = table.chance.choice(wilds)
    own = sum(text.startswith("me ") for text in parts["table"])
    number = place if whose == "me" else place - own
    phase = parts.pop("phase")
    return Moment(_position(table, hand, phase, **parts), f"take {card} from {whose}.{number}")


def _lays_again(table: _Table) -> Moment:
    parts, _ = _hitting(table)
    groups = table.phase(1)
    phase = parts.pop("phase")
    return Moment(_position(table, [*_flat(groups), *table.some(1)], phase, **parts), _lay(groups))


def _hits_too_early(table: _Table) -> Moment:
    number = table.number()
    her_groups = [
        ("set", tuple(table.of_number(number) for _ in range(3))),
        ("set", table.group(Group("set", 3), avoid=[number])),
    ]
    card = table.of_number(number)
    position = _position(
        table,
        [card, *table.some(10)],
        table.number(1, 10),
        at="after_draw",
        players=[{"name": "Anna", "phase": 1, "laid": True}, {"name": "Otto"}],
        table=[f"Anna {kind} {' '.join(cards)}" for kind, cards in her_groups],
    )
    return Moment(position, f"hit {card} on Anna.1")


def _lays_another(table: _Table) -> Moment:
    number = table.number(2, 10)
    groups = table.phase(number)
    hand = [*_flat(groups), *table.some(11 - len(_flat(groups)))]
    return Moment(
        _position(table, hand, number - 1, at="after_draw"),
        f"lay {number}: {_lay(groups).removeprefix('lay ')}",
    )


def _in_anothers_turn(table: _Table) -> Moment:
    groups = table.phase(1)
    hand = [*_flat(groups), *table.some(4)]
    more = {"at": "others_turn", "turn": "Otto"}
    move = table.chance.choice((_lay(groups), "draw pile", f"discard {_bare(hand)[0]}"))
    return Moment(_position(table, hand, 1, **more), move)


Maker = Callable[[_Table], Moment]

_TWO_GOALS: Final = (1, 2, 3, 7, 9, 10)
_BOTH: Final = ("set", "run", "color")

MAKERS: Final[dict[str, Maker]] = {
    "draw.first": lambda t: _drawing(t, "discard {card}"),
    "draw.only_top": lambda t: _drawing(t, "take discard second"),
    "draw.skip": lambda t: _drawing(t, "take discard", t.take(SKIP)),
    "draw.once": lambda t: _drawn(t, t.chance.choice(("draw pile", "take discard"))),
    "turn.must_discard": lambda t: _drawn(t, "end turn"),
    "turn.not_yours": _in_anothers_turn,
    "discard.target": lambda t: _drawn(t, "discard {card} on Anna"),
    "skip.next_only": lambda t: _drawn(t, "discard S on Otto", with_skip=True),
    "skip.choose": lambda t: _drawn(t, "discard S", with_skip=True),
    "skip.served": lambda t: _drawn(t, "discard S on Otto", with_skip=True, skipped=["Otto"]),
    "skip.self": lambda t: _drawn(t, "discard S on me", with_skip=True),
    "lay.partial": lambda t: _laying(t, _lack_group, _TWO_GOALS),
    "lay.short": lambda t: _laying(t, _lack_card),
    "lay.numbers": lambda t: _laying(t, _another_card, (1, 7, 9, 10)),
    "lay.order": lambda t: _laying(t, _another_card, (4, 5, 6)),
    "lay.order round the end": lambda t: _laying(t, _round_the_end, (2,)),
    "lay.ends": lambda t: _laying(t, _beyond_end, (2,), wilds=0),
    "lay.color": lambda t: _laying(t, _another_card, (8,)),
    "lay.skip": lambda t: _laying(t, _skip_inside, more=[t.take(SKIP)]),
    "lay.twice": lambda t: _laying(t, _card_twice, (1, 7), wilds=0),
    "lay.not_a_goal": lambda t: _laying(t, _third_group, (1,)),
    "lay.wrong_goal": lambda t: _laying(t, _other_kind, (2,)),
    "lay.no_natural": lambda t: _laying(t, _only_wilds, (4,), wilds=0),
    "lay.not_open": _lays_another,
    "lay.already": _lays_again,
    "hit.before_laying": _hits_too_early,
    "hit.others_same_turn": lambda t: _hit(t, _BOTH, _fitting, owner="Anna", laid_now=True),
    "hit.numbers": lambda t: _hit(t, ("set",), _unfit),
    "hit.order": lambda t: _hit(t, ("run",), t.chance.choice((_inside, _far))),
    "hit.ends": lambda t: _hit(t, ("run",), _end),
    "hit.color": lambda t: _hit(t, ("color",), _other_color),
    "hit.taken": lambda t: _hit(t, ("run",), _place_of_wild),
    "hit.skip": lambda t: _hit(t, _BOTH, _skip_card),
    "hit.last_card": lambda t: _hit(t, _BOTH, _fitting, alone=True),
    "wild.stays": _takes_back,
    "allowed S21": lambda t: _drawing(t, t.chance.choice(("draw pile", "take discard"))),
    "allowed S21 wild": lambda t: _drawing(t, "take discard", t.take(WILD)),
    "allowed S22": lambda t: _laying(t, _discards),
    "allowed S23": lambda t: _laying(t, lambda *_: None, wilds=0),
    "allowed S25": lambda t: _hit(t, _BOTH, _fitting, owner="me", laid_now=True),
    "allowed S25 more": lambda t: _laying(t, _with_extra, (1, 2, 7), wilds=0),
    "allowed S28": lambda t: _hit(t, ("set",), _same_number),
    "allowed S29": lambda t: _hit(t, ("run",), _next_in_run),
    "allowed S30": lambda t: _hit(t, ("color",), _same_color),
    "allowed S31": lambda t: _hit(t, _BOTH, _fitting, owner="Anna"),
    "allowed S32": lambda t: _drawn(t, "discard {card}"),
    "allowed S36": lambda t: _laying(t, lambda *_: None, wilds=t.number(1, 3)),
    "allowed S37": lambda t: _hit(t, _BOTH, _wild_for),
    "allowed S40": lambda t: _drawn(t, "discard S on Anna", with_skip=True),
    "allowed S41": lambda t: _drawn(t, "discard {card}", with_skip=True),
}
"""For every topic what proposes a moment: a code of a refusal, or a rule that allows the move.

What stands after the code or the rule only tells topics apart.
"""

ALLOWED: Final = "allowed"
"""The first word of the topics with a lawful move."""


def moment(topic: str, seed: str) -> Moment:
    """Propose a moment for a topic; the same seed gives the same one. It may be none: ``{}``."""
    try:
        return MAKERS[topic](_Table(Random(f"{topic}/{seed}")))
    except _UsedUp:
        return Moment({}, "")
