"""Call code in this process: builtins, torch's dispatcher, TVM-FFI, XLA."""
