"""The lessons as data: complete, in both languages, in the words of the vocabulary."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from phase10.game.errors import GameError
from phase10.teaching.lessons.content import PATHS, Lesson
from phase10.teaching.lessons.reading import (
    LESSON_IDS,
    lesson,
    lessons,
    load_lesson,
    misconceptions,
    read_lesson,
)
from phase10.teaching.lessons.templates_play import TEMPLATES
from phase10.teaching.words import Words
from phase10.views.lesson_text import exact_steps, filled, plain
from tests.locale.test_catalogues import REPLACED

LANGUAGES = ("en", "lv")
DATA = files("phase10.teaching.lessons")
# "secība" is kept for the order of dealing, "pēc kārtas" is said of numbers and phases.
ALLOWED = re.compile(r"\bpēc kārtas\b")

CODES = {
    "L01": "7.SP.C.5 7.SP.C.7a M.9.5.2.1 M.9.5.2.2 M.O.5.2.1 M.O.5.2.2",
    "L02": "7.SP.C.6 HSS-IC.A.2 M.6.5.2.1 M.O.5.2.3 M.O.5.3.1",
    "L03": "7.SP.C.8 HSS-CP.A.2 HSS-CP.B.8 M.O.5.2.6",
    "L04": "HSS-CP.B.9 M.9.2.1.3 M.9.2.3.4 M.O.5.1.5 M.O.5.1.6 M.A.5.1.1",
    "L05": "HSS-CP.B.9 HSS-MD.A.3 M.O.5.2.2 M.A.5.2.3",
    "L06": "HSS-CP.B.8 HSS-MD.A.2 M.O.5.2.6",
    "L07": "HSS-CP.A.2 HSS-CP.A.3 HSS-CP.A.4 HSS-CP.A.5 HSS-CP.B.6 M.O.5.2.5 M.O.5.2.6",
    "L08": "HSS-CP.A.1 HSS-CP.B.7 M.O.5.2.4 M.A.5.2.1",
    "L09": "7.SP.C.8c HSS-IC.A.2 HSS-MD.A.4 M.O.5.3.1 M.A.2.2.1",
    "L10": "HSS-MD.A.2 HSS-MD.B.5a M.A.5.2.3",
    "L11": "HSS-MD.B.5b HSS-MD.B.7 M.A.5.2.3",
    "L12": "HSS-MD.A.3 HSS-MD.B.7 M.A.5.2.4",
    "L13": "HSS-CP.A.4 HSS-CP.B.6 HSS-MD.B.7 M.O.5.2.5 M.A.5.2.2",
    "L14": "HSS-MD.B.7 M.A.2.2.1",
}
ON_PATHS = {
    "grade-6": "L01 L02 L03",
    "grade-9": "L01 L02 L03 L04",
    "mathematics-1": "L03 L04 L05 L06 L07 L08 L09",
    "mathematics-2": "L05 L08 L09 L10 L11 L12 L13",
    "informatics": "L09 L11 L12 L13 L14",
}
TITLES = [
    *("Kas ir kavā?", "Biežums stabilizējas lēnām", "Paturēt vai atlikt atpakaļ?"),
    *("Cik veidos var saņemt 10 kārtis?", "Džokeri sākuma kārtīs"),
    *("Noderīgās kārtis un gaidīšana", "Ja jau zināms, ka…", "„Un” un „vai”"),
    *("Rēķināt vai simulēt?", "Cik maksā rokā palikušās kārtis?"),
    *("Kuru kārti ņemt, kuru plānu izvēlēties?", "Cik raundu ilgst spēle?"),
    *("Ko stāsta nomestās kārtis?", "Kurš būs pirmais? Labākā stratēģija"),
]


def every_text(data: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a data file with the keys that lead to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from every_text(value, f"{place}.{key}")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from every_text(value, f"{place}.{number}")
    elif isinstance(data, str):
        yield place, data


def data_of(name: str) -> dict[str, Any]:
    return tomllib.loads(DATA.joinpath(f"{name}.toml").read_text("utf-8"))


FILES = [*LESSON_IDS, "misconceptions", "words"]
LATVIAN = [
    (name, place, text)
    for name in FILES
    for place, text in every_text(data_of(name))
    if ".lv" in place
]


def test_fourteen_lessons_with_the_titles_of_the_vocabulary() -> None:
    assert [each.title.lv for each in lessons()] == TITLES
    assert [each.id for each in lessons()] == list(LESSON_IDS)


@pytest.mark.parametrize("name", LESSON_IDS)
def test_codes_are_those_of_the_course(name: str) -> None:
    read = lesson(name)
    assert {*read.codes.latvia, *read.codes.common_core} == set(CODES[name].split())
    assert set(read.codes.printed) >= set(CODES[name].split())
    assert read.codes.gaise
    assert read.minutes == 45
    assert read.core_minutes == 20


def test_paths_lead_through_the_course() -> None:
    assert ON_PATHS.keys() == set(PATHS)
    for path, names in ON_PATHS.items():
        assert [each.id for each in lessons() if path in each.paths] == names.split()


@pytest.mark.parametrize("name", LESSON_IDS)
def test_wrong_predictions_name_the_misconceptions_of_the_lesson(name: str) -> None:
    read = lesson(name)
    asked = read.prediction
    answers = [*asked.choices, *asked.intervals]
    assert sum(answer.right for answer in answers) == 1
    assert all(not answer.misconception for answer in answers if answer.right)
    tags = {answer.misconception for answer in answers} - {""}
    assert tags, "at least one prediction comes from a misconception"
    assert tags & set(read.misconceptions)
    in_items = {
        mistake.misconception
        for item in read.items
        for mistake in TEMPLATES[item].draft(_stream()).mistakes
    }
    assert set(read.misconceptions) <= tags | in_items


def _stream() -> Any:
    from phase10.teaching.lessons.codes import LessonCode

    return LessonCode("L00", 3).stream("x")


@pytest.mark.parametrize("name", LESSON_IDS)
def test_older_items_are_recalled_and_own_ones_asked(name: str) -> None:
    read = lesson(name)
    own = {read.transfer, read.exit}
    assert len(own) == 2
    assert own <= read.items.keys()
    assert len(set(read.recall)) == 2
    older = LESSON_IDS[: LESSON_IDS.index(name)] or ("L01",)
    assert {each.partition(".")[0] for each in read.recall} <= set(older)
    assert not own & set(read.recall)


@pytest.mark.parametrize("name", LESSON_IDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_of_a_lesson_can_be_shown(name: str, lang: str) -> None:
    read = lesson(name)
    asked = read.prediction
    texts: list[Words] = [
        *(read.title, read.goal, read.situation, read.mini, read.summary),
        *(read.card.ask, read.card.without, asked.question),
        *(answer.why for answer in [*asked.choices, *asked.intervals]),
        *(choice.text for choice in asked.choices),
        *(part.title for part in read.parts),
        *(words for part in read.parts for words in part.figures.values()),
        *(words for part in read.parts for words in part.outcomes.values()),
    ]
    shown = [filled(lang, words) for words in texts] + list(exact_steps(lang, read))
    assert all(plain(text).strip() and "{" not in text for text in shown)


@pytest.mark.parametrize("name", LESSON_IDS)
def test_exact_lines_carry_every_exact_figure_that_is_shown(name: str) -> None:
    read = lesson(name)
    lines = " ".join(words.en for words in read.exact)
    first = read.parts[0]
    for figure in first.figures:
        written = f"{{{first.name}_{figure}"
        value = read.figures()[f"{first.name}_{figure}"].exact
        assert written in lines or f" {value}" in lines or f"= {value}" in lines, (name, figure)


def test_misconceptions_have_texts_and_a_pair_to_come_back() -> None:
    core = {
        *("gambler", "equal-chance", "replace-vs-not", "order-matters"),
        *("add-instead-of-complement", "average-is-chance", "conjunction", "inverse"),
        *("base-rate", "time-order", "small-sample", "outcome-bias"),
    }
    known = misconceptions()
    assert core <= known.keys()
    for each in known.values():
        assert each.name.en != each.name.lv
        assert each.idea.en
        assert each.idea.lv
        assert len(set(each.contrast)) == 2
        assert set(each.contrast) <= TEMPLATES.keys()
        made = [TEMPLATES[name].draft(_stream()).mistakes for name in each.contrast]
        assert any(mistake.misconception == each.id for one in made for mistake in one), each.id
    used = {
        mistake.misconception
        for template in TEMPLATES.values()
        for mistake in template.draft(_stream()).mistakes
    }
    assert used == known.keys(), "every misconception is met in some item"


def test_latvian_uses_the_words_of_the_vocabulary() -> None:
    words = {word: better for word, better in REPLACED.items() if not word.startswith("secīb")}
    used = [
        (name, place, text, better)
        for name, place, text in LATVIAN
        for word, better in words.items()
        if re.search(rf"\b(?:{word})\b", ALLOWED.sub("", text), re.IGNORECASE)
    ]
    assert used == []
    assert len(LATVIAN) > 700


def test_latvian_marks() -> None:
    for name, place, text in LATVIAN:
        where = f"{name}{place}"
        assert '"' not in text, f"{where}: Latvian quotes are „ and ”"
        assert "—" not in text, f"{where}: the dash is short"
        assert not re.search(r"[^,(]\snevis\b", text), f"{where}: a comma before nevis"
        codes = re.sub(r"[A-Z]+\.\S+", "", text)
        assert not re.search(r"\d\.\d", re.sub(r"\{[^}]*\}", "", codes)), f"{where}: decimal comma"
        assert not re.search(r"[CAP]\(\d+, \d+\)", text), f"{where}: C_[n]^[k] in Latvian"


def test_both_languages_have_the_same_placeholders() -> None:
    def fields(text: str) -> set[str]:
        return {field.split(".")[0] for field in re.findall(r"\{(\w+(?:\.\w+)?)\}", text)}

    for name in LESSON_IDS:
        for words in _all_words(data_of(name)):
            assert fields(words["en"]) == fields(words["lv"]), (name, words)


def _all_words(data: object) -> Iterator[dict[str, str]]:
    if isinstance(data, dict):
        if data.keys() == {"en", "lv"} and isinstance(data["en"], str):
            yield data
        for value in data.values():
            yield from _all_words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _all_words(value)


def test_american_spelling_of_color() -> None:
    for name in FILES:
        assert "colour" not in DATA.joinpath(f"{name}.toml").read_text("utf-8")


# --- a teacher's own lesson ----------------------------------------------------------------------


def own(text: str = "", **changes: str) -> str:
    """Lesson 5 as a file of one's own, with changes in its text."""
    source = text or DATA.joinpath("L05.toml").read_text("utf-8")
    source = source.replace('id = "L05"', 'id = "MINE"')
    for name in ("some_of_few", "some", "exactly", "mean_marked"):
        source = source.replace(f"[items.{name}]", f"[unused.{name}]")
        source = source.replace(f"[items.{name}.why]", f"[unused.{name}.why]")
    source = source.split("[unused.")[0]
    for old, new in changes.items():
        source = source.replace(old, new)
    return source


