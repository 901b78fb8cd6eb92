"""The accesses of a warp to shared memory, given as byte addresses: how the banks serve them."""

from __future__ import annotations

from cutedsl.errors import fail
from cutedsl.viz.banks import WARP_LANES, serve
from cutedsl.viz.pictures.banks_and_swizzles import access_picture
from cutedsl.viz.stage import Stage


def access_stage(lanes: str, access_bytes: int) -> Stage:
    """How an access is served where lane `i` starts at the `i`-th of the byte addresses in a text.

    **Units**: bytes. Errors: operation-argument, bank-lanes, bank-access-size, bank-access-misaligned.

    >>> access_stage("0,128,256", 4).facts[-1]
    ('passes', '3')
    """
    words = [word for part in lanes.split(",") if (word := part.strip())]
    if not words or not all(word.isdecimal() for word in words):
        fix = "Write one for each lane, as in `0,4,8`."
        raise fail("operation-argument", f"byte addresses are needed, got {lanes!r}", fix=fix)
    if len(words) > WARP_LANES:
        raise fail("bank-lanes", f"a warp has {WARP_LANES} lanes, got {len(words)} addresses")
    addresses = [int(word) for word in words]
    report = serve(addresses, access_bytes)
    title = f"Bytes {addresses[0]} to {max(addresses) + access_bytes - 1} of shared memory"
    counts = (len(addresses), access_bytes, len(report.phases), report.passes)
    names = ("lanes", "bytes a lane", "phases", "passes")
    facts = tuple([(name, str(count)) for name, count in zip(names, counts, strict=True)])
    return Stage("Banks that serve the access of a warp", title, (), facts, access_picture(report, title))
