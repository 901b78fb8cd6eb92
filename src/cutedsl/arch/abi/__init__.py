"""The interfaces that generated code, the runtime and the frameworks share, as data."""
