"""Pages in the real server: its front end, its kernels, what it refuses."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import psutil
import pytest
import websocket
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from phase10.server import Kernel
from phase10.views.i18n import language, sentence
from tests.support.browsing import Watch
from tests.support.servers import Server, free_port

DEMO = Path(__file__).with_name("demo.ipynb")


@pytest.fixture(scope="module")
def server(voila_server: Callable[..., Server]) -> Server:
    """A server that starts a kernel for each visit, so that kernels can be counted."""
    return voila_server(DEMO, preheat=0)


@pytest.fixture(scope="module")
def warm_server(voila_server: Callable[..., Server]) -> Server:
    """A server as it is by default, with one warm kernel."""
    return voila_server(DEMO)


@pytest.fixture
def demo(server: Server, page: Page) -> Page:
    page.goto(server.url)
    expect(page.locator("#add")).to_be_visible(timeout=120_000)
    return page


def wait_for_kernels(server: Server, number: int, seconds: float = 15) -> None:
    """Wait until the server runs this many kernels."""
    deadline = time.monotonic() + seconds
    while len(server.kernels()) != number and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(server.kernels()) == number


def rest(kernel: psutil.Process) -> None:
    """Wait until a kernel is warm and works no more."""
    used, since = -1.0, time.monotonic()
    while time.monotonic() - since < 3 or used < 0.3:
        now = sum(kernel.cpu_times()[:2])
        if now > used + 0.05:
            used, since = now, time.monotonic()
        time.sleep(0.1)


def ask(server: Server, method: str, path: str, **headers: str) -> tuple[int, str]:
    """Send one plain request; return status and body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    answer = connection.getresponse()
    body = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, body


def kernel_of(page: Page) -> str:
    return str(json.loads(page.locator("#phase10-kernel").text_content() or "{}")["kernel"])


# --- a visit ---------------------------------------------------------------------------------


def test_a_click_goes_to_python_and_back(demo: Page, watch: Watch) -> None:
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    expect(demo).to_have_title("Demo")
    assert any(url.startswith("ws://127.0.0.1") for url in watch.requests)
    assert watch.foreign() == []
    # No part of JupyterLab is loaded: the page, its style and its script, the host, the socket.
    assert len(watch.requests) <= 6, watch.requests


def test_a_warm_kernel_serves_a_page_and_the_pool_is_filled_again(
    warm_server: Server, page: Page, context: BrowserContext
) -> None:
    wait_for_kernels(warm_server, 1)
    page.goto(warm_server.url)
    page.locator("#add").click()
    expect(page.locator("#count")).to_have_text("Count: 1")
    wait_for_kernels(warm_server, 2)
    other = context.new_page()
    other.goto(warm_server.url)
    expect(other.locator("#count")).to_have_text("Count: 0")


def test_a_reload_keeps_the_work(demo: Page) -> None:
    demo.locator("#add").click()
    demo.locator("#card-R5").click()
    expect(demo.locator("#held-R5-1")).to_be_visible()
    demo.reload()
    expect(demo.locator("#held-R5-1")).to_be_visible(timeout=120_000)
    expect(demo.locator("#count")).to_have_text("Count: 1")


def test_no_kernel_is_left_by_visits_reloads_and_closed_tabs(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    wait_for_kernels(server, 0)
    for leave in ("close", "reload", "navigate"):
        visitor = new_context()
        page = visitor.new_page()
        page.goto(server.url)
        expect(page.locator("#add")).to_be_visible(timeout=120_000)
        if leave == "reload":
            page.reload()
            expect(page.locator("#add")).to_be_visible(timeout=120_000)
            wait_for_kernels(server, 1)
        if leave == "navigate":
            page.goto("about:blank")
            wait_for_kernels(server, 0)
        page.close()
    wait_for_kernels(server, 0)


def test_the_language_of_the_address_is_used(server: Server, page: Page) -> None:
    page.goto(server.url + "?lang=lv")
    expect(page.locator("h1")).to_have_text("Paraugs", timeout=120_000)
    expect(page.locator("html")).to_have_attribute("lang", "lv")


@pytest.mark.parametrize(
    ("locale", "words", "others"),
    [("en-US", "One moment", "Acumirkli"), ("lv-LV", "Acumirkli", "One moment")],
)
def test_words_are_there_before_any_kernel(
    server: Server,
    new_context: Callable[..., BrowserContext],
    axe: Callable[..., None],
    locale: str,
    words: str,
    others: str,
) -> None:
    page = new_context(locale=locale).new_page()
    page.route_web_socket(re.compile("channels"), lambda _silent: None)
    page.goto(server.url)
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_text(others)).to_be_hidden()
    axe(page)


