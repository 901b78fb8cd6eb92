"""The CUDA driver: modules, graphs, launches, tensor maps."""
