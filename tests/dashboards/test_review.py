"""The review page: a record is opened, judged in slices, looked through, kept; and the puzzles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phase10.advice.puzzles import PuzzleSet, made_puzzles
from phase10.advice.review import review
from phase10.dashboards.puzzles import PuzzlesView, answers_of
from phase10.dashboards.review import COSTLIEST, ReviewView
from phase10.game.position import Position
from phase10.solver.win_chances import WinChances
from tests.advice.review_matches import Known, match
from tests.dashboards.play_visitor import Player, alerted, spoken, words
from tests.dashboards.test_app import Visitor

RECORD = match("random", "greedy", "random", seed=3)


class Reviewer(Visitor):
    """A visitor of the review page."""

    def __init__(self, search: str = "?view=review&lang=en", **kept: Any) -> None:
        super().__init__(search, **kept)

    @property
    def view(self) -> ReviewView:
        return self.page.review

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        reply = super().act(name, value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    def open(self, text: str) -> dict[str, Any]:
        return self.act("review.file", {"name": "m.txt", "size": len(text), "text": text})

    def shown(self, part: str) -> str:
        return words(self.page.parts()[part])


def test_a_file_is_reviewed_by_turns_where_no_chances_can_be_had() -> None:
    visitor = Reviewer()
    reply = visitor.open(str(RECORD))
    assert visitor.view.found == review(RECORD, seats=(0,))
    assert visitor.view.share is None
    assert "The review is ready" in spoken(reply)
    grade = visitor.view.found.grade(0)
    assert f"{grade.points} of 100" in visitor.shown("review-grade")
    assert "The chance to win was not estimated" in visitor.shown("review-grade")
    assert "Chance to win through the match" not in visitor.shown("review-course")


def test_typed_text_is_reviewed_and_what_is_wrong_is_told_in_place() -> None:
    visitor = Reviewer()
    visitor.act("review.typing", "phase10 record 1 typed\nrules: house")
    reply = visitor.act("review.typed")
    assert {"focus": "review-error"} in reply["effects"]
    assert "Line 3" in visitor.shown("review-open")
    assert "phases:" in visitor.shown("review-open")
    visitor.act("review.typing", str(RECORD))
    visitor.act("review.typed")
    assert visitor.view.found is not None
    visitor.act("review.close")
    assert visitor.view.record is None
    assert "Open a match" in visitor.shown("review-open")


@pytest.mark.parametrize(
    "given",
    [
        {"name": "x", "size": 5_000_000, "text": ""},
        {"name": "x", "size": 3, "text": "abc"},
        {"name": "x", "size": 0, "text": ""},
    ],
)
def test_a_file_that_is_no_record_is_named(given: dict[str, Any]) -> None:
    visitor = Reviewer()
    visitor.act("review.file", given)
    assert visitor.view.record is None
    assert visitor.view.error is not None
    assert "<script" not in visitor.parts["review-open"]


@pytest.mark.parametrize("value", [None, 7, {}, {"text": 1, "size": 2}, "x", []])
def test_acts_of_the_wrong_shape_do_nothing(value: Any) -> None:
    visitor = Reviewer()
    visitor.open(str(RECORD))
    before = visitor.view.chosen
    for act in ("file", "seat", "choose", "tick", "watch", "key", "typing"):
        visitor.act(f"review.{act}", value)
    assert visitor.view.chosen == before
    assert visitor.view.found is not None


def test_decisions_are_chosen_and_gone_through() -> None:
    visitor = Reviewer()
    visitor.open(str(RECORD))
    view = visitor.view
    costly = view.marked
    assert len(costly) == COSTLIEST
    assert view.chosen == costly[0].place
    shown = visitor.shown("review-decision")
    assert "Better:" in shown
    assert "The hand then (" in shown
    places = [each.place for each in view.mistakes]
    visitor.act("review.choose", str(places[0]))
    for act, value in (("review.next", None), ("review.key", "n")):
        before = view.chosen
        reply = visitor.act(act, value)
        assert view.chosen == places[places.index(before) + 1]
        assert {"focus": "review-decision"} in reply["effects"]
    visitor.act("review.key", "p")
    assert view.chosen == places[1]
    visitor.act("review.choose", str(places[-1]))
    visitor.act("review.next")
    assert view.chosen == places[-1]


def test_only_what_the_player_saw_is_shown() -> None:
    """Cards of others are no more than a number."""
    visitor = Reviewer()
    visitor.open(str(RECORD))
    decision = visitor.view.decision
    assert decision is not None
    game = RECORD.events[decision.place - 1].game
    drawn = visitor.parts["review-decision"].partition("p10-reviewtable")[2]
    drawn = drawn.partition("review-moves")[0]
    seen = len(game.hand(decision.seat)) + (game.top is not None)
    seen += sum(len(meld.cards) for meld in game.table)
    assert drawn.count('class="p10-card ') == seen


def test_another_players_moves() -> None:
    visitor = Reviewer()
    visitor.open(str(RECORD))
    visitor.act("review.seat", "1")
    assert visitor.view.found == review(RECORD, seats=(1,))
    visitor.act("review.seat", "9")
    assert visitor.view.seat == 1


def test_a_reload_shows_the_review_again() -> None:
    visitor = Reviewer()
    visitor.open(str(RECORD))
    visitor.act("review.seat", "2")
    again = Reviewer("", session=json.loads(json.dumps(visitor.kept["session"])))
    assert again.view.found == visitor.view.found
    assert again.view.seat == 2
    for broken in ({"record": 7}, {"record": "x"}, {"record": str(RECORD), "seat": "z"}):
        kept = {**visitor.kept["session"], "review": broken}
        Reviewer("", session=kept)


def test_the_match_played_last_is_reviewed() -> None:
    player = Player().begin()
    player.act("play.draw")
    player.cards(player.play.hand.keys(player.game.hand(0))[0])
    player.act("play.discard")
    player.act("app.view", "review")
    assert "Review the match played last" in player.shown("review-open")
    player.act("review.last")
    assert player.page.review.record is not None
    assert player.page.review.seat == 0
    assert str(player.page.review.record) == str(player.match.record)
    player.act("play.leave")
    player.act("review.close")
    player.act("review.last")
    assert player.page.review.record is not None, "from its file"


# --- chances to win, as the process beside the page gives them ------------------------------------


class Beside(Reviewer):
    """A page whose time and whose process are moved by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.ticks: list[int] = []
        self.watches: list[int] = []
        self.asked: list[tuple[Position, Any, float, int]] = []
        view = self.view
        view.later = lambda seconds, ticket: self.ticks.append(ticket) is None
        view.watch = lambda seconds, count: self.watches.append(count) is None
        view.playing = self  # type: ignore[assignment]

    possible = True

    def ask(self, position: Position, moves: Any, seconds: float, seed: int) -> None:
        self.asked.append((position, moves, seconds, seed))

    def work(self) -> None:
        """Let slices come until a question is asked."""
        while self.ticks and not self.asked:
            self.act("review.tick", self.ticks.pop())

    def answer(self, **changes: Any) -> None:
        position, moves, seconds, seed = self.asked.pop()
        found = Known()(seconds, seed)(position, moves)
        shape = {**found.to_json(), **changes}
        self.session.push(lambda: self.view._played(position, WinChances.from_json(shape)))


