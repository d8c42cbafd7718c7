"""Files of boards that are wrong: each fault is told with its line and its reason."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phase10.game.errors import CODES
from phase10.teaching.course import MODES, level_texts
from phase10.teaching.course.acts import KINDS
from phase10.teaching.course.checking import check_boards
from phase10.teaching.course.lines import Lines
from phase10.teaching.course.reading import BOARD_KEYS, GOAL_KEYS, Fault
from phase10.views.course import fault_text
from phase10.views.i18n import LANGUAGES
from tests.support.packaging import CHECKOUT

GOOD = """\
[[board]]
id = "my.1"
mode = "alone"
rules = ["S24"]
par = 2
goal.en = "Lay down phase 1 and end your turn."
goal.lv = "Izliec 1. fāzi un pabeidz gājienu."
hints.en = ["One.", "Two.", "Three."]
hints.lv = ["Viens.", "Divi.", "Trīs."]
success = {laid = true, turns = 1}

[board.position]
at = "after_draw"
top = "G12"
me = {hand = "R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1", phase = 1}
players = [{name = "Anna"}]

[[board.step]]
act = "lay set R3 B3 Y3 | set R9 G9 Y9"
en = "Both sets."
lv = "Abi komplekti."

[[board.step]]
act = "discard B12"
en = "The end."
lv = "Beigas."

[[board.wrong]]
act = "lay set R3 B3 Y3"
code = "lay.partial"
en = "Half."
lv = "Puse."
"""

OPTIONS = """\
[[board.option]]
id = "a"
en = "This."
lv = "Šis."

