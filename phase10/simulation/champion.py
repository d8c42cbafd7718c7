"""The player ``champion``: ``optimal``, with the round played out before each discard.

Where ``optimal`` would throw a card, the few discards that leave about as many turns are compared
in worlds dealt from what this seat sees: each is played out by ``optimal`` in every seat, with the
same cards for all, and the rest of the match comes from the model of rounds. So what others need,
points, skips and the score count as they come out. Another card is thrown only where it came out
clearly better. The number of worlds is fixed, so the same seed plays the same match.

Loops within loops need compiled code: without Numba there is no champion. It decides in the loops
of the simulator only, and joins the players there (:mod:`phase10.simulation.study`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from phase10.game.errors import GameError
from phase10.game.kinds import KINDS, SKIP, WILD
from phase10.game.setup import Setup
from phase10.players import board as b
from phase10.players.board import (
    BOARD_SIZE,
    CARDS,
    COUNT,
    HAND,
    MELD_ROOM,
    MELD_SIZE,
    MELDS,
    MOST_SEATS,
    NONE,
    OWN_SIZE,
    PILE,
    POINTS,
    SEAT_SIZE,
    SEATS,
    THREW,
    TOOK,
    TOP,
    UNSEEN,
    discard_code,
)
from phase10.players.dice import below
from phase10.players.strategies import discard
from phase10.players.styles import number_of, style_of
from phase10.players.table import is_down, kept_kind, skip_target
from phase10.simulation.compiled import COMPILED, program
from phase10.simulation.match_model import Model, match_chance, model_for
from phase10.simulation.rounds import end_round, end_turn, play_on
from phase10.simulation.rows import (
    CAPPED,
    DISCARDS,
    FIT_COUNTS,
    GAME_SIZE,
    MOST_TURNS,
    OWN_TURNS,
    PLAYING_ON,
    ROOM,
    SEED,
    SHUFFLES,
    STAGE,
    TURN,
)
from phase10.simulation.table import count_fits
from phase10.simulation.winning_loops import copy_rows
from phase10.simulation.worlds_deal import (
    ACTED,
    EVIDENCE_ROOM,
    NEEDS_SIZE,
    POOL,
    REST,
    THROWN,
    deal_world,
)
from phase10.solver.plan import turns_left
from phase10.solver.plan_missing import add_card, count_cards, remove_card
from phase10.solver.plan_rows import CHANCE, Row, Tables

__all__ = ["NAME", "champion_loop", "champion_tables", "number_of_champion", "style_of_champion"]

NAME: Final = "champion"

PLAYOUTS: Final = 30
"""Where a style says in how many worlds discards are compared: 0 for ``optimal`` as it is."""
WORLDS: Final = 24
CHOICES: Final = 3
"""Discards that are compared."""
NEAR_TURNS: Final = 0.3
"""A discard that leaves more turns than that beyond the best is not compared."""
LEAD: Final = 2.0
"""Standard errors by which another discard has to come out better than that of ``optimal``."""
EXCHANGES: Final = 1
SAMPLES: Final = 4
ROUND_TURNS: Final = 200


class Champion(NamedTuple):
    """Hold the tables of strategies and, after them, rows to play worlds out in."""

    goals: Any
    hits: Any
    ranks: Any
    partitions: Any
    places: Any
    values: Any
    first: Any
    scale: Any
    average: Any
    odds: Any
    deck: Any
    memory: Any
    model: Model
    rules_game: Any
    players: Any
    styles: Any
    known_owns: Any
    known_board: Any
    known_game: Any
    known_cards: Any
    dealt_owns: Any
    dealt_board: Any
    dealt_game: Any
    dealt_cards: Any
    owns: Any
    board: Any
    game: Any
    cards: Any
    laying: Any
    far_board: Any
    far_game: Any
    pool: Any
    needs: Any
    evidence: Any
    weights: Any
    codes: Any
    sums: Any
    no_log: Any


# --- a decision -----------------------------------------------------------------------------------


def plain_discard(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Tables,
    work: Row,
) -> int:
    """Decide as the strategy itself does."""
    return discard(player, style, own, board, setup, tables, work)


def champion_discard(
    player: int,
    style: Sequence[float],
    own: Row,
    board: Row,
    setup: Row,
    tables: Any,
    work: Row,
) -> int:
    """Compare what ``optimal`` throws with the next best cards by playing the round out."""
    chosen = plain_discard(player, style, own, board, setup, tables, work)
    worlds = int(style[PLAYOUTS])
    me = board[b.ME]
    if worlds == 0 or board[SEATS + me * SEAT_SIZE + CARDS] < 3:
        return chosen
    choices = list_choices(chosen, own, board, setup, tables, work)
    if choices < 2:
        return chosen
    begin_world(own, board, setup, tables, work)
    base = below(work, 1 << 30) * (1 << 31) + below(work, 1 << 30)
    for place in range(2 * choices):
        tables.sums[place] = 0.0
    for world in range(worlds):
        play_world(base + world, choices, setup, tables, work)
    best = 0
    lead = 0.0
    for choice in range(1, choices):
        mean = tables.sums[2 * choice] / worlds
        spread = tables.sums[2 * choice + 1] / worlds - mean * mean
        ahead = mean - LEAD * sqrt(max(0.0, spread) / worlds)
        if ahead > lead:
            best = choice
            lead = ahead
    return int(tables.codes[best])


def list_choices(chosen: int, own: Row, board: Row, setup: Row, tables: Any, work: Row) -> int:
    """List the discards to be compared, first that of ``optimal``; give how many there are."""
    tables.codes[0] = chosen
    count = 1
    first = chosen // (MOST_SEATS + 1)
    kept = kept_kind(own, setup)
    me = board[b.ME]
    phase = NONE
    least = 0.0
    if not is_down(board, me):
        count_cards(own, work)
        phases = board[SEATS + me * SEAT_SIZE + b.OPEN]
        for place in range(setup[b.PHASES]):
            if phase == NONE and phases >> place & 1:
                phase = place
        if phase == NONE:
            return 1
        remove_card(own, work, HAND + first)
        least = turns_left(own, work, tables, phase) + NEAR_TURNS
        add_card(own, work, HAND + first)
    done = 0
    while count < CHOICES:
        best = NONE
        best_cost = 0.0
        for kind in range(KINDS):
            if own[HAND + kind] == 0 or kind in (first, kept, WILD) or done >> kind & 1:
                continue
            cost = 0.0
            if phase != NONE:
                remove_card(own, work, HAND + kind)
                cost = turns_left(own, work, tables, phase)
                add_card(own, work, HAND + kind)
                if cost > least:
                    continue
            cost -= 0.01 * setup[POINTS + kind]
            if best == NONE or cost < best_cost:
                best = kind
                best_cost = cost
        if best == NONE:
            break
        done |= 1 << best
        target = skip_target(own, board, setup) if best == SKIP else NONE
        tables.codes[count] = discard_code(best, target)
        count += 1
    return count


def begin_world(own: Row, board: Row, setup: Row, tables: Any, work: Row) -> None:
    """Write what this seat knows into the rows from which worlds are dealt."""
    owns = tables.known_owns
    known = tables.known_board
    game = tables.known_game
    me = board[b.ME]
    count = board[COUNT]
    for place in range(BOARD_SIZE):
        known[place] = board[place]
    for place in range(GAME_SIZE):
        game[place] = tables.rules_game[place]
    pool = 0
    for kind in range(KINDS):
        for _ in range(own[UNSEEN + kind]):
            tables.pool[pool] = kind
            pool += 1
    hidden = 0
    for seat in range(count):
        base = SEATS + seat * SEAT_SIZE
        row = seat * EVIDENCE_ROOM
        held = 0
        threw = 0
        hand = owns[seat]
        for place in range(OWN_SIZE):
            hand[place] = 0
        for kind in range(KINDS):
            thrown = board[base + THREW + kind]
            tables.evidence[row + THROWN + kind] = thrown
            threw += thrown
            taken = board[base + TOOK + kind]
            held += taken
            hand[HAND + kind] = own[HAND + kind] if seat == me else taken
        tables.evidence[row + ACTED] = 1 if threw + held > 0 else 0
        hand[b.DREW] = NONE
        tables.needs[seat] = 0
        if seat != me:
            tables.needs[seat] = max(0, board[base + CARDS] - held)
            hidden += tables.needs[seat]
        game[OWN_TURNS + seat] = 1
    hand = owns[me]
    for place in range(b.DREW, OWN_SIZE):
        hand[place] = own[place]
    for kind in range(KINDS):
        # All that lies neither on the table nor among the discards.
        free = own[UNSEEN + kind] + own[HAND + kind]
        for seat in range(count):
            if seat != me:
                free += board[SEATS + seat * SEAT_SIZE + TOOK + kind]
        for seat in range(count):
            unseen = free - owns[seat][HAND + kind]
            for other in range(count):
                if other != seat and other != me:
                    unseen -= board[SEATS + other * SEAT_SIZE + TOOK + kind]
            if seat != me:
                unseen -= board[SEATS + me * SEAT_SIZE + TOOK + kind]
            owns[seat][UNSEEN + kind] = unseen
        game[FIT_COUNTS + kind] = 0
    tables.needs[REST] = 0
    tables.needs[POOL] = pool
    known[PILE] = max(0, pool - hidden)
    for meld in range(board[MELDS]):
        count_fits(known, game, MELD_ROOM + meld * MELD_SIZE, 1)
    game[STAGE] = PLAYING_ON
    game[TURN] = me
    game[SHUFFLES] = 0
    game[MOST_TURNS] = board[b.TURNS] + ROUND_TURNS
    game[DISCARDS] = 0
    if board[TOP] != NONE:
        tables.known_cards[game[ROOM]] = board[TOP]
        game[DISCARDS] = 1


def play_world(seed: int, choices: int, setup: Row, tables: Any, work: Row) -> None:
    """Deal a world, play every choice out in it, and add how much better it came out."""
    copy_rows(
        tables.known_owns, tables.known_board, tables.known_game, tables.known_cards,
        tables.dealt_owns, tables.dealt_board, tables.dealt_game, tables.dealt_cards,
    )  # fmt: skip
    deal_world(
        EXCHANGES, tables.dealt_owns, tables.dealt_board, setup, tables.dealt_game,
        tables.dealt_cards, tables.pool, tables.needs, tables.evidence, tables.weights, tables,
        work,
    )  # fmt: skip
    tables.dealt_game[SEED] = seed
    chance = work[CHANCE]
    first = 0.0
    for choice in range(choices):
        work[CHANCE] = chance
        value = play_choice(tables.codes[choice], seed, setup, tables, work)
        if choice == 0:
            first = value
        tables.sums[2 * choice] += value - first
        tables.sums[2 * choice + 1] += (value - first) * (value - first)


def play_choice(code: int, seed: int, setup: Row, tables: Any, work: Row) -> float:
    """Throw a card in the world that was dealt, play the round out, and value its end."""
    copy_rows(
        tables.dealt_owns, tables.dealt_board, tables.dealt_game, tables.dealt_cards,
        tables.owns, tables.board, tables.game, tables.cards,
    )  # fmt: skip
    me = tables.game[TURN]
    end_turn(me, code, tables.owns, tables.board, setup, tables.game, tables.cards)
    play_on(
        tables.players, tables.styles, tables.owns, tables.board, setup, tables.game, tables.cards,
        tables.laying, tables, work, tables.no_log,
    )  # fmt: skip
    if tables.game[CAPPED]:
        end_round(NONE, tables.owns, tables.board, setup, tables.game)
    return match_chance(
        me, SAMPLES, seed, tables.board, setup, tables.game, tables.far_board, tables.far_game,
        tables.model,
    )  # fmt: skip


# --- what the loops need --------------------------------------------------------------------------


def number_of_champion() -> int:
    """Give the number of the strategy that it follows but for its discards."""
    return number_of("optimal")


def style_of_champion() -> list[float]:
    """Give its weights: those of ``optimal``, and in how many worlds discards are compared."""
    style = style_of("optimal")
    style[PLAYOUTS] = WORLDS
    return style


@lru_cache(maxsize=4)
def champion_loop(entry: Any) -> Any:
    """Give a loop of the simulator in which a champion may sit; compiled at its first use.

    Raises :class:`GameError` ``numba.missing``.
    """
    if not COMPILED:
        raise GameError("numba.missing")
    # What is called within a decision is compiled by itself: its rounds have no champion.
    return program(
        entry,
        {
            discard: champion_discard,
            plain_discard: program(plain_discard),
            play_world: program(play_world),
        },
    )


def champion_tables(tables: Tables, setup: Setup, game: Row) -> Champion:
    """Give the tables of strategies with rows of their own, for one loop at a time.

    ``game``: the row of a new match.
    """
    players, room = setup.players, int(game[ROOM])
    style = style_of("optimal")

    def row(size: int) -> Any:
        return np.zeros(size, dtype=np.int64)

    def state() -> tuple[Any, Any, Any, Any]:
        return (
            np.zeros((players, OWN_SIZE), dtype=np.int64), row(BOARD_SIZE), row(GAME_SIZE),
            row(2 * room),
        )  # fmt: skip

    model = model_for(setup.phases, setup.rules, players)
    return Champion(
        *tables,
        Model(*map(np.array, model)),  # type: ignore[arg-type]
        np.array(game),
        np.full(players, number_of("optimal"), dtype=np.int64),
        np.array([style] * players),
        *state(),
        *state(),
        *state(),
        np.full(b.MOST_GROUPS * b.GROUP_ROOM, NONE, dtype=np.int64),
        row(BOARD_SIZE),
        row(GAME_SIZE),
        row(room),
        row(NEEDS_SIZE),
        row(MOST_SEATS * EVIDENCE_ROOM),
        np.ones(MOST_SEATS),
        row(CHOICES),
        np.zeros(2 * CHOICES),
        row(1),
    )
