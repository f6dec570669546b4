"""Chance that can be checked: numbers from a secret stream whose place is in the state of the match.

A match draws a secret when it is made and keeps in its state how many numbers it has used. The n-th number
depends on the secret and on n alone, so a decision that is taken back and done again draws the same one: no
roll is made better by undoing it. Who learns the secret when the match is over can check every draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from fieldkit.messages import Chance

SECRET_BITS = 256


@dataclass(frozen=True, slots=True)
class Fortune:
    """A stream: its ``secret`` (hex), and how many numbers of it are ``used``."""

    secret: str
    used: int


def new_secret(chance: Chance) -> str:
    """A secret for a match that begins, as hex."""
    return f"{chance(2**SECRET_BITS):0{SECRET_BITS // 4}x}"


def draw(fortune: Fortune, sides: int) -> int:
    """The next number of the stream, from 0 to ``sides`` - 1, each as likely as any other.

    HMAC-SHA256 of the number's place; what would favour small numbers is thrown away and drawn again.
    """
    # Here, since all processes read this module with the settings, and only the referee's ever draws: the
    # library behind it is an eighth of a small process.
    import hashlib
    import hmac

    limit = 2**SECRET_BITS - 2**SECRET_BITS % sides
    attempt = 0
    while True:
        place = f"{fortune.used}/{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(fortune.secret), place, hashlib.sha256), "big")
        if number < limit:
            return number % sides
        attempt += 1


def chance_of(fortune: Fortune) -> Chance:
    """The stream as the chance of one decision: each call draws its next number."""
    used = fortune.used

    def chance(sides: int) -> int:
        nonlocal used
        used += 1
        return draw(Fortune(fortune.secret, used - 1), sides)

    return chance
