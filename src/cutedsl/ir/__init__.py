"""The `cute` dialect on xDSL: types, ops, verifiers, printed form; the fast op constructor; the builder context."""

from __future__ import annotations

import cutedsl.ir.definition  # noqa: F401  # before anything else imports MLIR's dialects
