"""What a match is played with: rules, phases, players, the seed of the deals; and the deal itself.

Options that contradict the list of phases, the deck or the number of players are refused here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from phase10.game.cards import SKIP, WILD, Deck, Hand
from phase10.game.errors import PhaseError, RulesError
from phase10.game.phases import PHASES, Group, Phase
from phase10.game.rules import SEED, Rules
from phase10.game.shuffle import HAND_SIZE, DealCode, deal

__all__ = ["Opening", "Setup", "open_round"]

_LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Setup:
    """Hold what stays the same through a match.

    ``phases``: the whole list; ``numbers``: those in use, after ``last_phase`` and ``use_phases``,
    as numbers of the list from 1. Raises :class:`GameError` when rules, phases and players do not
    go together.
    """

    rules: Rules = SEED
    phases: tuple[Phase, ...] = PHASES
    players: int = 4
    seed: int = 0
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules = self.rules
        if not _LEAST_PLAYERS <= self.players <= rules.players:
            raise RulesError(
                "game.players", count=self.players, low=_LEAST_PLAYERS, high=rules.players
            )
        self.code(1)  # refuses a seed out of range
        needed = HAND_SIZE * self.players + 1
        if rules.deck.size < needed:
            raise RulesError(
                "game.deck", count=rules.deck.size, needed=needed, players=self.players
            )
        if rules.last_phase > len(self.phases):
            raise RulesError("game.last_phase", number=rules.last_phase, last=len(self.phases))
        last = rules.last_phase or len(self.phases)
        parity = {"all": (0, 1), "even": (0,), "odd": (1,)}[rules.use_phases]
        numbers = tuple(number for number in range(1, last + 1) if number % 2 in parity)
        if not numbers:
            raise RulesError("game.no_phases")
        for number in numbers:
            _check_phase(self.phases[number - 1], rules)
        object.__setattr__(self, "numbers", numbers)

    def phase(self, number: int) -> Phase:
        """Give a phase of the list by its number from 1."""
        return self.phases[number - 1]

    def code(self, round_number: int, players: int | None = None) -> DealCode:
        """Give the deal code of a round; ``players`` are fewer in a tie-break."""
        return DealCode(self.players if players is None else players, self.seed, round_number)


def _check_phase(phase: Phase, rules: Rules) -> None:
    for goal in phase.groups:
        if goal.kind in ("run", "crun") and goal.size < rules.run_min:
            raise RulesError("game.run_min", phase=str(phase), low=rules.run_min)
        if _most_naturals(goal, rules.deck) + rules.deck.wilds < goal.size:
            raise PhaseError("game.phase_deck", phase=str(phase))
    if not any(rules.deck.counts[:WILD]):
        raise PhaseError("game.phase_deck", phase=str(phase))
    # The turn ends with a discard (S32) and at most eleven cards are held.
    if phase.size > HAND_SIZE and not rules.go_out_by_hit:
        raise PhaseError("game.phase_discard", phase=str(phase))


def _most_naturals(goal: Group, deck: Deck) -> int:
    """Count the most number cards of the deck that one group of this goal can hold."""
    if goal.kind in ("run", "crun"):
        return min(goal.size, deck.numbers if deck.colors and deck.copies else 0)
    each = {"set": deck.colors * deck.copies, "cset": deck.copies * (deck.colors > 0)}
    if not deck.numbers:
        return 0
    odd = (deck.numbers + 1) // 2
    of_parity = {"even": deck.numbers - odd, "odd": odd, "parity": odd}
    if goal.kind in of_parity:
        return of_parity[goal.kind] * deck.colors * deck.copies
    if goal.kind == "color":
        return deck.numbers * deck.copies * (deck.colors > 0)
    return each[goal.kind]


class Opening(NamedTuple):
    """Hold a round as it is dealt: hands in the order given, piles (last card on top)."""

    hands: tuple[Hand, ...]
    pile: tuple[int, ...]
    discards: tuple[int, ...]


def open_round(setup: Setup, code: DealCode) -> Opening:
    """Deal a round (S15–S19), with the first face-up card as the rules have it.

    A card that is put back goes under the draw pile; when every card left would be put back, the
    last one stays.
    """
    rules = setup.rules
    dealt = deal(code, rules.deck)
    pile, discards = list(dealt.pile), [dealt.top.kind]
    put_back = {
        kind
        for kind, how in ((WILD, rules.first_wild), (SKIP, rules.first_skip))
        if how == "put_back"
    }
    for _ in range(len(pile)):
        if discards[-1] in put_back:
            pile.insert(0, discards.pop())
        elif not (discards[-1] == SKIP and rules.first_skip == "cover"):
            break
        discards.append(pile.pop())
    return Opening(dealt.hands, tuple(pile), tuple(discards))
