"""Which ids are surely new: the question that each input asks, answered without a look into the file."""

from __future__ import annotations

from collections.abc import Hashable

BITS = 1 << 20
"""128 KB; with a hundred thousand ids one new id in ten is looked up in the file all the same."""


class KeyFilter:
    """The keys that may stand in a table, a bit for the hash of each: what has no bit is surely not there.

    So the many questions for what is new need no look into the file, whatever the length of the record. A key
    whose transaction failed only costs such a look.
    """

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)

    def add(self, key: Hashable) -> None:
        """This key may be there from now on."""
        place, bit = divmod(hash(key) % BITS, 8)
        self._bits[place] |= 1 << bit

    def __contains__(self, key: Hashable) -> bool:
        place, bit = divmod(hash(key) % BITS, 8)
        return bool(self._bits[place] >> bit & 1)
