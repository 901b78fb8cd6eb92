"""How calls become IR: the emitter, the places of recorded ops, raw values."""
