"""L09 as HTML: a frequency that settles, its band, and the trials that an error asks for."""

from __future__ import annotations

from phase10.game.phases import PHASES
from phase10.teaching.lessons.tools.l09 import BASES, RULES, STEPS, Settling
from phase10.views.html import Child, Html, el
from phase10.views.i18n import decimal, number, percent, plural, sentence
from phase10.views.lesson_charts import convergence_chart
from phase10.views.lesson_text import figure_text, rounded
from phase10.views.names import phase_name
from phase10.views.tools import (
    choice_list,
    choice_row,
    facts,
    tool_button,
    tool_html,
    tool_said,
    tool_table,
    wide_chart,
)
from phase10.views.tools_typed import band_text, fieldset, typed_field

__all__: list[str] = []


@tool_html.register
def _(tool: Settling, lang: str, ident: str = "tool") -> Html:
    phases = [(str(place), _phase(lang, place)) for place in range(1, len(PHASES) + 1)]
    return el(
        "div",
        el(
            "div",
            choice_list(sentence(lang, "tool.l09.phase"), "phase", phases, str(tool.phase)),
            choice_list(
                sentence(lang, "tool.l09.rules"),
                "rules",
                [(name, sentence(lang, f"tool.l09.rules.{name}")) for name in RULES],
                tool.rules,
            ),
            class_="p10-toolfields",
        ),
        el(
            "div",
            [
                tool_button(plural(lang, "tool.l09.deal", step), "deal", step, primary=step == 100)
                for step in STEPS
            ],
            tool_button(sentence(lang, "tool.restart"), "restart"),
            class_="p10-row",
        ),
        _chart(tool, lang, ident),
        facts(_facts(tool, lang)),
        tool_button(sentence(lang, "tool.l09.exact"), "exact", pressed=tool.shown)
        if tool.allow_exact
        else None,
        _needed(tool, lang),
        _all(tool, lang, ident),
        class_="p10-tool",
        id=ident,
    )


@tool_said.register
def _(tool: Settling, lang: str) -> str:
    found = tool.seen.frequency
    if found is None:
        return sentence(lang, "tool.l09.nothing")
    return sentence(lang, "tool.l09.said", hands=tool.seen.trials, complete=tool.seen.hits,
                    share=percent(lang, found, 1))  # fmt: skip


def _chart(tool: Settling, lang: str, ident: str) -> Html:
    if not tool.seen.trials:
        return el("p", sentence(lang, "tool.l09.nothing"))
    drawn = convergence_chart(
        tool.figure,
        tool.tally,
        lang,
        title=sentence(lang, "tool.l09.title", phase=_phase(lang, tool.phase)),
        ident=f"{ident}-path",
        exact=tool.exact is not None or tool.seen.band is not None,
    )
    return wide_chart(lang, drawn, f"{ident}-chart")


def _facts(tool: Settling, lang: str) -> list[tuple[Child, Child]]:
    seen = tool.seen
    rows: list[tuple[Child, Child]] = [
        (sentence(lang, "tool.l09.dealt"), number(lang, seen.trials)),
        (sentence(lang, "tool.l09.hits"), number(lang, seen.hits)),
    ]
    if seen.frequency is not None:
        rows.append((sentence(lang, "tool.frequency"), figure_text(lang, seen.frequency)))
        p, band = decimal(lang, seen.frequency, 4), band_text(lang, seen.band, 4)
        told = sentence(lang, "tool.l09.band.none") if seen.band is None else sentence(
            lang, "tool.l09.band.told", p=p, n=seen.trials, band=band
        )  # fmt: skip
        rows.append((sentence(lang, "tool.l09.band"), told))
    if tool.exact is not None:
        written = figure_text(lang, tool.exact)
        exact = str(tool.exact)
        told = written if written.startswith(exact) else f"{exact} {written}"
        rows.append((sentence(lang, "tool.exact"), told))
    return rows


def _needed(tool: Settling, lang: str) -> Html:
    bases = [(name, sentence(lang, f"tool.l09.basis.{name}")) for name in BASES]
    needed = tool.needed
    return fieldset(
        sentence(lang, "tool.l09.needed"),
        choice_row(sentence(lang, "tool.l09.basis"), "basis", bases, tool.basis),
        typed_field(
            sentence(lang, "tool.l09.error"),
            "error",
            "apply",
            tool.typed_error,
            note=sentence(lang, "tool.l09.error.note"),
        ),
        el("p", tool_button(sentence(lang, "tool.l09.apply"), "apply")),
        el(
            "p",
            sentence(lang, "tool.l09.needed.none")
            if needed is None
            else sentence(
                lang, "tool.l09.needed.told", error=_points(lang, tool), n=needed
            ),
        ),
    )  # fmt: skip


def _points(lang: str, tool: Settling) -> str:
    whole = tool.error.denominator == 1
    return number(lang, int(tool.error)) if whole else rounded(lang, tool.error)


def _all(tool: Settling, lang: str, ident: str) -> Html | None:
    """Table what was dealt for every phase."""
    rows = []
    for phase, rules in sorted(tool.tallies):
        seen = tool.seen_of(phase, rules)
        found = seen.frequency
        rows.append(
            [
                _phase(lang, phase),
                sentence(lang, f"tool.l09.rules.{rules}"),
                number(lang, seen.trials),
                number(lang, seen.hits),
                "" if found is None else decimal(lang, found, 4),
                band_text(lang, seen.band, 4),
            ]
        )
    names = ("phase", "rules", "dealt", "hits", "frequency", "band")
    return tool_table(
        sentence(lang, "tool.l09.table"),
        [sentence(lang, f"tool.l09.head.{name}") for name in names],
        rows,
        ident=f"{ident}-all",
    ) if rows else None  # fmt: skip


def _phase(lang: str, place: int) -> str:
    return sentence(lang, "tool.phase", number=place, phase=phase_name(lang, PHASES[place - 1]))
