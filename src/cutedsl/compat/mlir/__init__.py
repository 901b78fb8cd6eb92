"""`cutlass._mlir` and its dialects, as far as programs use them."""
