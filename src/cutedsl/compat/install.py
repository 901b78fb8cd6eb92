"""What `cutedsl run` sets up in a process before a program starts, and what its children set up by themselves."""

from __future__ import annotations

import os

from cutedsl.compat.imports import install_finder
from cutedsl.compat.settings import Settings


def install(settings: Settings) -> None:
    """Prepares this process, and through the environment its Python children. Errors: cutlass-installed."""
    install_finder(override=settings.override)
    settings.write(os.environ)
    if settings.on_cpu:
        from cutedsl.compat.cuda_package import provide_cuda_package
        from cutedsl.compat.host_torch import patch_when_imported

        provide_cuda_package()
        patch_when_imported()


def install_from_environment() -> None:
    """What a child of `cutedsl run` does at its first import of `cutlass`; nothing elsewhere."""
    settings = Settings.read()
    if settings is not None:
        install(settings)
