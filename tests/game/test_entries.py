"""What one typed entry means, in the short notation, in English and in Latvian."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10.game.entries import plain_letters, read_entry, split_entries
from phase10.game.errors import CardError
from phase10.game.notation import parse_cards
from tests.game.hostile import any_text, attempt


def read(text: str) -> str:
    return " ".join(map(str, parse_cards(text)))


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("R7 B12 G1 Y5 W S", "R7 B12 G1 Y5 W S"),
        ("r7,b12;g1 , y5", "R7 B12 G1 Y5"),
        ("7R 12b 1G 5y", "R7 B12 G1 Y5"),
        ("red 7 blue 12 green 1 yellow 5", "R7 B12 G1 Y5"),
        ("Red7, BLUE 12", "R7 B12"),
        ("R 7 B 12", "R7 B12"),
        ("7 R, 12 B", "R7 B12"),
        ("2xW", "W W"),
        ("2 x W 3×S 2*r7", "W W S S S R7 R7"),
        ("2X red 7", "R7 R7"),
        ("W=9 w = 10 wild=3", "W=9 W=10 W=3"),
        ("2xW=9", "W=9 W=9"),
        ("wild wilds joker jokers skip skips", "W W W W S S"),
        ("red 7 card, 2 x wild cards", "R7 W W"),
        ("W 5R", "W R5"),
        ("S 7R", "S R7"),
        ("R1 2xW 12B", "R1 W W B12"),
        ("W 2xR5", "W R5 R5"),
        ("R07", "R7"),
        ("", ""),
        (" , ; \n\t", ""),
        ("R5\nB5\u00a0G5", "R5 B5 G5"),
        ("R٧ ７b", "R7 B7"),
    ],
)
def test_short_notation_and_english(text, cards):
    assert read(text) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("sarkans 7", "R7"),
        ("sarkanais 7, sarkano 12", "R7 R12"),
        ("sar 7", "R7"),
        ("zils 7 zila 8 zil 9", "B7 B8 B9"),
        ("zaļš 7, zaļa 8, zaļ 9, zal 10, ZAĻ 11", "G7 G8 G9 G10 G11"),
        ("dzeltens 3 dzel 7 dze 8", "Y3 Y7 Y8"),
        ("džokers dzokers džok 2xdžokeri", "W W W W W"),
        ("džokers=9", "W=9"),
        ("izlaišana izlaišanas kārts izl", "S S S"),
        ("2 x zaļā 7", "G7 G7"),
        ("sarkans 7 kārts, zils 3", "R7 B3"),
    ],
)
def test_latvian(text, cards):
    assert read(text) == cards
    assert read(unicodedata.normalize("NFD", text)) == cards


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("R13", "card.number"),
        ("R0", "card.number"),
        ("R-1", "card.number"),
        ("0B", "card.number"),
        ("13 G", "card.number"),
        ("red 99999999999999999999", "card.number"),
        ("R", "card.unknown"),
        ("red", "card.unknown"),
        ("7", "card.unknown"),
        ("7 red", "card.unknown"),
        ("Q7", "card.unknown"),
        ("z7", "card.unknown"),
        ("Z 7", "card.unknown"),
        ("d7", "card.unknown"),
        ("ža7", "card.unknown"),
        ("za 7", "card.unknown"),
        ("R7B5", "card.unknown"),
        ("R7.5", "card.unknown"),
        ("R7=5", "card.unknown"),
        ("red=5", "card.unknown"),
        ("W7", "card.unknown"),
        ("wild 7", "card.unknown"),
        ("card", "card.unknown"),
        ("R²", "card.unknown"),
        ("RⅧ", "card.unknown"),
        ("<script>alert(1)</script>", "card.unknown"),
        ("thirteen", "card.unknown"),
        ("S7", "card.skip_number"),
        ("s 7", "card.skip_number"),
        ("7x S7", "card.skip_number"),
        ("skip 7", "card.skip_number"),
        ("izlaišana 7", "card.skip_number"),
        ("S=7", "card.skip_number"),
        ("W=0", "card.wild_number"),
        ("W=13", "card.wild_number"),
        ("W=-3", "card.wild_number"),
        ("0xR7", "card.copies"),
        ("109xW", "card.copies"),
        ("99999999999999xW", "card.copies"),
    ],
)
def test_what_is_no_card(text, code):
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert caught.value.code == code


def test_an_error_quotes_what_was_typed():
    with pytest.raises(CardError) as caught:
        parse_cards("R5 zaļš 13")
    assert caught.value.values == {"token": "zaļš 13", "number": "13"}


@given(any_text)
def test_nothing_that_was_typed_is_lost(text):
    entries = split_entries(text)
    signs = re.sub(r"[\s,;]+", "", text)
    assert re.sub(r"[\s,;]+", "", "".join(entries)) == signs
    assert all(entry == entry.strip() != "" for entry in entries)


@given(st.text(max_size=50))
def test_an_entry_is_a_card_or_a_known_error(text):
    entry = attempt(read_entry, text)
    if not isinstance(entry, CardError):
        assert 0 <= entry.kind < 50
        assert 1 <= entry.copies <= 108
        assert entry.stands_for is None or 1 <= entry.stands_for <= 12


def test_plain_letters():
    assert plain_letters("Zaļš ŽĀĒĪŪ Č") == "zals zaeiu c"
    assert plain_letters("za\u013c") == plain_letters("zal\u0327") == "zal"
