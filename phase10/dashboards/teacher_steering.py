"""The looks of a class: its code for the board, how far pupils may go, who is where."""

from __future__ import annotations

import os
from typing import Final

from phase10.dashboards.controls import button, chosen, labelled
from phase10.dashboards.teacher_class import SEAT_COUNTS, ClassDesk
from phase10.dashboards.teacher_paper import field_error
from phase10.teaching.lessons.engine import STEPS
from phase10.views.html import Html, el, table
from phase10.views.i18n import number, plural, sentence
from phase10.views.text import error_text

__all__ = [
    "address_of",
    "class_code",
    "class_html",
    "invitation",
    "joined_html",
    "next_button",
    "pause_button",
    "steps_html",
]

ADDRESS: Final = "PHASE10_ADDRESS"
"""The variable in which the server says how other machines reach it."""


def address_of(code: str = "") -> str:
    """Give the address that pupils open, with the class in it; "" where no server told one."""
    address = os.environ.get(ADDRESS, "")
    if not address.startswith(("http://", "https://")):
        return ""
    return f"{address}?view=lessons&class={code}" if code else address


def invitation(lang: str, code: str) -> Html:
    """Show what pupils need to come in, to be read from afar: the address, the code, a picture."""
    address = address_of()
    return el(
        "div",
        el(
            "div",
            el("p", sentence(lang, "page.teacher.class.address"), " ", el("strong", address))
            if address else None,
            class_code(lang, code),
        ),
        _picture(lang, address_of(code)) if address else None,
        class_="p10-invitation",
    )  # fmt: skip


def class_code(lang: str, code: str) -> Html:
    """Show a class code large, its signs apart; a screen reader spells it."""
    return el(
        "p",
        el("span", sentence(lang, "page.teacher.class.code"), " "),
        el(
            "span",
            el("span", " ".join(code), aria_hidden=True),
            el("span", ", ".join(code), class_="p10-hidden"),
            class_="p10-classcode",
            id="teacher-class-code",
        ),
        class_="p10-codeline",
    )


def _picture(lang: str, address: str) -> Html | None:
    """Draw the address as a QR code, where the library for it is installed."""
    try:
        import segno
    except ImportError:
        return None
    code = segno.make(address, micro=False, error="m")
    side = code.symbol_size(border=4)[0]
    dark = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix_iter(border=4))
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return el(
        "svg",
        el("rect", width=side, height=side, fill="#fff"),
        el("path", d=dark, fill="#000"),
        viewBox=f"0 0 {side} {side}",
        shape_rendering="crispEdges",
        role="img",
        aria_label=sentence(lang, "page.teacher.class.qr", address=address),
        class_="p10-qr",
    )


# --- the class -----------------------------------------------------------------------------------


def class_html(lang: str, desk: ClassDesk) -> Html:
    """Show the class that is open, or how to make one or to open one again."""
    heading = el("h2", sentence(lang, "page.teacher.class"), id="teacher-class-heading",
                 tabindex=-1)  # fmt: skip
    if not desk.possible:
        alone = el("p", sentence(lang, "page.teacher.class.alone"))
        return el("div", heading, alone, class_="p10-stack")
    content = _new(lang, desk) if desk.state is None else _open(lang, desk, desk.state.code)
    return el("div", heading, content, class_="p10-stack", data_fallback="teacher-class-heading")


def _new(lang: str, desk: ClassDesk) -> Html:
    wrong = desk.wrong
    code = el("input", type="text", id="teacher-code", value=desk.typed_code,
              data_rev=desk.revision, data_act="teacher.class.code",
              data_enter="teacher.class.open", autocomplete="off", autocapitalize="characters",
              spellcheck="false", aria_describedby="teacher-code-error",
              aria_invalid=True if "code" in wrong else None)  # fmt: skip
    key = el("input", type="text", id="teacher-key", value=desk.typed_key, data_rev=desk.revision,
             data_act="teacher.class.key", data_enter="teacher.class.open", autocomplete="off",
             autocapitalize="off", spellcheck="false", aria_describedby="teacher-key-error",
             aria_invalid=True if "key" in wrong else None)  # fmt: skip
    opening = desk.opening
    return el(
        "div",
        el("p", sentence(lang, "page.teacher.class.opening", text=" ".join(opening)))
        if opening else None,
        el("p", sentence(lang, "page.teacher.class.help"), class_="p10-muted"),
        el("button", sentence(lang, "page.teacher.class.make"), type="button",
           id="teacher-make", class_="p10-primary", data_act="teacher.class.make"),
        field_error(lang, "teacher-make", wrong.get("make")),
        el(
            "details",
            el("summary", sentence(lang, "page.teacher.class.again")),
            el(
                "div",
                labelled(sentence(lang, "page.teacher.class.code"), "teacher-code", code),
                field_error(lang, "teacher-code", wrong.get("code")),
                labelled(sentence(lang, "page.teacher.class.key"), "teacher-key", key),
                field_error(lang, "teacher-key", wrong.get("key")),
                el("div", button(sentence(lang, "page.teacher.class.open"),
                                 "teacher.class.open")),
                class_="p10-stack",
            ),
            id="teacher-again",
            data_keep="",
        ),
        class_="p10-stack",
    )  # fmt: skip


