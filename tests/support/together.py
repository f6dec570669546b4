"""A part of pytest: which tests are fast, and in which order workers beside each other take them.

The tests of a file stay on one worker, since they may share a running kit; the files that take long come
first. What is marked ``alone`` measures times: ``make test`` runs it by itself, before all the others. What
starts no process, opens no browser and is not marked ``slow`` is marked ``fast``, for ``make test-fast``.
"""

from collections.abc import Iterable

import pytest

NOT_FAST = ("process", "browser", "slow", "alone", "needs")
"""Marks of what is not ``fast``."""
LONG = (("slow",), ("process", "browser"))
"""Marks of files that are begun first, so that none of them is begun last."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is fast; workers begin with the files that take long."""
    for item in items:
        if not _marked(item, NOT_FAST):
            item.add_marker(pytest.mark.fast)
    if hasattr(config, "workerinput"):
        ranks: dict[str, int] = {}
        for item in items:
            rank = next((n for n, names in enumerate(LONG) if _marked(item, names)), len(LONG))
            ranks[_file(item)] = min(rank, ranks.get(_file(item), rank))
        items.sort(key=lambda item: ranks[_file(item)])


def _marked(item: pytest.Item, names: Iterable[str]) -> bool:
    return any(item.get_closest_marker(name) for name in names)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
