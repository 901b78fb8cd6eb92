"""`jit`, `kernel`, `compile`, specialisation, the pipeline: the only place that sees every stage."""
