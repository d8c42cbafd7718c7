"""Records: what is written, read back, refused; saved through any kill."""

from __future__ import annotations

import hashlib
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.cards import Deck
from phase10.game.engine import Game
from phase10.game.errors import CODES, GameError, NumberError, RecordError, RulesError
from phase10.game.moves import SEATS, Discard, Draw, Move, TakeDiscard
from phase10.game.phases import EDITIONS, PHASES, Phase
from phase10.game.record_text import NAME_LIMIT, ending_of, with_check
from phase10.game.records import Record, load
from phase10.game.refusals import REFUSALS, IllegalMove
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.game.stages import DRAW, MATCH_OVER, PLAY, ROUND_OVER
from tests.game.games import move
from tests.game.hostile import any_text, attempt
from tests.game.record_texts import (
    CODES_OF_TEXTS,
    DAMAGED,
    FORGED,
    FORGERIES,
    GOLDEN,
    SHORT,
    body,
    line_of,
    long_record,
    play_on,
    random_record,
    typed,
)
from tests.game.strategies import setups

LONG = str(long_record(2))
PAIR = ["Anna", "greedy"]


def refusal(source: str | bytes) -> RecordError:
    """Give the error with which a record is refused; it always is, and with a line."""
    with pytest.raises(RecordError) as caught:
        Record.parse(source)
    error = caught.value
    assert set(error.values) == set(CODES[error.code])
    assert int(error.values["line"]) >= 1
    return error


# --- the text -------------------------------------------------------------------------------------


def test_a_record_is_a_text_to_read():
    record = Record.start(77, PAIR, ["", "greedy"], dealer=1)
    drawn = record.game.play(Draw()).hand(0) - record.game.hand(0)
    thrown = record.game.hand(0)[0]
    record = record.played(Draw()).played(Discard(thrown))
    lines = str(record).split("\n")
    assert lines[:-2] == [
        "phase10 record 1",
        "rules: seed",
        "phases: classic",
        "seed: 77",
        "dealer: B",
        "player A: Anna",
        "player B: greedy (greedy)",
        "round 1: P10-1-2-77-1",
        f"A: draw pile {drawn}; discard {thrown}",
    ]
    before = "".join(f"{line}\n" for line in lines[:-2])
    assert lines[-2:] == [f"check: {hashlib.sha256(before.encode()).hexdigest()[:16]}", ""]


def test_the_header_says_what_is_played_with():
    own = (Phase("set:2"), Phase("set:3+run:4"))
    record = Record.start(5, ["A", "B", "C"], rules=PRESETS["official"], phases=own, dealer=2)
    assert str(record).split("\n")[1:5] == [
        "rules: official",
        "phases: set:2; set:3+run:4",
        "seed: 5",
        "dealer: C",
    ]
    assert (record.rules, record.phases, record.edition) == (PRESETS["official"], own, "")
    assert (record.seed, record.dealer, record.names) == (5, 2, ("A", "B", "C"))
    assert record.strategies == ("", "", "")
    for edition in EDITIONS.all().values():
        record = Record.start(5, PAIR, phases=edition.phases, rules=Rules(run_min=2))
        assert record.edition == edition.id
        assert f"\nphases: {edition.id}\n" in str(record)
        assert Record.parse(str(record)).phases == edition.phases


def test_without_a_dealer_the_high_card_decides():
    record = Record.start(77, PAIR)
    assert record.dealer == Game.start(77, 2).dealer
    assert record.game == Game.start(77, 2)


@given(st.lists(any_text.filter(lambda text: len(text) <= NAME_LIMIT), min_size=4, max_size=4))
def test_any_names_are_kept(texts):
    names, strategies = texts[:2], texts[2:]
    record = Record.start(1, names, strategies)
    text = str(record)
    assert len(text.splitlines()) == 9
    assert text.removesuffix("\n").replace("\n", "").isprintable()
    for source in (text, text.encode(), typed(text), text.replace("\n", "\r\n")):
        read = Record.parse(source)
        assert (read.names, read.strategies) == (tuple(names), tuple(strategies))
        assert read == record


