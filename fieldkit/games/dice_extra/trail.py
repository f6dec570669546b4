"""The longest road and the largest army (DX-8): the longest trail exactly, and who holds what.

The roads of a trail hang together and have at most two corners where an odd number of them meets. The longest
is found road by road, from one end of the island to the other: of all choices so far that look the same from
what is still to come, only the largest is kept. That takes a bounded time also on an island full of roads.
"""

from collections.abc import Collection, Mapping, Sequence

MAX_ENDS = 2

Node = tuple[int, int]
"""A corner; one with a foreign building is a node of its own for each road, so that none passes it."""
Front = tuple[int, ...]
"""Each node with roads to come: twice its piece's number (0: none), and 1 more where an odd number meets."""
Look = tuple[int, Front]
"""The part of a choice that counts for the rest: its ends behind the front, and the front."""
Chosen = tuple[int, int]
"""The number of chosen roads, and the roads as bits."""


def longest_trail(roads: Mapping[int, tuple[int, int]], foreign: Collection[int]) -> frozenset[int]:
    """Return the roads of a longest trail; ``roads`` have their corners, ``foreign`` are others' (DX-8)."""
    numbers = sorted(roads)
    ends = [[(corner, n if corner in foreign else -1) for corner in roads[n]] for n in numbers]
    last = {node: n for n, pair in enumerate(ends) for node in pair}
    choices: dict[Look, Chosen] = {(0, ()): (0, 0)}
    front: list[Node] = []
    best: Chosen = (0, 0)
    for n, pair in enumerate(ends):
        entering = [node for node in pair if node not in front]
        front += entering
        a, b = front.index(pair[0]), front.index(pair[1])
        leaving = [front.index(node) for node in pair if last[node] == n]
        after: dict[Look, Chosen] = {}
        for (behind, look), chosen in choices.items():
            whole = look + (0,) * len(entering)
            taken = chosen[0] + 1, chosen[1] | 1 << n
            for seen, more in ((whole, chosen), (_joined(whole, a, b), taken)):
                # Even with all that is to come it must become longer than what there is.
                if more[0] + len(ends) - n - 1 <= best[0]:
                    continue
                now, is_closed = _moved_on(behind, seen, leaving)
                if is_closed:
                    best = max(best, more) if now[0] <= MAX_ENDS else best
                elif now[0] <= MAX_ENDS and more > after.get(now, (-1, 0)):
                    after[now] = more
        choices = after
        front = [node for node in front if last[node] != n]
    return frozenset(road for n, road in enumerate(numbers) if best[1] >> n & 1)


def _joined(front: Front, a: int, b: int) -> Front:
    """Return the front when the road between these two places of it is chosen."""
    seen = list(front)
    pieces = seen[a] >> 1, seen[b] >> 1
    piece = max(pieces) or max(each >> 1 for each in seen) + 1
    if all(pieces) and pieces[0] != pieces[1]:
        other = min(pieces)
        seen = [(piece << 1 | each & 1) if each >> 1 == other else each for each in seen]
    for place in (a, b):
        seen[place] = piece << 1 | (seen[place] & 1 ^ 1)
    return tuple(seen)


def _moved_on(behind: int, front: Front, leaving: Sequence[int]) -> tuple[Look, bool]:
    """Return the look once these places have no more roads to come; True when the one piece is complete."""
    gone = [front[place] for place in leaving]
    rest = [each for place, each in enumerate(front) if place not in leaving]
    pieces = {each >> 1 for each in rest if each > 1}
    left = {each >> 1 for each in gone if each > 1} - pieces
    ends = behind + sum(each & 1 for each in gone)
    if left and (pieces or len(left) > 1):
        ends = MAX_ENDS + 1
    order = {0: 0}
    named = tuple(order.setdefault(each >> 1, len(order)) << 1 | each & 1 for each in rest)
    return (ends, named), bool(left)


def largest(holder: str | None, counts: Mapping[str, int], low: int) -> str | None:
    """Return the holder after a change, ``low`` at least: on a tie as before, else who is ahead (DX-8)."""
    high = max(counts.values(), default=0)
    ahead = [side for side, count in counts.items() if count == high >= low]
    if holder in ahead:
        return holder
    return ahead[0] if len(ahead) == 1 else None