FIXED = """
[items.mine]
kind = "chance"
answer = "3/8"
question = { en = "How likely?", lv = "Cik ticams?" }
steps = [{ en = "Count: {answer}", lv = "Skaiti: {answer}" }]

[[items.mine.wrong]]
value = "5/8"
misconception = "opposite"
why = { en = "The opposite.", lv = "Pretējais." }

[[items.mine.wrong]]
value = "3/5"
misconception = "part-to-part"
why = { en = "3 to 5.", lv = "3 pret 5." }

[[items.mine.wrong]]
value = "0.5"
misconception = "equal-chance"
why = { en = "Count.", lv = "Skaiti." }
"""


def test_a_lesson_of_ones_own_uses_our_items_and_its_own() -> None:
    read = read_lesson(own().replace('exit = "L05.some"', 'exit = "MINE.mine"') + FIXED)
    assert read.id == "MINE"
    assert read.exit == "MINE.mine"
    assert read.fixed["MINE.mine"].answer == Fraction(3, 8)
    from phase10.teaching.worksheets import make_worksheet

    sheet = make_worksheet(read, 5)
    assert sheet.items[2].template == "MINE.mine"
    assert sheet.items[2].options[sheet.items[2].right] == Fraction(3, 8)


FAULTS = [
    ("[prediction]", "[predication]", "lesson.key", "predication"),
    ('goal = { en = "Count hands', 'goal = { xx = "Count hands', "board.key", "goal"),
    ("minutes = 45", "minutes = 4", "board.number", "minutes"),
    ("minutes = 45", 'minutes = "45"', "board.shape", "minutes"),
    ('"mathematics-1", ', '"maths", ', "board.value", "paths"),
    ('experiment = "wilds_dealt"', 'experiment = "wild"', "lesson.experiment", "experiment"),
    ("settings = { cards = 10 }", "settings = { card = 10 }", "lesson.setting", "card"),
    ("settings = { cards = 10 }", "settings = { cards = 1.5 }", "lesson.value", "cards"),
    ("settings = { cards = 10 }", "settings = { cards = 200 }", "number.range", "cards"),
    ('figure = "hand_some"', 'figure = "hand_any"', "board.value", "figure"),
    ("high = 25", "high = 24", "lesson.gap", "low"),
    ("right = true\n", "", "lesson.right", "right"),
    ("{hand_some.equals}", "{hand_many.equals}", "lesson.placeholder", "hand_many"),
    ("{hand_some.equals}", "{hand_some.__class__}", "lesson.placeholder", "hand_some"),
    ("C(100, 10)/C(108, 10)", "C{100", "lesson.braces", "exact"),
    ('transfer = "L05.some_of_few"', 'transfer = "L05.nothing"', "lesson.item", "L05.nothing"),
    ('cards = "R3 R9', 'cards = "Q3 R9', "card.unknown", "Q3"),
    ('misconception = "average-is-chance"', 'misconception = "x"', "board.value", "x"),
    ('id = "MINE"', 'id = "my lesson"', "lesson.code", "my lesson"),
    ('name = "hand"', 'name = "a hand"', "lesson.name", "a hand"),
    ("scale = 100", 'scale = "a"', "lesson.fraction", "scale"),
    ("[prediction]", "[prediction", "board.syntax", ""),
]


