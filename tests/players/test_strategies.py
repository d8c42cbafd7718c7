"""What collector, careful, chance and optimal do, against slow twins and the advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from random import Random

import pytest

from phase10.advice.hints import advise
from phase10.game.cards import CARDS, KINDS, STANDARD_DECK, WILD, Hand
from phase10.game.engine import Game
from phase10.game.moves import Discard, Draw, Lay, Move, TakeDiscard
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import PRESETS
from phase10.game.sight import OTHERS, position_of
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, choice_of, play_match
from phase10.players.dice import ONE, below, chance_from
from phase10.players.styles import MISTAKES, NAMES, STYLE_SIZE, number_of, style_of
from phase10.solver.groupings import missing
from tests.players.states import state

LADDER = ("beginner", "learner", "practised", "skilled", "optimal")


def chosen(name: str, game: Game) -> str:
    return choice_of(PLAYERS[name], game).text()


# --- collector and careful ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "top", "phase", "move"),
    [
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "G5", 1, "take discard"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "G10", 1, "draw pile"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 Y6", "W", 4, "take discard"),
        ("R1 B2 G3 Y4 R5 B6 G8 Y8 R12 Y12", "G7", 4, "draw pile"),
    ],
)
def test_collector_takes_wilds_and_what_it_holds_twice(
    hand: str, top: str, phase: int, move: str
) -> None:
    assert chosen("collector", state(hand, top=top, phase=phase, stage=DRAW)) == move


@pytest.mark.parametrize(
    ("hand", "phase", "move"),
    [
        ("R5 B5 R8 B8 R1 B2 G10 Y11 S Y6 Y5", 1, "discard S on B"),
        ("R5 B5 R8 B8 R1 B2 G10 Y11 R12 B12 Y5", 1, "discard Y11"),
        ("R1 B2 G3 Y4 R5 B5 G8 Y8 R12 Y10 W", 4, "discard Y8"),
        ("R1 R2 R3 R4 R5 B5 B8 Y8 Y12 G10 G2", 8, "discard B8"),
    ],
)
def test_collector_throws_skips_then_what_the_phase_has_least_use_for(
    hand: str, phase: int, move: str
) -> None:
    assert chosen("collector", state(hand, phase=phase)) == move


@pytest.mark.parametrize("name", ["careful", "chance", "optimal"])
def test_what_fits_the_table_is_not_thrown_when_the_next_player_is_down(name: str) -> None:
    hand = "R5 B5 R8 B8 R1 B2 G3 Y11 W Y6 G4"
    table = ("B set R11 B11 G11", "B set R6 B6 G6")
    safe = state(hand, table=table)
    thrown = choice_of(PLAYERS[name], safe)
    assert isinstance(thrown, Discard)
    assert thrown.card.number not in (6, 11, None)
    greedy = choice_of(PLAYERS["greedy"], safe)
    assert isinstance(greedy, Discard)
    assert greedy.card.number == 11


# --- chance ---------------------------------------------------------------------------------------


def targets(phase: Phase) -> Iterator[list[int]]:
    """What each target of sets and runs asks of the twelve numbers."""
    goals = phase.groups
    choices = [range(12 if goal.kind == "set" else 13 - goal.size) for goal in goals]
    alike = len({(goal.kind, goal.size) for goal in goals}) == 1
    chosen = combinations_with_replacement(choices[0], len(goals)) if alike else product(*choices)
    for target in chosen:
        asked = [0] * 12
        for goal, place in zip(goals, target, strict=True):
            for number in range(goal.size):
                asked[place if goal.kind == "set" else place + number] += 1
        yield asked


def odds(needs: Sequence[int], wilds: int) -> Fraction:
    """The chance as the issue tells it: every way to let some of the needed cards be wild."""
    needed = sum(needs)
    if needed <= wilds:
        return Fraction(1)
    ways = 0
    for wild in product(*(range(need + 1) for need in needs)):
        many = sum(wild)
        if many >= wilds:
            rest = [need - some for need, some in zip(needs, wild, strict=True)]
            ways += factorial(needed) // (prod(map(factorial, rest)) * factorial(many))
    return min(Fraction(1), Fraction(ways, 13 ** (needed - wilds)))


def rated(counts: Sequence[int], phase: Phase) -> tuple[Fraction, list[Fraction]]:
    """The total of all targets, and the score of a card of each number."""
    numbers = [sum(counts[n:WILD:12]) for n in range(12)]
    total, scores = Fraction(0), [Fraction(0)] * 12
    for asked in targets(phase):
        needs = [
            max(0, many - held) for many, held in zip(asked, numbers, strict=True) if many > held
        ]
        found = odds(needs, counts[WILD])
        total += found
        for number in range(12):
            if asked[number] and asked[number] >= numbers[number]:
                scores[number] += found
    return total, scores


def dealt(seed: int, cards: int, phase: int, stage: str) -> Game:
    """Cards by chance, neither wild nor skip on top."""
    chance = Random(seed)
    deck = [kind for kind, many in enumerate(STANDARD_DECK.counts) for _ in range(many)]
    chance.shuffle(deck)
    hand = " ".join(str(CARDS[kind]) for kind in deck[:cards])
    top = next(kind for kind in deck[cards:] if kind < WILD)
    return state(hand, top=str(CARDS[top]), phase=phase, stage=stage)


@pytest.mark.parametrize("phase", [1, 2, 4, 9])
@pytest.mark.parametrize("seed", range(4))
def test_chance_throws_the_lowest_score(phase: int, seed: int) -> None:
    game = dealt(seed, 11, phase, PLAY)
    hand = game.hand(0)
    if missing(hand, PHASES[phase - 1]) == 0:
        return
    thrown = choice_of(PLAYERS["chance"], game)
    assert isinstance(thrown, Discard)
    if hand.skips:
        assert thrown.card.is_skip
        return
    _, scores = rated(hand.counts, PHASES[phase - 1])
    numbers = [card.number for card in hand.kinds() if card.number]
    lowest = min(scores[number - 1] for number in numbers)
    assert thrown.card.number is not None
    # Chances are kept as whole numbers: what is equal to so many places is equal.
    assert float(scores[thrown.card.number - 1]) == pytest.approx(float(lowest), abs=1e-9)


@pytest.mark.parametrize("phase", [1, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_chance_takes_what_is_worth_at_least_the_mean(phase: int, seed: int) -> None:
    game = dealt(10 + seed, 10, phase, DRAW)
    counts, goal = list(game.hand(0).counts), PHASES[phase - 1]
    assert game.top is not None

    def total_with(kind: int) -> Fraction:
        more = [held + (place == kind) for place, held in enumerate(counts)]
        return rated(more, goal)[0]

    mean = sum(total_with(kind) for kind in (*range(12), WILD)) / 13
    move = choice_of(PLAYERS["chance"], game)
    if total_with(game.top.kind) < mean * Fraction(999_999, 1_000_000):
        assert move == Draw()
    more = Hand.from_counts(
        [held + (place == game.top.kind) for place, held in enumerate(counts)], STANDARD_DECK
    )
    if missing(more, goal) == 0:
        assert move == TakeDiscard()


def test_the_rating_of_the_tests_counts_every_target() -> None:
    assert sum(1 for _ in targets(PHASES[0])) == 78
    assert sum(1 for _ in targets(PHASES[1])) == 12 * 9
    assert rated([0] * KINDS, Phase("set:2"))[0] == 12 * odds([2], 0)


# --- optimal --------------------------------------------------------------------------------------


def decisions(most: int) -> Iterator[Game]:
    """States of matches of ``optimal`` in which there is something to decide."""
    found = 0
    seed = 0
    while found < most:
        seed += 1
        game = Game.start(seed, 2 + seed % 3, PRESETS["seed" if seed % 2 else "official"])
        while game.stage != MATCH_OVER and game.round <= 2 and found < most:
            if game.stage == ROUND_OVER:
                game = game.next_round()
                continue
            move = choice_of(PLAYERS["optimal"], game)
            if len(game.legal_moves()) > 1:
                found += 1
                yield game
            game = game.play(move)


def told(game: Game, move: Move) -> str:
    """A move with the names that a position gives the seats."""
    count = len(game.seats)
    names = [
        "me" if seat == game.turn else OTHERS[(seat - game.turn - 1) % count]
        for seat in range(count)
    ]
    return move.text(names)


def agrees(game: Game) -> bool:
    """Whether what ``optimal`` does is a best move of the advice: laying is laying, in any way."""
    move = told(game, choice_of(PLAYERS["optimal"], game))
    advice = advise(position_of(game, game.turn))
    best = [option for option in advice.options if option.rank == 1]
    if advice.question == "lay":
        return move.startswith("lay") == any(option.move.startswith("lay") for option in best)
    if advice.question == "end":
        # Hits come in any order; where none is left the discard decides.
        hits = [hit for option in best for hit in option.hits]
        if move.startswith("hit"):
            return bool(hits)
        return any(option.move == move and not option.hits for option in best)
    return any(option.move == move for option in best)


def check_agreement(most: int, capsys: pytest.CaptureFixture[str]) -> None:
    agreed = sum(map(agrees, decisions(most)))
    with capsys.disabled():
        print(f" optimal plays a best move of the advice in {agreed} of {most} decisions", end="")
    assert agreed >= 0.93 * most


def test_optimal_plays_what_the_advice_ranks_first(capsys: pytest.CaptureFixture[str]) -> None:
    check_agreement(80, capsys)


@pytest.mark.slow
def test_optimal_plays_what_the_advice_ranks_first_in_500_decisions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    check_agreement(500, capsys)


def test_what_is_taken_is_not_thrown_back() -> None:
    for name in ("optimal", "chance", "greedy", "careful"):
        for seed in range(3):
            game = Game.start(seed, 3, PRESETS["official"])
            while game.round == 1 and game.stage in (DRAW, PLAY):
                move = choice_of(PLAYERS[name], game)
                if isinstance(move, Discard) and game.taken and not game.laid_now:
                    assert game.drew is not None
                    assert move.card.kind != game.drew or game.hand(game.turn).counts[game.drew] > 1
                game = game.play(move)


def test_a_match_without_skips_has_an_end() -> None:
    """Without a table of the deck what is taken was once thrown again, for ever."""
    rules = PRESETS["seed"].parse("seed,deck=4x12x2+8W+0S")
    for seed in range(2):
        played = play_match(Game.start(seed, 4, rules), [PLAYERS["optimal"]] * 4, most_turns=400)
        assert not played.capped


# --- levels and chance ----------------------------------------------------------------------------


def test_the_weaker_settings_differ_in_mistakes_alone() -> None:
    styles = [style_of(name) for name in LADDER]
    mistakes = [style[MISTAKES] for style in styles]
    assert mistakes == sorted(mistakes, reverse=True)
    assert mistakes[-1] == 0.0
    assert len({number_of(name) for name in LADDER}) == 1
    assert all(style[:MISTAKES] == styles[-1][:MISTAKES] for style in styles)
    assert all(len(style) == STYLE_SIZE for style in map(style_of, NAMES))
    places = [NAMES.index(name) for name in LADDER]
    assert places == sorted(places)


def test_a_beginner_lays_at_once_too() -> None:
    game = state("R5 B5 G5 R8 B8 G8 W W R1 R2 S")
    assert all(isinstance(choice_of(PLAYERS[name], game), Lay) for name in LADDER)


def test_the_generator_is_that_of_marsaglia() -> None:
    """Xorshift with 13, 17, 5 from its published start gives its published numbers."""
    work = [2463534242]
    assert below(work, 1) == 0
    assert work[0] == 723471715
    below(work, 1)
    assert work[0] == 2497366906
    assert chance_from(0) == 2463534242
    assert chance_from(5 + (7 << 32)) == 5 ^ 7


def test_numbers_by_chance_are_spread_evenly() -> None:
    work = [12345]
    drawn = [below(work, 6) for _ in range(6000)]
    expected, spread = 1000, (6000 * 5 / 36) ** 0.5
    for number in range(6):
        assert abs(drawn.count(number) - expected) < 4 * spread
    assert all(0 <= below(work, ONE) < ONE for _ in range(100))
