"""Arrays, pointers and placeholders as programs pass them: DLPack, run-time tensors, symbols."""
