"""Command-line arguments of programs that choose how their tensors are filled.

Source: names from CuTe DSL programs.
"""

from __future__ import annotations

import argparse


def add_tensor_init_args(parser: argparse.ArgumentParser, *, supports_int_dtypes: bool = False) -> None:
    """Adds `--init_normal`: tensors of normal numbers, with `--normal_mean` and `--normal_std`, for whole ones.

    With `supports_int_dtypes` the program also has integer tensors, which are always filled with whole numbers.
    """
    integers = " (tensors of floats only)" if supports_int_dtypes else ""
    parser.add_argument(
        "--init_normal", action="store_true", default=False, help=f"fill tensors with normal numbers{integers}"
    )
    for name, default in (("mean", 0.0), ("std", 1.0)):
        parser.add_argument(f"--normal_{name}", type=float, default=default, help=f"their {name}")


def validate_tensor_init_args(args: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Ends the program with a message of `parser` if the arguments of `add_tensor_init_args` do not fit together."""
    if not isinstance(args.init_normal, bool):
        parser.error(f"--init_normal is a switch, got {args.init_normal!r}")
