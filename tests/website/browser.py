"""Headless Chromium driven through a pipe: pages at a width, light or dark, as a person would see them."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


class Browser:
    """One Chromium with one page. Messages are JSON that ends in a zero byte, on descriptors 3 and 4 of the process."""

    def __init__(self, profile: Path) -> None:
        assert CHROMIUM is not None
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        words = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}"]
        moved = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        self._process = subprocess.Popen(
            ["bash", "-c", moved, "bash", *words], pass_fds=(to_read, to_write), stderr=subprocess.DEVNULL
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = b""
        self._count = 0
        self._session: str | None = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.wait(timeout=10)
        os.close(self._read)
        os.close(self._write)

    def ask(self, method: str, **parameters: Any) -> Mapping[str, Any]:
        """The result of one command of the DevTools protocol."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]

    def _message(self) -> Mapping[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._read, 1 << 16)
            assert part, "Chromium ended"
            self._rest += part
        text, _, self._rest = self._rest.partition(b"\0")
        return json.loads(text)

    def open(self, url: str, width: int, height: int, *, dark: bool = False) -> None:
        """Shows a page and waits until it is loaded."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Page.navigate", url=url)
        self.wait(f"location.href.startsWith({json.dumps(url)}) && document.readyState == 'complete'")

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait(self, expression: str, timeout_s: float = 20) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + timeout_s
        while not self.value(expression):
            assert time.monotonic() < end, f"{expression} did not become true"
            time.sleep(0.05)

    def screenshot(self, file: Path) -> None:
        """Writes what is visible as a PNG."""
        file.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))
