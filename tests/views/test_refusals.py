"""Every refusal is a whole sentence in both languages, with the cards and values it is about."""

from __future__ import annotations

import doctest
import re

import pytest

from phase10.game.cards import Card
from phase10.game.moves import (
    Discard,
    Draw,
    EndTurn,
    Hit,
    Laid,
    Lay,
    Move,
    TakeBack,
    TakeDiscard,
)
from phase10.game.notation import parse_cards
from phase10.game.phases import GOAL_SIZES
from phase10.game.refusals import REFUSALS, Refusal
from phase10.views import refusals
from phase10.views.i18n import LANGUAGES
from phase10.views.names import card_name
from phase10.views.refusals import instead_text, refusal_rule, refusal_text
from tests.locale.catalogues import texts

# The cards and the values of a refusal, and the end of its sentence's code where it has several.
Example = tuple[str, dict[str, str | int], str]

EXAMPLES: dict[str, list[Example]] = {
    "turn.over": [("", {}, "")],
    "turn.not_yours": [("", {}, "")],
    "turn.must_discard": [("", {}, "")],
    "draw.first": [("", {}, "")],
    "draw.once": [("", {}, "")],
    "draw.only_top": [("", {}, "")],
    "draw.no_discard": [("", {}, "")],
    "draw.empty": [("", {}, "")],
    "draw.skip": [("S", {}, "")],
    "lay.already": [("", {}, "")],
    "lay.skip": [("S", {}, "")],
    "lay.not_held": [("R3", {}, ""), ("R3 G5 W", {}, "")],
    "lay.twice": [("G5", {}, ""), ("R4 G5", {}, "")],
    "lay.partial": [
        ("R3 B3 Y3", {"phase": "set:3+run:4"}, ""),
        ("", {"phase": "set:3+run:4"}, ".none"),
    ],
    "lay.not_a_goal": [("R10 B11 W=12", {"phase": "set:3+set:3", "kind": "run"}, "")],
    "lay.wrong_goal": [("R3 B3 G3", {"phase": "color:7"}, "")],
    "lay.short": [
        ("R5", {"kind": "set", "count": 1, "size": 3}, ""),
        ("R1 B2 W=3", {"kind": "run", "count": 3, "size": 4}, ""),
    ],
    "lay.numbers": [("G6", {}, ""), ("G6 B8", {}, "")],
    "lay.order": [("B2", {}, "")],
    "lay.ends": [("W", {}, "")],
    "lay.color": [("R3", {}, ""), ("R3 B4", {}, "")],
    "lay.parity": [("R3", {}, ".even"), ("R4 B6", {}, ".odd")],
    "lay.wild_number": [("W=5", {}, "")],
    "lay.undeclared": [("W W W", {}, "")],
    "lay.no_natural": [("W=9 W=9 W=9", {}, "")],
    "lay.no_natural_group": [("W=9 W=9 W=9", {}, "")],
    "lay.same_number": [("R9 B9 W=9", {}, "")],
    "lay.extra": [("R10", {}, ""), ("R10 W=11", {}, "")],
    "lay.no_discard": [("", {}, "")],
    "lay.not_open": [("", {"number": 5}, ""), ("", {"number": 0}, ".none")],
    "lay.done": [("", {"number": 2}, "")],
    "hit.before_laying": [("R4", {}, "")],
    "hit.others_same_turn": [("R4", {}, "")],
    "hit.no_group": [("R4", {}, "")],
    "hit.not_held": [("R4", {}, "")],
    "hit.skip": [("S", {}, "")],
    "hit.numbers": [("R8", {"number": 7}, "")],
    "hit.order": [
        ("R8", {"low": 3, "high": 6}, ".open"),
        ("R8", {"low": 1, "high": 6}, ".low"),
        ("R2", {"low": 7, "high": 12}, ".high"),
        ("R8", {"low": 1, "high": 12}, ".full"),
    ],
    "hit.ends": [
        ("Y12", {"low": 1, "high": 4}, ".low"),
        ("Y1", {"low": 9, "high": 12}, ".high"),
        ("Y1", {"low": 1, "high": 12}, ".full"),
        ("Y1", {"low": 3, "high": 6}, ".open"),
    ],
    "hit.color": [("R8", {"color": "green"}, "")],
    "hit.parity": [("R7", {}, ".even"), ("R8", {}, ".odd")],
    "hit.taken": [("W=9", {"number": 9}, "")],
    "hit.wild_number": [("W=8", {}, ".one"), ("W=2 W=7", {}, ".two"), ("", {}, ".none")],
    "hit.undeclared": [("W=2 W=7", {}, "")],
    "hit.last_card": [("Y4", {}, ""), ("W=7", {}, "")],
    "wild.stays": [
        ("W", {}, ".wild"),
        ("W=5", {}, ".wild"),
        ("B6", {}, ".card"),
        ("", {}, ".wild"),
    ],
    "discard.not_held": [("B9", {}, "")],
    "discard.taken": [("R5", {}, ""), ("W", {}, "")],
    "discard.target": [("R5", {}, "")],
    "skip.next_only": [("S", {"player": 1}, "")],
    "skip.self": [("S", {}, "")],
    "skip.no_player": [("S", {}, "")],
    "skip.choose": [("S", {}, "")],
    "skip.served": [("S", {"player": 2}, "")],
}

