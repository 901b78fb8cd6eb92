"""Parameters that a compilation fixed and calls may still give: those compiled with None, and integers of shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutedsl.driver.arguments.specs import Argument, Spec, StaticSpec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen


def is_absent(spec: Spec) -> bool:
    """Whether a parameter has no run-time part and is no `Constexpr`, which calls never give."""
    return isinstance(spec, StaticSpec) and spec.may_be_given


@frozen
class AbsentArguments:
    """The parameters that calls of a function may give, those that the compilation fixed among them."""

    function: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    """Which of `names` the compilation fixed."""
    constants: tuple[object, ...] = ()
    """What each of `places` was compiled with; empty where all are None."""

    @staticmethod
    def of(function: str, names: Sequence[str], specs: Sequence[Spec]) -> AbsentArguments | None:
        """None where every parameter has a run-time part."""
        given = [(n, s) for n, s in zip(names, specs, strict=True) if not isinstance(s, StaticSpec) or is_absent(s)]
        fixed = [(k, s.constant) for k, (_, s) in enumerate(given) if isinstance(s, StaticSpec)]
        if not fixed:
            return None
        places, constants = zip(*fixed, strict=True)
        return AbsentArguments(function, tuple(name for name, _ in given), places, constants)

    def left_out(
        self, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[Sequence[object], Mapping[str, object]]:
        """The call without its values for such parameters; one that left them out is as it was.

        A call that has a value for each parameter gives all of them. So does one with None in the place of a None, as
        no other argument is ever None.
        Errors: argument-type, for another value than the compiled one.
        """
        there = [k for k in self.places if k < len(args)]
        complete = len(args) + sum(name in kwargs for name in self.names) == len(self.names)
        if there and (complete or any(args[k] is None for k in there)):
            for k in there:
                self._check(k, args[k])
            args = [value for k, value in enumerate(args) if k not in there]
        for k in self.places:
            if self.names[k] in kwargs:
                self._check(k, kwargs[self.names[k]])
                kwargs = {name: value for name, value in kwargs.items() if name != self.names[k]}
        return args, kwargs

    def _check(self, place: int, value: object) -> None:
        compiled = self.constants[self.places.index(place)] if self.constants else None
        if value is compiled or (compiled is not None and value == compiled):
            return
        where = Argument(place, self.names[place], self.function)
        if compiled is not None:
            raise fail("argument-type", f"{where} is compiled for {compiled!r}, got {value!r}")
        raise fail(
            "argument-type",
            f"{where} is compiled for None, got {with_article(type(value).__name__)}",
            fix="Compile the function again with such an argument: what it does without one is another program.",
        )
