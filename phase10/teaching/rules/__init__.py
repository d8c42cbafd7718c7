"""The rules as data: sentence by sentence, what players ask, the words, where tables differ.

Texts are in the data files beside this one, in all languages; the numbers S1–S65 are those by which
refusals and boards refer to a rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from phase10.game.notation import plain_letters
from phase10.game.rules import OPTIONS, PRESETS
from phase10.teaching.parts import listed, number, one_of, only, table, text
from phase10.teaching.words import LANGUAGES, Words, read_words

__all__ = [
    "Difference",
    "Question",
    "RuleOption",
    "Section",
    "Sentence",
    "Term",
    "differences",
    "glossary",
    "options",
    "questions",
    "questions_about",
    "search_rules",
    "search_words",
    "sections",
    "sentence_of",
    "sentences",
]

TOPICS: Final = ("skip", "wild", "phase", "hit", "turn", "scoring")
"""What questions are about."""


class Sentence(NamedTuple):
    """Hold one sentence of the rules: its number, its words, the boards that show it."""

    id: str
    words: Words
    boards: tuple[str, ...]


class Section(NamedTuple):
    """Hold the sentences about one thing, under a heading."""

    id: str
    words: Words
    sentences: tuple[Sentence, ...]


class Question(NamedTuple):
    """Hold what players ask and the answer under each preset, ``seed`` and ``official``.

    ``rules``: the sentences behind it; ``board``: one that shows it; ``options``: the rule options
    that decide.
    """

    number: int
    topic: str
    words: Words
    answers: dict[str, Words]
    rules: tuple[str, ...]
    board: str
    options: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Tell whether the presets answer differently."""
        return len({self.answers[preset] for preset in PRESETS}) > 1


class Term(NamedTuple):
    """Hold one word of the game: what it means, and the seed text's own Latvian word."""

    id: str
    words: Words
    means: Words
    seed: str


class RuleOption(NamedTuple):
    """Hold a rule option: the sentence that it is about, a board that shows it."""

    id: str
    rule: str
    board: str


class Difference(NamedTuple):
    """Hold a rule option that the presets set differently, with the value of each."""

    option: RuleOption
    values: dict[str, str | bool | int]


@cache
def sections() -> tuple[Section, ...]:
    """Read the rules, section by section; raise :class:`phase10.game.errors.GameError`."""
    data = _read("sentences.toml", ("section",))
    return tuple(_section(item) for item in listed(data.get("section"), "section"))


def sentences() -> tuple[Sentence, ...]:
    """List all sentences in order, S1 to S65."""
    return tuple(sentence for section in sections() for sentence in section.sentences)


@cache
def sentence_of(rule: str) -> Sentence:
    """Give a sentence by its number (``S24``); raise KeyError."""
    return {sentence.id: sentence for sentence in sentences()}[rule]


@cache
def questions() -> tuple[Question, ...]:
    """Read what players ask."""
    data = _read("questions.toml", ("question",))
    return tuple(_question(item) for item in listed(data.get("question"), "question"))


def questions_about(rule: str) -> tuple[Question, ...]:
    """List the questions behind which a sentence stands."""
    return tuple(question for question in questions() if rule in question.rules)


@cache
def glossary() -> tuple[Term, ...]:
    """Read the words of the game."""
    data = _read("glossary.toml", ("term",))
    found: list[Term] = []
    for item in listed(data.get("term"), "term"):
        part = table(item, "term")
        only(part, ("id", "en", "lv", "seed", "means"), "term")
        seed = part.get("seed") or ""
        found.append(
            Term(
                text(part.get("id"), "term.id"),
                _words(part, "term"),
                read_words(part.get("means"), "term.means"),
                text(seed, "term.seed") if seed else "",
            )
        )
    return tuple(found)


@cache
def options() -> tuple[RuleOption, ...]:
    """Read which sentence every rule option is about."""
    data = _read("options.toml", ("option",))
    found: list[RuleOption] = []
    for item in listed(data.get("option"), "option"):
        part = table(item, "option")
        only(part, ("id", "rule", "board"), "option")
        found.append(
            RuleOption(
                one_of(part.get("id"), "option.id", (*OPTIONS, "deck")),
                text(part.get("rule"), "option.rule"),
                text(part.get("board"), "option.board"),
            )
        )
    return tuple(found)


