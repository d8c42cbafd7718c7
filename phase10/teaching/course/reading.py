"""Files of boards: read strictly, so that a teacher is told what is wrong with one, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from phase10.game.cards import HAND_LIMIT, Cards
from phase10.game.errors import GameError, PositionError
from phase10.game.notation import parse_cards
from phase10.game.parts import at_place
from phase10.game.position import ME, Position
from phase10.game.refusals import REFUSALS
from phase10.game.rules import Rules
from phase10.game.shuffle import HAND_SIZE
from phase10.game.stages import DRAW, PLAY
from phase10.players import PLAYERS
from phase10.teaching.course.acts import (
    KINDS,
    MOVES,
    Act,
    act_text,
    kind_of,
    parse_act,
    tap_target,
)
from phase10.teaching.course.board import (
    MODES,
    RUNGS,
    Board,
    Candidate,
    Deal,
    Field,
    Goal,
    Level,
    Option,
    Scene,
    Step,
    Wrong,
)
from phase10.teaching.course.lines import Lines, NotToml, read_toml
from phase10.teaching.course.playing import REFUSED
from phase10.teaching.course.scene import MY_SEAT, begun, seats_of
from phase10.teaching.parts import boolean, listed, number, one_of, only, table, text
from phase10.teaching.words import Words, placed, read_words, read_words_lists

__all__ = ["BOARD_KEYS", "GOAL_KEYS", "LARGEST_FILE", "BoardFile", "Fault", "read_boards"]

LARGEST_FILE: Final = 1_000_000
"""Bytes of a file of boards that are read: hundreds of boards."""

_R = TypeVar("_R")

_FILE_KEYS: Final = ("id", "title", "goal", "board")
BOARD_KEYS: Final = (
    *("id", "mode", "goal", "rules", "par", "hints", "success", "position", "deal", "acts"),
    *("turns", "step", "wrong", "option", "field", "move", "others", "script", "variants"),
)
_POSITION_MORE: Final = ("draws", "watching", "part")
GOAL_KEYS: Final = (
    *("laid", "hits", "turns", "round_over", "out", "skipped", "played", "keeps", "tapped"),
    *("chosen", "numbers"),
)
_ID: Final = re.compile(r"[\w.\-]{1,40}")
_SENTENCE: Final = re.compile(r"S([1-9]|[1-5]\d|6[0-5])")
_LAST_LEVEL: Final = 99


class Fault(NamedTuple):
    """Hold what is wrong in a file: the line, the id of the board ("" outside one), the error."""

    line: int
    board: str
    error: GameError


class BoardFile(NamedTuple):
    """Hold what a file says: a level where it names one, the boards that can be read, the faults.

    ``lines`` tells where a part of a board stands.
    """

    level: Level | None
    boards: tuple[tuple[int, Board], ...]
    faults: tuple[Fault, ...]
    lines: Lines


def read_boards(text: str) -> BoardFile:
    """Read a file of boards; what cannot be read is told as faults, at most one for each board."""
    try:
        data = read_toml(text)
    except NotToml as error:
        fault = Fault(error.line, "", GameError("board.syntax"))
        return BoardFile(None, (), (fault,), Lines(""))
    lines = Lines(text)
    faults: list[Fault] = []
    given = data.get("board", [])
    boards: list[tuple[int, Board]] = []
    try:
        only(data, _FILE_KEYS, "")
        if not isinstance(given, list) or not given:
            raise placed(GameError("board.empty"), "board")
    except GameError as error:
        faults.append(Fault(lines.of(error.place), "", error))
    for place, item in enumerate(given if isinstance(given, list) else ()):
        try:
            board = _board(item)
            if any(board.id == other.id for _, other in boards):
                raise placed(GameError("board.twice", id=board.id), "id")
            boards.append((place, board))
        except GameError as error:
            name = item.get("id") if isinstance(item, Mapping) else ""
            line = lines.of(f"board.{place}.{error.place}")
            faults.append(Fault(line, name if isinstance(name, str) else "", error))
    level = None
    if not faults and "id" in data:
        try:
            level = _level(data, tuple(board for _, board in boards))
        except GameError as error:
            faults.append(Fault(lines.of(error.place), "", error))
    return BoardFile(level, tuple(boards), tuple(faults), lines)


def _level(data: Mapping[str, Any], boards: tuple[Board, ...]) -> Level:
    return Level(
        number(data["id"], "id", 1, _LAST_LEVEL),
        read_words(data.get("title"), "title"),
        read_words(data.get("goal"), "goal"),
        boards,
    )


# --- parts ----------------------------------------------------------------------------------------


def _id(given: object, key: str) -> str:
    value = text(given, key)
    if not _ID.fullmatch(value):
        raise placed(GameError("board.id", key=key, value=value), key)
    return value


def _inside(place: str, read: Callable[[], _R]) -> _R:
    """Read a part with the readers of the game; an error of theirs tells this place."""
    try:
        return read()
    except GameError as error:
        inner = error.place or str(error.values.get("key", ""))
        error.place = f"{place}.{inner}" if inner else place
        raise


# --- a board --------------------------------------------------------------------------------------


def _board(given: object) -> Board:
    data = table(given, "board")
    only(data, BOARD_KEYS, "")
    scene = _scene(data)
    variants = tuple(
        at_place("variants", partial(Rules.parse, text(item, "variants")))
        for item in listed(data.get("variants"), "variants")
    )
    names = _inside("position" if scene.position is not None else "deal", partial(_names, scene))
    seats = seats_of(names)
    options = _options(data)
    fields = _fields(data)
    moves = _candidates(data, seats)
    mode = one_of(data.get("mode"), "mode", MODES)
    script = one_of(data.get("script", next(iter(PLAYERS))), "script", tuple(PLAYERS))
    return Board(
        id=_id(data.get("id"), "id"),
        mode=mode,
        goal=read_words(data.get("goal"), "goal"),
        rules=_sentences(data.get("rules")),
        par=number(data.get("par"), "par", 0 if scene.deal else 1, 99),
        hints=read_words_lists(data.get("hints"), "hints", RUNGS - 1),
        success=_goal(data, names, seats, options, fields, mode, moves),
        scene=scene,
        acts=_acts(data, options, fields, moves),
        turns=number(data.get("turns", 0 if scene.deal else 1), "turns", 0, 99),
        steps=_steps(data, seats, scene),
        wrongs=_wrongs(data, seats),
        options=options,
        fields=fields,
        moves=moves,
        others=_others(data, names, seats),
        script=script if scene.deal else "",
        variants=variants,
    )


def _names(scene: Scene) -> tuple[str, ...]:
    return begun(scene)[1]


def _sentences(given: object) -> tuple[str, ...]:
    found = [text(item, "rules") for item in listed(given, "rules")]
    for item in found:
        if not _SENTENCE.fullmatch(item):
            error = GameError("board.value", key="rules", value=item, allowed="S1–S65")
            raise placed(error, "rules")
    if not found:
        raise placed(GameError("board.missing", key="rules"), "rules")
    return tuple(found)


def _scene(data: Mapping[str, Any]) -> Scene:
    if "deal" in data:
        if "position" in data:
            raise placed(GameError("board.both", first="position", second="deal"), "deal")
        return Scene(deal=_deal(table(data["deal"], "deal")))
    if "position" not in data:
        return Scene()
    given = dict(table(data["position"], "position"))
    more = {key: given.pop(key) for key in _POSITION_MORE if key in given}
    part = boolean(more.get("part"), "position.part")
    position = _inside("position", lambda: Position.from_json(given))
    draws = at_place(
        "position.draws",
        lambda: tuple(card.kind for card in parse_cards(str(more.get("draws", "")))),
    )
    watching = tuple(
        text(item, "position.watching")
        for item in listed(more.get("watching"), "position.watching")
    )
    scene = Scene(position, draws, watching)
    game, names = _inside("position", lambda: begun(scene))
    for name in watching:
        if name not in names[1:]:
            allowed = ", ".join(names[1:])
            error = GameError("board.value", key="position.watching", value=name, allowed=allowed)
            raise placed(error, "position.watching")
    if game is not None:
        _check_hand(position, game.stage, game.turn, part=part)
    return scene


def _check_hand(position: Position, stage: str, turn: int, *, part: bool) -> None:
    """Refuse a hand of a size that nobody can hold; once a phase lies any few cards may be left."""
    if stage not in (DRAW, PLAY):
        return
    needed = HAND_LIMIT if stage == PLAY and turn == MY_SEAT else HAND_SIZE
    count = len(position.hand)
    if count > needed or (count < needed and not part and not position.laid):
        raise placed(GameError("board.hand", count=count, needed=needed), "position.me.hand")


def _deal(data: Mapping[str, Any]) -> Deal:
    only(data, ("seed", "players", "dealer"), "deal")
    players = tuple(
        text(item, "deal.players") for item in listed(data.get("players"), "deal.players")
    )
    if not 1 <= len(players) <= 5:
        error = GameError("board.number", key="deal.players", value=len(players), low=1, high=5)
        raise placed(error, "deal.players")
    folded = [name.casefold() for name in (ME, *players)]
    for place, name in enumerate(players, start=1):
        if folded.index(name.casefold()) < place:
            raise placed(PositionError("position.same_name", name=name), "deal.players")
    return Deal(
        number(data.get("seed"), "deal.seed", 0, 2**32 - 1),
        players,
        one_of(data.get("dealer"), "deal.dealer", (ME, *players)),
    )


def _acts(
    data: Mapping[str, Any],
    options: tuple[Option, ...],
    fields: tuple[Field, ...],
    moves: tuple[Candidate, ...],
) -> tuple[str, ...]:
    """Read the kinds of acts, or tell which ones a board of this shape knows."""
    if "acts" in data:
        given = tuple(one_of(item, "acts", KINDS) for item in listed(data["acts"], "acts"))
        return tuple(kind for kind in KINDS if kind in given)
    known = {
        "choose": bool(options),
        "number": bool(fields),
        "point": bool(moves),
        "tap": "tapped" in table(data.get("success"), "success"),
    }
    told = tuple(kind for kind, is_known in known.items() if is_known)
    return told or (*MOVES, "wait")


def _options(data: Mapping[str, Any]) -> tuple[Option, ...]:
    found: list[Option] = []
    for place, item in enumerate(listed(data.get("option"), "option")):
        key = f"option.{place}"
        part = table(item, key)
        only(part, ("id", "en", "lv"), key)
        found.append(Option(_id(part.get("id"), f"{key}.id"), _words(part, key)))
    return tuple(found)


def _fields(data: Mapping[str, Any]) -> tuple[Field, ...]:
    found: list[Field] = []
    for place, item in enumerate(listed(data.get("field"), "field")):
        key = f"field.{place}"
        part = table(item, key)
        only(part, ("id", "en", "lv", "low", "high"), key)
        low = number(part.get("low", 0), f"{key}.low", -999, 9999)
        high = number(part.get("high", 999), f"{key}.high", low, 9999)
        found.append(Field(_id(part.get("id"), f"{key}.id"), _words(part, key), low, high))
    return tuple(found)


def _words(part: Mapping[str, Any], key: str) -> Words:
    """Read the texts ``en`` and ``lv`` of a part that has more keys."""
    texts = {lang: part[lang] for lang in ("en", "lv") if lang in part}
    return read_words(texts, key)


def _act(given: object, key: str, seats: Mapping[str, int]) -> Act:
    return at_place(key, lambda: parse_act(text(given, key), seats))


def _candidates(data: Mapping[str, Any], seats: Mapping[str, int]) -> tuple[Candidate, ...]:
    found: list[Candidate] = []
    for place, item in enumerate(listed(data.get("move"), "move")):
        key = f"move.{place}"
        part = table(item, key)
        only(part, ("act", "en", "lv"), key)
        acts = tuple(
            _act(one, f"{key}.act", seats) for one in text(part.get("act"), f"{key}.act").split(";")
        )
        if any(kind_of(act) not in MOVES for act in acts):
            raise placed(GameError("board.act", act=str(part["act"])), f"{key}.act")
        found.append(Candidate(acts, _words(part, key)))
    return tuple(found)


def _steps(data: Mapping[str, Any], seats: Mapping[str, int], scene: Scene) -> tuple[Step, ...]:
    found: list[Step] = []
    for place, item in enumerate(listed(data.get("step"), "step")):
        key = f"step.{place}"
        part = table(item, key)
        only(part, ("act", "en", "lv"), key)
        found.append(Step(_act(part.get("act"), f"{key}.act", seats), _words(part, key)))
    if not found and scene.deal is None and "move" not in data:
        raise placed(GameError("board.missing", key="step"), "step")
    return tuple(found)


def _wrongs(data: Mapping[str, Any], seats: Mapping[str, int]) -> tuple[Wrong, ...]:
    found: list[Wrong] = []
    for place, item in enumerate(listed(data.get("wrong"), "wrong")):
        key = f"wrong.{place}"
        part = table(item, key)
        only(part, ("act", "code", "after", "every", "en", "lv"), key)
        code = text(part.get("code"), f"{key}.code")
        if code not in REFUSALS and code not in REFUSED:
            raise placed(GameError("board.code", value=code), f"{key}.code")
        found.append(
            Wrong(
                _act(part.get("act"), f"{key}.act", seats),
                code,
                _words(part, key),
                number(part.get("after", 0), f"{key}.after", 0, 99),
                boolean(part.get("every"), f"{key}.every"),
            )
        )
    return tuple(found)


def _others(
    data: Mapping[str, Any], names: tuple[str, ...], seats: Mapping[str, int]
) -> str | tuple[str, ...]:
    given = data.get("others", "quiet")
    if isinstance(given, list):
        moves = tuple(_act(item, "others", seats) for item in given)
        if any(kind_of(act) not in MOVES for act in moves):
            raise placed(GameError("board.act", act=str(given)), "others")
        return tuple(act_text(act, names) for act in moves)
    return one_of(given, "others", ("quiet", *PLAYERS))


def _goal(
    data: Mapping[str, Any],
    names: tuple[str, ...],
    seats: Mapping[str, int],
    options: tuple[Option, ...],
    fields: tuple[Field, ...],
    mode: str,
    moves: tuple[Candidate, ...],
) -> Goal:
    if mode == "illegal" and moves:
        if "success" in data:
            raise placed(GameError("board.both", first="move", second="success"), "success")
        return Goal(found=True)
    given = table(data.get("success"), "success")
    if not given:
        raise placed(GameError("board.missing", key="success"), "success")
    only(given, GOAL_KEYS, "success")
    numbers = tuple(
        (
            one_of(field, f"success.numbers.{field}", tuple(one.id for one in fields) or ("",)),
            number(value, f"success.numbers.{field}", -999, 9999),
        )
        for field, value in table(given.get("numbers"), "success.numbers").items()
    )
    chosen = given.get("chosen")
    keeps = str(given.get("keeps", ""))
    goal = Goal(
        laid=boolean(given.get("laid"), "success.laid"),
        hits=number(given.get("hits", 0), "success.hits", 0, 11),
        turns=number(given.get("turns", 0), "success.turns", 0, 99),
        round_over=boolean(given.get("round_over"), "success.round_over"),
        out=_name(given, "out", names),
        skipped=_name(given, "skipped", names),
        played=tuple(
            act_text(_act(item, "success.played", seats), names)
            for item in listed(given.get("played"), "success.played")
        ),
        keeps=at_place("success.keeps", lambda: Cards(keeps)),
        tapped=tuple(
            at_place("success.tapped", partial(tap_target, text(item, "success.tapped"), seats))
            for item in listed(given.get("tapped"), "success.tapped")
        ),
        chosen=""
        if chosen is None
        else one_of(chosen, "success.chosen", tuple(option.id for option in options) or ("",)),
        numbers=tuple(sorted(numbers)),
    )
    if goal == Goal():
        raise placed(GameError("board.missing", key="success"), "success")
    return goal


def _name(given: Mapping[str, Any], key: str, names: tuple[str, ...]) -> str:
    return one_of(given[key], f"success.{key}", names) if key in given else ""
