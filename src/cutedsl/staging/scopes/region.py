"""`RegionInfo`: what the rewriter found out about one `if`, `for` or `while`, for the scope that runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cutedsl.errors import Span
from cutedsl.errors.frozen import frozen
from cutedsl.staging.join import Variable


@frozen
class Tracked:
    """An object that the region may change in place: attribute `path` of the `root`-th object that the scope is given.

    `replaced` says that the region assigns the variable itself too, so that only some paths reach the object by it.
    `key` is an attribute that the region assigns, `whole` says that it assigns elements, of what lies `depth` elements
    or attributes further in; without both, a method of the object is called, it is called, or passed to a function.
    """

    root: int
    path: tuple[str, ...]
    label: str
    key: str | None = None
    whole: bool = False
    depth: int = 0
    replaced: bool = False


@frozen
class RegionInfo:
    """The variables of a region, in the order in which rewritten code passes their values.

    `joined` are read after the region, `looped` are read by a later iteration of the loop before that turn assigns
    them. In an `if` the joined names come first, in a loop the looped ones. `stop` is the flag that ends a loop
    early, `guards` are looped names that the conditions around its exits read, `value` holds what the function
    returns. `alive` are names that are read after the region or in a later iteration of it. `changed` are those whose
    objects are changed in place after it, or in it where it is a loop or stands in one, with the place. `carried` are
    names whose reads are right although a path may not have set them, as that path does not lead to the read; `flags`
    note early exits, `done` the `return`s; `turn` is the flag that ends the loop whose whole iteration the region is;
    `owner` is the line of the function. `again` are names that code after one path reads: behind the region, in a
    later iteration or in the other arm.
    """

    names: tuple[str, ...]
    joined: frozenset[str] = frozenset()
    looped: frozenset[str] = frozenset()
    constexpr: frozenset[str] = frozenset()
    spans: Mapping[str, Span] = field(default_factory=dict[str, Span])
    span: Span | None = None
    tracked: tuple[Tracked, ...] = ()
    target: str = ""
    parent: RegionInfo | None = None
    stop: str = ""
    value: str = ""
    guards: frozenset[str] = frozenset()
    alive: frozenset[str] = frozenset()
    carried: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    owner: int = 0
    done: str = ""
    turn: str = ""
    changed: Mapping[str, Span] = field(default_factory=dict[str, Span])
    again: frozenset[str] = frozenset()
    _variables: dict[str, Variable] = field(default_factory=dict[str, Variable], init=False, compare=False, repr=False)

    def variable(self, name: str) -> Variable:
        """A variable as messages need it; each is made once, as every traced region asks."""
        found = self._variables.get(name)
        if found is None:
            span = self.spans.get(name, self.span)
            found = (
                Variable("return", span, returned=True)
                if name == self.value
                else Variable(name, span, name in self.constexpr)
            )
            self._variables[name] = found
        return found
