"""L11 as HTML: two plans with their outs, a pick by chance and by cost, take or draw."""

from __future__ import annotations

from phase10.game.cards import Card, Hand
from phase10.game.phases import PHASES
from phase10.teaching.lessons.tools.l11 import (
    HANDS,
    MOST_DRAWS,
    MOST_POINTS,
    OPTIONS,
    PICKS,
    PLANS,
    RUN_OF_7,
    TwoPlans,
)
from phase10.views.cards import card_face
from phase10.views.html import Html, el
from phase10.views.i18n import number, plural, sentence
from phase10.views.lesson_charts_play import waiting_bars
from phase10.views.lesson_text import answer_text, figure_text
from phase10.views.names import card_list, card_name, phase_name
from phase10.views.tools import (
    chance_text,
    choice_list,
    choice_row,
    number_field,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)
from phase10.views.tools_typed import fieldset, note, typed_field

__all__: list[str] = []


@tool_html.register
def _(tool: TwoPlans, lang: str, ident: str = "tool") -> Html:
    top = _typed(tool.texts["top"], card_name(lang, Card.parse(tool.top)))
    goals = [("0", phase_name(lang, RUN_OF_7))]
    goals += [
        (str(place), sentence(lang, "tool.phase", number=place, phase=phase_name(lang, phase)))
        for place, phase in enumerate(PHASES, start=1)
    ]
    return el(
        "div",
        el(
            "div",
            choice_list(sentence(lang, "tool.l11.phase"), "phase", goals, str(tool.phase)),
            number_field(lang, sentence(lang, "tool.l11.draws"), "draws", tool.draws, 1,
                         MOST_DRAWS, slider=False),
            typed_field(sentence(lang, "tool.l11.top"), "top", "apply", top,
                        note=sentence(lang, "tool.l11.cards.note")),
            class_="p10-toolfields",
        ),
        el("div", [_plan(tool, lang, plan) for plan in PLANS], class_="p10-toolfields"),
        _outs(tool, lang, ident),
        el("p", tool_button(sentence(lang, "tool.l11.apply"), "apply", primary=True)),
        _picks(tool, lang),
        _chances(tool, lang, ident) if "chance" in tool.picks else None,
        _costs(tool, lang) if "cost" in tool.picks else None,
        _turn(tool, lang, ident),
        class_="p10-tool",
        id=ident,
    )  # fmt: skip


@tool_said.register
def _(tool: TwoPlans, lang: str) -> str:
    return sentence(
        lang, "tool.l11.said", first=tool.odds("a").live, second=tool.odds("b").live,
        unseen=tool.odds("a").unseen,
    )  # fmt: skip


def _plan(tool: TwoPlans, lang: str, plan: str) -> Html:
    chosen, odds = tool.plans[plan], tool.odds(plan)
    presets = [
        tool_button(
            sentence(lang, f"tool.l11.preset.{name}"),
            f"preset.{plan}",
            name,
            pressed=Hand(hand) == Hand(chosen.hand),
            name=sentence(lang, f"tool.l11.preset.{plan}.{name}"),
        )
        for name, hand in HANDS.items()
    ]
    outs = [
        el("li", card_face(card, lang, small=True), f" ×{copies}")
        for card, copies in odds.useful.items()
    ]
    return fieldset(
        sentence(lang, f"tool.l11.plan.{plan}"),
        el("div", presets, class_="p10-row"),
        el(
            "ul",
            [el("li", card_face(card, lang, small=True)) for card in Hand(chosen.hand)],
            class_="p10-cardrow",
        ),
        typed_field(
            sentence(lang, f"tool.l11.hand.{plan}"),
            f"hand.{plan}",
            "apply",
            _typed(tool.texts[plan], card_list(lang, Hand(chosen.hand))),
            wide=True,
        ),
        el(
            "p",
            sentence(lang, "tool.l11.complete")
            if odds.missing == 0
            else plural(lang, "tool.l11.missing", odds.missing, outs=odds.live),
        ),
        el("ul", outs, class_="p10-cardrow"),
        el("p", sentence(lang, "tool.l11.next", chance=chance_text(lang, odds.live, odds.unseen)))
        if odds.missing
        else None,
        number_field(lang, sentence(lang, f"tool.l11.paid.{plan}"), f"paid.{plan}", chosen.paid, 0,
                     MOST_POINTS, slider=False),
        number_field(lang, sentence(lang, f"tool.l11.lost.{plan}"), f"lost.{plan}", chosen.lost, 0,
                     MOST_POINTS, slider=False),
    )  # fmt: skip


def _typed(text: str | None, cards: str) -> str:
    return cards if text is None else text


