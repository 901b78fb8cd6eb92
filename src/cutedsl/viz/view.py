"""A view: a typed layout, typed operations, and how to draw the result; evaluated to stages with pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.layout import ComposedLayout, Layout, Swizzle
from cutedsl.viz.accesses import access_stage
from cutedsl.viz.explanations import explain_step
from cutedsl.viz.operations import Step, argument_text, read_layout, read_tiler, take_step
from cutedsl.viz.picture import Picture
from cutedsl.viz.pictures.algebra import before_after_picture, composition_picture
from cutedsl.viz.pictures.banks_and_swizzles import conflict_picture, swizzle_picture
from cutedsl.viz.pictures.grids import layout_picture
from cutedsl.viz.pictures.instructions import instruction_stage
from cutedsl.viz.pictures.threads import tv_picture
from cutedsl.viz.stage import Stage, facts

DRAWINGS = {
    "grid": "index in each cell",
    "tv": "threads and values on a tile",
    "banks": "shared-memory banks",
    "conflicts": "bank conflicts of a warp",
    "instruction": "threads and values of an instruction",
    "access": "banks that serve the access of a warp",
}
"""What can be drawn, by the name that a view uses; all but the last two draw a layout."""


@frozen
class View:
    """What a person asks for. `steps` are (operation, argument) as text.

    Read for one drawing only: `tile` for "tv", `instruction` (a name) and `lanes` (byte addresses) for those two.

    >>> stages = View("(4,8):(8,1)", (("divide", "(2,4)"),)).stages()
    >>> [stage.result for stage in stages]
    ['(4,8):(8,1)', '((2,2),(4,2)):((8,16),(1,4))']
    """

    layout: str
    steps: tuple[tuple[str, str], ...] = ()
    drawing: str = "grid"
    tile: str = ""
    bits: int = 16
    access_bytes: int = 4
    instruction: str = ""
    lanes: str = ""

    @staticmethod
    def from_query(query: Mapping[str, Sequence[str]]) -> View:
        """The view of a URL's parameters. Errors: operation-argument."""
        steps = [tuple(word.strip() for word in text.partition(" ")[::2]) for text in query.get("step", ())]
        return View(
            _first(query, "layout", "(4,8):(8,1)"),
            tuple([(name, argument) for name, argument in steps if name]),
            _first(query, "drawing", "grid"),
            _first(query, "tile", ""),
            _integer(_first(query, "bits", "16")),
            _integer(_first(query, "access", "4")),
            _first(query, "instruction", ""),
            _first(query, "lanes", ""),
        )

    def to_query(self) -> str:
        """The URL parameters of this view."""
        pairs = [("layout", self.layout), *[("step", f"{name} {text}".strip()) for name, text in self.steps]]
        pairs += [("drawing", self.drawing), ("tile", self.tile), ("bits", str(self.bits))]
        pairs += [("access", str(self.access_bytes)), ("instruction", self.instruction), ("lanes", self.lanes)]
        return urlencode([pair for pair in pairs if pair[1]])

    def stages(self) -> tuple[Stage, ...]:
        """The start, each step, and the result in another drawing if one is requested. Errors: those of the algebra."""
        if self.drawing not in DRAWINGS:
            raise fail(
                "operation-unknown", f"there is no drawing {self.drawing!r}; the drawings are {', '.join(DRAWINGS)}"
            )
        if self.drawing == "instruction":
            return (instruction_stage(self.instruction),)
        if self.drawing == "access":
            return (access_stage(self.lanes, self.access_bytes),)
        layout = _layout_of(read_layout(self.layout))
        stages: list[Stage] = []
        if self.drawing == "grid" or self.steps:
            stages.append(Stage("Start", str(layout), (), facts(layout), layout_picture(layout)))
        for number, (name, text) in enumerate(self.steps, start=1):
            step = take_step(layout, name, text)
            layout = _layout_of(step.after)
            title = f"Step {number}: {step.call}"
            stages.append(Stage(title, str(layout), explain_step(step), facts(layout), step_picture(step)))
        if self.drawing != "grid":
            title = DRAWINGS[self.drawing].capitalize()
            stages.append(Stage(title, str(layout), (), facts(layout), self._drawn(layout)))
        return tuple(stages)

    def _drawn(self, layout: Any) -> Picture:
        """The layout in the drawing of this view."""
        match self.drawing:
            case "tv":
                if not self.tile.strip():
                    raise fail("picture-tile", "a drawing of threads and values needs a tile")
                return tv_picture(layout, read_tiler(self.tile))
            case "banks":
                return swizzle_picture(layout, bits=self.bits)
            case _:
                return conflict_picture(layout, access_bytes=self.access_bytes, bits=self.bits)


def step_picture(step: Step) -> Picture:
    """The picture of one step: a chain for a composition with one layout, else before and after."""
    if step.operation.function == "composition" and isinstance(step.argument, Layout):
        return composition_picture(step.before, step.argument)
    if step.operation.name.endswith("product") and isinstance(step.argument, Layout):
        title = f"{step.call}  with A = {step.before}, copies as {argument_text(step.argument)}"
        return before_after_picture(step.before, step.after, step.call, title=title)
    return before_after_picture(step.before, step.after, step.call)


def _layout_of(value: Any) -> Any:
    """`value`, if it is a layout: a swizzle alone, or the index that a full slice gives, is not."""
    if not isinstance(value, (Layout, ComposedLayout)):
        kind = "a swizzle alone" if isinstance(value, Swizzle) else repr(value)
        raise fail("picture-not-a-layout", f"a layout is needed here, got {kind}")
    return value


def _first(query: Mapping[str, Sequence[str]], name: str, default: str) -> str:
    found = query.get(name, ())
    return found[0] if found else default


def _integer(text: str) -> int:
    if not text.strip().isdecimal():
        raise fail("operation-argument", f"an integer is needed, got {text!r}", fix="Write an integer.")
    return int(text)
