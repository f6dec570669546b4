"""Chance that can be checked: numbers from a secret stream whose place is in the state of the match.

A match draws a secret when it is made and keeps in its state how many numbers it has used. The n-th number
depends on the secret, on the words called by the players and on n alone, so a decision that is taken back and
done again draws the same one: no roll is made better by undoing it.

    made     the kit draws a secret and shows only its hash (`promise`): from now on it is bound to it
    called   the players may call words that go into every number, so that not even the kit knew them before
    played   number n = HMAC-SHA256(secret, "n/attempt", and behind it "/words" where words were called)
    over     the secret is shown: its hash must be the promised one, and every number can be made again
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from fieldkit.games.declared import Value

if TYPE_CHECKING:
    from fieldkit.messages import Chance

SECRET_BITS = 256
SCHEME = 1
"""The version of all that is written here: what is promised and how a number is made."""
SHORT = 8
"""The digits of a hash that are shown where there is little room."""

T = TypeVar("T")


class Fortune(Value):
    """A stream: its ``secret`` (hex), how many numbers of it are ``used``, and the ``words`` called for it.

    A game tells the first two; the words are the kit's, which puts them in.
    """

    secret: str
    used: int
    words: str = ""


def new_secret(chance: Chance) -> str:
    """Draw a secret for a match that begins, as hex."""
    return f"{chance(2**SECRET_BITS):0{SECRET_BITS // 4}x}"


def promise(match: str, secret: str) -> str:
    """Return what binds a match to its secret without telling it: a SHA-256 in hex, shown from the start."""
    import hashlib  # here, as in `draw`

    return hashlib.sha256(f"fieldkit-fair/{SCHEME} {match} {secret}".encode()).hexdigest()


def draw(fortune: Fortune, sides: int) -> int:
    """Draw the next number of the stream, from 0 to ``sides`` - 1, each as likely as any other.

    HMAC-SHA256 of the number's place; what would favour small numbers is thrown away and drawn again.
    """
    # Here, since all processes read this module with the settings, and only the referee's ever draws: the
    # library behind it is an eighth of a small process.
    import hashlib
    import hmac

    limit = 2**SECRET_BITS - 2**SECRET_BITS % sides
    key, words = bytes.fromhex(fortune.secret), f"/{fortune.words}" if fortune.words else ""
    attempt = 0
    while True:
        place = f"{fortune.used}/{attempt}{words}".encode()
        number = int.from_bytes(hmac.digest(key, place, hashlib.sha256), "big")
        if number < limit:
            return number % sides
        attempt += 1


def chance_of(fortune: Fortune) -> Chance:
    """Return the stream as the chance of one decision: each call draws its next number."""
    used = fortune.used

    def chance(sides: int) -> int:
        nonlocal used
        used += 1
        return draw(Fortune(fortune.secret, used - 1, fortune.words), sides)

    return chance


def opening_chance(chance: Chance, words: str = "") -> Chance:
    """Return the chance for making a match: once a secret is drawn, all other numbers are of its stream.

    So what is shuffled at the beginning can be checked too; such a game counts those numbers as used. No
    ``words`` can be called by then: a check hands in those of the record, which then fit nothing drawn here.
    """
    stream: Chance | None = None

    def opening(sides: int) -> int:
        nonlocal stream
        if stream is not None:
            return stream(sides)
        number = chance(sides)
        if sides == 2**SECRET_BITS:
            stream = chance_of(Fortune(f"{number:0{SECRET_BITS // 4}x}", 0, words))
        return number

    return opening


def shuffled(items: Sequence[T], chance: Chance) -> tuple[T, ...]:
    """Return the items in an order as likely as any other (Fisher-Yates), by a number for each but one."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        other = chance(last + 1)
        left[last], left[other] = left[other], left[last]
    return tuple(left)
