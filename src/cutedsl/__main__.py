"""`python -m cutedsl`: a command of the command line, or a program to run."""

from __future__ import annotations

import sys

from cutedsl.cli import main

sys.exit(main())
