"""What a running program prints and checks: `printf`, `print_tensor`, assertions, marks."""
