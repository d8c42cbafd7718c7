"""The widget on the side of Python, and the files that it hands to the browser."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from phase10.widgets.host import Host, host_source, host_style
from tests.browser.demo_page import DemoPage


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(
        Host, "send", lambda _host, content, _buffers=None: messages.append(content)
    )
    return messages


def receive(host: Host, content: object) -> None:
    """Let the widget receive what a front end sent."""
    host._handle_custom_msg(content, [])


def test_a_message_of_the_front_end_reaches_the_page(sent: list[dict[str, Any]]) -> None:
    page = DemoPage()
    host = Host(page)
    receive(host, {"type": "hello", "lang": "en", "search": "", "seq": 1})
    receive(host, {"type": "act", "act": "count.add", "value": None, "seq": 2})
    assert page.count == 1
    assert list(sent[-1]["parts"]) == ["counter", "choice", "inner"]


def test_a_message_of_the_wrong_shape_does_nothing(sent: list[dict[str, Any]]) -> None:
    host = Host(DemoPage())
    for content in (None, "x", {"type": "act", "act": None}):
        receive(host, content)
    assert sent == []


def test_each_page_brings_its_own_style() -> None:
    class Plain(DemoPage):
        css = ".plain { color: red }"

    assert Host(Plain())._css.endswith(".plain { color: red }")
    assert Host(DemoPage())._css == host_style(DemoPage())


def test_the_source_is_one_module_with_nothing_to_fetch() -> None:
    source = host_source()
    assert source.count("export default") == 1
    assert "export function mount" in source
    assert not re.search(r"^\s*import\b", source, flags=re.MULTILINE)
    assert "http://" not in source.replace("http://www.w3.org/", "")
    assert "https://" not in source


def test_the_style_asks_for_nothing() -> None:
    assert not re.search(r"@import|url\(", host_style(DemoPage()))


def test_both_dark_themes_are_the_same() -> None:
    style = host_style(DemoPage())
    blocks = [
        dict(re.findall(r"(--p10-[\w-]+):\s*([^;]+);", block))
        for block in re.findall(r"\{([^{}]*--p10-scheme: dark;[^{}]*)\}", style)
    ]
    assert len(blocks) == 2
    assert blocks[0] == blocks[1]


def luminance(color: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2.2)."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colors_have_enough_contrast(scheme: str) -> None:
    style = host_style(DemoPage())
    blocks = re.findall(r"\{([^{}]*--p10-scheme: (?:light|dark);[^{}]*)\}", style)
    tokens = dict(re.findall(r"--p10-([\w-]+):\s*(#[0-9a-f]{6});", blocks[0]))
    if scheme == "dark":
        tokens |= dict(re.findall(r"--p10-([\w-]+):\s*(#[0-9a-f]{6});", blocks[1]))
    for ground in ("surface", "panel", "sunken"):
        for ink in ("ink", "muted", "accent", "bad", "good", "warn"):
            assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)
        for edge in ("edge", "focus", "missing"):
            assert contrast(tokens[edge], tokens[ground]) >= 3, (edge, ground)
    assert contrast(tokens["ink"], tokens["accent-soft"]) >= 4.5
    assert contrast(tokens["ink"], tokens["bad-soft"]) >= 4.5
    assert contrast(tokens["accent"], tokens["accent-ink"]) >= 4.5
    for card in ("red", "blue", "green", "yellow", "wild", "skip"):
        assert contrast(tokens[card], tokens[f"{card}-ink"]) >= 4.5, card


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("phase10.widgets.host", {"numpy", "numba", "voila", "pandas", "matplotlib"}),
        ("phase10.widgets.session", {"numpy", "anywidget", "ipywidgets", "IPython"}),
    ],
)
def test_a_page_imports_no_more_than_it_needs(module: str, unwanted: set[str]) -> None:
    program = f"import sys, {module}; print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not unwanted & set(answer.stdout.split())
