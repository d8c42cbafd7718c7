"""An advice as HTML: the plan, the moves compared, the summary line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phase10.advice.options import Advice, Option
from phase10.advice.reasons import RUNGS
from phase10.game.cards import HAND_LIMIT, NUMBERS, WILD, Card
from phase10.game.phases import Phase
from phase10.solver.groupings import Grouping, GroupPlan
from phase10.views.cards import card_face, gap_face
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.moves import (
    Column,
    assumed_text,
    columns,
    figure_texts,
    ladder,
    method_text,
    move_text,
    option_text,
    reasons,
)
from phase10.views.names import card_name
from phase10.views.text import advice_headline, advised_odds, target_name

__all__ = [
    "advice_html",
    "assumed_html",
    "ladder_html",
    "moves_html",
    "plan_cards",
    "plan_html",
    "plans_html",
    "summary_html",
    "useful_html",
]

MOST_TABS = 6
"""Plans offered as tabs; more would be a wall."""

_BY_NUMBER = {"set", "run", "even", "odd", "parity"}


def summary_html(lang: str, advice: Advice, told: int = len(RUNGS)) -> Html:
    """Say the result in one line, and the best move in a second; of the ladder ``told`` rungs."""
    rungs = ladder(lang, advice)
    if told < len(rungs):
        return el("div", el("p", rungs[told - 1], class_="p10-summary-line"), class_="p10-summary")
    best = (
        el("p", option_text(lang, advice, advice.options[0]), class_="p10-summary-move")
        if advice.options
        else None
    )
    return el(
        "div", el("p", advice_headline(lang, advice), class_="p10-summary-line"), best,
        class_="p10-summary", data_missing=advised_odds(advice).missing,
    )  # fmt: skip


def ladder_html(lang: str, advice: Advice, told: int) -> Html:
    """List the first rungs of the ladder of hints."""
    rungs = [el("li", rung) for rung in ladder(lang, advice)[:told]]
    return el("ol", rungs, class_="p10-ladder")


# --- the plan ------------------------------------------------------------------------------------


def plan_cards(grouping: Grouping) -> list[Card]:
    """List the cards of a plan, goal by goal, to sort a hand by."""
    return [card for plan in grouping.groups for card in plan.cards]


def plans_html(lang: str, groupings: Sequence[Grouping], chosen: int, act: str) -> Html:
    """Show the best plans: the chosen one, the others as tabs. ``act`` names the tabs' act."""
    shown = groupings[:MOST_TABS]
    chosen = chosen if chosen < len(shown) else 0
    panel = plan_html(lang, shown[chosen])
    if len(shown) == 1:
        return panel
    tabs = [
        el(
            "button",
            sentence(lang, "page.plan.tab", number=place + 1, count=len(groupings)),
            type="button",
            role="tab",
            id=f"plan-tab-{place}",
            class_="p10-chip",
            aria_selected=place == chosen,
            aria_controls="plan-panel",
            data_act=act,
            data_value=place,
        )
        for place in range(len(shown))
    ]
    more = len(groupings) - len(shown)
    return el(
        "div",
        el(
            "div",
            tabs,
            role="tablist",
            class_="p10-row",
            data_roving="",
            aria_label=sentence(lang, "page.plan.others"),
        ),
        el("p", plural(lang, "page.plan.more", more), class_="p10-muted") if more else None,
        el(
            "div",
            panel,
            role="tabpanel",
            id="plan-panel",
            tabindex=0,
            aria_labelledby=f"plan-tab-{chosen}",
        ),
    )


def plan_html(lang: str, grouping: Grouping) -> Html:
    """Show one plan: a row of cards a goal, dashed places for what is missing, spare cards."""
    rows = [
        el(
            "li",
            el("h3", target_name(lang, plan)),
            el("div", _places(lang, plan), class_="p10-cards"),
            class_="p10-goal",
        )
        for plan in grouping.groups
    ]
    spare = [card_face(card, lang, small=True) for card in grouping.spare]
    return el(
        "div",
        el("ul", rows, class_="p10-goals"),
        el(
            "div",
            el("h3", sentence(lang, "page.plan.spare")),
            el("div", spare, class_="p10-cards") if spare else None,
            None if spare else el("p", sentence(lang, "page.plan.spare.none"), class_="p10-muted"),
            class_="p10-goal",
        ),
        el("p", plural(lang, "page.plan.ways", grouping.alternatives), class_="p10-muted")
        if grouping.alternatives > 1
        else None,
    )


def _places(lang: str, plan: GroupPlan) -> list[Html]:
    """Draw the places of a goal; in a run each at its number."""
    in_run = plan.start is not None
    faces = [(_number(card), card_face(card, lang)) for card in plan.cards]
    gaps = [
        (number, gap_face(number, color, lang, parity=plan.parity, in_run=in_run))
        for number, color in plan.gaps
    ]
    placed = faces + gaps
    if in_run:
        placed.sort(key=lambda pair: pair[0] or 0)
    return [face for _, face in placed]


def _number(card: Card) -> int | None:
    return card.stands_for if card.is_wild else card.number


# --- moves compared ------------------------------------------------------------------------------


def advice_html(lang: str, advice: Advice, beside: Html | None = None) -> Html:
    """Say what to do and why, then compare all moves in a table; ``beside`` stands before it."""
    if not advice.options and advice.position.laid:
        return el("p", sentence(lang, "page.do.wait"))
    if not advice.options:
        ten = len(advice.position.hand) == HAND_LIMIT - 1
        return el("div", el("p", sentence(lang, "page.do.ten" if ten else "page.do.few")), beside)
    best = advice.options[0]
    return el(
        "div",
        el("p", el("strong", option_text(lang, advice, best)), class_="p10-best"),
        el("ul", [el("li", reason) for reason in reasons(lang, advice)], class_="p10-reasons"),
        beside,
        moves_html(lang, advice),
    )


