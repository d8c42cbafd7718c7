"""The referee: every position with a verdict under both presets, other forms, hostile entries."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import yaml
from hypothesis import strategies as st

from phase10.game.cards import CARDS, WILD
from phase10.game.errors import GameError
from phase10.game.referee import Event, Verdict, judge, judge_all
from phase10.game.refusals import REFUSALS
from phase10.game.rules import PRESETS, Rules
from tests.game.hostile import any_text, attempt

GOLDEN = Path(__file__).parents[1] / "golden" / "positions.yaml"
ENTRIES = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))
MOVES = {entry["id"]: entry for entry in ENTRIES if "event" not in entry}

# What is told about each illegal move: the code under both presets, or under each, and the step.
CODES: dict[str, str | tuple[str, str]] = {
    "L03": "lay.partial",
    "L06": "lay.skip",
    "L08": "lay.not_a_goal",
    "L09": "lay.numbers",
    "L12": "lay.twice",
    "L14": "lay.short",
    "L17": "lay.wild_number",
    "L22": "lay.order",
    "L24": "lay.no_natural",
    "L33": "lay.color",
    "L38": "lay.short",
    "L41": "lay.already",
    "L42": "turn.not_yours",
    "H02": "hit.numbers",
    "H05": "hit.order",
    "H07": "hit.ends",
    "H08": "hit.ends",
    "H11": "hit.taken",
    "H14": "hit.numbers",
    "H17": "hit.skip",
    "H20": ("hit.others_same_turn", "legal"),
    "H24": "hit.taken",
    "H26": "wild.stays",
    "T01": "draw.skip",
    "T03": "draw.once",
    "T04": "draw.only_top",
    "T06": "draw.first",
    "T07": "turn.must_discard",
    "T10": ("skip.next_only", "legal"),
    "T12": ("skip.next_only", "skip.served"),
    "T16": "hit.last_card",
    "T18": ("hit.others_same_turn", "legal"),
}
STEPS = {"H11": 2, "H20": 2, "T03": 2, "T18": 4}

HAND = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 S"
SETS = "R3 B3 Y3 R9 G9 Y9 B5 B12 W S R1"


def entry(**parts: Any) -> dict[str, Any]:
    """A lawful entry with other parts; a part that is None is left out."""
    whole = {"id": "X1", "phase": 1, "hand": HAND, "move": ["discard R1"], **parts}
    return {key: value for key, value in whole.items() if value is not None}


def code(*moves: str, rules: str = "seed", **parts: Any) -> str:
    return judge(entry(move=list(moves), **parts), Rules.parse(rules)).code


def refused(data: object) -> tuple[str, dict[str, Any], str]:
    with pytest.raises(GameError) as caught:
        judge_all(data)
    return caught.value.code, caught.value.values, caught.value.place


def as_json(short: dict[str, Any]) -> dict[str, Any]:
    """Write an entry with a position in the JSON form, from what the notation says."""
    me = {"hand": short["hand"], "phase": short["phase"], "laid": short.get("laid") == "me"}
    groups = [text.split(maxsplit=2) for text in short.get("table", [])]
    whole = {
        "id": short["id"],
        "me": me,
        "table": [dict(zip(("owner", "goal", "cards"), group, strict=True)) for group in groups],
        "at": short.get("at", "after_draw"),
        "players": [{} for _ in range(short.get("players", 2) - 1)],
        "skipped": [short["already_skipped"]] if "already_skipped" in short else [],
        "part": short.get("part", False),
        "move": short["move"],
        **{key: short[key] for key in ("seed", "official", "use") if key in short},
    }
    return whole | ({"top": short["discard_top"]} if "discard_top" in short else {})


# --- every position with a verdict ---------------------------------------------------------------


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("name", sorted(MOVES))
def test_every_position_with_a_verdict(name: str, preset: str) -> None:
    given = MOVES[name]
    said = given[preset] if given[preset] in ("legal", "illegal") else given["use"]
    verdict = judge(given, PRESETS[preset])
    assert verdict.legal == (said == "legal")
    assert verdict.agrees
    codes = CODES.get(name, "legal")
    assert verdict.code == (codes if isinstance(codes, str) else codes[preset == "official"])
    if verdict.legal:
        assert (verdict.step, verdict.move, verdict.refusal) == (None, "", None)
    else:
        assert verdict.step == STEPS.get(name, 1)
        assert verdict.move == given["move"][verdict.step - 1]
        assert verdict.refusal is not None
        assert verdict.refusal.code in REFUSALS


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("name", sorted(MOVES))
def test_every_position_in_the_json_form(name: str, preset: str) -> None:
    rules = PRESETS[preset]
    short, whole = judge(MOVES[name], rules), judge(as_json(MOVES[name]), rules)
    assert whole == short
    assert whole == judge({**as_json(MOVES[name]), "rules": preset})


def test_the_whole_file() -> None:
    for rules in PRESETS.values():
        judgment = judge_all(ENTRIES, rules)
        assert [verdict.id for verdict in judgment.verdicts] == list(MOVES)
        assert all(verdict.agrees for verdict in judgment.verdicts)
        assert len(judgment.events) == 10
        assert judgment.events[0] == Event("E01", "left in hand")
    assert len(MOVES) == 63


def test_the_moves_suggested_instead_are_lawful() -> None:
    suggested = 0
    for rules in PRESETS.values():
        for given in MOVES.values():
            verdict = judge(given, rules)
            if verdict.refusal is not None and verdict.refusal.instead is not None:
                assert verdict.step is not None
                steps = given["move"][: verdict.step - 1]
                instead = verdict.refusal.instead.text(verdict.names)
                assert judge({**given, "move": [*steps, instead]}, rules).legal, given["id"]
                suggested += 1
    assert suggested >= 20


# --- what else a move can be ---------------------------------------------------------------------


def test_a_wild_that_stands_for_no_number() -> None:
    parts = {"phase": 2, "hand": "R8 B8 G8 W R1 B2 Y3 B11 S R12 Y6"}
    for told in ("W=0", "W=13", "w = -1"):
        verdict = judge(entry(move=f"lay set R8 B8 G8 | run {told} R1 B2 Y3", **parts))
        assert verdict.code == "lay.wild_number"
        assert verdict.problem is not None
        assert verdict.problem.code == "card.wild_number"
        assert verdict.refusal is not None
        assert verdict.refusal.cards == (CARDS[WILD],)
        assert verdict.refusal.instead is not None
    # What comes before it is told first.
    assert code("lay set R8 B8 G8 | run W=0 R1 B2 G3", **parts) == "lay.not_held"
    assert code("lay set R8 B8 G8 | run 2xW=0 R1 B2", **parts) == "lay.twice"
    others = parts | {"hand": parts["hand"].removesuffix(" Y6"), "at": "others_turn"}
    assert code("lay set R8 B8 G8 | run W=0 R1 B2 Y3", **others) == "turn.not_yours"
    assert code("discard R1", "lay set R8 B8 G8 | run W=0 R1", **parts, players=3) == (
        "turn.not_yours"
    )


def test_a_hit_with_a_wild_that_stands_for_no_number() -> None:
    laid = {"laid": "me", "hand": "W R1", "table": ["me set R3 B3 Y3", "A run R5 B6 Y7 G8"]}
    for told in ("hit W=0 on A.1", "hit W=13 on me.1", "hit w=0 on a.1"):
        verdict = judge(entry(move=[told], **laid))
        assert (verdict.code, verdict.move) == ("hit.wild_number", told)
        assert verdict.problem is not None
    instead = judge(entry(move="hit W=0 on me.1", **laid)).refusal.instead
    assert instead is not None
    assert instead.text(("me", "A")) == "hit W=3 on me.1"
    assert code("hit W=0 on A.9", **laid) == "hit.no_group"
    assert code("hit W=0 on A.1", phase=1, table=["A set R3 B3"]) == "hit.not_held"
    assert code("hit W=0 on A.1", hand=SETS, table=["A set G3 B3"]) == "hit.before_laying"
    assert code("take W=0 from A.1", **laid) == "wild.stays"
    assert refused(entry(move="discard W=0", **laid))[0] == "card.wild_number"
    assert refused(entry(move="hit W=0 on C.1", **laid))[0] == "move.player"


def test_the_first_illegal_step_is_told() -> None:
    verdict = judge(entry(move=["discard R1", "discard R2", "what comes after is not looked at"]))
    assert (verdict.step, verdict.move, verdict.code) == (2, "discard R2", "turn.not_yours")
    # With two players a skip brings the next turn at once.
    again = ["discard S on A", "take discard"]
    assert code(*again) == "draw.skip"
    assert code("discard S on A", "draw pile", "discard R1") == "legal"


def test_a_move_may_end_the_round() -> None:
    out = {"laid": "me", "table": ["me set R3 B3 Y3"], "hand": "R1"}
    assert code("discard R1", **out) == "legal"
    assert code("discard R1", "draw pile", **out) == "turn.over"
    assert code("draw pile", at="round_over", hand="R1") == "turn.over"


def test_a_single_step_needs_no_list() -> None:
    assert judge(entry(move="  discard   R1 ")).legal
    assert judge(entry(move=" discard   B1 ")).move == "discard B1"


def test_own_rules_of_an_entry_win() -> None:
    skip = {"players": 4, "move": ["discard S on C"]}
    assert judge(entry(**skip), PRESETS["official"]).legal
    assert judge(entry(**skip, rules="seed"), PRESETS["official"]).code == "skip.next_only"
    assert judge(entry(**skip, rules="seed,skip_target=chosen")).legal


def test_what_is_expected() -> None:
    def expected(preset: str = "seed", **said: str) -> bool | None:
        return judge(entry(**said), Rules.parse(preset)).expected

    assert expected() is None
    assert expected(seed="legal") is True
    assert expected(seed="illegal", official="legal") is False
    assert expected("official", seed="illegal", official="legal") is True
    assert expected("official", seed="illegal") is None
    assert expected(seed="silent") is None
    assert expected(seed="silent", use="legal") is True
    assert expected("official", official="disputed", use="illegal") is False
    assert expected("seed,natural_per=group", seed="legal", official="legal") is None
    assert expected("seed,skip_target=next", seed="legal") is True
    assert expected("official", seed="illegal", rules="seed") is False
    assert judge(entry(seed="illegal")).agrees is False
    assert judge(entry()).agrees is None


def test_phases_of_another_list() -> None:
    hand = "R1 R2 R3 R4 B1 B2 B3 Y1 Y2 W S"
    lay = ["lay crun R1 R2 R3 R4", "discard S on A"]
    assert code(*lay, hand=hand, phase="crun:4") == "legal"
    assert code(*lay, hand=hand, phase=2, phases=["set:3", "crun:4"]) == "legal"
    assert code(*lay, hand=hand, phase=2) == "lay.wrong_goal"
    assert refused(entry(phase=3, phases=["set:3", "crun:4"]))[0] == "phase.number"


def test_players_are_called_by_their_place_or_their_name() -> None:
    table = ["A set R4 B4 G4", "C run R3 B4 Y5 G6"]
    laid = {"laid": "me", "table": ["me set R3 B3 Y3", *table], "hand": "Y4 B7 R1"}
    assert judge(entry(**laid)).names == ("me", "A", "B", "C")
    assert code("hit Y4 on A.1", "hit B7 on C.1", "discard R1", **laid) == "legal"
    assert code("hit B7 on B.1", **laid) == "hit.no_group"
    assert judge(entry(already_skipped="C, A")).names == ("me", "A", "B", "C")
    me = {"hand": HAND, "phase": 1}
    whole = {"me": me, "players": [{"name": "Anna"}, {"name": "Bo"}], "move": ["discard S on Bo"]}
    assert judge(whole, PRESETS["official"]).legal
    assert judge({**whole, "move": "discard S on b"}, PRESETS["official"]).legal
    assert judge(whole).refusal.instead.text(("me", "Anna", "Bo")) == "discard S on Anna"


def test_a_card_drawn_blind_is_not_suggested() -> None:
    held = {"at": "before_draw", "hand": "R1 R2 R3 R4 R5 R6 R7 R8 R9 R9", "phase": 8}
    seen = {judge(entry(move=["draw pile", "end turn"], players=n, **held)) for n in range(2, 7)}
    assert {verdict.code for verdict in seen} == {"turn.must_discard"}
    for verdict in seen:
        assert verdict.refusal is not None
        instead = verdict.refusal.instead
        assert instead is None or instead.text() in {f"discard R{n}" for n in range(1, 10)}
    whole = {"me": {"hand": held["hand"], "phase": 8}, "top": "R10", "at": "before_draw"}
    verdict = judge({**whole, "move": ["take discard", "end turn"]})
    assert verdict.refusal.instead.text() == "discard R10"


def test_a_position_tells_more_in_the_json_form() -> None:
    me = {"hand": SETS[:-3], "phase": 1}
    base = {"me": me, "at": "before_draw", "top": "G4", "move": ["draw pile"]}
    assert judge(base).legal
    empty = {**base, "pile": 0, "discards": "G4"}
    assert judge({**empty, "rules": "seed,restock=end"}).code == "draw.empty"
    taken = {**base, "move": ["take discard", "discard G4"]}
    assert judge(taken).legal
    assert judge({**taken, "rules": "seed,discard_taken=no"}).code == "discard.taken"
    laid = {"hand": "G4 R1", "phase": 1, "laid": True}
    table = ["me set R3 B3 Y3", "A set R4 B4 Y4"]
    hit = {"me": laid, "table": table, "move": "hit G4 on A.1"}
    assert judge(hit).legal
    assert judge({**hit, "me": {**laid, "laid_now": True}}).code == "hit.others_same_turn"
    assert judge({**hit, "turn": "A", "at": "after_draw"}).code == "turn.not_yours"


# --- entries that cannot be read -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "wrong", "place"),
    [
        ({"hand": "R13"}, "card.number", "X1: hand"),
        ({"hand": "R1 R1 R1 R2 R3 R4 R5 R6 R7 R8 R9"}, "card.too_many", "X1: hand"),
        ({"hand": "8xW 4xS"}, "hand.too_many", "X1: hand"),
        ({"hand": "R1"}, "position.hand_size", "X1: hand"),
        ({"hand": "", "part": True, "at": None, "laid": "you"}, "position.value", "X1"),
        ({"hand": HAND, "at": "before_draw"}, "position.hand_size", "X1: hand"),
        ({"hand": HAND, "at": "before_draw", "part": True}, "position.hand_size", "X1: hand"),
        ({"hand": HAND, "at": "others_turn", "laid": "me"}, "position.hand_size", "X1: hand"),
        ({"hand": None}, "position.hand_size", "X1: hand"),
        ({"hand": 5}, "position.shape", "X1"),
        ({"hand": ["R1"]}, "position.shape", "X1"),
        ({"phase": None}, "position.shape", "X1"),
        ({"phase": 11}, "phase.number", "X1: phase"),
        ({"phase": "many"}, "phase.unknown", "X1: phase"),
        ({"phase": [1]}, "position.shape", "X1: phase"),
        ({"phases": "none"}, "phase.edition", "X1: phases"),
        ({"phases": {}}, "position.shape", "X1: phases"),
        ({"rules": "house"}, "rules.preset", "X1: rules"),
        ({"rules": {"skip": 1}}, "position.shape", "X1"),
        ({"rules": "seed,players=2", "players": 3}, "game.players", "X1"),
        ({"laid": True}, "position.shape", "X1"),
        ({"table": "A set R1 B1"}, "position.shape", "X1"),
        ({"table": ["A set R1 R2"]}, "position.meld_cards", "X1: table"),
        ({"table": ["set R1 R2"]}, "position.meld", "X1: table"),
        ({"table": ["A set R1 R1 B1"]}, "card.too_many", "X1"),
        ({"table": [None]}, "position.shape", "X1: table"),
        ({"at": "noon"}, "position.value", "X1"),
        ({"at": 5}, "position.shape", "X1"),
        ({"discard_top": "R5 R6"}, "card.unknown", "X1: discard_top"),
        ({"discard_top": 5}, "position.shape", "X1"),
        ({"players": 1}, "number.range", "X1"),
        ({"players": 7}, "number.range", "X1"),
        ({"players": "4"}, "position.shape", "X1"),
        ({"players": [{}]}, "position.shape", "X1"),
        ({"players": 2, "table": ["B set G1 B1"]}, "number.range", "X1"),
        ({"already_skipped": 5}, "position.shape", "X1"),
        ({"already_skipped": [5]}, "position.shape", "X1"),
        ({"already_skipped": "P Q R S T U V"}, "game.players", "X1"),
        ({"part": "yes"}, "position.shape", "X1"),
        ({"bogus": 1}, "position.unknown_key", "X1"),
        ({"top": "R1"}, "position.unknown_key", "X1"),
        ({"seed": "maybe"}, "position.value", "X1"),
        ({"official": True}, "position.shape", "X1"),
        ({"use": "silent"}, "position.value", "X1"),
        ({"move": None}, "position.shape", "X1"),
        ({"move": []}, "position.no_move", "X1"),
        ({"move": 5}, "position.shape", "X1"),
        ({"move": {}}, "position.shape", "X1"),
        ({"move": [5]}, "position.shape", "X1: move 1"),
        ({"move": ["discard R1", None]}, "position.shape", "X1: move 2"),
        ({"move": ""}, "move.unknown", "X1: move 1"),
        ({"move": ["jump"]}, "move.unknown", "X1: move 1"),
        ({"move": ["discard R13"]}, "card.number", "X1: move 1"),
        ({"move": ["hit R1 on Q.1"]}, "move.player", "X1: move 1"),
        ({"move": ["discard S on B"]}, "move.player", "X1: move 1"),
        ({"id": [1]}, "position.shape", "1"),
        ({"id": True}, "position.shape", "1"),
        ({"id": ""}, "number.range", "1"),
        ({"id": "x" * 61}, "number.range", "1"),
        ({"id": 7, "hand": "R13"}, "card.number", "7: hand"),
        ({"id": None, "hand": "R13"}, "card.number", "1: hand"),
    ],
)
def test_what_cannot_be_read_is_named(parts: dict[str, Any], wrong: str, place: str) -> None:
    error = refused([entry(**parts)])
    assert (error[0], error[2]) == (wrong, place)


@pytest.mark.parametrize(
    ("parts", "wrong", "place"),
    [
        ({"me": None}, "position.shape", "X1"),
        ({"me": {"hand": "R13", "phase": 1}}, "card.number", "X1: me.hand"),
        ({"me": {"hand": "R1", "phase": 1}}, "position.hand_size", "X1: me.hand"),
        ({"me": {"hand": HAND}}, "position.shape", "X1"),
        ({"hand": HAND}, "position.unknown_key", "X1"),
        ({"pile": 109}, "number.range", "X1"),
        ({"pile": 100}, "number.range", "X1"),
        ({"players": 2}, "position.shape", "X1"),
        ({"players": [{"name": "A"}, {"name": "A"}]}, "position.same_name", "X1"),
        ({"players": [{"cards": 1, "holds": "G1 G2"}]}, "number.range", "X1"),
        ({"top": "G1", "discards": "G2"}, "position.top", "X1"),
    ],
)
def test_what_cannot_be_read_in_the_json_form(
    parts: dict[str, Any], wrong: str, place: str
) -> None:
    whole = {"id": "X1", "me": {"hand": HAND, "phase": 1}, "move": "discard S on A", **parts}
    error = refused(whole)
    assert (error[0], error[2]) == (wrong, place)


@pytest.mark.parametrize("data", [None, 5, "text", True, 1.5])
def test_a_file_is_a_list_of_entries(data: object) -> None:
    assert refused(data) == ("position.shape", {"key": "positions", "expected": "list"}, "")


@pytest.mark.parametrize("item", [None, 5, "text", [], {1: 2}])
def test_an_entry_is_an_object_with_named_parts(item: object) -> None:
    error = refused([entry(), item])
    assert error == ("position.shape", {"key": "positions", "expected": "object"}, "2")


def test_the_card_that_is_taken_has_to_be_told() -> None:
    before = {"at": "before_draw", "hand": HAND.removesuffix(" S")}
    assert refused(entry(move="take discard", **before))[::2] == ("position.no_top", "X1: move 1")
    assert code("take discard", **before, discard_top="B4") == "legal"
    assert code("take discard second", **before) == "draw.only_top"
    assert code("draw pile", "take discard", **before) == "draw.once"


def test_an_event_is_told_and_not_judged() -> None:
    judgment = judge_all([{"event": "rain", "hand": 5, "anything": [1]}, entry(), {"event": "sun"}])
    assert judgment.events == (Event("1", "rain"), Event("3", "sun"))
    assert len(judgment.verdicts) == 1
    assert refused([{"id": "E1", "event": 5}]) == (
        "position.shape",
        {"key": "event", "expected": "text"},
        "E1",
    )


def test_a_sentence_with_a_comma_needs_no_quotes() -> None:
    (given,) = yaml.safe_load(
        "- {id: X1, phase: 1, hand: R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 S, move: [discard R1],"
        " why: first this, then that, 5, done}"
    )
    assert 5 in given
    assert judge(given).legal
    assert refused([{**given, 6: 7}])[0] == "position.shape"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
steps = any_text | st.sampled_from(
    [
        *("draw pile", "take discard", "end turn", "discard S", "discard S on A", "discard W=3"),
        *("lay set R3 B3 Y3 | set R9 G9 Y9", "lay 2: set W W W", "lay run W=0 W=1", "lay color"),
        *("hit W on A.1", "hit W=0 on A.1", "hit R1 on me.99", "take W from A.1", "take discard 9"),
    ]
)


@hypothesis.given(st.data())
def test_whatever_stands_in_an_entry_it_is_judged_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(MOVES)))
    given = copy.deepcopy(MOVES[name])
    if data.draw(st.booleans()):
        given = as_json(given)
    where = data.draw(st.sampled_from([given, given.get("me", given)]))
    if data.draw(st.booleans()):
        where[data.draw(st.sampled_from(sorted(where)) | any_text)] = data.draw(anything)
    given["move"] = data.draw(st.lists(steps, max_size=4) | st.just(given.get("move")))
    verdict = attempt(judge, given, data.draw(st.sampled_from(sorted(PRESETS.values(), key=str))))
    if isinstance(verdict, GameError):
        assert verdict.place
    elif "event" not in given:
        assert isinstance(verdict, Verdict)
        assert verdict.code == "legal" or verdict.code in REFUSALS
