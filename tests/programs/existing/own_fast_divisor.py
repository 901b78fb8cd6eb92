"""A divisor class of the program's own, which keeps the number beside what is prepared, and a context of its own."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import torch
from cutlass._mlir import ir
from cutlass.cute.runtime import from_dlpack


class OneThread(ir.Context):
    def __init__(self):
        super().__init__()
        self.enable_multithreading(False)


class KeptDivisor(cute.FastDivmodDivisor):
    def __init__(self, number, is_power_of_2=None, *, loc=None, ip=None):
        super().__init__(number, is_power_of_2=is_power_of_2, loc=loc, ip=ip)
        self.divisor = number
        self.twice = number * 2  # what the library's class knows nothing of

    def __extract_mlir_values__(self):
        return [self._divisor, *cutlass.extract_mlir_values((self.divisor, self.twice))]

    def __new_from_mlir_values__(self, values):
        made = object.__new__(KeptDivisor)
        made._divisor = values[0]
        made.divisor, made.twice = cutlass.new_from_mlir_values((self.divisor, self.twice), values[1:])
        return made


@cute.kernel
def split(out: cute.Tensor, by: KeptDivisor, known: KeptDivisor):
    n = cute.arch.thread_idx()[0]
    quotient, rest = divmod(n, by)
    out[n, 0], out[n, 1], out[n, 2] = quotient, rest, by.divisor
    out[n, 3], out[n, 4], out[n, 5] = n // known, n % known, known.divisor
    while quotient > 0:  # a loop carries what the program's class names
        quotient -= 1
        by = by
    out[n, 6], out[n, 7] = by.twice, known.twice


@cute.jit
def launch(out: cute.Tensor, number: cutlass.Int32):
    split(out, KeptDivisor(number), KeptDivisor(cutlass.Int32(6))).launch(grid=1, block=64)


if __name__ == "__main__":
    with OneThread() as context:
        assert isinstance(context, ir.Context)
    assert type(KeptDivisor(6).divisor) is int  # the very number that the class kept
    device = "cuda" if torch.cuda.is_available() else "cpu"
    out = torch.zeros(64, 8, dtype=torch.int32, device=device)
    n = torch.arange(64, dtype=torch.int32, device=device)
    for number in (1, 7, 64):
        launch(from_dlpack(out), number)
        wanted = [n // number, n % number, n * 0 + number, n // 6, n % 6, n * 0 + 6]
        wanted += [n * 0 + 2 * number, n * 0 + 12]
        assert torch.equal(out, torch.stack(wanted, 1)), number
    print("PASS")
