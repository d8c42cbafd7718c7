"""Every sentence of the seed from S13 to S65 has a test named by it, or states no rule:

S56: remarks that a game takes a while
S57: remarks that variations help when time is short
S62: names the variation that S63 and S64 describe
S65: remarks what the variation is good for
"""

from __future__ import annotations

import ast
import re
from pathlib import Path


def sentences_in_names() -> set[int]:
    """The sentences in the names of the tests beside this one."""
    found: set[int] = set()
    for source in sorted(Path(__file__).parent.glob("test_s*_to_s*.py")):
        for node in ast.parse(source.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                match = re.match(r"test_s(\d+)_", node.name)
                found.update({int(match[1])} if match else set())
    return found


def test_every_sentence_has_a_test_or_a_reason_to_have_none():
    remarks = {int(number) for number in re.findall(r"^S(\d+): \w+", __doc__ or "", re.M)}
    assert sentences_in_names() | remarks == set(range(13, 66))
    assert not sentences_in_names() & remarks
