"""What the module `cutlass` of the distribution cutedsl-cutlass-compat does when it is imported."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

from cutedsl.compat.host.cuda.package import provide_cuda_package
from cutedsl.compat.imports import ROOT, CutlassFinder, install_finder
from cutedsl.errors import fail

DISTRIBUTION = "cutedsl-cutlass-compat"


def take_name(file: str) -> None:
    """Makes `cutlass` this library in this process; `file` is the module that is being imported.

    Programs for `cutlass` also import `cuda.bindings`, which machines without a GPU need not have.

    Errors: cutlass-installed where another `cutlass` can be imported too.
    """
    mine = Path(file).resolve()
    for folder in sys.path:
        spec = importlib.machinery.PathFinder.find_spec(ROOT, [folder])
        places = [] if spec is None else [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
        for place in places:
            if place is not None and Path(place).resolve() != mine:
                raise fail(
                    "cutlass-installed",
                    f"`import cutlass` finds {mine} of {DISTRIBUTION} and another package at {place}",
                    fix=f"Uninstall one of them: `pip uninstall {DISTRIBUTION}`.",
                )
    install_finder(override=True)
    provide_cuda_package()
    spec = CutlassFinder().find_spec(ROOT)
    if spec is not None:
        sys.modules[ROOT] = importlib.util.module_from_spec(spec)  # the import that runs this gives what stands here
