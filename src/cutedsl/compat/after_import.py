"""A change to somebody else's module, made now or right after the program's first import of it."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any


def after_import(name: str, change: Callable[[ModuleType], object]) -> None:
    """Calls `change` with the module, which nothing here imports."""
    if name in sys.modules:
        change(sys.modules[name])
    else:
        sys.meta_path.insert(0, _AfterImport(name, change))  # pyright: ignore[reportArgumentType]


class _AfterImport:
    def __init__(self, name: str, change: Callable[[ModuleType], object]) -> None:
        self._name = name
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        sys.meta_path.remove(self)  # pyright: ignore[reportArgumentType]
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            load: Callable[[ModuleType], None] = loader.exec_module

            def load_and_change(module: ModuleType) -> None:
                load(module)
                self._change(module)

            loader.exec_module = load_and_change
        return spec
