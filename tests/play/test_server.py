"""`cutedsl play`: what the server answers, and to whom."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import ThreadingHTTPServer
from urllib.parse import quote_plus

import pytest

from cutedsl.cli.play import make_server, play
from cutedsl.viz import layout_picture
from cutedsl.viz.operations import OPERATIONS, read_layout
from tests.docs.programs import ROOT


@pytest.fixture(scope="module")
def server() -> Iterator[ThreadingHTTPServer]:
    running = make_server()
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


def get(server: ThreadingHTTPServer, path: str, host: str = "127.0.0.1") -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", f"{host}:{server.server_port}")
    connection.endheaders()
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply.status, dict(reply.getheaders()), text


def draw(server: ThreadingHTTPServer, layout: str, *steps: str, **more: str) -> dict[str, object]:
    words = [("layout", layout), *[("step", step) for step in steps], *more.items()]
    query = "&".join([f"{name}={quote_plus(value)}" for name, value in words])
    status, headers, text = get(server, f"/api/draw?{query}")
    assert status == 200 and headers["Content-Type"].startswith("application/json")
    return json.loads(text)


def stages(answer: dict[str, object]) -> list[dict[str, object]]:
    found = answer["stages"]
    assert isinstance(found, list)
    return found


def test_the_answer_is_computed_by_the_library(server: ThreadingHTTPServer) -> None:
    (start,) = stages(draw(server, "(4,8):(8,1)"))
    assert start["svg"] == layout_picture(read_layout("(4,8):(8,1)")).svg()
    found = stages(draw(server, "(4,8):(8,1)", "zipped-divide (2,4)", "coalesce"))
    assert [stage["result"] for stage in found][1] == "((2,4),(2,2)):((8,1),(16,4))"
    assert len(found) == 3


def test_errors_are_answers(server: ThreadingHTTPServer) -> None:
    answer = draw(server, "(4,8):(8,1)", "divide (3,4,4)")
    assert answer["name"] == "rank-mismatch"
    assert str(answer["error"]).startswith("error[rank-mismatch]: the tiler [3:1;4:1;4:1] has 3 modes")
    assert draw(server, "(4,8)", drawing="banks", bits="many")["name"] == "operation-argument"


def test_the_page_lists_every_operation_and_lets_only_its_own_script_run(server: ThreadingHTTPServer) -> None:
    status, headers, page = get(server, "/")
    assert status == 200
    nonce = re.search(r'<script nonce="([^"]+)">', page)
    assert nonce is not None and f"script-src 'nonce-{nonce[1]}';" in headers["Content-Security-Policy"]
    choices = re.search(r'id="choices">(.*?)</script>', page, re.DOTALL)
    assert choices is not None
    assert [one["name"] for one in json.loads(choices[1])["operations"]] == list(OPERATIONS)
    assert get(server, "/")[2] != page  # a nonce is used once


def test_the_saved_view_is_one_static_file(server: ThreadingHTTPServer) -> None:
    status, headers, page = get(server, "/save?layout=(4,8):(8,1)&step=divide+(2,4)")
    assert status == 200 and "attachment" in headers["Content-Disposition"]
    assert page.count("<svg ") == 2 and "((2,2),(4,2)):((8,16),(1,4))" in page
    assert "<script" not in page and not re.search(r'(src|href)="', page)


def test_names_and_paths_that_are_not_ours_are_refused(server: ThreadingHTTPServer) -> None:
    assert get(server, "/", host="example.com")[0] == 403
    assert get(server, "/", host="localhost")[0] == 200
    assert get(server, "/etc/passwd")[0] == 404
    assert get(server, "/save?bits=x&layout=4")[0] == 400
    assert "cannot be read" in json.loads(get(server, "/api/draw?" + "step=x&" * 80)[2])["error"]


def test_it_listens_on_loopback_only(server: ThreadingHTTPServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_said(server: ThreadingHTTPServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(["--no-browser", "--port", str(server.server_port)]) == 1
    assert f"port {server.server_port} cannot be used" in capsys.readouterr().err
    assert play(["--no-browser", "--port", "99999"]) == 1


def test_the_command_prints_where_it_serves() -> None:
    command = [sys.executable, "-m", "cutedsl.cli", "play", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert re.match(r"cutedsl play: http://127\.0\.0\.1:\d+/ ", line)


# -- hostile and slow clients ----------------------------------------------------------------------------------------
def raw(server: ThreadingHTTPServer, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as client:
        client.sendall(request)
        return b"".join(iter(lambda: client.recv(65536), b""))


@pytest.mark.parametrize(("path", "host"), [("/", "["), ("//[", "127.0.0.1"), ("http://[/", "127.0.0.1")])
def test_addresses_that_are_none(server: ThreadingHTTPServer, path: str, host: str, capfd) -> None:
    answer = raw(server, f"GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
    assert answer.split(b"\r\n")[0] in (b"HTTP/1.0 400 Bad Request", b"HTTP/1.0 404 Not Found")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "text",
    ["(" * 3000, "(" * 3000 + "1" + ")" * 3000, "[" * 3000, "9" * 5000, "4:1@999999999", "(" * 101 + "1" + ")" * 101],
    ids=["open", "nested", "brackets", "digits", "mode", "one too deep"],
)
def test_texts_that_are_no_layouts(server: ThreadingHTTPServer, text: str, capfd) -> None:
    for layout, steps in ((text, ()), ("(4,8):(8,1)", (f"divide {text}",))):
        answer = draw(server, layout, *steps)
        assert answer["name"] == "layout-text", answer
        assert len(str(answer["error"])) < 1000
    assert get(server, f"/save?layout={quote_plus(text)}")[0] in (200, 400)
    assert capfd.readouterr().err == ""


def test_a_layout_may_be_a_hundred_deep(server: ThreadingHTTPServer) -> None:
    assert len(stages(draw(server, "(" * 100 + "4" + ")" * 100))) == 1


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadingHTTPServer]:
    """A server of little patience and few places."""
    for name, value in (("_REQUEST_S", 0.6), ("_MOST_CLIENTS", 2)):
        monkeypatch.setattr(f"cutedsl.cli.play.{name}", value)
    monkeypatch.setattr("cutedsl.cli.play._Handler.timeout", 0.3)
    running = make_server()
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


def test_a_drawing_that_takes_too_long_ends_with_a_message(server: ThreadingHTTPServer, monkeypatch, capfd) -> None:
    def endless(view: object) -> dict[str, object]:
        while True:
            with suppress(Exception):
                sum(range(1000))

    monkeypatch.setattr("cutedsl.cli.play._DRAWING_S", 0.2)
    monkeypatch.setattr("cutedsl.cli.play.answer", endless)
    for _ in range(6):  # more than are drawn at a time
        answer = draw(server, "(4,8):(8,1)")
        assert answer["name"] == "picture-too-large" and "timed out after 0.2 s" in str(answer["error"])
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("layout", "steps"),
    [
        ("(1000003,1000033):(1,1000003)", ()),
        ("(99999999999,99999999999):(7,99999999999)", ("complement 99999999999999",)),
        ("(65536,65536):(65536,1)", ("right-inverse", "left-inverse")),
        ("((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,3,9,27,81,243),(2,6,18,54,162,486))", ("coalesce", "right-inverse")),
        ("(4096,4096):(4097,3)", ("divide (4096,4096)",)),
    ],
)
def test_huge_layouts_end_soon_with_a_message_or_a_picture(server: ThreadingHTTPServer, layout, steps, capfd) -> None:
    started = time.monotonic()
    answer = draw(server, layout, *steps)
    assert "stages" in answer or answer["name"]
    assert get(server, f"/save?layout={quote_plus(layout)}")[0] in (200, 400)
    assert time.monotonic() - started < 20
    assert capfd.readouterr().err == ""


def test_a_silent_client_is_cut_off(short: ThreadingHTTPServer, capfd) -> None:
    assert raw(short, b"GET / HTTP/1.0\r\n") == b""
    assert capfd.readouterr().err == ""


def test_a_client_that_sends_a_byte_at_a_time_is_cut_off(short: ThreadingHTTPServer, capfd) -> None:
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", short.server_port), timeout=20) as client, suppress(OSError):
        while time.monotonic() - started < 60:
            client.sendall(b"G")
            time.sleep(0.05)
    assert time.monotonic() - started < 30
    assert capfd.readouterr().err == ""


def test_only_so_many_clients_at_a_time(short: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_REQUEST_S", "_Handler.timeout"):  # a busy machine may take its time between two clients
        monkeypatch.setattr(f"cutedsl.cli.play.{name}", 1.5)
    held = [socket.create_connection(("127.0.0.1", short.server_port), timeout=20) for _ in range(2)]
    time.sleep(0.05)
    with suppress(ConnectionError):
        assert raw(short, b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n") == b""
    for client in held:
        assert client.recv(1) == b""  # their time is over, and their places are free
        client.close()
    deadline = time.monotonic() + 30
    while not raw_or_nothing(short).startswith(b"HTTP/1.0 200"):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def raw_or_nothing(server: ThreadingHTTPServer) -> bytes:
    try:
        return raw(server, b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
    except ConnectionError:
        return b""