@pytest.mark.parametrize(("old", "new", "code", "named"), FAULTS, ids=[f[1][:30] for f in FAULTS])
def test_a_fault_is_told_with_its_line(old: str, new: str, code: str, named: str) -> None:
    source = own()
    assert old in source
    with pytest.raises(GameError) as caught:
        read_lesson(source.replace(old, new), "mine.toml")
    assert caught.value.code == code
    assert re.fullmatch(r"mine\.toml:\d+", caught.value.place)
    assert named in f"{caught.value.values} {new}"
    line = int(caught.value.place.rpartition(":")[2])
    assert 1 <= line <= len(source.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('value = "5/8"', 'value = "3/8"', "lesson.collision"),
        ('value = "5/8"', 'value = "9/8"', "lesson.collision"),
        ('answer = "3/8"', 'answer = "3/0"', "lesson.fraction"),
        ('misconception = "opposite"', "", "board.missing"),
        ('why = { en = "The opposite.", lv = "Pretējais." }', "", "board.missing"),
        ("{answer}", "{total}", "lesson.placeholder"),
    ],
)
def test_faults_of_own_items(old: str, new: str, code: str) -> None:
    with pytest.raises(GameError) as caught:
        read_lesson(own() + FIXED.replace(old, new))
    assert caught.value.code == code


def test_files_are_read_with_care(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    for content, code in ((None, "file.missing"), (b"\xff\xfe\x00", "file.unreadable")):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(GameError) as caught:
            load_lesson(str(path))
        assert caught.value.code == code
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(GameError) as caught:
        load_lesson(str(path))
    assert caught.value.code == "file.large"
    path.write_text("\ufeff" + own(), "utf-8")
    read: Lesson = load_lesson(str(path))
    assert read.id == "MINE"


def test_lessons_are_found_by_their_names() -> None:
    assert load_lesson("l5") is load_lesson(" L05 ") is lesson("L05")
    for name in ("", "L15", "L00", "5", "lesson", "L5x"):
        with pytest.raises(GameError) as caught:
            load_lesson(name)
        assert caught.value.code == "lesson.unknown"
