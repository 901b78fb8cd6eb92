"""`cutlass` in every process of this environment: cutedsl, under the name that existing programs import.

A single file, so that it is never unpacked over the folder of another `cutlass`. cutedsl-cutlass-compat put it here.
"""

from __future__ import annotations

from cutedsl.compat.toplevel import take_name

take_name(__file__)
