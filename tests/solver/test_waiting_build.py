"""The solved waiting game: proven accuracy, tables as shipped, policies as good as said."""

from __future__ import annotations

import subprocess
import sys
import zlib
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from phase10.game.cards import Deck, Hand
from phase10.game.errors import GameError
from phase10.game.phases import PHASES, Phase
from phase10.game.rules import SEED, Rules
from phase10.solver import waiting_build
from phase10.solver.groupings import missing
from phase10.solver.waiting import MODELS, MOST_TURNS, TABLE_TURNS, WaitingTable, table_for
from phase10.solver.waiting_build import Solution, chances_within, solve
from phase10.solver.waiting_file import WaitingFile
from phase10.solver.waiting_game import WaitingGame, game_of, one_by_one
from phase10.solver.waiting_states import states_of
from tests.oracle.hands import deals

FRESH = ("1", "4", "8")
OTHERS = ("2", "3", "5", "6", "7", "9", "10")


@cache
def fresh(text: str) -> tuple[WaitingGame, dict[str, Solution]]:
    solved = solve(Phase.parse(text))
    assert solved is not None
    return solved


def table(text: str, model: str) -> WaitingTable:
    found = table_for(Phase.parse(text), model)
    assert found is not None
    return found


# --- the tables are what a fresh solve gives ------------------------------------------------------


@pytest.mark.parametrize(
    "text", [*FRESH, *(pytest.param(text, marks=pytest.mark.slow) for text in OTHERS)]
)
def test_tables_are_up_to_date(text: str) -> None:
    game, solutions = fresh(text) if text in FRESH else (solve(Phase.parse(text)) or ())
    for model, solution in solutions.items():
        known = table(text, model)
        assert solution.bound <= 1e-9
        assert known.error <= 0.0005
        read = known._expected
        shown = read.first + np.array(read.numbers) / read.scale
        assert len(shown) == game.states.size == known.states.size
        assert np.abs(shown - solution.expected).max() <= known.error
        assert ((shown == 1) == (np.abs(solution.expected - 1) < 1e-12)).all()
        assert known.average == pytest.approx(solution.figures.average, abs=1e-11)
        assert known.figures.within == pytest.approx(solution.figures.within, abs=1e-12)
        assert known.worst[0] == solution.figures.worst[0]
        assert known.worst[1] == pytest.approx(solution.figures.worst[1], abs=1e-10)
        assert (
            len(solution.within) == len(known._within) == {"pile": 0, "offer": TABLE_TURNS}[model]
        )
        pairs = zip(known._within, solution.within, strict=True)
        for turns, (column, chances) in enumerate(pairs, start=1):
            shown = column.first + np.array(column.numbers) / column.scale
            sure = chances >= 1 - 1e-12
            assert np.abs(shown - chances).max() <= 1 / 255
            assert np.abs(shown - chances)[shown < 254 / 255].max() <= 0.5001 / 255
            assert ((shown == 1) == sure).all()
            assert turns > 1 or (sure == (np.abs(solution.expected - 1) < 1e-12)).all()


def test_shipped_files_are_undamaged() -> None:
    folder = Path(waiting_build.__file__).parent / "tables"
    files = sorted(folder.glob("*.bin"))
    assert len(files) == len(PHASES)
    for path in files:
        data = path.read_bytes()
        assert zlib.crc32(data[12:]) == int.from_bytes(data[8:12], "little")
    assert sum(path.stat().st_size for path in folder.iterdir()) < 27_000_000


