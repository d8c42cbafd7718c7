"""Matches outlive reloads, dead kernels, damaged files and other pages."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from phase10.game.records import Record, load
from phase10.game.stages import MATCH_OVER
from tests.dashboards.play_visitor import SHORT, Player


@pytest.mark.parametrize("seed", range(6))
def test_a_reload_at_any_moment_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    player = Player().begin(SHORT, str(seed))
    alone = Player(f"?view=play&lang=en&n={seed}").begin(SHORT, str(seed))
    same = random.Random(seed + 100)
    steps = 0
    while player.game.stage != MATCH_OVER and steps < 300:
        steps += 1
        state = same.getstate()
        player.step(same)
        same.setstate(state)
        alone.step(same)
        if chance.random() < 0.2:
            asked = player.play.asked
            player = Player(**player.kept)
            if asked is not None:
                player.act("play.lay")
                assert player.play.asked == asked
        assert str(player.match.record) == str(alone.match.record)
    assert steps > 5


def test_a_tab_goes_on_where_no_file_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    player = Player().begin()
    player.act("play.draw")
    assert "cannot be saved to a file" in player.shown("play-status")
    again = Player(**player.kept)
    assert again.match.record == player.match.record
    again.act("play.key", "x")


def test_a_damaged_file_is_named_kept_aside_and_the_tab_helps(folder: Path) -> None:
    player = Player().begin()
    path = folder / f"{player.match.key}.txt"
    path.write_text(path.read_text("utf-8").replace("seed: 77", "seed: 78"), "utf-8")
    again = Player(**player.kept)
    assert again.match.record == player.match.record
    shown = again.shown("play-status")
    assert f"{player.match.key}-1.txt" in shown
    assert "Line" in shown
    assert load(path) == player.match.record
    assert "seed: 78" in path.with_name(f"{player.match.key}-1.txt").read_text("utf-8")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"a letter", b"phase10 record 9\n"])
def test_a_foreign_file_is_put_aside_and_a_new_match_offered(folder: Path, content: bytes) -> None:
    player = Player().begin()
    key = player.match.key
    player.act("play.leave")
    (folder / f"{key}.txt").write_bytes(content)
    player.act("play.open", key)
    assert player.play.match is None
    shown = player.shown("play-start")
    assert f"{key}-1.txt" in shown
    assert "Start the match" in shown
    assert (folder / f"{key}-1.txt").read_bytes() == content
    player.act("play.start")
    assert player.play.match is not None


def test_a_match_of_players_that_are_not_known_is_not_played(folder: Path) -> None:
    player = Player().begin()
    key = player.match.key
    player.act("play.leave")
    path = folder / f"{key}.txt"
    record = Record.start(1, ["A", "B"], ["", "hello"])
    path.write_text(str(record), "utf-8")
    player.act("play.open", key)
    assert "cannot be played on here" in player.shown("play-start")
    assert path.read_text("utf-8") == str(record)


def test_another_page_is_told_and_can_take_over() -> None:
    first = Player().begin()
    first.act("play.draw")
    key = first.match.key
    second = Player(local=first.kept["local"])
    second.act("play.open", key)
    assert second.play.match is None
    assert "open in another page" in second.shown("play-start")
    second.act("play.take_over")
    assert second.match.record == first.match.record
    second.step(random.Random(1))
    record = str(second.match.record)
    first.act("play.key", "x")
    assert first.play.match is None
    assert "open in another page" in first.shown("play-start")
    first.act("play.take_over")
    assert str(first.match.record) == record
    second.act("play.undo")
    assert second.play.match is None


def test_a_tab_that_was_doubled_goes_on_in_the_newer_one() -> None:
    first = Player().begin()
    second = Player(**first.kept)
    assert second.match.record == first.match.record
    second.act("play.draw")
    first.act("play.draw")
    assert first.play.match is None
    assert first.play.busy == second.match.key


def test_other_tabs_are_offered_the_last_match() -> None:
    first = Player().begin()
    key = first.match.key
    first.act("play.leave")
    other = Player(local=first.kept["local"])
    assert "Continue the last match" in other.shown("play-start")
    other.act("play.open", key)
    assert other.match.key == key


BROKEN = (5, [], {"match": 5}, {"match": {"key": "../x"}}, {"new": {"others": [[1, 2]]}},
          {"matches": ["../x", 7]}, {"coach": {"mode": 3, "rung": "x"}}, {"speed": []})  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_what_a_browser_kept_wrongly_is_left_out(broken: object) -> None:
    player = Player(session={"view": "play", "play": broken}, local={"play": broken})
    player.begin()
    assert player.match.is_mine
