"""Where control returns to the author: cutedsl's own frames are hidden, unless CUTEDSL_DEBUG asks for them."""

from __future__ import annotations

from cutedsl.config import config
from cutedsl.errors import user_boundary

boundary = user_boundary(lambda: config().keeps_frames)
"""The decorator of entry points."""
