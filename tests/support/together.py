"""A part of pytest: which tests are fast, and in which order workers beside each other take them.

The tests of a file stay on one worker, since they may share a running kit. The files that take long come
first, the largest before the others, those that wait among those that reckon. What is marked ``alone``
measures times: ``make test`` runs it by itself, before all the others. What starts no process, opens
no browser and is not marked ``slow`` is marked ``fast``, for ``make test-fast``.
"""

from collections.abc import Iterable

import pytest

NOT_FAST = ("process", "browser", "slow", "alone", "needs")
"""Marks of what is not ``fast``."""
LONG = ("process", "browser", "slow")
"""Marks of files that are begun first, so that none of them is begun last."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is fast; workers begin with the files that take long."""
    for item in items:
        if not _marked(item, NOT_FAST):
            item.add_marker(pytest.mark.fast)
    if hasattr(config, "workerinput"):
        places = _places(items)
        items.sort(key=lambda item: places[_file(item)])


def _places(items: Iterable[pytest.Item]) -> dict[str, float]:
    """Return the place of each file among 0 to 1: the kinds that take long are mixed, all others follow."""
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for item in items:
        file = _file(item)
        found = next((mark for mark in LONG if item.get_closest_marker(mark)), "")
        kinds[file] = found or kinds.get(file, "")
        sizes[file] = item.path.stat().st_size
    places = dict.fromkeys(kinds, 1.0)
    for kind in LONG:
        files = sorted((file for file in kinds if kinds[file] == kind), key=lambda file: -sizes[file])
        places |= {file: number / len(files) for number, file in enumerate(files)}
    return places


def _marked(item: pytest.Item, names: Iterable[str]) -> bool:
    return any(item.get_closest_marker(name) for name in names)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
