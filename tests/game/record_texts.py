"""Records to be tested: golden ones, played ones, and damaged or forged ones."""

from __future__ import annotations

import random
from pathlib import Path

from phase10.game.moves import Hit, Lay
from phase10.game.phases import PHASES, Phase
from phase10.game.record_text import LINE_LIMIT, RECORD_LIMIT, with_check
from phase10.game.records import Record
from phase10.game.setup import Setup
from phase10.game.stages import MATCH_OVER, ROUND_OVER

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
SHORT = (GOLDEN / "seed.txt").read_text("utf-8")
"""A match of two rounds with two players."""


def body(text: str) -> str:
    """Take the check off."""
    return text[: text.rindex("check:")]


def forged(*changes: tuple[str, str], text: str = SHORT) -> str:
    """Change a record, each text once, and write its check anew."""
    changed = body(text)
    for old, new in changes:
        assert changed.count(old) == 1, old
        changed = changed.replace(old, new)
    return with_check(changed)


def typed(text: str) -> str:
    """Give a record as if it had been typed by hand."""
    return body(text).replace("phase10 record 1", "phase10 record 1 typed", 1)


def line_of(text: str, part: str) -> int:
    """Give the number of the first line that has this part."""
    return next(n for n, line in enumerate(text.split("\n"), start=1) if part in line)


def play_on(record: Record, chance: random.Random, steps: int) -> Record:
    """Play so many steps by chance, or to the end of the match; lay and hit when possible."""
    for _ in range(steps):
        if record.game.stage == MATCH_OVER:
            break
        if record.game.stage == ROUND_OVER:
            record = record.dealt()
            continue
        moves = record.game.legal_moves()
        laid = [move for move in moves if isinstance(move, Lay | Hit)]
        record = record.played(chance.choice(laid if laid and chance.random() < 0.9 else moves))
    return record


def random_record(setup: Setup, chance: random.Random, steps: int) -> Record:
    """Play a match by chance; who deals first is a matter of chance too."""
    names = [f"player {seat}" for seat in range(setup.players)]
    strategies = [chance.choice(["", "greedy"]) for _ in names]
    dealer = chance.choice([None, *range(setup.players)])
    record = Record.start(setup.seed, names, strategies, setup.rules, setup.phases, dealer)
    return play_on(record, chance, steps)


def long_record(rounds: int, phases: tuple[Phase, ...] = PHASES) -> Record:
    """Play so many rounds with four players, if the match is that long."""
    chance = random.Random(3)
    names = ["Anna", "Žanis", "greedy", "Bo"]
    record = Record.start(3, names, ["", "", "greedy", ""], phases=phases)
    while (record.game.stage, record.game.round) != (ROUND_OVER, rounds):
        if record.game.stage == MATCH_OVER:
            break
        record = play_on(record, chance, 1)
    return record


_FIRST_TURN = "B: draw pile Y12; discard S on A"
_OVER = "round 1 over: A went out; points A 0, B 20; phases A 1, B 1"

