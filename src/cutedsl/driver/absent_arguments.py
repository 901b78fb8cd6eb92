"""Parameters that were compiled with None: a call of the compiled function gives None for them, or leaves them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutedsl.driver.specs import Argument, Spec, StaticSpec
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen


def is_absent(spec: Spec) -> bool:
    """Whether a parameter was compiled with None and is no `Constexpr`, which calls never give."""
    return isinstance(spec, StaticSpec) and spec.may_be_given


@frozen
class AbsentArguments:
    """The parameters that calls of a function may give, those compiled with None among them."""

    function: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    """Which of `names` were compiled with None."""

    @staticmethod
    def of(function: str, names: Sequence[str], specs: Sequence[Spec]) -> AbsentArguments | None:
        """None where every parameter has a value."""
        given = [(n, s) for n, s in zip(names, specs, strict=True) if not isinstance(s, StaticSpec) or is_absent(s)]
        places = tuple(k for k, (_, spec) in enumerate(given) if is_absent(spec))
        return AbsentArguments(function, tuple(name for name, _ in given), places) if places else None

    def left_out(
        self, args: Sequence[object], kwargs: Mapping[str, object]
    ) -> tuple[Sequence[object], Mapping[str, object]]:
        """The call without its Nones for such parameters; one that left them out is as it was.

        No other argument is ever None: the first None in such a place says that all of them are given.
        Errors: argument-type, for a value in the place of None.
        """
        there = [k for k in self.places if k < len(args)]
        if there and (len(args) == len(self.names) or any(args[k] is None for k in there)):
            for k in there:
                self._refuse(k, args[k])
            args = [value for k, value in enumerate(args) if k not in there]
        for k in self.places:
            if self.names[k] in kwargs:
                self._refuse(k, kwargs[self.names[k]])
                kwargs = {name: value for name, value in kwargs.items() if name != self.names[k]}
        return args, kwargs

    def _refuse(self, place: int, value: object) -> None:
        if value is not None:
            where = Argument(place, self.names[place], self.function)
            raise fail(
                "argument-type",
                f"{where} is compiled for None, got {with_article(type(value).__name__)}",
                fix="Compile the function again with such an argument: what it does without one is another program.",
            )
