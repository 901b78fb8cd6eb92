"""Tile schedulers: which tile of the output a block works on next."""