def test_without_scripts_the_page_says_what_it_needs(
    server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(server.url)
    expect(page.get_by_text("This page needs JavaScript")).to_be_visible()
    expect(page.get_by_text("vajadzīgs JavaScript")).to_be_visible()


def test_axe_finds_nothing(demo: Page, axe: Callable[..., None]) -> None:
    axe(demo)


def test_a_small_phone_scrolls_only_down(server: Server, phone: Page) -> None:
    phone.goto(server.url)
    expect(phone.locator("#add")).to_be_visible(timeout=120_000)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    phone.locator("#more-summary").scroll_into_view_if_needed()
    assert phone.evaluate("window.scrollY") > 0


# --- trouble ---------------------------------------------------------------------------------


def test_a_dead_kernel_is_said_and_a_reload_restores(server: Server, page: Page) -> None:
    others = set(server.kernels())
    page.goto(server.url)
    expect(page.locator("#add")).to_be_visible(timeout=120_000)
    page.locator("#add").click()
    expect(page.locator("#count")).to_have_text("Count: 1")
    (kernel,) = set(server.kernels()) - others
    kernel.kill()
    expect(page.locator("#banner")).to_be_visible(timeout=120_000)
    page.locator("#reload").click()
    expect(page.locator("#banner")).to_be_hidden(timeout=120_000)
    expect(page.locator("#count")).to_have_text("Count: 1")
    page.locator("#add").click()
    expect(page.locator("#count")).to_have_text("Count: 2")


@pytest.mark.parametrize("noticed", [False, True])
def test_a_kernel_that_died_in_the_pool_is_replaced(
    voila_server: Callable[..., Server], page: Page, noticed: bool
) -> None:
    """A visitor gets a living one, whether or not the server has noticed yet."""
    server = voila_server(DEMO)
    wait_for_kernels(server, 1)
    (kernel,) = server.kernels()
    rest(kernel)
    kernel.kill()
    # The system ends a killed process in its own time; until then nobody can tell.
    with contextlib.suppress(psutil.NoSuchProcess):
        while kernel.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.05)
    if noticed:
        page.wait_for_timeout(4000)  # the server looks every three seconds
        assert server.kernels() == []
    page.goto(server.url)
    page.locator("#add").click(timeout=120_000)
    expect(page.locator("#count")).to_have_text("Count: 1")
    # One for this page, and a warm one for the next.
    wait_for_kernels(server, 2)
    page.close()
    wait_for_kernels(server, 1)
    assert "Traceback" not in server.output()


def test_a_page_whose_kernel_is_refused_says_so_and_can_try_again(
    server: Server, page: Page
) -> None:
    refused = True

    def carry(route: WebSocketRoute) -> None:
        if refused:
            route.close()
        else:
            route.connect_to_server()

    page.route_web_socket(re.compile("channels"), carry)
    page.clock.install()
    page.goto(server.url)
    # Before the time is up within which a kernel that is silent must answer.
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_contain_text("The page could not be started")
    expect(page.get_by_text("One moment")).to_be_hidden()
    refused = False
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#add")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("The page could not be started")).to_be_hidden()


def test_a_page_without_an_answer_says_so(server: Server, page: Page) -> None:
    page.route_web_socket(re.compile("channels"), lambda _silent: None)
    page.clock.install()
    page.goto(server.url)
    page.clock.fast_forward(14_000)
    expect(page.get_by_text("One moment")).to_be_visible()
    page.clock.fast_forward(2_000)
    expect(page.get_by_role("alert")).to_contain_text("The page could not be started")
    expect(page.get_by_text("One moment")).to_be_hidden()


def test_a_lost_connection_comes_back_with_what_was_done_meanwhile(
    server: Server, page: Page
) -> None:
    routes: list[WebSocketRoute] = []
    cut = False

    def carry(route: WebSocketRoute) -> None:
        routes.append(route)
        if cut:
            route.close()
        else:
            route.connect_to_server()

    page.route_web_socket(re.compile("channels"), carry)
    page.goto(server.url)
    expect(page.locator("#add")).to_be_visible(timeout=120_000)
    cut = True
    routes[0].close()
    page.locator("#add").click()
    page.locator("#add").click()
    # Whoever waits is told so, and that it is over when it is.
    expect(page.locator("#banner")).to_be_visible(timeout=120_000)
    expect(page.locator("#count")).to_have_text("Count: 0")
    cut = False
    expect(page.locator("#count")).to_have_text("Count: 2", timeout=120_000)
    expect(page.locator("#banner")).to_be_hidden()


def test_a_fault_of_ours_is_said_on_the_page_and_told_to_the_server(
    server: Server, demo: Page
) -> None:
    demo.locator("#fail").click()
    expect(demo.get_by_role("alert").filter(has_text="Something went wrong")).to_be_visible()
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    assert "RuntimeError" not in demo.content()
    deadline = time.monotonic() + 5
    while "this act always fails" not in server.output() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert "RuntimeError: this act always fails" in server.output()


