"""Chance that can be checked: one place gives one number, and every number is as likely as another."""

import hashlib
import hmac
from collections import Counter
from random import Random

from fieldkit.games.fair import (
    SECRET_BITS,
    Fortune,
    chance_of,
    draw,
    new_secret,
    opening_chance,
    promise,
    shuffled,
)

SECRET = new_secret(Random(7).randrange)
ROLLS = 6_000


def test_a_decision_done_again_draws_the_same_numbers() -> None:
    first, again = (chance_of(Fortune(SECRET, 40)) for _ in range(2))
    assert [first(6) for _ in range(20)] == [again(6) for _ in range(20)]


def test_a_decision_goes_on_where_the_last_one_ended() -> None:
    whole, later = chance_of(Fortune(SECRET, 0)), chance_of(Fortune(SECRET, 3))
    assert [whole(6) for _ in range(10)][3:] == [later(6) for _ in range(7)]


def test_another_secret_is_another_stream() -> None:
    other = new_secret(Random(8).randrange)
    assert len(SECRET) == len(other) == SECRET_BITS // 4
    one, two = chance_of(Fortune(SECRET, 0)), chance_of(Fortune(other, 0))
    assert [one(6) for _ in range(20)] != [two(6) for _ in range(20)]


def test_all_faces_come_as_often() -> None:
    faces = Counter(draw(Fortune(SECRET, place), 6) for place in range(ROLLS))
    assert sorted(faces) == [0, 1, 2, 3, 4, 5]
    assert max(faces.values()) - min(faces.values()) < ROLLS / 6 * 0.15


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    """With sides just over half of all numbers, about every second first draw must be thrown away."""
    sides = 2 ** (SECRET_BITS - 1) + 1
    key = bytes.fromhex(SECRET)
    first = {
        place: int.from_bytes(hmac.digest(key, f"{place}/0".encode(), hashlib.sha256), "big")
        for place in range(40)
    }
    thrown = [place for place, number in first.items() if number >= sides]
    assert thrown
    assert all(draw(Fortune(SECRET, place), sides) != first[place] % sides for place in thrown)


def test_words_go_into_every_number() -> None:
    plain, spoken = (
        [draw(Fortune(SECRET, place, words), 1000) for place in range(20)] for words in ("", "Sonne")
    )
    assert not set(enumerate(plain)) & set(enumerate(spoken))


def test_a_promise_is_bound_to_its_match_and_its_secret() -> None:
    hashed = promise("m7", SECRET)
    assert hashed == hashlib.sha256(f"fieldkit-fair/1 m7 {SECRET}".encode()).hexdigest()
    other = new_secret(Random(8).randrange)
    assert len({hashed, promise("m8", SECRET), promise("m7", other)}) == 3


def test_every_order_comes_as_often() -> None:
    orders = Counter(shuffled("abc", chance_of(Fortune(SECRET, 2 * n))) for n in range(ROLLS))
    assert len(orders) == 6
    assert max(orders.values()) - min(orders.values()) < ROLLS / 6 * 0.15


def test_what_is_shuffled_at_the_beginning_is_of_the_secret_just_drawn() -> None:
    chance = opening_chance(Random(9).randrange)
    lot, secret = chance(10), new_secret(chance)
    again = Random(9)
    assert (lot, int(secret, 16)) == (again.randrange(10), again.randrange(2**SECRET_BITS))
    assert shuffled(range(12), chance) == shuffled(range(12), chance_of(Fortune(secret, 0)))
