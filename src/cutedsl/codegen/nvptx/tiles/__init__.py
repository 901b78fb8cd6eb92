"""Copies and multiplies of tiles: tensor cores, warp groups, TMA, tensor memory."""