def test_a_page_from_the_memory_of_the_browser_gets_a_new_kernel(demo: Page) -> None:
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 1")
    first = kernel_of(demo)
    demo.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(demo.locator("#count")).to_have_text("Count: 1", timeout=120_000)
    expect(demo.locator("#phase10-kernel")).not_to_contain_text(first)


def test_a_page_that_cannot_start_says_so_and_shows_no_code(
    voila_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory, page: Page
) -> None:
    broken = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("secret_name = 1 / 0")],
        metadata={"kernelspec": {"name": "python3", "language": "python", "display_name": "P"}},
    )
    path = tmp_path_factory.mktemp("broken") / "broken.ipynb"
    nbformat.write(broken, path)
    page.goto(voila_server(path, preheat=0).url)
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("The page could not be started", timeout=120_000)
    assert "secret_name" not in page.content()
    assert "ZeroDivisionError" not in page.content()


# --- what is refused -------------------------------------------------------------------------


def test_the_root_is_the_app_and_nothing_else_is_served(server: Server) -> None:
    status, body = ask(server, "GET", "/?template=lab&theme=dark")
    assert status == 200
    assert "<title>Demo</title>" in body
    assert "phase10-page" in body
    for path in (
        "/voila/files/demo.ipynb",
        "/voila/files/demo_page.py",
        "/voila/files/test_serve.py",
        "/voila/files/../../pyproject.toml",
        "/api/contents",
        "/api/kernels",
        "/api/sessions",
        "/voila/tree",
    ):
        status, body = ask(server, "GET", path)
        assert status in {302, 403, 404}, path
        assert "http://" not in body, path
        assert "https://" not in body, path


def test_pages_are_allowed_to_ask_this_server_only(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/")
    policy = connection.getresponse().headers["Content-Security-Policy"]
    connection.close()
    assert "connect-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self' blob:;" in policy


def test_a_foreign_page_gets_no_kernel(server: Server, demo: Page) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/kernels/{kernel_of(demo)}/channels"
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(address, origin="http://evil.example", timeout=20)
    status, _ = ask(server, "GET", "/", Host="evil.example")
    assert status == 403


def test_a_kernel_is_ended_only_with_the_token_of_the_page(server: Server, demo: Page) -> None:
    path = f"/voila/api/shutdown/{kernel_of(demo)}"
    assert ask(server, "POST", path)[0] == 403
    assert ask(server, "POST", path, X_XSRFToken="guessed", Cookie="_xsrf=other")[0] == 403
    demo.locator("#add").click()
    expect(demo.locator("#count")).to_have_text("Count: 1")


def test_no_code_is_executed_for_anybody(server: Server, demo: Page, tmp_path: Path) -> None:
    """The socket of the page itself takes messages to widgets, and drops code."""
    mark = tmp_path / "executed"
    address = f"ws://127.0.0.1:{server.port}/api/kernels/{kernel_of(demo)}/channels"
    connection = websocket.create_connection(
        f"{address}?session_id={uuid.uuid4().hex}", origin=server.url.rstrip("/"), timeout=20
    )

    def send(message_type: str, content: dict[str, object]) -> None:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": message_type, "session": "x"}
        header |= {"username": "", "version": "5.3", "date": "2026-01-01T00:00:00Z"}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        connection.send(json.dumps(message | {"channel": "shell", "buffers": []}))

    code = f"open({str(mark)!r}, 'w').close()"
    send("execute_request", {"code": code, "silent": False, "store_history": False})
    send("kernel_info_request", {})
    seen: set[str] = set()
    while "kernel_info_reply" not in seen:
        seen.add(json.loads(connection.recv())["msg_type"])
    connection.close()
    assert "execute_reply" not in seen
    assert not mark.exists()


# --- the program -----------------------------------------------------------------------------


@pytest.fixture
def run(
    wheel_python: Path, private_environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., tuple[subprocess.Popen[str], str]]]:
    """Start the server as a program; return it and what it says after that it is starting."""
    started: list[subprocess.Popen[str]] = []

    def start(*, at_once: bool = False, **options: object) -> tuple[subprocess.Popen[str], str]:
        environment = private_environment | dict(options.pop("environment", {}))  # type: ignore[call-overload]
        program = (
            "import sys; from pathlib import Path; from phase10.serve import serve; "
            "assert 'voila' not in sys.modules; "
            f"serve(Path({str(DEMO)!r}), **{options!r})"
        )
        process = subprocess.Popen(
            [wheel_python, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            cwd=tmp_path,
        )
        started.append(process)
        assert process.stdout is not None
        starting = sentence(language(str(options.get("lang"))), "serve.starting")
        assert process.stdout.readline() == f"{starting}\n"
        return process, "" if at_once else process.stdout.readline()

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
        process.wait(20)


def test_a_taken_port_is_said_and_the_next_one_used(
    run: Callable[..., tuple[subprocess.Popen[str], str]],
) -> None:
    port = free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        _, line = run(port=port, open_browser=False, preheat=0)
    found = re.search(r"http://127\.0\.0\.1:(\d+)/ ", line)
    assert found is not None
    assert port < int(found[1]) < port + 50
    assert str(port) in line.replace(found[0], "")


def test_an_address_that_is_not_ours_is_one_clear_line(
    run: Callable[..., tuple[subprocess.Popen[str], str]],
) -> None:
    process, line = run(host="192.0.2.1", open_browser=False, preheat=0)
    assert process.wait(20) == 1
    assert "192.0.2.1" in line
    assert process.stdout is not None
    assert process.stdout.read() == ""


def test_the_browser_is_opened_in_the_language_asked_for(
    run: Callable[..., tuple[subprocess.Popen[str], str]], tmp_path: Path
) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n', encoding="utf-8")
    browser.chmod(0o755)
    _, line = run(port=free_port(), lang="lv", preheat=0, environment={"BROWSER": str(browser)})
    deadline = time.monotonic() + 10
    address = ""
    while not address and time.monotonic() < deadline:
        time.sleep(0.1)
        address = opened.read_text(encoding="utf-8").strip() if opened.exists() else ""
    assert address
    assert address in line
    assert address.endswith("/?lang=lv")


def test_no_browser_is_no_trouble_and_ctrl_c_ends_it(
    run: Callable[..., tuple[subprocess.Popen[str], str]], page: Page
) -> None:
    process, line = run(port=free_port(), environment={"BROWSER": "/nonexistent/browser"})
    found = re.search(r"http://\S+", line)
    assert found is not None
    page.goto(found[0])
    expect(page.locator("#add")).to_be_visible(timeout=120_000)
    process.send_signal(2)
    assert process.wait(20) == 0
    assert process.stdout is not None
    assert process.stdout.read() == ""


@pytest.mark.parametrize("at_once", [True, False])
def test_ctrl_c_at_the_start_is_quiet(
    run: Callable[..., tuple[subprocess.Popen[str], str]], at_once: bool
) -> None:
    """While the server is being loaded, and while its first kernel is being started."""
    process, _ = run(at_once=at_once, port=0, open_browser=False)
    process.send_signal(2)
    assert process.wait(20) == (130 if at_once else 0)
    assert process.stdout is not None
    assert process.stdout.read() == ""


def test_ctrl_c_while_a_kernel_starts_or_works_is_quiet(
    run: Callable[..., tuple[subprocess.Popen[str], str]],
) -> None:
    process, _ = run(port=0, open_browser=False)
    deadline = time.monotonic() + 20
    while not (kernels := psutil.Process(process.pid).children()) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)  # Python is up, and would show where it is interrupted
    process.send_signal(2)
    assert process.wait(20) == 0
    assert process.stdout is not None
    assert process.stdout.read() == ""
    assert kernels
    assert not any(kernel.is_running() for kernel in kernels)


