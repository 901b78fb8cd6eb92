"""The playground's page in headless Chromium: what a person would see there."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from cutedsl.cli.play import make_server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium (Debian package chromium)")
# Without the background switches Chromium looks for hosts of its own; --no-sandbox is what root needs.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=5000",
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = make_server()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def chromium(profile: Path, *arguments: str) -> str:
    assert CHROMIUM is not None
    run = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(run, capture_output=True, text=True, timeout=90, check=True).stdout


def page(url: str, profile: Path, layout: str, *steps: str, more: str = "") -> str:
    """The page's document after its script has run."""
    query = "".join([f"&step={quote_plus(step)}" for step in steps]) + more
    return chromium(profile, "--dump-dom", f"{url}/?layout={quote_plus(layout)}{query}")


def test_a_layout_and_its_operations_are_drawn(url: str, tmp_path: Path) -> None:
    dom = page(url, tmp_path, "(4,8):(8,1)", "divide (2,4)", "coalesce")
    titles = re.findall(r"<h2>(.*?)</h2>", dom)
    assert titles == ["Start", "Step 1: logical_divide(A, (2,4))", "Step 2: coalesce(A)"]
    assert dom.count("<svg ") == 3 and dom.count('<section class="stage">') == 3
    assert "mode 1: rest 8:1 o 2:4 = 2:4" in dom
    assert re.search(r'<div id="error" role="alert"></div>', dom)
    # Each control has a label of its own.
    controls = set(re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', dom))
    assert {"layout", "drawing", "operation-1", "argument-1", "operation-2"} <= controls
    assert controls <= set(re.findall(r'<label for="([^"]+)"', dom))
    save = re.search(r'id="save" href="(/save[^"]+)"', dom)
    assert save is not None and "step=divide+%282%2C4%29" in html.unescape(save[1])


def test_an_error_is_our_report(url: str, tmp_path: Path) -> None:
    dom = page(url, tmp_path, "(4,8):(8,1)", "divide (3,4,4)")
    report = re.search(r'<div id="error" role="alert">(.*?)</div>', dom, re.DOTALL)
    assert report is not None
    assert html.unescape(report[1]).startswith("error[rank-mismatch]: the tiler [3:1;4:1;4:1] has 3 modes")
    assert 'aria-invalid="true"' in dom and "<svg " not in dom


def test_typed_text_is_not_markup(url: str, tmp_path: Path) -> None:
    dom = page(url, tmp_path, "<img src=x onerror=document.title='gone'>")
    assert "<title>cutedsl play: layouts</title>" in dom and "<img" not in dom


def test_other_drawings_show_their_fields(url: str, tmp_path: Path) -> None:
    dom = page(url, tmp_path, "32:2", more="&drawing=conflicts&bits=32&access=4")
    assert "phase 0, lanes 0-31: 2 passes" in dom
    assert re.search(r'<span id="for-access" class="row">', dom)
    assert re.search(r'<span id="for-tile" class="row" hidden="">', dom)


def test_the_page_is_painted(url: str, tmp_path: Path) -> None:
    shot = tmp_path / "page.png"
    chromium(tmp_path / "profile", "--window-size=1000,900", f"--screenshot={shot}", f"{url}/?layout=(4,8):(8,1)")
    data = shot.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) > 10_000
