"""`python -m cutedsl.cli`."""

from __future__ import annotations

import sys

from cutedsl.cli import main

sys.exit(main())
