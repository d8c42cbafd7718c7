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
from contextlib import contextmanager
from functools import lru_cache
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

_WAY: Final = 2
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
    return links.quick(entry)


def is_kept(entry: Function) -> bool:
    """Tell whether the code of a function was compiled before and can be loaded at once."""
    base = cache_folder()
    if not COMPILED or base is None:
        return False
    digest = _Links({}).digest_of(entry)
    return any((base.parent / "compiled" / digest).glob("*.nbc"))


_MADE: Final[dict[str, Function]] = {}
"""What was compiled, by a digest of all that went into it."""
_DIGESTS: Final[dict[Function, str]] = {}


class _Links:
    """Hold the functions of one program, each after those that it calls, with their digests."""

    def __init__(self, instead: Mapping[Function, Function]) -> None:
        self.instead = instead
        self.noted: dict[FunctionType, str] = {}
        self.made: dict[Function, Function] = {}
        self.open: list[Function] = []

    def digest_of(self, function: Function) -> str:
        """Tell in letters all that a compiled function depends on, the machine excepted.

        Notes the function after all that it calls.
        """
        if function in self.open:
            raise TypeError(f"{function.__qualname__} calls itself")
        if not isinstance(function, FunctionType) or function.__closure__:
            raise TypeError(f"{function!r} is no plain function of a module")
        if function not in self.noted:
            self.open.append(function)
            code = function.__code__
            if any(isinstance(constant, CodeType) for constant in code.co_consts):
                raise TypeError(f"{function.__qualname__} holds a function")
            parts: list[object] = [*_versions(), function.__module__, function.__qualname__]
            parts += [code.co_firstlineno, code.co_code, code.co_consts, code.co_varnames]
            for name, value in self._named(function):
                plain = isinstance(value, FunctionType)
                parts.append(self.digest_of(value) if plain else _fixed(name, value, function))
            self.open.pop()
            self.noted[function] = sha256(repr(parts).encode()).hexdigest()[:32]
        return self.noted[function]

    def _named(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """Go through the names of its module that a function uses, and what they mean here."""
        for name in sorted(set(function.__code__.co_names) & set(function.__globals__)):
            value = function.__globals__[name]
            if isinstance(value, FunctionType):
                value = self.instead.get(value, value)
                value = _AS_ARRAYS_SEE_THEM.get(value, value) if COMPILED else value
            yield name, value

    def quick(self, entry: Function) -> Function:
        """Compile a function and all that it calls, or find what was made of them before.

        Each has a folder of its own, so that a change is compiled again with those that call it
        and with nothing else.
        """
        self.digest_of(entry)
        for function, digest in self.noted.items():
            if digest not in _MADE:
                folder = _folder_of(digest)
                with _kept_in(folder):
                    linked = self._linked(function)
                    made = compiled(linked, kept=folder is not None, counted=False)
                _MADE[digest], _DIGESTS[made] = made, digest
            self.made[function] = _MADE[digest]
        return self.made[entry]

    def plain(self, entry: Function) -> Function:
        """Link a function and all that it calls without compiling them."""
        self.digest_of(entry)
        for function in self.noted:
            self.made[function] = self._linked(function)
        return self.made[entry]

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


@lru_cache(maxsize=1)
def _versions() -> tuple[object, ...]:
    """Tell what compiles, and how."""
    if not COMPILED:
        return ()
    known = (sys.version, version("numba"), version("llvmlite"), np.__version__)
    return (_WAY, *known, _config().BOUNDSCHECK)


def _fixed(name: str, value: object, function: Function) -> str:
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
    """Give the folder of this code, or ``None`` where nothing can be written."""
    base = cache_folder()
    home = None if base is None else _writable(base.parent / "compiled")
    if home is None:
        return None
    folder = home / digest
    try:
        folder.mkdir(exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    return folder


@lru_cache(maxsize=8)
def _writable(home: Path) -> Path | None:
    """Give a folder in which files can be written, without what nobody used for a long time."""
    oldest = time.time() - _DAYS_KEPT * 24 * 3600
    try:
        home.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=home):
            pass
        for folder in home.iterdir():
            if folder.stat().st_mtime < oldest:
                rmtree(folder, ignore_errors=True)
    except OSError:
        return None
    return home


def _config() -> Any:
    """Give the settings of Numba."""
    return import_module("numba.core.config")


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep what is compiled meanwhile in a folder, whatever file it was written in.

    Numba itself asks for the same file at the same place: a new environment, or a changed line
    elsewhere in the file, would compile anew what the digest tells to be the same.
    """
    caching: Any = import_module("numba.core.caching")
    kept: Any = getattr(caching, "CacheImpl", None) or caching._CacheImpl
    config = _config()
    before = kept._locator_classes, getattr(config, "CACHE_LOCATOR_CLASSES", "")
    kept._locator_classes, config.CACHE_LOCATOR_CLASSES = [_locator(caching, folder)], ""
    try:
        yield
    finally:
        kept._locator_classes, config.CACHE_LOCATOR_CLASSES = before


def _locator(caching: Any, folder: Path | None) -> type:
    """Make what tells Numba the place of the one function that is kept in a folder."""

    class Locator(caching._CacheLocator):  # type: ignore[misc]  # Numba has no types
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, _function: Function, _file: str) -> Locator | None:
            return None if folder is None else cls()

    return Locator
