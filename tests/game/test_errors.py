"""Errors: a table of all codes, values fit to be shown, whole after pickling."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import string
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import phase10
from phase10.game.cards import Cards, Deck, Hand
from phase10.game.engine import Game
from phase10.game.errors import (
    CODES,
    CardError,
    GameError,
    NumberError,
    PhaseError,
    PositionError,
    RecordError,
    RulesError,
)
from phase10.game.melds import Meld
from phase10.game.notation import parse_cards, read_cards
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.position import Opponent, Position
from phase10.game.records import Record, load, save
from phase10.game.referee import judge
from phase10.game.rules import Rules
from phase10.game.setup import Setup
from phase10.game.shuffle import DealCode, deal
from phase10.game.sight import seat_names
from phase10.game.stages import MATCH_OVER
from phase10.views.i18n import LANGUAGES
from phase10.views.text import error_text
from tests.game import live_tables, score_sheets
from tests.game.games import move as read_move
from tests.game.hostile import LONG_TEXTS, any_text, attempt
from tests.game.record_texts import CODES_OF_TEXTS

KINDS_OF_ERRORS = [
    *(GameError, CardError, PhaseError, RulesError, PositionError, NumberError, RecordError),
]
PACKAGE = Path(phase10.__file__).parent

READERS = (
    *(Cards, parse_cards, Phase.parse, Rules.parse, Meld.parse, EDITIONS.__getitem__),
    *(DealCode.parse, read_move, Record.parse),
)
PROVOKED = {
    "card.unknown": lambda: Hand("hello"),
    "card.number": lambda: Hand("R13"),
    "card.skip_number": lambda: Hand("S7"),
    "card.wild_number": lambda: Hand("W=13"),
    "card.copies": lambda: Hand("0xR7"),
    "card.skip_laid": lambda: Meld.parse("A set R7 S"),
    "card.too_many": lambda: Hand("R7 R7 R7"),
    "hand.too_many": lambda: Hand("8xW 4xS"),
    "phase.unknown": lambda: Phase("hello"),
    "phase.number": lambda: Phase("11"),
    "phase.edition": lambda: EDITIONS["hello"],
    "phase.empty": lambda: Phase(""),
    "phase.size": lambda: Phase("set:9"),
    "phase.too_long": lambda: Phase("run:12"),
    "rules.preset": lambda: Rules.parse("hello"),
    "rules.option": lambda: Rules.parse("seed,hello=5"),
    "rules.value": lambda: Rules.parse("seed,natural_per=hello"),
    "rules.twice": lambda: Rules.parse("seed,players=3,players=4"),
    "rules.mixture": lambda: Rules.parse("seed,advance_all=yes,in_order=no"),
    "move.unknown": lambda: read_move("hello"),
    "move.player": lambda: read_move("discard S on hello"),
    "game.players": lambda: Game.start(0, players=7),
    "game.last_phase": lambda: Game.start(0, rules=Rules(last_phase=11)),
    "game.no_phases": lambda: Setup(Rules(use_phases="even"), PHASES[:1]),
    "game.run_min": lambda: Setup(Rules(run_min=4), (Phase("run:3"),)),
    "game.deck": lambda: deal(DealCode(2, 0, 1), Deck(copies=0)),
    "game.phase_discard": lambda: Setup(phases=(Phase("run:11"),)),
    "game.phase_deck": lambda: Setup(Rules(deck=Deck(wilds=0)), (Phase("cset:3"),)),
    "game.running": lambda: Game.start(0).next_round(),
    "game.over": lambda: replace(Game.start(0), stage=MATCH_OVER).next_round(),
    **{code: partial(Record.parse, text) for code, text in CODES_OF_TEXTS.items()},
    "record.name": lambda: Record.start(0, ["Anna", "x" * 200]),
    "record.undo": lambda: Record.start(0, ["Anna", "Žanis"]).undone(),
    "record.absent": lambda: load("no such record"),
    "record.unreadable": lambda: load("\0"),
    "record.unwritable": lambda: save(Record.start(0, ["Anna", "Žanis"]), "no such folder/match"),
    "deal.code": lambda: DealCode.parse("hello"),
    "position.shape": lambda: Position.from_json(5),
    "position.unknown_key": lambda: Position.from_json({"hello": 5}),
    "position.top": lambda: Position.from_json({"me": {"phase": 1}, "top": "R1", "discards": "R2"}),
    "position.value": lambda: Position(Hand(), PHASES[0], at="hello"),
    "position.same_name": lambda: seat_names(
        Position(Hand(), PHASES[0], players=(Opponent("A"), Opponent("a")))
    ),
    "position.hand_size": lambda: judge({"phase": 1, "hand": "R5", "move": "discard R5"}),
    "position.no_top": lambda: judge(
        {"phase": 1, "at": "before_draw", "part": True, "move": "take discard"}
    ),
    "position.no_move": lambda: judge({"phase": 1, "part": True, "move": []}),
    "position.meld": lambda: Meld.parse("hello"),
    "position.meld_cards": lambda: Meld.parse("A set R7 B8 G7"),
    **live_tables.PROVOKED,
    **score_sheets.PROVOKED,
    "number.range": lambda: Hand.from_counts([0]),
}


def raised(folder: str) -> dict[str, set[tuple[str, ...]]]:
    """The codes that a folder's modules raise, each with the names of its values."""
    found: dict[str, set[tuple[str, ...]]] = {}
    names = {kind.__name__ for kind in KINDS_OF_ERRORS}
    for source in sorted((PACKAGE / folder).glob("**/*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if getattr(getattr(node, "func", None), "id", None) in names:
                assert isinstance(node.args[0], ast.Constant), (source, node.lineno)
                values = tuple(sorted(str(keyword.arg) for keyword in node.keywords))
                found.setdefault(node.args[0].value, set()).add(values)
    return found


def test_every_code_that_is_raised_is_in_the_table_with_its_values():
    everywhere = raised("")
    assert {code: {tuple(sorted(names))} for code, names in CODES.items()} == everywhere


def test_every_code_of_this_room_is_provoked_below():
    assert set(PROVOKED) == set(raised("game"))


@pytest.mark.parametrize("code", sorted(PROVOKED))
def test_every_code_can_be_provoked(code):
    with pytest.raises(GameError) as caught:
        PROVOKED[code]()
    error = caught.value
    assert error.code == code
    assert set(error.values) == set(CODES[code])
    for lang in LANGUAGES:
        assert error_text(lang, error)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_of_an_error_asks_only_for_values_that_the_error_has(lang):
    catalogue = PACKAGE / "locale" / lang / "LC_MESSAGES" / "phase10.po"
    entries = dict(
        re.findall(r'^msgid "error\.([\w.]+)"\nmsgstr "(.*)"$', catalogue.read_text("utf-8"), re.M)
    )
    assert set(CODES) <= set(entries)
    for code, names in CODES.items():
        asked = {name for _, name, _, _ in string.Formatter().parse(entries[code]) if name}
        assert asked <= {*names, "name"}, code  # the name of a card is put in by the view


@pytest.mark.parametrize("kind", KINDS_OF_ERRORS)
def test_errors_are_pickled_and_copied_whole(kind):
    error = kind("card.too_many", card="R7", count=3, limit=2)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is kind
        assert (twin.code, twin.values, str(twin)) == (error.code, error.values, str(error))
    assert isinstance(error, GameError)
    assert isinstance(error, ValueError)
    assert str(error) == "card.too_many: card=R7, count=3, limit=2"
    assert str(kind("phase.empty")) == "phase.empty"


# --- values fit to be shown ----------------------------------------------------------------------


@given(st.text(st.characters(codec=None)))
def test_a_quoted_text_fits_on_a_line(text):
    quoted = GameError("phase.unknown", text=text).values["text"]
    assert quoted.isprintable()
    assert len(quoted) <= 120
    assert quoted.encode("utf-8").decode("utf-8") == quoted  # no half of a surrogate pair
    if text.isprintable() and len(text) <= 120:
        assert quoted == text


def test_a_long_text_keeps_its_beginning_and_its_end():
    quoted = GameError("file.missing", path="hands/anna/" + "x" * 500 + "/hand.json").values["path"]
    assert quoted.startswith("hands/anna/xxx")
    assert "…" in quoted
    assert quoted.endswith("xxx/hand.json")
    assert len(quoted) <= 120


def test_what_cannot_be_printed_is_replaced():
    error = GameError("phase.unknown", text="a\nb\tc\x1b[31m\u202ed\ud800")
    assert error.values == {"text": "a b c\ufffd[31m\ufffdd\ufffd"}


@given(any_text)
def test_errors_of_hostile_texts_are_fit_to_be_shown(text):
    for read in READERS:
        error = attempt(read, text)
        if isinstance(error, GameError):
            assert error_text("lv", error).isprintable()


# --- texts without end ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(LONG_TEXTS))
def test_a_text_without_end_is_read_or_refused(name):
    """A reader whose time grows with the square would hang here for minutes."""
    for read in READERS:
        attempt(read, LONG_TEXTS[name])
    _, problems = read_cards(LONG_TEXTS[name])
    assert all(problem.error.code in CODES for problem in problems)
