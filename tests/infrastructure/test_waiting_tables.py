"""The tables of the waiting game are installed, are small, and need nothing but Python."""

from __future__ import annotations

import zipfile
from pathlib import Path

from phase10.game.phases import PHASES
from tests.support.packaging import run

LIMIT = 25_000_000
"""Bytes of all tables in the wheel."""


def test_tables_are_in_the_wheel_and_small(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = [
            entry
            for entry in archive.infolist()
            if entry.filename.startswith("phase10/solver/tables/")
        ]
    assert len([entry for entry in packed if entry.filename.endswith(".bin")]) == len(PHASES)
    assert 1_000_000 < sum(entry.compress_size for entry in packed) <= LIMIT


def test_installed_tables_need_the_standard_library_alone(
    wheel_python: Path, tmp_path: Path
) -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from phase10.game.cards import Hand; from phase10.game.phases import PHASES\n"
        "from phase10.solver.waiting import MODELS, expected_turns, table_for\n"
        "hand = Hand('R1 R2 R3 B4 B5 G6 Y7 Y8 W S')\n"
        "for phase in PHASES:\n"
        "    for model in MODELS:\n"
        "        most = table_for(phase, model).worst[1]\n"
        "        assert 1 <= expected_turns(hand, phase, model) <= most\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names) - {'phase10'}))"
    )
    assert run([wheel_python, "-c", program], cwd=tmp_path).strip() == "[]"
