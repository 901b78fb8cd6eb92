"""Elements as 8-bit numbers times a scale."""
