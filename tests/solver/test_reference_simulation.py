"""A real deck: the player of the reference, and how far the figures at a table are from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from phase10.game.cards import CARDS, Cards, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED
from phase10.solver.groupings import missing
from phase10.solver.reference_simulation import (
    SITUATIONS,
    main,
    measure,
    reference_turns,
    situation,
)
from phase10.solver.table import discard_turns
from phase10.solver.turns import turn_chances
from phase10.solver.waiting import MODELS, table_for

IDS = [str(phase) for phase in PHASES]
REQUIRED = 3.0
"""Percent that expected turns may be off, on average over the deal."""


def counted(kinds: Sequence[int]) -> list[int]:
    counts = [0] * 50
    for kind in kinds:
        counts[kind] += 1
    return counts


def dealt(generator: random.Random, seen: int) -> tuple[Hand, list[int]]:
    """Deal ten cards and a pile; so many other cards are seen."""
    kinds = [kind for kind, copies in enumerate(SEED.deck.counts) for _ in range(copies)]
    generator.shuffle(kinds)
    return Hand.from_counts(counted(kinds[:10])), kinds[10 + seen :]


# --- how far figures are from it ------------------------------------------------------------------


@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_bias_from_the_deal(phase: Phase) -> None:
    for model in MODELS:
        found = measure(phase, "dealt", model=model, hands=40, games=300)
        assert found.error < 0.8
        assert abs(found.bias) < REQUIRED
        assert found.spread < 3
        assert found.chances < 5


@pytest.mark.parametrize("name", SITUATIONS[1:])
def test_bias_with_cards_seen(name: str) -> None:
    for number, model in ((3, "pile"), (4, "offer"), (8, "offer")):
        found = measure(PHASES[number - 1], name, model=model, hands=40, games=200)
        assert found.error < 1
        assert abs(found.bias) < 5
        assert found.spread < 8
        assert found.chances < 8


@pytest.mark.slow
@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("phase", PHASES, ids=IDS)
def test_bias_everywhere(phase: Phase, name: str) -> None:
    for model in MODELS:
        found = measure(phase, name, model=model, hands=200, games=600)
        assert found.error < 0.3
        assert abs(found.bias) < (REQUIRED - 1 if name == "dealt" else 5)
        assert found.spread < 8
        assert found.chances < 8


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", "3", "--games", "50", "--phases", "8", "--situations", "dealt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(MODELS)
    assert all("bias" in line and "phase  8" in line for line in lines)


# --- what the seen cards are good for -------------------------------------------------------------


def saved(phase: Phase, seen: int, games: int) -> tuple[float, float]:
    """Play deals twice, discards by the table and by what is unseen: the share saved, its error."""
    known = table_for(phase, "pile")
    assert known is not None

    def by_table(eleven: Hand, unseen: Sequence[int]) -> dict[Cards, float]:
        return {card: known.expected(eleven - card) for card in eleven.kinds()}

    def by_unseen(eleven: Hand, unseen: Sequence[int]) -> dict[Cards, float]:
        turns = discard_turns(eleven, phase, unseen, model="pile")
        assert turns is not None
        return turns

    took = []
    for number in range(games):
        hand, pile = dealt(random.Random(number), seen)
        took.append([turns_from(pile, hand, phase, turns) for turns in (by_table, by_unseen)])
    mean = sum(before for before, _ in took) / games
    less = [(before - after) / mean for before, after in took]
    share = sum(less) / games
    return share, (sum((value - share) ** 2 for value in less) / games / (games - 1)) ** 0.5


def turns_from(
    pile: Sequence[int], hand: Hand, phase: Phase, turns: Callable[..., dict[Cards, float]]
) -> int:
    """Draw from a pile in its order until the phase is complete, or the pile is empty."""
    unseen = counted(pile)
    for turn, kind in enumerate(pile, start=1):
        hand += CARDS[kind]
        unseen[kind] -= 1
        if missing(hand, phase) == 0:
            return turn
        after = turns(hand, unseen)
        hand -= min(after, key=after.__getitem__)
    return len(pile) + 1


def test_discards_by_what_is_unseen_are_better() -> None:
    share, error = saved(PHASES[7], 60, 500)
    assert share - 2 * error > 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 7, 10])
def test_so_they_are_in_other_phases(number: int) -> None:
    share, error = saved(PHASES[number - 1], 60, 1_500)
    assert share - 2 * error > 0


# --- the reference itself -------------------------------------------------------------------------


def slow_reference(phase: Phase, model: str, games: int) -> tuple[float, float]:
    """The same player with hands of cards and no arrays; mean turns and standard error."""
    known = table_for(phase, model)
    assert known is not None

    def after(eleven: Hand) -> tuple[float, Hand]:
        if missing(eleven, phase) == 0:
            return 0.0, eleven
        left = [eleven - card for card in eleven.kinds()]
        best = min(left, key=known.expected)
        return known.expected(best), best

    def blind(hand: Hand) -> float:
        unseen = [most - held for most, held in zip(SEED.deck.counts, hand.counts, strict=True)]
        stay = known.expected(hand)
        draws = [(after(hand + CARDS[k])[0], copies) for k, copies in enumerate(unseen) if copies]
        return sum(copies * min(value, stay) for value, copies in draws) / sum(unseen)

    def play(generator: random.Random) -> int:
        hand, pile = dealt(generator, 0)
        for turn in range(1, 100):
            generator.shuffle(pile)
            offered = next((kind for kind in pile if kind < 48), None)
            if model == "offer" and offered is not None:
                pile.remove(offered)
                left, best = after(hand + CARDS[offered])
                if left == 0:
                    return turn
                if left < known.expected(hand) and left < blind(hand):
                    hand = best
                    continue
            left, hand = after(hand + CARDS[pile.pop()])
            if left == 0:
                return turn
        raise AssertionError("no end")

    took = [play(random.Random(game)) for game in range(games)]
    mean = sum(took) / games
    return mean, (sum((value - mean) ** 2 for value in took) / games / (games - 1)) ** 0.5


@pytest.mark.parametrize(
    ("number", "model", "games"),
    [(1, "pile", 1_000), (5, "pile", 1_000), (8, "pile", 1_000), (8, "offer", 400)],
)
def test_reference_plays_as_it_says(number: int, model: str, games: int) -> None:
    found = reference_turns(PHASES[number - 1], model=model, games=20_000)
    assert found is not None
    mean, error = slow_reference(PHASES[number - 1], model, games)
    assert found.turns == pytest.approx(mean, abs=4 * (error + found.standard_error))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("phase", [PHASES[1], PHASES[3], PHASES[7]], ids=str)
def test_reference_has_the_exact_chances(phase: Phase, model: str) -> None:
    generator = random.Random(str(phase))
    for name in ("dealt", "30 seen"):
        hand, unseen = situation(phase, name, generator)
        found = reference_turns(phase, model=model, hand=hand, unseen=unseen, games=20_000)
        again = reference_turns(phase, model=model, hand=hand, unseen=unseen, games=20_000)
        exact = turn_chances(hand, phase, unseen, model=model)
        assert found == again
        assert found is not None
        for share, chance in zip(found.within, (exact.one, exact.two), strict=False):
            error = (float(chance) * (1 - float(chance)) / 20_000) ** 0.5
            assert share <= float(chance) + 4 * error
            # Who plays for the fewest turns is a little worse within two.
            assert share >= float(chance) - 4 * error - 0.02


def test_reference_waits_for_one_lot_and_shuffles_what_was_discarded() -> None:
    hand, phase = Hand("R1 R2 R3 R4 R5 R6 R7 R8 S S"), Phase("run:9")
    found = reference_turns(phase, hand=hand, games=20_000)
    assert found is not None
    assert found.turns == pytest.approx(99 / 17, abs=4 * found.standard_error)
    # Two cards are left, neither of use: then all 98 that are not held come again.
    few = [0] * 50
    few[12] = few[24] = 1
    found = reference_turns(phase, hand=hand, unseen=few, games=20_000)
    assert found is not None
    assert found.within[1] == 0
    assert found.turns == pytest.approx(2 + 99 / 17, abs=4 * found.standard_error)


def test_situations_are_what_their_names_say() -> None:
    generator = random.Random(1)
    for phase in PHASES:
        for name in SITUATIONS:
            hand, unseen = situation(phase, name, generator)
            counts = zip(SEED.deck.counts, hand.counts, unseen, strict=True)
            seen = [most - held - copies for most, held, copies in counts]
            assert min(seen) >= 0
            assert missing(hand, phase) > 0
            if name[:2] in ("30", "60"):
                assert sum(seen) == int(name[:2])
            elif name == "dealt":
                assert sum(seen) == 0
            else:
                assert 0 < sum(seen) < 80
    with pytest.raises(ValueError, match="all seen"):
        situation(PHASES[0], "all seen", generator)


def test_what_cannot_be_simulated() -> None:
    with pytest.raises(GameError) as refused:
        reference_turns(PHASES[0], model="deck")
    assert refused.value.code == "waiting.model"
    with pytest.raises(GameError) as refused:
        reference_turns(PHASES[0], hand=Hand("R1"))
    assert refused.value.code == "waiting.cards"
    assert reference_turns(Phase("run:6")) is None
    with pytest.raises(GameError) as refused:
        measure(Phase("run:6"), "dealt", model="pile", hands=1, games=1)
    assert refused.value.code == "waiting.unsolved"
