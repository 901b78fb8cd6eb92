"""Python imports this at its start in children of `cutedsl run`: `import cutlass` then means cutedsl there too.

Light: nothing is imported before the program imports `cutlass` (or `torch`, where that is to run on the CPU).
Another `sitecustomize` further on the path runs as it would without this one.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_MODE = os.environ.get("CUTEDSL_COMPAT", "").split(",")


class _Waiting:
    """Stands before the other finders until one of the names is imported; then the real ones take over."""

    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first == "cutlass" or (first in ("torch", "cuda") and "device=cpu" in _MODE):
            sys.meta_path.remove(self)
            from cutedsl.compat.install import install_from_environment

            install_from_environment()
            return importlib.util.find_spec(name) if path is None else None
        return None


def _next_sitecustomize() -> None:
    folders = [folder for folder in sys.path if os.path.abspath(folder or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", folders)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


if "alias" in _MODE:
    sys.meta_path.insert(0, _Waiting())
_next_sitecustomize()
