"""The bytes of a bundle: a mark, the SHA-256 of all that follows, an index as JSON, and blocks of bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

_MARK: Final = b"CUTEDSL BUNDLE "
_VERSION: Final = b"2\n"
_DIGEST_BYTES: Final = 32
_LENGTH_BYTES: Final = 8


class NotABundle(Exception):
    """Bytes that are not a whole bundle; the text says what is wrong with them."""


class Blocks:
    """Blocks of bytes by number; equal ones are kept once."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}

    def add(self, block: bytes) -> int:
        """The number of a block.

        >>> blocks = Blocks()
        >>> blocks.add(b"one"), blocks.add(b"two"), blocks.add(b"one")
        (0, 1, 0)
        """
        return self._numbers.setdefault(block, len(self._numbers))

    def all(self) -> list[bytes]:
        """The blocks in the order of their numbers."""
        return list(self._numbers)


def pack(index: Mapping[str, Any], blocks: Sequence[bytes]) -> bytes:
    """An index and blocks as the bytes of a bundle.

    >>> unpack(pack({"programs": []}, [b"code"]))
    ({'programs': []}, [b'code'])
    """
    head = json.dumps({"index": index, "blocks": [len(block) for block in blocks]}).encode()
    rest = b"".join((len(head).to_bytes(_LENGTH_BYTES, "little"), head, *blocks))
    return b"".join((_MARK, _VERSION, hashlib.sha256(rest).digest(), rest))


def unpack(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The index and the blocks of a bundle. Nothing is read before the hash of everything agrees.

    Raises `NotABundle`.
    """
    if not data.startswith(_MARK):
        raise NotABundle("it is not a file that `cutedsl bundle` wrote")
    start = len(_MARK) + len(_VERSION)
    if data[len(_MARK) : start] != _VERSION:
        raise NotABundle("its format is that of another version of cutedsl")
    digest, rest = data[start : start + _DIGEST_BYTES], data[start + _DIGEST_BYTES :]
    if hashlib.sha256(rest).digest() != digest:
        raise NotABundle("its content does not have the hash that the file states: it was cut off, or changed")
    at = _LENGTH_BYTES + int.from_bytes(rest[:_LENGTH_BYTES], "little")
    head = json.loads(rest[_LENGTH_BYTES:at])
    blocks: list[bytes] = []
    for length in head["blocks"]:
        blocks.append(rest[at : at + length])
        at += length
    return head["index"], blocks
