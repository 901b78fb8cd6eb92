"""Layouts, thread-value maps (given as layouts), swizzles, bank conflicts, timelines as text, SVG, matplotlib."""

from __future__ import annotations

from cutedsl.viz.grids import layout_picture
from cutedsl.viz.picture import Picture
from cutedsl.viz.threads import copy_picture, mma_picture, tv_picture