@pytest.mark.parametrize(
    ("name", "strategy", "line"),
    [
        ("Anna", "", "Anna"),
        ("Žanis Ā. 2", "greedy", "Žanis Ā. 2 (greedy)"),
        ("A: draw pile; x | y", "", "A: draw pile; x | y"),
        ("a (b)", "", '"a (b)"'),
        ("a (b)", "x(y)", '"a (b)" ("x(y)")'),
        ("", "greedy", '"" (greedy)'),
        (" a ", "", '" a "'),
        ('say "hi"\\', "", r'"say \"hi\"\\"'),
        ("two\nlines\r\u2028\u0085", "", r'"two\nlines\r\u2028\u0085"'),
        ("\u202eanna\x1b[31m", "", r'"\u202eanna\u001b[31m"'),
        ("\ud800", "", r'"\ud800"'),
        ("👧🏽", "", "👧🏽"),
    ],
)
def test_names_are_quoted_where_they_would_be_misread(name, strategy, line):
    record = Record.start(1, [name, "B"], [strategy, ""])
    assert str(record).split("\n")[5] == f"player A: {line}"
    assert Record.parse(str(record)).names[0] == name


def test_a_match_that_cannot_be_is_not_started():
    with pytest.raises(RecordError) as caught:
        Record.start(1, ["Anna", "x" * (NAME_LIMIT + 1)])
    assert caught.value.values == {"player": "B", "limit": NAME_LIMIT}
    with pytest.raises(RecordError, match=r"record\.name"):
        Record.start(1, PAIR, ["", "x" * (NAME_LIMIT + 1)])
    with pytest.raises(RecordError, match=r"record\.long: line=3"):
        Record.start(1, PAIR, phases=(Phase("set:2"),) * 2000)
    with pytest.raises(NumberError, match="dealer"):
        Record.start(1, PAIR, dealer=2)
    with pytest.raises(RulesError, match=r"game\.players"):
        Record.start(1, ["Anna"])
    with pytest.raises(ValueError, match="one strategy for each name"):
        Record.start(1, PAIR, ["greedy"])


# --- going on -------------------------------------------------------------------------------------


def test_a_move_is_recorded_in_its_lawful_steps():
    record = Record.parse("\n".join(typed(SHORT).split("\n")[:10]))
    drawn = record.played(Draw())
    laid = drawn.played(move("lay set B2 Y2 Y2 | set R11 Y11 W"))
    assert str(laid).split("\n")[10] == ("A: draw pile W; lay set B2 Y2 Y2 | set R11 Y11 W=11")
    # A laying with more cards is a laying and own hits.
    record = Record.parse(body(SHORT).split("A: draw pile R12")[0].replace("1\n", "1 typed\n", 1))
    drawn = record.played(Draw())
    more = drawn.played(move("lay set R1 G1 Y1 | run G6 B7 Y8 W B10 R11 R12"))
    assert [type(step).__name__ for step in more.moves[-4:]] == ["Lay", "Hit", "Hit", "Hit"]
    assert more.played(move("discard G4")).game.winner == 0
    assert str(more.played(move("discard G4"))) == SHORT


def test_a_record_never_changes():
    record = Record.start(77, PAIR, dealer=1)
    text, game = str(record), record.game
    later = record.played(Draw())
    assert (str(record), record.game) == (text, game)
    assert str(later) != text
    with pytest.raises(AttributeError):
        record.events = ()  # type: ignore[misc]


def test_what_the_rules_do_not_allow_is_not_recorded():
    record = Record.start(77, PAIR, dealer=1)
    with pytest.raises(IllegalMove) as caught:
        record.played(Discard(record.game.hand(0)[0]))
    assert caught.value.refusal.code == "draw.first"
    with pytest.raises(IllegalMove) as caught:
        record.played(Draw(), seat=1)
    assert caught.value.refusal.code == "turn.not_yours"
    with pytest.raises(RulesError, match=r"game\.running"):
        record.dealt()
    over = Record.parse(SHORT)
    with pytest.raises(RulesError, match=r"game\.over"):
        over.dealt()
    with pytest.raises(IllegalMove):
        over.played(Draw())


