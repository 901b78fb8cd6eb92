"""AST rewrite, scopes, carried values, typed numeric tracers, argument binding, guards, and the `Emitter` protocol a
DSL implements: dialect-agnostic."""
