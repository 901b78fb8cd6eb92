"""The site: it builds without a broken link, and its pages can be read on a phone, in the dark, and searched."""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.website.names import SECTIONS, names_of
from tests.docs.programs import ROOT
from tests.once import made_once
from tests.website.browser import CHROMIUM, Browser

pytestmark = pytest.mark.timeout(450)  # the build takes 15 s of one core, and machines have other work
PAGES = ("index.html", "reference/cute_atoms.html", "errors/shared-race.html", "checking.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `CUTEDSL_SITE` names, as CI has just built one, or one of the run."""
    if built := os.environ.get("CUTEDSL_SITE"):
        return Path(built)

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once(tmp_path_factory, "site", make)


@pytest.fixture(scope="module")
def url(site: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium (Debian package chromium)")
    with Browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_every_public_name_can_be_searched(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"] for entry in found["docs"]}
    wanted = {f"reference/{section.file}.html#{name.public}" for section in SECTIONS for name in names_of(section)}
    assert len(wanted) > 700
    assert wanted <= places


def test_every_picture_is_there(url: str, browser: Browser) -> None:
    for page in ("index.html", "pictures/index.html", "ops.html"):
        browser.open(f"{url}/{page}", 1280, 900)
        assert browser.value("document.images.length") > 0
        assert browser.value("[...document.images].every(image => image.complete && image.naturalWidth > 0)")


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_needs_no_sideways_scrolling(page: str, url: str, browser: Browser) -> None:
    browser.open(f"{url}/{page}", 390, 844)
    assert browser.value("document.documentElement.scrollWidth") <= 390


def test_dark_mode_follows_the_system(url: str, browser: Browser) -> None:
    def background(dark: bool) -> int:
        browser.open(f"{url}/index.html", 1280, 900, dark=dark)
        colour = browser.value("getComputedStyle(document.body).backgroundColor")
        return sum(int(float(part)) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])

    assert background(dark=False) > 600
    assert background(dark=True) < 200


def test_a_search_finds_a_function(url: str, browser: Browser) -> None:
    browser.open(f"{url}/index.html?q=make_tiled_copy_tv", 1280, 900)
    browser.wait(
        "[...document.querySelectorAll('.md-search-result__link')].some(a => a.href.includes('make_tiled_copy_tv'))"
    )
