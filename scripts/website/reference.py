"""The reference: a page for each module, from signatures, docstrings and the tests' programs."""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from typing import Any, Final

from cutedsl.errors.catalogue import CATALOGUE
from scripts.website.errors_of import errors_of
from scripts.website.names import SECTIONS, Name, Section, members, names_of, origin, signature
from scripts.website.uses import use_of

_LONG_SIGNATURE: Final = 88
_ELEMENTWISE: Final = "cutedsl.lang.math"
_NAMES_ERRORS: Final = re.compile(r"Errors?\**:|Raises")


def pages() -> dict[str, str]:
    """The Markdown of the reference by file name below `reference/`."""
    return {"index.md": _index(), **{f"{section.file}.md": page(section) for section in SECTIONS}}


def page(section: Section) -> str:
    """One module's names, in alphabetical order."""
    head = f"# {section.title}\n\n```python\n{_import(section.prefix.partition('.')[0])}\n```\n"
    return "\n".join([head, *(entry(name) for name in names_of(section))])


def _import(root: str) -> str:
    """The line by which programs get the first word of the section's names."""
    known = {"cutlass": "import cutedsl as cutlass", "cute": "import cutedsl.cute as cute"}
    return known.get(root, f"from cutedsl import {root}")


def entry(name: Name) -> str:
    """One name: signature, docstring, members, errors, an example."""
    value = inspect.unwrap(name.value) if callable(name.value) else name.value
    text = inspect.getdoc(value) or "" if callable(value) else f"A constant: `{value!r}`."
    parts = [f"## `{name.public}` {{#{name.public}}}"]
    if inspect.isclass(value) and issubclass(value, enum.Enum):
        parts.append("```python\n" + "\n".join(f"{value.__name__}.{one.name}" for one in value) + "\n```")
    elif callable(value) and (form := signature(value)):
        parts.append(f"```python\n{_folded(name.public.rpartition('.')[2], form)}\n```")
    parts.append(markdown(text))
    if origin(value).startswith(_ELEMENTWISE):
        parts.append("Shapes: numbers, or register vectors element by element, which broadcast.")
    if inspect.isclass(value):
        parts.extend(_members(value))
    if callable(value):
        parts.extend(_errors(value, text))
    if ">>>" not in text and (use := use_of(name.public, name.value)):
        shown = _indented(f"```python\n{use.text}\n```")
        parts.append(f'??? example "In `{use.file}`, line {use.line}"\n\n{shown}')
    return "\n\n".join(parts) + "\n"


def _errors(value: Any, text: str) -> Iterator[str]:
    """The errors that the docstring does not name; where there are none at all, that is said."""
    if errors := [error for error in errors_of(value) if error not in text]:
        label = "Further errors, of what it calls" if re.search(_NAMES_ERRORS, text) else "Errors"
        yield f"{label}: " + ", ".join(_error_link(error) for error in errors) + "."
    elif not re.search(_NAMES_ERRORS, text):
        yield "Errors: none of its own."


def _members(value: type) -> Iterator[str]:
    for name, member in sorted(members(value).items()):
        text = inspect.getdoc(member)
        if not text:
            continue
        form = "" if isinstance(member, property) else _folded("", _without_self(signature(member)))
        first, _, rest = text.partition("\n\n")
        yield f"**`.{name}{' '.join(form.split())}`** {_linked(' '.join(first.split()))}\n\n{markdown(rest)}"


def _without_self(form: str) -> str:
    return re.sub(r"^\((self|cls)(: [^,)]*)?(, )?", "(", form)


def _folded(name: str, form: str) -> str:
    """A signature, one parameter a line where it is long."""
    if len(name + form) <= _LONG_SIGNATURE or not (split := re.fullmatch(r"\((.*)\)( -> .*)?", form, re.DOTALL)):
        return name + form
    parameters, depth = [""], 0
    for letter in split[1]:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parameters.append("")
        else:
            parameters[-1] += letter
    return "\n".join([f"{name}(", *(f"    {one.strip()}," for one in parameters), f"){split[2] or ''}"])


def markdown(text: str) -> str:
    """A docstring as Markdown: examples become code blocks, names of errors become links."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.splitlines()
        start = next((k for k, line in enumerate(lines) if line.lstrip().startswith(">>>")), len(lines))
        if start:
            blocks.append(_linked("\n".join(lines[:start])))
        if lines[start:]:
            blocks.append("```pycon\n" + inspect.cleandoc("\n".join(lines[start:])) + "\n```")
    return "\n\n".join(blocks)


def _linked(text: str) -> str:
    """Text with the errors of each `Errors: a, b` sentence linked, and `<` as it is meant."""
    text = text.replace("<", "&lt;") if "`" not in text else text

    def link(sentence: re.Match[str]) -> str:
        return re.sub(r"`?\b[a-z0-9]+(?:-[a-z0-9]+)+\b`?", lambda word: _error_link(word[0].strip("`")), sentence[0])

    return re.sub(r"Errors?\**: [^.]*", link, text)


def _error_link(name: str) -> str:
    return f"[`{name}`](../errors/{name}.md)" if name in CATALOGUE else name


def _indented(text: str) -> str:
    return "\n".join("    " + line if line else line for line in text.splitlines())


def _index() -> str:
    rows = [
        f"| [{section.title}]({section.file}.md) | "
        + " ".join(f"[`{name.public}`]({section.file}.md#{name.public})" for name in names_of(section))
        + " |"
        for section in SECTIONS
    ]
    return "\n".join(
        [
            "# Reference",
            "",
            "Every public name, with its signature, shapes, errors and an example that runs in the tests. "
            "Names are as programs write them, after `import cutedsl as cutlass` and `import cutedsl.cute as cute`. "
            "[Coverage](../api.md) lists the names of CuTe DSL by how many public repositories use them.",
            "",
            "| module | names |",
            "|---|---|",
            *rows,
            "",
        ]
    )
