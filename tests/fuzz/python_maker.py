"""Random programs about Python's own semantics: state, closures, operands that are not evaluated, exits, patterns.

They are plain functions of two integers, so that CPython itself says what they compute: the oracle shares nothing with
staging. Numbers stay small (`& 31`), where Int32 and Python's integers agree.
"""

from __future__ import annotations

from tests.staging.test_random_programs import Maker

_STATE = """
    known = {"a": n & 7, "b": m & 7}
    hits = 0
    record = Data(n & 3, [m & 3, 1])
    def hit(v):
        nonlocal hits
        hits = (hits + v) & 31
        lst[1] = (lst[1] + 1) & 31
        return v > 2
    def note(v, record=record):
        record.v = (record.v + v) & 31
        known["b"] = (known["b"] + record.v) & 31
        return (record.v - 7) & 15
    later = lambda v: hit(v) or obj.w > v
    total = lambda: (hits + known["b"]) & 31
"""
PLACES = ["hits", 'known["a"]', 'known["b"]', "record.v", "record.row[1]"]


class StateMaker(Maker):
    """Writes one program: a seed, a program."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, False, exits=seed % 2 == 1)
        self.targets += PLACES
        self.visible += PLACES

    def program(self) -> str:
        """The whole text; it defines `program(n, m)`."""
        head, _, body = self.text(False).partition("    twin = ")
        first, _, rest = body.partition("\n")
        shown = ", ".join(PLACES)
        text = f"{head}    twin = {first}{_STATE}{rest}"
        return text.replace(self.result, f"{self.result}, {shown}, total()")

    def expr(self, names: list[str], depth: int = 0) -> str:
        kind = self.r.random()
        if depth <= 2 and kind < 0.06:
            return f"note({self.expr(names, depth + 1)})"
        if depth <= 2 and kind < 0.1:
            return f"({self.expr(names, depth + 1)} and note({self.r.choice(names)}))"
        if depth <= 2 and kind < 0.13:
            return f"(total() if {self.cond(names, depth + 1)} else note({self.r.choice(names)}))"
        return super().expr(names, depth)

    def cond(self, names: list[str], depth: int = 0) -> str:
        kind, name = self.r.random(), self.r.choice
        if depth <= 1 and kind < 0.3:
            a, b = self.expr(names, 2), self.expr(names, 2)
            return name(
                [
                    f"hit({a})",
                    f"later({a})",
                    f"(hit({a}) and hit({b}))",
                    f"(hit({a}) or later({b}) or note({a}) > 3)",
                    f"not (hit({a}) and note({b}))",
                    f"any(hit(v) for v in ({a}, {b}, 3))",
                    f"all(hit(v) or v == {b} for v in ({a}, {b}))",
                    f"any(map(hit, ({a}, {b})))",
                    f"0 < {a} < (note({b}) if hit({a}) else 5)",
                    f"{a} <= note({b}) < {b} != hits",
                    f"{a} in (note({b}), 3, {b})",
                    f"[v for v in (1, 2) if v > 1][0] < {a}",
                ]
            )
        return super().cond(names, depth)
