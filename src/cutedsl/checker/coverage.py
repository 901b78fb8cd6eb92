"""Coverage of checked runs: executed lines of kernels, and explored warp interleavings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutedsl.arch.abi.host import Site
from cutedsl.checker.names import kernel_name
from cutedsl.checker.orders import Coverage, Orders
from cutedsl.checker.shadow import Shadow
from cutedsl.errors.render import shown_path

_KINDS: Final = ("load", "store", "atomic", "branch")
"""The sites that machine code reports when they run for the first time."""
_OURS: Final = str(Path(__file__).parents[1])


class RunCoverage:
    """Listens to launches: see `launcher.Listener`.

    `lines` says of each line with an access or a branch whether it ran, by file; `orders` what each kernel's launches
    tried.
    """

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, bool]] = {}
        self.orders: dict[str, Coverage] = {}
        self._running: tuple[str, Orders] | None = None

    def begin(self, shadow: Shadow, kernel: str, sites: Sequence[Site]) -> None:
        """Called at launch start."""
        self.settle()
        orders = Orders()
        orders.begin(shadow, kernel, sites)
        self._running = kernel_name(kernel), orders
        for site in sites:
            if site.kind in _KINDS and site.line and not site.file.startswith(_OURS):
                self.lines.setdefault(site.file, {}).setdefault(site.line, False)
        shadow.measure(_Ran(self.lines, sites))

    def settle(self) -> None:
        """Called at launch end."""
        if self._running is not None:
            name, orders = self._running
            self.orders[name] = self.orders.get(name, Coverage()).plus(orders)
            self._running = None

    def text(self) -> str:
        """The report: one line per file, and one per kernel."""
        self.settle()
        texts: list[str] = []
        for file, lines in sorted(self.lines.items()):
            missing = [str(line) for line, ran in sorted(lines.items()) if not ran]
            text = f"{shown_path(file)}: {len(lines) - len(missing)} of {len(lines)} lines of kernels ran"
            texts.append(text + (f"; never: {', '.join(missing)}" if missing else ""))
        texts += [f"{name}: {orders}" for name, orders in sorted(self.orders.items())]
        return "\n".join(texts)


class _Ran:
    """Takes the first accesses and branches of each site."""

    def __init__(self, lines: dict[str, dict[int, bool]], sites: Sequence[Site]) -> None:
        self._lines = lines
        self._sites = sites

    def take(self, number: int, size_bytes: int, places: list[int], shared: bool) -> None:
        """Handles one access."""
        del size_bytes, places, shared
        self._mark(number)

    def branch(self, number: int, active: int, taken: int) -> None:
        """Handles one branch."""
        del active, taken
        self._mark(number)

    def _mark(self, number: int) -> None:
        site = self._sites[number]
        lines = self._lines.get(site.file)
        if lines is not None and site.line in lines:
            lines[site.line] = True
