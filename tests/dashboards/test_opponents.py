"""The other players on the table of the hint page: what is told of them is known to the hint."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from phase10.game.cards import CARDS, Card, Cards
from phase10.game.position import Opponent
from phase10.game.rules import PRESETS, Rules
from phase10.game.sight import game_of
from tests.dashboards.test_app import Visitor

R7, B7 = Card.parse("R7"), Card.parse("B7")


def table(count: int = 2) -> Visitor:
    visitor = Visitor()
    visitor.act("hand.text", "R1 R2 R3 B4 B5 B6 G7 G8 Y9 Y10")
    visitor.act("opponents.count", str(count))
    return visitor


def test_nobody_is_at_the_table_until_told() -> None:
    visitor = table(0)
    assert visitor.page.hint.position.players == ()
    visitor.act("opponents.count", "5")
    assert [player.name for player in visitor.page.hint.position.players] == list("ABCDE")
    visitor.act("opponents.count", "6")
    assert len(visitor.page.hint.position.players) == 5


def test_what_is_told_of_a_player_is_in_the_position() -> None:
    visitor = table()
    for act, value in {"name": "  Anna  Z ", "phase": "3", "cards": "4", "score": "35"}.items():
        visitor.act(f"opponents.{act}.0", value)
    visitor.act("opponents.laid.0", True)
    visitor.act("opponents.took.0", "R7")
    visitor.act("opponents.threw.0", "B7")
    position = visitor.page.hint.position
    assert position.players == (
        Opponent("Anna Z", 3, 35, 4, laid=True, took=Cards("R7"), threw=Cards("B7")),
        Opponent("B"),
    )
    assert game_of(position).hand(1).counts[R7.kind] >= 1
    visitor.act("opponents.phase.0", "")
    visitor.act("opponents.cards.0", "")
    assert visitor.page.hint.position.players[0].phase is None
    assert visitor.page.hint.position.players[0].cards is None


def test_fewer_players_keep_what_was_told_of_the_first() -> None:
    visitor = table()
    visitor.act("opponents.name.0", "Anna")
    visitor.act("opponents.name.1", "Bo")
    visitor.act("opponents.count", "1")
    visitor.act("opponents.count", "2")
    assert [player.name for player in visitor.page.hint.position.players] == ["Anna", "B"]


def unseen(visitor: Visitor, card: Card) -> int:
    return visitor.page.hint.position.unseen[card.kind]


def test_cards_taken_and_thrown_cannot_be_drawn() -> None:
    visitor = table()
    visitor.act("opponents.took.0", "R7")
    assert unseen(visitor, R7) == 1
    visitor.act("hand.add", "R7")
    assert unseen(visitor, R7) == 0
    assert "red 7, none left" in visitor.parts["hand"]
    visitor.act("opponents.threw.1", "B7")
    assert unseen(visitor, B7) == 1


def test_a_card_told_twice_is_one_card() -> None:
    visitor = table()
    visitor.act("table.seen", "B7")
    visitor.act("opponents.threw.0", "B7")
    assert unseen(visitor, B7) == 1
    visitor.act("table.top", "B7")  # of the two that lie there one is on top
    assert unseen(visitor, B7) == 0
    visitor.act("table.seen", "")
    assert unseen(visitor, B7) == 1  # the one that was thrown is the one on top


def test_a_card_taken_may_lie_in_a_group_since() -> None:
    visitor = table()
    visitor.act("opponents.took.0", "R7 R7")
    visitor.act("table.melds", "A set R7 B7 Y7")
    assert visitor.page.hint.melds.problems == []
    assert unseen(visitor, R7) == 0
    visitor.act("table.melds", "A set R7 R7 Y7")
    assert visitor.page.hint.melds.problems == []
    assert unseen(visitor, R7) == 0


def test_more_cards_than_the_deck_has_are_told() -> None:
    visitor = table()
    visitor.act("hand.text", "R7 R7")
    visitor.act("opponents.took.0", "R7 X9")
    shown = visitor.text("table")
    assert "X9" in shown
    assert "R7" in shown
    assert visitor.page.hint.position.players[0].took == Cards()
    visitor.act("hand.text", "R7")
    assert visitor.page.hint.position.players[0].took == Cards("R7")


@pytest.mark.parametrize("first", ["took", "threw", "hand", "seen", "top", "melds"])
def test_whatever_is_told_first_the_deck_is_never_exceeded(first: str) -> None:
    visitor = table(2)
    acts = {
        "took": ("opponents.took.0", "R7 R7"),
        "threw": ("opponents.threw.1", "R7 R7"),
        "hand": ("hand.text", "R7 R7"),
        "seen": ("table.seen", "R7 R7"),
        "top": ("table.top", "R7"),
        "melds": ("table.melds", "B set R7 R7 Y7"),
    }
    for name in (first, *(name for name in acts if name != first)):
        reply = visitor.act(*acts[name])
        assert not any("alert" in effect for effect in reply["effects"])
        assert min(visitor.page.hint.position.unseen) >= 0


def test_two_players_of_one_name_are_told() -> None:
    visitor = table()
    visitor.act("opponents.name.1", "a")
    assert "two players cannot have the same name" in visitor.text("table")
    assert visitor.page.hint.position.players == ()


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_rule_set(preset: str) -> None:
    visitor = table()
    visitor.act("table.natural_per", True)
    visitor.act("table.preset", preset)
    rules = visitor.page.hint.position.rules
    assert rules == Rules.parse(f"{preset},natural_per=group")
    assert f'value="{preset}" selected' in visitor.parts["table"]
    visitor.act("table.preset", "hello")
    assert visitor.page.hint.position.rules == rules


def test_a_reload_and_a_link_keep_the_players() -> None:
    visitor = table()
    for act, value in {
        "name.0": "Žanis & <b>", "phase.1": "4", "cards.1": "7", "took.0": "R7", "threw.1": "B7",
        "score.0": "15",
    }.items():  # fmt: skip
        visitor.act(f"opponents.{act}", value)
    visitor.act("opponents.laid.1", True)
    visitor.act("table.preset", "official")
    position = visitor.page.hint.position
    assert Visitor(**visitor.kept).page.hint.position == position
    link = visitor.act("share.link")["effects"][-1]["copy"]
    assert Visitor(link).page.hint.position == position
    assert "<b>" not in "".join(Visitor(link).parts.values())


@pytest.mark.parametrize(
    "players",
    ["x", "[", "5", "[5]", "{}", '[{"name":5,"phase":"x","took":[],"laid":1}]', '[{"phase":true}]',
     '[{"cards":99,"phase":-1,"took":"R99 R7 R7 R7","done":["x",0,3]}]', "[" * 3000],
)  # fmt: skip
def test_a_damaged_link_is_survived(players: str) -> None:
    visitor = Visitor(f"?hand=R7&players={quote(players)}")
    assert not any("alert" in effect for effect in visitor.replies[-1]["effects"])
    for player in visitor.page.hint.position.players:
        assert (player.phase, player.cards) == (None, None)


@pytest.mark.parametrize("lang", ["en", "lv"])
def test_every_field_has_a_label(lang: str) -> None:
    visitor = Visitor(local={"lang": lang})
    visitor.act("opponents.count", "2")
    part = visitor.parts["table"]
    for place in "01":
        for name in ("name", "phase", "cards", "took", "threw"):
            assert f'for="opponents-{name}-{place}"' in part
            assert f'id="opponents-{name}-{place}"' in part


def test_nothing_is_said_of_cards_that_were_not_told() -> None:
    visitor = table()
    position: Any = visitor.page.hint.position
    assert position.unseen[CARDS.index(R7)] == 2
    assert all(player.took == Cards() for player in position.players)