def test_tables_are_made_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    phases = [Phase("set:3+set:3"), Phase("color:7")]
    waiting_build.build_tables(tmp_path, phases)
    said = capsys.readouterr().out
    assert "4.715867595" in said
    assert "5.187927140" in said
    shipped = Path(waiting_build.__file__).parent / "tables"
    for name in ("set3_set3.bin", "color7.bin"):
        new = WaitingFile.open(tmp_path / name, whole=True)
        old = WaitingFile.open(shipped / name, whole=True)
        assert new is not None
        assert old is not None
        assert list(new.columns) == list(old.columns)
        for column, numbers in new.columns.items():
            shown = np.array(old.columns[column].numbers, np.int64)
            assert np.abs(np.array(numbers.numbers, np.int64) - shown).max() <= 1
    assert len(list(tmp_path.iterdir())) == 3
    help_text = subprocess.run(
        [sys.executable, "-m", "phase10.solver.waiting_build", "--help"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert "--folder" in help_text


# --- the game as arrays ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deck",
    [Deck(2, 4, 2, 2, 1), Deck(3, 9, 1, 1, 0), Deck(2, 12, 1, 2, 1), Deck(1, 12, 1, 1, 0)],
    ids=str,
)
@pytest.mark.parametrize(
    ("text", "cards"),
    [
        *(("run:3", 2), ("even:2", 2), ("parity:3", 2), ("run:3", 4), ("odd:3", 4)),
        *(("set:2+run:3", 4), ("even:2+odd:2", 4), ("parity:5", 4)),
    ],
)
def test_arrays_made_together_are_those_made_one_by_one(text: str, deck: Deck, cards: int) -> None:
    phase, rules = Phase(text), Rules(deck=deck)
    before, after = states_of(phase, deck, cards), states_of(phase, deck, cards + 1)
    game = game_of(phase, rules, cards)
    assert before is not None
    assert after is not None
    assert game is not None
    more, copies, deal_counts, hands = one_by_one(before, after)
    assert (game.more == more).all()
    assert (game.copies == copies).all()
    assert (game.deals == deal_counts).all()
    assert game.deals.sum() == comb(deck.size, cards)
    assert len(hands(slice(0, after.size))) == after.size
    for state in range(0, after.size, 7):
        hand = Hand.from_counts(after.counts(state), deck)
        assert game.missing[state] == missing(hand, phase, rules)


def test_every_deal_is_counted() -> None:
    for text in FRESH:
        game, _ = fresh(text)
        assert game.deals.sum() == comb(108, 10)
        assert (game.copies.sum(axis=1) == game.unseen).all()
        assert ((game.more >= 0) == (game.copies > 0)).all()


@pytest.mark.parametrize("text", FRESH)
def test_what_holds_for_every_state(text: str) -> None:
    _, solutions = fresh(text)
    pile, offer = solutions["pile"].expected, solutions["offer"].expected
    assert pile.min() == 1
    assert (offer <= pile + 1e-9).all()
    for solution in solutions.values():
        shares = (0.0, *solution.figures.within)
        assert list(shares) == sorted(shares)
        assert shares[-1] < 1
        arrays = solution.within
        assert all((late >= early - 1e-15).all() for early, late in pairwise(arrays))
        # No policy is best for all n at once, so the mean is at least what the chances allow.
        assert solution.figures.average >= sum(1 - share for share in shares) - 1e-9


# --- the best policy, played ----------------------------------------------------------------------

GAMES = 200_000


@njit
def played(
    first: Any, more: Any, copies: Any, done: Any, values: Any, offer: bool, seed: int
) -> Any:
    """Play games by keeping what is worth least; give the turns of each."""
    np.random.seed(seed)
    best = np.full(len(done), np.inf)
    follows = np.full(len(done), -1)
    for state in range(len(values)):
        for kind in range(more.shape[1]):
            eleven = more[state, kind]
            if eleven >= 0 and values[state] < best[eleven]:
                best[eleven] = values[state]
                follows[eleven] = state
    for eleven in range(len(done)):
        if done[eleven]:
            best[eleven] = 0.0
    turns = np.zeros(len(first), np.int64)
    kinds = more.shape[1]
    for game in range(len(first)):
        state = first[game]
        while True:
            turns[game] += 1
            among = kinds - 2 if offer else kinds
            card = np.random.randint(0, copies[state, :among].sum())
            kind = 0
            while card >= copies[state, kind]:
                card -= copies[state, kind]
                kind += 1
            if offer:
                blind = 0.0
                for other in range(kinds):
                    if copies[state, other]:
                        blind += copies[state, other] * best[more[state, other]]
                if best[more[state, kind]] >= blind / copies[state].sum():
                    card = np.random.randint(0, copies[state].sum())
                    kind = 0
                    while card >= copies[state, kind]:
                        card -= copies[state, kind]
                        kind += 1
            eleven = more[state, kind]
            if done[eleven]:
                break
            state = follows[eleven]
    return turns


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("text", FRESH)
def test_the_best_policy_needs_so_many_turns(text: str, model: str) -> None:
    game, solutions = fresh(text)
    figures = solutions[model].figures
    rng = np.random.default_rng([10, int(text)])
    first = rng.choice(game.states.size, GAMES, p=game.deals / game.deals.sum())
    turns = played(
        first,
        game.more,
        game.copies.astype(np.int64),
        game.missing == 0,
        solutions[model].expected,
        model == "offer",
        int(text),
    )
    error = turns.std(ddof=1) / GAMES**0.5
    assert error < 0.02
    assert abs(turns.mean() - figures.average) <= 4 * error
    # Played for the mean it has no better chances than play for just n turns.
    for within, share in enumerate(figures.within, start=1):
        assert (turns <= within).mean() <= share + 4 * (share * (1 - share) / GAMES) ** 0.5


# --- chances of one hand --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1", "8"])
def test_chances_of_a_hand(text: str) -> None:
    phase = Phase.parse(text)
    for hand in list(deals(6, 60, (10,))):
        for model in MODELS:
            chances = chances_within(hand, phase, model)
            assert len(chances) == MOST_TURNS
            assert list(chances) == sorted(chances)
            assert 0 <= chances[0] <= chances[-1] <= 1
            assert missing(hand, phase) > 0 or chances[0] == 1
        shown = [table(text, "offer").within(hand, turns) for turns in range(1, TABLE_TURNS + 1)]
        assert shown == pytest.approx(chances[:TABLE_TURNS], abs=1 / 255)
        assert chances_within(hand, phase, "offer", turns=3) == chances[:3]


def test_chances_refused() -> None:
    hand = Hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10")
    for call, code in (
        (lambda: chances_within(hand, PHASES[0], turns=0), "number.range"),
        (lambda: chances_within(hand, PHASES[0], turns=11), "number.range"),
        (lambda: chances_within(hand, PHASES[0], "deck"), "waiting.model"),
        (lambda: chances_within(hand, Phase("crun:3")), "waiting.kind"),
        (lambda: chances_within(Hand("R1"), PHASES[0]), "waiting.cards"),
        (lambda: solve(Phase("set:8"), Rules(deck=Deck(1, 3, 2, 2, 9))), "game.phase_deck"),
        (lambda: solve(PHASES[0], Rules(deck=Deck(1, 5, 2, 0, 0))), "waiting.deck"),
    ):
        with pytest.raises(GameError) as refused:
            call()
        assert refused.value.code == code
    assert solve(Phase("crun:3"), SEED) is None


def test_small_games_need_no_numba_and_large_ones_say_so() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from phase10.game.errors import GameError\n"
        "from phase10.game.phases import Phase\n"
        "from phase10.game.rules import Rules\n"
        "from phase10.game.cards import Deck\n"
        "from phase10.solver.waiting_build import solve\n"
        "for text in ('set:3+set:3', 'color:7'):\n"
        "    print(*(f'{s.figures.average:.9f}' for s in solve(Phase(text))[1].values()))\n"
        "try: solve(Phase('run:4'), Rules(deck=Deck(4, 8, 2, 2, 2)))\n"
        "except GameError as error: print(error.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == [
        *("4.715867595", "3.366647153", "7.600505014", "5.187927140", "numba.missing")
    ]
