"""A child process of `test_machine_launches.py`: launches before a fork, in the child, and in the parent after it."""

from __future__ import annotations

import os

import numpy as np

import cutedsl.cute as cute


@cute.kernel
def _twice_kernel(x: cute.Tensor):
    i = cute.arch.block_idx()[0] * 32 + cute.arch.thread_idx()[0]
    x[i] = x[i] * 2


@cute.jit
def twice(x: cute.Tensor):
    _twice_kernel(x).launch(grid=[x.shape[0] // 32, 1, 1], block=[32, 1, 1])


def main() -> None:
    compiled = cute.compile(twice, np.zeros(32000, np.int32), options="--target cpu")

    def right() -> str:
        for _ in range(5):
            x = np.arange(32000, dtype=np.int32)
            compiled(x)
            assert (x == 2 * np.arange(32000)).all()
        return "right"

    right()
    child = os.fork()
    if child == 0:
        print("child", right(), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    print("parent", right(), flush=True)


if __name__ == "__main__":
    main()
