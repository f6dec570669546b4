"""A crowd of spectators: 10,000 phones that ask a real nginx, some that ask the hub, 2,000 that follow it.

Everybody is on this machine: nginx, the hub, and a process of phones, each of them a connection of its own
from one of 200 addresses. One of eight fields changes twice a second; what a phone is shown is the first
document, with all fields.
"""

import http.client
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.event_hub import (
    Fields,
    Phones,
    Shares,
    event_hub,
    left_out,
    phones,
    played,
    quantiles,
    told,
    waited,
)
from tests.bench.kit import megabytes
from tests.support.hub_process import HubProcess
from tests.support.nginx import Nginx

POLLERS, ALONE, LISTENERS = 10_000, 1_000, 2_000
PLACES = 2_100
APART_S = 0.5
LIVE_S, QUIET_S, SETTLE_S = 6.0, 3.0, 1.0
HALF = 0.5
"""Of a processor: with more than that, a hub should have somebody in front of it."""


def run() -> Iterator[str]:
    """Yield the figures, in about 50 s."""
    _, board = played(3)
    with (
        tempfile.TemporaryDirectory() as folder,
        event_hub(Path(folder), f"listeners = {PLACES}\n") as hub,
        Fields(hub.port, board) as fields,
    ):
        yield from _through_nginx(hub, fields, Path(folder) / "nginx")
        yield _alone(hub, fields)
        yield from _listeners(hub, fields)


# Who asks


def _through_nginx(hub: HubProcess, fields: Fields, folder: Path) -> Iterator[str]:
    if missing := left_out("nginx", "root"):
        yield f"{POLLERS} phones through nginx: {missing}"
        return
    folder.mkdir()
    with Nginx(folder, hub.port, hub.data / "public") as nginx, phones("poll", nginx.port, POLLERS) as crowd:
        shares = _shares(hub, crowd, nginx=nginx.pid)
        crowd.begin()
        time.sleep(QUIET_S)
        yield _asked(f"{POLLERS} phones through nginx, nothing changes", crowd.figures(), shares)
        fields.play(SETTLE_S, APART_S)
        shares = _shares(hub, crowd, nginx=nginx.pid)
        crowd.begin()
        fields.play(LIVE_S, APART_S)
        yield _asked(f"{POLLERS} phones through nginx, a field changes", crowd.figures(), shares)


def _alone(hub: HubProcess, fields: Fields) -> str:
    idle = Shares(hub=hub.pid)
    fields.play(QUIET_S, APART_S)
    unasked = idle.found()["hub"]
    with phones("poll", hub.port, ALONE) as crowd:
        fields.play(SETTLE_S, APART_S)
        shares = _shares(hub, crowd)
        crowd.begin()
        fields.play(LIVE_S, APART_S)
        used = shares.found()
        line = _asked(f"{ALONE} phones at the hub itself, a field changes", crowd.figures(), shares)
    each = (used["hub"] - unasked) / ALONE
    return f"{line}; half of one with about {round(HALF / each, -2):.0f}"


def _shares(hub: HubProcess, crowd: Phones, **more: int) -> Shares:
    return Shares(hub=hub.pid, **more, phones=crowd.pid)


def _asked(name: str, found: dict[str, Any], shares: Shares) -> str:
    used = shares.found()
    count = sum(found["statuses"].values())
    rate, same = count / found["seconds"], found["statuses"].get("304", 0) / count
    others = {status: n for status, n in found["statuses"].items() if status not in ("200", "304")}
    wrong = f", others {others}" if others else ""
    return (
        f"{name}: {rate:.0f} requests a second, {quantiles(found['took'], '.1f')}, 304 {same:.0%}{wrong}, "
        f"lost {found['lost']}, {found['bytes'] / found['seconds'] / 1e6:.1f} MB a second; "
        f"of a processor {told(used)}"
    )


# Who listens


def _listeners(hub: HubProcess, fields: Fields) -> Iterator[str]:
    began = time.monotonic()
    with phones("listen", hub.port, LISTENERS) as crowd:
        joined = time.monotonic() - began
        fields.play(SETTLE_S, APART_S)
        shares = _shares(hub, crowd)
        crowd.begin()
        fields.changes.clear()
        fields.play(LIVE_S, APART_S)
        used = shares.found()
        time.sleep(SETTLE_S)
        found = crowd.figures()
        took = list(waited(fields.changes, found["seen"]).values())
        assert all(len(each) == LISTENERS for each in took), [len(each) for each in took]
        last = [max(each) for each in took]
        yield (
            f"{LISTENERS} listeners at the hub itself (all there after {joined:.1f} s): a change comes after "
            f"{quantiles(list(chain.from_iterable(took)))}; the last one has it after {median(last):.0f} ms "
            f"(median of {len(last)} changes; longest {max(last):.0f}), lost {found['lost']}; "
            f"of a processor {told(used)}; the hub has {megabytes(hub.pid)[0]:.0f} MB"
        )
        with phones("listen", hub.port, PLACES - LISTENERS):
            yield f"  listener {PLACES + 1}: {_refusal(hub)}"


def _refusal(hub: HubProcess) -> str:
    line = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=30)
    try:
        line.request("GET", "/api/feed")
        answer = line.getresponse()
        answer.read()
        return f"{answer.status}, Retry-After {answer.headers['Retry-After']} s"
    finally:
        line.close()


if __name__ == "__main__":
    for each in run():
        print(each, flush=True)
