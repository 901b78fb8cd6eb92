"""Names that public modules do not have: the error says which was meant, and is still Python's AttributeError."""

from __future__ import annotations

import re
import subprocess
import sys
import traceback
from typing import Any

import pytest

import cutedsl
import cutedsl.cute as cute
import cutedsl.ops as ops
import cutedsl.pipeline as pipeline
import cutedsl.utils as utils
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.names.foreign_names import FOREIGN
from cutedsl.errors.names.not_yet import NotYet


@pytest.mark.parametrize(
    ("module", "name", "fix"),
    [
        (cutedsl, "Floatt32", "Did you mean `cutedsl.Float32`?"),
        (cutedsl, "make_layout", "Did you mean `cute.make_layout`?"),
        (cute, "make_layuot", "Did you mean `cute.make_layout`?"),
        (cute, "thread_idx", "Did you mean `cute.arch.thread_idx`?"),
        (cute.arch, "printf", "Did you mean `cute.printf`?"),
        (cute.math, "sqroot", "Did you mean `cute.math.sqrt`?"),
        (cute.nvgpu, "cpasynch", "Did you mean `cute.nvgpu.cpasync`?"),
        (cute.nvgpu.warp, "MmaF16BF16Opp", "Did you mean `cute.nvgpu.warp.MmaF16BF16Op`?"),
        (cute.testing, "bencmark", "Did you mean `cute.testing.benchmark`?"),
        (ops, "sofmax", "Did you mean `ops.softmax`?"),
        (pipeline, "PipelineTmaAsnyc", "Did you mean `pipeline.PipelineTmaAsync`?"),
        (utils, "SmemAlocator", "Did you mean `utils.SmemAllocator`?"),
    ],
)
def test_the_name_that_was_meant(module: object, name: str, fix: str) -> None:
    with pytest.raises(AttributeError, match="unknown-name") as caught:
        getattr(module, name)
    assert isinstance(caught.value, DSLUserCodeError)
    assert caught.value.report.fix == fix
    assert not hasattr(module, name)
    assert getattr(module, name, 7) == 7


def test_only_the_authors_frames_are_shown() -> None:
    module: Any = cute.arch
    with pytest.raises(DSLUserCodeError) as caught:
        module.thread_indx  # noqa: B018
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)] == [
        "test_only_the_authors_frames_are_shown"
    ]
    assert caught.value.span is not None and caught.tb.tb_lineno == caught.value.span.line


def test_nothing_like_it_and_private_names() -> None:
    module: Any = cute
    with pytest.raises(DSLUserCodeError) as caught:
        module.zzzzqqq  # noqa: B018
    assert "dir(module)" in (caught.value.report.fix or "")
    with pytest.raises(AttributeError) as plain:
        module.__nothing__  # noqa: B018
    assert not isinstance(plain.value, DSLUserCodeError)


def test_a_package_that_was_not_imported() -> None:
    code = "import cutedsl\ntry: cutedsl.ops\nexcept AttributeError as error: print(error.report.fix)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Import it: `import cutedsl.ops`.\n"


@pytest.mark.parametrize("name", ["rint", "__threadfence", "__float_as_int", "umulhi", "silu", "logical_and", "__ffs"])
def test_names_of_other_languages_have_a_fix(name: str) -> None:
    with pytest.raises(AttributeError, match="unknown-name") as caught:
        getattr(cute.math, name)
    assert isinstance(caught.value, DSLUserCodeError)
    assert (caught.value.report.fix or "").startswith("Write `")


@pytest.mark.parametrize("key", sorted(FOREIGN))
def test_what_a_fix_names_is_there(key: str) -> None:
    code = re.findall("`([^`]+)`", FOREIGN[key])
    assert code or FOREIGN[key].startswith("random numbers"), FOREIGN[key]
    for path in re.findall(r"\b(?:cute|cutlass|cutedsl)(?:\.\w+)+", " ".join(code)):
        module, *names = path.split(".")
        found: Any = cute if module == "cute" else cutedsl
        for name in names:
            found = getattr(found, name)
            assert not isinstance(found, NotYet), path
    assert FOREIGN[key].count("`") % 2 == 0 and key == key.replace("_", "").lower()
