"""Matrix products: their operations, plans and kernels."""
