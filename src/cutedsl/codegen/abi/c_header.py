"""The C header of an exported program: structures for tensors, and a wrapper that checks them and fills the slots."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.arch.abi.call_description import (
    CallArgument,
    CallDescription,
    Extent,
    PointerArgument,
    ScalarArgument,
    SlotCheck,
    TensorArgument,
)
from cutedsl.arch.abi.host import ErrorCode


def header_text(
    description: CallDescription, names: Sequence[str], prefix: str, made_for: str, launcher: str | None = None
) -> str:
    """The header's text; `made_for` says what the object was compiled for.

    Kernels on the GPU are launched by the C of `launcher`; the object of a program for the CPU needs none.
    """
    named = list(zip(names, description.arguments, strict=True))
    structs = "".join(_struct(prefix, name, it) for name, it in named if isinstance(it, TensorArgument))
    parameters = ", ".join([f"{prefix}_Kernel_Module_t *module", *(_parameter(prefix, n, it) for n, it in named)])
    fills: list[str] = []
    slot = 0
    for index, (name, argument) in enumerate(named):
        fills += _fill(name, argument, slot, -(index + 1))
        slot += argument.slot_count
    fills += [_check(check) for check in description.checks]
    codes = "\n".join(f" *   {int(code)}: {code.name.lower().replace('_', ' ')}" for code in ErrorCode if code)
    guard = f"CUTEDSL_{prefix.upper()}_H"
    body = "\n".join(f"  {line}" for line in fills)
    where = _ON_CPU if launcher is None else _ON_GPU
    return f"""/* Made by cutedsl for {made_for}. The object needs the C library alone.
 *
 * The wrapper gives 0 when it worked. Negative: -k when argument k does not fit what was compiled, {_UNLIKE} when
 * extents or strides that must agree do not. Positive: the program stopped with
{codes}
{where}
 */
#ifndef {guard}
#define {guard}

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {{
#endif

{structs}
{_MODULE.format(prefix=prefix) if launcher is None else launcher}
static inline int32_t cute_dsl_{prefix}_wrapper({parameters}) {{
  uint64_t slots[{max(1, slot)}] = {{0}};
{body}
  return {prefix}_run(module, slots);
}}

#ifdef __cplusplus
}}
#endif

#endif
"""


_UNLIKE = -1000
"""Below -k for every argument k that a C function may have."""
_ON_CPU = " * Kernels run on the calling thread, one block after another."
_ON_GPU = """ * Kernels run on the GPU of the context that is current when the module is loaded (of device 0 if none),
 * on the module's `stream` unless the program names one; a stream is the driver's handle. The wrapper does not wait.
 * A module that is not loaded gives -2000; where a launch fails, `status` of the module has the driver's error code.
 * Link with -ldl where the C library asks for it."""
_MODULE = """typedef struct {{
  int32_t loaded;
}} {prefix}_Kernel_Module_t;

int32_t {prefix}_run_slots(const uint64_t *slots);

static inline int32_t {prefix}_run({prefix}_Kernel_Module_t *module, const uint64_t *slots) {{
  (void)module;
  return {prefix}_run_slots(slots);
}}
static inline void {prefix}_Kernel_Module_Load({prefix}_Kernel_Module_t *module) {{ module->loaded = 1; }}
static inline void {prefix}_Kernel_Module_Unload({prefix}_Kernel_Module_t *module) {{ module->loaded = 0; }}
"""


def _struct(prefix: str, name: str, tensor: TensorArgument) -> str:
    shapes, strides = _dynamic(tensor.shape), _dynamic(tensor.strides)
    fields = "  void *data;\n"
    fields += f"  int{_width(shapes)}_t dynamic_shapes[{len(shapes)}];\n" if shapes else ""
    fields += f"  int{_width(strides)}_t dynamic_strides[{len(strides)}];\n" if strides else ""
    return f"typedef struct {{\n{fields}}} {prefix}_Tensor_{name}_t;\n\n"


def _dynamic(leaves: Sequence[Extent]) -> list[Extent]:
    return [leaf for leaf in leaves if leaf.static is None]


def _width(leaves: Sequence[Extent]) -> int:
    return max(leaf.width_bits for leaf in leaves)


def _parameter(prefix: str, name: str, argument: CallArgument) -> str:
    match argument:
        case TensorArgument():
            return f"const {prefix}_Tensor_{name}_t *{name}"
        case PointerArgument():
            return f"void *{name}"
        case ScalarArgument(kind="float", bits=bits):
            return f"{'float' if bits == 32 else 'double'} {name}"
        case ScalarArgument(kind="bool"):
            return f"int32_t {name}"
        case ScalarArgument(kind=kind, bits=bits):
            return f"{'u' if kind == 'uint' else ''}int{bits}_t {name}"


def _fill(name: str, argument: CallArgument, slot: int, wrong: int) -> list[str]:
    match argument:
        case TensorArgument():
            return _fill_tensor(name, argument, slot, wrong)
        case PointerArgument(align_bytes=align):
            address = f"(uintptr_t){name}"
            return [f"if ({address} % {align}) return {wrong};", f"slots[{slot}] = (uint64_t){address};"]
        case ScalarArgument(kind="float"):
            return [f"memcpy(&slots[{slot}], &{name}, sizeof {name});"]
        case ScalarArgument(kind="bool"):
            return [f"slots[{slot}] = {name} != 0;"]
        case ScalarArgument():
            return [f"slots[{slot}] = (uint64_t){name};"]


def _fill_tensor(name: str, tensor: TensorArgument, slot: int, wrong: int) -> list[str]:
    lines = [f"if ((uintptr_t){name}->data % {tensor.align_bytes}) return {wrong};"]
    lines.append(f"slots[{slot}] = (uint64_t)(uintptr_t){name}->data;")
    values: list[list[str]] = []
    for leaves, field in ((tensor.shape, "dynamic_shapes"), (tensor.strides, "dynamic_strides")):
        values.append([])
        count = 0
        for leaf in leaves:
            value = f"{name}->{field}[{count}]" if leaf.static is None else str(leaf.static)
            values[-1].append(f"(int64_t){value}")
            if leaf.static is None:
                slot, count = slot + 1, count + 1
                bad = [] if tensor.backwards and field == "dynamic_strides" else [f"{value} < 0"]
                bad += [f"{value} % {leaf.divisibility}"] if leaf.divisibility > 1 else []
                if bad:
                    lines.append(f"if ({' || '.join(bad)}) return {wrong};")
                lines.append(f"slots[{slot}] = (uint64_t)(int64_t){value};")
    shape, strides = values
    reach = " + ".join(["1", *(f"({n} - 1) * {_upward(d)}" for n, d in zip(shape, strides, strict=True))])
    empty = " || ".join(f"{n} == 0" for n in shape) or "0"
    lines.append(f"slots[{slot + 1}] = ({empty}) ? 0 : (uint64_t)({reach});")
    return lines


def _upward(stride: str) -> str:
    """What a mode adds to the elements that are reached from the first on: nothing, where it goes down."""
    return f"({stride} > 0 ? {stride} : 0)" if "->" in stride else stride


def _check(check: SlotCheck) -> str:
    product = " * ".join([f"(uint64_t){check.coefficient}", *(f"slots[{k}]" for k in check.factors)])
    free = "" if check.unless_one is None else f"slots[{check.unless_one}] != 1 && "
    return f"if ({free}slots[{check.slot}] != {product}) return {_UNLIKE};"
