"""The position that the README shows is one that the command reads."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from phase10.advice.hints import advise
from phase10.game.position import Position

README = Path(__file__).parents[2] / "README.md"


def test_position_of_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    position = Position.from_json(yaml.safe_load(block))
    assert len(position.known) == 8
    assert advise(position).options[0].move == "take discard"
