"""Branches and loops, by whether the lanes of a warp go the same way."""
