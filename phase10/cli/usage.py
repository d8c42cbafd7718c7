"""A command that is typed wrong, in the words of this program and in the language asked for.

What the library that reads the arguments says of them is English and for programmers. Its errors
are told apart by the names of their classes: where these classes lie has changed before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from typer.exceptions import TyperException

from phase10.views.i18n import sentence

__all__ = ["usage_text"]

_QUOTED: Final = (
    re.compile(r"arguments?(?:\(s\))? \((?P<quoted>.*)\)\W*$", re.DOTALL),
    re.compile(r"(?P<mark>['\"])(?P<quoted>.*)(?P=mark)", re.DOTALL),
)


def usage_text(lang: str, error: TyperException, arguments: Sequence[str]) -> str:
    """Say what is wrong with the arguments of a command, and what would be right."""
    kinds = {each.__name__ for each in type(error).__mro__}
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "phase10")
    if "MissingParameter" in kinds:
        name = _shown_name(error)
        option = name.startswith("-")
        code = "usage.missing.option" if option else "usage.missing.argument"
        return sentence(lang, code, name=name, command=command)
    if "NoSuchOption" in kinds:
        return _no_such_option(lang, error, command)
    if "BadOptionUsage" in kinds:
        name = str(getattr(error, "option_name", ""))
        given = next((each for each in arguments if each.startswith(f"{name}=")), None)
        if given is None:
            return sentence(lang, "usage.no_value", name=name, command=command)
        return sentence(lang, "usage.value", text=given, name=name)
    if "BadParameter" in kinds:
        return _bad_value(lang, error, arguments, command)
    known = getattr(getattr(context, "command", None), "commands", None)
    if known:
        return _no_such_command(lang, error, list(known))
    text = _quoted(error)
    return sentence(lang, "usage.extra", text=text, command=command)


def _no_such_option(lang: str, error: TyperException, command: str) -> str:
    name = str(getattr(error, "option_name", ""))
    parameters = getattr(getattr(getattr(error, "ctx", None), "command", None), "params", ())
    known = [option for each in parameters for option in each.opts if option.startswith("--")]
    near = get_close_matches(name, known, n=1)
    if near:
        return sentence(lang, "usage.option.near", name=name, near=near[0])
    return sentence(lang, "usage.option", name=name, command=command)


def _no_such_command(lang: str, error: TyperException, known: list[str]) -> str:
    return sentence(lang, "usage.command", name=_quoted(error), known=", ".join(sorted(known)))


def _bad_value(lang: str, error: TyperException, arguments: Sequence[str], command: str) -> str:
    """Say which values an option takes, as its type tells."""
    name = _shown_name(error)
    text = _given(name, arguments)
    wanted, limits = _type_of(error)
    choices = [str(value) for value in get_args(wanted)] if get_origin(wanted) is Literal else []
    if choices:
        return sentence(lang, "usage.choice", name=name, text=text, allowed=", ".join(choices))
    if wanted is int and limits and None not in limits.values():
        # As text: a port is no amount, so its digits are not put in groups.
        low, high = map(str, limits.values())
        return sentence(lang, "usage.range", name=name, text=text, low=low, high=high)
    if wanted is int:
        return sentence(lang, "usage.number", name=name, text=text)
    return sentence(lang, "usage.other", name=name, text=text, command=command)


def _shown_name(error: TyperException) -> str:
    """Name the option or argument that an error is about as the help does."""
    parameter: Any = getattr(error, "param", None)
    options = [each for each in getattr(parameter, "opts", ()) if each.startswith("-")]
    if options:
        return str(max(options, key=len))
    return str(getattr(parameter, "metavar", None) or getattr(parameter, "name", None) or "")


def _given(name: str, arguments: Sequence[str]) -> str:
    """Find the last value that was given to an option."""
    found = ""
    for place, each in enumerate(arguments):
        if each == name:
            found = "".join(arguments[place + 1 : place + 2])
        elif each.startswith(f"{name}="):
            found = each.partition("=")[2]
    return found


def _type_of(error: TyperException) -> tuple[Any, Mapping[str, int | None]]:
    """Give the type that the command declares for a parameter, and the limits of a number."""
    parameter: Any = getattr(error, "param", None)
    command: Any = getattr(getattr(error, "ctx", None), "command", None)
    callback = getattr(command, "callback", None)
    hints = get_type_hints(callback, include_extras=True) if callback else {}
    declared = hints.get(getattr(parameter, "name", ""), str)
    wanted, *more = get_args(declared) if hasattr(declared, "__metadata__") else (declared,)
    limits = {end: getattr(info, end, None) for info in more for end in ("min", "max")}
    kinds = [each for each in get_args(wanted) if each is not type(None)]
    optional = type(None) in get_args(wanted)
    return (kinds[0] if optional and kinds else wanted), limits


def _quoted(error: TyperException) -> str:
    """Give what an error quotes: in brackets at its end, or in quotation marks."""
    for pattern in _QUOTED:
        if match := pattern.search(error.message):
            return match["quoted"]
    return error.message
