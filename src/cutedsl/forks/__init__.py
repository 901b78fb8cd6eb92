"""A fork of the process: the child compiles and runs programs too, whatever other threads of its parent did."""
