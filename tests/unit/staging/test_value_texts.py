"""Texts of run-time values."""

from __future__ import annotations

import copy
import pickle

from cutedsl.staging.value_texts import ValueText


def test_copies_are_plain_text() -> None:
    """Pieces hold values of a module, which no other process has; pytest copies what a failed test shows."""
    text = ValueText(["x = "], "x = ?")
    copies = [copy.copy(text), copy.deepcopy([text])[0], pickle.loads(pickle.dumps(text))]
    assert [(type(one), one) for one in copies] == [(str, "x = ?")] * 3
