"""The page of all settings in the documentation: `python -m cutedsl.config.page > docs/settings.md`."""

from __future__ import annotations

from collections.abc import Iterator

from cutedsl.config.variables import NO_EFFECT, VARIABLES

_HEAD = """# Environment variables

Written by `python -m cutedsl.config.page`. They are read at each use; `with cutedsl.config.override(...)` sets the
same things for a block. The names on the right mean the same: those of CuTe DSL, and older ones. Scripts may keep them.
Switches take 1/true/yes/on and 0/false/no/off. [cache.md](cache.md) says what the compile cache promises.

| variable | what it does | also |
|---|---|---|
"""
_FOOT = """
These names of CuTe DSL are known and set nothing here. Where one asks for something, the first compilation says so once
([setting-without-effect](errors/setting-without-effect.md)); so it does for a name with this prefix that nobody knows.

| variable | why it has no effect |
|---|---|
"""


def page() -> str:
    """The page's text."""
    return _HEAD + "\n".join(_rows()) + "\n" + _FOOT + "\n".join(_rows_without_effect()) + "\n"


def _rows() -> Iterator[str]:
    for variable in VARIABLES:
        own, *others = variable.names
        meaning = variable.meaning.replace("|", "\\|")
        yield f"| `{own}` | {meaning} | {', '.join(f'`{name}`' for name in others)} |"


def _rows_without_effect() -> Iterator[str]:
    for name, (_, why) in NO_EFFECT.items():
        yield f"| `{name}` | {why} |"


if __name__ == "__main__":
    print(page(), end="")