def test_a_step_is_taken_back():
    record = Record.parse(SHORT)
    chain = [record]
    while len(chain[-1].events) > 1:
        chain.append(chain[-1].undone())
    assert len(chain) == len(record.moves) + 1
    start = Record.start(235, record.names, rules=record.rules, dealer=0)
    assert chain[-1] == start
    assert [len(each.moves) for each in chain] == list(range(len(record.moves), -1, -1))
    for each, recorded in zip(chain[1:], reversed(list(record.steps())), strict=True):
        assert each.game == recorded.before
        assert Record.parse(str(each)) == each
    with pytest.raises(RecordError, match=r"record\.undo"):
        start.undone()


def test_the_own_last_step_is_taken_back_with_all_that_followed():
    record = Record.parse(SHORT)
    for seat in (0, 1):
        earlier = record.undone(seat)
        assert earlier.game.turn == seat
        assert earlier.game.stage in (DRAW, PLAY)
        steps = [(each.seat, each.step) for each in record.steps()]
        assert [(each.seat, each.step) for each in earlier.steps()] == steps[: len(earlier.moves)]
        left = steps[len(earlier.moves) :]
        assert [mover for mover, _ in left].count(seat) == 1
        assert left[0][0] == seat
    with pytest.raises(RecordError, match=r"record\.undo"):
        Record.start(235, PAIR).played(Draw()).undone(1 - Record.start(235, PAIR).game.turn)


def test_steps_turns_and_rounds_are_gone_through():
    record = Record.parse(SHORT)
    lines = SHORT.split("\n")
    game = record.events[0].game
    for line, number, seat, step, before in record.steps():
        if game.stage == ROUND_OVER:
            game = game.next_round()
        assert before == game
        assert (number, seat) == (game.round, game.turn)
        assert lines[line - 1].startswith(f"{SEATS[seat]}: ")
        assert step.text() in lines[line - 1]
        game = game.play(step)
    assert game == record.game
    assert record.moves == tuple(each.step for each in record.steps())
    turns = record.turns()
    assert [f"{SEATS[turn.seat]}: {'; '.join(turn.said)}" for turn in turns] == [
        lines[turn.line - 1] for turn in turns
    ]
    assert [turn.line for turn in turns] == [*range(9, 17), 19]
    assert [turn.round for turn in turns] == [1] * 8 + [2]
    assert [(game.round, game.stage, game.out) for game in record.rounds()] == [
        (1, ROUND_OVER, 0),
        (2, MATCH_OVER, 0),
    ]


# --- there and back -------------------------------------------------------------------------------


def check_round_trip(record: Record) -> None:
    text = str(record)
    read = Record.parse(text)
    assert read == record
    assert read.game == record.game
    assert str(read) == text
    assert [each.before for each in read.steps()] == [each.before for each in record.steps()]


@settings(max_examples=150, deadline=None)
@given(setups(), st.integers(0, 2**32), st.integers(0, 400))
def test_random_matches_under_random_rules_are_read_back(setup, chance, steps):
    check_round_trip(random_record(setup, random.Random(chance), steps))


@pytest.mark.parametrize("players", range(2, 7))
def test_matches_of_every_size_are_read_back(players):
    chance = random.Random(players)
    record = Record.start(players, ["x"] * players, rules=Rules(last_phase=1))
    record = play_on(record, chance, 5000)
    assert record.game.stage == MATCH_OVER
    check_round_trip(record)


def test_every_beginning_of_a_match_is_a_record():
    record = Record.parse((GOLDEN / "tie_break.txt").read_bytes())
    for place in range(1, len(record.events) + 1):
        check_round_trip(Record(record.header, record.events[:place]))


def test_a_round_that_is_over_as_it_is_dealt_is_recorded():
    rules = Rules(deck=Deck(1, 12, 1, 0, 9), restock="end", first_skip="lose_turn", run_min=2)
    seeds = (Record.start(seed, PAIR, rules=rules, phases=(Phase("run:2"),)) for seed in range(99))
    record = next(record for record in seeds if record.game.stage == ROUND_OVER)
    lines = str(record).split("\n")
    assert lines[8].startswith("round 1 over: blocked; points A ")
    assert lines[8].endswith("; phases A 0, B 0")
    check_round_trip(record)
    check_round_trip(record.dealt())


