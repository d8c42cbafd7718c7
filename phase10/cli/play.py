"""``phase10 play``: a match in the terminal that goes on where it was left."""

from __future__ import annotations

import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from phase10.cli.inputs import InputError, checked, read_rules
from phase10.cli.options import Language
from phase10.cli.terminal import show, write
from phase10.views.i18n import language, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phase10.cli.play_session import PlaySession
    from phase10.game.phases import Phase
    from phase10.game.records import Record
    from phase10.game.rules import Rules

__all__ = ["register"]

_OPPONENTS: Final = "greedy,greedy,greedy"
_LISTS: Final = "classic, master, plus_ten or without_color"
"""The lists of phases by name, for the help; a test compares them with the data."""


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("play")(play)


@dataclass(frozen=True)
class _Wanted:
    """Hold the options that were given; None for the others."""

    players: tuple[str, ...] | None
    name: str | None
    rules: Rules | None
    phases: tuple[Phase, ...] | None
    seed: int | None


def play(
    context: typer.Context,
    *,
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help=f"Computer players; {_OPPONENTS} unless given."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name at the table.")] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="seed, official, or changes: seed,last_phase=5,in_order=no."),
    ] = None,
    phases: Annotated[
        str | None,
        typer.Option(help=f"A list of phases: {_LISTS}; or your own: 'set:3+run:4; run:7'."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal the cards of this number; by chance unless given.")
    ] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the match is kept.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Begin a new match; the old one is kept.")
    ] = False,
    lang: Language = None,
) -> None:
    """Play a match against the computer; it goes on where it was left."""
    said = language(lang or context.obj)
    wanted = _Wanted(
        None if players is None else _read_players(said, players),
        None if name is None else _read_name(said, name),
        None if rules is None else read_rules(said, rules),
        None if phases is None else _read_phases(said, phases),
        seed,
    )
    if hasattr(sys.stdin, "reconfigure"):
        # What is typed is never a reason to fail: a byte that is no text becomes a sign for it.
        sys.stdin.reconfigure(errors="replace")
    path = _usable_path(said, _default_path(said) if record is None else record)
    with _locked(said, path):
        _play(said, path, wanted, new=new, own_file=record is not None)


def _play(lang: str, path: Path, wanted: _Wanted, *, new: bool, own_file: bool) -> None:
    from rich.text import Text

    from phase10.cli.play_session import PlaySession
    from phase10.game.errors import RecordError
    from phase10.game.records import save
    from phase10.views.records import record_error_text

    match = None if new else _unfinished(lang, path, wanted, own_file=own_file)
    began = match is None
    if match is None:
        match = _started(lang, wanted)
        kept = _put_aside(lang, path, own_file=own_file)
        try:
            save(match, path)
        except RecordError as error:
            if kept is not None:
                kept.rename(path)
            raise InputError(record_error_text(lang, error)) from None
        if kept is not None:
            _say(sentence(lang, "play.kept", path=str(kept)))
    _say(sentence(lang, "play.new" if began else "play.continued", path=str(path)))
    _show([Text(sentence(lang, "play.help.start"))])
    session = PlaySession(lang, match, lambda record: save(record, path))
    try:
        _show(session.opening(new=began))
        _converse(session)
    except KeyboardInterrupt:
        _say("")
    # What was being done when it was interrupted, or could not be saved then, may be now.
    with checked(lang):
        save(session.record, path)
    finished = session.game.winner is not None
    _say(sentence(lang, "play.finished" if finished else "play.saved", path=str(path)))


def _converse(session: PlaySession) -> None:
    """Ask and answer until the match is over, the person leaves or the input ends."""
    from rich.text import Text

    while not session.is_over:
        _show([Text(session.question, style="italic")])
        line = _read_line()
        if line is None:
            return
        _show(session.typed(line))


def _say(text: str) -> None:
    """Print a line that is not broken, so that the path of a file in it can be copied."""
    write(f"{text}\n")


def _show(parts: Iterable[RenderableType]) -> None:
    for part in parts:
        show(part)


def _read_line() -> str | None:
    """Read what is typed; None at the end of the input."""
    if sys.stdin is None:
        return None
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - lets the line be edited
        try:
            return input("> ")
        except EOFError:
            _say("")
            return None
    write("> ")
    line = sys.stdin.readline()
    # What is read from a pipe does not appear by itself.
    write(line if line.endswith("\n") else f"{line}\n")
    return line if line else None


# --- beginning and going on -----------------------------------------------------------------------


def _started(lang: str, wanted: _Wanted) -> Record:
    from phase10.game.phases import PHASES
    from phase10.game.records import Record
    from phase10.game.rules import SEED
    from phase10.players.at_table import SEEDS, names_beside

    name = wanted.name or sentence(lang, "play.name")
    strategies = _read_players(lang, _OPPONENTS) if wanted.players is None else wanted.players
    with checked(lang):
        return Record.start(
            secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed,
            [name, *names_beside(name, len(strategies))],
            ["", *strategies],
            wanted.rules or SEED,
            wanted.phases or PHASES,
        )


