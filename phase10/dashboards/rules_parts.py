"""The looks of the page of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phase10.dashboards.learn_looks import seed_word, view_link
from phase10.dashboards.rules import TABS, RulesView
from phase10.game.rules import PRESETS
from phase10.teaching.rules import (
    TOPICS,
    Difference,
    Question,
    Sentence,
    Term,
    differences,
    glossary,
    questions,
    questions_about,
    search_rules,
    search_words,
    sections,
    sentence_of,
)
from phase10.views.html import Html, el
from phase10.views.i18n import plural, sentence
from phase10.views.names import option_label, option_name
from phase10.views.rules import rule_lines

__all__ = ["rules_parts", "rules_skeleton"]


def rules_skeleton(lang: str) -> Html:
    """Give the places of the parts, in reading order."""
    return el(
        "div",
        el("section", data_part="rules-search", id="part-rules-search", class_="p10-panel",
           aria_label=sentence(lang, "rules.search")),
        el("section", data_part="rules-body", id="part-rules-body", class_="p10-panel"),
        class_="p10-column p10-reading",
        id="rules",
    )  # fmt: skip


def rules_parts(lang: str, view: RulesView) -> dict[str, Html]:
    """Draw both parts."""
    if view.sought.strip():
        body = _found(lang, view)
    elif view.tab == "questions":
        body = _questions(lang)
    elif view.tab == "words":
        body = _words(lang)
    elif view.tab == "tables":
        body = _tables(lang, view)
    else:
        body = _sentences(lang, view)
    return {"rules-search": _search(lang, view), "rules-body": body}


def _search(lang: str, view: RulesView) -> Html:
    tabs = [
        el("button", sentence(lang, f"rules.tab.{tab}"), type="button", class_="p10-chip",
           id=f"rules-tab-{tab}", aria_pressed=tab == view.tab and not view.sought.strip(),
           data_act="app.view", data_value=f"rules/{tab}")
        for tab in TABS
    ]  # fmt: skip
    return el(
        "div",
        el(
            "div",
            el("label", sentence(lang, "rules.search"), for_="rules-search", class_="p10-label"),
            el(
                "div",
                el("input", type="search", id="rules-search", value=view.sought,
                   data_rev=view.revision, data_act="rules.search", autocomplete="off",
                   aria_describedby="rules-search-help"),
                el("button", sentence(lang, "rules.clear"), type="button", id="rules-clear",
                   data_act="rules.clear") if view.sought else None,
                class_="p10-with-button",
            ),
            el("small", sentence(lang, "rules.search.help"), id="rules-search-help"),
            class_="p10-field",
        ),
        el("div", tabs, class_="p10-row", role="group", aria_label=sentence(lang, "rules.tabs")),
        view_link(sentence(lang, "learn.map"), "learn", "rules-to-map"),
        class_="p10-stack",
    )  # fmt: skip


def _found(lang: str, view: RulesView) -> Html:
    found, asked = search_rules(lang, view.sought)
    terms = search_words(view.sought)
    count = plural(lang, "rules.found", len(found) + len(asked) + len(terms))
    return el(
        "div",
        el("h2", count, id="rules-found", aria_live="polite"),
        el("p", sentence(lang, "rules.found.none"), class_="p10-muted")
        if not found and not asked and not terms else None,
        _list(lang, found, view.rule) if found else None,
        el("h3", sentence(lang, "rules.tab.words")) if terms else None,
        _term_list(lang, terms) if terms else None,
        el("h3", sentence(lang, "rules.tab.questions")) if asked else None,
        el("ul", [_question(lang, one) for one in asked], class_="p10-plainlist") if asked
        else None,
        class_="p10-stack",
    )  # fmt: skip


# --- sentences ------------------------------------------------------------------------------------


def _sentences(lang: str, view: RulesView) -> Html:
    return el(
        "div",
        [
            el(
                "section",
                el("h2", section.words.of(lang), id=f"rules-of-{section.id}"),
                _list(lang, section.sentences, view.rule),
                class_="p10-stack",
                aria_labelledby=f"rules-of-{section.id}",
            )
            for section in sections()
        ],
        class_="p10-stack p10-sections",
    )


def _list(lang: str, shown: Iterable[Sentence], now: str) -> Html:
    return el("ol", [_sentence(lang, one, now) for one in shown], class_="p10-sentences")


def _sentence(lang: str, one: Sentence, now: str) -> Html:
    asked = questions_about(one.id)
    return el(
        "li",
        el(
            "p",
            el("strong", one.id, class_="p10-ruleid"),
            " ",
            one.words.of(lang),
            id=f"rule-{one.id}",
            tabindex=-1,
            class_="p10-nowrule" if one.id == now else None,
        ),
        el(
            "div",
            _boards(lang, one.boards, one.id),
            el(
                "details",
                el("summary", plural(lang, "rules.asked", len(asked))),
                el("ul", [_question(lang, question, one.id) for question in asked],
                   class_="p10-plainlist"),
                id=f"rules-asked-{one.id}",
                data_keep="",
            ) if asked else None,
            class_="p10-ruleside",
        ),
    )  # fmt: skip


def _boards(lang: str, boards: Sequence[str], where: str) -> list[Html]:
    return [
        view_link(sentence(lang, "learn.board.try", board=board), f"learn/{board}",
                  f"rules-{where}-board-{board}")
        for board in boards
    ]  # fmt: skip


# --- questions ------------------------------------------------------------------------------------


def _questions(lang: str) -> Html:
    topics = [
        el(
            "section",
            el("h2", sentence(lang, f"rules.topic.{topic}"), id=f"rules-topic-{topic}"),
            el("ul", [_question(lang, one) for one in questions() if one.topic == topic],
               class_="p10-plainlist p10-questions"),
            class_="p10-stack",
            aria_labelledby=f"rules-topic-{topic}",
        )
        for topic in TOPICS
    ]  # fmt: skip
    return el("div", topics, class_="p10-stack p10-sections")


def _question(lang: str, one: Question, where: str = "") -> Html:
    """Draw a question with its answer, or with both where the presets answer differently."""
    ident = f"asked-{where}-{one.number}" if where else f"asked-{one.number}"
    if one.differs:
        answers = el(
            "dl",
            [
                el(
                    "div",
                    el("dt", sentence(lang, f"learn.rules.{preset}")),
                    el("dd", one.answers[preset].of(lang)),
                )
                for preset in PRESETS
            ],
            class_="p10-sides",
        )
    else:
        answers = el("p", one.answers["seed"].of(lang))
    rules = [
        view_link(sentence(lang, "refusal.rule", rule=rule), f"rules/{rule}", f"{ident}-{rule}")
        for rule in one.rules
        if rule != where
    ]
    return el(
        "li",
        el("p", el("strong", one.words.of(lang)), id=ident),
        answers,
        el("div", rules, _boards(lang, (one.board,), ident), class_="p10-ruleside"),
        class_="p10-asked-item",
    )


# --- words ----------------------------------------------------------------------------------------


def _words(lang: str) -> Html:
    return el(
        "div",
        el("h2", sentence(lang, "rules.tab.words")),
        el("p", sentence(lang, "rules.words.help"), class_="p10-muted"),
        _term_list(lang, glossary()),
        class_="p10-stack",
    )


def _term_list(lang: str, terms: Iterable[Term]) -> Html:
    shown = [
        el(
            "div",
            el("dt", term.words.of(lang), id=f"word-{term.id}"),
            el(
                "dd",
                el("p", term.means.of(lang)),
                seed_word(lang, term),
            ),
        )
        for term in terms
    ]  # fmt: skip
    return el("dl", shown, class_="p10-wordlist")


# --- other tables ---------------------------------------------------------------------------------


def _tables(lang: str, view: RulesView) -> Html:
    lines = rule_lines(lang, view.rules)
    presets = [
        el("button", sentence(lang, f"learn.rules.{name}"), type="button", class_="p10-chip",
           id=f"rules-preset-{name}", aria_pressed=view.rules == rules, data_act="rules.preset",
           data_value=name)
        for name, rules in PRESETS.items()
    ]  # fmt: skip
    return el(
        "div",
        el("h2", sentence(lang, "rules.tab.tables")),
        el("p", sentence(lang, "rules.tables.help")),
        el("div", el("span", sentence(lang, "rules.tables.all"), class_="p10-label"), presets,
           class_="p10-row", role="group", aria_label=sentence(lang, "rules.tables.all")),
        [_difference(lang, view, one) for one in differences()],
        el("h3", sentence(lang, "rules.tables.now")),
        el("ul", [el("li", line) for line in lines], class_="p10-reasons") if lines
        else el("p", sentence(lang, "rules.tables.seed")),
        el(
            "div",
            el("button", sentence(lang, "rules.tables.play"), type="button", class_="p10-primary",
               id="rules-play", data_act="rules.play"),
            el("button", sentence(lang, "rules.tables.round"), type="button", id="rules-round",
               data_act="rules.round"),
            el("button", sentence(lang, "rules.tables.quiz"), type="button", id="rules-quiz",
               data_act="rules.quiz"),
            class_="p10-row",
        ),
        class_="p10-stack",
    )  # fmt: skip


def _difference(lang: str, view: RulesView, one: Difference) -> Html:
    """Draw both ways side by side; a tap takes one for the own table."""
    option = one.option
    now = getattr(view.rules, option.id)
    ways = [
        el(
            "button",
            el("small", sentence(lang, f"learn.rules.{preset}")),
            el("span", option_name(lang, option.id, value)),
            type="button",
            role="radio",
            class_="p10-way",
            id=f"rules-{option.id}-{preset}",
            aria_checked=value == now,
            data_act=f"rules.set.{option.id}",
            data_value=preset,
        )
        for preset, value in one.values.items()
    ]
    heading = f"rules-option-{option.id}"
    return el(
        "div",
        el("h3", option_label(lang, option.id), id=heading),
        el("p", el("strong", option.rule), " ", sentence_of(option.rule).words.of(lang),
           class_="p10-muted"),
        el("div", ways, class_="p10-ways", role="radiogroup", aria_labelledby=heading,
           data_roving=""),
        el(
            "div",
            view_link(sentence(lang, "refusal.rule", rule=option.rule), f"rules/{option.rule}",
                      f"{heading}-rule"),
            _boards(lang, (option.board,), option.id),
            class_="p10-ruleside",
        ),
        class_="p10-difference p10-stack",
    )  # fmt: skip
