"""Where the objects that many programs are linked with are kept."""

from __future__ import annotations

from cutedsl.config import config
from cutedsl.execution.compile_cache import IMAGE, CompileCache


def image_store() -> CompileCache | None:
    """Where the objects that many programs are linked with are kept; None where nothing is."""
    settings = config()
    return CompileCache(settings.cache_place, IMAGE) if settings.cache and settings.disk_cache else None
