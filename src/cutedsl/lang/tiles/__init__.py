"""Copies and multiplies of tiles, and helpers for GEMMs on Hopper."""
