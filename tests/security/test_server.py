"""What the server of a class refuses, spoken to as anybody on the network can."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from phase10.server import pages
from tests.support.servers import Server
from tests.support.visitors import Lost, Visitor, run

NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def server(voila_server: Callable[..., Server]) -> Server:
    """The app for a class of two."""
    return voila_server(seats=2)


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    return code_of(server)


def code_of(server: Server) -> str:
    """Read the code where the teacher reads it."""
    return server.says(r"Code to come in: (\w+)")


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> http.client.HTTPResponse:
    """Send one request just as it is; the answer has been read into ``text``."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
    connection.endheaders(body)
    answer = connection.getresponse()
    answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
    connection.close()
    return answer


def pass_of(server: Server, code: str) -> str:
    """Come in with the code; return the cookie."""
    answer = ask(server, "GET", f"/?code={code}")
    assert answer.status == 303
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


# --- the door ------------------------------------------------------------------------------------


def test_nobody_gets_a_kernel_without_the_code(server: Server, code: str) -> None:
    for path in ("/", "/?view=teacher", "/?code=BCD234", "/?class=BCD234", "/?code=%00"):
        answer = ask(server, "GET", path)
        assert answer.status in {200, 403}
        assert "phase10-kernel" not in answer.text  # type: ignore[attr-defined]
        assert 'name="code"' in answer.text  # type: ignore[attr-defined]
    answer = ask(server, "GET", "/", Cookie=f"phase10-class-{server.port}=guessed")
    assert "phase10-kernel" not in answer.text  # type: ignore[attr-defined]

    async def knock() -> None:
        inside = Visitor(server.url, code=code)
        await inside.open()
        outside = Visitor(server.url)
        outside.kernel = inside.kernel
        with pytest.raises(Lost, match="403"):
            await outside.connect()
        await inside.leave()

    run(knock())


def test_the_cookie_is_for_this_server_and_no_script(server: Server, code: str) -> None:
    answer = ask(server, "POST", "/join?view=learn&lang=lv", f"code={code}".encode())
    assert answer.status == 303
    assert answer.headers["Location"] == "/?view=learn&lang=lv"
    (cookie,) = answer.headers.get_all("Set-Cookie")
    name, *rest = (part.strip() for part in cookie.split(";"))
    assert re.fullmatch(rf"phase10-class-{server.port}=[0-9a-f]{{64}}", name)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(rest)
    assert "Secure" not in rest
    assert code not in cookie
    proxied = ask(server, "GET", f"/?code={code}", X_Forwarded_Proto="https")
    assert "Secure" in proxied.headers["Set-Cookie"]


def test_the_code_leaves_the_address(server: Server, code: str) -> None:
    answer = ask(server, "GET", f"/?view=hint&code={code.lower()}&hand=R5+B5")
    assert answer.status == 303
    assert answer.headers["Location"] == "/?view=hint&hand=R5+B5"
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_a_join_leads_nowhere_else_and_a_foreign_page_cannot_join(
    server: Server, code: str
) -> None:
    body = f"code={code}".encode()
    answer = ask(server, "POST", "/join?next=//evil.example", body)
    assert answer.headers["Location"] == "/?next=%2F%2Fevil.example"
    assert ask(server, "POST", "/join", body, Origin="http://evil.example").status == 403
    assert ask(server, "POST", "/join", body, Origin=server.url.rstrip("/")).status == 303
    # One that is as long as a book is not read.
    with contextlib.suppress(ConnectionError, http.client.HTTPException):
        assert ask(server, "POST", "/join", b"code=" + b"x" * 1_000_000).status >= 400


def test_who_guesses_has_to_wait_and_others_come_in(server: Server, code: str) -> None:
    def guess(word: str, address: str) -> int:
        return ask(server, "POST", "/join", f"code={word}".encode(), X_Forwarded_For=address).status

    answers = [guess("BCD234", "10.1.1.1") for _ in range(25)]
    assert answers[0] == 403
    assert answers[-1] == 429
    assert guess(code, "10.1.1.1") == 429
    assert guess(code, "10.1.1.2") == 303


# --- files ---------------------------------------------------------------------------------------


