"""A reload and a link change nothing, also where two fields want the same copy of a card."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any
from urllib.parse import parse_qsl

import pytest

from phase10.game.cards import Hand
from tests.dashboards.test_app import Visitor

FIELDS = {
    "hand": ("hand.text", "{cards} R1"),
    "seen": ("table.seen", "{cards} R4"),
    "top": ("table.top", "{cards}"),
    "melds": ("table.melds", "A: set {cards} R3 Y3"),
    "took": ("opponents.took.0", "{cards} R5"),
    "other": ("opponents.took.1", "{cards} R6"),
    "threw": ("opponents.threw.0", "{cards} R7"),
}


def told(visitor: Visitor) -> dict[str, Any]:
    """What every field accepted, shows and refuses."""
    hint = visitor.page.hint
    fields = {
        "hand": hint.picker.field,
        "top": hint.top,
        "seen": hint.seen,
        "melds": hint.melds,
        **{f"took {place}": row.took for place, row in enumerate(hint.opponents.rows)},
        **{f"threw {place}": row.threw for place, row in enumerate(hint.opponents.rows)},
    }
    return {
        "position": hint.position,
        **{name: (field.text, field.counts, str(field.problems)) for name, field in fields.items()},
    }


def reloaded(visitor: Visitor) -> Visitor:
    kept = json.loads(json.dumps(visitor.kept))
    return Visitor(session=kept["session"], local=kept["local"])


@pytest.mark.parametrize("order", [*itertools.permutations(FIELDS, 2)], ids="-".join)
def test_who_had_a_copy_first_has_it_after_a_reload(order: tuple[str, str]) -> None:
    visitor = Visitor()
    visitor.act("opponents.count", "2")
    for name in order:
        act, text = FIELDS[name]
        cards = "B3" if name in ("top", "melds") else "B3 B3"
        visitor.act(act, text.format(cards=cards))
    visitor.act("hand.sort", "color")
    again = reloaded(visitor)
    assert told(again) == told(visitor)
    # A link has what was accepted.
    query = visitor.page.hint.query("en")
    linked = Visitor(f"?{query}")
    assert linked.page.hint.position == visitor.page.hint.position
    assert dict(parse_qsl(linked.page.hint.query("en"))) == dict(parse_qsl(query))


def test_any_order_of_many_wishes() -> None:
    rng = random.Random(5)
    for _ in range(25):
        visitor = Visitor()
        visitor.act("opponents.count", "2")
        for name in rng.sample(list(FIELDS), len(FIELDS)):
            act, text = FIELDS[name]
            few = 1 if name in ("top", "melds") else rng.randint(1, 2)
            visitor.act(act, text.format(cards=" ".join(["B3"] * few)))
        assert told(reloaded(visitor)) == told(visitor)


@pytest.mark.parametrize(
    "typed", [None, 7, [], {"top": 3, "players": [[1], 2, ["R1"], [None, {}]]}]
)
def test_what_was_typed_of_the_wrong_shape_is_left_out(typed: Any) -> None:
    visitor = Visitor()
    visitor.act("hand.text", "R7 B7")
    visitor.act("opponents.count", "2")
    session = visitor.kept["session"]
    session = {**session, "hint": {**session["hint"], "typed": typed}}
    assert str(Visitor(session=session).page.hint.picker.hand) == str(Hand("R7 B7"))
