"""Entry points through which Python calls compiled host functions: fastcall builtins."""
