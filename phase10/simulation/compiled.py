"""Compile plain functions with all that they call, and keep what was compiled between runs.

Strategies and the loops of the simulator are plain functions over rows of numbers. Here each one,
with every function that it calls by a name of its module, is made a function of Numba. Numba keeps
compiled code only until the file of that one function changes; here it lies in a folder named by a
digest of all functions and constants that go into it. Without Numba the functions stay as they are.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from phase10.simulation.shuffling import signed, unsigned
from phase10.solver.waiting import cache_folder
from phase10.solver.waiting_loops import COMPILED, compiled

__all__ = ["COMPILED", "is_kept", "program"]

Function = Callable[..., Any]

_WAY: Final = 1
"""To be raised when functions are compiled in another way."""
_DAYS_KEPT: Final = 30
"""Days after which compiled code that nothing used is removed."""

_AS_ARRAYS_SEE_THEM: Final[Mapping[Function, Function]] = {unsigned: np.uint64, signed: np.int64}


def program(entry: Function, instead: Mapping[Function, Function] | None = None) -> Function:
    """Give a function compiled with all that it calls; without Numba, as it is.

    ``instead``: functions to be called in the place of others, plain ones or such as this gave.
    Raises :class:`TypeError` for what cannot be compiled: a function that calls itself, or uses a
    name that is neither a function, a number nor a tuple of numbers.
    """
    links = _Links(instead or {})
    if not COMPILED:
        return links.plain(entry) if instead else entry
    links.note(entry)
    digest = links.digest()
    made = links.quick(entry, _folder_of(digest))
    _DIGESTS[made] = digest
    return made


def is_kept(entry: Function) -> bool:
    """Tell whether the code of a function was compiled before and can be loaded at once."""
    base = cache_folder()
    if not COMPILED or base is None:
        return False
    links = _Links({})
    links.note(entry)
    return any((base.parent / "compiled" / links.digest()).glob("*/*.nbc"))


_DIGESTS: Final[dict[Function, str]] = {}
"""What was compiled, with a digest of all that went into it."""


class _Links:
    """Hold the functions of one program: those noted, those made."""

    def __init__(self, instead: Mapping[Function, Function]) -> None:
        self.instead = instead
        self.noted: dict[FunctionType, tuple[object, ...]] = {}
        self.made: dict[Function, Function] = {}
        self.open: list[Function] = []

    def note(self, function: Function) -> None:
        """Note a function and all that it calls, in the order in which they can be made."""
        if function in self.open:
            raise TypeError(f"{function.__qualname__} calls itself")
        if not isinstance(function, FunctionType) or function.__closure__:
            raise TypeError(f"{function!r} is no plain function of a module")
        if function in self.noted:
            return
        self.open.append(function)
        code = function.__code__
        if any(isinstance(constant, CodeType) for constant in code.co_consts):
            raise TypeError(f"{function.__qualname__} holds a function")
        parts: list[object] = [code.co_code, code.co_consts, code.co_varnames]
        for name, value in self._named(function):
            if isinstance(value, FunctionType):
                self.note(value)
                parts.append((name, value.__module__, value.__qualname__))
            else:
                parts.append((name, _constant(name, value, function)))
        self.open.pop()
        self.noted[function] = tuple(parts)

    def _named(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """Go through the names of its module that a function uses, and what they mean here."""
        for name in sorted(set(function.__code__.co_names) & set(function.__globals__)):
            value = function.__globals__[name]
            if isinstance(value, FunctionType):
                value = self.instead.get(value, value)
                value = _AS_ARRAYS_SEE_THEM.get(value, value) if COMPILED else value
            yield name, value

    def digest(self) -> str:
        """Tell in letters all that the compiled code depends on, the machine excepted."""
        versions = (_WAY, sys.version, version("numba"), version("llvmlite"), np.__version__)
        said = [(function.__module__, parts) for function, parts in self.noted.items()]
        return sha256(repr((versions, _config().BOUNDSCHECK, said)).encode()).hexdigest()[:32]

    def quick(self, entry: Function, folder: Path | None) -> Function:
        """Compile all functions noted; only the last one, which has the others in it, is kept."""
        with _kept_in(folder):
            for function in self.noted:
                kept = function is entry and folder is not None
                self.made[function] = compiled(self._linked(function), kept=kept, counted=False)
        return self.made[entry]

    def plain(self, function: Function) -> Function:
        """Link a function and all that it calls without compiling them."""
        if function not in self.made:
            self.note(function)
            for noted in self.noted:
                if noted not in self.made:
                    self.made[noted] = self._linked(noted)
        return self.made[function]

    def _linked(self, function: FunctionType) -> FunctionType:
        """Copy a function so that it calls what was made of the others."""
        names = {
            name: self.made.get(value, value) if isinstance(value, FunctionType) else value
            for name, value in self._named(function)
        }
        names["__name__"] = function.__module__
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        return copy


def _constant(name: str, value: object, function: Function) -> str:
    """Tell a name that is no function in letters; raise :class:`TypeError` where it may change."""
    fixed = value if isinstance(value, tuple) else (value,)
    if all(isinstance(part, int | float | str) for part in fixed):
        return repr(value)
    if isinstance(value, ModuleType | BuiltinFunctionType | type):
        return value.__name__
    if hasattr(value, "py_func") and value in _DIGESTS:
        return _DIGESTS[value]
    raise TypeError(f"{function.__qualname__} uses {name}, which is not fixed")


def _folder_of(digest: str) -> Path | None:
    """Give the folder of this code, made and written to, or ``None`` where that cannot be."""
    base = cache_folder()
    if base is None:
        return None
    folder = base.parent / "compiled" / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        return None
    _forget_old(folder)
    return folder


def _forget_old(used: Path) -> None:
    """Remove the folders beside one that nobody used for a long time."""
    oldest = time.time() - _DAYS_KEPT * 24 * 3600
    with suppress(OSError):
        for other in used.parent.iterdir():
            if other != used and other.stat().st_mtime < oldest:
                rmtree(other, ignore_errors=True)


def _config() -> Any:
    """Give the settings of Numba."""
    return import_module("numba.core.config")


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep what is compiled meanwhile in a folder."""
    config = _config()
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        config.CACHE_DIR = before
