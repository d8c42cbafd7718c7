"""Whole matches at the table: by both presets and in every short game, typed by a person."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from rich.console import Console

from phase10.cli.play_session import PlaySession
from phase10.game.engine import Game
from phase10.game.phases import PHASES, Phase
from phase10.game.records import Record
from phase10.game.rules import Rules
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from phase10.players import PLAYERS, play_match
from tests.cli.person import answer

SHORT = ("", "last_phase=5", "last_phase=8", "use_phases=even", "use_phases=odd")
WAYS = (*SHORT, "in_order=no", "advance_all=yes")
MATCHES = [(preset, way) for preset in ("seed", "official") for way in WAYS]
NAMES = ("Anna", "Bruno", "Cilla", "Dora")
STRATEGIES = ("", "greedy", "greedy", "greedy")


class Screen:
    """A terminal of some width that is no terminal: what is shown becomes text."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.stream = io.StringIO()
        self.console = Console(
            file=self.stream, width=width, highlight=False, markup=False, emoji=False
        )

    def show(self, parts: list[object]) -> str:
        """Print, and give what was printed."""
        start = self.stream.tell()
        for part in parts:
            self.console.print(part)
        return self.stream.getvalue()[start:]


def play_whole(session: PlaySession, screen: Screen) -> str:
    """Type to the end of the match; everything that was shown."""
    screen.show(session.opening(new=True))
    while not session.is_over:
        assert session.question
        before = session.game
        screen.show(session.typed(answer(before, session.lang)))
        assert session.game != before, "every line did something"
    return screen.stream.getvalue()


@pytest.mark.parametrize("place", range(len(MATCHES)))
def test_a_whole_match_by_every_preset_and_short_game(place: int) -> None:
    preset, way = MATCHES[place]
    rules = Rules.parse(f"{preset},{way}".strip(","))
    lang, width = ("en", "lv")[place % 2], (60, 200)[place // 2 % 2]
    kept: list[Record] = []
    record = Record.start(20 + place, NAMES, STRATEGIES, rules)
    session = PlaySession(lang, record, kept.append)
    shown = play_whole(session, Screen(width))

    assert session.game.stage == MATCH_OVER
    # The person decided as greedy does, so this is the match of four greedy players.
    start = Game.start(20 + place, 4, rules)
    assert session.game == play_match(start, [PLAYERS["greedy"]] * 4).game
    assert kept[-1] == session.record == Record.parse(str(session.record))
    # Nothing is played that was not kept: each record is the one before and a little more.
    for earlier, later in pairwise(kept):
        assert later.events[: len(earlier.events)] == earlier.events
        assert 1 <= len(later.events) - len(earlier.events) <= 2
    assert "\x1b" not in shown
    assert all(len(line) <= width for line in shown.splitlines())
    won = {"en": "the match.", "lv": "Spēlē uzvar", "you": "Tu uzvari spēlē."}
    assert won[lang] in shown or won["you"] in shown


def test_a_match_with_phases_of_ones_own_and_five_opponents() -> None:
    phases = (Phase("cset:2+set:3"), Phase("even:5"), Phase("crun:4+parity:3"))
    strategies = ("", "greedy", "random", "greedy", "random", "greedy")
    record = Record.start(3, list("UVWXYZ"), strategies, Rules.parse("official"), phases)
    session = PlaySession("en", record, lambda _: None)
    shown = play_whole(session, Screen(80))
    assert session.game.stage == MATCH_OVER
    assert "set of one color" in shown


def test_a_tie_break_without_the_person_is_played_to_its_end() -> None:
    """Seats B and C are tied: the person watches, and the others decide it."""
    record = Record.start(1, NAMES, STRATEGIES, Rules.parse("seed,last_phase=1"))
    tied = replace(
        record.game, stage=ROUND_OVER, tied=(1, 2), points=(20, 5, 5, 30), out=None, discards=()
    )
    event = replace(record.events[-1], game=tied)
    session = PlaySession("en", replace(record, events=(event,)), lambda _: None)
    screen = Screen(80)
    opening = screen.show(session.opening(new=False))
    assert "A tie: the same points for Bruno and Cilla." in opening
    assert "first to lay it down wins at once" in opening.replace("\n", " ")
    assert session.question == "Press Enter to deal the tie-break."
    shown = screen.show(session.typed(""))
    assert session.game.stage == MATCH_OVER
    assert "tie-break of Bruno and Cilla" in shown
    assert session.game.winner in (1, 2)
    assert "The first to lay down the phase of the tie-break wins." in shown


@pytest.mark.parametrize(
    ("rules", "phases"),
    [
        ("seed,last_phase=2", PHASES),
        ("official,in_order=no,last_phase=3", PHASES),
        ("seed,go_out_by_hit=yes", (Phase("set:3+color:4"), Phase("cset:2+run:4"))),
    ],
)
def test_a_hint_can_be_asked_for_at_any_moment(rules: str, phases: tuple[Phase, ...]) -> None:
    record = Record.start(8, NAMES[:2], STRATEGIES[:2], Rules.parse(rules), phases)
    session = PlaySession("en", record, lambda _: None)
    screen = Screen(80)
    screen.show(session.opening(new=True))
    hints = set()
    while not session.is_over:
        before = session.record
        hint = screen.show(session.typed("hint"))
        assert session.record is before
        assert bool(hint) == (session.game.stage in (DRAW, PLAY))
        hints.add(hint.partition(" ")[0])
        session.typed(answer(session.game))
    assert {"Draw", "Discard", "Lay", "Hit"} <= hints
