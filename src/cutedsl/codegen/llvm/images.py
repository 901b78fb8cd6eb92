"""Objects that many programs are linked with: made once a process, and once a machine where a store keeps them."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from cutedsl.forks.fork_gate import GATE
from cutedsl.forks.locks import fork_safe_lock


class ImageStore(Protocol):
    """Blocks of bytes by key, which outlive the process; what is damaged counts as absent."""

    def get(self, key: str) -> bytes | None: ...
    def put(self, key: str, payload: bytes) -> None: ...


class SharedImages:
    """Objects by the text that they are made of. Safe from several threads.

    `make` compiles a text at a code-generation level; `toolchain` names all else that an object depends on.
    """

    def __init__(self, make: Callable[[str, int], bytes], toolchain: Callable[[], str]) -> None:
        self._make = make
        self._toolchain = toolchain
        self._images: dict[tuple[str, int], Future[bytes]] = {}
        self._lock = fork_safe_lock()

    def want(self, text: str, codegen_level: int, store: ImageStore | None = None) -> Future[bytes]:
        """The object of a text: known, or on its way, on another thread, from the store or else from LLVM."""
        with self._lock:
            found = self._images.get((text, codegen_level))
            if found is not None:
                return found
            made: Future[bytes] = Future()
            work, arguments = self._fill, (made, text, codegen_level, store)
            thread = threading.Thread(target=work, args=arguments, name="cutedsl-llvm", daemon=False)
            GATE.enter_for(made)  # a fork waits for the store, too, which nobody else waits for
            try:
                thread.start()
            except RuntimeError:
                GATE.leave(id(made))
                raise
            # A signal handler's call on this thread may come here in between: it begins another, and does not wait for
            # one that was never begun.
            return self._images.setdefault((text, codegen_level), made)

    def _fill(self, made: Future[bytes], text: str, codegen_level: int, store: ImageStore | None) -> None:
        try:
            key = image_key(text, codegen_level, self._toolchain()) if store is not None else ""
            kept = store.get(key) if store is not None else None
            image = self._make(text, codegen_level) if kept is None else kept
            made.set_result(image)
            if store is not None and kept is None:
                store.put(key, image)
        except BaseException as error:
            if not made.done():
                made.set_exception(error)
        finally:
            GATE.leave(id(made))


def image_key(text: str, codegen_level: int, toolchain: str) -> str:
    """The name of an object in a store.

    **Law**: equal keys are of equal text, level, LLVM and CPU.
    """
    named = "\0".join((text, str(codegen_level), toolchain))
    return hashlib.blake2b(named.encode(), digest_size=20).hexdigest()
