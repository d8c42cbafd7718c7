"""What the user typed, turned into values; every fault becomes an :class:`InputError`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml

from phase10.game.cards import HAND_LIMIT, Card, Cards, Hand
from phase10.game.errors import GameError, PhaseError
from phase10.game.json_text import read_json
from phase10.game.long_numbers import line_of_long_number, without_long_numbers
from phase10.game.notation import read_cards
from phase10.game.phases import Phase
from phase10.game.position import Position
from phase10.game.rules import PRESETS, Rules
from phase10.views.i18n import sentence
from phase10.views.text import error_text, problem_text

__all__ = [
    "InputError",
    "checked",
    "read_hand",
    "read_phase",
    "read_position",
    "read_position_file",
    "read_rules",
    "read_structured",
    "told_place",
]


class InputError(Exception):
    """Carry the one line, in the language asked for, that says what is wrong."""


@contextmanager
def checked(lang: str, where: str | None = None) -> Iterator[None]:
    """Turn a fault of the rooms below into an :class:`InputError` that names the place."""
    try:
        yield
    except GameError as error:
        raise InputError(error_text(lang, error, where)) from None


@contextmanager
def told_place(lang: str) -> Iterator[None]:
    """Turn a fault in a part of a file into an :class:`InputError` that begins with the place."""
    try:
        yield
    except GameError as error:
        said = error_text(lang, error)
        raise InputError(f"{error.place}: {said}" if error.place else said) from None


def read_hand(lang: str, text: str, rules: Rules) -> Hand:
    """Read the cards of a hand; the first fault names its entry."""
    return Hand(_cards(lang, text, "hand", rules, HAND_LIMIT, ()), rules.deck)


def read_phase(lang: str, text: str) -> Phase:
    """Read a phase: its number in the classic list, or its goals."""
    with checked(lang):
        if not text.strip():
            raise PhaseError("phase.empty")
        return Phase.parse(text)


def read_rules(lang: str, text: str) -> Rules:
    """Read a preset with its changes; large and small letters are the same."""
    _check_rules(lang, [part.strip() for part in text.split(",")])
    with checked(lang):
        return Rules.parse(text)


def _check_rules(lang: str, parts: Sequence[str]) -> None:
    """Refuse rules with a part that says nothing, or with a preset that is not the first part."""
    for place, part in enumerate(parts):
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not option or (equals and not value):
            raise InputError(sentence(lang, "rules.blank", presets=", ".join(PRESETS)))
        if not equals and place and option.lower() in PRESETS:
            raise InputError(sentence(lang, "rules.place", preset=part))


def read_position(
    lang: str,
    hand: Hand,
    phase: Phase,
    rules: Rules,
    *,
    top: str | None = None,
    seen: str | None = None,
) -> Position:
    """Build a position from the options of the command."""
    card: Card | None = None
    visible = list(hand.counts)
    if top is not None:
        if not top.strip():
            raise InputError(sentence(lang, "usage.top"))
        with checked(lang, "top"):
            card = Card.parse(top)
        visible[card.kind] += 1
    read = _cards(lang, seen or "", "seen", rules, None, visible)
    with checked(lang, "visible"):
        return Position(hand, phase, rules, top=card, seen=Cards(read, rules.deck))


def read_position_file(lang: str, path: str, given: Mapping[str, str]) -> Position:
    """Read a position from a JSON or YAML file; ``-`` is standard input.

    ``given``: the options of the command, which replace the file's parts: ``hand``, ``phase``,
    ``top``, ``seen``, ``rules``.
    """
    data = read_structured(lang, path, _LONGEST_FILE)
    if isinstance(data, dict):
        me = data.get("me", {})
        mine = {key: given[key] for key in ("hand", "phase") if key in given}
        rest = {key: given[key] for key in ("top", "seen", "rules") if key in given}
        data = {**data, **rest, "me": {**me, **mine} if isinstance(me, dict) else me}
    with told_place(lang):
        return Position.from_json(data)


def read_structured(lang: str, path: str, limit: int) -> object:
    """Read a JSON or YAML file of at most ``limit`` bytes; ``-`` is standard input."""
    if not path.strip():
        raise InputError(sentence(lang, "file.empty"))
    with checked(lang):
        return _structured(path, _text_of(path, limit))


_LONGEST_FILE = 100_000
"""Bytes of a position file that are read."""


def _cards(
    lang: str,
    text: str,
    where: str,
    rules: Rules,
    limit: int | None,
    elsewhere: Sequence[int],
) -> list[Card]:
    cards, problems = read_cards(text, rules.deck, limit, elsewhere)
    if problems:
        raise InputError(problem_text(lang, problems[0], where))
    return cards


def _text_of(path: str, limit: int) -> str:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(path).open("rb") as stream:
                raw = stream.read(limit + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise GameError("file.missing", path=path) from None
    except (OSError, ValueError):
        raise GameError("file.unreadable", path=path) from None
    if len(raw) > limit:
        raise GameError("file.large", path=path, limit=limit)
    return text


def _structured(path: str, text: str) -> object:
    """Read JSON, else YAML. A file that nests without end is no position either."""
    try:
        return read_json(text)
    except ValueError:
        pass
    try:
        return without_long_numbers(yaml.safe_load(text))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise GameError("file.form", path=path, line=line) from None
    except ValueError:
        line = line_of_long_number(text)
        raise GameError("file.form", path=path, line=line) from None
    except (yaml.YAMLError, RecursionError):
        raise GameError("file.form", path=path, line=1) from None