def test_the_page_shows_turns_first_and_then_chances() -> None:
    visitor = Beside()
    visitor.open(str(RECORD))
    assert visitor.view.found is None
    assert "The moves are being looked at" in visitor.shown("review-grade")
    visitor.work()
    assert visitor.view.found is not None
    assert not visitor.view.found.by_chance
    assert "So far by turns" in visitor.shown("review-grade")
    shares = []
    while visitor.asked:
        visitor.answer()
        visitor.work()
        shares.append(visitor.view.share)
    assert visitor.view.found.by_chance
    assert shares[-1] is None
    assert "Chance to win through the match" in visitor.shown("review-course")
    assert 'role="img"' in visitor.page.parts()["review-course"]


def test_first_figures_from_few_games_are_waited_past() -> None:
    visitor = Beside()
    visitor.open(str(RECORD))
    visitor.work()
    question = visitor.asked[-1]
    visitor.answer(compiled=False)
    assert not visitor.asked, "nothing more is asked"
    visitor.asked.append(question)
    visitor.answer()
    assert visitor.asked


def test_without_an_answer_the_review_is_by_turns() -> None:
    visitor = Beside()
    visitor.open(str(RECORD))
    visitor.work()
    assert visitor.asked
    visitor.act("review.watch", visitor.watches.pop())
    assert visitor.view.found is not None
    assert visitor.view.share is None
    assert not visitor.view.found.by_chance
    assert visitor.view.found == review(RECORD, seats=(0,))


