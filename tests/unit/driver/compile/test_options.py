"""Compile options as a string, as values, and what is refused."""

from __future__ import annotations

import pytest

from cutedsl.cute import GPUArch, KeepPTX, OptLevel, PtxasOptions
from cutedsl.driver.compile.options import CompileOptions, parse_options, with_values
from cutedsl.errors import DSLUserCodeError


def test_nothing_given_is_the_default() -> None:
    assert parse_options("") == CompileOptions()


@pytest.mark.parametrize("text", ["--opt-level 2 --gpu-arch sm_80", "--opt-level=2 --gpu-arch=sm_80"])
def test_values_with_a_space_or_an_equals_sign(text: str) -> None:
    assert parse_options(text) == CompileOptions(opt_level=2, gpu_arch="sm_80")


def test_a_quoted_value_may_hold_spaces() -> None:
    assert parse_options("--ptxas-options '-O2 -v'").ptxas_options == "-O2 -v"
    documented = parse_options("--keep-ptx --ptxas-options '--opt-level=2' --opt-level 1")
    assert (documented.ptxas_options, documented.opt_level, documented.keep_ptx) == ("--opt-level=2", 1, True)


def test_flags_are_read() -> None:
    options = parse_options("--enable-tvm-ffi --keep-ptx")
    assert (options.enable_tvm_ffi, options.keep_ptx, options.keep_cubin) == (True, True, False)


def test_typed_options_and_a_class_alone() -> None:
    options = with_values((OptLevel(1), KeepPTX, GPUArch("sm_90a"), PtxasOptions("-v")))
    assert options == CompileOptions(opt_level=1, keep_ptx=True, gpu_arch="sm_90a", ptxas_options="-v")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("--opt-levle 2", "unknown-compile-option"),
        ("--opt-level", "option-needs-value"),
        ("--opt-level --keep-ptx", "option-needs-value"),
        ("--opt-level 4", "invalid-opt-level"),
        ("--ptxas-options '-v", "malformed-compile-options"),
    ],
)
def test_unknown_options_are_refused(text: str, name: str) -> None:
    with pytest.raises(DSLUserCodeError) as raised:
        parse_options(text)
    assert raised.value.name == name


def test_a_near_miss_is_named() -> None:
    with pytest.raises(ValueError, match="Did you mean `--opt-level`"):
        parse_options("--opt-levle 2")


def test_a_typed_option_must_be_one() -> None:
    with pytest.raises(DSLUserCodeError, match="unknown-compile-option"):
        with_values((3,))
