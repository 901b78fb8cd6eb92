"""The copy and multiply instructions as tables, with their thread-value layouts."""