def test_another_match_overtakes_the_work() -> None:
    visitor = Beside()
    visitor.open(str(RECORD))
    visitor.work()
    late = visitor.asked[-1]
    visitor.asked.clear()
    visitor.act("review.seat", "1")
    visitor.work()
    asked = list(visitor.asked)
    visitor.asked.append(late)
    visitor.answer()
    assert visitor.asked == asked, "an answer to an old question changes nothing"


# --- puzzles --------------------------------------------------------------------------------------


class Solver(Reviewer):
    """A visitor of the puzzle page."""

    def __init__(self, search: str = "?view=puzzles&lang=en", **kept: Any) -> None:
        super().__init__(search, **kept)

    @property
    def puzzles(self) -> PuzzlesView:
        return self.page.puzzles

    def answered(self, *, right: bool) -> dict[str, Any]:
        puzzle = self.puzzles.puzzle
        assert puzzle is not None
        move = next(each.move for each in answers_of(puzzle) if puzzle.is_right(each.move) == right)
        return self.act("puzzles.answer", move)


def test_a_right_answer_is_told_with_its_reasons() -> None:
    visitor = Solver()
    reply = visitor.answered(right=True)
    assert spoken(reply) == "Right."
    assert {"focus": "puzzles-says"} in reply["effects"]
    assert "Right." in visitor.shown("puzzles-asks")
    assert "right, your answer" in visitor.shown("puzzles-asks")
    assert "Right in this sitting: 1 of 1" in visitor.shown("puzzles-about")
    assert visitor.puzzles.training.due() == ()


def test_a_wrong_answer_is_told_what_punishes_it() -> None:
    visitor = Solver()
    for _ in range(3):
        reply = visitor.answered(right=False)
        assert spoken(reply) == "There is something better."
        shown = visitor.shown("puzzles-asks")
        assert "Best:" in shown
        assert "your answer" in shown
        assert len(visitor.page.parts()["puzzles-asks"].partition("p10-reasons")[2]) > 100
        before = visitor.puzzles.puzzle
        visitor.act("puzzles.next")
        assert visitor.puzzles.puzzle != before
    assert len(visitor.puzzles.training.missed()) == 3


def test_answers_are_given_by_keys_too() -> None:
    visitor = Solver()
    first = answers_of(visitor.puzzles.puzzle)[0]  # type: ignore[arg-type]
    visitor.act("puzzles.key", "1")
    assert visitor.puzzles.given == first.move
    visitor.act("puzzles.key", "2")
    assert visitor.puzzles.given == first.move, "the first answer counts"
    visitor.act("puzzles.key", "n")
    assert visitor.puzzles.given == ""
    visitor.act("puzzles.key", "0")
    visitor.act("puzzles.key", "²")
    assert visitor.puzzles.given == ""


def test_the_order_of_answers_gives_nothing_away() -> None:
    places = []
    for number in range(12):
        puzzle = next(made_puzzles(7, start=number))
        shown = answers_of(puzzle)
        assert any(puzzle.is_right(each.move) for each in shown)
        assert any(not puzzle.is_right(each.move) for each in shown)
        places.append([puzzle.is_right(each.move) for each in shown].index(True))
        assert answers_of(puzzle) == shown
    assert len(set(places)) > 1


def test_missed_ones_come_again_when_they_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Solver()
    missed = visitor.puzzles.puzzle
    visitor.answered(right=False)
    visitor.act("puzzles.source", "again")
    assert "Nothing is due now" in visitor.shown("puzzles-asks")
    monkeypatch.setattr(
        "phase10.teaching.puzzle_training.Training.due",
        lambda training: tuple(training.missed()),
    )
    visitor.act("puzzles.source", "again")
    visitor.page.parts()
    assert visitor.puzzles.puzzle == missed


