"""Errors of targets: which machine a program is compiled for, and what that machine has."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry
from cutedsl.errors.classes import DSLCudaRuntimeError

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="missing-nvdisasm",
        base=RuntimeError,
        title="Showing SASS needs `nvdisasm`",
        why="`--keep-sass`, `__sass__` and `show --stage sass` ask NVIDIA's disassembler; the CUDA toolkit has it.",
        fix="Run `pip install nvidia-cuda-nvdisasm`, or put `nvdisasm` on the PATH.",
        wrong='cute.compile(f, x, options="--keep-sass")   # without a CUDA toolkit',
        right='cute.compile(f, x, options="--keep-ptx")',
    ),
    Entry(
        name="missing-gpu",
        base=DSLCudaRuntimeError,
        title="No GPU available",
        why="The program asks for the GPU, and this machine has no GPU or no driver for it.",
        fix="Run on the CPU: set `CUTEDSL_TARGET=cpu`.",
        wrong="CUTEDSL_TARGET=cuda python prog.py",
        right="CUTEDSL_TARGET=cpu python prog.py",
    ),
    Entry(
        name="unknown-target",
        base=ValueError,
        title="Unknown target",
        why="Programs are compiled for `cpu` or `cuda`.",
        fix="Use `cpu` or `cuda`.",
        wrong="CUTEDSL_TARGET=gpu python prog.py",
        right="CUTEDSL_TARGET=cuda python prog.py",
    ),
    Entry(
        name="unsupported-arch",
        base=ValueError,
        title="Operation does not exist on the target architecture",
        why="Copies and matrix multiplies of one GPU generation do not exist on others.",
        fix="Compile for an architecture that has it, or use an operation of this one.",
        wrong='cute.compile(f, x, options="--gpu-arch sm_80")      # f uses TMA',
        right='cute.compile(f, x, options="--gpu-arch sm_90a")',
    ),
    Entry(
        name="unknown-arch",
        base=ValueError,
        title="Unknown GPU architecture",
        why="A GPU architecture is named `sm_` and its compute capability, with `a` for its own instructions.",
        fix="Name one that cutedsl knows, such as `sm_90a`.",
        wrong='cute.compile(f, x, options="--gpu-arch hopper")',
        right='cute.compile(f, x, options="--gpu-arch sm_90a")',
    ),
    Entry(
        name="missing-ptxas",
        base=RuntimeError,
        title="`ptxas` not found",
        why="Reports on registers and spills, and machine code for the GPU, come from the CUDA Toolkit's `ptxas`.",
        fix="Install the CUDA Toolkit, or set `CUTEDSL_PTXAS` to the path of `ptxas`.",
        wrong="cutedsl show kernel.py --stage cubin      # no ptxas on the PATH",
        right="CUTEDSL_PTXAS=/usr/local/cuda/bin/ptxas cutedsl show kernel.py --stage cubin",
    ),
    Entry(
        name="driver-error",
        base=DSLCudaRuntimeError,
        title="CUDA driver error",
        why="The driver refused or could not finish what it was asked to do.",
        fix="Run the program on the CPU with `CUTEDSL_TARGET=cpu`: a checked run finds most causes.",
        wrong="x[i] = 1.0             # i is beyond the end: the GPU stops",
        right="if i < n:\n    x[i] = 1.0",
    ),
    Entry(
        name="driver-too-old",
        base=DSLCudaRuntimeError,
        title="CUDA driver is too old",
        why="The driver compiles the program, and an old one does not know the newer instructions.",
        fix="Update the GPU driver.",
        wrong="nvidia-smi      # Driver Version: 470.00",
        right="nvidia-smi      # Driver Version: 570.00",
    ),
)