FORGED: dict[str, tuple[str, str, str]] = {
    # what was done: the code, a part of the line that is named, a part of what is told
    "a card drawn": ("record.drawn", "draw pile Y11", "expected=Y12"),
    "a card taken": ("record.drawn", "take discard G8", "expected=G9"),
    "a drawn card left out": ("record.syntax", "draw pile; discard", "text=draw pile"),
    "a wild drawn as a number": ("record.drawn", "draw pile W=3", "expected=W"),
    "a discard that is not held": ("record.illegal", "discard W", "move=discard W"),
    "a phase short of a card": ("record.illegal", "lay set B2 Y2 |", "move=lay set B2 Y2"),
    "a hit on another group": ("record.illegal", "hit G11 on A.1", "move=hit G11 on A.1"),
    "a hit on a group that is not there": ("record.illegal", "hit G11 on A.3", "on A.3"),
    "two turns exchanged": ("record.turn", "A: draw pile W", "player=B"),
    "a turn taken out": ("record.turn", "A: draw pile R1;", "player=B"),
    "a turn twice": ("record.turn", "B: draw pile Y1;", "player=A"),
    "a turn of a player who is not there": ("record.turn", "F: draw pile", "player=B"),
    "a second draw": ("record.illegal", "draw pile Y12; draw pile G6", "move=draw pile G6"),
    "a step of the next player": ("record.illegal", "discard B10; draw pile", "move=draw pile Y1"),
    "a step after going out": ("record.illegal", "discard R8; discard R8", "move=discard R8"),
    "a step that no rule allows": ("record.illegal", "take W from A.2", "move=take W from A.2"),
    "a word": ("record.syntax", "hello", "text=hello"),
    "an empty step": ("record.syntax", "; ;", "text=A: draw pile G11;"),
    "a line without a player": ("record.syntax", "draw pile Y12", "text=draw pile Y12"),
    "an empty line": ("record.missing", "", "expected=B:"),
    "no card": ("record.syntax", "R13", "text=discard R13"),
    "a round ended early": ("record.turn", _OVER, "player=B"),
    "the end of a round left out": ("record.missing", "round 2: ", f"expected={_OVER[:20]}"),
    "points": ("record.score", "B 25", "expected=points A 0, B 20"),
    "phases made": ("record.score", "phases A 2", "expected=phases A 1, B 1"),
    "who went out": ("record.score", "round 1 over: B", "expected=round 1 over: A went out"),
    "points left out": ("record.score", "round 1 over", "expected=points A 0, B 20"),
    "phases left out": ("record.missing", "round 1 over", "expected=phases A 1, B 1"),
    "something after the points": ("record.score", "; and more", "text=and more"),
    "a deal code": ("record.deal", "P10-1-2-236-2", "expected=round 2: P10-1-2-235-2"),
    "another round": ("record.deal", "round 3: P10-1-2-235-3", "expected=round 2"),
    "a deal left out": ("record.missing", "A: draw pile R12", "expected=round 2: P10-1-2-235-2"),
    "the first deal left out": ("record.missing", _FIRST_TURN, "expected=round 1: P10-1-2-235-1"),
    "a tie-break": ("record.deal", "tie-break A, B", "expected=round 2: P10-1-2-235-2"),
    "the winner": ("record.winner", "winner: B", "expected=winner: A"),
    "the winner left out": ("record.missing", "", "expected=winner: A"),
    "a turn after the end": ("record.after_end", "A: draw pile R1; discard R1", "line="),
    "a round after the end": ("record.after_end", "round 3: P10-1-2-235-3", "line="),
    "the winner twice": ("record.after_end", "winner: A", "line="),
    "the seed": ("record.deal", "round 1: P10", "expected=round 1: P10-1-2-236-1"),
    "the dealer": ("record.turn", _FIRST_TURN, "player=A"),
    "another player": ("record.deal", "round 1: P10", "expected=round 1: P10-1-3-235-1"),
    "the rules": ("record.missing", "winner: A", "expected=round 3: P10-1-2-235-3"),
    "the phases": ("record.illegal", "lay set B2", "move=lay set B2 Y2 Y2"),
    "a deck without skips": ("record.drawn", "draw pile Y12", "expected="),
    "no such rules": ("record.header", "rules: house", "text=rules: house"),
    "options that contradict": ("record.header", "advance_all", "text=rules: seed"),
    "a phase beyond the list": ("record.header", "last_phase=11", "last_phase=11"),
    "no such edition": ("record.header", "phases: hello", "text=phases: hello"),
    "no phases": ("record.header", "phases:", "text=phases:"),
    "a phase too long to discard": ("record.header", "phases: set:6+set:5", "set:6+set:5"),
    "a seed in words": ("record.header", "seed: x", "text=seed: x"),
    "a seed below 0": ("record.header", "seed: -1", "text=seed: -1"),
    "a seed beyond all": ("record.header", "seed: 9999999999999999999", "text=seed: 99"),
    "a dealer who is not there": ("record.header", "dealer: C", "text=dealer: C"),
    "two dealers": ("record.header", "dealer: AB", "text=dealer: AB"),
    "one player": ("record.header", "player A", "text=player A: Anna"),
    "no player": ("record.missing", "round 1: P10", "expected=player A:"),
    "players out of order": ("record.missing", "player B", "expected=player A:"),
    "a name in broken quotes": ("record.header", '"An', 'text=player A: "An'),
    "an escape that is none": ("record.header", r"\q", r"text=player A: "),
    "a name without end": ("record.header", "xxx", "text=player A: xxx"),
    "rules left out": ("record.missing", "phases", "expected=rules:"),
    "a header in another order": ("record.missing", "phases", "expected=rules:"),
    "an unknown part of the header": ("record.missing", "weather", "expected=seed:"),
}
"""Forgeries whose check was written anew; :data:`FORGERIES` has the texts."""

_TURN = dict(enumerate(body(SHORT).split("\n")[8:], start=1))
"""The turns of the first round, from 1."""

