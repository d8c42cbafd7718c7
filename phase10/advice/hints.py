"""Rank every move of a position: the place where later, stronger rankings go.

The first ranking is by counting: fewest missing cards, then most live useful cards, then fewest
points in hand. It looks one draw ahead and says so (``method``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from phase10.game.cards import CARDS, HAND_LIMIT, Card, Hand
from phase10.game.position import Position
from phase10.game.rules import SEED
from phase10.solver.counting import equal_kinds
from phase10.solver.groupings import Grouping, best_groupings, missing
from phase10.solver.layouts import after_laying
from phase10.solver.odds import (
    DrawOdds,
    chances_within,
    chances_within_discards,
    draw_odds,
    useful_draws,
)

__all__ = ["CHART_DRAWS", "Advice", "Option", "advise"]

CHART_DRAWS: Final = 5
_SHOWN: Final = (1, 2, 3, 5)
_METHOD: Final = {
    "missing": "exact",
    "useful": "exact",
    "live": "exact",
    "p_next": "exact",
    "p_within": "bound",
    "points_left": "exact",
    "rank": "counting",
}


@dataclass(frozen=True)
class Option:
    """Hold one possible move with its figures.

    ``move``: ``discard R5``, ``take discard``, ``draw pile``, ``lay set R3 B3 Y3 | run …``.
    ``then``: the discard that follows a take or a lay ("" if none). ``missing``, ``useful``,
    ``live``, ``unseen``, ``p_next`` (chance that the next draw helps) and ``p_within`` (by number
    of blind draws; a bound: everything drawn is kept; only as many draws as can be counted)
    describe the hand that the move leaves; for ``draw pile`` the hand before the draw.
    ``points_left``: points of all cards held after the move, should the round end then; for a
    ``draw pile`` with the whole phase in hand the mean after the turn, rounded.
    ``expected_missing``: mean of ``missing`` after the turn, for a take or a draw. ``hits``: own
    hits between a lay and its discard, ``hit Y9 on me.2``; ``goes_out``: no card is left then.
    """

    move: str
    then: str
    rank: int
    missing: int
    useful: Mapping[Card, int]
    live: int
    unseen: int
    p_next: Fraction
    p_within: Mapping[int, Fraction]
    points_left: int
    expected_missing: Fraction | None = None
    hits: tuple[str, ...] = ()
    goes_out: bool = False


@dataclass(frozen=True)
class Advice:
    """Hold everything a hint says.

    ``question``: "discard" (eleven cards), "draw" (ten cards and a face-up card), "lay" (eleven
    cards hold the phase), "plan" (anything else: no move to rank). ``within``: chance to hold the
    phase within 1, 2, … blind draws, of the hand as it is, or after the best discard. ``assumed``:
    codes of what was not given (``seen.nothing``, ``top.unknown``, ``rules.seed``) or cannot be
    done (``top.skip``: a skip lies face up and may not be taken). ``method``: for each figure
    "exact", "bound" or "counting".
    """

    position: Position
    question: str
    groupings: tuple[Grouping, ...]
    odds: DrawOdds
    within: tuple[Fraction, ...]
    options: tuple[Option, ...]
    assumed: tuple[str, ...]
    method: Mapping[str, str]


def advise(position: Position) -> Advice:
    """Rank every move of the position: eleven cards, or ten cards and a face-up card.

    >>> from phase10.game.phases import PHASES
    >>> hand = Hand("R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7")
    >>> [option.move for option in advise(Position(hand, PHASES[0])).options]
    ['lay set R3 B3 Y3 | set R9 G9 W=9']
    >>> advise(Position(hand - CARDS[48], PHASES[0], top=CARDS[0])).options[0].move
    'draw pile'
    """
    hand, phase, rules = position.hand, position.phase, position.rules
    odds = draw_odds(hand, phase, rules, seen=position.known)
    groupings = best_groupings(hand, phase, rules, seen=position.known)
    full = len(hand) == HAND_LIMIT
    options: tuple[Option, ...] = ()
    if full and odds.missing > 0:
        question = "discard"
        kept = chances_within_discards(hand, phase, CHART_DRAWS, rules, seen=position.known)
        options = _discard_options(position, kept)
        within = kept[Card.parse(options[0].move.removeprefix("discard "))]
    else:
        within = chances_within(hand, phase, CHART_DRAWS, rules, seen=position.known)
        if full:
            question, options = "lay", _lay_options(position, groupings, odds)
        elif len(hand) == HAND_LIMIT - 1 and position.top is not None:
            question, options = "draw", _draw_options(position, odds, within)
        else:
            question = "plan"
    return Advice(position, question, groupings, odds, within, options, _assumed(position), _METHOD)


def _assumed(position: Position) -> tuple[str, ...]:
    codes = []
    if not position.known:
        codes.append("seen.nothing")
    if len(position.hand) == HAND_LIMIT - 1 and position.top is None:
        codes.append("top.unknown")
    if len(position.hand) == HAND_LIMIT - 1 and position.top is not None and position.top.is_skip:
        codes.append("top.skip")
    if position.rules == SEED:
        codes.append("rules.seed")
    return tuple(codes)


def _discard_options(
    position: Position, chances: Mapping[Card, tuple[Fraction, ...]]
) -> tuple[Option, ...]:
    """Rank every discard by missing, then live useful cards, then points in hand."""
    hand, phase, rules = position.hand, position.phase, position.rules
    unseen = sum(position.unseen)
    keyed: list[tuple[Option, tuple[Fraction | int, ...]]] = []
    for card in hand.kinds():
        left = hand - card
        useful = useful_draws(left, phase, rules, seen=position.known + card)
        live = sum(useful.values())
        option = Option(
            move=f"discard {card}",
            then="",
            rank=0,
            missing=missing(left, phase, rules),
            useful=useful,
            live=live,
            unseen=unseen,
            p_next=Fraction(live, unseen) if unseen else Fraction(0),
            p_within=_shown(chances[card]),
            points_left=rules.points_of(left),
        )
        keyed.append((option, (option.missing, -option.live, option.points_left)))
    return _ranked(keyed)


def _lay_options(
    position: Position, groupings: tuple[Grouping, ...], odds: DrawOdds
) -> tuple[Option, ...]:
    """Rank the layouts by the points, then the cards, that stay after own hits and the discard."""
    points = position.rules.points
    keyed: list[tuple[Option, tuple[Fraction | int, ...]]] = []
    for grouping in groupings:
        end = after_laying(grouping, points)
        option = Option(
            move=layout_text(grouping),
            then=f"discard {end.discard}" if end.discard else "",
            rank=0,
            missing=0,
            useful={},
            live=0,
            unseen=odds.unseen,
            p_next=Fraction(1),
            p_within=dict.fromkeys(_SHOWN, Fraction(1)),
            points_left=sum(map(points, end.left)),
            hits=tuple(f"hit {card} on me.{goal}" for card, goal in end.hits),
            goes_out=not end.left and end.discard is not None,
        )
        keyed.append((option, (option.points_left, len(end.left))))
    return _ranked(keyed)


def layout_text(grouping: Grouping) -> str:
    """Write a complete plan as a move: ``lay set R3 B3 Y3 | run R4 W=5 …``."""
    goals = (f"{plan.group.kind} {' '.join(map(str, plan.cards))}" for plan in grouping.groups)
    return f"lay {' | '.join(goals)}"


def _draw_options(
    position: Position, odds: DrawOdds, within: tuple[Fraction, ...]
) -> tuple[Option, ...]:
    """Compare taking the face-up card with drawing blind, by what the turn leaves on average.

    A useful card lowers ``missing`` by exactly one. Before the phase is complete some card serves
    no goal and can be discarded; when it is complete it is laid. So after a blind draw the mean of
    ``missing`` is missing − p_next, after a take that of the eleven cards.
    """
    mean = odds.missing - (odds.p_next if odds.missing else 0)
    points = _points_after_draw(position) if odds.missing else _points_after_lay(position)
    held = position.rules.points_of(position.hand)
    draw = Option(
        move="draw pile",
        then="",
        rank=0,
        missing=odds.missing,
        useful=odds.useful,
        live=odds.live,
        unseen=odds.unseen,
        p_next=odds.p_next,
        p_within=_shown(within),
        points_left=held if odds.missing else round(points),
        expected_missing=Fraction(mean),
    )
    keyed: list[tuple[Option, tuple[Fraction | int, ...]]] = [(draw, (mean, -odds.live, points))]
    if position.top is not None and not position.top.is_skip:
        taken = _take_option(position, position.top)
        key = (Fraction(taken.missing), -taken.live, Fraction(taken.points_left))
        keyed.append((taken, key))
    return _ranked(keyed)


def _take_option(position: Position, top: Card) -> Option:
    after = advise(_taken(position, top))
    best = after.options[0]
    then = best.move if after.question == "discard" else best.then
    return Option(
        move="take discard",
        then=then,
        rank=0,
        missing=best.missing,
        useful=best.useful,
        live=best.live,
        unseen=best.unseen,
        p_next=best.p_next,
        p_within=best.p_within,
        points_left=best.points_left,
        expected_missing=Fraction(best.missing),
        hits=best.hits,
        goes_out=best.goes_out,
    )


def _taken(position: Position, top: Card) -> Position:
    """Give the position after the face-up card was taken from the discards."""
    return Position(
        hand=Hand.from_counts((position.hand + top).counts, position.rules.deck),
        phase=position.phase,
        rules=position.rules,
        phases=position.phases,
        discards=position.discards[:-1],
        seen=position.seen,
        table=position.table,
        players=position.players,
    )


def _points_after_draw(position: Position) -> Fraction:
    """Average the points of the hand and a blindly drawn card after the dearest is discarded."""
    points = position.rules.points
    dearest = max(map(points, position.hand))
    together = position.rules.points_of(position.hand)
    return _mean(
        position, lambda card: together + points(card) - max(dearest, points(card)), together
    )


def _points_after_lay(position: Position) -> Fraction:
    """Average the points after a blind draw, the best lay with own hits, and the discard."""
    hand, phase, rules = position.hand, position.phase, position.rules
    labels = equal_kinds(phase)
    found: dict[tuple[int, int], int] = {}

    def left(card: Card) -> int:
        alike = labels[card.kind], rules.points(card)
        if alike not in found:
            groupings = best_groupings(hand + card, phase, rules, seen=position.known)
            ends = (after_laying(grouping, rules.points).left for grouping in groupings)
            found[alike] = min(sum(map(rules.points, end)) for end in ends)
        return found[alike]

    return _mean(position, left, rules.points_of(hand))


def _mean(position: Position, points: Callable[[Card], int], without: int) -> Fraction:
    """Average over the unseen cards; ``without`` holds when there is none to draw."""
    unseen = [(CARDS[kind], count) for kind, count in enumerate(position.unseen) if count]
    if not unseen:
        return Fraction(without)
    total = sum(count * points(card) for card, count in unseen)
    return Fraction(total, sum(count for _, count in unseen))


def _shown(chances: tuple[Fraction, ...]) -> dict[int, Fraction]:
    return {draws: chances[draws - 1] for draws in _SHOWN if draws <= len(chances)}


def _ranked(keyed: list[tuple[Option, tuple[Fraction | int, ...]]]) -> tuple[Option, ...]:
    """Sort by key and number the ranks; equal keys share a rank."""
    keyed.sort(key=lambda pair: pair[1])
    result: list[Option] = []
    rank = 0
    for place, (option, key) in enumerate(keyed):
        if place == 0 or key != keyed[place - 1][1]:
            rank = place + 1
        result.append(replace(option, rank=rank))
    return tuple(result)
