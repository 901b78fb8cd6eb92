"""A base class of the program's own for arguments that describe themselves by whatever fields they have."""

from __future__ import annotations

from dataclasses import dataclass, fields

import cutlass
import cutlass.cute as cute
import torch
from cutlass import Float32, Int32
from cutlass.base_dsl.typing import JitArgument
from cutlass.cute.runtime import from_dlpack, make_ptr


@dataclass
class Described(JitArgument):
    def _parts(self):
        held = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in held.items() if not isinstance(value, int | str | type(None))}

    def __c_pointers__(self):
        return [one for part in self._parts().values() for one in part.__c_pointers__()]

    def __get_mlir_types__(self):
        found = {name: part.__get_mlir_types__() for name, part in self._parts().items()}
        self.counts = {name: len(types) for name, types in found.items()}
        return [one for types in found.values() for one in types]

    def __new_from_mlir_values__(self, values):
        made = {item.name: getattr(self, item.name) for item in fields(self)}
        for name, count in self.counts.items():
            made[name] = cutlass.new_from_mlir_values(made[name], values[:count])
            values = values[count:]
        return type(self)(**made)


@dataclass
class Scaling(Described):
    source: cute.Tensor
    target: cute.Pointer
    count: Int32
    factor: Float32
    column: int = 0
    bias: Float32 | None = None


@cute.kernel
def scale(given: Scaling):
    i, _, _ = cute.arch.thread_idx()
    target = cute.make_tensor(given.target, cute.make_layout(8))
    if i < given.count:
        target[i] = given.source[i, given.column] * given.factor


@cute.jit
def launch(given: Scaling):
    scale(given).launch(grid=1, block=8)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    compiled = None
    for rows, count, factor in ((8, 5, 2.0), (16, 8, -0.5)):
        x = torch.arange(3.0 * rows, device=device).reshape(rows, 3)
        y = torch.zeros(8, device=device)
        target = make_ptr(Float32, y.data_ptr(), cute.AddressSpace.gmem)
        source = from_dlpack(x).mark_layout_dynamic(leading_dim=1)
        given = Scaling(source, target, Int32(count), Float32(factor), 1)
        compiled = compiled or cute.compile(launch, given)
        compiled(given)
        wanted = torch.zeros(8, device=device)
        wanted[:count] = x[:count, 1] * factor
        assert torch.equal(y, wanted), (y, wanted)
    print("PASS")
