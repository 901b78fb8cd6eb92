"""Copies and multiplies of tiles: `ldmatrix`, `mma`, warp groups, TMA, tensor memory."""
