"""The names that public programs use most: each is here and used by a test, or says `not-yet` by name."""

from __future__ import annotations

import re
import types

import pytest

from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.names.not_yet import NotYet, NotYetModule
from tests.programs.api_uses import PAGE, ROOT, file_that_uses, is_there, names, resolve

FIRST = 300
NEEDS_HARDWARE = re.compile(
    r"(cute\.nvgpu\.(?!CopyUniversalOp|MmaUniversalOp)|pipeline\.|utils\.(hopper_helpers|LayoutEnum|TensorMap|Static|"
    r"Persistent|WorkTile|static_persistent|tensormap)|cute\.arch\.(mbarrier|cluster|setmaxreg|warpgroup|griddep|cp_async|"
    r"fence|Proxy|SharedSpace|block_in_cluster|block_idx_in_cluster|elect|barrier_arrive)|.*[Tt]iled_?[Mm]ma|.*_mma_atom|"
    r"cute\.ThrMma|cute\.gemm|cute\.make_layout_image_mask|cutlass\._mlir|cutlass\.base_dsl|cutlass\.(CuTeDSL|BaseDSL))"
)
"""Names of tensor cores, of the bulk copy engine and of what waits for it, and private names."""


@pytest.mark.parametrize("name", [name for _, name in names()])
def test_every_name_resolves(name: str) -> None:
    value = resolve(name)
    if isinstance(value, NotYet):
        with pytest.raises(DSLUserCodeError) as error:
            value(1)
        assert error.value.name == "not-yet" and name.rpartition(".")[2] in str(error.value)


def test_a_definition_wins_over_the_promise() -> None:
    from cutedsl.lang import arch

    assert isinstance(resolve("cute.arch.add_cc"), NotYet)
    arch.__dict__["add_cc"] = len
    try:
        assert resolve("cute.arch.add_cc") is len
    finally:
        del arch.__dict__["add_cc"]
    with pytest.raises(LookupError):
        resolve("cute.arch.no_such_name.deeper")


def test_names_that_are_not_supported_yet_can_be_looked_at() -> None:
    name = resolve("cute.nvgpu.tcgen05.MmaFP8SparseOp")
    assert isinstance(name, NotYet) and isinstance(name.SFA, NotYet)
    assert "tcgen05.MmaFP8SparseOp.SFA: not yet" in repr(name.SFA)

    def annotated(field: name | None) -> None: ...  # pyright: ignore[reportInvalidTypeForm]

    assert annotated.__annotations__["field"]
    for use in (
        lambda: name(),
        lambda: name + 1,
        lambda: bool(name),
        lambda: iter(name),
        lambda: types.new_class("X", (name,))(),
    ):
        with pytest.raises(DSLUserCodeError) as error:
            use()
        assert error.value.name == "not-yet"
    module = resolve("experimental.task_scheduling")
    assert isinstance(module, NotYetModule)
    with pytest.raises(DSLUserCodeError) as called:
        module()
    assert called.value.name == "not-yet"


def plain_names() -> list[str]:
    """The first 300 names that need neither tensor cores nor the bulk copy engine."""
    return [name for _, name in names()[:FIRST] if not NEEDS_HARDWARE.match(name)]


def test_the_first_names_are_here_and_tested() -> None:
    assert [name for name in plain_names() if not is_there(name)] == []
    assert [name for name in plain_names() if file_that_uses(name) is None] == []


def test_the_page_claims_no_more_than_is_true() -> None:
    rows = re.findall(r"^\| \d+ \| `([^`]+)` \| \d+ \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == [name for _, name in names()]
    for name, shown in rows:
        if shown != "not yet":
            assert is_there(name), name
        if shown.startswith("`"):
            assert (ROOT / shown.strip("`")).exists(), shown
