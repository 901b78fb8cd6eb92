"""Words of the PTX ISA for memory that threads share: kinds of atomics, orders, scopes; and the special registers.

Source: PTX ISA, sections `atom`, `ld`, `st`, `match.sync`, `redux.sync` and "Special Registers".
"""

from __future__ import annotations

from typing import Final

ATOMIC_KINDS: Final = ("add", "max", "min", "umax", "umin", "and", "or", "xor", "exch", "inc", "dec")
ATOMIC_ORDERS: Final = ("relaxed", "acquire", "release", "acq_rel")
LOAD_ORDERS: Final = ("weak", "relaxed", "acquire", "volatile")
STORE_ORDERS: Final = ("weak", "relaxed", "release", "volatile")
SCOPES: Final = ("cta", "cluster", "gpu", "sys")
MATCH_KINDS: Final = ("any", "all")
REDUX_KINDS: Final = ("add", "min", "max", "umin", "umax", "and", "or", "xor", "fmin", "fmax")
SPECIAL_REGISTERS: Final = (
    *("clock", "clock64", "globaltimer", "globaltimer_lo", "activemask"),
    *("lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge"),
    *("smid", "nsmid", "warpid", "nwarpid", "gridid", "dynamic_smem_size", "total_smem_size", "aggr_smem_size"),
)