def _unfinished(lang: str, path: Path, wanted: _Wanted, *, own_file: bool) -> Record | None:
    """Load the match that goes on, None where there is none."""
    from phase10.cli.play_session import person_of
    from phase10.game.errors import RecordError
    from phase10.game.records import load
    from phase10.game.stages import MATCH_OVER
    from phase10.views.records import record_error_text

    try:
        match = load(path)
    except RecordError as error:
        if error.code == "record.absent":
            return None
        problem = record_error_text(lang, error)
        if error.code in ("record.start", "record.unreadable") and own_file:
            text = sentence(lang, "play.other_file", problem=problem, path=str(path))
        else:
            text = sentence(lang, "play.damaged", problem=problem, path=str(path))
        raise InputError(text) from None
    if match.game.stage == MATCH_OVER:
        return None
    me = person_of(lang, match)
    others = (*match.strategies[:me], *match.strategies[me + 1 :])
    has = {
        "--players": (wanted.players, others),
        "--name": (wanted.name, match.names[me]),
        "--rules": (wanted.rules, match.rules),
        "--phases": (wanted.phases, match.phases),
        "--seed": (wanted.seed, match.seed),
    }
    differ = [option for option, (given, is_so) in has.items() if given not in (None, is_so)]
    if differ:
        options = ", ".join(differ)
        raise InputError(sentence(lang, "play.conflict", path=str(path), options=options))
    return match


def _put_aside(lang: str, path: Path, *, own_file: bool) -> Path | None:
    """Keep the file that lies there under another name; None where there is none."""
    from phase10.game.errors import RecordError
    from phase10.game.kept_matches import put_aside
    from phase10.game.records import load
    from phase10.views.records import record_error_text

    # A link to a file that is not there yet stays: the match is saved where it leads.
    if not path.exists():
        return None
    try:
        load(path)
    except RecordError as error:
        if own_file and error.code in ("record.start", "record.unreadable"):
            problem = record_error_text(lang, error)
            text = sentence(lang, "play.other_file", problem=problem, path=str(path))
            raise InputError(text) from None
    with checked(lang):
        return put_aside(path)


def _usable_path(lang: str, text: str) -> Path:
    """Read the path of a match; what is there must be a file that can be saved again."""
    if not text.strip():
        raise InputError(sentence(lang, "play.record.empty"))
    path = Path(text)
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return path
    except (OSError, ValueError):
        raise InputError(sentence(lang, "error.record.unwritable", path=text)) from None
    if not is_file:
        # Opening a pipe would wait for ever, and a device or a folder must not be renamed.
        raise InputError(sentence(lang, "play.record.kind", path=text))
    return path


def _default_path(lang: str) -> str:
    """Give the file of the match, in the user's folder for data."""
    from platformdirs import user_data_path

    from phase10.game.errors import RecordError

    folder = user_data_path("phase10", appauthor=False)
    with checked(lang):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise RecordError("record.unwritable", path=str(folder)) from None
    return str(folder / "match.txt")


@contextmanager
def _locked(lang: str, path: Path) -> Iterator[None]:
    """Keep a second window from playing the same match; a killed program holds no lock."""
    from phase10.game.kept_matches import locked_file

    lock = path.with_name(f".{path.name}.lock")
    try:
        stream = locked_file(lock)
    except (OSError, ValueError):
        # Where no lock can be written no match can be saved: that is told with its own words.
        yield
        return
    if stream is None:
        raise InputError(sentence(lang, "play.locked", path=str(path)))
    with stream:
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()


# --- options --------------------------------------------------------------------------------------


def _read_players(lang: str, text: str) -> tuple[str, ...]:
    from phase10.cli.play_session import unknown_player
    from phase10.players import PLAYERS

    known = {name.casefold(): name for name in PLAYERS}
    given = [part.strip() for part in text.split(",")]
    for name in given:
        if not name:
            raise InputError(sentence(lang, "play.players.empty", known=", ".join(PLAYERS)))
        if name.casefold() not in known:
            raise InputError(unknown_player(lang, name))
    return tuple(known[name.casefold()] for name in given)


def _read_name(lang: str, text: str) -> str:
    from phase10.players.at_table import LONGEST_NAME

    name = " ".join(text.split())
    if len(name) > LONGEST_NAME:
        raise InputError(sentence(lang, "play.name.long", name=name, limit=LONGEST_NAME))
    return name or sentence(lang, "play.name")


def _read_phases(lang: str, text: str) -> tuple[Phase, ...]:
    from phase10.game.errors import NumberError, PhaseError
    from phase10.game.phase_lists import read_phase_list
    from phase10.game.phases import EDITIONS

    with checked(lang):
        try:
            return read_phase_list(text)
        except NumberError as error:
            count, limit = error.values["value"], error.values["high"]
            told = sentence(lang, "play.phases.count", count=count, limit=limit)
            raise InputError(told) from None
        except PhaseError as error:
            if error.code not in ("phase.unknown", "phase.empty"):
                raise
            known = ", ".join(EDITIONS.all())
            if error.code == "phase.empty":
                told = sentence(lang, "play.phases.empty", known=known)
            else:
                given = str(error.values["text"])
                told = sentence(lang, "play.phases.unknown", text=given, known=known)
            raise InputError(told) from None
