"""Why a move is not allowed: a code, the cards it is about, the rule, and what would be allowed.

The sentence of a code is made by ``views.text``. Rules are those of rules.en.md: S-numbers are
sentences of the seed text; where the seed is silent, ``option`` names the rule option that decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from phase10.game.cards import Card
from phase10.game.errors import GameError
from phase10.game.moves import Move

__all__ = ["REFUSALS", "IllegalMove", "Law", "Refusal"]


class Law(NamedTuple):
    """Hold where a refusal comes from: the sentence, the option that decides, the values told."""

    rule: str
    option: str = ""
    values: tuple[str, ...] = ()


REFUSALS: Final[dict[str, Law]] = {
    # the turn
    "turn.over": Law("S43"),  # the round or the match is over
    "turn.not_yours": Law("S22"),  # it is another player's turn
    "turn.must_discard": Law("S32"),  # a turn ends with a discard
    "draw.first": Law("S21"),  # draw or take before anything else
    "draw.once": Law("S21"),  # one card a turn
    "draw.only_top": Law("S21"),  # only the top card of the discards
    "draw.no_discard": Law("S21"),  # the discard pile is empty
    "draw.empty": Law("S21", "restock"),  # nothing is left to draw from the pile
    "draw.skip": Law("S21", "take_skip"),  # a discarded skip stays
    # laying down
    "lay.already": Law("S5"),  # one phase a round
    "lay.skip": Law("S34"),  # a skip is never part of a phase
    "lay.not_held": Law("S22"),  # cards that are not in the hand
    "lay.twice": Law("S12"),  # one card serves one goal only
    "lay.partial": Law("S24", values=("phase",)),  # part of the phase
    "lay.not_a_goal": Law("S12", values=("phase", "kind")),  # more groups than goals
    "lay.wrong_goal": Law("S12", values=("phase",)),  # groups of other kinds than the goals
    "lay.short": Law("S24", values=("kind", "count", "size")),  # a group with too few cards
    "lay.numbers": Law("S6"),  # a set of different numbers
    "lay.order": Law("S7"),  # a run with a gap or a number twice
    "lay.ends": Law("S29"),  # a run beyond 1 or 12
    "lay.color": Law("S8"),  # a colour group of several colours
    "lay.parity": Law("S12"),  # a number that is not even, or not odd
    "lay.wild_number": Law("S34"),  # a wild declared as what its place does not ask
    "lay.undeclared": Law("S39"),  # a group that does not tell what its wilds stand for
    "lay.no_natural": Law("S35"),  # no natural card in the phase
    "lay.no_natural_group": Law("S35", "natural_per"),  # no natural card in a group
    "lay.same_number": Law("S6", "same_number_sets"),  # two sets of one number
    "lay.extra": Law("S23", "extra_on_lay"),  # more cards than the goals ask
    "lay.no_discard": Law("S32", "go_out_by_hit"),  # no card would be left to discard
    "lay.not_open": Law("S10", "in_order", ("number",)),  # not the phase this player is at
    "lay.done": Law("S63", "in_order", ("number",)),  # this phase was made before
    # hits
    "hit.before_laying": Law("S31"),  # the own phase does not lie yet
    "hit.others_same_turn": Law("S26", "hit_others_same_turn"),  # not in the turn of laying
    "hit.no_group": Law("S27"),  # no such group on the table
    "hit.not_held": Law("S27"),  # a card that is not in the hand
    "hit.skip": Law("S34"),  # a skip is never part of a phase
    "hit.numbers": Law("S28", values=("number",)),  # another number than the set's
    "hit.order": Law("S29", values=("low", "high")),  # not next to the ends of the run
    "hit.ends": Law("S29", values=("low", "high")),  # no number follows 12 or comes before 1
    "hit.color": Law("S30", values=("color",)),  # another colour
    "hit.parity": Law("S27"),  # not even, or not odd
    "hit.taken": Law("S39", values=("number",)),  # a wild stands in this place
    "hit.wild_number": Law("S29"),  # a wild declared as what does not fit
    "hit.undeclared": Law("S39"),  # both ends are open: say which number the wild is
    "hit.last_card": Law("S32", "go_out_by_hit"),  # the last card must be discarded
    "wild.stays": Law("S39"),  # what lies on the table stays
    # discards and skips
    "discard.not_held": Law("S32"),  # a card that is not in the hand
    "discard.taken": Law("S32", "discard_taken"),  # the card just taken
    "discard.target": Law("S40"),  # only a skip is played on a player
    "skip.next_only": Law("S40", "skip_target", ("player",)),  # only the next player is skipped
    "skip.self": Law("S40"),  # nobody skips himself
    "skip.no_player": Law("S40"),  # that player is not in this round
    "skip.choose": Law("S40", "skip_target"),  # say who is to be skipped
    "skip.served": Law("S40", "skip_limit", ("player",)),  # a turn to lose is still to come
}
"""Every code with its law; ``values`` name what the sentence tells besides the cards.

``phase`` is a phase in text, ``kind`` a kind of goal, ``player`` a seat as a number from 0.
"""

Value = str | int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Hold why a move is refused: code, the cards it is about, values, a legal move like it.

    ``instead`` is None where no legal move has the same intent.
    """

    code: str
    cards: tuple[Card, ...] = ()
    values: tuple[tuple[str, Value], ...] = ()
    instead: Move | None = None

    @property
    def rule(self) -> str:
        """Give the sentence of the rules: ``S24``."""
        return REFUSALS[self.code].rule

    @property
    def option(self) -> str:
        """Name the rule option that decides, "" where all rule sets agree."""
        return REFUSALS[self.code].option


class IllegalMove(GameError):
    """Tell that a move was played that the rules do not allow; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("move.refused", refusal=refusal.code)
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalMove, (self.refusal,))
