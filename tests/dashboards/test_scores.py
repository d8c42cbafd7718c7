"""The score keeper without a browser: whole sheets, what is wrong, reloads, files, other pages."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from phase10.dashboards.scores import ScoresView, sheet_text
from phase10.game.scorekeeper import ScoreSheet
from tests.dashboards.test_app import Visitor


class Keeper(Visitor):
    """A visitor who keeps score."""

    def __init__(self, search: str = "?view=scores&lang=en", **kept: Any) -> None:
        super().__init__(search, **kept)

    @property
    def view(self) -> ScoresView:
        return self.page.scores

    @property
    def sheet(self) -> ScoreSheet:
        assert self.view.sheet is not None
        return self.view.sheet

    def act(self, name: str, value: Any = None) -> dict[str, Any]:
        reply = super().act(name, value)
        assert not any(effect.get("show") for effect in reply["effects"]), (name, value)
        return reply

    def begin(self, rules: str = "seed", *names: str) -> Keeper:
        names = names or ("Anna", "Bruno", "Cilla")
        self.act("scores.new.count", str(len(names)))
        for place, name in enumerate(names):
            self.act(f"scores.new.name.{place}", name)
        self.act("scores.new.rules", rules)
        self.act("scores.start")
        assert self.view.sheet is not None, self.shown("scores-new")
        return self

    def write(self, out: str, *left: str, made: tuple[int, ...] = ()) -> Keeper:
        for player in made:
            self.act(f"scores.made.{player}", True)
        self.act("scores.out", out)
        for player, text in enumerate(left):
            self.act(f"scores.left.{player}", text)
        self.act("scores.write")
        return self

    def shown(self, part: str) -> str:
        text = re.sub(r"<[^>]+>", " ", self.page.parts()[part])
        return " ".join(html.unescape(text).split())


def path_of(keeper: Keeper, folder: Path) -> Path:
    return folder.parent / "scores" / f"{keeper.view.kept()['key']}.json"


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_a_whole_match_is_written_down(lang: str, folder: Path) -> None:
    keeper = Keeper(f"?view=scores&lang={lang}").begin("seed,last_phase=2")
    assert "Anna" in keeper.shown("scores-round")
    keeper.write("0", "", "R5 B12 W", "45", made=(1,))
    assert [standing.score for standing in keeper.sheet.standings] == [0, 40, 45]
    assert [standing.done for standing in keeper.sheet.standings] == [(1,), (1,), ()]
    assert "Bruno" in keeper.shown("scores-round")
    saved = json.loads(path_of(keeper, folder).read_text("utf-8"))
    assert ScoreSheet.from_json(saved) == keeper.sheet
    keeper.write("1", "15", "", "5", made=(0, 2))
    assert keeper.sheet.winner == 0
    assert "Anna" in keeper.shown("scores-round")
    assert 'id="do-scores-write"' not in keeper.page.parts()["scores-round"]


def test_cards_left_are_counted_while_they_are_typed() -> None:
    keeper = Keeper().begin()
    keeper.act("scores.left.1", "R5 B12 W S")
    assert "55 points" in keeper.shown("scores-round")
    keeper.act("scores.left.1", "R5 hello")
    assert "hello" in keeper.shown("scores-round")
    keeper.act("scores.left.1", "2xR5 R5")
    assert "only 2" in keeper.shown("scores-round")
    keeper.act("scores.left.1", "8xW 4xS")
    assert "at most 11" in keeper.shown("scores-round")


@pytest.mark.parametrize(
    ("out", "left", "made", "told"),
    [
        ("0", ("", "7", "5"), (), "Bruno: 7"),
        ("0", ("", "", "5"), (), "Bruno: 0 points"),
        ("0", ("", "9999999", "5"), (), "Bruno: 999,999"),
        ("none", ("5", "5", ""), (), "Cilla: 0 points"),
        ("0", ("", "hello", "5"), (), "hello"),
        ("0", ("", "5", "13xR5"), (), "R5"),
    ],
)
def test_a_round_that_cannot_have_been_is_refused(
    out: str, left: tuple[str, ...], made: tuple[int, ...], told: str
) -> None:
    keeper = Keeper().begin()
    keeper.write(out, *left, made=made)
    assert not keeper.sheet.rounds
    assert told in keeper.shown("scores-round")
    assert {"focus": "scores-error"} in keeper.replies[-1]["effects"]


def test_who_went_out_has_to_be_told() -> None:
    keeper = Keeper().begin()
    for player in range(3):
        keeper.act(f"scores.left.{player}", "5")
    keeper.act("scores.write")
    assert "Say who went out" in keeper.shown("scores-round")
    keeper.act("scores.out", "none")
    keeper.act("scores.write")
    assert keeper.sheet.rounds[0].out is None


def test_a_tie_is_broken() -> None:
    keeper = Keeper().begin("seed,last_phase=1")
    keeper.write("none", "15", "15", "30", made=(0, 1))
    assert keeper.sheet.tied == (0, 1)
    shown = keeper.shown("scores-round")
    assert "Tie-break" in shown
    assert "scores-out-2" not in keeper.page.parts()["scores-round"]
    keeper.act("scores.out", "1")
    keeper.act("scores.write")
    assert keeper.sheet.winner == 1
    assert "Bruno wins the match." in keeper.shown("scores-round")


def test_phases_in_any_order_are_chosen() -> None:
    keeper = Keeper().begin("seed,in_order=no")
    keeper.act("scores.made.0", "7")
    keeper.act("scores.made.1", "99")
    keeper.act("scores.made.2", {"a": 1})
    keeper.write("0", "", "5", "10")
    assert [line.made for line in keeper.sheet.rounds[0].lines] == [7, None, None]
    assert 7 not in keeper.sheet.goals(0)


def test_the_last_round_is_taken_back_and_put_right() -> None:
    keeper = Keeper().begin()
    keeper.write("0", "", "20", "45", made=(1,))
    keeper.act("scores.undo")
    assert not keeper.sheet.rounds
    assert keeper.view.out == 0
    assert [entry.left for entry in keeper.view.entries] == ["", "20", "45"]
    keeper.act("scores.left.2", "50")
    keeper.act("scores.write")
    assert keeper.sheet.standings[2].score == 50
    keeper.act("scores.undo")
    keeper.act("scores.undo")
    assert "no round to take back" in keeper.shown("scores-round")


def test_the_sheet_is_copied_for_a_spreadsheet() -> None:
    keeper = Keeper().begin()
    keeper.write("0", "", "20", "45", made=(1,))
    reply = keeper.act("scores.copy")
    text = next(effect["copy"] for effect in reply["effects"] if "copy" in effect)
    assert text == sheet_text("en", keeper.sheet)
    rows = [line.split("\t") for line in text.splitlines()]
    assert rows[1] == ["1", "0", "1", "20", "1", "45", ""]
    assert {len(row) for row in rows} == {7}


def test_a_reload_goes_on_with_what_was_entered(folder: Path) -> None:
    keeper = Keeper().begin()
    keeper.write("0", "", "20", "45", made=(1,))
    keeper.act("scores.left.1", "R5 B")
    keeper.act("scores.out", "2")
    again = Keeper(**keeper.kept)
    assert again.sheet == keeper.sheet
    assert again.view.entries == keeper.view.entries
    assert again.view.out == 2
    path_of(keeper, folder).unlink()
    third = Keeper(**again.kept)
    assert third.sheet == keeper.sheet
    assert path_of(third, folder).exists()


def test_another_tab_is_told_and_can_take_over() -> None:
    first = Keeper().begin()
    second = Keeper(local=first.kept["local"])
    assert second.view.sheet is None
    assert "open in another page" in second.shown("scores-new")
    second.act("scores.take_over")
    second.write("0", "", "20", "45")
    first.act("scores.undo")
    assert first.view.sheet is None
    first.act("scores.take_over")
    assert first.sheet == second.sheet


def test_another_day_the_sheet_is_there(folder: Path) -> None:
    first = Keeper().begin()
    first.write("0", "", "20", "45")
    key = first.kept["local"]
    first.view._close()
    assert Keeper(local=key).sheet.rounds


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"names": 5}', b"\xff", b"[" * 100_000])
def test_a_damaged_file_is_named_and_kept(folder: Path, content: bytes) -> None:
    keeper = Keeper().begin()
    keeper.write("0", "", "20", "45")
    path = path_of(keeper, folder)
    path.write_bytes(content)
    again = Keeper(**keeper.kept)
    assert again.sheet == keeper.sheet
    assert f"{path.stem}-1.json" in again.shown("scores-round")
    assert path.with_name(f"{path.stem}-1.json").read_bytes() == content


def test_nothing_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    keeper = Keeper().begin()
    keeper.write("0", "", "20", "45")
    assert "cannot be saved to a file" in keeper.shown("scores-round")
    assert Keeper(**keeper.kept).sheet == keeper.sheet


@pytest.mark.parametrize("names", [("Anna", "anna"), ("B", "")])
def test_two_players_of_one_name_are_refused(names: tuple[str, ...]) -> None:
    keeper = Keeper()
    keeper.act("scores.new.count", "2")
    for place, name in enumerate(names):
        keeper.act(f"scores.new.name.{place}", name)
    keeper.act("scores.start")
    assert keeper.view.sheet is None
    assert "p10-error" in keeper.page.parts()["scores-new"]


def test_foreign_acts_are_ignored() -> None:
    keeper = Keeper().begin()
    before = keeper.sheet
    for name, value in (
        ("scores.hello", None), ("scores.made.9", True), ("scores.left.x", "5"),
        ("scores.out", "7"), ("scores.new.count", "1"), ("scores.new.dealer", "x"),
        ("scores.take_over", None), ("scores.made.0", 5),
    ):  # fmt: skip
        keeper.act(name, value)
    assert keeper.sheet == before


@pytest.mark.parametrize("broken", [5, {"key": "../x"}, {"key": "0" * 12, "sheet": {"names": 5}},
                                    {"names": [5, 6, 7]}, {"entries": 5, "out": "x"}])  # fmt: skip
def test_what_a_browser_kept_wrongly_is_left_out(broken: object) -> None:
    keeper = Keeper(session={"view": "scores", "scores": broken}, local={"scores": broken})
    keeper.begin()
    assert keeper.sheet.names == ("Anna", "Bruno", "Cilla")
