"""Looks that the course, the quiz and the rules share: stars, words, rules, cards that only lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phase10.dashboards.learn_learner import Learner
from phase10.dashboards.play_match import PageMatch
from phase10.dashboards.play_table import seat_facts
from phase10.game.cards import Card
from phase10.teaching.rules import Term, sentence_of
from phase10.views.cards import card_face
from phase10.views.course_words import terms_in
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.live import group_text
from phase10.views.names import card_name
from phase10.views.play import place_name
from phase10.views.text import error_text
from phase10.widgets.hand import sorted_cards

__all__ = [
    "faces",
    "problem",
    "rule_link",
    "seed_word",
    "stars",
    "still_own",
    "still_piles",
    "trouble",
    "view_link",
    "words",
]


def stars(lang: str, count: int, most: int = 3, *, big: bool = False) -> Html:
    """Draw stars, the missing ones as outlines; their number is in words beside them."""
    shown = [
        el("span", "★" if place < count else "☆", class_="p10-star" if place < count else None)
        for place in range(most)
    ]
    return el(
        "span",
        el("span", shown, aria_hidden=True),
        el("span", plural(lang, "learn.stars.of", count, most=most), class_="p10-hidden"),
        class_="p10-stars p10-bigstars" if big else "p10-stars",
    )


def faces(lang: str, cards: Iterable[Card], *, named: bool = False) -> Html:
    """Draw small cards in a row; they are decoration where the words beside them name them."""
    shown = [card_face(card, lang, small=True, named=named) for card in cards]
    return el("span", shown, class_="p10-cards p10-faces", aria_hidden=None if named else True)


def view_link(label: str | Html, place: str, ident: str, *, quiet: bool = True) -> Html:
    """Draw a button that opens a view, or a place in one: ``learn/3.1``, ``rules/S24``."""
    return el(
        "button", label, type="button", id=ident, data_act="app.view", data_value=place,
        class_="p10-quiet p10-link" if quiet else None,
    )  # fmt: skip


def rule_link(lang: str, rule: str, where: str) -> Html:
    """Draw a rule: its number, which opens the page of the rules, and its sentence."""
    return el(
        "div",
        view_link(sentence(lang, "refusal.rule", rule=rule), f"rules/{rule}", f"{where}-{rule}"),
        el("span", sentence_of(rule).words.of(lang)),
        class_="p10-rule",
    )


def seed_word(lang: str, term: Term) -> Html | None:
    """Draw the Latvian word that the seed text has for a term."""
    if not term.seed:
        return None
    label = sentence(lang, "learn.word.seed")
    return el("span", label, " ", el("span", term.seed, lang="lv"), class_="p10-muted")


def words(lang: str, texts: Iterable[str], where: str) -> Html | None:
    """Draw the words of the game that the texts use; each shows what it means."""
    found = terms_in(lang, texts)
    if not found:
        return None
    shown = []
    for term in found:
        ident = f"{where}-word-{term.id}"
        shown.append(
            el(
                "li",
                el("button", term.words.of(lang), type="button", class_="p10-chip", id=ident,
                   data_tip="", aria_controls=f"{ident}-tip", aria_expanded=False),
                el(
                    "span",
                    el("span", term.means.of(lang)),
                    seed_word(lang, term),
                    class_="p10-tip p10-wordtip",
                    id=f"{ident}-tip",
                    hidden=True,
                ),
            )
        )  # fmt: skip
    return el(
        "div",
        el("h3", sentence(lang, "learn.words"), id=f"{where}-words"),
        el("ul", shown, class_="p10-words", aria_labelledby=f"{where}-words"),
        class_="p10-field",
    )


def still_own(lang: str, match: PageMatch) -> Html:
    """Draw the own side where nothing is done with it: phase, groups, hand."""
    game, me = match.game, match.me
    cards = sorted_cards(game.hand(me), "number")
    count = plural(lang, "count.hand", len(cards))
    return el(
        "div",
        el("h2", sentence(lang, "play.name.you", player=match.names[me]),
           class_="p10-playername"),
        el("p", seat_facts(lang, game, me), class_="p10-seatfacts"),
        _still_melds(lang, match),
        el("p", count, class_="p10-handline"),
        el("ul", [el("li", card_face(card, lang)) for card in cards],
           class_="p10-stillhand", aria_label=count) if cards else None,
        class_="p10-stack",
    )  # fmt: skip


def _still_melds(lang: str, match: PageMatch) -> Html | None:
    melds = match.game.groups_of(match.me)
    if not melds:
        return None
    shown = [
        el(
            "li",
            el(
                "span",
                el("span", place_name(match.me, place), class_="p10-place", aria_hidden=True),
                el("span", group_text(lang, meld, match.names[match.me]), class_="p10-hidden"),
                el("span", [card_face(card, lang, small=True) for card in meld.cards],
                   class_="p10-cards p10-meldcards"),
                class_="p10-meld",
            ),
        )
        for place, meld in enumerate(melds, start=1)
    ]  # fmt: skip
    return el("ul", shown, class_="p10-melds")


def still_piles(lang: str, match: PageMatch) -> Html:
    """Draw the piles where nothing is done with them."""
    game = match.game
    top = game.top
    shown = (
        sentence(lang, "play.top.none")
        if top is None
        else sentence(lang, "play.top", card=card_name(lang, top))
    )
    face = card_face(top, lang, named=False) if top is not None else el("span", class_="p10-nocard")
    back = el("span", class_="p10-card p10-back p10-backlarge")
    piles = [
        (back, plural(lang, "play.pile", len(game.pile))),
        (face, shown[:1].upper() + shown[1:]),
    ]
    return el(
        "div",
        [
            el("div", el("span", pile, aria_hidden=True), el("span", label),
               class_="p10-playpile p10-stillpile")
            for pile, label in piles
        ],
        class_="p10-playpiles",
        role="group",
        aria_label=sentence(lang, "page.play.piles"),
    )  # fmt: skip


def trouble(lang: str, learner: Learner) -> Html | None:
    """Say that progress could not be saved, or that a damaged file lies aside."""
    texts: list[str] = []
    if learner.trouble is not None:
        texts.append(error_text(lang, learner.trouble))
    if learner.aside is not None:
        texts.append(sentence(lang, "learn.aside", path=str(learner.aside)))
    return problem(texts) if texts else None


def problem(texts: Sequence[str]) -> Html:
    """Draw what is wrong, the first line strongest."""
    return el(
        "div",
        el("p", texts[0], class_="p10-error"),
        [el("p", text) for text in texts[1:]],
        class_="p10-problem",
        role="note",
    )
