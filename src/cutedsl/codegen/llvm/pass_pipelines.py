"""Which of LLVM's passes run over a module, in which order."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm

from cutedsl.codegen.llvm.side_by_side import run_passes_on_function, run_passes_on_module


def run_passes(module: Any, target: Any, opt_level: int) -> None:
    """The `O<opt_level>` pipeline for a target machine."""
    builder = _builder(target, opt_level)
    run_passes_on_module(builder.getModulePassManager(), module, builder)


def run_coroutine_passes(module: Any, target: Any, opt_level: int) -> None:
    """The function passes of `O<opt_level>` once, over what the coroutines of a module become.

    LLVM's own pipeline simplifies a coroutine, splits it, simplifies its parts, and then the whole module: 18 ms for a
    row sum, where this takes 10 for code as fast.
    """
    _simplify(module, target, opt_level)
    run_passes(module, target, 0)  # splits the coroutines
    _run_function_passes(module, target, opt_level)


def run_kernel_passes(module: Any, target: Any, opt_level: int) -> None:
    """The function passes of `O<opt_level>` once, over kernels and what they inline.

    LLVM's own pipeline runs most of them twice, for two thirds more time. After ptxas that changes at most 2 % of the
    instructions of the library's kernels, and none in most of them. On the CPU it takes two to three times as long,
    for code that runs as fast (softmax, layer norm, vector add, in turns). What is known of numbers is found before
    (`ipsccp`), or accesses that lie a constant apart get an addition each.
    """
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_ipsccp_pass()
    run_passes_on_module(passes, module, _builder(target, opt_level))
    _run_function_passes(module, target, opt_level)


def _run_function_passes(module: Any, target: Any, opt_level: int) -> None:
    builder = _builder(target, opt_level)
    passes = builder.getFunctionPassManager()
    for function in module.functions:
        if not function.is_declaration:
            run_passes_on_function(passes, function, builder)


def run_lean_passes(module: Any, target: Any, opt_level: int) -> None:
    """The least that straight code gains from: private arrays in registers, and nothing that no one reads.

    What else LLVM finds in a kernel of 3,000 ops makes its code a tenth shorter, and takes a fifth of its time.
    """
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_aggressive_dce_pass()
    run_passes_on_module(passes, module, _builder(target, opt_level))


def run_simple_passes(module: Any, target: Any, opt_level: int) -> None:
    """Passes whose time is linear in the code, before and after coroutines are split."""
    _simplify(module, target, opt_level)
    run_passes(module, target, 0)
    _simplify(module, target, opt_level)


def _simplify(module: Any, target: Any, opt_level: int) -> None:
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_reassociate_pass()
    passes.add_simplify_cfg_pass()
    passes.add_sccp_pass()
    passes.add_aggressive_dce_pass()
    run_passes_on_module(passes, module, _builder(target, opt_level))


def _builder(target: Any, opt_level: int) -> Any:
    tuning = llvm.create_pipeline_tuning_options(opt_level)
    tuning.slp_vectorization = False
    tuning.loop_vectorization = False
    tuning.loop_interleaving = False
    return llvm.create_pass_builder(target, tuning)
