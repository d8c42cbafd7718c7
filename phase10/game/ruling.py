"""Whether a move is lawful in a state: the steps it consists of, or the reason against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phase10.game.cards import CARDS, SKIP, Card
from phase10.game.laying import judge_laying
from phase10.game.melds import Fault, Meld
from phase10.game.moves import (
    Discard,
    Draw,
    Hit,
    Laid,
    Lay,
    Move,
    Step,
    TakeBack,
    TakeDiscard,
)
from phase10.game.phases import Phase
from phase10.game.refusals import Refusal
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER

if TYPE_CHECKING:
    from phase10.game.engine import Game

__all__ = ["ruled_steps"]

Ruled = tuple[Step, ...] | Refusal


def ruled_steps(game: Game, move: Move, seat: int | None) -> Ruled:
    """Give the lawful steps of a move by a seat (None: the player to move), or a refusal."""
    if game.stage in (ROUND_OVER, MATCH_OVER):
        return Refusal("turn.over")
    if seat is not None and seat != game.turn:
        return Refusal("turn.not_yours")
    if isinstance(move, Draw | TakeDiscard):
        return _ruled_draw(game, move)
    if game.stage == DRAW:
        return Refusal("draw.first")
    if isinstance(move, Discard):
        return _ruled_discard(game, move)
    if isinstance(move, Hit):
        return _ruled_hit(game, move)
    if isinstance(move, Lay):
        return _ruled_lay(game, move)
    if isinstance(move, TakeBack):
        return Refusal("wild.stays", (move.card,))
    return Refusal("turn.must_discard")


def _ruled_draw(game: Game, move: Draw | TakeDiscard) -> Ruled:
    if game.stage == PLAY:
        return Refusal("draw.once")
    if isinstance(move, Draw):
        return (move,) if game.can_draw() else Refusal("draw.empty")
    if move.depth != 1:
        return Refusal("draw.only_top")
    if not game.discards:
        return Refusal("draw.no_discard")
    return (move,) if game.can_take() else Refusal("draw.skip", (CARDS[SKIP],))


def _ruled_discard(game: Game, move: Discard) -> Ruled:
    card = CARDS[move.card.kind]
    hand = game.seats[game.turn].hand
    if not hand.counts[card.kind]:
        return Refusal("discard.not_held", (card,))
    if card.kind == game.kept():
        return Refusal("discard.taken", (card,))
    if not card.is_skip:
        return (Discard(card),) if move.target is None else Refusal("discard.target", (card,))
    target = move.target
    targets = game.skip_targets()
    refusal = None if target is None else _ruled_target(game, target, targets)
    if refusal is not None:
        return refusal
    if len(hand) == 1 or not targets:
        return (Discard(card),)
    if target is None:
        if len(targets) > 1:
            return Refusal("skip.choose", (card,))
        target = targets[0]
    return (Discard(card, target),)


def _ruled_target(game: Game, target: int, targets: tuple[int, ...]) -> Refusal | None:
    card = (CARDS[SKIP],)
    if target in targets:
        return None
    if target == game.turn:
        return Refusal("skip.self", card)
    if target not in game.playing:
        return Refusal("skip.no_player", card)
    if game.rules.skip_target == "next" and target != game.next_seat():
        return Refusal("skip.next_only", card, (("player", game.next_seat()),))
    return Refusal("skip.served", card, (("player", target),))


def _ruled_hit(game: Game, move: Hit) -> Ruled:
    seat, card = game.seats[game.turn], move.card
    if card.is_skip:
        return Refusal("hit.skip", (card,))
    if not seat.hand.counts[card.kind]:
        return Refusal("hit.not_held", (CARDS[card.kind],))
    if seat.laid is None:
        return Refusal("hit.before_laying", (card,))
    index = game.place(move.seat, move.group)
    if index < 0:
        return Refusal("hit.no_group", (card,))
    meld = game.table[index]
    card = meld.understood(card)
    fault = meld.fault(card)
    if fault is not None:
        return _hit_refusal(meld, card, fault)
    if move.seat != game.turn and game.laid_now and not game.rules.hit_others_same_turn:
        return Refusal("hit.others_same_turn", (card,))
    if len(seat.hand) == 1 and not game.rules.go_out_by_hit:
        return Refusal("hit.last_card", (card,))
    return (Hit(card, move.seat, move.group),)


def _ruled_lay(game: Game, move: Lay) -> Ruled:
    seat = game.seats[game.turn]
    if seat.laid is not None:
        return Refusal("lay.already")
    numbers = game.open_phases(game.turn)
    if move.phase is not None:
        number = move.phase
        if number not in numbers:
            done = number in seat.done and not game.rules.in_order
            return Refusal("lay.done" if done else "lay.not_open", values=(("number", number),))
        numbers = (number,)
    found: Refusal | None = None
    likeness = {n: _likeness(move.groups, game.setup.phase(n)) for n in numbers}
    for number in sorted(numbers, key=lambda n: likeness[n], reverse=True):
        ruled = judge_laying(move.groups, seat.hand, game.setup.phase(number), game.rules)
        if not isinstance(ruled, Refusal):
            named = number if len(game.open_phases(game.turn)) > 1 else None
            lay = Lay(ruled.groups, named)
            # Where laying ends the match (S55), nothing is hit any more, nor discarded (S32).
            if ruled.extras and game.ends_with(lay):
                return (lay,)
            size = sum(len(group.cards) for group in ruled.groups) + len(ruled.extras)
            if size >= len(seat.hand) and not game.rules.go_out_by_hit:
                return Refusal("lay.no_discard")
            return (lay, *(Hit(card, game.turn, place) for card, place in ruled.extras))
        found = found or ruled
    return found or Refusal("lay.not_open", values=(("number", 0),))


def _likeness(groups: tuple[Laid, ...], phase: Phase) -> tuple[int, int]:
    """Tell how well groups suit the goals of a phase: kinds in common, then exact sizes."""
    kinds = [goal.kind for goal in phase.groups]
    common = 0
    for group in groups:
        if group.kind in kinds:
            kinds.remove(group.kind)
            common += 1
    laid = sorted((group.kind, len(group.cards)) for group in groups)
    exact = laid == sorted((goal.kind, goal.size) for goal in phase.groups)
    return (common - len(kinds), int(exact))


def _hit_refusal(meld: Meld, card: Card, fault: Fault) -> Refusal:
    code = f"hit.{fault.code}"
    values: tuple[tuple[str, str | int], ...] = ()
    if fault.code in ("order", "ends") and meld.ends is not None:
        values = (("low", meld.ends[0]), ("high", meld.ends[1]))
    elif fault.code == "numbers" and meld.number is not None:
        values = (("number", meld.number),)
    elif fault.code == "color" and meld.color is not None:
        values = (("color", meld.color),)
    elif fault.code == "taken":
        values = (("number", card.number or 0),)
    return Refusal(code, fault.cards, values)
