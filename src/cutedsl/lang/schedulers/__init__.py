"""Tile schedulers: they assign output tiles to blocks."""
