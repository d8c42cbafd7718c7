"""The referee: positions with a move, judged one by one under a set of rules.

An entry is a mapping as in a file of positions with verdicts: ``id``, ``phase``, ``hand``, ``laid``
(``me``: in an earlier turn), ``table`` (``owner kind cards``), ``at``, ``discard_top``, ``players``
(how many), ``already_skipped``, ``part`` (only some cards of the hand are shown), ``move`` (the
steps in order), the verdicts ``seed``, ``official`` and ``use``, ``why``, ``rules``, ``phases``. Or
it is a position in its JSON form (:mod:`phase10.game.position`) with ``id``, ``move``, ``part`` and
the verdicts. Players are called ``me`` and, to the left, ``A``, ``B``, … An entry with the key
``event`` is a description of what happens; it is no move and not judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from phase10.game.cards import CARDS, HAND_LIMIT, WILD, Card, Hand
from phase10.game.engine import Game
from phase10.game.errors import CardError, GameError, NumberError, PositionError
from phase10.game.moves import Discard, Hit, Lay, Move, TakeBack, TakeDiscard, parse_move
from phase10.game.parts import (
    at_place,
    one_of,
    only_keys,
    read_boolean,
    read_list,
    read_mapping,
    read_number,
    read_text,
)
from phase10.game.position import (
    ME,
    MOMENTS,
    POSITION_KEYS,
    Opponent,
    Position,
    read_phase,
    read_phases,
    read_table,
)
from phase10.game.refusals import Refusal
from phase10.game.rules import PRESETS, SEED, Rules
from phase10.game.shuffle import HAND_SIZE
from phase10.game.sight import OTHERS, game_of, seat_names, seats_by_name
from phase10.game.stages import DRAW, PLAY, ROUND_OVER

__all__ = ["Event", "Judgment", "Verdict", "judge", "judge_all"]


@dataclass(frozen=True)
class Verdict:
    """Hold whether the move of an entry is legal, and if not, why.

    ``step`` (from 1), ``move`` (as written) and ``refusal`` tell the first illegal step; None, ""
    and None when all are legal. ``problem``: a wild that was to stand for no number of the game,
    where that is what is wrong. ``expected``: whether the entry says that it is legal under these
    rules, None when it does not say. ``names``: the players by seat, for sentences.
    """

    id: str
    names: tuple[str, ...]
    expected: bool | None = None
    step: int | None = None
    move: str = ""
    refusal: Refusal | None = None
    problem: CardError | None = field(default=None, compare=False)

    @property
    def legal(self) -> bool:
        """Tell whether every step is legal."""
        return self.refusal is None

    @property
    def code(self) -> str:
        """Give the code of the refusal, ``legal`` when there is none."""
        return "legal" if self.refusal is None else self.refusal.code

    @property
    def agrees(self) -> bool | None:
        """Tell whether the verdict is the expected one, None when none was expected."""
        return None if self.expected is None else self.expected == self.legal


class Event(NamedTuple):
    """Hold an entry that describes what happens and is no move."""

    id: str
    text: str


@dataclass(frozen=True)
class Judgment:
    """Hold the verdicts on the entries of a file, and the entries that are no moves, in order."""

    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...]


def judge_all(data: object, rules: Rules = SEED) -> Judgment:
    """Judge a list of entries, or a single entry.

    ``rules`` hold for every entry that has none of its own. Raises :class:`GameError` for the first
    entry that cannot be read; its ``place`` tells which one, and which part.
    """
    entries = [data] if isinstance(data, Mapping) else read_list(data, "positions")
    verdicts: list[Verdict] = []
    events: list[Event] = []
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Mapping) and "event" in entry:
            events.append(_named(entry, number, _event))
        else:
            verdicts.append(judge(entry, rules, number))
    return Judgment(tuple(verdicts), tuple(events))


def judge(entry: object, rules: Rules = SEED, number: int = 1) -> Verdict:
    """Judge one entry; ``number`` names it when it has no ``id``. Raises as :func:`judge_all`.

    >>> entry = {"phase": 1, "hand": "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 S", "players": 4}
    >>> judge(entry | {"move": ["discard S on C"]}).code
    'skip.next_only'
    >>> judge(entry | {"move": ["discard S on C"], "rules": "official"}).code
    'legal'
    """
    return _named(entry, number, partial(_judged, rules=rules))


def _judged(entry: Mapping[str, Any], name: str, rules: Rules) -> Verdict:
    if "rules" in entry:
        text = read_text(entry["rules"], "rules")
        rules = at_place("rules", lambda: Rules.parse(text))
    whole = "me" in entry
    position = _whole_position(entry, rules) if whole else _short_position(entry, rules)
    game, names = game_of(position), seat_names(position)
    part = read_boolean(entry.get("part", False), "part")
    at_place("me.hand" if whole else "hand", lambda: _check_size(game, part=part))
    verdict = Verdict(name, names, _expected(entry, rules))
    for place, step in enumerate(_steps(entry), start=1):
        ruled = at_place(f"move {place}", partial(_ruled, position, game, step, names, place))
        if isinstance(ruled, _Illegal):
            refusal, problem = ruled
            return replace(verdict, step=place, move=step, refusal=refusal, problem=problem)
        game = ruled
    return verdict


def _event(entry: Mapping[str, Any], name: str) -> Event:
    return Event(name, read_text(entry["event"], "event"))


# --- reading an entry ----------------------------------------------------------------------------

_VERDICTS: Final = ("legal", "illegal", "silent", "disputed")
_KEYS: Final = frozenset({*("id", "move", "part", "why", "rules", "phases", "use"), *PRESETS})
_SHORT_KEYS: Final = frozenset(
    ("phase", "hand", "laid", "table", "at", "discard_top", "players", "already_skipped")
)
_PARTS: Final = POSITION_KEYS | _SHORT_KEYS | _KEYS
_LONGEST_ID: Final = 60

_R = TypeVar("_R")


def _named(entry: object, number: int, read: Callable[[Mapping[str, Any], str], _R]) -> _R:
    """Read an entry; the place of an error begins with its ``id``, or its number in the file."""
    name = str(number)
    try:
        if isinstance(entry, Mapping):
            # In YAML without quotes, what follows a comma in a sentence is a part without a value.
            items = entry.items()
            entry = {key: value for key, value in items if value is not None or key in _PARTS}
        data = read_mapping(entry, "positions")
        given = data.get("id", number)
        if isinstance(given, int) and not isinstance(given, bool):
            given = str(given)
        read_number(len(read_text(given, "id")), "id", 1, _LONGEST_ID)
        name = given
        return read(data, name)
    except GameError as error:
        error.place = f"{name}: {error.place}" if error.place else name
        raise


def _steps(entry: Mapping[str, Any]) -> list[str]:
    """Read the steps of the move, at least one; a single step may be given as text."""
    given = entry.get("move")
    listed = [given] if isinstance(given, str) else read_list(given, "move")
    if not listed:
        raise PositionError("position.no_move")
    texts = [
        at_place(f"move {place}", partial(read_text, step, "move"))
        for place, step in enumerate(listed, start=1)
    ]
    return [" ".join(text.split()) for text in texts]


def _expected(entry: Mapping[str, Any], rules: Rules) -> bool | None:
    """Tell what the entry says about its move under these rules."""
    said = {
        key: one_of(read_text(entry[key], key), key, _VERDICTS[:2] if key == "use" else _VERDICTS)
        for key in (*PRESETS, "use")
        if key in entry
    }
    verdict = next((said.get(name) for name, preset in PRESETS.items() if preset == rules), None)
    if verdict in ("silent", "disputed"):
        verdict = said.get("use")
    return None if verdict is None else verdict == "legal"


def _whole_position(entry: Mapping[str, Any], rules: Rules) -> Position:
    """Read an entry in the JSON form of a position."""
    only_keys(entry, POSITION_KEYS | _KEYS)
    data = {key: value for key, value in entry.items() if key in POSITION_KEYS}
    return Position.from_json({**data, "rules": str(rules)})


def _short_position(entry: Mapping[str, Any], rules: Rules) -> Position:
    """Read an entry in the form of a file of positions with verdicts."""
    only_keys(entry, _SHORT_KEYS | _KEYS)
    phases = at_place("phases", lambda: read_phases(entry.get("phases", "classic")))
    if "phase" not in entry:
        raise PositionError("position.shape", key="phase", expected="phase")
    hand = read_text(entry.get("hand", ""), "hand")
    top = read_text(entry.get("discard_top", ""), "discard_top")
    laid = "laid" in entry and one_of(read_text(entry["laid"], "laid"), "laid", (ME,))
    count = read_number(entry.get("players"), "players", 2, len(OTHERS) + 1)
    position = Position(
        hand=at_place("hand", lambda: Hand(hand, rules.deck)),
        phase=at_place("phase", lambda: read_phase(entry["phase"], phases, "phase")),
        rules=rules,
        phases=phases,
        top=at_place("discard_top", lambda: Card.parse(top)) if top else None,
        table=read_table(entry.get("table", [])),
        players=tuple(map(Opponent, OTHERS[: (count or 1) - 1])),
        laid=bool(laid),
        at=one_of(read_text(entry.get("at", "after_draw"), "at"), "at", MOMENTS),
        skipped=_skipped(entry.get("already_skipped", [])),
    )
    if count is not None:
        # Whoever is named sits at the table.
        named, most = len(seat_names(position)), len(OTHERS) + 1
        if named > count:
            raise NumberError("number.range", what="players", value=count, low=named, high=most)
    return position


def _skipped(given: object) -> tuple[str, ...]:
    """Read who has a turn to lose: one name or several, as text or as a list."""
    if isinstance(given, str):
        return tuple(given.replace(",", " ").split())
    names = read_list(given, "already_skipped")
    return tuple(read_text(name, "already_skipped") for name in names)


def _check_size(game: Game, *, part: bool) -> None:
    """Refuse a hand of a size that cannot be held then; whoever has laid holds any few cards."""
    if game.stage == ROUND_OVER:
        return
    needed = HAND_LIMIT if game.stage == PLAY and game.turn == 0 else HAND_SIZE
    count = len(game.hand(0))
    free = part or game.seats[0].laid is not None
    if count > needed or (count < needed and not free):
        raise PositionError("position.hand_size", count=count, needed=needed)


# --- ruling --------------------------------------------------------------------------------------

_EARLIER: Final = frozenset(
    {
        *("lay.already", "lay.not_open", "lay.done", "lay.skip", "lay.not_held", "lay.twice"),
        *("hit.not_held", "hit.before_laying", "hit.no_group", "hit.others_same_turn"),
    }
)
"""What is wrong with a move before it matters what a wild of it stands for."""


class _Illegal(NamedTuple):
    refusal: Refusal
    problem: CardError | None = None


def _ruled(
    position: Position, game: Game, step: str, names: tuple[str, ...], place: int
) -> Game | _Illegal:
    """Give the game after a step, or why it is illegal."""
    move, problem = _read_step(step, seats_by_name(names))
    if place == 1 and move == TakeDiscard() and position.top is None and game.stage == DRAW:
        raise PositionError("position.no_top")
    refusal = game.check(move, 0)
    if refusal is None:
        if problem is None:
            return game.play(move, 0)
        instead: Move | None = game.steps(move, 0)[0]
    else:
        instead = _known(position, game, refusal.instead)
        earlier = refusal.code in _EARLIER or refusal.code.startswith(("turn.", "draw."))
        if problem is None or earlier or isinstance(move, TakeBack):
            return _Illegal(replace(refusal, instead=instead))
    code = "hit.wild_number" if isinstance(move, Hit) else "lay.wild_number"
    return _Illegal(Refusal(code, (CARDS[WILD],), instead=instead), problem)


def _known(position: Position, game: Game, instead: Move | None) -> Move | None:
    """Suggest nothing that needs the card drawn here, which nobody has told."""
    if game.drew is None or game.taken or instead is None:
        return instead
    cards: list[Card] = []
    if isinstance(instead, Lay):
        cards = [card for group in instead.groups for card in group.cards]
    elif isinstance(instead, Hit | Discard):
        cards = [instead.card]
    used = sum(card.kind == game.drew for card in cards)
    return instead if used <= position.hand.counts[game.drew] else None


def _read_step(step: str, seats: Mapping[str, int]) -> tuple[Move, CardError | None]:
    """Read a step; a wild that stands for no number is read as a plain one, with its problem.

    That a wild cannot be 0 or 13 is a rule of the game, not of how moves are written.
    """
    text, problem = step, None
    while True:
        try:
            move = parse_move(text, seats)
        except CardError as error:
            token = str(error.values.get("token"))
            plain = re.sub(
                rf"{re.escape(token)}(?!\d)", token.partition("=")[0].strip(), text, count=1
            )
            if error.code != "card.wild_number" or plain == text:
                raise
            text, problem = plain, problem or error
            continue
        if problem is not None and not isinstance(move, Lay | Hit | TakeBack):
            raise problem
        return move, problem
