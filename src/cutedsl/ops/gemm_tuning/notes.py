"""The fastest way to cut a product as measured on this machine, kept for later processes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from cutedsl.ops.gemm.config import GemmConfig
from cutedsl.ops.gemm_tuning.candidates import Problem
from cutedsl.utils.machine_notes import MachineNotes

_NOTES: Final = MachineNotes("matmul")


@dataclass(frozen=True, slots=True)
class Note:
    """A configuration and the time that it took. Units: microseconds."""

    config: GemmConfig
    measured_us: float


def noted(problem: Problem) -> Note | None:
    """What was measured of a product; nothing where the note is of another version's configurations."""
    found = _NOTES.get(_key(problem))
    try:
        return None if found is None else Note(GemmConfig(**found["config"]), float(found["us"]))
    except (TypeError, ValueError, KeyError):
        return None


def note(problem: Problem, config: GemmConfig, measured_us: float) -> None:
    """Keeps what was measured of a product."""
    kept: dict[str, Any] = {"config": asdict(config), "us": measured_us}
    _NOTES.put(_key(problem), kept)


def _key(problem: Problem) -> str:
    return " ".join(f"{name}={value}" for name, value in asdict(problem).items())