@pytest.mark.parametrize(
    ("name", "winner", "scores", "endings"),
    [
        ("seed", 0, (0, 100), ["out", "out"]),
        ("any_order", 1, (75, 25), ["out"] * 3),
        ("lowest_score", 1, (130, 55, 220), ["out"] * 3),
        ("at_once", 1, (165, 20), ["out", "laid"]),
        ("tie_break", 1, (85, 10, 145, 10), ["out"] * 3),
        ("lay_tie_break", 1, (15, 15, 100), ["out", "out", "laid"]),
        ("small_deck", 0, (10, 15), ["blocked"]),
        ("reshuffled", 1, (5, 0), ["out"]),
        ("typed", 0, (0, 100), ["out", "out"]),
    ],
)
def test_golden_records_are_read_for_ever(name, winner, scores, endings):
    path = GOLDEN / f"{name}.txt"
    record = load(path)
    game = record.game
    assert game.stage == MATCH_OVER
    assert game.winner == winner
    assert tuple(seat.score for seat in game.seats) == scores
    assert [ending_of(each) for each in record.rounds()] == endings
    if name == "typed":
        assert str(record) == SHORT
    else:
        assert str(record).encode() == path.read_bytes()
    assert {path.stem for path in GOLDEN.iterdir()} >= {name}


def test_what_the_golden_records_show():
    assert "lay 3: " in (GOLDEN / "any_order.txt").read_text("utf-8")
    assert "; tie-break B, D\n" in (GOLDEN / "tie_break.txt").read_text("utf-8")
    assert load(GOLDEN / "reshuffled.txt").game.shuffles > 0


# --- what is accepted -----------------------------------------------------------------------------


def test_windows_line_ends_and_the_mark_of_an_encoding_are_accepted():
    record = Record.parse(SHORT)
    windows = SHORT.replace("\n", "\r\n")
    for source in (windows, windows.encode("utf-8-sig"), SHORT.encode("utf-8-sig")):
        assert Record.parse(source) == record
    assert Record.parse("\ufeff" + typed(windows)) == record


def test_a_typed_record_needs_no_check_and_no_last_line_end():
    text = typed(SHORT)
    assert Record.parse(text) == Record.parse(text.rstrip("\n")) == Record.parse(SHORT)
    for line in range(8, text.count("\n") + 1):
        lines = text.split("\n")[:line]
        if line in (16, 19, 20):  # the end of the round has to follow, or the winner
            error = refusal("\n".join(lines))
            assert (error.code, error.values["line"]) == ("record.missing", line + 1)
        else:
            check_round_trip(Record.parse("\n".join(lines)))


# --- what is refused ------------------------------------------------------------------------------


def test_there_is_a_forgery_for_every_description():
    assert FORGED.keys() == FORGERIES.keys()
    codes = {code for code in CODES if code.startswith("record.")}
    others = {"name", "undo", "absent", "unreadable", "unwritable"}
    assert set(CODES_OF_TEXTS) == codes - {f"record.{code}" for code in others}


@pytest.mark.parametrize("name", FORGED)
def test_a_forgery_with_a_new_check_is_refused_with_its_line(name):
    code, part, told = FORGED[name]
    text = FORGERIES[name]
    sources = [text] if name == "an empty line" else [text, typed(text)]
    for source in sources:
        error = refusal(source)
        assert error.code == code
        lines = [*source.split("\n")[:-1], ""]
        assert part in lines[int(error.values["line"]) - 1]
        assert told in str(error)
    if code == "record.illegal":
        assert error.refusal is not None
        assert error.refusal.code in REFUSALS
        assert isinstance(error.reason, IllegalMove)
    else:
        assert error.refusal is None


@pytest.mark.parametrize("code", DAMAGED)
def test_damage_is_refused(code):
    assert refusal(DAMAGED[code]).code == code


def test_the_line_of_a_damage_is_told():
    assert refusal(SHORT.replace("Y12; discard S", "Y11; discard S")).values == {
        "line": line_of(SHORT, "draw pile Y12"),
        "card": "Y11",
        "expected": "Y12",
    }
    assert refusal(SHORT.replace("Anna", "Anne")).values == {"line": line_of(SHORT, "check:")}
    assert refusal(SHORT.encode().replace("Ž".encode(), b"\xff")).values == {"line": 7}
    assert refusal(DAMAGED["record.truncated"]).values == {"line": SHORT.count("\n") - 1}
    assert refusal(f"{SHORT}\n").values == {"line": SHORT.count("\n") + 1}
    assert refusal(f"{SHORT}{SHORT}").code == "record.after_end"
    assert refusal("\ud800").code in ("record.encoding", "record.start")
    assert refusal("").code == "record.start"
    assert refusal(SHORT.replace("\n", "\r")).code == "record.start"
    assert refusal(SHORT.upper()).code == "record.start"
    assert refusal(SHORT[:-17] + SHORT[-17:].swapcase()).code == "record.truncated"


