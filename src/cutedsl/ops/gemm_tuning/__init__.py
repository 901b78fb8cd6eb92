"""Which way a matrix product is cut: a model of the machine, measurements, and what is known of GPUs."""
