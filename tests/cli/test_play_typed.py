"""Names and lines typed in every way, and what is kept of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from phase10.cli.play_session import PlaySession
from phase10.game.cards import CARDS
from phase10.game.errors import GameError, RecordError
from phase10.game.moves import Discard
from phase10.game.records import Record
from phase10.game.stages import DRAW, MATCH_OVER
from phase10.game.typed_moves import WORDS, read_line
from tests.cli.test_play_session import COMPLETE, LAID, TEN, Table, _move
from tests.players.states import state

# --- players by name ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        *((f"izlaid {name}", 0) for name in ("Anna", "Annu", "Annai", "annas", "Annā", "ann")),
        *((f"izlaid {name}", 1) for name in ("Jānis", "Jāni", "Jānim", "jani", "Jāņa", "jān")),
        *((f"izlaid {name}", 2) for name in ("Pēteris", "Pēteri", "Pēterim", "Pētera")),
        *((f"izlaid {name}", 3) for name in ("Žanete", "Žaneti", "Žanetei", "Žanetes")),
        *((f"izlaid {name}", 4) for name in ("Emil", "Emilu", "Emilam")),
    ],
)
def test_a_name_may_be_declined(line: str, seat: int) -> None:
    names = ("Anna", "Jānis", "Pēteris", "Žanete", "Emil")
    seats = dict(zip("ABCDE", range(5), strict=True)) | {
        name: place for place, name in enumerate(names)
    }
    move = read_line(line, seats).move
    assert isinstance(move, Discard)
    assert move.target == seat


@pytest.mark.parametrize("name", ["Jānu", "Jā", "Zigmundu", "u", "as"])
def test_a_name_that_could_be_two_players_or_none_is_refused(name: str) -> None:
    seats = {"A": 0, "B": 1, "Jānis": 0, "Jāne": 1}
    with pytest.raises(GameError) as caught:
        read_line(f"skip {name}", seats)
    assert caught.value.values["players"] == "A (Jānis), B (Jāne)"


# --- what is typed wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("R13", "R13 — numbers run from 1 to 12."),
        ("hello", "hello — this is not understood; help lists what you can type."),
        ("hit R5 on Z.1", "Z — no player has this name; there are A (Anna), B (Bruno), C (Cilla)."),
        ("S Zigmund", "Zigmund — no player has this name"),
        ("S7", "S7"),
        ("lay R5 | X", "X"),
        ("x" * 1000, "this is not understood"),
        ("\x1b[31mred\x07", "this is not understood"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, said: str) -> None:
    table = Table(state(f"{TEN} S"))
    shown = table.type(line)
    assert said in shown
    assert "\x1b" not in shown
    assert table.kept == 0


LINES = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                *(word for words in WORDS.values() for word in words),
                *("lay", "hit", "skip", "nomet", "izliec", "set", "run", "from", "on", "pie"),
                *map(str, CARDS[::7]),
                *("W=3", "W", "A.1", "B.9", "Bruno", "|", "1:", "2", "as 4", "²", "٣"),
            ]
        ),
        max_size=6,
    ).map(" ".join),
)


@settings(max_examples=300)
@given(LINES, st.sampled_from(["en", "lv"]), st.integers(0, 3))
@example("hit ٣", "en", 2)
@example("lay ²", "en", 1)
def test_nothing_that_is_typed_raises(line: str, lang: str, place: int) -> None:
    moments = (
        state(TEN, top="G5", stage=DRAW),
        state(COMPLETE),
        state("Y7 R1 W W", table=LAID),
        state("R1", table=LAID).play(_move(state("R1"), "discard R1")),  # type: ignore[arg-type]
    )
    table = Table(moments[place], lang)
    table.type(line)
    assert table.session.question


@given(st.text(max_size=400))
def test_a_line_is_read_or_refused_with_a_known_error(line: str) -> None:
    try:
        said = read_line(line, {"A": 0, "Anna": 0, "B": 1})
    except GameError:
        return
    assert said.act


# --- keeping --------------------------------------------------------------------------------------


def test_a_record_that_cannot_be_kept_is_told_once_and_the_match_goes_on() -> None:
    table = Table(state(TEN, top="G5", stage=DRAW))

    def fail(record: Record) -> None:
        raise RecordError("record.unwritable", path="match.txt")

    table.session._keep = fail
    assert "match.txt — the record cannot be saved here." in table.type("d")
    shown = table.type("R12")
    assert "cannot be saved" not in shown
    assert table.game.turns > 1


def test_letters_are_the_seats_whatever_the_names_are() -> None:
    record = Record.start(1, ["B", "A", ""], ["", "greedy", "greedy"])
    session = PlaySession("en", record, lambda _: None)
    assert session._seats["A"] == 0
    assert session._seats["B"] == 1
    assert session.names[2] == "C"


def test_two_players_of_one_name_are_told_apart() -> None:
    record = Record.start(1, ["Anna", "Bob", "Bob"], ["", "greedy", "greedy"])
    session = PlaySession("en", record, lambda _: None)
    assert session.names[1:] == ("Bob (B)", "Bob (C)")


def test_the_computer_players_do_not_see_the_hand_of_the_person() -> None:
    """Another hand of the person, the same reply: nobody at the table looks at it."""
    replies = []
    for hand in ("R12 R5 B5 R8 B8 R1 B2 G10 Y11 Y6 S", "R12 W W W W W W G1 G2 G3 G4"):
        game = state(hand, players=2)
        game = replace(game, pile=tuple(range(20)))
        table = Table(game)
        table.type("R12")
        replies.append(table.game.discards)
    assert replies[0] == replies[1]


def test_the_match_ends_with_its_winner_and_why() -> None:
    game = state("R5", table=LAID[:2], rules="seed,last_phase=1")
    table = Table(game)
    shown = table.type("R5")
    assert table.game.stage == MATCH_OVER
    assert table.session.is_over
    assert "Only Anna made phase 1, the last one." in shown
    assert shown.endswith("You win the match.")
    assert table.session.question == "The match is over."
