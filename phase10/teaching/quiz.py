"""The quiz "legal or not, and why": positions made by chance, judged by the referee.

No question comes again to a learner within :data:`APART`; topics that went wrong come again soon,
in another position, the others at even distances over the sittings.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from phase10.game.errors import GameError
from phase10.game.moves import Move, parse_move
from phase10.game.position import Position
from phase10.game.referee import judge
from phase10.game.refusals import REFUSALS, Refusal
from phase10.game.rules import SEED, Rules
from phase10.game.sight import game_of, seat_names, seats_by_name
from phase10.teaching.progress import QUIZ, Entry, Progress
from phase10.teaching.quiz_moments import ALLOWED, MAKERS, moment

__all__ = ["APART", "LENGTH", "Question", "Quiz", "Result", "question", "topics"]

APART: Final = 500
"""So many other questions come before one may come again."""

LENGTH: Final = 10
"""Questions of one sitting; a learner may go on."""

_REASONS: Final = 3
_TRIES: Final = 60
"""Moments proposed for a topic before it is given up under these rules."""

_SOON: Final = 4
"""So many other questions come before a topic that went wrong comes again in the same sitting."""

_SITTINGS: Final = 2
"""A topic that went well comes again in the sitting after the next."""

_SHARE_ALLOWED: Final = 0.45

_ALIKE: Final = 3
"""So many questions of one verdict follow each other at most, so that what is due is not far."""


@dataclass(frozen=True)
class Question:
    """Hold one question: whether the player ``me`` may make this move here, and if not, why.

    ``key`` is the same for the same position and move; ``names``: the players by seat; ``refusal``:
    what the referee says, None for a lawful move; ``rule``: the sentence behind the verdict;
    ``reasons``: rules to choose the reason from, the right one among them where there is one.
    """

    key: str
    topic: str
    position: Position
    move: Move
    names: tuple[str, ...]
    refusal: Refusal | None
    rule: str
    reasons: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Tell whether the move is allowed."""
        return self.refusal is None

    def is_right(self, reason: str | None) -> bool:
        """Tell whether an answer is right: None for "allowed", else the rule against the move."""
        return reason == (None if self.legal else self.rule)


class Result(NamedTuple):
    """Hold how an answer was: right or not, and whether at least the verdict was."""

    question: Question
    right: bool
    verdict_right: bool


@cache
def topics(rules: Rules = SEED) -> tuple[str, ...]:
    """List the topics that come up under these rules."""
    return tuple(topic for topic in MAKERS if _any_question(topic, rules))


def question(topic: str, seed: str, rules: Rules = SEED) -> Question | None:
    """Make a question; None where the moment turns out to be about something else.

    Exact: the verdict is the referee's, and the engine's on the same position agrees.
    """
    proposed = moment(topic, seed)
    if not proposed.move:
        return None
    data = {**proposed.position, "rules": str(rules)}
    try:
        verdict = judge({**data, "move": [proposed.move]}, rules)
        position = Position.from_json(data)
    except GameError:
        # More cards than the deck has, or the like: no such moment.
        return None
    names = seat_names(position)
    move = parse_move(proposed.move, seats_by_name(names))
    checked = game_of(position).check(move, 0)
    code, _, rule = topic.partition(" ")
    found = verdict.code
    if (checked is None) != verdict.legal or found != ("legal" if code == ALLOWED else code):
        return None
    refusal = verdict.refusal
    rule = rule.partition(" ")[0] if refusal is None else refusal.rule
    written = json.dumps([data, proposed.move], sort_keys=True)
    return Question(
        key=sha256(written.encode()).hexdigest()[:20],
        topic=topic,
        position=position,
        move=move,
        names=names,
        refusal=refusal,
        rule=rule,
        reasons=_reasons(topic, rule, seed, legal=refusal is None),
    )


def _any_question(topic: str, rules: Rules) -> bool:
    return any(question(topic, f"probe {n}", rules) is not None for n in range(_TRIES))


def _reasons(topic: str, rule: str, seed: str, *, legal: bool) -> tuple[str, ...]:
    """Give rules to choose from, in order of their numbers: the right one and others like it."""
    chance = Random(f"reasons/{topic}/{seed}")
    family = topic.partition(".")[0]
    near = {law.rule for code, law in REFUSALS.items() if code.partition(".")[0] == family}
    every = {law.rule for law in REFUSALS.values()}
    others = [one for one in sorted(near) if one != rule]
    chance.shuffle(others)
    if len(others) < _REASONS - 1 + legal:
        far = sorted(every - near - {rule})
        others += chance.sample(far, len(far))
    chosen = others[:_REASONS] if legal else [rule, *others[: _REASONS - 1]]
    return tuple(sorted(chosen, key=lambda one: int(one[1:])))


class Quiz:
    """Hold a learner's quiz: the next question, and what was answered."""

    def __init__(self, progress: Progress, rules: Rules = SEED) -> None:
        self.progress = progress
        self.rules = rules
        self.count = 0

    def next(self) -> Question:
        """Choose a topic that is due, and make a question that did not come up lately."""
        asked = self._asked()
        lately = {entry.item for entry in asked[-(APART - 1) :]}
        chance = Random(f"{self.progress.sitting}/{len(asked)}")
        for topic in self._order(asked, chance):
            for attempt in range(_TRIES):
                seed = f"{self.progress.learner}/{len(asked)}/{chance.random()}/{attempt}"
                made = question(topic, seed, self.rules)
                if made is not None and made.key not in lately:
                    return made
        raise GameError("quiz.none", rules=str(self.rules))

    def answer(self, question: Question, reason: str | None) -> Result:
        """Take an answer and save it: None for "allowed", else the rule against the move."""
        right = question.is_right(reason)
        self.progress.record(
            QUIZ,
            question.key,
            "right" if right else "wrong",
            code=question.topic,
            rule=question.rule,
            value=ALLOWED if reason is None else reason,
        )
        self.count += 1
        return Result(question, right, (reason is None) == question.legal)

    def _asked(self) -> list[Entry]:
        return [entry for entry in self.progress.entries if entry.room == QUIZ]

    def _order(self, asked: Sequence[Entry], chance: Random) -> list[str]:
        """List all topics, the one most due first; lawful moves come nearly every second time."""
        known = list(topics(self.rules))
        chance.shuffle(known)
        allowed = chance.random() < _SHARE_ALLOWED
        lately = {entry.code.partition(" ")[0] == ALLOWED for entry in asked[-_ALIKE:]}
        if len(asked) >= _ALIKE and len(lately) == 1:
            allowed = lately == {False}
        last = {entry.code: place for place, entry in enumerate(asked)}
        sittings = list(dict.fromkeys(entry.sitting for entry in asked))
        if self.progress.sitting not in sittings:
            sittings.append(self.progress.sitting)
        ages = {sitting: age for age, sitting in enumerate(reversed(sittings))}
        shaky = self.progress.shaky()

        def due(topic: str) -> tuple[bool, int, int]:
            """Tell how much a topic is due: less is more; then the one asked longest ago."""
            code = topic.partition(" ")[0]
            other = (code == ALLOWED) != allowed
            if topic not in last:
                is_shaky = code in REFUSALS and REFUSALS[code].rule in shaky
                return other, 1 if is_shaky else 2, 0
            place = last[topic]
            age, since = ages[asked[place].sitting], len(asked) - 1 - place
            if asked[place].event == "wrong":
                return other, 0 if age or since >= _SOON else 5, place
            return other, 3 if age >= _SITTINGS else 4, place

        return sorted(known, key=due)