def differences() -> tuple[Difference, ...]:
    """List the rule options that the presets set differently: what other tables play.

    >>> [difference.option.id for difference in differences()][:2]
    ['run_min', 'hit_others_same_turn']
    """
    found: list[Difference] = []
    for option in options():
        values = {name: getattr(rules, option.id) for name, rules in PRESETS.items()}
        if len(set(values.values())) > 1:
            found.append(Difference(option, values))
    return tuple(found)


def search_rules(lang: str, sought: str) -> tuple[tuple[Sentence, ...], tuple[Question, ...]]:
    """Find sentences and questions with all the words sought, or a sentence by its number.

    Case and diacritics do not matter; words may be beginnings of words.

    >>> found, asked = search_rules("lv", "dzok aizst")
    >>> [sentence.id for sentence in found], [question.number for question in asked]
    (['S38'], [19, 29])
    """
    words = plain_letters(sought[:_LONGEST]).split()
    if not words:
        return (), ()
    rule = "".join(words).upper()
    if rule in (sentence.id for sentence in sentences()):
        return (sentence_of(rule),), questions_about(rule)
    return (
        tuple(one for one in sentences() if _has(lang, words, (one.words,))),
        tuple(
            one
            for one in questions()
            if _has(lang, words, (one.words, *(one.answers[preset] for preset in PRESETS)))
        ),
    )


def search_words(sought: str) -> tuple[Term, ...]:
    """Find the words of the game by what somebody calls them: in any language, or as the seed does.

    Case and diacritics do not matter; words may be beginnings of words.

    >>> [term.id for term in search_words("skrejiens")], [term.id for term in search_words("hit")]
    (['run'], ['hit'])
    """
    words = plain_letters(sought[:_LONGEST]).split()
    if not words:
        return ()
    return tuple(
        term
        for term in glossary()
        if any(
            _within(words, (name,))
            for name in (*(term.words.of(lang) for lang in LANGUAGES), term.seed)
        )
    )


_LONGEST: Final = 200
"""Characters that are searched for."""


def _has(lang: str, words: list[str], texts: Iterable[Words]) -> bool:
    return _within(words, (words_of.of(lang) for words_of in texts))


def _within(words: list[str], texts: Iterable[str]) -> bool:
    written = [
        word.strip("„”“\"'.,:;!?()") for text_of in texts for word in plain_letters(text_of).split()
    ]
    return all(any(one.startswith(word) for one in written) for word in words)


def _read(name: str, keys: tuple[str, ...]) -> dict[str, Any]:
    data = tomllib.loads(files("phase10.teaching.rules").joinpath(name).read_text("utf-8"))
    only(data, keys, "")
    return data


def _section(item: object) -> Section:
    part = table(item, "section")
    only(part, ("id", "en", "lv", "sentence"), "section")
    found: list[Sentence] = []
    for one in listed(part.get("sentence"), "section.sentence"):
        given = table(one, "section.sentence")
        only(given, ("id", "en", "lv", "boards"), "section.sentence")
        boards = listed(given.get("boards"), "section.sentence.boards")
        found.append(
            Sentence(
                text(given.get("id"), "section.sentence.id"),
                _words(given, "section.sentence"),
                tuple(text(board, "section.sentence.boards") for board in boards),
            )
        )
    return Section(text(part.get("id"), "section.id"), _words(part, "section"), tuple(found))


def _question(item: object) -> Question:
    part = table(item, "question")
    only(
        part,
        (
            *("number", "topic", "rules", "board", "options", "en", "lv"),
            *("answer", *PRESETS),
        ),
        "question",
    )
    if "answer" in part:
        same = read_words(part["answer"], "question.answer")
        answers = dict.fromkeys(PRESETS, same)
    else:
        answers = {preset: read_words(part.get(preset), f"question.{preset}") for preset in PRESETS}
    return Question(
        number(part.get("number"), "question.number", 1, 999),
        one_of(part.get("topic"), "question.topic", TOPICS),
        _words(part, "question"),
        answers,
        tuple(text(rule, "question.rules") for rule in listed(part.get("rules"), "question.rules")),
        text(part.get("board"), "question.board"),
        tuple(
            one_of(option, "question.options", (*OPTIONS, "deck"))
            for option in listed(part.get("options"), "question.options")
        ),
    )


def _words(part: Any, key: str) -> Words:
    return read_words({lang: part[lang] for lang in LANGUAGES if lang in part}, key)
