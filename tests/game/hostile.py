"""Texts that nobody should type, and reading them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from phase10.game.errors import CODES, GameError

T = TypeVar("T")


def attempt(read: Callable[..., T], *arguments: object) -> T | GameError:
    """Return what was read, or the error, whose code and values have to be known ones."""
    try:
        return read(*arguments)
    except GameError as error:
        known = set(error.values) == set(CODES.get(error.code, ("an unknown code",)))
        fit = len(str(error)) < 400 and str(error).isprintable()
        if known and fit:
            return error
        raise AssertionError(f"an error that nobody can show: {error}") from error


pieces = st.sampled_from(
    (
        *(
            "R7",
            "7r",
            "W=9",
            "w",
            "S",
            "2xW",
            "red 7",
            "zaļ",
            "dzel 7",
            "=",
            "x",
            "×",
            "-",
            "+",
            ":",
        ),
        *(
            "run",
            "set:3",
            "of",
            "and",
            "un",
            "7",
            "13",
            "٣",
            "７",
            "²",
            "½",
            "Ⅷ",
            "ſ",
            "ß",
            "ĳ",
            "ı",
        ),
        *("<script>alert(1)</script>", "{0}", "%s", "\\", "\0", "\x1b[31m", "\u202e", "\ud800"),
        *(
            "z\u0327",
            "\u0301",
            "\u200b",
            "\u00a0",
            "\ufeff",
            "\n",
            "\t",
            ",",
            ";",
            " ",
            "🂡",
            "👧🏽",
        ),
    )
)
any_text = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(codec=None), max_size=20),
    st.lists(pieces, max_size=12).map("".join),
    st.lists(pieces, max_size=12).map(" ".join),
)

_LONG = 100_000
_MANY = 20_000
_UNBROKEN = (
    *("1", "r", "R7", "x", "2x", "W=", "=", "-1", "red", "R5R", "a:", "\x00", "<b>", "🂡", "٣", "𝟟"),
    *("\u0301", "a\u0301", "\u0301\u0323", "z\u0327", " ", "\n"),
)
_BROKEN = (
    *("R7 ", "r ", "1 ", "2 x ", "W= ", "red ", "7 r", ",", "A set R7 ", "A ", "set ", "card "),
    *("and ", " and set:2", "set:2+", "+", "set:2 and ", "2 sets of 2 and ", "seed,", "a=b,"),
)
LONG_TEXTS = {
    **{f"unbroken {piece!r}": piece * (_LONG // len(piece)) for piece in _UNBROKEN},
    **{f"broken {piece!r}": piece * (_MANY // len(piece)) for piece in _BROKEN},
    "digits, then spaces": "1" * (_LONG // 2) + " " * (_LONG // 2) + "!",
    "a count of spaces": "2" + " " * _LONG + "x" + " " * _LONG + "!",
    "letters, then spaces": "r" * (_LONG // 2) + " " * (_LONG // 2) + "=",
    "a number without end": "R" + "9" * _LONG,
    "a wild without end": "W=" + "9" * _LONG,
    "copies without end": "9" * _LONG + "xW",
    "a size without end": "set:" + "9" * _LONG,
    "an owner, then spaces": "A" + " " * _LONG + "set",
    "a phase number without end": "-" + "9" * _LONG,
}
"""Texts on which a careless reader takes minutes, by name."""