PLACES = (
    "app.ipynb",
    ".ipynb_checkpoints/app-checkpoint.ipynb",
    "serve.py",
    "pyproject.toml",
    ".git/config",
    "etc/passwd",
    "server/door.py",
)
CLIMBS = ("", "../", "../../", "..%2f..%2f", "%2e%2e/", "%252e%252e%252f", "..\\", "....//", "%00")
ROOTS = (
    "/",
    "/voila/files/",
    "/voila/static/",
    "/voila/templates/phase10/static/",
    "/voila/templates/lab/static/",
    "/voila/labextensions/",
    "/voila/render/",
    "/files/",
    "/static/",
)


def test_no_file_is_served_but_the_two_of_the_page(server: Server, code: str) -> None:
    cookie = pass_of(server, code)
    for name, kind in (("page.css", "text/css"), ("page.js", "javascript")):
        answer = ask(server, "GET", f"/voila/templates/phase10/static/{name}")
        assert answer.status == 200
        assert kind in answer.headers["Content-Type"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    tried = [f"{root}{climb}{place}" for root in ROOTS for climb in CLIMBS for place in PLACES]
    tried += ["//etc/passwd", "/voila/templates/phase10/static/", "/voila/templates/phase10"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for path in tried:
        connection.putrequest("GET", path)
        connection.putheader("Cookie", cookie)
        connection.endheaders()
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        assert answer.status in {400, 404}, path
        assert "Traceback" not in text
        assert len(text) < 2000, path
        for word in ("cell_type", "root:", "[project]", "import "):
            assert word not in text, path


def test_nothing_of_jupyter_is_there(server: Server, code: str) -> None:
    cookie = pass_of(server, code)
    paths = (
        *("api", "api/kernels", f"api/kernels/{NOBODY}", "api/contents", "api/sessions"),
        *("api/terminals", "api/status", "login", "logout", "tree", "lab", "voila/tree", "metrics"),
        *(f"voila/query/{NOBODY}", f"voila/execution/{NOBODY}", "voila/api/contents"),
    )
    for path in paths:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            status = ask(server, method, f"/{path}", b"" if method != "GET" else None,
                         Cookie=cookie).status  # fmt: skip
            assert status in {403, 404, 405}, (method, path)


def test_the_files_by_which_kernels_are_reached_are_the_users_alone(
    server: Server, code: str
) -> None:
    kernels = server.kernels()
    assert kernels
    for kernel in kernels:
        (file,) = [Path(part) for part in kernel.cmdline() if part.endswith(".json")]
        assert file.stat().st_mode & 0o077 == 0
        assert file.parent.stat().st_mode & 0o077 == 0
        status = ask(server, "GET", f"{file}", Cookie=pass_of(server, code)).status
        assert status == 404


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/join", "/voila/templates/phase10/static/page.js"]
)
def test_every_answer_has_the_headers(server: Server, path: str) -> None:
    answer = ask(server, "GET", path)
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in answer.headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self' blob:"
    assert policy["connect-src"] == policy["form-action"] == policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in answer.headers
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_errors_are_a_sentence_in_the_visitors_language(server: Server) -> None:
    english = ask(server, "GET", "/nothing<script>")
    assert "Nothing is here" in english.text  # type: ignore[attr-defined]
    assert "script>" not in english.text  # type: ignore[attr-defined]
    latvian = ask(server, "GET", "/nothing", Accept_Language="lv-LV,en;q=0.5")
    assert "Te nekā nav" in latvian.text  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /?%ff%fe=%00&lang=%3Cb%3E HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
    ],
)
def test_broken_requests_are_refused_and_the_server_goes_on(server: Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 60) as line:
        with contextlib.suppress(OSError):
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
        answer = b""
        with contextlib.suppress(OSError):
            while piece := line.recv(65536):
                answer += piece
    assert b"phase10-kernel" not in answer
    assert b"Traceback" not in answer
    assert ask(server, "GET", "/").status == 200


# --- the socket of a page ------------------------------------------------------------------------


