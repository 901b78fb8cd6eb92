"""What a direct call of a `@jit` function may say to the compiler, by keywords that the function does not have.

Source: CuTe DSL documentation, "JIT Argument Generation".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import fields
from typing import Any

from cutedsl.config import override
from cutedsl.driver.arguments.signature import signature_of
from cutedsl.driver.call.checked import checked_options
from cutedsl.driver.call.option_handlers import for_options
from cutedsl.driver.call.watches import current_watch
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.options import default_options, parse_options
from cutedsl.eager.session import current_session
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen


@frozen
class CallKeywords:
    """`options` are those of `cute.compile`; `no_cache` compiles anew; `compile_only` and `no_jit_engine` compile and
    give the compiled function back instead of running it; `export_name` names it."""

    options: str = ""
    no_cache: bool = False
    compile_only: bool = False
    no_jit_engine: bool = False
    export_name: str | None = None
    pipeline: object = None
    gpu_module_attrs: object = None


KEYWORDS = frozenset(one.name for one in fields(CallKeywords))


def split_keywords(
    function: Callable[..., object], kwargs: Mapping[str, object]
) -> tuple[CallKeywords | None, dict[str, object]]:
    """The keywords that are the compiler's, None where there are none, and the function's own.

    Errors: not-yet for pass pipelines and attributes of GPU modules, which are NVIDIA's compiler's.
    """
    own = signature_of(function).parameters
    asked: dict[str, Any] = {name: value for name, value in kwargs.items() if name in KEYWORDS and name not in own}
    if not asked:
        return None, dict(kwargs)
    for name in ("pipeline", "gpu_module_attrs"):
        if asked.get(name):
            message = f"the keyword `{name}=` of a call, which names passes of NVIDIA's compiler"
            raise fail("not-yet", message, fix=f"Leave `{name}=` out.")
    return CallKeywords(**asked), {name: value for name, value in kwargs.items() if name not in asked}


def run_as_asked(jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object], asked: CallKeywords) -> object:
    """Compiles as the keywords say, and runs, or gives the compiled function; `jitted` is named already."""
    from cutedsl.driver.call.build import build, build_call

    if current_session() is not None or current_watch() is not None:
        call: Any = jitted
        return call(*args, **kwargs)  # nothing is compiled, or the checker says how
    options = parse_options(asked.options, default_options())
    if options.check:
        options = checked_options(options)
    with override(no_cache=True) if asked.no_cache else nullcontext():
        if asked.compile_only or asked.no_jit_engine:
            return for_options(build(jitted, args, kwargs, options), options)
        compiled, bound, _, result = build_call(jitted, args, kwargs, options)
    compiled.run_bound(bound)
    return result
