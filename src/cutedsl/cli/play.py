"""`cutedsl play`: a page on this machine that draws layouts, instructions and the accesses of kernels."""

from __future__ import annotations

import argparse
import json
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from cutedsl.cli.time_limit import OutOfTimeError, time_limit
from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.viz.pages import answer, playground_file, playground_page, static_page, typed_report
from cutedsl.viz.view import View

_ADDRESS = "127.0.0.1"
_MOST_FIELDS = 64
_SILENCE_S = 10.0
"""How long a client may send or take nothing."""
_REQUEST_S = 60.0
"""How long a client may take for all of its request and the answer."""
_DRAWING_S = 10.0
"""How long one drawing may take the processor."""
_MOST_DRAWINGS = threading.BoundedSemaphore(4)
"""Drawings at a time; others wait for their turn."""
_MOST_CLIENTS = 32
"""Connections at a time; more are closed."""


def play(argv: Sequence[str]) -> int:
    """Serves until Ctrl-C. Exit code 0; 1 if the port is taken or the program fails; 2 for a wrong command line."""
    options = _parser().parse_args(list(argv))
    accesses = None
    if options.program:
        from cutedsl.cli.kernels.accesses import kernel_accesses

        accesses = kernel_accesses(options.program, options.arguments)
        if accesses is None:
            return 1
    if options.file:
        return _write(Path(options.file), accesses)
    try:
        server = make_server(options.port, accesses)
    except (OSError, OverflowError) as error:
        print(f"cutedsl play: port {options.port} cannot be used: {error}", file=sys.stderr)
        return 1
    url = f"http://{_ADDRESS}:{server.server_port}/"
    print(f"cutedsl play: {url}  (Ctrl-C stops it)", flush=True)
    if not options.no_browser:
        webbrowser.open(url)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


def _write(file: Path, accesses: Sequence[dict[str, Any]] | None) -> int:
    """Writes the page that needs no server."""
    try:
        file.write_text(playground_file(accesses), encoding="utf-8")
    except OSError as error:
        print(f"cutedsl play: {file} could not be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"cutedsl play: wrote {file}; open it in a browser")
    return 0


def make_server(port: int = 0, accesses: Sequence[dict[str, Any]] | None = None) -> ThreadingHTTPServer:
    """The server on loopback, not yet serving; port 0 takes a free one. `accesses` are those of a program's kernels."""
    server = _Server((_ADDRESS, port), _Handler)
    server.accesses = accesses
    return server


class _Server(ThreadingHTTPServer):
    """A thread for each client, of which there are few, and none stays for long."""

    daemon_threads = True
    accesses: Sequence[dict[str, Any]] | None = None

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self._places = threading.BoundedSemaphore(_MOST_CLIENTS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Takes a client, if there is a place."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a client, who is cut off when the time is over."""
        end = threading.Timer(_REQUEST_S, _cut_off, (request,))
        end.daemon = True
        end.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            end.cancel()
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away, or was cut off, is none of the person's business."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _cut_off(request: socket.socket) -> None:
    with suppress(OSError):
        request.shutdown(socket.SHUT_RDWR)


def _parser() -> argparse.ArgumentParser:
    about = "Serves a page on this machine that draws layouts, instructions, and the shared-memory accesses of kernels."
    parser = argparse.ArgumentParser(prog="cutedsl play", description=about)
    parser.add_argument(
        "program", nargs="?", help="a Python file; its kernels run checked, and their accesses are drawn"
    )
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="further arguments go to the program")
    parser.add_argument("--file", metavar="FILE", help="write the page as one HTML file that needs no server, and end")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    return parser


class _Handler(BaseHTTPRequestHandler):
    """Three addresses: the page, `/api/draw` (JSON) and `/save` (one HTML file)."""

    server_version = "cutedsl-play"
    sys_version = ""
    timeout = _SILENCE_S

    def do_GET(self) -> None:
        try:
            host, address = urlsplit(f"//{self.headers.get('Host', '')}").hostname, urlsplit(self.path)
        except ValueError as error:
            self._send(400, "text/plain", f"The address cannot be read: {error}\n")
            return
        # A page elsewhere could resolve its own name to this address; only requests for this host are answered.
        if host not in (_ADDRESS, "localhost"):
            self._send(403, "text/plain", "cutedsl play answers on 127.0.0.1 only\n")
            return
        match address.path:
            case "/":
                nonce = secrets.token_urlsafe(12)
                accesses = self.server.accesses if isinstance(self.server, _Server) else None
                self._send(200, "text/html", playground_page(nonce, accesses), nonce=nonce)
            case "/api/draw":
                self._draw(address.query)
            case "/save":
                self._save(address.query)
            case _:
                self._send(404, "text/plain", "there is nothing here\n")

    def _draw(self, query: str) -> None:
        """The answer is 200 also for an error of the algebra: it is what the person is to read."""
        try:
            with _limited():
                found = answer(_view(query))
        except DSLUserCodeError as error:
            found = {"error": typed_report(error), "name": error.name}
        except ValueError as error:
            found = {"error": f"The address cannot be read: {error}"}
        self._send(200, "application/json", json.dumps(found))

    def _save(self, query: str) -> None:
        try:
            with _limited():
                page = static_page(_view(query))
        except (DSLUserCodeError, ValueError) as error:
            self._send(400, "text/plain", f"{error}\n")
            return
        self._send(200, "text/html", page, extra={"Content-Disposition": 'attachment; filename="layout.html"'})

    def _send(self, status: int, kind: str, text: str, *, nonce: str = "", extra: dict[str, str] | None = None) -> None:
        """One complete answer; scripts run only with the page's nonce."""
        body = text.encode("utf-8")
        script = f"'nonce-{nonce}'" if nonce else "'none'"
        policy = f"default-src 'none'; script-src {script}; style-src 'unsafe-inline'; connect-src 'self'"
        fixed = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": policy + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
        self.send_response(status)
        for name, value in (fixed | (extra or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged: the terminal is the person's."""


@contextmanager
def _limited() -> Generator[None]:
    """One drawing; error picture-too-large where it takes too long."""
    with _MOST_DRAWINGS:
        try:
            with time_limit(_DRAWING_S):
                yield
        except OutOfTimeError as late:
            raise fail(
                "picture-too-large", f"the drawing is {late}", fix="Use smaller extents or fewer steps."
            ) from None


def _view(query: str) -> View:
    return View.from_query(parse_qs(query, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
