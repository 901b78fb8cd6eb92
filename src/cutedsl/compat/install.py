"""What `cutedsl run` sets up in a process before a program starts, and what its children set up by themselves."""

from __future__ import annotations

import os
from dataclasses import replace

from cutedsl.compat.imports import install_finder
from cutedsl.compat.settings import Settings


def install(settings: Settings) -> None:
    """Prepares this process, and through the environment its Python children."""
    install_finder(override=settings.override)
    replace(settings, override=True).write(os.environ)  # the line on another `cutlass` is said once
    if settings.on_cpu:
        from cutedsl.compat.host.cuda.package import provide_cuda_package
        from cutedsl.compat.host.cupy import provide_cupy
        from cutedsl.compat.host.torch import patch_when_imported
        from cutedsl.compat.host.triton import provide_triton

        provide_cuda_package(on_cpu=True)
        provide_cupy()
        provide_triton()
        patch_when_imported()


def install_from_environment() -> None:
    """What a child of `cutedsl run` does at its first import of `cutlass`; nothing elsewhere."""
    settings = Settings.read()
    if settings is not None:
        install(settings)
