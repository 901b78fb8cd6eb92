"""The `cute` dialect on xDSL: types, ops, verifiers, printed form; the fast op constructor; the builder context."""
