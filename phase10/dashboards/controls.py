"""Small controls that pages share: buttons, check boxes, fields of cards."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.text import error_text, problems_text
from phase10.widgets.fields import CardField, MeldField

__all__ = [
    "button",
    "card_field",
    "cards_input",
    "check",
    "chosen",
    "labelled",
    "meld_field",
    "stacked",
]


def stacked(*children: Html) -> Html:
    """Stack a heading and what stands under it."""
    return el("div", *children, class_="p10-stack")


def button(
    label: str,
    act: str,
    value: str | None = None,
    *,
    pressed: bool | None = None,
    off: bool = False,
) -> Html:
    """Draw a button; ``pressed`` makes it a switch, ``off`` says that it does nothing now."""
    return el(
        "button",
        label,
        type="button",
        id=f"do-{act.replace('.', '-')}{'-' + value if value else ''}",
        data_act=act,
        data_value=value,
        aria_pressed=pressed,
        aria_disabled=True if off else None,
    )


def check(label: str, act: str, on: bool) -> Html:
    """Draw a check box with its label."""
    return el(
        "label",
        el("input", type="checkbox", id=f"do-{act.replace('.', '-')}", data_act=act, checked=on),
        label,
    )


def labelled(label: str, ident: str, control: Html) -> Html:
    """Draw a control under its label."""
    return el(
        "div", el("label", label, for_=ident, class_="p10-label"), control, class_="p10-field"
    )


def chosen(
    label: str, ident: str, act: str, options: Sequence[tuple[str, str]], value: str
) -> Html:
    """Draw a choice from a list; ``options``: each with its value and its words."""
    listed = [el("option", words, value=key, selected=key == value) for key, words in options]
    return labelled(label, ident, el("select", listed, id=ident, data_act=act))


def chips(
    ident: str, act: str, options: Sequence[tuple[str, str]], value: str, labelled_by: str
) -> Html:
    """Draw a choice of one as a row of chips, one tab stop; ``options``: values and words."""
    drawn = [
        el(
            "button",
            words,
            type="button",
            role="radio",
            class_="p10-chip",
            id=f"{ident}-{key}",
            aria_checked=key == value,
            data_act=act,
            data_value=key,
        )
        for key, words in options
    ]
    return el(
        "div",
        drawn,
        role="radiogroup",
        class_="p10-row",
        aria_labelledby=labelled_by,
        data_roving="",
    )


def taken_notice(lang: str, text: str, ident: str, act: str) -> Html:
    """Say that another page has something open, and offer to go on with it here."""
    return el(
        "div",
        el("p", el("strong", text), id=ident, tabindex=-1),
        el(
            "button",
            sentence(lang, "page.play.take_over"),
            type="button",
            class_="p10-primary",
            id=f"do-{act.replace('.', '-').replace('_', '-')}",
            data_act=act,
        ),
        class_="p10-problem p10-stack",
    )


def card_field(lang: str, name: str, field: CardField) -> Html:
    """Draw a field of cards of the table; ``name`` is its place there."""
    return cards_input(
        sentence(lang, f"page.table.{name}"),
        sentence(lang, f"page.table.{name}.help"),
        f"table-{name}",
        f"table.{name}",
        field,
        problems_text(lang, field.problems, name),
    )


def cards_input(
    label: str, explained: str, ident: str, act: str, field: CardField, problems: Sequence[str]
) -> Html:
    """Draw a text field of cards with what is wrong in it."""
    return el(
        "div",
        el("label", label, for_=ident, class_="p10-label"),
        el(
            "input",
            type="text",
            id=ident,
            value=field.text,
            data_act=act,
            data_rev=field.revision,
            autocomplete="off",
            autocapitalize="off",
            spellcheck="false",
            aria_describedby=f"{ident}-help {ident}-error",
            aria_invalid=True if problems else None,
        ),
        el("small", explained, id=f"{ident}-help"),
        el("div", [el("p", text, class_="p10-error") for text in problems], id=f"{ident}-error"),
        class_="p10-field",
    )


def meld_field(lang: str, field: MeldField) -> Html:
    """Draw the field of laid groups with what is wrong in each line."""
    problems = [error_text(lang, error, "table", line) for line, error in field.problems]
    return el(
        "div",
        el("label", sentence(lang, "page.table.groups"), for_="table-melds",
           class_="p10-label"),
        el(
            "textarea",
            field.text,
            id="table-melds",
            rows=3,
            data_act="table.melds",
            data_rev=field.revision,
            spellcheck="false",
            aria_describedby="table-melds-help table-melds-error",
            aria_invalid=True if problems else None,
        ),
        el("small", sentence(lang, "page.table.groups.help"), id="table-melds-help"),
        el("div", [el("p", text, class_="p10-error") for text in problems],
           id="table-melds-error"),
        class_="p10-field",
    )  # fmt: skip
