"""Print what many matches tell about the game: the figures of docs/findings.md.

    python tests/bench/findings.py                          everything, as Markdown
    python tests/bench/findings.py length rules             some sections
    python tests/bench/findings.py --into docs/findings.md  put them into the page
    python tests/bench/findings.py replay                   5,000 matches, each played by the engine

A section is written between its heading and the next one, so that it can be renewed alone. Needs
Numba. Figures are the same on every machine; seconds are not.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from phase10.game.phases import PHASES
from phase10.game.rules import PRESETS, Rules
from phase10.players import styles
from phase10.players.board import COUNT, ROUND, SEAT_SIZE, SEATS, SKIPS
from phase10.simulation import study as studies
from phase10.simulation.compiled import COMPILED, program
from phase10.simulation.matches import Simulated, simulate
from phase10.simulation.rounds import begin_round
from phase10.simulation.rows import TURN
from phase10.simulation.shuffling import seed_of
from phase10.simulation.table import next_seat
from phase10.simulation.tally import Ratio, close_block
from phase10.simulation.tournament import CHANCES, DEALS, play_match
from phase10.solver import worth
from phase10.solver.waiting import figures_for
from tests.bench.run import machine
from tests.simulation import replays

SEED = 2026
RULES = ("seed", "official")
STRONG = "optimal"
PLAIN = "greedy"

STEPS = ("beginner", "learner", "practised", "skilled", "optimal")
CHAMPION = "champion"
RIVALS = ("chance",)
"""Whom the champion has to beat: the strongest strategy known in public."""

GAMES = 4_000
"""Matches of a figure, at least."""
MANY = 4_000
"""Matches of a figure in a study of one question."""
FINE = 8_000
"""Matches of a figure where a small difference is looked for."""
REPLAYED = 5_000

BEFORE = f"""\
# Findings: what many matches tell about the game

