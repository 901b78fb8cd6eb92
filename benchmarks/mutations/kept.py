"""Trials that were made, one file each: a run that was ended is taken up again, and processes share the work."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks.mutations.mutants import Mutant
from benchmarks.mutations.trial import LISTS, Trial
from benchmarks.record import ROOT

_STALE_S: Final = 1200.0
"""A trial that was begun so long ago was ended."""


class Kept:
    """The trials in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, source: Path, mutant: Mutant) -> bool:
        """Whether this process is to try the mutant: nobody else has."""
        place = self._place(source, mutant)
        if place.exists() and not place.stat().st_size and time.time() - place.stat().st_mtime > _STALE_S:
            place.unlink(missing_ok=True)
        try:
            place.open("x").close()
        except FileExistsError:
            return False
        return True

    def put(self, source: Path, mutant: Mutant, result: Trial) -> None:
        """Keeps a trial."""
        self._place(source, mutant).write_text(json.dumps(asdict(result)), encoding="utf-8")

    def get(self, source: Path, mutant: Mutant) -> Trial | None:
        """The trial of a mutant, or None before its end."""
        place = self._place(source, mutant)
        said = place.read_text(encoding="utf-8") if place.exists() else ""
        if not said:
            return None
        fields = json.loads(said)
        return Trial(**fields | {name: tuple(fields.get(name, ())) for name in LISTS})

    def name_of(self, source: Path, mutant: Mutant) -> str:
        """The name of a trial, in an order that has nothing to do with the files'."""
        said = f"{source.relative_to(ROOT).as_posix()}\0{mutant.kind}\0{mutant.text}"
        return f"{hashlib.blake2b(said.encode(), digest_size=6).hexdigest()}-{source.stem}-{mutant.line}"

    def _place(self, source: Path, mutant: Mutant) -> Path:
        return self._folder / f"{self.name_of(source, mutant)}.json"
