"""The parts of the hint page that say what to do: the advice, the plan, the chances.

A person may ask for less than the whole answer: the ladder tells an idea first, then the cards it
is about, the count, and last the move with everything that gives it away.
"""

from __future__ import annotations

from phase10.advice.options import Advice
from phase10.advice.reasons import RUNGS
from phase10.dashboards.controls import button, chosen, stacked
from phase10.views.charts import chance_chart, chance_table
from phase10.views.hints import advice_html, assumed_html, ladder_html, plans_html
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.moves import ladder

__all__ = ["COUNT", "WHOLE", "advice_part", "chances_part", "hides", "plan_part"]

WHOLE = len(RUNGS)
"""The last rung: everything is told."""
COUNT = RUNGS.index("count") + 1
"""The rung of figures that do not name the move."""


def hides(lang: str, advice: Advice, told: int) -> bool:
    """Tell whether the move is not to be shown yet; where there is none nothing is hidden."""
    return told < WHOLE and bool(ladder(lang, advice))


def advice_part(
    lang: str, advice: Advice, told: int, rung: int, solving: Html | None, shared: str
) -> Html:
    """Say what to do: ``told`` rungs of the ladder, of which ``rung`` are told at once.

    ``solving``: the offer to solve the phase; ``shared``: what was just copied, in words.
    """
    heading = el(
        "div",
        el("h2", sentence(lang, "page.do")),
        _how_much(lang, rung) if ladder(lang, advice) else None,
        class_="p10-heading-row",
    )
    if hides(lang, advice, told):
        more = button(sentence(lang, "page.ladder.more"), "ladder.more")
        return stacked(heading, ladder_html(lang, advice, told), el("div", more), solving or Html())
    share = [
        button(sentence(lang, "page.link"), "share.link"),
        button(sentence(lang, "page.copy"), "share.text"),
        el("button", sentence(lang, "page.print"), type="button", data_print=""),
    ]
    return el(
        "div",
        heading,
        advice_html(lang, advice, solving),
        el(
            "details",
            el("summary", sentence(lang, "page.assumed")),
            assumed_html(lang, advice),
            id="assumed-more",
            data_keep="",
        ),
        el("div", share, class_="p10-row p10-noprint"),
        el("p", shared, class_="p10-muted p10-noprint") if shared else None,
        class_="p10-stack",
    )


def _how_much(lang: str, rung: int) -> Html:
    options = [
        (str(place), sentence(lang, f"page.ladder.{name}"))
        for place, name in enumerate(RUNGS, start=1)
    ]
    label = sentence(lang, "page.ladder")
    return el(
        "div", chosen(label, "ladder-rung", "ladder.rung", options, str(rung)),
        class_="p10-ladder-choice p10-noprint",
    )  # fmt: skip


def plan_part(lang: str, advice: Advice, plan: int, told: int) -> Html:
    """Show the best plans; not while the move that follows from them is to be found."""
    heading = el("h2", sentence(lang, "page.plan"))
    if hides(lang, advice, told):
        return stacked(heading, el("p", sentence(lang, "page.ladder.plan"), class_="p10-muted"))
    return stacked(heading, plans_html(lang, advice.groupings, plan, "plan.choose"))


def chances_part(lang: str, advice: Advice, told: int) -> Html:
    """Draw the chances to have laid down by each turn, with their numbers on demand."""
    heading = el("h2", sentence(lang, "page.chances"))
    if told < COUNT and hides(lang, advice, told):
        return stacked(heading, el("p", sentence(lang, "page.ladder.chances"), class_="p10-muted"))
    name = sentence(lang, "page.chances.table")
    return stacked(
        heading,
        chance_chart(advice.within, lang),
        el(
            "details",
            el("summary", name),
            el(
                "div",
                chance_table(advice.within, lang),
                class_="p10-scroll",
                role="region",
                tabindex=0,
                aria_label=name,
            ),
            id="chances-more",
            data_keep="",
        ),
    )
