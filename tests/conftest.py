"""What every test may use: one browser, one wheel, private folders; and no skips in CI."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import browsing, packaging, servers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
NO_BROWSER = (
    "No browser could be started: install Chromium or Chrome with the system's packages (Debian: "
    "apt-get install chromium), or let 'python -m playwright install --with-deps chromium' "
    "download one."
)

# A test never fails because the machine is busy.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

_home = pytest.StashKey[Path]()
_skipped = pytest.StashKey[list[str]]()
_browser_used = pytest.StashKey[str]()


# --- the session ---------------------------------------------------------------------------------


def pytest_configure(config: pytest.Config) -> None:
    """Give Jupyter and IPython folders of their own, and compile what was changed in ``.po``."""
    packaging.compile_changed_catalogues()
    # A session started in the background ignores Ctrl-C, and so would each program it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    home = Path(tempfile.mkdtemp(prefix="phase10-tests-"))
    config.stash[_home] = home
    config.stash[_skipped] = []
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        folder = home / name.lower()
        folder.mkdir()
        os.environ[name] = str(folder)
    # The tests of chances to win start the process that plays matches, no others.
    os.environ.setdefault("PHASE10_WIN_CHANCES", "off")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the private folders."""
    shutil.rmtree(config.stash[_home], ignore_errors=True)


def pytest_report_header() -> str:
    """Say which browser the tests will use."""
    program = next(browsing.system_browsers(), None)
    return f"browser: {program or 'none on this system; Playwright downloads its own when needed'}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Note what was skipped: in CI that is a failure."""
    report: pytest.TestReport = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        item.config.stash[_skipped].append(report.nodeid)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Note whole modules that skip themselves, too."""
    report: pytest.CollectReport = yield
    if report.skipped:
        collector.config.stash[_skipped].append(report.nodeid)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a CI session in which anything was skipped."""
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        stash = session.config.stash
        told |= {"skipped": stash[_skipped], "browser": stash.get(_browser_used, "")}
    elif IN_CI and session.config.stash[_skipped] and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a process of this session noted."""
    told = getattr(node, "workeroutput", {})
    node.config.stash[_skipped] += told.get("skipped", [])
    if told.get("browser"):
        node.config.stash[_browser_used] = told["browser"]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name the browser that was used and, in CI, what was skipped."""
    if _browser_used in config.stash:
        terminalreporter.write_line(f"browser used: {config.stash[_browser_used]}")
    if IN_CI and config.stash[_skipped]:
        terminalreporter.write_line("skipped, which in CI is a failure:", red=True)
        for name in config.stash[_skipped]:
            terminalreporter.write_line(f"  {name}", red=True)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the source tree."""
    return packaging.CHECKOUT


# --- the wheel -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our package as a wheel, built once from a copy of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    return packaging.build(packaging.copy_sources(folder / "sources"), folder / "dist")


@pytest.fixture(scope="session")
def wheel_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python outside of the checkout that has our package from the wheel."""
    return packaging.install_alone(wheel, tmp_path_factory.mktemp("environment") / "venv")


@pytest.fixture(scope="session")
def private_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment variables for programs that must not touch the user's folders."""
    return packaging.private_environment(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def start_server(
    private_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., servers.Server]]:
    """Start ``command(port)`` as a server program; all of them end with the session."""
    folder = tmp_path_factory.mktemp("servers")
    started: list[servers.Server] = []

    def start(
        command: Callable[[int], list[str | Path]],
        environment: dict[str, str] | None = None,
        host: str = "127.0.0.1",
    ) -> servers.Server:
        port = servers.free_port()
        server = servers.Server(
            command(port),
            port,
            folder / f"server-{len(started)}.log",
            environment=private_environment | (environment or {}),
            folder=folder,
            host=host,
        )
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def voila_server(
    wheel_python: Path, start_server: Callable[..., servers.Server]
) -> Callable[..., servers.Server]:
    """Start a Voilà from the wheel: ``phase10`` itself, our server on a notebook, or plain Voilà.

    ``voila_server()`` runs the command ``phase10``; ``voila_server(notebook, **options)`` calls
    ``phase10.serve.serve`` with them; ``voila_server(notebook, plain=True)`` runs ``voila``.
    """

    def start(
        notebook: Path | None = None,
        *,
        plain: bool = False,
        environment: dict[str, str] | None = None,
        arguments: tuple[str, ...] = (),
        **options: Any,
    ) -> servers.Server:
        def command(port: int) -> list[str | Path]:
            if plain:
                assert notebook is not None
                return [
                    *(wheel_python, "-m", "voila", notebook, "--no-browser"),
                    *(f"--port={port}", "--Voila.port_retries=0", *arguments),
                ]
            if notebook is None and not options:
                return [
                    *(wheel_python, "-m", "phase10", "--no-browser", "--port", str(port)),
                    *arguments,
                ]
            where = None if notebook is None else str(notebook)
            call = {"port": port, "open_browser": False} | options
            program = (
                "from pathlib import Path; from phase10.serve import serve; "
                f"where = {where!r}; serve(where and Path(where), **{call!r})"
            )
            return [wheel_python, "-c", program]

        return start_server(command, environment, options.get("host", "127.0.0.1"))

    return start


# --- the browser ---------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """The program that drives the browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium_path(playwright_driver: Playwright) -> Path:
    """The system's Chromium or Chrome, else Playwright's own download."""
    program = next(browsing.system_browsers(), None)
    program = program or browsing.own_browser(playwright_driver.chromium.executable_path)
    if program is None:
        pytest.fail(NO_BROWSER, pytrace=False)
    return program


@pytest.fixture(scope="session")
def browser(
    playwright_driver: Playwright, chromium_path: Path, request: pytest.FixtureRequest
) -> Iterator[Browser]:
    """One headless browser for the whole session."""
    from playwright.sync_api import Error, expect

    expect.set_options(timeout=browsing.PATIENCE)
    try:
        started = playwright_driver.chromium.launch(
            executable_path=chromium_path, headless=True, args=browsing.LAUNCH_ARGUMENTS
        )
    except Error as error:
        pytest.fail(f"{NO_BROWSER}\n{chromium_path}: {error}", pytrace=False)
    request.config.stash[_browser_used] = f"{chromium_path}, version {started.version}"
    yield started
    started.close()


@pytest.fixture
def watch() -> Iterator[browsing.Watch]:
    """The requests and errors of this test's pages; foreign and uncaught ones fail the test."""
    watched = browsing.Watch()
    yield watched
    watched.check()


@pytest.fixture
def new_context(browser: Browser, watch: browsing.Watch) -> Iterator[Callable[..., BrowserContext]]:
    """Make a watched browser context, as a new visitor with an empty cache has one."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**({"locale": "en-US"} | options))
        context.set_default_timeout(browsing.PATIENCE)
        watch.follow(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A visitor at a desk."""
    return new_context(viewport={"width": 1280, "height": 900})


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page at a desk."""
    return context.new_page()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A page on the smallest phone: 320 by 640, touch only."""
    visitor = new_context(
        viewport={"width": 320, "height": 640},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )
    return visitor.new_page()


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Fail with a list of what axe-core finds: WCAG 2.2 A and AA, and best practice."""
    from axe_playwright_python.base import AXE_SCRIPT

    def check(page: Page, *, within: str | None = None) -> None:
        violations = browsing.axe_violations(page, AXE_SCRIPT, within=within)
        assert not violations, "axe-core found:\n" + "\n".join(violations)

    return check
