"""Public names: those there are, those there are not yet, and which one was meant."""
