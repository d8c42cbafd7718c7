"""The folded table of the hint page: cards seen, groups laid, the other players, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from phase10.dashboards.controls import card_field, check, chosen, meld_field
from phase10.dashboards.opponents import Opponents
from phase10.game.phases import Phase
from phase10.game.rules import PRESETS, Rules
from phase10.views.html import Html, el
from phase10.views.i18n import sentence
from phase10.views.names import option_name
from phase10.widgets.fields import CardField, MeldField

__all__ = ["preset_field", "preset_of", "table_html"]


def preset_of(rules: Rules) -> str:
    """Name the preset that rules come from, whatever was changed in it."""
    return str(rules).partition(",")[0]


def preset_field(lang: str, rules: Rules, prefix: str) -> Html:
    """Draw the choice of the rule set."""
    presets = [(name, sentence(lang, f"page.table.preset.{name}")) for name in PRESETS]
    label = sentence(lang, "page.table.preset")
    return chosen(label, f"{prefix}-preset", "table.preset", presets, preset_of(rules))


def table_html(
    lang: str,
    seen: CardField,
    melds: MeldField,
    opponents: Opponents,
    rules: Rules,
    phases: Sequence[Phase],
) -> Html:
    """Draw what is told of the table; all of it is optional."""
    return el(
        "details",
        el("summary", el("h2", sentence(lang, "page.table"))),
        el(
            "div",
            el("p", sentence(lang, "page.table.help"), class_="p10-muted"),
            card_field(lang, "seen", seen),
            meld_field(lang, melds),
            el(
                "fieldset",
                el("legend", sentence(lang, "page.players")),
                opponents.render_table(lang, phases),
            ),
            el(
                "fieldset",
                el("legend", sentence(lang, "page.table.rules")),
                el(
                    "div",
                    preset_field(lang, rules, "table"),
                    check(
                        option_name(lang, "natural_per", "group"),
                        "table.natural_per",
                        rules.natural_per == "group",
                    ),
                    check(
                        option_name(lang, "same_number_sets", False),
                        "table.different_sets",
                        not rules.same_number_sets,
                    ),
                    class_="p10-stack",
                ),
            ),
            class_="p10-stack",
        ),
        id="table-more",
        data_keep="",
        open=bool(seen.text or melds.text or opponents.told),
    )