def test_the_socket_carries_no_code_and_nothing_else_that_pages_do_not_say(
    server: Server, code: str, tmp_path: Path
) -> None:
    mark = tmp_path / "executed"
    text = f"open({str(mark)!r}, 'w').close()"
    kinds = {
        "execute_request": {"code": text, "silent": False, "store_history": False},
        "inspect_request": {"code": text, "cursor_pos": 0},
        "complete_request": {"code": text, "cursor_pos": 4},
        "history_request": {"hist_access_type": "tail", "n": 10},
        "is_complete_request": {"code": text},
        "input_reply": {"value": text},
        "debug_request": {"type": "request", "seq": 1, "command": "evaluate",
                          "arguments": {"expression": text}},
        "interrupt_request": {},
        "shutdown_request": {"restart": False},
        "create_subshell_request": {},
        "comm_open": {"comm_id": uuid.uuid4().hex, "target_name": "jupyter.widget", "data": {}},
        "comm_close": {"data": {}},
    }  # fmt: skip

    async def speak() -> None:
        visitor = Visitor(server.url, code=code)
        await visitor.open()
        kinds["comm_close"]["comm_id"] = visitor.model
        for kind, content in kinds.items():
            for channel in ("shell", "control", "stdin", "iopub"):
                await visitor.raw(visitor.message(kind, content, channel))
        # Jupyter's other way to write messages
        binary = json.dumps({"msg_type": "execute_request"}).encode()
        await visitor.raw((1).to_bytes(8, "little") + binary, binary=True)
        seen: set[str] = set()
        await visitor.raw(visitor.message("kernel_info_request", {}))
        while "kernel_info_reply" not in seen:
            seen.add((await visitor.read())["msg_type"])
        assert not {kind.replace("_request", "_reply") for kind in kinds} & seen
        assert "error" not in seen
        await visitor.act("app.lang", "lv")
        assert 'data-value="lv"' in visitor.parts["frame"]
        await visitor.leave()

    run(speak())
    assert not mark.exists()


BROKEN = (
    "",
    "null",
    "[]",
    "{}",
    "nonsense",
    '{"channel": "shell"}',
    '{"channel": "shell", "header": null, "content": {}}',
    '{"channel": "shell", "header": {"msg_type": ["comm_msg"]}, "content": {}}',
    '{"channel": "shell", "header": {"msg_type": "comm_msg"}, "content": {}}',
    '{"channel": "shell", "header": {"msg_type": "comm_msg"}, "content": {"comm_id": 7}}',
    '{"channel": "shell", "header": {"msg_type": "comm_msg", "date": 9}, "content": {"data": 1}}',
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"channel": "shell", "header": {"msg_type": "comm_msg"}, "content": ' + "[" * 100_000,
    '{"x": ' + "9" * 100_000 + "}",
)


def test_broken_huge_and_deep_messages_harm_nobody(server: Server, code: str) -> None:
    async def speak() -> None:
        neighbour = Visitor(server.url, code=code)
        await neighbour.open()
        visitor = Visitor(server.url, code=code)
        await visitor.open()
        for text in BROKEN:
            await visitor.raw(text)
        deep: object = []
        for _ in range(800):
            deep = [deep]
        for value in (deep, {"a": deep}, "x" * 3_000_000, [0] * 500_000, 10**4000, "\ud800"):
            content = {"comm_id": visitor.model, "data": {"method": "custom", "content": {
                "type": "act", "act": "hint.hand", "value": value, "seq": 10**9}}}  # fmt: skip
            await visitor.raw(visitor.message("comm_msg", content))
        # The page's own message still arrives, unless Jupyter has closed the connection for one.
        try:
            await visitor.act("app.lang", "lv")
        except Lost:
            await visitor.connect()
            await visitor.act("app.lang", "lv")
        with contextlib.suppress(Lost):
            await visitor.raw("x" * (pages.LONGEST_MESSAGE + 1))
            await visitor.act("app.lang", "en")
        await visitor.connect()
        await visitor.act("app.theme", "dark")
        await neighbour.act("app.lang", "lv")
        await neighbour.leave()
        await visitor.leave()

    run(speak())
    assert "Traceback" not in server.output()