def _open(lang: str, desk: ClassDesk, code: str) -> Html:
    steer = desk.wrong.get("steer") or desk.away
    return el(
        "div",
        invitation(lang, code),
        el("p", error_text(lang, steer) if steer is not None else "", class_="p10-error",
           id="teacher-away", role="alert"),
        el(
            "details",
            el("summary", sentence(lang, "page.teacher.class.key")),
            el("p", sentence(lang, "page.teacher.class.key.help"), class_="p10-muted"),
            el("p", el("code", desk.key, id="teacher-key-shown")),
            id="teacher-key-fold",
            data_keep="",
        ),
        _leaving(lang, desk),
        class_="p10-stack",
    )  # fmt: skip


def _leaving(lang: str, desk: ClassDesk) -> Html:
    """Offer to leave the class or to end it; an end is asked for once more."""
    if not desk.ending:
        return el(
            "div",
            button(sentence(lang, "page.teacher.class.leave"), "teacher.class.leave"),
            el("button", sentence(lang, "page.teacher.class.end"), type="button",
               id="teacher-end", data_act="teacher.class.end"),
            class_="p10-row",
        )  # fmt: skip
    return el(
        "div",
        el("p", el("strong", sentence(lang, "page.teacher.class.sure")), id="teacher-end-sure",
           tabindex=-1),
        el(
            "div",
            el("button", sentence(lang, "page.teacher.class.keep"), type="button",
               id="teacher-keep", class_="p10-primary", data_act="teacher.class.keep"),
            el("button", sentence(lang, "page.teacher.class.end_now"), type="button",
               id="teacher-end-now", data_act="teacher.class.end_now"),
            class_="p10-row",
        ),
        class_="p10-problem p10-stack",
    )  # fmt: skip


# --- how far -------------------------------------------------------------------------------------


def pause_button(lang: str, desk: ClassDesk, ident: str) -> Html | None:
    """Draw the switch that makes everybody look up."""
    if desk.state is None:
        return None
    return el("button", sentence(lang, "page.teacher.pause"), type="button", id=ident,
              data_act="teacher.class.pause", aria_pressed=desk.state.paused)  # fmt: skip


def next_button(lang: str, desk: ClassDesk, ident: str) -> Html | None:
    """Draw the button that lets pupils go one step further."""
    if desk.state is None:
        return None
    last = desk.state.step == STEPS[-1]
    return el("button", sentence(lang, "page.teacher.step.next"), type="button", id=ident,
              data_act="teacher.class.next", aria_disabled=True if last else None)  # fmt: skip


def steps_html(lang: str, desk: ClassDesk) -> Html | None:
    """Show how far pupils may go, the next step, and the pause; nothing without a class."""
    if desk.state is None:
        return None
    steps = [("", sentence(lang, "page.teacher.step.own"))]
    steps += [(step, sentence(lang, f"page.teacher.step.{step}")) for step in STEPS]
    return el(
        "div",
        chosen(sentence(lang, "page.teacher.step"), "teacher-step", "teacher.class.step", steps,
               desk.state.step),
        el("div", next_button(lang, desk, "teacher-next"),
           pause_button(lang, desk, "teacher-pause"), class_="p10-row"),
        class_="p10-stack",
    )  # fmt: skip


# --- who is where --------------------------------------------------------------------------------


def joined_html(lang: str, desk: ClassDesk) -> Html:
    """Count pupils and say at which steps they are, without names; the nicknames folded away."""
    heading = el("h2", sentence(lang, "page.teacher.pupils"))
    if desk.state is None:
        none = el("p", sentence(lang, "page.teacher.pupils.none"), class_="p10-muted")
        return el("div", heading, none, class_="p10-stack")
    at = desk.at_step()
    rows = [
        [sentence(lang, f"page.teacher.step.{step}"), number(lang, count)]
        for step, count in at.items()
    ]
    caption = sentence(lang, "page.teacher.pupils.steps")
    headings = [sentence(lang, "page.teacher.step.name"), sentence(lang, "lesson.chart.pupils")]
    names = desk.nicknames()
    seats = sorted({*SEAT_COUNTS, desk.state.seats})
    return el(
        "div",
        heading,
        el("p", plural(lang, "page.teacher.joined", desk.joined), id="teacher-joined"),
        table(caption, headings, rows) if rows else None,
        chosen(sentence(lang, "page.teacher.seats"), "teacher-seats", "teacher.class.seats",
               [(str(count), number(lang, count)) for count in seats], str(desk.state.seats)),
        el(
            "details",
            el("summary", plural(lang, "page.teacher.nicknames", len(names))),
            el("ul", [el("li", el("bdi", name)) for name in names], class_="p10-nicknames"),
            id="teacher-nicknames",
            data_keep="",
        ) if names else None,
        class_="p10-stack",
    )  # fmt: skip