def _outs(tool: TwoPlans, lang: str, ident: str) -> Html:
    """Table what both plans lack and what helps them."""
    rows = []
    for plan in PLANS:
        odds = tool.odds(plan)
        outs = [
            sentence(lang, "tool.copies", card=card_name(lang, card), count=copies)
            for card, copies in odds.useful.items()
        ]
        rows.append(
            [
                sentence(lang, f"tool.l11.plan.{plan}"),
                number(lang, odds.missing),
                ", ".join(outs),
                number(lang, odds.live),
                number(lang, odds.unseen),
                figure_text(lang, odds.p_next),
            ]
        )
    names = ("plan", "missing", "cards", "outs", "unseen", "next")
    return tool_table(
        sentence(lang, "tool.l11.outs"),
        [sentence(lang, f"tool.l11.head.{name}") for name in names],
        rows,
        ident=f"{ident}-outs",
    )


def _picks(tool: TwoPlans, lang: str) -> Html:
    """Ask which plan is better, by both measures; the numbers come after the pick."""
    options = [(plan, sentence(lang, f"tool.l11.plan.{plan}")) for plan in PLANS]
    return fieldset(
        sentence(lang, "tool.l11.pick"),
        [
            el(
                "div",
                choice_row(
                    sentence(lang, f"tool.l11.pick.{by}"), f"pick.{by}", options,
                    tool.picks.get(by, ""),
                ),
                note(_verdict(tool.best(by), tool.picks[by], lang)) if by in tool.picks else None,
            )
            for by in PICKS
        ],
    )  # fmt: skip


def _verdict(best: str, picked: str, lang: str) -> str:
    if not best:
        return sentence(lang, "tool.l11.equal")
    return sentence(
        lang,
        "tool.l11.right" if picked == best else "tool.l11.wrong",
        best=sentence(lang, f"tool.l11.plan.{best}"),
    )


def _chances(tool: TwoPlans, lang: str, ident: str) -> Html:
    a, b = tool.within("a"), tool.within("b")
    rows = [
        [number(lang, draws), figure_text(lang, first), figure_text(lang, second)]
        for draws, (first, second) in enumerate(zip(a, b, strict=False), start=1)
    ]
    headings = [sentence(lang, "tool.l11.head.draws")]
    headings += [sentence(lang, f"tool.l11.plan.{plan}") for plan in PLANS]
    outs = tool.ratio
    return el(
        "div",
        tool_table(sentence(lang, "tool.l11.table"), headings, rows, ident=f"{ident}-within"),
        [
            el(
                "div",
                el("h3", sentence(lang, f"tool.l11.plan.{plan}")),
                _bars(tool, lang, plan, ident),
            )
            for plan in PLANS
        ],
        None
        if outs is None
        else note(
            sentence(
                lang,
                "tool.l11.ratio",
                a=tool.odds("a").live,
                b=tool.odds("b").live,
                ratio=answer_text(lang, outs, "value"),
            )
        ),
    )  # fmt: skip


def _bars(tool: TwoPlans, lang: str, plan: str, ident: str) -> Html:
    drawn = waiting_bars(tool.within(plan), lang, ident=f"{ident}-bars-{plan}")
    return wide_chart(lang, drawn, f"{ident}-chart-{plan}")


def _costs(tool: TwoPlans, lang: str) -> Html:
    return el(
        "div",
        [
            note(
                sentence(
                    lang,
                    f"tool.l11.cost.{plan}",
                    paid=tool.plans[plan].paid,
                    lost=tool.plans[plan].lost,
                    p=answer_text(lang, tool.chance(plan)),
                    cost=answer_text(lang, tool.cost(plan), "value"),
                )
            )
            for plan in PLANS
        ],
    )


def _turn(tool: TwoPlans, lang: str, ident: str) -> Html:
    """Let the learner take or draw with plan A, then show both."""
    top = Card.parse(tool.top)
    allowed = [option for option in OPTIONS if option == "draw" or tool.can_take]
    options = [
        (option, sentence(lang, f"tool.l11.{option}", card=card_name(lang, top, "accusative")))
        for option in allowed
    ]
    rows = [
        [
            words,
            figure_text(lang, tool.turn_chance(option)),
            answer_text(lang, tool.turn_cost(option), "value"),
        ]
        for option, words in options
    ]
    headings = [sentence(lang, f"tool.l11.head.{name}") for name in ("option", "chance", "cost")]
    best = tool.best_turn
    told = sentence(lang, f"tool.l11.turn.{best}") if best else sentence(lang, "tool.l11.equal")
    return fieldset(
        sentence(lang, "tool.l11.turn"),
        note(sentence(lang, "tool.l11.turn.note", card=card_name(lang, top))),
        choice_row(sentence(lang, "tool.l11.turn.pick"), "pick.turn", options, tool.turn),
        tool_table(sentence(lang, "tool.l11.turn"), headings, rows, ident=f"{ident}-turn")
        if tool.turn
        else None,
        note(told) if tool.turn else None,
    )