@pytest.mark.parametrize(
    ("prepared", "wanted"),
    [
        ("", {signal.SIGTERM}),
        ("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)", {signal.SIGKILL}),
    ],
)
def test_a_kernel_is_asked_to_end_and_killed_before_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, prepared: str, wanted: set[int]
) -> None:
    """One that is interrupted while it starts or works would print where it was."""
    sent: list[int] = []

    async def start_and_end() -> int:
        kernel = Kernel(kernel_name="python3")
        await kernel.start_kernel()
        assert kernel.provisioner is not None
        client = kernel.client()
        client.start_channels()
        await client.wait_for_ready()
        await client.execute(prepared, reply=True)
        client.stop_channels()
        send = kernel.provisioner.send_signal
        process = kernel.provisioner.process

        async def noted(number: int) -> None:
            sent.append(number)
            await send(number)

        monkeypatch.setattr(kernel.provisioner, "send_signal", noted)
        await kernel.shutdown_kernel()
        assert not await kernel.is_alive()
        return -process.wait()

    # The main thread has the loop of the browser.
    with ThreadPoolExecutor(1) as thread:
        ended_by = thread.submit(asyncio.run, start_and_end()).result()
    assert ended_by in wanted
    assert signal.SIGINT not in sent[:1]


# --- elsewhere -------------------------------------------------------------------------------


@pytest.mark.parametrize("template", ["lab", "phase10"])
def test_plain_voila_shows_the_page_too(
    voila_server: Callable[..., Server], browser: Browser, template: str
) -> None:
    server = voila_server(DEMO, plain=True, arguments=(f"--template={template}",))
    # Voilà's own template asks a font service, which is not ours to watch.
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    page.locator("#add").click(timeout=120_000)
    expect(page.locator("#count")).to_have_text("Count: 1")
    context.close()
