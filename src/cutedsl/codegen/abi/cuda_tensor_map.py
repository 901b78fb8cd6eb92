"""`@cute.tensor_map`: has the driver make a tensor map without entering Python, in LLVM text.

It unpacks the request that host code filled. What the driver refuses goes to Python, which says what does not fit.
Nothing is remembered: the driver makes a map in 43 ns (H200, driver 13.0), and allocators give new addresses.
Interface: `arch/cuda_launch_abi.py` and `arch/tensor_map.py`; the function is what `rt.tensor_map` points to.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.cuda_launch_abi import HEAD, MAP_SYMBOL
from cutedsl.arch.host_abi import RT
from cutedsl.arch.tensor_map import L2_PROMOTION_128B, MAX_RANK, REQUEST
from cutedsl.codegen.abi.view import load


def _field(name: str, kind: str) -> str:
    return load(name, kind, "%request", REQUEST[name])


def _place(name: str) -> str:
    return f"  %{name} = getelementptr i8, ptr %request, i64 {REQUEST[name]}"


_STEPS: Final = ", ".join(["i32 1"] * MAX_RANK)

TENSOR_MAP_TEXT: Final = f"""
@cute.map.steps = private constant [{MAX_RANK} x i32] [{_STEPS}], align 4
define i32 @{MAP_SYMBOL}(ptr %rt, ptr %request, ptr %descriptor, i32 %for_gpu) {{
entry:
{load("table", "ptr", "%rt", RT["user"].offset)}
{load("encode", "ptr", "%table", HEAD["encode_map"])}
  %unknown = icmp eq ptr %encode, null
  br i1 %unknown, label %fallback, label %make
make:
{_field("element", "i32")}
{_field("rank", "i32")}
{_field("address", "ptr")}
{_field("swizzle", "i32")}
{_place("dims")}
{_place("strides")}
{_place("box")}
  %status = call i32 %encode(ptr %descriptor, i32 %element, i32 %rank, ptr %address, ptr %dims, ptr %strides, ptr %box, ptr @cute.map.steps, i32 0, i32 %swizzle, i32 {L2_PROMOTION_128B}, i32 0)
  %made = icmp eq i32 %status, 0
  br i1 %made, label %done, label %fallback
done:
  ret i32 1
fallback:
{load("python", "ptr", "%table", HEAD["map_fallback"])}
  %said = call i32 %python(ptr %rt, ptr %request, ptr %descriptor, i32 %for_gpu)
  ret i32 %said
}}
"""  # noqa: E501
