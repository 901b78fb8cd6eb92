"""Templates and this version as part of Inductor's cache keys: a changed template is never served an old kernel."""

from __future__ import annotations

import hashlib
from typing import Any

from torch._inductor.custom_graph_pass import CustomGraphModulePass

from cutedsl.driver.cache.toolchain import build_stamp
from cutedsl.torch.inductor.template import TEMPLATES


class FingerprintPass(CustomGraphModulePass):
    """Changes nothing; its `uuid` is in the keys. What was registered before it still runs."""

    def __init__(self, inner: Any = None) -> None:
        self.inner = inner

    def __call__(self, gm: Any) -> Any:
        return None if self.inner is None else self.inner(gm)

    def uuid(self) -> Any:
        """A hash of every template's text and of our sources."""
        found = hashlib.sha256(build_stamp().encode())
        for name, template in sorted(TEMPLATES.items()):
            found.update(f"{name}={template.src_hash};".encode())
        return found.hexdigest(), None if self.inner is None else self.inner.uuid()
