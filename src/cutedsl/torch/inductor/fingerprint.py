"""Templates and this version as part of Inductor's cache keys: a changed template is never served an old kernel."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from torch._inductor.custom_graph_pass import CustomGraphModulePass

from cutedsl.driver.cache.toolchain import build_stamp
from cutedsl.torch.inductor.template import TEMPLATES

GRAPH_PASSES: list[Callable[[Any], None]] = []
"""What the library does to a graph before it is lowered."""


class FingerprintPass(CustomGraphModulePass):
    """Its `uuid` is in the keys. It runs the library's passes, and what was registered before it."""

    def __init__(self, inner: Any = None) -> None:
        self.inner = inner

    def __call__(self, gm: Any) -> Any:
        for change in GRAPH_PASSES:
            change(gm)
        return None if self.inner is None else self.inner(gm)

    def uuid(self) -> Any:
        """A hash of every template's text and of our sources."""
        found = hashlib.sha256(build_stamp().encode())
        for name, template in sorted(TEMPLATES.items()):
            found.update(f"{name}={template.src_hash};".encode())
        found.update(str(len(GRAPH_PASSES)).encode())
        return found.hexdigest(), None if self.inner is None else self.inner.uuid()
