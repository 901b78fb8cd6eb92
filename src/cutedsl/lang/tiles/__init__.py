"""Copies and multiplies of tiles, and what GEMMs of Hopper share."""
