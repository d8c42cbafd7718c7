"""Speed of the whole hint: eleven cards of the ten phases, and every decision of real games.

In processor time: the machine may be busy with other work.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from statistics import median

from phase10.advice.hints import advise
from phase10.game.cards import CARDS, STANDARD_DECK, WILD, Hand
from phase10.game.engine import Game
from phase10.game.phases import PHASES
from phase10.game.position import Position
from phase10.game.rules import SEED
from phase10.game.sight import position_of
from phase10.game.stages import DRAW, PLAY
from phase10.players import PLAYERS, choice_of
from tests.bench.figure import Figure, work_seconds

DECK = [kind for kind, copies in enumerate(STANDARD_DECK.counts) for _ in range(copies)]
HANDS = 20
GAMES = 8


def eleven(*, rich: bool) -> Iterator[tuple[float, str]]:
    """Time the hint for eleven random cards of each phase; ``rich``: with two to six wilds."""
    rng = random.Random(21)
    for number, phase in enumerate(PHASES, start=1):
        for _ in range(HANDS):
            hand = Hand([CARDS[kind] for kind in rng.sample(DECK, 11)])
            if rich:
                numbers = [card for card in hand if card.is_number][: 11 - rng.randint(2, 6)]
                hand = Hand([*numbers, *[CARDS[WILD]] * (11 - len(numbers))])
            # Once, as at a table: the same hand is remembered.
            call = partial(advise, Position(hand, phase))
            yield work_seconds(call), f"phase {number}: {hand}"


def decisions() -> Iterator[tuple[float, str]]:
    """Time the hint before every step of a round of games of four, one for some phases each."""
    for seed in range(GAMES):
        game = Game.start(seed, 4, SEED, PHASES[seed:])
        while game.stage in (DRAW, PLAY):
            position = position_of(game, game.turn)
            said = f"{game.stage} laid {position.laid} {position.phase}: {position.hand}"
            yield work_seconds(partial(advise, position)), said
            game = game.play(choice_of(PLAYERS["greedy"], game))


def ends_of_piles() -> Iterator[tuple[float, str]]:
    """Time the hint where discards return soon: two piles are reckoned with."""
    for seed in range(4):
        game = Game.start(seed, 6, SEED, PHASES[8 - seed :])
        while game.stage in (DRAW, PLAY):
            position = position_of(game, game.turn)
            if len(game.pile) <= 30 and not position.laid:
                said = f"{game.stage} {len(game.pile)} left {position.phase}: {position.hand}"
                yield work_seconds(partial(advise, position)), said
            game = game.play(choice_of(PLAYERS["greedy"], game))


def advice_figures() -> Iterator[Figure]:
    """Yield the figures of the hint; its tables are in memory."""
    for phase in PHASES:
        advise(Position(Hand("R1 B1 G1 Y1 R2 B2 G2 Y2 R3 B3 S"), phase))
    for what, times in (
        ("eleven cards", eleven(rich=False)),
        ("eleven cards, 2-6 wilds", eleven(rich=True)),
        ("decisions of games", decisions()),
        ("the pile nearly used up", ends_of_piles()),
    ):
        found = sorted(times)
        how = f"{len(found)} positions"
        middle = median([seconds for seconds, _ in found])
        yield Figure(f"hint, {what}, median", middle * 1e3, "ms", "<= 15", how)
        worst, which = found[-1]
        yield Figure(f"hint, {what}, worst", worst * 1e3, "ms", "<= 120", which)
