"""Checks of a kernel before code is made of it: errors, and warnings at the author's line."""
