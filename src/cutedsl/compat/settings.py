"""What a program's process and its children know of how it is run: two environment variables."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path

from cutedsl.errors.frozen import frozen

VARIABLE = "CUTEDSL_COMPAT"
"""`alias`: `import cutlass` means cutedsl. `,override`: nothing is said of another one. `,device=cpu`:
programs that ask for a GPU get the CPU. Set by `cutedsl run`; child processes inherit it."""

STARTUP = Path(__file__).with_name("startup")
"""The folder that `PYTHONPATH` gets, so that Python children start the same way."""


@frozen
class Settings:
    """How a program written for `cutlass` runs."""

    override: bool = False
    on_cpu: bool = False

    @property
    def text(self) -> str:
        """The variable's text.

        >>> Settings(on_cpu=True).text
        'alias,device=cpu'
        """
        words = ["alias"] + ["override"] * self.override + ["device=cpu"] * self.on_cpu
        return ",".join(words)

    @staticmethod
    def read() -> Settings | None:
        """What the environment says; None outside `cutedsl run`."""
        words = os.environ.get(VARIABLE, "").split(",")
        return Settings("override" in words, "device=cpu" in words) if "alias" in words else None

    def write(self, environment: MutableMapping[str, str]) -> None:
        """Makes Python children with this environment start the same way."""
        environment[VARIABLE] = self.text
        folders = [str(STARTUP), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
        environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(folders))
        if self.on_cpu:
            environment["CUTEDSL_TARGET"] = "cpu"