# What these are about is told in other words: any card would be refused for the same reason.
UNNAMED = {"hit.before_laying", "hit.others_same_turn", "hit.no_group"}

CASES = [
    pytest.param(code, example, id=f"{code}{example[2]}-{example[0]}")
    for code, examples in EXAMPLES.items()
    for example in examples
]


def refusal(code: str, cards: str = "", **values: str | int) -> Refusal:
    return Refusal(code, tuple(parse_cards(cards)), tuple(values.items()))


def forms(lang: str, code: str) -> tuple[str, ...]:
    return texts(lang)[f"refusal.{code}"]


def pattern(form: str) -> str:
    """The sentence as a pattern: anything may stand where a value does."""
    return re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(form))


def test_doctests() -> None:
    assert doctest.testmod(refusals).failed == 0


def test_examples_cover_every_code_with_its_values() -> None:
    assert EXAMPLES.keys() == REFUSALS.keys()
    for code, examples in EXAMPLES.items():
        for _, values, _ in examples:
            assert tuple(values) == REFUSALS[code].values, code


def test_no_sentence_is_left_over() -> None:
    said = {f"{code}{end}" for code, examples in EXAMPLES.items() for _, _, end in examples}
    rest = {"rule", "rule.option", "instead.draw", "instead.take", "instead.lay"}
    rest |= {"instead.lay.number", "instead.hit", "instead.hit.wild"}
    rest |= {"instead.hit.own", "instead.hit.wild.own"}
    rest |= {"instead.discard", "instead.skip", "instead.skip.nobody"}
    known = {code.removeprefix("refusal.") for code in texts("en") if code.startswith("refusal.")}
    assert known == said | rest


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "example"), CASES)
def test_the_sentence_of_a_refusal(lang: str, code: str, example: Example) -> None:
    cards, values, end = example
    said = refusal_text(lang, refusal(code, cards, **values))
    assert any(re.fullmatch(pattern(form), said, re.IGNORECASE) for form in forms(lang, code + end))
    assert said.endswith(".")
    assert said[0].isupper() or said[0].isdigit()
    assert "{" not in said
    assert "  " not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "example"), CASES)
def test_cards_are_named(lang: str, code: str, example: Example) -> None:
    said = refusal_text(lang, refusal(code, example[0], **example[1])).lower()
    words = {"en": ("wild", "skip"), "lv": ("džoker", "izlaišanas kārt")}[lang]
    case = "accusative" if code in ("discard.taken", "wild.stays") else "nominative"
    for card in parse_cards(example[0]):
        if card.is_number and code not in UNNAMED:
            assert card_name(lang, card, case) in said
        elif card.is_wild:
            assert words[0] in said
        elif card.is_skip and not code.startswith("skip."):
            assert words[1] in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "example"), CASES)
