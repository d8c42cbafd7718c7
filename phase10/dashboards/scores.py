"""The score keeper: a sheet for a real table, kept after every round.

State and acts; the looks are in ``scores_parts``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from phase10.dashboards.play_match import data_folder, is_word, new_word
from phase10.dashboards.play_rules import RulesForm
from phase10.game.cards import HAND_LIMIT, Cards
from phase10.game.errors import CardError, GameError, RecordError
from phase10.game.kept_matches import KeptFile, put_aside
from phase10.game.moves import SEATS
from phase10.game.notation import parse_cards
from phase10.game.scorekeeper import LONGEST_NAME, Line, ScoreSheet
from phase10.views.i18n import number, sentence

__all__ = ["Entry", "ScoresView", "score_folder", "scores_style"]

_LEAST_PLAYERS: Final = 2
_LONGEST: Final = 200
_LARGEST: Final = 200_000
"""Characters of a file that can be a sheet."""


def score_folder() -> Path:
    """Give the folder of the sheets, in the user's folder for data."""
    return data_folder() / "scores"


@dataclass
class Entry:
    """Hold what is entered for a player in the round that comes.

    ``made``: the phase made, None for none; ``left``: points, or the cards left.
    """

    made: int | None = None
    left: str = ""


class ScoresView:
    """Hold the form of a new sheet, the sheet, and the round that is being written."""

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects
        self.names: list[str] = ["", "", ""]
        self.dealer = 0
        self.form = RulesForm("scores.new", "scores")
        self.sheet: ScoreSheet | None = None
        self.entries: list[Entry] = []
        self.out: int | None = None
        self.blocked = False
        self.error: GameError | None = None
        self.unsaid = False
        self.revision = 0
        self.aside: Path | None = None
        self.busy = False
        self.unsaved = False
        self._file: KeptFile | None = None
        self._key = ""

    # --- acts -----------------------------------------------------------------------------------

    def act(self, name: str, value: Any, lang: str) -> None:
        """Do what the user asked for; unknown acts and values are ignored."""
        verb = name.removeprefix("scores.")
        text = value[:_LONGEST] if isinstance(value, str) else ""
        if verb.startswith("new."):
            self._new_act(verb.removeprefix("new."), text)
        elif verb == "start":
            self._start(lang)
        elif verb == "take_over" and self.busy:
            self._open(self._key, None, "", take=True)
        elif self.sheet is not None and self._file is not None:
            if not self._file.is_ours:
                self.sheet, self.busy = None, True
                self.effects.append({"focus": "scores-busy"})
            else:
                self._sheet_act(self.sheet, verb, value, text, lang)

    def _new_act(self, verb: str, text: str) -> None:
        self.error = None
        if self.form.act(verb, text):
            return
        field, _, place = verb.partition(".")
        if field == "count" and text in [str(n) for n in range(_LEAST_PLAYERS, len(SEATS) + 1)]:
            count = int(text)
            self.names = (self.names + [""] * count)[:count]
            self.dealer = min(self.dealer, count - 1)
        elif field == "name" and place in [str(n) for n in range(len(self.names))]:
            self.names[int(place)] = text[:LONGEST_NAME]
        elif field == "dealer" and text in [str(n) for n in range(len(self.names))]:
            self.dealer = int(text)

    @property
    def shown_names(self) -> tuple[str, ...]:
        """Give every player a name: the letter of the seat where none is entered."""
        return tuple(
            " ".join(name.split()) or letter
            for name, letter in zip(self.names, SEATS, strict=False)
        )

    def _start(self, lang: str) -> None:
        read = self.form.read()
        if read is None:
            self.effects.append({"focus": f"scores-{self.form.wrong_field}"})
            return
        try:
            sheet = ScoreSheet(self.shown_names, *read, self.dealer)
        except GameError as error:
            self.error = error
            return
        self._close()
        self._key = new_word()
        self._file = KeptFile(score_folder() / f"{self._key}.json", new_word())
        self._file.claim()
        self._put(sheet)
        self._say_next(lang)
        self.effects.append({"focus": "scores-status"})

    def _put(self, sheet: ScoreSheet) -> None:
        """Show a sheet, write it down, and begin its next round."""
        self.sheet, self.busy, self.error = sheet, False, None
        self.entries = [Entry() for _ in sheet.names]
        self.out, self.blocked = None, False
        self.revision += 1
        if self._file is not None:
            raw = json.dumps(sheet.to_json(), ensure_ascii=False).encode()
            try:
                self._file.write(raw)
                self.unsaved = False
            except (OSError, ValueError):
                self.unsaved = True

    def _sheet_act(self, sheet: ScoreSheet, verb: str, value: Any, text: str, lang: str) -> None:
        self.error, self.unsaid = None, False
        field, _, place = verb.partition(".")
        player = int(place) if place in [str(n) for n in range(len(sheet.names))] else None
        if field == "made" and player is not None:
            self._made(sheet, player, value)
        elif field == "left" and player is not None:
            self.entries[player].left = text
        elif verb == "out" and text in [str(n) for n in range(len(sheet.names))]:
            self._goes_out(sheet, int(text))
        elif verb == "out" and text == "none":
            self.out, self.blocked = None, True
        elif verb == "write":
            self._write(sheet, lang)
        elif verb == "undo":
            self._undo(sheet, lang)
        elif verb == "copy":
            done = sentence(lang, "page.scores.copy.done")
            self.effects.append({"copy": sheet_text(lang, sheet), "done": done})
        elif verb == "leave":
            self.names = list(sheet.names)
            self._close()
            self.effects.append({"focus": "scores-new-heading"})

    def _made(self, sheet: ScoreSheet, player: int, value: Any) -> None:
        goals = sheet.goals(player)
        if isinstance(value, bool):
            self.entries[player].made = goals[0] if value and len(goals) == 1 else None
        elif isinstance(value, str) and (not value or value.isdecimal()):
            made = int(value[:3]) if value else None
            self.entries[player].made = made if made in goals else None

    def _goes_out(self, sheet: ScoreSheet, player: int) -> None:
        """Note who went out: that player has made the phase and holds nothing."""
        self.out, self.blocked = player, False
        self.entries[player].left = ""
        self.revision += 1
        goals = sheet.goals(player)
        if self.entries[player].made is None and len(goals) == 1:
            self.entries[player].made = goals[0]

    def _write(self, sheet: ScoreSheet, lang: str) -> None:
        if self.out is None and not self.blocked:
            self.unsaid = True
            self.effects.append({"focus": "scores-error"})
            return
        try:
            lines = [self._line(sheet, player) for player in range(len(sheet.names))]
            self._put(sheet.played(self.out, lines))
        except GameError as error:
            self.error = error
            self.effects.append({"focus": "scores-error"})
            return
        self._say_next(lang)
        self.effects.append({"focus": "scores-status"})

    def _line(self, sheet: ScoreSheet, player: int) -> Line:
        if sheet.tied:
            return Line()
        points = self.points(sheet, player)
        return Line(self.entries[player].made, 0 if points is None else points)

    def points(self, sheet: ScoreSheet, player: int) -> int | None:
        """Read the points of a player: a number, or the cards left; None for nothing.

        Raises :class:`GameError` for what is neither.
        """
        text = self.entries[player].left.strip()
        if not text:
            return None
        if text.isascii() and text.isdigit():
            return int(text[:6])
        cards = parse_cards(text)
        if len(cards) > HAND_LIMIT:
            raise CardError("hand.too_many", count=len(cards), limit=HAND_LIMIT)
        return sheet.rules.points_of(Cards(cards, sheet.rules.deck))

    def _undo(self, sheet: ScoreSheet, lang: str) -> None:
        """Take the last round back into the form, to be put right."""
        try:
            before = sheet.undone()
        except GameError as error:
            self.error = error
            return
        last = sheet.rounds[-1]
        self._put(before)
        self.entries = [
            Entry(line.made, str(line.points) if line.points else "") for line in last.lines
        ]
        self.out, self.blocked = last.out, last.out is None
        self.effects.append({"say": sentence(lang, "page.scores.undone")})

    def _say_next(self, lang: str) -> None:
        if self.sheet is not None:
            self.effects.append({"say": status_text(lang, self.sheet)})

    # --- what outlives a reload -----------------------------------------------------------------

    def last(self, lang: str) -> str:
        """Say which sheet is open, "" when none is."""
        return "" if self.sheet is None else status_text(lang, self.sheet)

    def kept(self) -> dict[str, Any]:
        """Give what outlives a reload in this tab."""
        return {
            "names": list(self.names),
            "dealer": self.dealer,
            "form": self.form.kept(),
            "word": "" if self._file is None else self._file.token,
            "entries": [[entry.made, entry.left] for entry in self.entries],
            "out": self.out,
            "blocked": self.blocked,
            **self.remembered(),
        }

    def remembered(self) -> dict[str, Any]:
        """Give what this browser remembers for other tabs and days."""
        return {"key": self._key, "sheet": None if self.sheet is None else self.sheet.to_json()}

    def recall(self, local: Mapping[str, Any]) -> None:
        """Take what the browser remembers."""
        self._open(local.get("key"), local.get("sheet"), "")

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take back what outlived a reload; anything of the wrong shape is left out."""
        names = kept.get("names")
        if isinstance(names, list) and _LEAST_PLAYERS <= len(names) <= len(SEATS):
            self.names = [str(name)[:LONGEST_NAME] for name in names]
        self._new_act("dealer", str(kept.get("dealer")))
        if isinstance(kept.get("form"), dict):
            self.form.restore(kept["form"])
        word = kept.get("word")
        self._open(kept.get("key"), kept.get("sheet"), str(word) if is_word(word) else "")
        sheet, entries = self.sheet, kept.get("entries")
        if sheet is None or not isinstance(entries, list) or len(entries) != len(sheet.names):
            return
        for player, entry in enumerate(entries):
            match entry:
                case [int() | None as made, str() as left]:
                    known = made in sheet.goals(player) and type(made) is int
                    self.entries[player] = Entry(made if known else None, left[:_LONGEST])
        out = kept.get("out")
        if type(out) is int and 0 <= out < len(sheet.names):
            self.out = out
        self.blocked = kept.get("blocked") is True and self.out is None

    def _open(self, key: object, data: object, known: str, *, take: bool = False) -> None:
        """Open a sheet from its file, else from what the browser kept."""
        if not is_word(key):
            return
        self._close()
        self._key = str(key)
        kept = KeptFile(score_folder() / f"{key}.json", new_word())
        if take:
            kept.take_over()
        elif not kept.claim(known):
            self.busy = True
            return
        sheet = self._read(kept.path) or _sheet_of(data)
        if sheet is None:
            kept.close()
            self._key = ""
            return
        self._file = kept
        self._put(sheet)

    def _read(self, path: Path) -> ScoreSheet | None:
        """Read a file; one that cannot be used is put aside."""
        try:
            raw = path.read_bytes()
        except OSError:
            return None
        sheet = None
        with suppress(ValueError, RecursionError):
            sheet = _sheet_of(json.loads(raw)) if len(raw) <= _LARGEST else None
        if sheet is None:
            with suppress(RecordError):
                self.aside = put_aside(path)
        return sheet

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
        self.sheet, self._file, self._key = None, None, ""
        self.busy, self.error, self.aside = False, None, None


def _sheet_of(data: object) -> ScoreSheet | None:
    try:
        return None if data is None else ScoreSheet.from_json(data)
    except GameError:
        return None


def status_text(lang: str, sheet: ScoreSheet) -> str:
    """Say which round comes, who deals and who begins; or who has won."""
    if sheet.winner is not None:
        return sentence(lang, "play.won", player=sheet.names[sheet.winner])
    code = "page.scores.tie" if sheet.tied else "page.scores.next"
    dealer, first = sheet.names[sheet.next_dealer], sheet.names[sheet.next_first]
    return sentence(lang, code, round=sheet.next_round, dealer=dealer, first=first)


def sheet_text(lang: str, sheet: ScoreSheet) -> str:
    """Write a sheet as lines with tabs, which a spreadsheet takes."""
    round_heading = sentence(lang, "page.scores.round")
    total = sentence(lang, "play.column.points")
    made = sentence(lang, "play.column.made")
    lines = [[round_heading, *(f"{name}\t{made}" for name in sheet.names)]]
    for place, played in enumerate(sheet.rounds, start=1):
        cells = [
            f"{number(lang, line.points)}\t{'' if line.made is None else line.made}"
            for line in played.lines
        ]
        lines.append([str(place), *cells])
    lines.append(
        [total, *(f"{number(lang, s.score)}\t{', '.join(map(str, s.done))}"
                  for s in sheet.standings)]
    )  # fmt: skip
    return "\n".join("\t".join(cells) for cells in lines)


def scores_style() -> str:
    """Return the style sheet of the page."""
    return files("phase10.dashboards").joinpath("scores.css").read_text("utf-8")
