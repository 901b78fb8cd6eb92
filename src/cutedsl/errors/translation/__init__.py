"""Python's own errors about values of a compiled program, as named errors at the author's line."""
