"""The GPU targets: their data, and finding one."""

from __future__ import annotations

import pytest

from cutedsl.arch.targets import TARGETS, GpuTarget, target, target_for
from cutedsl.errors import DSLUserCodeError


def test_a_name_says_its_capability() -> None:
    for one in TARGETS.values():
        major, minor = one.capability
        assert one.name.rstrip("a") == f"sm_{major}{minor}"


@pytest.mark.parametrize(
    ("capability", "name"),
    [((8, 0), "sm_80"), ((8, 6), "sm_86"), ((9, 0), "sm_90a"), ((10, 0), "sm_100a"), ((12, 0), "sm_120a")],
)
def test_a_device_gets_its_own_target(capability: tuple[int, int], name: str) -> None:
    assert target_for(capability).name == name


def test_a_newer_device_gets_the_newest_portable_target() -> None:
    assert target_for((99, 0)).name == "sm_121"
    assert target_for((9, 5)).name == "sm_90"


def test_an_older_device_is_refused() -> None:
    with pytest.raises(DSLUserCodeError, match=r"7\.5") as caught:
        target_for((7, 5))
    assert caught.value.name == "unsupported-arch"


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(ValueError, match="sm_90") as caught:
        target("sm90")
    assert isinstance(caught.value, DSLUserCodeError)
    assert caught.value.name == "unknown-arch"


def test_contradicting_data_is_refused() -> None:
    with pytest.raises(ValueError, match="does not name"):
        GpuTarget("sm_90", (8, 0), (7, 8), 232448, 233472, 2048, 32)
    with pytest.raises(ValueError, match="shared memory"):
        GpuTarget("sm_90", (9, 0), (7, 8), 400_000, 233472, 2048, 32)
