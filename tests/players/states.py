"""States of a match made by hand, and rule mixtures for Hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from phase10.game.cards import Card, Hand
from phase10.game.engine import Game
from phase10.game.errors import RulesError
from phase10.game.melds import Meld
from phase10.game.rules import OPTIONS, Rules
from phase10.game.stages import MATCH_OVER, PLAY, ROUND_OVER

SEAT_LETTERS = "ABCDEF"


def state(hand: str, *, top: str = "", table: tuple[str, ...] = (), **changes: object) -> Game:
    """A state in which seat A is to move with this hand; groups as ``B set R8 B8 G8``.

    Who has a group on the table has laid phase 1. ``skips`` and ``cards`` map seats to numbers.
    """
    rules = Rules.parse(str(changes.pop("rules", "seed")))
    players = int(str(changes.pop("players", 3)))
    phase = int(str(changes.pop("phase", 1)))
    cards = changes.pop("cards", {})
    skips = changes.pop("skips", {})
    assert isinstance(cards, dict)
    assert isinstance(skips, dict)
    game = Game.start(5, players, rules, dealer=players - 1)
    melds = tuple(map(Meld.parse, table))
    seats = []
    for place, seat in enumerate(game.seats):
        laid = 1 if any(meld.owner == SEAT_LETTERS[place] for meld in melds) else None
        held = Hand(hand) if place == 0 else Hand(tuple(seat.hand)[: cards.get(place, 10)])
        done = tuple(range(1, phase))
        seats.append(replace(seat, hand=held, laid=laid, done=done, skips=skips.get(place, 0)))
    changes.setdefault("stage", PLAY)
    discards = (Card.parse(top).kind,) if top else game.discards
    return replace(game, turn=0, seats=tuple(seats), table=melds, discards=discards, **changes)


def states(game: Game, chance: Random, most: int) -> Iterator[Game]:
    """The states of a match played by any legal moves, at most so many of them."""
    for _ in range(most):
        if game.stage == MATCH_OVER:
            return
        if game.stage == ROUND_OVER:
            game = game.next_round()
            continue
        yield game
        moves = game.legal_moves()
        # Laying is what makes the states interesting; discards alone would go on for ever.
        game = game.play(moves[0] if chance.random() < 0.5 else chance.choice(moves))


def _rules(options: dict[str, str | bool | int]) -> Rules | None:
    try:
        return Rules(**options)  # type: ignore[arg-type]
    except RulesError:
        return None


rule_mixtures: st.SearchStrategy[Rules] = (
    st.fixed_dictionaries(
        {
            option: st.sampled_from(values)
            for option, values in OPTIONS.items()
            if option not in ("last_phase", "players", "run_min")
        },
        optional={"last_phase": st.sampled_from([0, 2, 5, 8])},
    )
    .map(_rules)
    .filter(lambda rules: rules is not None)
)
