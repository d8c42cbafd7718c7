"""In which line of a TOML file a part of its data stands.

The standard reader tells no lines, and a teacher needs them. The file is known to be valid TOML
here, so a simple walk through its lines is enough.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from phase10.game.long_numbers import line_of_long_number, without_long_numbers

__all__ = ["Lines", "NotToml", "read_toml"]

_HEADER: Final = re.compile(r"(?P<open>\[\[?)\s*(?P<path>[^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY: Final = re.compile(r"""(?P<path>[\w\-"'][\w\-"'. ]*?)\s*=(?P<value>.*)""")
_TOLD: Final = re.compile(r"\(at line (\d+), column \d+\)")


class Lines:
    r"""Hold the lines of the keys of a TOML text; tables of a list are counted from 0.

    >>> lines = Lines('a = 1\n[[board]]\nid = "x"\n[[board]]\n[board.me]\nhand = "R5"\n')
    >>> lines.of("board.0.id"), lines.of("board.1.me.hand"), lines.of("board.1.me.phase")
    (3, 6, 5)
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._walk(text.splitlines())

    def of(self, path: str) -> int:
        """Give the line of a part, or of the nearest part around it; 1 where there is none."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path.rpartition(".")[0]
        return 1

    def _walk(self, lines: list[str]) -> None:
        table, depth, quote = "", 0, ""
        for number, line in enumerate(lines, start=1):
            plain = line.strip()
            if not quote and not depth:
                if match := _HEADER.fullmatch(plain):
                    table = self._opened(match["path"], number, many=len(match["open"]) > 1)
                    continue
                if match := _KEY.match(plain):
                    path = _plain(match["path"])
                    full = f"{table}.{path}" if table else path
                    self._add(full, number)
                    for part in _inline(match["value"]):
                        self._add(f"{full}.{part}", number)
            depth, quote = _after(line, depth, quote)

    def _opened(self, path: str, number: int, *, many: bool) -> str:
        """Give the full path of a table, with the places of the lists that it is in."""
        full = ""
        parts = _plain(path).split(".")
        for place, part in enumerate(parts, start=1):
            full = f"{full}.{part}" if full else part
            self._add(full, number)
            last = place == len(parts)
            if last and many:
                self._counts[full] = self._counts.get(full, -1) + 1
            if full in self._counts:
                full = f"{full}.{self._counts[full]}"
        self._add(full, number)
        return full

    def _add(self, path: str, number: int) -> None:
        """Keep the first line of a part, and of the parts that it is in."""
        while path:
            self._lines.setdefault(path, number)
            path = path.rpartition(".")[0]


def _plain(path: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in path.split("."))


def _inline(value: str) -> list[str]:
    """List the keys of a table that is written in one line."""
    return re.findall(r"[{,]\s*([\w\-]+)\s*=", value) if value.lstrip().startswith("{") else []


def _after(line: str, depth: int, quote: str) -> tuple[int, str]:
    """Tell how many brackets are open after a line, and which quotes."""
    place = 0
    while place < len(line):
        if quote:
            end = line.find(quote, place)
            escaped = quote[0] == '"' and end > 0 and line[end - 1] == "\\"
            if end < 0:
                return depth, quote if len(quote) == 3 else ""
            place = end + (1 if escaped else len(quote))
            quote = quote if escaped else ""
            continue
        sign = line[place]
        if sign in "\"'":
            quote = sign * 3 if line.startswith(sign * 3, place) else sign
            place += len(quote)
            continue
        if sign == "#":
            break
        depth += (sign in "[{") - (sign in "]}")
        place += 1
    return max(depth, 0), quote


class NotToml(Exception):
    """Tell at which ``line`` a text cannot be read."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def read_toml(text: str) -> dict[str, Any]:
    """Read TOML; :class:`NotToml` tells the line at which a text stops being any."""
    try:
        data: dict[str, Any] = without_long_numbers(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        told = _TOLD.search(str(error))
        line = int(told[1]) if told else max(1, len(text.splitlines()))
    except RecursionError:
        line = 1
    except ValueError:
        line = line_of_long_number(text)
    else:
        return data
    raise NotToml(line)
