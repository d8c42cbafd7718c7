"""The phase that a hand is for: ten chips, one of another list, or one of the user's own."""

from __future__ import annotations

from phase10.dashboards.controls import button
from phase10.game.errors import GameError
from phase10.game.phases import EDITIONS, Phase
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import edition_name, phase_name
from phase10.views.text import error_text

__all__ = ["phase_html"]


def phase_html(
    lang: str,
    phase: Phase,
    number: int | None,
    edition: str,
    own: str,
    own_revision: int,
    own_error: GameError | None,
) -> Html:
    """Draw the choice of a phase; ``own``: the text typed for one that is in no list."""
    chips = [
        el(
            "button",
            el("span", place, class_="p10-chipnumber"),
            phase_name(lang, listed),
            type="button",
            role="radio",
            class_="p10-chip",
            id=f"phase-{place}",
            aria_checked=place == number,
            aria_label=sentence(
                lang, "page.phase.chip", number=place, phase=phase_name(lang, listed)
            ),
            data_act="phase.number",
            data_value=place,
        )
        for place, listed in enumerate(EDITIONS[edition].phases, start=1)
    ]
    lists = [
        el("option", edition_name(lang, key), value=key, selected=key == edition)
        for key in EDITIONS.all()
    ]
    own_used = number is None
    return el(
        "div",
        el("h2", sentence(lang, "page.phase"), id="phase-heading"),
        el("p", phase_name(lang, phase), class_="p10-label") if own_used else None,
        el(
            "div",
            chips,
            role="radiogroup",
            class_="p10-chips",
            aria_labelledby="phase-heading",
            data_roving="",
        ),
        el(
            "details",
            el("summary", sentence(lang, "page.phase.own")),
            el(
                "div",
                el("label", sentence(lang, "page.phase.own"), for_="own-phase",
                   class_="p10-label"),
                el(
                    "div",
                    el(
                        "input",
                        type="text",
                        id="own-phase",
                        value=own,
                        data_act="phase.own",
                        data_enter="phase.own_use",
                        data_rev=own_revision,
                        autocomplete="off",
                        aria_describedby="own-phase-help own-phase-error",
                        aria_invalid=True if own_error else None,
                    ),
                    button(sentence(lang, "page.phase.own.use"), "phase.own_use"),
                    class_="p10-with-button",
                ),
                el("small", sentence(lang, "page.phase.own.help"), id="own-phase-help"),
                el("p", error_text(lang, own_error) if own_error else "",
                   class_="p10-error", id="own-phase-error"),
                class_="p10-field",
            ),
            el(
                "div",
                el("label", sentence(lang, "page.phase.edition"), for_="edition",
                   class_="p10-label"),
                el("select", lists, id="edition", data_act="phase.edition"),
                class_="p10-field",
            ),
            id="phase-more",
            data_keep="",
            open=own_used or own_error is not None or edition != "classic",
        ),
        class_="p10-stack",
    )  # fmt: skip
