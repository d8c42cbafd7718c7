"""Cards as pictures: names, shapes, no colour alone."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from phase10.game.cards import CARDS, Card, Hand
from phase10.game.phases import PHASES, Phase
from phase10.solver.groupings import best_groupings
from phase10.views.cards import SHAPES, card_face, card_style, gap_face, look
from phase10.views.i18n import LANGUAGES
from phase10.views.names import card_name
from phase10.views.svg import grouping_svg, hand_svg

SVG = "{http://www.w3.org/2000/svg}"


def hidden_text(markup: str) -> str:
    found = re.search(r'<span class="p10-hidden">([^<]*)</span>', markup)
    return "" if found is None else found[1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_has_a_name_a_shape_and_its_number(lang: str, card: Card) -> None:
    face = card_face(card, lang)
    assert hidden_text(face) == card_name(lang, card, "spoken")
    assert SHAPES[look(card)] in face
    assert f"p10-{look(card)}" in face
    assert face.count('aria-hidden="true"') == (2 if card.is_number else 1)
    if card.is_number:
        assert f">{card.number}<" in face


def test_shapes_differ() -> None:
    assert len({look(card) for card in CARDS}) == 6
    assert len(set(SHAPES.values())) == 6


def test_a_card_without_a_name_is_decoration() -> None:
    face = card_face(CARDS[0], "en", named=False)
    assert hidden_text(face) == ""
    assert face.startswith('<span class="p10-card p10-red" aria-hidden="true">')


def test_a_wild_shows_what_it_stands_for() -> None:
    for face in (card_face(Card.parse("W=9"), "en"), card_face(CARDS[48], "en", stands_for=9)):
        assert ">9<" in face
        assert hidden_text(face) == "wild as 9"
        assert "p10-wild" in face
    assert "p10-shape-only" in card_face(CARDS[48], "en", small=True)
    assert "p10-small" in card_face(CARDS[48], "en", small=True)


def test_gaps_are_dashed_and_named() -> None:
    assert hidden_text(gap_face(7, None, "lv")) == "jebkurš 7"
    assert hidden_text(gap_face(6, None, "en", in_run=True)) == "the 6"
    red = gap_face(None, "red", "en")
    assert SHAPES["red"] in red
    assert hidden_text(red) == "any red card"
    unknown = gap_face(None, None, "en", parity="even", named=False)
    assert ">?<" in unknown
    assert hidden_text(unknown) == ""
    assert all("p10-gap" in face for face in (red, unknown))


def test_the_style_sheet_covers_every_look_and_every_reader() -> None:
    style = card_style()
    looks = {look(card) for card in CARDS} - {"skip"}  # the plain card
    for name in looks:
        assert f".p10-{name} {{" in style
    assert all(color in style for color in ("#b91c1c", "#1d4ed8", "#166534", "#facc15"))
    for query in ("forced-colors: active", "@media print"):
        assert query in style
    assert "url(" not in style
    assert "@import" not in style


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hand_is_a_picture_that_stands_alone(lang: str) -> None:
    hand = Hand("R7 B12 W S")
    picture = read(hand_svg(hand, lang))
    assert picture.tag == f"{SVG}svg"
    assert picture.get("role") == "img"
    assert len(picture.findall(f"{SVG}g")) == 4
    description = picture.findtext(f"{SVG}desc")
    assert description == ", ".join(card_name(lang, card) for card in hand)
    assert description in (picture.get("aria-label") or "")
    assert not [node for node in picture.iter() if node.get("class") or node.get("href")]


def test_an_empty_hand_is_a_picture_too() -> None:
    assert read(hand_svg(Hand())).findall(f"{SVG}g") == []


def test_a_plan_shows_cards_gaps_and_spare_cards() -> None:
    plan = best_groupings(Hand("R5 B5 W Y3 G4 S"), PHASES[2])[0]
    picture = read(grouping_svg(plan, "en"))
    cards = picture.findall(f"{SVG}g")
    missing = [card for card in cards if card.find(f"{SVG}rect[@stroke-dasharray]") is not None]
    assert len(missing) == plan.missing
    assert len(cards) == PHASES[2].size + len(plan.spare)
    headings = [node.text for node in picture.findall(f"{SVG}text")]
    assert headings[-1] == "Spare cards"
    assert len(headings) == 3


def test_a_run_is_drawn_in_order_with_its_gaps() -> None:
    plan = best_groupings(Hand("R1 B2 G4 Y6 R7"), Phase("run:7"))[0]
    picture = read(grouping_svg(plan, "en"))
    numbers = [node.findtext(f"{SVG}text") for node in picture.findall(f"{SVG}g")]
    assert numbers == ["1", "2", "3", "4", "5", "6", "7"]


def test_pictures_escape_and_need_no_other_host() -> None:
    for plan in best_groupings(Hand("R5 B6"), Phase("color:4+crun:3")):
        picture = grouping_svg(plan, "lv")
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_the_style_sheet_is_in_the_package() -> None:
    import phase10.views.cards as module

    assert (Path(module.__file__).parent / "cards.css").read_text("utf-8") == card_style()
