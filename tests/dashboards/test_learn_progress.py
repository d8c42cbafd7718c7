"""Progress of the page: kept at every act, carried along, told where it cannot be kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from phase10.dashboards import learn_learner
from phase10.game.errors import GameError
from phase10.teaching.progress import COURSE, QUIZ
from phase10.teaching.progress_files import read_progress, to_json
from phase10.teaching.progress_store import SqliteStore, default_path
from phase10.teaching.words import LANGUAGES
from tests.dashboards.learn_driver import Pupil, play
from tests.dashboards.play_visitor import alerted, spoken


def called(name: str = "Anna", **kept: Any) -> Pupil:
    pupil = Pupil(**kept)
    pupil.fill("learn-name", name)
    assert pupil.learn.learner.name == name
    return pupil


def again(pupil: Pupil, **kept: Any) -> Pupil:
    """Load the page anew, as after a dead kernel: only what browser and disk keep is left."""
    fresh = Pupil("", **({"session": pupil.kept["session"], "local": pupil.kept["local"]} | kept))
    # What is not sent anew stays in the browser as it is.
    fresh.kept = {**pupil.kept, **fresh.replies[0].get("kept", {})}
    return fresh


@pytest.mark.parametrize("name", ["", "Anna"])
def test_every_act_outlives_a_dead_kernel(name: str) -> None:
    pupil = called() if name else Pupil()
    pupil.go("learn/8.3")
    while True:
        before = pupil.sitting
        act = before.next_act()
        assert act is not None
        pupil.act("play.typed", "discard R99")
        pupil.act("learn.hint")
        play(pupil, most=1)
        pupil = again(pupil)
        assert pupil.page.view == "learn"
        if before.solved:
            break
        assert pupil.sitting.state.made == before.state.made
        assert len(pupil.sitting.answers) == len(before.answers)
    assert pupil.learn.progress.stars() == {"8.3": 3}
    assert pupil.learn.learner.name == name


def test_where_a_solved_board_was_it_can_be_played_again() -> None:
    pupil = called().go("learn/3.1")
    play(pupil)
    pupil = again(pupil)
    assert not pupil.sitting.solved
    assert "★ ★ ★" in pupil.words("learn-where")


def test_a_nickname_takes_along_what_the_guest_did_and_nothing_else_does() -> None:
    pupil = Pupil().go("learn/3.1")
    play(pupil)
    pupil.go("learn")
    assert not default_path().exists()
    pupil.fill("learn-name", "  Žanis   K. ")
    learner = pupil.learn.learner
    assert learner.name == "Žanis K."
    assert SqliteStore(default_path()).learners() == ("Žanis K.",)
    assert pupil.learn.progress.stars() == {"3.1": 3}
    assert pupil.kept["local"]["course"]["text"] == "[]"
    pupil.press("do-learn-leave")
    assert pupil.learn.progress.stars() == {}
    pupil.fill("learn-name", "Otto")
    assert pupil.learn.progress.stars() == {}
    pupil.press("do-learn-leave")
    pupil.fill("learn-name", "Žanis K.")
    assert pupil.learn.progress.stars() == {"3.1": 3}


@pytest.mark.parametrize("name", ["", "   ", "=cmd", "a@b.lv", "x" * 25, "<b>", "a\nb\x00"])
def test_what_is_no_nickname_is_told_at_the_field(name: str) -> None:
    pupil = Pupil()
    reply = pupil.act("learn.named", name)
    assert {"focus": "learn-name"} in reply["effects"]
    said = "nickname has 1 to 24" if name.strip() else "Enter a nickname: 1 to 24"
    assert said in pupil.words("learn-progress")
    assert 'aria-invalid="true"' in pupil.tag("learn-name")
    assert pupil.learn.learner.name == ""
    assert "<b>" not in pupil.shown


def test_two_pages_of_one_learner_damage_nothing() -> None:
    first, second = called(), called()
    play(first.go("learn/3.1"))
    play(second.go("learn/4.1"))
    play(first.go("learn/5.1"))
    assert again(second).learn.progress.stars() == {"3.1": 3, "4.1": 3, "5.1": 3}


def tell(one: Pupil, other: Pupil) -> None:
    """Let the browser tell a window what another one wrote."""
    other.act("app.elsewhere", json.loads(json.dumps(one.page.kept()[1]["course"])))


def test_two_windows_of_a_guest_lose_nothing() -> None:
    first, second = Pupil(), Pupil()
    play(first.go("learn/3.1"))
    play(second.go("learn/4.1"))
    for one, other in ((second, first), (first, second)):
        tell(one, other)
        assert other.learn.progress.stars() == {"3.1": 3, "4.1": 3}
    assert again(second).learn.progress.stars() == {"3.1": 3, "4.1": 3}


def test_what_a_guest_deletes_is_gone_in_every_window() -> None:
    first, second = Pupil(), Pupil()
    play(first.go("learn/3.1"))
    tell(first, second)
    second.learn.learner.forget()
    tell(first, second)
    assert second.learn.progress.stars() == {}
    tell(second, first)
    assert first.learn.progress.stars() == {}
    play(first.go("learn/4.1"))
    tell(first, second)
    assert second.learn.progress.stars() == {"4.1": 3}


@pytest.mark.parametrize("told", [{}, {"text": 3}, {"text": "{", "since": {}}, {"since": [1]}])
def test_what_another_window_tells_may_be_anything(told: dict[str, Any]) -> None:
    pupil = Pupil()
    play(pupil.go("learn/3.1"))
    pupil.act("app.elsewhere", told)
    assert pupil.learn.progress.stars() == {"3.1": 3}


def test_the_map_shows_what_was_solved_in_another_window(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = called(), called()
    play(first.go("learn/3.1"))
    play(second.go("learn/4.1"))
    assert second.go("learn").learn.progress.stars() == {"3.1": 3, "4.1": 3}

    def busy(self: SqliteStore, learner: str) -> Any:
        raise GameError("progress.busy", path="progress.db")

    monkeypatch.setattr(SqliteStore, "entries", busy)
    assert first.go("learn").learn.progress.stars() == {"3.1": 3}


# --- what cannot be saved -------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_disk_is_told_and_loses_nothing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil = called()
    pupil.act("app.lang", lang)
    whole = SqliteStore.connect

    def full(self: SqliteStore) -> Any:
        base = whole(self)
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count = {pages}")
        return base

    for number in range(40):
        pupil.go("learn/3.1")
        play(pupil)
        if not number:
            monkeypatch.setattr(SqliteStore, "connect", full)
        if pupil.learn.learner.trouble is not None:
            break
    assert pupil.learn.learner.trouble is not None
    assert pupil.learn.learner.trouble.code == "progress.full"
    said = pupil.words("learn-says")
    assert str(default_path()) in said
    assert pupil.sitting.solved, "the page goes on"
    kept = len(pupil.learn.progress.entries)
    pupil = again(pupil)
    assert len(pupil.learn.progress.entries) == kept, "the browser holds what waits"
    monkeypatch.setattr(SqliteStore, "connect", whole)
    pupil = again(pupil)
    assert len(pupil.learn.progress.entries) == kept
    assert len(SqliteStore(default_path()).entries("Anna")) == kept
    assert pupil.learn.learner.trouble is None


def test_a_folder_that_cannot_be_written_is_told_and_the_browser_keeps_all(folder: Path) -> None:
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    folder.parent.write_text("in the way", "utf-8")
    pupil = called().go("learn/3.1")
    play(pupil)
    assert "cannot be saved here" in Pupil.words(pupil.go("learn"), "learn-map")
    pupil = again(pupil)
    assert pupil.learn.progress.stars() == {"3.1": 3}
    folder.parent.unlink()
    pupil = again(pupil)
    assert pupil.learn.learner.trouble is None
    assert len(SqliteStore(default_path()).entries("Anna")) > 1


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 50, b"SQLite format 3\x00" * 9])
def test_a_damaged_file_is_kept_aside_and_told(damage: bytes) -> None:
    pupil = called().go("learn/3.1")
    play(pupil)
    default_path().write_bytes(damage)
    pupil = again(pupil).go("learn/4.1")
    play(pupil)
    assert pupil.learn.progress.stars() == {"4.1": 3}
    aside = pupil.learn.learner.aside
    if damage:
        assert aside is not None
        assert aside.read_bytes() == damage
        assert str(aside) in pupil.words("learn-says")
    assert again(pupil).learn.progress.stars() == {"4.1": 3}


def test_without_a_database_the_browser_keeps_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_learner, "_database", lambda: None)
    pupil = called().go("learn/3.1")
    play(pupil)
    assert not default_path().exists()
    assert again(pupil).learn.progress.stars() == {"3.1": 3}
    monkeypatch.setattr(learn_learner, "_ROOM", 10)
    pupil.press("learn-again")
    assert "no room left" in pupil.words("learn-says")


@pytest.mark.parametrize(
    "local",
    [
        {"name": 3},
        {"text": "{"},
        {"name": "<b>", "text": "x" * 100},
        {"text": "[[1]]"},
        {"text": 1},
    ],
)
def test_what_a_browser_keeps_may_be_anything(local: dict[str, Any]) -> None:
    pupil = Pupil(local={"course": local}, session={"course": {"learn": local, "rules": local}})
    play(pupil.go("learn/3.1"))
    assert pupil.learn.progress.stars() == {"3.1": 3}


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_progress_goes_out_and_comes_in_as_a_file(kind: str) -> None:
    pupil = called().go("learn/3.1")
    play(pupil)
    pupil.go("learn")
    reply = pupil.act("learn.export", kind)
    (effect,) = [effect for effect in reply["effects"] if "download" in effect]
    assert effect["name"] == f"phase10-Anna.{kind}"
    assert len(read_progress(effect["download"])) == len(pupil.learn.progress.entries)
    other = called("Otto")
    file = {"name": effect["name"], "size": 1, "text": effect["download"]}
    assert "3 new entries" in spoken(other.act("learn.import", file))
    assert other.learn.progress.stars() == {"3.1": 3}
    assert "0 new entries" in spoken(other.act("learn.import", file))
    assert all(entry.learner == "Otto" for entry in other.learn.progress.entries)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ({"name": "a", "size": 3, "text": "abc"}, "progress.form"),
        ({"name": "a", "size": 9_000_000, "text": ""}, "progress.large"),
        ({"name": "a", "size": 2, "text": "{}"}, "progress.form"),
        ({"text": 3}, "progress.form"),
        ({"name": "a", "size": 0, "text": ""}, "progress.form"),
        ({"name": "a", "size": 60, "text": json.dumps(
            {"phase10": "progress", "version": 1, "entries": [3]})}, "progress.entry"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_told_at_its_place(file: dict[str, Any], code: str) -> None:
    pupil = called()
    reply = pupil.act("learn.import", file)
    error = pupil.learn.learner.error
    assert error is not None
    assert error[1].code == code
    assert alerted(reply) in pupil.words("learn-progress")
    assert pupil.learn.progress.entries == ()


def test_a_file_that_cannot_be_kept_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    source = called().go("learn/3.1")
    play(source)
    text = to_json(source.learn.progress.entries)
    pupil = called("Otto")

    def full(self: SqliteStore, entries: object) -> int:
        raise GameError("progress.full", path="here")

    monkeypatch.setattr(SqliteStore, "add", full)
    reply = pupil.act("learn.import", {"name": "a", "size": 9, "text": text})
    assert "no room left" in alerted(reply)


def test_everything_can_be_deleted_after_a_question() -> None:
    pupil = called().go("learn/3.1")
    play(pupil)
    pupil.go("learn")
    pupil.press("learn-forget")
    assert pupil.learn.progress.stars() == {"3.1": 3}
    pupil.press("learn-forget")
    assert "learn-forget-sure" not in pupil.shown
    pupil.press("learn-forget")
    pupil.press("learn-forget-sure")
    assert SqliteStore(default_path()).learners() == ()
    assert again(pupil).learn.progress.entries == ()


def test_the_quiz_and_the_course_are_kept_together() -> None:
    pupil = called().go("learn/3.1")
    play(pupil)
    pupil.go("quiz")
    pupil.press("quiz-allowed")
    rooms = {entry.room for entry in SqliteStore(default_path()).entries("Anna")}
    assert rooms == {COURSE, QUIZ}
