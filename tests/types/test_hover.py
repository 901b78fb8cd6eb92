"""Where the pointer rests on a name, an editor shows its signature and docstring, by either import."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.programs import ROOT

STUBS = ROOT / "packages" / "cutlass-compat" / "cutlass-stubs"
PROGRAM = """import {package} as cutlass
import {package}.cute as cute


@cute.kernel
def kernel(x: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    x[i] = cutlass.Float32(0.0)
"""
SHOWN = {
    "kernel": "def kernel(",
    "Tensor": "A tensor of a staged function",
    "thread_idx": "This thread's (x, y, z) in its block.",
    "Float32": "IEEE single.",
}


class _Server:
    """A language server on its standard streams. Source: the Language Server Protocol 3.17, "Base Protocol"."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.into, self.out, self.asked = process.stdin, process.stdout, 0

    def send(self, **message: Any) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.into.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.into.flush()

    def receive(self) -> dict[str, Any]:
        length = 0
        while line := self.out.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.out.read(length))

    def ask(self, method: str, **params: Any) -> Any:
        self.asked += 1
        self.send(id=self.asked, method=method, params=params)
        while True:
            message = self.receive()
            if "method" not in message and message["id"] == self.asked:
                return message["result"]
            if "id" in message:  # a question of the server's, such as for settings: there are none
                self.send(id=message["id"], result=[None] * len(message.get("params", {}).get("items", [])))


@pytest.mark.long
def test_names_show_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "typings").mkdir()
    (tmp_path / "typings" / "cutlass").symlink_to(STUBS)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT / "src")], "stubPath": "typings"}))
    command = [str(Path(sys.executable).with_name("pyright-langserver")), "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        server, root = _Server(process), tmp_path.as_uri()
        folder = {"uri": root, "name": "programs"}
        server.ask("initialize", processId=None, rootUri=root, capabilities={}, workspaceFolders=[folder])
        server.send(method="initialized", params={})
        for package in ("cutedsl", "cutlass"):
            text, uri = PROGRAM.format(package=package), f"{root}/{package}_program.py"
            opened = {"uri": uri, "languageId": "python", "version": 1, "text": text}
            server.send(method="textDocument/didOpen", params={"textDocument": opened})
            for name, wanted in SHOWN.items():
                line = next(k for k, said in enumerate(text.splitlines()) if f".{name}" in said)
                place = {"line": line, "character": text.splitlines()[line].index(f".{name}") + 2}
                found = server.ask("textDocument/hover", textDocument={"uri": uri}, position=place)
                assert wanted in str(found), (package, name, found)
        process.kill()
