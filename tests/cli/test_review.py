"""``phase10 review`` and ``phase10 puzzles``: for programs and for people, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from phase10.advice.puzzles import read_set
from phase10.game.records import Record, save
from phase10.views.i18n import LANGUAGES
from tests.advice.review_matches import match
from tests.cli.runner import phase10, refused
from tests.game.record_texts import GOLDEN

SEED = str(GOLDEN / "seed.txt")
TYPED = str(GOLDEN / "typed.txt")


@pytest.fixture(scope="module")
def shape() -> dict:  # type: ignore[type-arg]
    return phase10("review", SEED, "--no-win", "--json").json


def test_every_decision_as_json(shape: dict) -> None:  # type: ignore[type-arg]
    record = Record.parse(Path(SEED).read_bytes())
    assert shape["measured_by"] == "expected_turns"
    assert set(shape["grade"]) == {"A", "B"}
    texts = {event.line: event for event in record.events}
    for move in shape["moves"]:
        assert {"turn", "player", "move", "best", "loss", "loss_se", "text"} <= set(move)
        assert move["line"] in texts
        assert move["loss"] >= 0 == move["loss_se"]
        assert move["mistake"] == (move["loss"] >= 0.05)
        assert None not in move.values()
        if not move["mistake"] and move["loss"] == 0:
            assert move["best"].startswith(move["move"]) or move["best"]
    players = [move["player"] for move in shape["moves"]]
    for seat, kinds in shape["by_kind"].items():
        assert sum(kind["decisions"] for kind in kinds.values()) == players.count(seat)
        for kind, graded in kinds.items():
            worth = [each["worth"] for each in shape["moves"]
                     if (each["player"], each["kind"]) == (seat, kind)]  # fmt: skip
            assert sum(worth) == pytest.approx(graded["turns_lost"])
    for seat, places in shape["costliest"].items():
        costly = [shape["moves"][place] for place in places]
        assert all(move["player"] == seat and move["mistake"] for move in costly)


def test_a_typed_record_is_reviewed_the_same(shape: dict) -> None:  # type: ignore[type-arg]
    typed = phase10("review", TYPED, "--no-win", "--json").json
    assert typed["grade"] == shape["grade"]
    assert [m["loss"] for m in typed["moves"]] == [m["loss"] for m in shape["moves"]]
    raw = Path(TYPED).read_bytes()
    assert phase10("review", "-", "--no-win", "--json", stdin=raw).json == typed


def test_one_player_by_name_or_seat(shape: dict) -> None:  # type: ignore[type-arg]
    for asked in ("Žanis", "žanis", "B", "b"):
        found = phase10("review", SEED, "--no-win", "--json", "--player", asked).json
        assert found["grade"] == {"B": shape["grade"]["B"]}
    both = phase10("review", SEED, "--no-win", "--json", "--player", "all").json
    assert both == shape


def test_persons_are_reviewed_unless_others_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    record = match("greedy", "greedy", seed=9)
    header = record.header
    mixed = Record.start(header.seed, ["Anna", "x"], ["", "greedy"], header.rules,
                         dealer=header.dealer)  # fmt: skip
    for event in record.events:
        if event.step is not None:
            mixed = mixed.played(event.step)
        if mixed.game.round != event.game.round:
            break
    save(mixed, path)
    found = phase10("review", str(path), "--no-win", "--json").json
    assert set(found["grade"]) == {"A"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", ["80", "36"])
def test_for_people(lang: str, columns: str) -> None:
    run = phase10("review", SEED, "--no-win", "--lang", lang, COLUMNS=columns)
    assert run.code == 0, run.err
    assert run.err == ""
    assert "Anna" in run.out
    assert "Žanis" in run.out
    assert {"en": "Draw or take", "lv": "Vilkt"}[lang] in run.out
    assert {"en": "Luck does not count", "lv": "Veiksme netiek"}[lang] in " ".join(run.out.split())
    every = phase10("review", SEED, "--no-win", "--every", "--lang", lang, COLUMNS=columns)
    assert len(every.out) > len(run.out)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_reviewed_is_told(lang: str, tmp_path: Path) -> None:
    refused(phase10("review", str(tmp_path / "none.txt"), "--lang", lang))
    refused(phase10("review", SEED, "--player", "Zoe", "--lang", lang), "Zoe")
    refused(phase10("review", "", "--lang", lang))
    bad = tmp_path / "bad.txt"
    bad.write_bytes(Path(SEED).read_bytes().replace(b"discard", b"keep", 1))
    refused(phase10("review", str(bad), "--lang", lang))
    refused(phase10("review", SEED, "--seconds", "0"))


# --- puzzles --------------------------------------------------------------------------------------


def test_puzzles_of_a_seed_as_json_and_as_a_file(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    asked = ("puzzles", "--seed", "4", "--count", "3")
    shape = phase10(*asked, "--json").json
    assert shape["seed"] == 4
    assert [puzzle["kind"] for puzzle in shape["puzzles"]] == ["discard", "draw", "lay"]
    for puzzle in shape["puzzles"]:
        losses = {answer["move"]: answer["loss"] for answer in puzzle["answers"]}
        assert all(losses[move] < 0.05 for move in puzzle["right"])
        assert 1 <= puzzle["difficulty"] <= 5
        if "tempting" in puzzle:
            assert puzzle["tempting"] not in puzzle["right"]
    written = phase10(*asked, "--output", str(path))
    assert str(path) in written.err
    assert [puzzle.key for puzzle in read_set(path.read_text("utf-8")).puzzles] == [
        puzzle["key"] for puzzle in shape["puzzles"]
    ]
    again = phase10("puzzles", str(path), "--json").json
    assert again == shape
    assert phase10("puzzles", "-", "--json", stdin=path.read_bytes()).json == shape


@pytest.mark.parametrize("lang", LANGUAGES)
def test_puzzles_for_people(lang: str) -> None:
    plain = phase10("puzzles", "--seed", "4", "--count", "3", "--lang", lang)
    assert plain.code == 0, plain.err
    word = {"en": "Answer:", "lv": "Atbilde:"}[lang]
    assert word not in plain.out
    told = phase10("puzzles", "--seed", "4", "--count", "3", "--answers", "--lang", lang)
    assert told.out.count(word) == 3


def test_puzzles_of_ones_own_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    save(match("random", "greedy", "random", seed=3), path)
    shape = phase10("puzzles", "--record", str(path), "--count", "2", "--json").json
    assert "seed" not in shape
    assert len(shape["puzzles"]) == 2
    every = phase10("puzzles", "--record", str(path), "--count", "100", "--json").json["puzzles"]
    for kind in ("discard", "draw"):
        asked = ("puzzles", "--record", str(path), "--count", "100", "--kind", kind)
        asked += ("--easiest", "2", "--json")
        wanted = [each for each in every if each["kind"] == kind and each["difficulty"] >= 2]
        assert phase10(*asked).json["puzzles"] == wanted != every
    refused(phase10("puzzles", "--record", str(path), "--kind", "take"), "take")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_a_set_the_kind_and_difficulty_asked_for_are_shown(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    phase10("puzzles", "--seed", "4", "--count", "3", "--output", str(path))
    shown = phase10("puzzles", str(path), "--kind", "draw", "--json").json["puzzles"]
    assert [each["kind"] for each in shown] == ["draw"]
    phase10("puzzles", "--seed", "4", "--count", "1", "--kind", "draw", "--output", str(path))
    word = {"en": "none is of this kind", "lv": "nav neviena"}[lang]
    refused(phase10("puzzles", str(path), "--kind", "lay", "--lang", lang), word)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_set_is_told(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    refused(phase10("puzzles", str(path), "--lang", lang))
    refused(phase10("puzzles", "", "--lang", lang))
    for raw in (b"", b"\xff\xfe", b"{}", json.dumps({"phase10": "puzzles", "version": 1,
                                                    "puzzles": [{}]}).encode()):  # fmt: skip
        path.write_bytes(raw)
        refused(phase10("puzzles", str(path), "--lang", lang))
    refused(phase10("puzzles", str(path), "--record", SEED, "--lang", lang))
    refused(phase10("puzzles", "--kind", "hit", "--lang", lang), "hit")
    nowhere = str(tmp_path / "a" / "b")
    refused(phase10("puzzles", "--count", "1", "--kind", "draw", "--output", nowhere))
