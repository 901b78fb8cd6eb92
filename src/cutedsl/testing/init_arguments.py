"""Command-line arguments of programs that choose how their tensors are filled.

Source: reference/cute-dsl.md 2.5.
"""

from __future__ import annotations

import argparse


def add_tensor_init_args(parser: argparse.ArgumentParser, *, supports_int_dtypes: bool = False) -> None:
    """Adds `--init_normal`: tensors of normal numbers in the place of whole ones.

    With `supports_int_dtypes` the program also has integer tensors, which are always filled with whole numbers.
    """
    integers = " (tensors of floats only)" if supports_int_dtypes else ""
    parser.add_argument(
        "--init_normal", action="store_true", default=False, help=f"fill tensors with normal numbers{integers}"
    )


def validate_tensor_init_args(args: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Ends the program with a message of `parser` if the arguments of `add_tensor_init_args` do not fit together."""
    if not isinstance(args.init_normal, bool):
        parser.error(f"--init_normal is a switch, got {args.init_normal!r}")
