"""Markup is built, text is escaped."""

from __future__ import annotations

import doctest
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

import phase10.views.html
from phase10.views.html import Html, el, fragment, table


def parsed(markup: str) -> list[tuple[str, object]]:
    """Read markup as a browser does: elements with attributes, and text."""
    found: list[tuple[str, object]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

        def handle_data(self, data: str) -> None:
            found.append(("text", data))

        def handle_comment(self, data: str) -> None:
            found.append(("comment", data))

    reader = Reader(convert_charrefs=True)
    reader.feed(markup)
    reader.close()
    return found


def test_doctests() -> None:
    assert doctest.testmod(phase10.views.html).failed == 0


@given(st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]), min_size=1))
def test_any_text_stays_text(text: str) -> None:
    markup = el("p", text, title=text)
    elements = [entry for entry in parsed(markup) if entry[0] != "text"]
    assert elements == [("p", {"title": text})]
    assert "".join(str(data) for kind, data in parsed(markup) if kind == "text") == text


def test_script_in_a_hand_is_text() -> None:
    typed = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    markup = el("li", typed, data_value=typed)
    assert "<script" not in markup
    assert "<img" not in markup
    assert parsed(markup)[0] == ("li", {"data-value": typed})


def test_attributes() -> None:
    made = el("input", class_="a", for_="b", data_act="c.d", checked=True, disabled=False, id=None)
    assert made == '<input class="a" for="b" data-act="c.d" checked="">'
    assert el("a", aria_expanded=False, aria_current=None) == '<a aria-expanded="false"></a>'
    assert el("svg", viewBox="0 0 1 1", width=3, opacity=0.5) == (
        '<svg viewBox="0 0 1 1" width="3" opacity="0.5"></svg>'
    )


def test_children_are_taken_apart() -> None:
    made = el("p", None, False, [el("b", 7), ["<", 0]], (text for text in ("x", "y")))
    assert made == "<p><b>7</b>&lt;0xy</p>"


def test_markup_stays_markup_when_put_together() -> None:
    bold = el("b", "x")
    assert isinstance(bold, Html)
    assert bold + "<" == "<b>x</b>&lt;"
    assert "<" + bold == "&lt;<b>x</b>"
    assert isinstance("<" + bold, Html)
    assert bold * 2 == "<b>x</b><b>x</b>"
    assert fragment(bold, bold) == "<b>x</b><b>x</b>"
    assert bold.__html__() is bold


@pytest.mark.parametrize("tag", ["script", "style", "iframe", "a b", "b>", ""])
def test_elements_that_could_run_code_are_refused(tag: str) -> None:
    with pytest.raises(ValueError, match="not an element"):
        el(tag)


@pytest.mark.parametrize("attributes", [{"onclick": "x"}, {"ONLOAD": "x"}, {"on_error": "x"}])
def test_handlers_are_refused(attributes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="not an attribute"):
        el("p", **attributes)


@pytest.mark.parametrize("address", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x"])
def test_addresses_that_run_code_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        el("a", href=address)
    assert el("a", href="?hand=R5") == '<a href="?hand=R5"></a>'


def test_a_table_has_a_caption_and_scopes() -> None:
    made = table("Chances <1>", ["n", "p"], [[1, "a"], [2, "b"]], caption_hidden=True, id="t")
    assert made.startswith('<table id="t"><caption><span class="p10-hidden">Chances &lt;1&gt;')
    assert made.count('scope="col"') == 2
    assert made.count('scope="row"') == 2
    assert made.count("<td>") == 2
