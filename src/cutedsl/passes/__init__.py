"""IR to IR, one pass a file, one ordered pipeline a target."""
