"""Sums, extremes and their places over any axes."""