def moves_html(lang: str, advice: Advice) -> Html:
    """Compare all moves in a table that scrolls by itself."""
    caption = sentence(lang, "page.do.moves")
    chosen = columns(lang, advice)
    head = el("tr", [_heading(lang, column) for column in chosen])
    body = [
        el(
            "tr",
            [_cell(lang, advice, option, column) for column in chosen],
            class_="p10-bestrow" if option.rank == 1 else None,
        )
        for option in advice.options
    ]
    return el(
        "div",
        el("table", el("caption", caption), el("thead", head), el("tbody", body)),
        class_="p10-scroll p10-moves",
        role="region",
        tabindex=0,
        aria_label=caption,
    )


def _heading(lang: str, column: Column) -> Html:
    tip = f"tip-{column.key.replace('.', '-')}"
    button = el(
        "button",
        column.heading,
        type="button",
        class_="p10-quiet p10-heading",
        data_tip="",
        aria_expanded=False,
        aria_controls=tip,
        aria_describedby=tip,
    )
    return el(
        "th",
        button,
        el("span", column.meaning, id=tip, class_="p10-tip", role="tooltip", hidden=True),
        scope="col",
    )


def _cell(lang: str, advice: Advice, option: Option, column: Column) -> Html:
    key = column.key
    if key in ("discard", "move"):
        return el("th", _move_cell(lang, advice, option), scope="row", class_="p10-move")
    if key == "useful":
        return el("td", useful_html(lang, option.useful, advice.position.phase))
    text = figure_texts(lang, option)[key]
    share = _share(option, key)
    if share is None:
        return el("td", text, class_="p10-number")
    return _bar(text, share)


def _share(option: Option, key: str) -> float | None:
    """Give the part of a bar behind a chance; None for what is no chance."""
    if key.startswith("within."):
        return float(option.p_within[int(key.partition(".")[2])])
    chances = {"out": option.p_out, "danger": option.danger, "win": option.win_chance}
    return chances.get(key)


def _move_cell(lang: str, advice: Advice, option: Option) -> Html:
    """Show a plain discard as the card itself, every other move in words."""
    verb, _, rest = option.move.partition(" ")
    plain = advice.question == "discard" and not option.hits and " on " not in rest
    if verb == "discard" and plain:
        return card_face(Card.parse(rest), lang, small=True)
    return el("span", move_text(lang, option))


def _bar(text: str, share: float) -> Html:
    """Write a chance over a bar as long as it."""
    return el(
        "td",
        el("span", text, class_="p10-bartext"),
        class_="p10-number p10-barcell",
        style=f"--p10-part: {share * 100:.1f}%",
    )


def useful_html(lang: str, useful: Mapping[Card, int], phase: Phase) -> Html:
    """Show useful cards with the copies still unseen; colours or numbers put together where the
    phase does not look at them.
    """
    kinds = {group.kind for group in phase.groups}
    if kinds <= _BY_NUMBER:
        entries = _by_number(lang, useful)
    elif kinds == {"color"}:
        entries = _by_color(lang, useful)
    else:
        entries = [
            _entry(lang, card_face(card, lang, small=True, named=False), copies,
                   card_name(lang, card, "spoken"))
            for card, copies in useful.items()
        ]  # fmt: skip
    if not entries:
        return el("span", "–", class_="p10-muted")
    return el("ul", entries, class_="p10-useful")


def _by_number(lang: str, useful: Mapping[Card, int]) -> list[Html]:
    copies = [0] * (NUMBERS + 1)
    for card, count in useful.items():
        copies[card.number or 0] += count
    faces = [
        _entry(
            lang,
            gap_face(number, None, lang, small=True, named=False),
            copies[number],
            str(number),
        )
        for number in range(1, NUMBERS + 1)
        if copies[number]
    ]
    return faces + _wilds(lang, useful)


def _by_color(lang: str, useful: Mapping[Card, int]) -> list[Html]:
    copies: dict[str, int] = {}
    for card, count in useful.items():
        if card.color is not None:
            copies[card.color] = copies.get(card.color, 0) + count
    faces = [
        _entry(
            lang,
            gap_face(None, color, lang, small=True, named=False),
            count,
            sentence(lang, f"gap.{color}"),
        )
        for color, count in copies.items()
    ]
    return faces + _wilds(lang, useful)


def _wilds(lang: str, useful: Mapping[Card, int]) -> list[Html]:
    return [
        _entry(
            lang,
            card_face(card, lang, small=True, named=False),
            count,
            card_name(lang, card, "spoken"),
        )
        for card, count in useful.items()
        if card.kind == WILD
    ]


def _entry(lang: str, face: Html, copies: int, name: str) -> Html:
    """Draw a useful card and how many copies are unseen."""
    return el(
        "li",
        face,
        el("span", f"×{copies}", aria_hidden=True),
        el("span", plural(lang, "label.useful", copies, card=name), class_="p10-hidden"),
    )


def assumed_html(lang: str, advice: Advice) -> Html:
    """List what the hint assumed and how its figures are found."""
    said = [*assumed_text(lang, advice), *method_text(lang, advice)]
    return el("ul", [el("li", text) for text in said], class_="p10-reasons")
