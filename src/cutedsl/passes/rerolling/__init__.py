"""Loops in the place of what authors unrolled."""