[[board.option]]
id = "b"
en = "That."
lv = "Tas."
"""


def faults(text: str) -> list[tuple[int, str]]:
    found = check_boards(text)[1]
    for fault in found:
        told(fault)
    return [(fault.line, fault.error.code) for fault in found]


def told(fault: Fault) -> None:
    for lang in LANGUAGES:
        said = fault_text(lang, fault)
        assert str(fault.line) in said
        assert "\n" not in said
        assert "{" not in said.replace("[ ]", "")


def changed(*pairs: tuple[str, str]) -> str:
    text = GOOD
    for old, new in pairs:
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    return text


def test_a_good_file_has_no_fault() -> None:
    assert faults(GOOD) == []
    file, _ = check_boards(GOOD)
    assert [board.id for _, board in file.boards] == ["my.1"]
    assert file.level is None


WRONG = {
    "no TOML": (changed(("par = 2", "par = ")), 5, "board.syntax"),
    "a key twice": (changed(("par = 2", "par = 2\npar = 3")), 6, "board.syntax"),
    "no board": ("id = 3\n", 1, "board.empty"),
    "no list of boards": ("board = 5\n", 1, "board.empty"),
    "an unknown key": (changed(("par = 2", "par = 2\ncolour = 3")), 6, "board.key"),
    "an unknown key of the file": (f"a = 1\n{GOOD}", 1, "board.key"),
    "an unknown language": (changed(("goal.lv", "goal.de")), 7, "board.key"),
    "an unknown key of a step": (changed(('en = "Both', 'why = "x"\nen = "Both')), 20, "board.key"),
    "an unknown key of the goal": (changed(("laid = true", "lay = true")), 10, "board.key"),
    "an unknown key of the position": (
        changed(('top = "G12"', 'tops = "G12"')),
        *(14, "position.unknown_key"),
    ),
    "an unknown key of a player": (
        changed(('name = "Anna"', 'nom = "A"')),
        16,
        "position.unknown_key",
    ),
    "no mode": (changed(('mode = "alone"\n', "")), 1, "board.missing"),
    "another mode": (changed(('"alone"', '"alon"')), 3, "board.value"),
    "no goal": (changed(("success = {laid = true, turns = 1}\n", "")), 1, "board.missing"),
    "an empty goal": (changed(("laid = true, turns = 1", "")), 10, "board.missing"),
    "no Latvian": (changed(('lv = "Puse."\n', "")), 28, "board.missing"),
    "no Latvian goal": (
        changed(('goal.lv = "Izliec 1. fāzi un pabeidz gājienu."\n', "")),
        6,
        "board.missing",
    ),
    "an empty text": (changed(('"Half."', '" "')), 31, "board.blank"),
    "a text on two lines": (changed(('"Half."', '"""Half\nof it."""')), 31, "board.blank"),
    "a text too long": (changed(('"Half."', f'"{"x" * 700}"')), 31, "board.long"),
    "two hints": (changed((', "Three."', "")), 8, "board.count"),
    "a number as text": (changed(("par = 2", 'par = "2"')), 5, "board.shape"),
    "a text as number": (changed(('act = "discard B12"', "act = 5")), 24, "board.shape"),
    "par 0": (changed(("par = 2", "par = 0")), 5, "board.number"),
    "a rule that is none": (changed(('"S24"', '"S66"')), 4, "board.value"),
    "no rule": (changed(('rules = ["S24"]\n', "")), 1, "board.missing"),
    "an id with markup": (changed(('"my.1"', '"<b>"')), 2, "board.id"),
    "a card that is none": (changed(("B12 W S R1", "R13 W S R1")), 15, "card.number"),
    "a card three times": (changed(("B5 B12 W S R1", "R3 R3 W S R1")), 15, "card.too_many"),
    "too few cards": (changed((' R1"', '"')), 15, "board.hand"),
    "too many cards": (changed((' R1"', ' R1 R2"')), 15, "hand.too_many"),
    "eleven before the draw": (changed(('"after_draw"', '"before_draw"')), 15, "board.hand"),
    "cards on the table and in hand": (
        changed(("players = [", 'table = ["Anna set R3 R3 W"]\nplayers = [')),
        *(12, "card.too_many"),
    ),
    "a group that is none": (
        changed(("players = [", 'table = ["Anna set R4 G5 W"]\nplayers = [')),
        *(16, "position.meld_cards"),
    ),
    "a phase that is none": (changed(("phase = 1}", "phase = 11}")), 15, "phase.number"),
    "rules that are none": (changed(('top = "G12"', 'rules = "house"')), 12, "rules.preset"),
    "a step that is no act": (changed(('"discard B12"', '"throw B12"')), 24, "move.unknown"),
    "a step on nobody": (changed(('"discard B12"', '"discard S on Otto"')), 24, "move.player"),
    "a step against the rules": (changed(('"discard B12"', '"discard G1"')), 24, "move.refused"),
    "a step that the board has not": (changed(('"discard B12"', '"tap R3"')), 24, "board.step"),
    "a goal out of reach": (changed(("turns = 1}", "turns = 1, hits = 1}")), 10, "board.unreached"),
    "a goal reached before": (changed(("turns = 1}", "turns = 0}")), 18, "board.early"),
    "a goal that holds at once": (
        changed(("laid = true, turns = 1", 'keeps = "W"')),
        *(10, "board.met"),
    ),
    "par out of reach": (changed(("par = 2", "par = 1")), 5, "board.par"),
    "a wrong act that is right": (
        changed(('act = "lay set R3 B3 Y3"\n', 'act = "discard W"\n')),
        *(29, "board.wrong_allowed"),
    ),
    "another code": (changed(('"lay.partial"', '"lay.short"')), 30, "board.wrong_code"),
    "a code that is none": (changed(('"lay.partial"', '"lay.half"')), 30, "board.code"),
    "after too many steps": (
        changed(('"lay.partial"', '"lay.partial"\nafter = 5')),
        31,
        "board.after",
    ),
    "an option that is none": (
        changed(("laid = true, turns = 1", 'chosen = "c"')) + OPTIONS,
        *(10, "board.value"),
    ),
    "a kind of act that is none": (
        changed(("par = 2", 'par = 2\nacts = ["fly"]')),
        6,
        "board.value",
    ),
    "a player who skips nobody": (
        changed(("turns = 1}", 'turns = 1, skipped = "Otto"}')),
        10,
        "board.value",
    ),
    "two scenes": (
        changed(("[board.position]", "[board.deal]\n[board.position]")),
        12,
        "board.both",
    ),
    "the same id": (GOOD + GOOD, 34, "board.twice"),
    "others that are none": (changed(("par = 2", 'par = 2\nothers = "x"')), 6, "board.value"),
    "a level without a title": (f"id = 3\n{GOOD}", 1, "board.missing"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_told_with_its_line(name: str) -> None:
    text, line, code = WRONG[name]
    assert (line, code) in faults(text)


ILLEGAL = """\
[[board]]
id = "my.2"
mode = "illegal"
rules = ["S21"]
par = 1
goal.en = "Which one?"
goal.lv = "Kurš?"
hints.en = ["One.", "Two.", "Three."]
hints.lv = ["Viens.", "Divi.", "Trīs."]

[board.position]
at = "before_draw"
top = "G12"
me = {hand = "R3 B3 Y3 R9 G9 Y9 B5 B12 W R1", phase = 1}

[[board.move]]
act = "draw pile"
en = "Allowed."
lv = "Atļauts."

