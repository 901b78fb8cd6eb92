"""A child process of `test_stopping.py`: an endless program is stopped, and a later launch works.

Usage: endless.py kernel|again|host, where `again` has launched the kernel before (machine code launches it then).
Prints `started`, then what stopped it, then the result of the later launch.
"""

from __future__ import annotations

import signal
import sys

import numpy as np

import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _spin_kernel(out: cute.Tensor):
    while out[0] == 0.0:
        out[1] = 1.0


@cute.jit
def kernel(out: cute.Tensor):
    _spin_kernel(out).launch(grid=(8, 1, 1), block=(32, 1, 1))


@cute.jit
def host(out: cute.Tensor):
    while out[0] == 0.0:
        out[1] = 1.0


def main(which: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
    out = np.zeros(2, np.float32)
    compiled = cute.compile(host if which == "host" else kernel, out, options="--target cpu")
    if which == "again":
        out[0] = 1.0
        compiled(out)
        out[:] = 0.0
    print("started", flush=True)
    try:
        compiled(out)
        print("ended by itself", flush=True)
    except KeyboardInterrupt:
        print("KeyboardInterrupt", flush=True)
    except DSLUserCodeError as error:
        print(error.name, flush=True)
    out[:] = (1.0, 7.0)
    compiled(out)
    print("later launch", out.tolist(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
