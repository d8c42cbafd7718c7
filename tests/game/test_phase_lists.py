"""Lists of phases as typed."""

from __future__ import annotations

import pytest

from phase10.game.errors import GameError
from phase10.game.phase_lists import read_phase_list
from phase10.game.phases import EDITIONS


@pytest.mark.parametrize("key", EDITIONS.all())
def test_an_edition_is_read_by_its_name(key: str) -> None:
    assert read_phase_list(key) == EDITIONS[key].phases
    assert read_phase_list(f"  {key.upper().replace('_', ' ')} ") == EDITIONS[key].phases


def test_phases_of_ones_own() -> None:
    assert [str(phase) for phase in read_phase_list("set:3 ; 2 sets of 3;; run of 7;")] == [
        "set:3", "set:3+set:3", "run:7",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "phase.empty"),
        (" ; ", "phase.empty"),
        ("hello", "phase.unknown"),
        ("set:3; set:99", "phase.size"),
        (";".join(["set:3"] * 41), "number.range"),
    ],
)
def test_what_is_no_list(text: str, code: str) -> None:
    with pytest.raises(GameError) as raised:
        read_phase_list(text)
    assert raised.value.code == code