[[board.move]]
act = "discard R1"
en = "Not allowed."
lv = "Nav atļauts."
"""


def test_exactly_one_move_is_against_the_rules() -> None:
    assert faults(ILLEGAL) == []
    assert faults(ILLEGAL.replace('"discard R1"', '"take discard"')) == [(16, "board.one_illegal")]
    assert faults(ILLEGAL.replace('"draw pile"', '"end turn"')) == [(16, "board.one_illegal")]
    assert faults(ILLEGAL.replace('"draw pile"', '"tap R1"')) == [(17, "board.act")]
    both = ILLEGAL.replace("par = 1", "par = 1\nsuccess = {laid = true}")
    assert faults(both) == [(6, "board.both")]


def test_every_board_of_a_file_is_checked() -> None:
    one = GOOD.replace("par = 2", "par = 1")
    two = ILLEGAL.replace('"discard R1"', '"take discard"')
    assert faults(one + two) == [(5, "board.par"), (48, "board.one_illegal")]
    assert faults(one.replace('"alone"', '"x"') + two) == [
        (3, "board.value"),
        (48, "board.one_illegal"),
    ]


def test_every_code_of_boards_is_provoked() -> None:
    codes = {code for code in CODES if code.startswith("board.")}
    here = {code for _, _, code in WRONG.values()} | {"board.one_illegal", "board.act"}
    assert codes <= here


DEAL = """\
[[board]]
id = "my.3"
mode = "alone"
rules = ["S43"]
par = 0
goal.en = "Play a round."
goal.lv = "Nospēlē raundu."
hints.en = ["One.", "Two.", "Three."]
hints.lv = ["Viens.", "Divi.", "Trīs."]
success = {round_over = true}
others = "greedy"
variants = ["seed", "official"]

[board.deal]
seed = 3
players = ["Anna", "Otto"]
dealer = "Otto"
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("seed = 3", "seed = -3", 15, "board.number"),
        ("seed = 3\n", "", 14, "board.missing"),
        ('dealer = "Otto"', 'dealer = "Emma"', 17, "board.value"),
        ('["Anna", "Otto"]', "[]", 16, "board.number"),
        ('["Anna", "Otto"]', '["Otto", "otto"]', 16, "position.same_name"),
        ('["Anna", "Otto"]', '["Otto", "me"]', 16, "position.same_name"),
        ('"official"]', '"house"]', 12, "rules.preset"),
        ('"official"]', '"seed,last_phase=40"]', 12, "game.last_phase"),
        ("round_over = true", 'round_over = true, keeps = "8xW"', 14, "board.unreached"),
        ("seed = 3", "seed = 3\nfirst = 1", 16, "board.key"),
    ],
)
def test_a_dealt_round(old: str, new: str, line: int, code: str) -> None:
    assert faults(DEAL) == []
    assert faults(DEAL.replace(old, new)) == [(line, code)]


# --- lines ----------------------------------------------------------------------------------------


def test_lines_of_keys() -> None:
    lines = Lines(
        'a.b = 1\n"c" = 2\n[t]\nx = [\n  "[[no]]",  # y = 3\n]\nz = """\nq = 1\n"""\n'
        "[[u]]\nk = {m = 1, n = 2}\n[[u.v]]\n[[u.v]]\np = 'a # = b'\n[[u]]\n[[u.v]]\np = 1\n"
    )
    assert lines.of("a.b") == 1
    assert lines.of("c") == 2
    assert lines.of("t.x") == 4
    assert lines.of("t.z") == 7
    assert lines.of("t.q") == 3
    assert lines.of("u.0.k.n") == 11
    assert lines.of("u.0.v.1.p") == 14
    assert lines.of("u.1.v.0.p") == 17
    assert lines.of("nothing") == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_line_changed_anywhere_is_a_fault_or_none_but_never_a_crash(data: st.DataObject) -> None:
    lines = GOOD.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["drop", "twice", "text", "cut"]))
    if how == "drop":
        del lines[place]
    elif how == "twice":
        lines.insert(place, lines[place])
    elif how == "cut":
        lines[place] = lines[place][: data.draw(st.integers(0, len(lines[place])))]
    else:
        lines[place] = data.draw(st.text(max_size=40))
    for line, code in faults("\n".join(lines)):
        assert 1 <= line <= len(lines) + 1
        assert code in CODES or code == "move.refused"


@given(st.text(max_size=200))
def test_any_text_is_a_file_or_is_refused(text: str) -> None:
    assert faults(text)


def test_the_levels_are_found_by_their_lines() -> None:
    text = level_texts()["02_turn.toml"]
    place = text.splitlines().index('act = "discard R12"') + 1
    changed_text = text.replace('act = "discard R12"', 'act = "discard R9"', 1)
    found = check_boards(changed_text)[1]
    assert found[0].line == place
    assert found[0].board == "2.1"


def test_the_board_of_the_document_can_be_played_and_all_keys_are_described() -> None:
    text = (CHECKOUT / "docs" / "course.md").read_text("utf-8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert example is not None
    assert faults(example[1]) == []
    table = "".join(line for line in text.splitlines() if line.startswith("| `"))
    assert set(BOARD_KEYS) <= set(re.findall(r"`(\w+)`", table))
    assert set(GOAL_KEYS) <= set(re.findall(r"`(\w+) = ", text))
    assert {*KINDS, *MODES} <= set(re.findall(r"`(\w+)`", text))
