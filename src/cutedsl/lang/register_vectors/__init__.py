"""Register vectors: `TensorSSA`, `cutlass.vector`, their types and bits."""
