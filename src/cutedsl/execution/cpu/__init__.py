"""Programs on the CPU: modules, launches, the thread pool, faults."""
