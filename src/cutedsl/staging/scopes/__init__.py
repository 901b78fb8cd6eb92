"""Control flow while it is traced: `if`, `for`, `while`, conditional expressions, and what they carry."""
