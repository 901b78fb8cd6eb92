"""`elect_one`: what one lane of a warp does."""

from __future__ import annotations

from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.scalars import Boolean
from cutedsl.staging.when import When


def elect_one() -> When:
    """`with elect_one():` runs its body in one lane of the warp, the first of those that come here.

    All lanes of the warp come here together. Variables that the body assigns have the elected lane's value there, and
    the one from before in the other lanes, as after an `if`.

    Source: PTX ISA, `elect.sync`; CuTe DSL documentation, "arch".
    """
    emitter = cute_emitter()
    (value,) = emitter.op("cute.elect", (), (emitter.dtype_type(Boolean.spec),), {})
    return When(Boolean.from_handle(value))
