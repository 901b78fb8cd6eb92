"""Messages between the gate's processes: a JSON header and blobs of bytes, each after its length.

Nothing that is read is ever executed: a candidate's process writes what it likes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final

from cutedsl.errors.frozen import frozen

_LENGTH_BYTES: Final = 8
_MOST_HEADER_BYTES: Final = 64 << 20
_MOST_BLOB_BYTES: Final = 2 << 30


class WireError(Exception):
    """Bytes that are not a message."""


@frozen
class Message:
    """A header, and the blobs that it is about."""

    header: dict[str, Any]
    blobs: tuple[bytes, ...] = ()

    @property
    def kind(self) -> str:
        """What the message is."""
        return str(self.header.get("kind"))

    def packed(self) -> bytes:
        """The bytes on the wire."""
        header = json.dumps({**self.header, "blob_bytes": [len(blob) for blob in self.blobs]}).encode()
        return b"".join((len(header).to_bytes(_LENGTH_BYTES, "little"), header, *self.blobs))


def send(stream: BinaryIO, header: dict[str, Any], *blobs: bytes) -> None:
    """Writes one message."""
    stream.write(Message(header, blobs).packed())
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """The next message; None at the end of the stream. Raises WireError for anything else."""
    length = stream.read(_LENGTH_BYTES)
    if not length:
        return None
    try:
        header = json.loads(_exactly(stream, int.from_bytes(length, "little"), _MOST_HEADER_BYTES))
        sizes = [int(size) for size in header.pop("blob_bytes")]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WireError(f"a header that is none: {error}") from None
    return Message(header, tuple(_exactly(stream, size, _MOST_BLOB_BYTES) for size in sizes))


def messages(stream: BinaryIO) -> Iterator[Message]:
    """All messages up to the end of the stream. Raises WireError."""
    while (message := receive(stream)) is not None:
        yield message


def split_calls(record: Sequence[Message]) -> Iterator[tuple[int, list[Message]]]:
    """The calls of a record: the number of the case, and what happened."""
    events: list[Message] | None = None
    case = 0
    for message in record:
        if message.kind == "begin":
            case, events = int(message.header["case"]), []
        elif events is not None:
            events.append(message)
            if message.kind in ("end", "error"):
                yield case, events
                events = None


def _exactly(stream: BinaryIO, size: int, most: int) -> bytes:
    if not 0 <= size <= most:
        raise WireError(f"a part of {size} bytes")
    parts: list[bytes] = []
    while size:
        part = stream.read(size)
        if not part:
            raise WireError("the stream ends within a message")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