def test_an_error_keeps_its_reason():
    error = refusal(FORGERIES["a hit on another group"])
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, twin.values, twin.refusal) == (error.code, error.values, error.refusal)
    plain = pickle.loads(pickle.dumps(refusal("")))
    assert (plain.code, plain.values, plain.reason) == ("record.start", {"line": 1}, None)


def test_every_truncation_is_refused():
    raw = SHORT.encode()
    for length in range(len(raw)):
        refusal(raw[:length])
    windows = SHORT.replace("\n", "\r\n").encode("utf-8-sig")
    for length in range(len(windows)):
        refusal(windows[:length])
    long = LONG.encode()
    for length in random.Random(1).sample(range(len(long)), 300):
        refusal(long[:length])


def test_every_flipped_bit_of_a_short_record_is_refused():
    record = play_on(Record.start(77, ["Anna", "Žanis"], dealer=1), random.Random(1), 7)
    raw = str(record).encode()
    assert b"; " in raw
    for bit in range(len(raw) * 8):
        refusal(flipped(raw, bit))


def test_flipped_bits_of_a_long_record_are_refused():
    raw = LONG.encode()
    for bit in random.Random(2).sample(range(len(raw) * 8), 2000):
        refusal(flipped(raw, bit))


def flipped(raw: bytes, bit: int) -> bytes:
    changed = bytearray(raw)
    changed[bit // 8] ^= 1 << (bit % 8)
    return bytes(changed)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_is_cut_and_pasted_is_read_or_refused(data):
    """The check is written anew: what still passes is a record, and nothing ever crashes."""
    lines = body(SHORT).split("\n")[:-1]
    for _ in range(data.draw(st.integers(1, 3))):
        here = data.draw(st.integers(0, len(lines) - 1))
        there = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["move", "copy", "drop", "cut", "text"]))
        if change == "move":
            lines.insert(there, lines.pop(here))
        elif change == "copy":
            lines.insert(there, lines[here])
        elif change == "drop" and len(lines) > 1:
            del lines[here]
        elif change == "cut":
            start = data.draw(st.integers(0, len(lines[here])))
            lines[here] = lines[here][:start] + lines[there][start:]
        else:
            words = data.draw(st.sampled_from(["hit W=5 on F.9", "lay 9: set W | run W", "x"]))
            lines[here] = f"{lines[here]}; {words}"
    text = "".join(f"{line}\n" for line in lines)
    for source in (with_check(text), typed(with_check(text))):
        read = attempt(Record.parse, source)
        if isinstance(read, Record):
            check_round_trip(read)


@given(any_text)
def test_any_text_is_read_or_refused(text):
    start = typed(SHORT).split("B: draw pile Y12")[0]
    for source in (text, f"phase10 record 1 typed\n{text}", f"{start}{text}", f"{start}B: {text}"):
        read = attempt(Record.parse, source)
        assert isinstance(read, Record | RecordError)


def test_records_of_many_moves_go_on_as_records_of_few() -> None:
    """What is kept grows by one event a step; nothing is played again."""
    record = Record.parse(LONG)
    calls: list[Move] = []
    play = Game.play

    def counted(game: Game, step: Move, seat: int | None = None) -> Game:
        calls.append(step)
        return play(game, step, seat)

    later = record.dealt() if record.game.stage == ROUND_OVER else record
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "play", counted)
        following = later.played(TakeDiscard() if later.game.can_take() else Draw())
        text = str(following)
        following.undone()
    assert len(calls) == 1
    assert Record.parse(text) == following


def test_defaults_are_those_of_a_game() -> None:
    record = Record.start(3, PAIR)
    assert (record.rules, record.phases, record.edition) == (SEED, PHASES, "classic")
    assert issubclass(RecordError, GameError)