def test_every_number_told_is_true(lang: str, code: str, example: Example) -> None:
    cards, values, _ = example
    said = refusal_text(lang, refusal(code, cards, **values))
    known = {1, 12} if code in ("lay.ends", "hit.ends", "hit.order", "hit.wild_number") else set()
    known |= {value for value in values.values() if isinstance(value, int)}
    known |= {card.number or card.stands_for or 0 for card in parse_cards(cards)}
    known |= {int(number) for text in values.values() for number in re.findall(r"\d+", str(text))}
    known |= {int(values["low"]) - 1, int(values["high"]) + 1} if "low" in values else set()
    known |= {2} if values.get("phase") == "set:3+set:3" else set()
    assert {int(number) for number in re.findall(r"\d+", said)} <= known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_refusals_have_different_sentences(lang: str) -> None:
    said = [
        refusal_text(lang, refusal(code, cards, **values))
        for code, examples in EXAMPLES.items()
        for cards, values, _ in examples
    ]
    # A wild on the table stays, however it is named.
    assert len(said) - len(set(said)) == 2
    whole = [forms for code, forms in texts(lang).items() if code.startswith("refusal.")]
    assert len(whole) == len(set(whole)) > len(REFUSALS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_goal_can_be_short_or_too_many(lang: str) -> None:
    said = {
        refusal_text(lang, refusal("lay.short", "R1 R3", kind=kind, count=2, size=5))
        for kind in GOAL_SIZES
    }
    said |= {
        refusal_text(lang, refusal("lay.not_a_goal", "R10 B10", phase=f"{kind}:4", kind=kind))
        for kind in GOAL_SIZES
    }
    assert len(said) == 2 * len(GOAL_SIZES)


def test_sentences_of_laying() -> None:
    assert refusal_text("en", refusal("lay.twice", "G5")) == (
        "You used this card more often than you hold it: green 5. One card serves one goal only."
    )
    assert refusal_text("lv", refusal("lay.twice", "G5")) == (
        "Šīs kārts tev rokā nav tik daudz: zaļais 5. Viena kārts der tikai vienai fāzes daļai."
    )
    partial = refusal("lay.partial", "R3 B3 Y3", phase="set:3+run:4")
    assert refusal_text("en", partial) == (
        "This is only a part of your phase: red 3, blue 3 and yellow 3. "
        "The whole phase is laid down at once: set of 3 and run of 4."
    )
    surplus = refusal("lay.not_a_goal", "R10 B10 G10", phase="set:3+set:3", kind="set")
    assert refusal_text("en", surplus) == (
        "This is one group too many for your phase: set (red 10, blue 10 and green 10). "
        "It asks for just this: 2 sets of 3."
    )
    assert refusal_text("lv", surplus) == (
        "Viena fāzes daļa ir lieka: komplekts (sarkanais 10, zilais 10 un zaļais 10). "
        "Tava fāze prasa tikai to: 2 komplekti pa 3 kārtīm."
    )
    short = refusal("lay.short", "R1 B2 W=3", kind="run", count=3, size=4)
    assert refusal_text("en", short) == (
        "Here are only 3 cards (red 1, blue 2 and wild as 3), but the goal asks for more: run of 4."
    )
    assert refusal_text("lv", short) == (
        "Te ir tikai 3 kārtis (sarkanais 1, zilais 2 un džokers kā 3), bet vajag vairāk: "
        "4 kāršu virkne."
    )
    assert refusal_text("en", refusal("lay.same_number", "R9 W=9 W=9 B9")) == (
        "By these rules two sets must have different numbers, "
        "but these have the same: red 9, wild as 9 ×2 and blue 9."
    )


def test_what_is_in_hand_is_told_once_and_stands_for_nothing() -> None:
    assert refusal_text("en", refusal("lay.not_held", "W=3 W=4 W")) == (
        "This card is not in your hand: wild. Only cards that you hold can be laid down."
    )
    assert refusal_text("lv", refusal("lay.not_held", "R3 R3 W=4")) == (
        "Šo kāršu tev rokā nav: sarkanais 3 un džokers. Izlikt var tikai to, kas ir rokā."
    )


def test_sentences_of_hits() -> None:
    said = {
        ("R8", 3, 6): "it goes from 3 to 6, so only 2, 7 or a wild can be added.",
        ("R8", 1, 6): "it goes from 1 to 6, so only 7 or a wild can be added.",
        ("R2", 7, 12): "it goes from 7 to 12, so only 6 or a wild can be added.",
        ("R8", 1, 12): "it has every number from 1 to 12, so nothing can be added.",
    }
    for (card, low, high), text in said.items():
        told = refusal_text("en", refusal("hit.order", card, low=low, high=high))
        assert told == f"Red {card[1]} does not fit this run: {text}"
    assert refusal_text("lv", refusal("hit.order", "R8", low=3, high=6)) == (
        "Sarkanais 8 šai virknei neder: tā iet no 3 līdz 6, tāpēc der tikai 2, 7 vai džokers."
    )
    assert refusal_text("en", refusal("hit.ends", "Y1", low=9, high=12)) == (
        "Yellow 1 does not fit: in a run nothing comes after 12, "
        "so only 8 or a wild can be added here."
    )
    assert refusal_text("lv", refusal("hit.color", "R8", color="green")) == (
        "Sarkanais 8 neder: šeit visām kārtīm jābūt vienā krāsā, un tā ir zaļa."
    )
    assert refusal_text("en", refusal("hit.undeclared", "W=7 W=2")) == (
        "A wild fits at both ends of this run: choose whether it stands for 2 or 7."
    )
    assert refusal_text("lv", refusal("hit.last_card", "W=7")) == (
        "Džokers kā 7 ir tava pēdējā kārts: tā jānomet, tāpēc to nevar pielikt."
    )


def test_players_are_called_by_name_and_not_declined() -> None:
    served, following = refusal("skip.served", "S", player=1), refusal("skip.next_only", player=1)
    assert refusal_text("en", served) == "One skip at a time: B already has a turn to miss."
    for lang in LANGUAGES:
        assert "anna-Līga {x}" in refusal_text(lang, served, ["me", "anna-Līga {x}"])
        assert "anna-Līga {x}" in refusal_text(lang, following, ("me", "anna-Līga {x}"))
    assert refusal_text("lv", following, ["es", "Jānis"]) == (
        "Pēc šiem noteikumiem gājienu izlaiž tikai nākamais spēlētājs: Jānis."
    )


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_the_rule_is_named(code: str) -> None:
    law = REFUSALS[code]
    decides = f"; the option {law.option} decides" if law.option else ""
    assert refusal_rule("en", Refusal(code)) == f"Rule {law.rule}{decides}"
    assert refusal_rule("lv", Refusal(code)).startswith(f"Noteikums {law.rule}")
    assert law.option in refusal_rule("lv", Refusal(code))


SETS = (
    Laid("set", tuple(parse_cards("R3 B3 W=3"))),
    Laid("run", tuple(parse_cards("R4 B5 G6 Y7"))),
)
MOVES: list[tuple[Move, str, str]] = [
    (Draw(), "You could draw a card from the draw pile.", "Tu vari izvilkt kārti no kaudzes."),
    (
        TakeDiscard(),
        "You could take the face-up card.",
        "Tu vari paņemt augšējo nomesto kārti.",
    ),
    (
        Lay(SETS),
        (
            "You could lay down your phase: set (red 3, blue 3, wild as 3); "
            "run (red 4, blue 5, green 6, yellow 7)."
        ),
        (
            "Tu vari izlikt savu fāzi: komplekts (sarkanais 3, zilais 3, džokers kā 3); "
            "virkne (sarkanais 4, zilais 5, zaļais 6, dzeltenais 7)."
        ),
    ),
    (
        Lay(SETS[:1], 12),
        "You could lay down phase 12: set (red 3, blue 3, wild as 3).",
        "Tu vari izlikt 12. fāzi: komplekts (sarkanais 3, zilais 3, džokers kā 3).",
    ),
    (
        Hit(Card.parse("B7"), 1, 2),
        "You could add blue 7 to group 2 of Anna.",
        "Tu vari pielikt zilo 7 pie izliktās fāzes 2. daļas (Anna).",
    ),
    (
        Hit(Card.parse("W=8"), 0, 1),
        "You could add a wild as 8 to group 1 of me.",
        "Tu vari pielikt džokeru kā 8 pie izliktās fāzes 1. daļas (me).",
    ),
    (
        Hit(Card.parse("W"), 1, 1),
        "You could add a wild to group 1 of Anna.",
        "Tu vari pielikt džokeru pie izliktās fāzes 1. daļas (Anna).",
    ),
    (Discard(Card.parse("R5")), "You could discard red 5.", "Tu vari nomest sarkano 5."),
    (Discard(Card.parse("W")), "You could discard a wild.", "Tu vari nomest džokeru."),
    (
        Discard(Card.parse("S"), 1),
        "You could discard a skip; the turn is then missed by Anna.",
        "Tu vari nomest izlaišanas kārti; gājienu tad izlaiž Anna.",
    ),
    (
        Discard(Card.parse("S")),
        "You could discard a skip; nobody misses a turn.",
        "Tu vari nomest izlaišanas kārti; gājienu neizlaiž neviens.",
    ),
]


@pytest.mark.parametrize(("move", "english", "latvian"), MOVES)
def test_a_lawful_move_instead(move: Move, english: str, latvian: str) -> None:
    assert instead_text("en", move, ["me", "Anna"]) == english
    assert instead_text("lv", move, ["me", "Anna"]) == latvian


def test_the_own_phase_is_called_so() -> None:
    hit, wild = Hit(Card.parse("B7"), 1, 1), Hit(Card.parse("W=8"), 1, 2)
    names = ["Bruno", "Anna"]
    assert instead_text("en", hit, names, 1) == "You could add blue 7 to group 1 of your own phase."
    assert instead_text("en", hit, names, 0) == "You could add blue 7 to group 1 of Anna."
    assert instead_text("en", wild, names, 1) == (
        "You could add a wild as 8 to group 2 of your own phase."
    )
    assert instead_text("lv", hit, names, 1) == (
        "Tu vari pielikt zilo 7 pie savas izliktās fāzes 1. daļas."
    )
    assert instead_text("lv", wild, names, 1) == (
        "Tu vari pielikt džokeru kā 8 pie savas izliktās fāzes 2. daļas."
    )


def test_without_names_seats_are_letters() -> None:
    assert (
        instead_text("en", Hit(Card.parse("B7"), 5, 1)) == "You could add blue 7 to group 1 of F."
    )


@pytest.mark.parametrize("move", [EndTurn(), TakeBack(Card.parse("W"), 0, 1)])
def test_what_is_never_lawful_is_never_suggested(move: Move) -> None:
    with pytest.raises(ValueError, match="no rules allow"):
        instead_text("en", move)