Every figure here is printed by one command, `python tests/bench/findings.py --into
docs/findings.md`, from matches among the computer players (`phase10 players` says what each does).
After ± stands the standard error. All studies have the seed {SEED}; with it the figures come out
the same on every machine. Where players differ, matches come in blocks with the same deals in
which everyone sits once in each seat, and errors are worked out from blocks. How strong people play
is not known here: what holds for `{PLAIN}` and for `{STRONG}` alike is likely to hold for people.
"""


# --- writing --------------------------------------------------------------------------------------


def value(figure: Ratio, digits: int = 2) -> str:
    error = "" if figure.error is None else f" ± {figure.error:.{digits}f}"
    return f"{figure.value:.{digits}f}{error}"


def share(figure: Ratio) -> str:
    error = "" if figure.error is None else f" ± {100 * figure.error:.1f}"
    return f"{100 * figure.value:.1f}{error} %"


def changed(after: Ratio, before: Ratio) -> Ratio:
    """The difference of two figures from studies that are taken as independent."""
    return Ratio(
        after.value - before.value, sqrt((after.error or 0) ** 2 + (before.error or 0) ** 2)
    )


def signed(figure: Ratio, digits: int = 2, factor: float = 1) -> str:
    return f"{factor * figure.value:+.{digits}f} ± {factor * (figure.error or 0):.{digits}f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def by_rules(head: str) -> list[str]:
    return [f"{head}, {name}" for name in RULES]


# --- studies --------------------------------------------------------------------------------------


@cache
def played(players: tuple[str, ...], games: int, rules: str) -> Simulated:
    """Play matches in blocks, as ``phase10 simulate`` does."""
    return told(simulate(players, games, SEED, Rules.parse(rules)))


@cache
def alike(count: int, games: int, rules: str, name: str = STRONG, skip: bool = False) -> Simulated:
    """Play matches among players who play alike, each match with deals of its own.

    In a block they would play the same match again and again, from another seat. ``skip``: who
    moves second loses the first turn of the match.
    """
    usual = studies.ready
    blocks = program(play_apart, {begin_round: program(begin_skipped)} if skip else {})
    studies.ready = lambda entry: blocks
    try:
        return told(simulate((name,) * count, games, SEED, Rules.parse(rules)))
    finally:
        studies.ready = usual


def play_apart(
    first, last, matches, seed, seats, players, styles, owns, board, setup, game, cards, laying,
    tables, work, block, tally, no_log,
):  # type: ignore[no-untyped-def]  # fmt: skip
    """Play blocks as :func:`phase10.simulation.tournament.play_blocks`, each match a block."""
    count = board[COUNT]
    for number in range(first, last):
        for turned in range(min(count, matches - number * count)):
            deals = seed_of(seed, number * count + turned, DEALS)
            work[0] = seed_of(seed, number * count + turned, CHANCES)
            play_match(
                deals, seats[turned], players[turned], styles[turned], owns, board, setup, game,
                cards, laying, tables, work, block, no_log,
            )  # fmt: skip
            close_block(block, tally)


def begin_skipped(owns, board, setup, game, cards):  # type: ignore[no-untyped-def]
    """Begin a round; in the first one of a match who moves second has a turn to lose."""
    begin_round(owns, board, setup, game, cards)
    if board[ROUND] == 1:
        board[SEATS + next_seat(game[TURN], board) * SEAT_SIZE + SKIPS] = 1


def told(found: Simulated) -> Simulated:
    assert not found.stopped
    study = found.study
    line = f"  {'-'.join(study.players)} {study.rules}: {found.games} in {found.seconds:.1f} s"
    print(line, file=sys.stderr, flush=True)
    return found


def seconds(found: Sequence[Simulated]) -> str:
    games = sum(each.games for each in found)
    took = sum(each.seconds for each in found)
    capped = sum(each.capped for each in found)
    stopped = f"; {capped} of them had no end and were stopped" if capped else ""
    return f"*{games:,} matches in {took:,.0f} seconds{stopped}; seed {SEED}.*\n"


# --- sections -------------------------------------------------------------------------------------


def length() -> Iterator[str]:
    """Rounds per match"""
    yield f"All players of a match play alike; {GAMES:,} matches for each figure.\n"
    used = []
    for name in (STRONG, PLAIN):
        rows = []
        for count in range(2, 7):
            found = [alike(count, GAMES, rules, name) for rules in RULES]
            used += found
            rows.append(
                [
                    str(count),
                    *(value(each.rounds_per_game) for each in found),
                    *(value(each.turns_per_round) for each in found),
                ]
            )
        yield f"`{name}`:\n"
        head = ["players", *by_rules("rounds per match"), *by_rules("turns of all per round")]
        yield from table(head, rows)
    yield (
        "A match has ten phases and so at least ten rounds. Two players need hardly a round more; "
        "each further player adds about one and a half. A round ends when the first goes out: with "
        "two players everyone has nine turns until then, with six only four, so that more often "
        "somebody has not laid.\n"
    )
    yield seconds(used)


def phases() -> Iterator[str]:
    """Turns and completion per phase"""
    count = 4
    yield (
        f"{count} players who play alike, {GAMES:,} matches. *Laid*: in how many of the rounds "
        "that a player began at this phase it was laid. *Turns*: a player's turns at the phase, "
        "over all rounds that it took, for each laying. *Alone*: what the waiting table says of "
        "one player who plays on until the phase lies (model offer, exact).\n"
    )
    used = []
    for name in (STRONG, PLAIN):
        found = [alike(count, GAMES, rules, name) for rules in RULES]
        used += found
        rows = []
        for number, phase in enumerate(PHASES, 1):
            figures = figures_for(phase, "offer")
            rows.append(
                [
                    str(number),
                    "" if figures is None else f"{figures.average:.2f}",
                    *(value(turns) for each in found if (turns := each.by_phase[number].turns)),
                    *(share(each.by_phase[number].completed) for each in found),
                ]
            )
        yield f"`{name}`:\n"
        yield from table(["phase", "alone", *by_rules("turns"), *by_rules("laid")], rows)
    yield ("The order of difficulty is not the order of the list.\n")
    yield seconds(used)


def tournament() -> Iterator[str]:
    """Players against each other"""
    yield (
        f"Two players, {GAMES:,} matches a pair: the share that the player of the row wins, from "
        "pairs of matches with the same deals and changed seats.\n"
    )
    names = players()
    for rules in RULES:
        used = [played(pair, GAMES, rules) for pair in combinations(names, 2)]
        won = {}
        for each in used:
            first, second = each.study.players
            figure = each.difference
            assert figure is not None
            half = (figure.error or 0) / 2
            won[first, second] = Ratio((1 + figure.value) / 2, half)
            won[second, first] = Ratio((1 - figure.value) / 2, half)
        rows = [
            [f"`{row}`", *(share(won[row, column]) if row != column else "" for column in names)]
            for row in names
        ]
        yield f"Under `{rules}`:\n"
        yield from table(["", *(f"`{name}`" for name in names)], rows)
        yield seconds(used)


def champion() -> Iterator[str]:
    """The champion against the strongest known in public"""
    yield (
        f"Two players, {GAMES:,} matches each: the share that `champion` wins, from pairs of "
        "matches with the same deals and changed seats. It plays the round out many times before "
        "every discard, which takes a third of a second a match: a pair takes half an hour.\n"
    )
    used = []
    rows = []
    for rules in RULES:
        row = [f"`{rules}`"]
        for other in RIVALS:
            found = played((CHAMPION, other), GAMES, rules)
            used.append(found)
            row.append(half(found))
        rows.append(row)
    yield from table(["rules", *(f"against `{other}`" for other in RIVALS)], rows)
    yield seconds(used)


def steps() -> Iterator[str]:
    """The steps of strength for beginners"""
    yield (
        f"Two players, {GAMES:,} matches a pair: the share that the stronger one wins, from pairs "
        "of matches with the same deals and changed seats. They play like `optimal`, but a share "
        "of their decisions is made by chance.\n"
    )
    used = []
    rows = []
    for weaker, stronger in pairwise(STEPS):
        row = [f"`{stronger}` against `{weaker}`"]
        for rules in RULES:
            found = played((stronger, weaker), GAMES, rules)
            used.append(found)
            row.append(half(found))
        rows.append(row)
    yield from table(["pair", *RULES], rows)
    yield seconds(used)


def players() -> list[str]:
    """The players of the tournament, the weakest first."""
    return list(styles.NAMES)


def first() -> Iterator[str]:
    """Going first"""
    yield (
        f"All play `{STRONG}`: how often each seat wins, in the order of the first round's turns "
        f"({MANY:,} matches each).\n"
    )
    used = []
    for rules in RULES:
        found = [alike(count, MANY, rules, STRONG) for count in range(2, 7)]
        used += found
        yield f"Under `{rules}`:\n"
        yield from table(FIRST, list(map(by_seat, found)))
    yield (
        "Who begins changes from round to round, so in a whole match it makes no difference that "
        "so many matches could show. A match of phase 1 alone, which mostly takes one round, under "
        "`seed`:\n"
    )
    found = [alike(count, MANY, "seed,last_phase=1", STRONG) for count in range(2, 7)]
    used += found
    yield from table(FIRST, list(map(by_seat, found)))
    yield seconds(used)


FIRST = ("players", "fair", "1st", "2nd", "3rd", "4th", "5th", "6th")


def by_seat(found: Simulated) -> list[str]:
    count = len(found.players)
    places = [share(each) for each in found.by_start]
    return [str(count), f"{100 / count:.1f} %", *places, *[""] * (6 - count)]


def skip() -> Iterator[str]:
    """What a skip is worth"""
    yield (
        f"**One turn.** All play `{STRONG}` under `seed`, {FINE:,} matches. The same deals are "
        "played twice: as they are, and with the second player to move losing the first turn "
        "of the match. How the share of the matches changes that the players win, in the "
        "order of turns, in percentage points; and the same in a match of phase 1 alone, "
        "which mostly takes one round:\n"
    )
    used, rows = [], []
    for count, text, name in (
        (2, "seed", "whole"),
        (2, "seed,last_phase=1", "phase 1"),
        (4, "seed,last_phase=1", "phase 1"),
    ):
        plain = alike(count, FINE, text, STRONG)
        hurt = alike(count, FINE, text, STRONG, skip=True)
        used += [plain, hurt]
        changes = [
            signed(changed(after, before), 1, 100)
            for after, before in zip(hurt.by_start, plain.by_start, strict=True)
        ]
        rows.append([f"{count}, {name}", *changes, *[""] * (4 - count)])
    yield from table(["players, match", "1st", "2nd (skipped)", "3rd", "4th"], rows)
    yield (
        "With two players a skip is a whole turn more for whoever plays it; with four it helps "
        "those who move after the skipped one. In a whole match one turn of the first of ten and "
        "more rounds is hardly seen.\n"
    )
    yield (
        f"**A deck without skips.** Four players, `{PLAIN}` (whose play needs no table made "
        f"for the deck), {MANY:,} matches: the four skips left out, against the deck as it is. "
        "A skip is also a card that no hand can use, so that its draw is a turn without "
        "progress.\n"
    )
    rows = []
    for rules in RULES:
        whole = alike(4, MANY, rules, PLAIN)
        without = alike(4, MANY, f"{rules},deck=4x12x2+8W+0S", PLAIN)
        used += [whole, without]
        rows.append(
            [
                rules,
                signed(changed(without.rounds_per_game, whole.rounds_per_game)),
                signed(changed(without.turns_per_round, whole.turns_per_round)),
            ]
        )
    yield from table(["rules", "rounds per match", "turns of all per round"], rows)
    yield seconds(used)


# --- rules ----------------------------------------------------------------------------------------


def rules() -> Iterator[str]:
    """What each rule changes"""
    yield (
        f"Four players, all `{PLAIN}`, whose play needs no tables made for the rules; {MANY:,} "
        "matches for each line: `seed` with one option as "
        "`official` has it, and the whole of `official`; then other options that tables differ in. "
        "Each line but the first is the difference from `seed`.\n"
    )
    others = [
        "natural_per=group", "first_skip=cover", "in_order=no", "game_end=at_once", "game_end=out",
    ]  # fmt: skip
    base = alike(4, MANY, "seed", PLAIN)
    used, rows = [base], [["seed", *map(value, figures(base))]]
    for change in [*official_changes(), "official", *others]:
        found = alike(4, MANY, change if change == "official" else f"seed,{change}", PLAIN)
        used.append(found)
        differences = map(changed, figures(found), figures(base))
        rows.append([f"`{change}`", *map(signed, differences)])
    head = ["rules", "rounds per match", "turns of all per round", "points of a player at the end"]
    yield from table(head, rows)
    yield (
        "`run_min` changes nothing with the classic phases, whose runs have at least four cards; "
        "`skip_limit` nothing where only the next player can be skipped, who then loses the turn "
        "at once; `natural_per` nothing for who lays with few wilds, because a natural card is "
        "always at hand for a group. Not in the table because they change no turn of these "
        "players: `extra_on_lay` (what it allows is hit right after laying), `go_out_by_hit` (a "
        "last card that could be hit is discarded in the same turn), `take_skip`, and "
        "`wild_points`, which moves points "
        "alone.\n"
    )
    yield seconds(used)


def figures(found: Simulated) -> tuple[Ratio, Ratio, Ratio]:
    """Rounds, turns, and the mean score of all; the errors of scores are taken as one, not less."""
    scores = [player.score for player in found.players]
    mean = sum(score.value for score in scores) / len(scores)
    points = Ratio(mean, max(score.error or 0 for score in scores))
    return found.rounds_per_game, found.turns_per_round, points


def official_changes() -> list[str]:
    """Each option of ``official`` that ``seed`` has otherwise."""
    parts = []
    for name in Rules.__dataclass_fields__:
        found = getattr(PRESETS["official"], name)
        if found != getattr(PRESETS["seed"], name):
            shown = {True: "yes", False: "no"}[found] if isinstance(found, bool) else found
            parts.append(f"{name}={shown}")
    return parts


# --- parts of the strong player -------------------------------------------------------------------

PARTS = {
    "waiting values, not only what is missing": {"WAITING": 0.0},
    "waiting: nothing for a player who is down": {"FED_DOWN": 0.0},
    "waiting: nothing for the others": {"FED_OTHER": 0.0},
    "after laying: nothing for a player who is down": {"GIFT_DOWN": 0.0},
    "after laying: nothing for the others": {"GIFT_OTHER": 0.0},
    "points at risk while waiting": {"POINT": 0.0, "POINT_DOWN": 0.0, "POINT_LAST": 0.0},
    "cards really unseen": {"UNSEEN_CARDS": 0.0},
    "waiting: what can be hit later is kept": {"KEEP_FITTING": 0.0},
    "after laying: what nearly fits a run is kept": {"KEEP_NEAR": 0.0},
    "laying so that little is left": {"CARD_LEFT": 0.0},
    "skips, which are thrown last without it": {
        "SKIP_OTHER": -50.0, "SKIP_DOWN": -50.0, "SKIP_FEW": 0.0,
    },
}  # fmt: skip
"""The parts of ``optimal``, with the weights that switch each off."""


def parts() -> Iterator[str]:
    """What makes the strong player strong"""
    yield (
        f"`{STRONG}` against itself with one part switched off by its weights in "
        f"`phase10/solver/worth.py`, two players, {MANY:,} matches: the share that the whole one "
        "wins. More than 50 % means that the part helps.\n"
    )
    used, rows = [], []
    for name, weights in PARTS.items():
        without = with_weights(f"{STRONG} without {name}", weights)
        found = [played((STRONG, without), MANY, rules) for rules in RULES]
        used += found
        listed = ", ".join(f"`{weight}={given:g}`" for weight, given in weights.items())
        rows.append([name, listed, *map(half, found)])
    yield from table(["part", "switched off by", *RULES], rows)
    safe = [part for part in PARTS.values() if any("FED" in w or "GIFT" in w for w in part)]
    bare = with_weights(f"{STRONG}, all thrown", {key: 0.0 for part in safe for key in part})
    for opponent in (STRONG, "careful", "chance"):
        found = [played((bare, opponent), MANY, rules) for rules in RULES]
        used += found
        shown = ", ".join(
            f"{half(each)} under `{name}`" for each, name in zip(found, RULES, strict=True)
        )
        yield (
            f"Without all four parts on what the others can use, `{STRONG}` wins against "
            f"`{opponent}`: {shown}.\n"
        )
    yield (
        "What is thrown decides more than how fast the own phase comes. The parts near 50 % cost "
        "nothing, and are where a stronger player has nothing to look for.\n"
    )
    yield seconds(used)


def with_weights(name: str, weights: Mapping[str, float]) -> str:
    """Register the strong player with other weights; this script is the only one to know it."""
    known = styles._PLAYERS
    number, usual = known[STRONG]
    known[name] = (number, usual | {getattr(worth, key): each for key, each in weights.items()})
    studies.PLAYERS = (*studies.PLAYERS, name)
    return name


def half(found: Simulated) -> str:
    figure = found.difference
    assert figure is not None
    return share(Ratio((1 + figure.value) / 2, (figure.error or 0) / 2))


# --- the engine -----------------------------------------------------------------------------------


def replay() -> Iterator[str]:
    """Matches played again by the engine"""
    printed = io.StringIO()
    with redirect_stdout(printed):
        replays.main(REPLAYED)
    yield (
        f"`python tests/simulation/replays.py {REPLAYED}` logs matches of all players, 2–6 at a "
        "table, and plays them again move by move in the engine, which alone knows the law; a "
        "match that ends otherwise is an error. Half of them have options, editions, phases and "
        "decks at random, which hardly let some of them end; those are stopped.\n"
    )
    yield "\n".join(["```", printed.getvalue().strip(), "```", ""])


# --- the page -------------------------------------------------------------------------------------

SECTIONS: dict[str, Callable[[], Iterator[str]]] = {
    each.__name__: each
    for each in (length, phases, tournament, steps, champion, first, skip, rules, parts, replay)
}


def heading(name: str) -> str:
    return f"## {SECTIONS[name].__doc__}"


def put_into(page: Path, name: str, text: str) -> None:
    """Replace a section of the page; sections stand in the order of this script."""
    old = page.read_text("utf-8") if page.exists() else ""
    found = {part.partition("\n")[0]: part for part in re.split(r"(?m)^(?=## )", old)[1:]}
    found[heading(name)] = text
    ordered = [found[heading(each)] for each in SECTIONS if heading(each) in found]
    page.write_text("\n".join([BEFORE, *(part.strip() + "\n" for part in ordered)]), "utf-8")


def main() -> int:
    """Print the sections asked for, or all of them."""
    parser = argparse.ArgumentParser(description="What many matches tell about the game.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--into", type=Path, metavar="FILE", help="put them into this page")
    asked = parser.parse_args()
    unknown = [name for name in asked.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {', '.join(unknown)}; there are: {', '.join(SECTIONS)}")
    if not COMPILED:
        parser.error("this needs Numba: pip install 'phase10[fast]'")
    print(machine(), file=sys.stderr)
    if asked.into is None:
        print(BEFORE)
    for name in asked.sections or SECTIONS:
        text = "\n".join([heading(name), "", *SECTIONS[name]()])
        if asked.into is None:
            print(text, flush=True)
        else:
            put_into(asked.into, name, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
