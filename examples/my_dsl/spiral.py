"""A spiral in Logo: compiled to jumps and registers, and drawn as text.

Run: `python examples/my_dsl/spiral.py`
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from my_dsl import forward, logo, position, turn
from my_dsl.machine import Turtle


@logo
def spiral(sides, radius):
    """Draws sides that grow longer, until the turtle leaves the circle."""
    length = 1
    for side in range(100):
        x, y = position()
        if x * x + y * y > radius * radius:
            break
        forward(length)
        turn(360 / sides + 3)
        if side % 2 == 1:
            length += 1


def picture(turtle: Turtle, width: int = 60, height: int = 24) -> str:
    """The path, as text."""
    left, low = (min(point[axis] for point in turtle.path) for axis in (0, 1))
    right, high = (max(point[axis] for point in turtle.path) for axis in (0, 1))
    rows = [[" "] * width for _ in range(height)]
    for (x_1, y_1), (x_2, y_2) in pairwise(turtle.path):
        for part in range(101):
            x, y = x_1 + (x_2 - x_1) * part / 100, y_1 + (y_2 - y_1) * part / 100
            column = round((x - left) / max(right - left, 1e-9) * (width - 1))
            rows[round((high - y) / max(high - low, 1e-9) * (height - 1))][column] = "*"
    return "\n".join("".join(row).rstrip() for row in rows)


if __name__ == "__main__":
    print(spiral)
    print(picture(spiral(4, 12)))
