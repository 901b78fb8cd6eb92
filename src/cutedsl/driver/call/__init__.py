"""From a call to a compiled function: decorators, `cute.compile`, compiled and eager calls, exports."""