def test_a_page_can_end_its_own_kernel_and_no_other(server: Server, code: str) -> None:
    async def close() -> None:
        one, other = Visitor(server.url, code=code), Visitor(server.url, code=code)
        await asyncio.gather(one.open(), other.open())
        path = f"voila/api/shutdown/{other.kernel['kernel']}"
        for headers in (
            {},
            {"X-Phase10-Key": "guessed"},
            {"X-Phase10-Key": one.kernel["key"]},
            {"X-Phase10-Key": other.kernel["key"], "Origin": "http://evil.example"},
        ):
            answer = await one.ask(path, "POST", body=b"", headers=headers)
            assert answer.code == 403, headers
        stranger = Visitor(server.url)
        key = {"X-Phase10-Key": other.kernel["key"]}
        assert (await stranger.ask(path, "POST", body=b"", headers=key)).code == 403
        await other.act("app.lang", "lv")
        await other.leave()
        await one.leave()
        # Twice is once.
        answer = await other.ask(path, "POST", body=b"", headers=key)
        assert answer.code == 204

    run(close())


def test_a_socket_is_opened_by_pages_of_this_server_only(server: Server, code: str) -> None:
    async def open_all() -> None:
        visitor = Visitor(server.url, code=code)
        await visitor.open()
        for origin in ("http://evil.example", "null", "file://", f"{server.url[:-2]}"):
            other = Visitor(server.url)
            other.cookies, other.kernel = visitor.cookies, visitor.kernel
            with pytest.raises(Lost, match="403"):
                await other.connect(Origin=origin)
        unknown = Visitor(server.url)
        unknown.cookies, unknown.kernel = visitor.cookies, {"kernel": NOBODY}
        with pytest.raises(Lost, match="404"):
            await unknown.connect()
        await visitor.leave()

    run(open_all())


# --- what pupils type ----------------------------------------------------------------------------


def test_markup_in_a_nickname_and_in_addresses_is_text(server: Server, code: str) -> None:
    evil = "<img src=x onerror=alert(1)>"

    async def type_it() -> None:
        visitor = Visitor(server.url, code=code, query="?view=learn&lang=en")
        await visitor.open()
        await visitor.act("learn.name", evil)
        await visitor.act("learn.named")
        assert "&lt;img src=x" in "".join(visitor.parts.values())
        assert "<img src=x" not in "".join(visitor.parts.values())
        await visitor.leave()
        for query in (
            "?view=hint&hand=%3Cimg+src%3Dx%3E&lang=%3Cb%3E",
            "?view=play&deal=%3Cimg+src%3Dx%3E",
            "?view=%3Cimg+src%3Dx%3E",
            f"?view=hint&hand={'R1+' * 500}",
        ):
            other = Visitor(server.url, code=code, query=query)
            await other.open()
            assert "<img src=x" not in "".join(other.parts.values())
            await other.leave()

    run(type_it())


# --- seats ---------------------------------------------------------------------------------------


def test_more_pages_than_seats_are_told_so(voila_server: Callable[..., Server]) -> None:
    """Whoever opens a hundred pages takes no more than the class has."""
    server = voila_server(seats=2)
    code = code_of(server)

    async def fill() -> None:
        visitors = [Visitor(server.url, code=code) for _ in range(6)]
        for visitor in visitors:
            await visitor.open()
        late = Visitor(server.url, code=code)
        await late.ask(f"?code={code}")
        answer = await late.ask("?view=learn&lang=lv")
        assert answer.code == 503
        assert "Visas vietas ir aizņemtas" in answer.body.decode()
        await visitors.pop().leave()
        await late.open()
        for visitor in (*visitors, late):
            await visitor.leave()

    run(fill())
    assert len(server.kernels()) <= 7


# --- https ---------------------------------------------------------------------------------------


def test_a_certificate_serves_by_https_with_safe_cookies(
    voila_server: Callable[..., Server], tmp_path: Path
) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    server = voila_server(seats=1, certificate=str(certificate), key=str(key))
    assert server.says(r"(https://127\.0\.0\.1:\d+/)") == f"https://127.0.0.1:{server.port}/"
    context = ssl.create_default_context(cafile=os.fspath(certificate))
    connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=context, timeout=60)
    connection.request("GET", f"/?code={code_of(server)}")
    answer = connection.getresponse()
    assert answer.status == 303
    assert "Secure" in answer.headers["Set-Cookie"]
    connection.close()
    with pytest.raises((OSError, http.client.HTTPException)):
        ask(server, "GET", "/")
