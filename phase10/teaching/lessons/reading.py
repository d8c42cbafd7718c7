"""Lessons as data files: read strictly, so that a teacher is told what is wrong, and where."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from phase10.game.errors import GameError
from phase10.game.notation import parse_cards
from phase10.teaching.course.lines import Lines, NotToml, read_toml
from phase10.teaching.lessons.codes import LessonCode
from phase10.teaching.lessons.content import (
    GAISE_LEVELS,
    PATHS,
    Card,
    Choice,
    Codes,
    Interval,
    ItemWords,
    Lesson,
    Misconception,
    Part,
    Prediction,
)
from phase10.teaching.lessons.experiments import make_experiment
from phase10.teaching.lessons.fractions import read_fraction
from phase10.teaching.lessons.items import FixedItem, Mistake, Template, make_item
from phase10.teaching.lessons.simulation import TRIAL_LIMIT
from phase10.teaching.lessons.templates_play import TEMPLATES
from phase10.teaching.parts import boolean, listed, number, one_of, table, text
from phase10.teaching.words import LANGUAGES, Words, placed, read_words

__all__ = [
    "LESSON_IDS",
    "item_words",
    "lesson",
    "lessons",
    "load_lesson",
    "misconceptions",
    "read_lesson",
    "template_of",
    "word_forms",
]

LESSON_IDS: Final = tuple(f"L{place:02}" for place in range(1, 15))
"""The lessons that come with the package, in their order."""

LARGEST_FILE: Final = 1_000_000
KINDS: Final = ("chance", "count", "value")

_KEYS: Final = (
    *("id", "title", "goal", "codes", "paths", "minutes", "core_minutes", "misconceptions"),
    *("situation", "cards", "mini", "prediction", "simulate", "exact", "summary", "transfer"),
    *("exit", "recall", "card", "items"),
)
_ITEM_KEYS: Final = ("question", "steps", "why", "kind", "answer", "wrong")
_FORMS: Final = (
    *("", "cards", "decimal", "equals", "percent", "thousand"),
    *("nominative", "accusative", "one", "many", "of_many", "is"),
)
"""How a placeholder may be written: {answer}, {answer.equals}, {event.accusative}."""
_SAMPLES: Final = 5
_SHORT: Final = re.compile(r"[Ll]([0-9]{1,2})")


def lesson(name: str) -> Lesson:
    """Give a lesson of the package: ``L05``, also ``l5``.

    :class:`GameError` ``lesson.unknown`` for another id.
    """
    short = _SHORT.fullmatch(name.strip())
    known = f"L{int(short[1]):02}" if short else ""
    if known not in LESSON_IDS:
        raise GameError("lesson.unknown", text=name, known=f"{LESSON_IDS[0]}–{LESSON_IDS[-1]}")
    return _packaged(known)


@cache
def _packaged(name: str) -> Lesson:
    return read_lesson(_data(f"{name}.toml"))


def lessons() -> tuple[Lesson, ...]:
    """Give all lessons of the package, in their order."""
    return tuple(lesson(name) for name in LESSON_IDS)


def load_lesson(name: str) -> Lesson:
    """Give a lesson by its id, or from a data file when the name ends in ``.toml``.

    :class:`GameError` ``file.missing``, ``file.unreadable`` or ``file.large``, and
    ``lesson.unknown`` or what :func:`read_lesson` raises.
    """
    if not name.lower().endswith(".toml"):
        return lesson(name)
    try:
        with Path(name).open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
        read = raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise GameError("file.missing", path=name) from None
    except (OSError, ValueError):
        raise GameError("file.unreadable", path=name) from None
    if len(raw) > LARGEST_FILE:
        raise GameError("file.large", path=name, limit=LARGEST_FILE)
    return read_lesson(read, name)


def read_lesson(content: str, path: str = "") -> Lesson:
    """Read a lesson from the text of a data file.

    Whatever is wrong raises a :class:`GameError` whose ``place`` names the file and the line.
    """
    try:
        data = read_toml(content)
    except NotToml as error:
        raise placed(GameError("board.syntax"), _told(path, error.line)) from None
    try:
        return _lesson(data)
    except GameError as error:
        raise placed(error, _told(path, Lines(content).of(error.place))) from None


@cache
def misconceptions() -> dict[str, Misconception]:
    """Give all misconceptions by id."""
    data = tomllib.loads(_data("misconceptions.toml"))
    return {
        key: Misconception(
            key,
            read_words(value["name"], f"{key}.name"),
            read_words(value["idea"], f"{key}.idea"),
            tuple(value["contrast"]),
        )
        for key, value in data.items()
    }


@cache
def word_forms() -> dict[str, dict[str, dict[str, str]]]:
    """Give the forms of words by key, language, and form."""
    return tomllib.loads(_data("words.toml"))


def template_of(name: str, owner: Lesson | None = None) -> Template | FixedItem:
    """Give a template by its full name, or an item that a teacher's lesson wrote down.

    :class:`GameError` ``lesson.item`` for a name that is not known.
    """
    if owner is not None and name in owner.fixed:
        return owner.fixed[name]
    if name not in TEMPLATES:
        raise GameError("lesson.item", name=name)
    return TEMPLATES[name]


def item_words(name: str, owner: Lesson | None = None) -> ItemWords:
    """Give the words of an item: those of the lesson at hand, else of the lesson named in it."""
    if owner is not None and name in owner.items:
        return owner.items[name]
    home, _, _ = name.partition(".")
    if home not in LESSON_IDS or name not in lesson(home).items:
        raise GameError("lesson.item", name=name)
    return lesson(home).items[name]


def _data(name: str) -> str:
    return files("phase10.teaching.lessons").joinpath(name).read_text("utf-8")


def _told(path: str, line: int) -> str:
    return f"{path}:{line}" if path else f"line {line}"


# --- a lesson ------------------------------------------------------------------------------------


def _lesson(data: Mapping[str, Any]) -> Lesson:
    _only(data, _KEYS, "")
    name = text(data.get("id"), "id")
    _inside("id", lambda: LessonCode(name, 0))
    parts = tuple(
        _part(table(given, f"simulate.{place}"), f"simulate.{place}")
        for place, given in enumerate(_some(data, "simulate"))
    )
    if len({part.name for part in parts}) < len(parts):
        raise placed(GameError("lesson.twice", key="simulate", name=parts[-1].name), "simulate")
    figures = {
        f"{part.name}_{figure.name}": figure.exact
        for part in parts
        for figure in part.experiment.figures
    }
    given_items = table(data.get("items"), "items")
    fixed: dict[str, FixedItem] = {}
    items: dict[str, ItemWords] = {}
    for key, given in given_items.items():
        full, place = f"{name}.{key}", f"items.{key}"
        item = table(given, place)
        _only(item, _ITEM_KEYS, place)
        if "answer" in item:
            fixed[full] = _fixed(item, place)
        items[full] = _item_words(item, full, place, fixed.get(full))
    read = Lesson(
        id=name,
        title=_words(data, "title"),
        goal=_words(data, "goal"),
        codes=_codes(table(data.get("codes"), "codes")),
        paths=tuple(_each(data, "paths", PATHS)),
        minutes=number(data.get("minutes"), "minutes", 5, 240),
        core_minutes=number(data.get("core_minutes"), "core_minutes", 5, 240),
        misconceptions=tuple(_each(data, "misconceptions", tuple(misconceptions()))),
        situation=_words(data, "situation"),
        cards=_cards(data),
        mini=_words(data, "mini"),
        prediction=_prediction(table(data.get("prediction"), "prediction"), figures),
        parts=parts,
        exact=tuple(
            _formed(read_words(given, f"exact.{place}"), set(figures), f"exact.{place}")
            for place, given in enumerate(_some(data, "exact"))
        ),
        summary=_words(data, "summary"),
        transfer=text(data.get("transfer"), "transfer"),
        exit=text(data.get("exit"), "exit"),
        recall=tuple(text(each, "recall") for each in _some(data, "recall")),
        card=_card(table(data.get("card"), "card")),
        items=items,
        fixed=fixed,
    )
    for key, names in (
        ("transfer", [read.transfer]),
        ("exit", [read.exit]),
        ("recall", read.recall),
    ):
        for each in names:
            _inside(key, lambda each=each: _known_item(each, read))  # type: ignore[misc]
    return read


def _known_item(name: str, owner: Lesson) -> None:
    template_of(name, owner)
    if name not in owner.items:
        item_words(name)


def _cards(data: Mapping[str, Any]) -> str:
    given = data.get("cards", "")
    if given == "":
        return ""
    shown = text(given, "cards")
    _inside("cards", lambda: parse_cards(shown))
    return shown


def _codes(given: Mapping[str, Any]) -> Codes:
    _only(given, ("latvia", "common_core", "ap", "gaise"), "codes")
    lists = {
        key: tuple(text(each, f"codes.{key}") for each in listed(given.get(key), f"codes.{key}"))
        for key in ("latvia", "common_core", "ap")
    }
    levels = listed(given.get("gaise"), "codes.gaise")
    return Codes(
        lists["latvia"],
        lists["common_core"],
        lists["ap"],
        tuple(one_of(level, "codes.gaise", GAISE_LEVELS) for level in levels),
    )


def _card(given: Mapping[str, Any]) -> Card:
    _only(given, ("ask", "without"), "card")
    return Card(
        read_words(given.get("ask"), "card.ask"),
        read_words(given.get("without"), "card.without"),
    )


def _prediction(given: Mapping[str, Any], figures: Mapping[str, Fraction]) -> Prediction:
    _only(given, ("question", "choices", "intervals", "scale", "figure"), "prediction")
    question = read_words(given.get("question"), "prediction.question")
    if ("choices" in given) == ("intervals" in given):
        error = GameError("board.both", first="choices", second="intervals")
        raise placed(error, "prediction")
    if "choices" in given:
        return Prediction(question, choices=_choices(listed(given["choices"], "choices")))
    figure = one_of(given.get("figure"), "prediction.figure", tuple(figures))
    scale = _fraction(given.get("scale", 1), "prediction.scale")
    intervals = _intervals(listed(given["intervals"], "prediction.intervals"))
    exact = figures[figure] * scale
    for place, interval in enumerate(intervals):
        inside = interval.low <= exact < interval.high
        if inside != interval.right:
            key = f"prediction.intervals.{place}.right"
            raise placed(GameError("lesson.right", key=key, value=f"{float(exact):g}"), key)
    return Prediction(question, intervals=intervals, scale=scale, figure=figure)


def _choices(given: Sequence[Any]) -> tuple[Choice, ...]:
    key = "prediction.choices"
    read = []
    for place, each in enumerate(given):
        at = f"{key}.{place}"
        data = table(each, at)
        _only(data, ("id", "text", "why", "right", "misconception"), at)
        read.append(
            Choice(
                text(data.get("id"), f"{at}.id"),
                read_words(data.get("text"), f"{at}.text"),
                read_words(data.get("why"), f"{at}.why"),
                boolean(data.get("right"), f"{at}.right"),
                _misconception(data, at),
            )
        )
    rights = sum(choice.right for choice in read)
    if len(read) < 2 or rights != 1:
        raise placed(GameError("lesson.one_right", count=rights), key)
    if len({choice.id for choice in read}) < len(read):
        raise placed(GameError("lesson.twice", key=key, name=read[-1].id), key)
    return tuple(read)


def _intervals(given: Sequence[Any]) -> tuple[Interval, ...]:
    read: list[Interval] = []
    for place, each in enumerate(given):
        at = f"prediction.intervals.{place}"
        data = table(each, at)
        _only(data, ("low", "high", "why", "right", "misconception"), at)
        low = _fraction(data.get("low"), f"{at}.low")
        high = _fraction(data.get("high"), f"{at}.high")
        if low >= high or (read and read[-1].high != low):
            raise placed(GameError("lesson.gap", key=f"{at}.low"), f"{at}.low")
        read.append(
            Interval(
                low,
                high,
                read_words(data.get("why"), f"{at}.why"),
                boolean(data.get("right"), f"{at}.right"),
                _misconception(data, at),
            )
        )
    if not read:
        raise placed(GameError("board.missing", key="prediction.intervals"), "prediction")
    return tuple(read)


def _misconception(data: Mapping[str, Any], at: str) -> str:
    if "misconception" not in data:
        return ""
    return one_of(data["misconception"], f"{at}.misconception", tuple(misconceptions()))


def _part(given: Mapping[str, Any], at: str) -> Part:
    known = ("name", "title", "experiment", "settings", "trials", "figures", "outcomes")
    _only(given, known, at)
    kind = text(given.get("experiment"), f"{at}.experiment")
    settings = table(given.get("settings"), f"{at}.settings")
    experiment = _inside(f"{at}.experiment", lambda: make_experiment(kind, settings))
    names = tuple(figure.name for figure in _inside(at, lambda: experiment.figures))
    figures = table(given.get("figures"), f"{at}.figures")
    if not figures:
        raise placed(GameError("board.missing", key=f"{at}.figures"), at)
    outcomes = table(given.get("outcomes"), f"{at}.outcomes")
    for outcome in outcomes:
        if not outcome.isdecimal():
            raise placed(GameError("lesson.key", key=f"{at}.outcomes.{outcome}"), at)
    return Part(
        one_of_name(given.get("name"), f"{at}.name"),
        read_words(given.get("title"), f"{at}.title"),
        experiment,
        number(given.get("trials"), f"{at}.trials", 1, TRIAL_LIMIT),
        {
            one_of(name, f"{at}.figures.{name}", names): read_words(words, f"{at}.figures.{name}")
            for name, words in figures.items()
        },
        {
            int(outcome): read_words(words, f"{at}.outcomes.{outcome}")
            for outcome, words in outcomes.items()
        },
    )


def one_of_name(given: object, key: str) -> str:
    """Give a name of letters and digits; raise ``lesson.name``."""
    name = text(given, key)
    if not name.isidentifier():
        raise placed(GameError("lesson.name", key=key, value=name), key)
    return name


# --- items ---------------------------------------------------------------------------------------


def _fixed(given: Mapping[str, Any], at: str) -> FixedItem:
    wrong = []
    for place, each in enumerate(listed(given.get("wrong"), f"{at}.wrong")):
        where = f"{at}.wrong.{place}"
        data = table(each, where)
        _only(data, ("value", "misconception", "why"), where)
        value = _fraction(data.get("value"), f"{where}.value")
        wrong.append(
            Mistake(
                f"wrong{place}",
                one_of(
                    data.get("misconception"), f"{where}.misconception", tuple(misconceptions())
                ),
                value,
            )
        )
    item = FixedItem(
        one_of(given.get("kind", "chance"), f"{at}.kind", KINDS),
        _fraction(given.get("answer"), f"{at}.answer"),
        tuple(wrong),
    )
    _inside(f"{at}.wrong", lambda: make_item(item, at, LessonCode("L00", 0).stream(at)))
    return item


def _item_words(given: Mapping[str, Any], name: str, at: str, fixed: FixedItem | None) -> ItemWords:
    template = fixed if fixed is not None else _inside(at, lambda: template_of(name))
    stream = LessonCode("L00", 1).stream(name)
    drafts = [template.draft(stream) for _ in range(_SAMPLES)]
    names = {key for draft in drafts for key in draft.values} | {"answer"}
    wanted = {mistake.name for draft in drafts for mistake in draft.mistakes}
    if fixed is not None:
        why = {
            mistake.name: each.get("why")
            for mistake, each in zip(fixed.mistakes, listed(given.get("wrong"), at), strict=True)
        }
    else:
        why = dict(table(given.get("why"), f"{at}.why"))
        _only(why, tuple(wanted), f"{at}.why")
    steps = listed(given.get("steps"), f"{at}.steps")
    if not steps:
        raise placed(GameError("board.missing", key=f"{at}.steps"), at)
    return ItemWords(
        _formed(read_words(given.get("question"), f"{at}.question"), names - {"answer"}, at),
        tuple(
            _formed(read_words(step, f"{at}.steps.{place}"), names, f"{at}.steps")
            for place, step in enumerate(steps)
        ),
        {
            key: _formed(read_words(why.get(key), f"{at}.why.{key}"), names | {"mistake"}, at)
            for key in sorted(wanted)
        },
    )


def _formed(words: Words, names: set[str], at: str) -> Words:
    """Refuse a text that has a placeholder nobody fills, or a brace that is none."""
    for lang in LANGUAGES:
        try:
            fields = [field for _, field, _, _ in string.Formatter().parse(words.of(lang)) if field]
        except ValueError:
            raise placed(GameError("lesson.braces", key=f"{at}.{lang}"), at) from None
        for field in fields:
            name, _, form = field.partition(".")
            if name not in names or form not in _FORMS:
                known = ", ".join(sorted(names))
                raise placed(GameError("lesson.placeholder", name=field, known=known), at)
    return words


# --- parts ---------------------------------------------------------------------------------------


def _only(data: Mapping[str, Any], allowed: Sequence[str], inside: str) -> None:
    for key in data:
        if key not in allowed:
            place = f"{inside}.{key}" if inside else key
            raise placed(GameError("lesson.key", key=place), place)


def _some(data: Mapping[str, Any], key: str) -> list[Any]:
    """Give a list with something in it."""
    given = listed(data.get(key), key)
    if not given:
        raise placed(GameError("board.missing", key=key), key)
    return given


def _each(data: Mapping[str, Any], key: str, allowed: Sequence[str]) -> list[str]:
    return [one_of(each, key, allowed) for each in _some(data, key)]


def _words(data: Mapping[str, Any], key: str) -> Words:
    return _formed(read_words(data.get(key), key), set(), key)


def _fraction(given: object, key: str) -> Fraction:
    """Give a fraction, written as a whole number or as text: ``3/8``, ``0.375``."""
    if given is None:
        raise placed(GameError("board.missing", key=key), key)
    try:
        if isinstance(given, str | int) and not isinstance(given, bool):
            return read_fraction(str(given))
    except ValueError:
        pass
    raise placed(GameError("lesson.fraction", key=key, value=str(given)), key)


def _inside(place: str, read: Callable[[], Any]) -> Any:
    """Read a part with readers that know no places; an error of theirs tells this one."""
    try:
        return read()
    except GameError as error:
        raise placed(error, error.place or place) from None