FORGERIES: dict[str, str] = {
    "a card drawn": forged(("draw pile Y12", "draw pile Y11")),
    "a card taken": forged(("take discard G9", "take discard G8")),
    "a drawn card left out": forged(("draw pile Y12", "draw pile")),
    "a wild drawn as a number": forged(("draw pile W", "draw pile W=3")),
    "a discard that is not held": forged(("discard B10", "discard W")),
    "a phase short of a card": forged(("lay set B2 Y2 Y2", "lay set B2 Y2")),
    "a hit on another group": forged(("hit G11 on A.2", "hit G11 on A.1")),
    "a hit on a group that is not there": forged(("hit G11 on A.2", "hit G11 on A.3")),
    "two turns exchanged": forged((f"{_TURN[2]}\n{_TURN[3]}", f"{_TURN[3]}\n{_TURN[2]}")),
    "a turn taken out": forged((f"{_TURN[5]}\n", "")),
    "a turn twice": forged((f"{_TURN[5]}\n", f"{_TURN[5]}\n{_TURN[5]}\n")),
    "a turn of a player who is not there": forged((_FIRST_TURN, f"F{_FIRST_TURN[1:]}")),
    "a second draw": forged(("Y12; discard S", "Y12; draw pile G6; discard S")),
    "a step of the next player": forged(("discard B10", "discard B10; draw pile Y1")),
    "a step after going out": forged(("on B.2; discard R8", "on B.2; discard R8; discard R8")),
    "a step that no rule allows": forged(("hit G11 on A.2", "take W from A.2")),
    "a word": forged((_FIRST_TURN, "B: hello")),
    "an empty step": forged(("discard B10", "; discard B10")),
    "a line without a player": forged((_FIRST_TURN, _FIRST_TURN[3:])),
    "an empty line": forged((_FIRST_TURN, f"\n{_FIRST_TURN}")),
    "no card": forged(("discard B10", "discard R13")),
    "a round ended early": forged((_FIRST_TURN, _OVER), (f"{_OVER}\nround 2", "round 2")),
    "the end of a round left out": forged((f"{_OVER}\n", "")),
    "points": forged(("B 20", "B 25")),
    "phases made": forged(("phases A 1, B 1", "phases A 2, B 1")),
    "who went out": forged(("round 1 over: A", "round 1 over: B")),
    "points left out": forged(("; points A 0, B 20", "")),
    "phases left out": forged(("; phases A 1, B 1", "")),
    "something after the points": forged((_OVER, f"{_OVER}; and more")),
    "a deal code": forged(("P10-1-2-235-2", "P10-1-2-236-2")),
    "another round": forged(("round 2: P10-1-2-235-2", "round 3: P10-1-2-235-3")),
    "a deal left out": forged(("round 2: P10-1-2-235-2\n", "")),
    "the first deal left out": forged(("round 1: P10-1-2-235-1\n", "")),
    "a tie-break": forged(("P10-1-2-235-2", "P10-1-2-235-2; tie-break A, B")),
    "the winner": forged(("winner: A", "winner: B")),
    "the winner left out": forged(("winner: A\n", "")),
    "a turn after the end": forged(("winner: A\n", "winner: A\nA: draw pile R1; discard R1\n")),
    "a round after the end": forged(("winner: A\n", "winner: A\nround 3: P10-1-2-235-3\n")),
    "the winner twice": forged(("winner: A\n", "winner: A\nwinner: A\n")),
    "the seed": forged(("seed: 235", "seed: 236")),
    "the dealer": forged(("dealer: A", "dealer: B")),
    "another player": forged(("Žanis\n", "Žanis\nplayer C: Bo\n")),
    "the rules": forged(("last_phase=2", "last_phase=3")),
    "the phases": forged(("phases: classic", "phases: set:2; run:3")),
    "a deck without skips": forged(("last_phase=2", "last_phase=2,deck=4x12x2+8W+0S")),
    "no such rules": forged(("rules: seed", "rules: house")),
    "options that contradict": forged(("last_phase=2", "advance_all=yes,in_order=no")),
    "a phase beyond the list": forged(("last_phase=2", "last_phase=11")),
    "no such edition": forged(("phases: classic", "phases: hello")),
    "no phases": forged(("phases: classic", "phases:")),
    "a phase too long to discard": forged(("phases: classic", "phases: set:6+set:5; set:2")),
    "a seed in words": forged(("seed: 235", "seed: x")),
    "a seed below 0": forged(("seed: 235", "seed: -1")),
    "a seed beyond all": forged(("seed: 235", "seed: 9999999999999999999")),
    "a dealer who is not there": forged(("dealer: A", "dealer: C")),
    "two dealers": forged(("dealer: A", "dealer: AB")),
    "one player": forged(("player B: Žanis\n", "")),
    "no player": forged(("player A: Anna\nplayer B: Žanis\n", "")),
    "players out of order": forged(("A: Anna", "B: Anna"), ("B: Žanis", "A: Žanis")),
    "a name in broken quotes": forged(("Anna", '"Anna')),
    "an escape that is none": forged(("Anna", r'"An\qna"')),
    "a name without end": forged(("Anna", "x" * 200)),
    "rules left out": forged(("rules: seed,last_phase=2\n", "")),
    "a header in another order": forged(
        (
            "rules: seed,last_phase=2\nphases: classic\n",
            "phases: classic\nrules: seed,last_phase=2\n",
        )
    ),
    "an unknown part of the header": forged(("seed: 235", "weather: fine\nseed: 235")),
}

DAMAGED: dict[str, str | bytes] = {
    "record.start": "hello",
    "record.version": SHORT.replace("record 1", "record 2"),
    "record.encoding": SHORT.encode().replace("Ž".encode(), b"\xff"),
    "record.large": b"phase10 record 1\n" + b"A: draw pile\n" * (RECORD_LIMIT // 13),
    "record.long": SHORT.replace("discard S on A", "x" * LINE_LIMIT),
    "record.truncated": body(SHORT),
    "record.check": SHORT.replace("Žanis", "Zanis"),
}
"""Damage of the text as a whole, by the code of its refusal."""

CODES_OF_TEXTS: dict[str, str | bytes] = {
    **{code: FORGERIES[name] for name, (code, _, _) in FORGED.items()},
    **DAMAGED,
}
"""A record for every code with which a text is refused."""
