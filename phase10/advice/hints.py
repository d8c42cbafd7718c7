"""Rank every move of a position: take or draw, lay or wait, hit, discard, whom to skip.

Figures come from the rooms below: exact chances without replacement for this turn and the next,
expected turns from the solved waiting game put right for this table, exact ends of turns after
laying. Moves are ranked by expected turns, with points at risk, gifts to the next player and skips
on the same scale (:mod:`phase10.solver.worth`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import inf, isfinite
from typing import Final

from phase10.advice.endings import (
    can_draw,
    complete_draw,
    end_options,
    laid_draw_options,
    lay_options,
)
from phase10.advice.methods import methods_of
from phase10.advice.options import Advice, Option
from phase10.advice.pool import Pool, pool_of, two_piles
from phase10.advice.ranking import ranked, taken
from phase10.advice.reasons import with_reasons
from phase10.advice.winning import steps_of, with_chances
from phase10.game.cards import HAND_LIMIT, SKIP, Card, Hand
from phase10.game.position import Position
from phase10.game.rules import SEED
from phase10.solver.danger import danger
from phase10.solver.groupings import best_groupings, missing
from phase10.solver.odds import draw_odds, useful_draws
from phase10.solver.table import (
    chances_by_turn,
    discard_turns,
    draw_or_take_turns,
)
from phase10.solver.turns import TurnChances, discard_chances, draw_or_take, turn_chances
from phase10.solver.waiting import WaitingFigures, figures_for
from phase10.solver.win_chances import Winning
from phase10.solver.worth import gift, keeping, next_player, point, skip_gain, skip_targets

__all__ = ["CHART_TURNS", "Advice", "Option", "advise"]

CHART_TURNS: Final = 10
_SHOWN: Final = (1, 2, 3, 5)


def advise(position: Position, model: str = "offer", *, winning: Winning | None = None) -> Advice:
    """Rank every move that the position allows.

    ``model``: what a turn to come is like, ``offer`` at a table (a number card lies face up first),
    ``pile`` alone; ``winning``: asked for the chance to win with each move, by which those are
    ranked that it tells apart (:class:`phase10.simulation.winning.Estimator`).

    >>> from phase10.game.cards import CARDS
    >>> from phase10.game.phases import PHASES
    >>> hand = Hand("R3 B3 Y3 G9 R9 B12 W S R5 G1 Y7")
    >>> [option.move for option in advise(Position(hand, PHASES[0])).options][:1]
    ['lay set R3 B3 Y3 | set R9 G9 W=9']
    >>> advise(Position(hand - CARDS[48], PHASES[0], top=CARDS[9])).options[0].move
    'draw pile'
    """
    hand, phase, rules = position.hand, position.phase, position.rules
    question = _question(position, missing(hand, phase, rules))
    now = position.at == "before_draw" or (len(hand) < HAND_LIMIT and not position.at)
    pool = pool_of(position, drawing=question == "draw" or now)
    odds = draw_odds(hand, phase, rules, seen=pool.known)
    # What lies is no plan any more.
    groupings = () if position.laid else best_groupings(hand, phase, rules, seen=pool.known)
    options: tuple[Option, ...] = ()
    if question == "discard":
        options = _discard_options(position, pool, model)
    elif question == "lay":
        options = lay_options(position)
    elif question == "end":
        options = end_options(position)
    elif question == "draw":
        laid = position.laid
        options = (
            laid_draw_options(position, pool.unseen)
            if laid
            else _draw_options(position, pool, model)
        )
    options = with_reasons(position, question, options, groupings)
    within = () if position.laid else _within(position, question, options, pool, model)
    bound = None if position.laid or question == "lay" else _bound(position, model)
    method = methods_of(position, question, options, within, bound, pool, model)
    assumed = (*_assumed(position), *(("pile.again",) if pool.again else ()))
    advice = Advice(
        position, question, groupings, odds, within, options, assumed, method, model, bound
    )
    if winning is None or not options:
        return advice
    return with_chances(advice, winning(position, steps_of(advice)))


def _bound(position: Position, model: str) -> WaitingFigures | None:
    """Look up what a simulated policy needs for a phase that no table can hold."""
    figures = figures_for(position.phase, model, position.rules)
    return figures if figures is not None and figures.policy is not None else None


def _question(position: Position, lacking: int) -> str:
    size = len(position.hand)
    if position.at in ("others_turn", "round_over"):
        return "plan"
    if position.laid:
        if position.at == "before_draw":
            return "draw" if position.top is not None and size else "plan"
        return "end" if size else "plan"
    if size == HAND_LIMIT:
        # A phase of all eleven cards leaves none to discard (S32).
        most = HAND_LIMIT - (not position.rules.go_out_by_hit)
        return "lay" if not lacking and position.phase.size <= most else "discard"
    return "draw" if size == HAND_LIMIT - 1 and position.top is not None else "plan"


def _assumed(position: Position) -> tuple[str, ...]:
    codes = []
    if not position.known:
        codes.append("seen.nothing")
    if not position.players:
        codes.append("players.unknown")
    if len(position.hand) == HAND_LIMIT - 1 and position.top is None and not position.laid:
        codes.append("top.unknown")
    if position.top is not None and position.top.is_skip and not position.rules.take_skip:
        codes.append("top.skip")
    if position.rules == SEED:
        codes.append("rules.seed")
    return tuple(codes)


# --- eleven cards: which to discard --------------------------------------------------------------


def _discard_options(position: Position, pool: Pool, model: str) -> tuple[Option, ...]:
    """Rank every discard; a skip on each player who may be skipped."""
    hand, phase, rules, unseen = position.hand, position.phase, position.rules, pool.unseen
    chances = discard_chances(hand, phase, unseen, rules, model=model)
    if pool.last:
        later = discard_chances(hand, phase, pool.next, rules, model=model)
        chances = {card: two_piles(found, later[card]) for card, found in chances.items()}
    turns = discard_turns(hand, phase, unseen, rules, model=model, restock=pool.restock)
    options: list[Option] = []
    for card in hand.kinds():
        if _must_keep(position, card):
            continue
        left = hand - card
        expected = None if turns is None else turns[card]
        option = _figures(position, pool, left, card, chances[card], expected, model)
        options += [
            _discarded(position, option, card, target) for target in _targets(position, card)
        ]
    return ranked(options)


def _must_keep(position: Position, card: Card) -> bool:
    """Tell whether it is the card just taken, which some rules let nobody discard."""
    kept = not position.rules.discard_taken and position.took == card
    return kept and position.hand.count(card) == 1


def _targets(position: Position, card: Card) -> tuple[str, ...]:
    """Name whom a discard can be played on: nobody but for a skip."""
    if card.kind != SKIP or not position.players:
        return ("",)
    return tuple(player.name for player in skip_targets(position)) or ("",)


def _figures(
    position: Position,
    pool: Pool,
    left: Hand,
    card: Card,
    chances: TurnChances,
    turns: float | None,
    model: str,
) -> Option:
    """Work out what the hand is like after a discard."""
    phase, rules, unseen = position.phase, position.rules, pool.unseen
    useful = useful_draws(left, phase, rules, seen=pool.known + card)
    live, total = sum(useful.values()), sum(unseen)
    return Option(
        move=f"discard {card}",
        missing=missing(left, phase, rules),
        useful=useful,
        live=live,
        unseen=total,
        p_next=Fraction(live, total) if total else Fraction(0),
        p_within=_shown(position, pool, left, chances, model),
        turns=turns,
        points_left=rules.points_of(left),
    )


def _shown(
    position: Position, pool: Pool, left: Hand, chances: TurnChances, model: str
) -> dict[int, Fraction | float]:
    exact: dict[int, Fraction | float] = {1: chances.one, 2: chances.two}
    curve = chances_by_turn(
        left,
        position.phase,
        pool.unseen,
        position.rules,
        model=model,
        exact=chances,
        restock=pool.restock,
    )
    if curve is not None:
        # A figure of the model is never below an exact one.
        exact |= {turn: max(curve[turn - 1], float(chances.two)) for turn in _SHOWN[2:]}
    return exact


def _discarded(position: Position, option: Option, card: Card, target: str) -> Option:
    """Weigh a discard: turns, points at risk, the gift to the next player, the turn skipped."""
    after = replace(position, skipped=(*position.skipped, target)) if target else position
    player = next_player(after)
    use = None if player is None else danger(card, player, position)
    skipped = next((other for other in position.players if other.name == target), None)
    beside = gift(use, player) + keeping(card, position) - skip_gain(skipped)
    beside += point(position) * option.points_left
    cost: tuple[float, ...] = (option.missing, -option.live, round(beside, 3))
    if option.turns is not None and isfinite(option.turns):
        cost = (round(option.turns + beside, 3),)
    elif option.turns is not None:
        # Nothing is worth more than a phase that can still be completed.
        cost = (inf, *cost)
    move = f"{option.move} on {target}" if target else option.move
    return replace(option, move=move, danger=use, cost=cost)


# --- ten cards: take or draw ---------------------------------------------------------------------


def _draw_options(position: Position, pool: Pool, model: str) -> tuple[Option, ...]:
    """Compare taking the face-up card with drawing blind."""
    hand, phase, rules, unseen = position.hand, position.phase, position.rules, pool.unseen
    top = position.top
    chances = draw_or_take(hand, top, phase, unseen, rules, model=model)
    if pool.last:
        later = draw_or_take(hand, top, phase, pool.next, rules, model=model)
        chances = {move: two_piles(found, later[move]) for move, found in chances.items()}
    turns = draw_or_take_turns(hand, top, phase, unseen, rules, model=model, restock=pool.restock)
    options = []
    if can_draw(position):
        odds = draw_odds(hand, phase, rules, seen=pool.known)
        mean = Fraction(odds.missing - (odds.p_next if odds.missing else 0))
        drawn = Option(
            move="draw pile",
            missing=odds.missing,
            useful=odds.useful,
            live=odds.live,
            unseen=odds.unseen,
            p_next=odds.p_next,
            p_within={1: chances["draw pile"].one, 2: chances["draw pile"].two},
            turns=None if turns is None else turns["draw pile"],
            points_left=rules.points_of(hand),
            expected_missing=mean,
        )
        if odds.missing:
            options.append(replace(drawn, cost=_draw_cost(position, drawn)))
        else:
            options.append(complete_draw(position, drawn, unseen))
    if top is not None and "take discard" in chances:
        after = advise(taken(position, top), model)
        best = after.options[0]
        took = replace(
            best,
            move="take discard",
            then=best.move,
            hits=(),
            p_within={1: chances["take discard"].one, 2: chances["take discard"].two},
            turns=None if turns is None else turns["take discard"],
            expected_missing=Fraction(best.missing),
        )
        if missing(hand, phase, rules):
            options.append(replace(took, cost=_draw_cost(position, took)))
        else:
            sure = float(best.goes_out)
            options.append(replace(took, p_out=sure, cost=(-sure, float(best.points_left))))
    return ranked(options)


def _draw_cost(position: Position, option: Option) -> tuple[float, ...]:
    points = round(point(position) * option.points_left, 3)
    if option.turns is not None:
        return (round(option.turns, 3), points)
    return (float(option.expected_missing or 0), -option.live, points)


def _within(
    position: Position, question: str, options: tuple[Option, ...], pool: Pool, model: str
) -> tuple[Fraction | float, ...]:
    """Follow the chance to have laid down with the best move, or of the hand as it is."""
    hand, phase, rules, unseen = position.hand, position.phase, position.rules, pool.unseen
    if question == "lay":
        return (Fraction(1),) * CHART_TURNS
    best = options[0] if options else None
    if best is not None and best.move.startswith("discard"):
        hand = hand - Card.parse(best.move.split()[1])
    if best is not None and best.move == "take discard" and position.top is not None:
        if not best.missing:
            return (Fraction(1),) * CHART_TURNS
        # This turn only takes and discards.
        hand = hand + position.top - Card.parse(best.then.split()[1])
    if len(hand) != HAND_LIMIT - 1:
        return ()
    exact: Mapping[int, Fraction | float] = {} if best is None else best.p_within
    if best is None or best.move == "take discard":
        chances = turn_chances(hand, phase, unseen, rules, model=model)
        if pool.last:
            later = turn_chances(hand, phase, pool.next, rules, model=model)
            chances = two_piles(chances, later)
    else:
        chances = TurnChances(Fraction(exact[1]), Fraction(exact[2]))
    curve = chances_by_turn(
        hand,
        phase,
        unseen,
        rules,
        model=model,
        turns=CHART_TURNS,
        exact=chances,
        restock=pool.restock,
    )
    followed = dict(enumerate(curve or (), start=1)) | {1: chances.one, 2: chances.two}
    if best is not None and best.move == "take discard":
        followed = {turn + 1: chance for turn, chance in followed.items() if turn < CHART_TURNS}
    followed |= exact
    return tuple(accumulate((followed[turn] for turn in sorted(followed)), max))
