"""The table of rule options in the documents is the one that the program has."""

from __future__ import annotations

import re

from phase10.game.rules import OPTIONS, PRESETS
from tests.support.packaging import CHECKOUT


def said(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def test_every_rule_option_is_described_with_its_values() -> None:
    rows = {
        cells[1].strip("` "): [cell.strip() for cell in cells]
        for line in (CHECKOUT / "docs" / "rules.md").read_text("utf-8").splitlines()
        if (cells := line.split("|")) and line.startswith("| `")
    }
    assert set(rows) == {*OPTIONS, "deck"}
    for option, values in OPTIONS.items():
        shown = [said(value) for value in values]
        if len(shown) > 4:
            shown = [shown[0], shown[-1]]
        assert set(re.findall(r"`(\w+)`", rows[option][2])) == set(shown), option
        for column, preset in ((3, "seed"), (4, "official")):
            assert rows[option][column] == said(getattr(PRESETS[preset], option)), option