def test_ones_own_mistakes_are_puzzles() -> None:
    visitor = Solver()
    visitor.act("puzzles.source", "mistakes")
    assert "Review a match" in visitor.shown("puzzles-asks")
    visitor.open(str(RECORD))
    visitor.act("puzzles.source", "mistakes")
    visitor.page.parts()
    puzzle = visitor.puzzles.puzzle
    assert puzzle is not None
    assert any(each.advice.position == puzzle.position for each in visitor.view.mistakes)


@pytest.mark.parametrize("typed", ["1.5", "-3", "", "nine", "9" * 30, "1000000000"])
def test_what_is_no_seed_is_told_at_the_field(typed: str) -> None:
    visitor = Solver()
    visitor.act("puzzles.seed", "12")
    visitor.page.parts()
    before = visitor.puzzles.puzzle
    visitor.act("puzzles.seed", typed)
    told = "Enter a whole number from 0 to 999,999,999."
    assert told in visitor.shown("puzzles-about")
    assert (visitor.puzzles.seed, visitor.puzzles.puzzle) == (12, before)
    visitor.act("puzzles.seed", "999999999")
    assert told not in visitor.shown("puzzles-about")
    assert visitor.puzzles.seed == 999999999


def test_a_set_is_saved_and_opened() -> None:
    visitor = Solver()
    visitor.act("puzzles.kind", "draw")
    visitor.act("puzzles.seed", "12")
    reply = visitor.act("puzzles.save")
    effect = next(each for each in reply["effects"] if "download" in each)
    assert effect["name"] == "phase10-puzzles-12.json"
    text = effect["download"]
    other = Solver()
    other.act("puzzles.file", {"name": "x", "size": len(text), "text": text})
    assert other.puzzles.source == "file"
    for place in range(3):
        other.page.parts()
        assert other.puzzles.puzzle == next(made_puzzles(12, ("draw",), start=place))
        other.answered(right=True)
        other.act("puzzles.next")
    reply = other.act("puzzles.file", {"name": "x", "size": 2, "text": "{}"})
    assert {"focus": "puzzles-error"} in reply["effects"]
    assert "no set of puzzles" in other.shown("puzzles-about")
    other.act("puzzles.file", {"name": "x", "size": 9_000_000, "text": ""})
    assert "longer than any set" in other.shown("puzzles-about")


def test_a_reload_asks_the_same_puzzle() -> None:
    visitor = Solver()
    visitor.answered(right=False)
    visitor.act("puzzles.next")
    visitor.act("puzzles.easiest", "2")
    visitor.page.parts()
    visitor.answered(right=True)
    kept = json.loads(json.dumps(visitor.kept))
    again = Solver("", session=kept["session"], local=kept["local"])
    again.page.parts()
    assert again.puzzles.puzzle == visitor.puzzles.puzzle
    assert again.puzzles.given == visitor.puzzles.given
    assert (again.puzzles.right, again.puzzles.asked) == (1, 2)
    assert again.puzzles.easiest == 2
    assert again.puzzles.training.missed().keys() == visitor.puzzles.training.missed().keys()


@pytest.mark.parametrize(
    "kept",
    [
        {"source": "x", "kind": 7, "easiest": 0, "seed": -1, "number": "a", "count": [2, 1]},
        {"position": {"me": {"hand": "zzz"}}, "given": 4, "set": "{"},
        {"position": 7, "set": 9, "count": "x", "easiest": True},
        {"position": {"me": {"hand": "R1", "phase": 1}}, "given": "discard R1"},
    ],
)
def test_what_was_kept_badly_is_left_out(kept: dict[str, Any]) -> None:
    visitor = Solver("?view=puzzles", session={"view": "puzzles", "puzzles": kept})
    visitor.page.parts()
    view = visitor.puzzles
    assert (view.source, view.kind, view.easiest, view.seed) == ("new", "", 1, 1)
    assert view.puzzle is not None
    assert view.given == ""


def test_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang, word in (("en", "Which puzzles"), ("lv", "Kuri uzdevumi")):
        visitor = Solver(f"?view=puzzles&lang={lang}")
        assert word in visitor.shown("puzzles-about")
        assert alerted(visitor.replies[-1]) == ""
    text = PuzzleSet(None, (next(made_puzzles(1)),)).text()
    assert "seed" not in json.loads(text)
