"""`cutlass.experimental.primitives` and `.cuda`: instructions by their PTX names, tensor maps by numbers."""
