"""The far side of the air: tablets that are tapped and keep books, listeners, and a hoop behind a bridge."""

import contextlib
import os
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page

from tests.browser.conftest import COUNT_HELD
from tests.browser.test_pages import hoop, tile

BOOKS = """() => {
  const books = { sent: {}, answered: {}, told: [], clock: [], rev: 0, round: 0, phase: "" };
  window.books = books;
  const ask = window.fetch;
  const follow = async (body) => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of body) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\\n\\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const data = /^event: (?:match|board)$/m.test(block) && /^data: (.*)$/m.exec(block)?.[1];
        if (!data) continue;
        const { rev, round, phase } = JSON.parse(data);
        // A turn later: the page itself takes the view first.
        setTimeout(() => Object.assign(books, { rev, round, phase }));
      }
    }
  };
  window.fetch = async (url, how) => {
    if (String(url).includes("/api/feed")) {
      const answer = await ask(url, how);
      if (answer.ok) follow(answer.clone().body).catch(() => null);
      return answer;
    }
    const command = String(url).endsWith("/api/commands") ? JSON.parse(how.body) : { dry_run: true };
    if (command.dry_run) return ask(url, how);
    books.sent[command.id] ??= { ...command, times: 0, at: Date.now() };
    books.sent[command.id].times += 1;
    const answer = await ask(url, how);
    const body = await answer.clone().json();
    (books.answered[command.id] ??= []).push({ status: answer.status, said: body.error?.message ?? "" });
    return answer;
  };
  addEventListener("DOMContentLoaded", () => {
    const toast = document.getElementById("toast");
    const told = () => toast.innerText && books.told.push({ at: Date.now(), text: toast.innerText });
    const all = { childList: true, subtree: true, characterData: true };
    if (toast) new MutationObserver(told).observe(toast, all);
  });
  // In the turn that has drawn the clock: later a busy machine shows an old one.
  let drawn = "";
  const look = () => {
    const text = document.querySelector("[data-clock]")?.textContent ?? "";
    const isRunning = text !== drawn && books.phase === "round" && /^\\d+\\.\\d$/.test(text);
    drawn = text;
    if (isRunning) books.clock.push([books.round, Date.now() + 1000 * Number(text)]);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""What a page sent, was answered and told, its newest view, and when a round ends by its clock."""
SHOWN = """() => {
  const parts = [...document.querySelectorAll("#bar, #screen")].map((part) => part.cloneNode(true));
  const moving = (part) => part.querySelectorAll("[data-clock], [data-since]");
  for (const clock of parts.flatMap((part) => [...moving(part)])) clock.remove();
  return parts.map((part) => part.textContent).join("\\n");
}"""
"""What a page shows of the match, without what moves by itself."""
TRIES = 12
"""How often a tap is tried while the screen has just changed."""
TAP_MS = 20_000
"""How long a tap may wait for what it is aimed at."""


class Screen:
    """A page at the far side that only shows."""

    def __init__(self, name: str, page: Page, address: str) -> None:
        self.name = name
        self.page = page
        page.set_default_timeout(TAP_MS)
        page.add_init_script(f"({COUNT_HELD})()")
        page.add_init_script(f"({BOOKS})()")
        page.goto(address, timeout=60_000)

    @property
    def rev(self) -> int:
        """Of the newest view that it has."""
        return int(self.page.evaluate("books.rev"))

    @property
    def is_whole(self) -> bool:
        """Whether it knows of nothing that is missing: no lost link, no tap that waits."""
        return (
            not self.page.locator("#away").inner_text() and not self.page.locator(".plate.is-waiting").count()
        )

    def clocks(self, number: int) -> list[float]:
        """When a round ends (ms of the time of day) by the clock that it showed, since the last call."""
        return [end for round_, end in self.page.evaluate("books.clock.splice(0)") if round_ == number]

    @property
    def shown(self) -> str:
        """What it shows of the match."""
        return str(self.page.evaluate(SHOWN))


class Tablet(Screen):
    """A tablet that is tapped as a referee taps it; ``taps`` counts those that ask the kit for something."""

    def __init__(self, name: str, page: Page, address: str) -> None:
        super().__init__(name, page, address)
        self.taps: Counter[str] = Counter()

    def start(self) -> bool:
        """Tap START; False when the tablet says why it cannot."""
        return self._tap(self.page.locator("#start"), "start_round")

    def stop(self) -> bool:
        """Touch STOP."""
        return self._tap(self.page.locator("#stop"), "stop_round")

    def count_as_played(self) -> bool:
        """Tap the third choice after a stop."""
        return self._tap(self.page.locator(".stop-choices .button").nth(2), "end_round")

    def deposit(self, number: int, kind: str) -> bool:
        """Count a ball by hand, in two taps."""
        self._tap(hoop(self.page, number))
        return self._tap(self.page.locator(f".picker .kind-{kind}"), "deposit")

    def buy_knight(self, team: str) -> bool:
        """Tap the tile, of which there is one way to pay."""
        return self._tap(tile(self.page, team, "Knight"), "buy")

    def _tap(self, target: Locator, kind: str = "") -> bool:
        with contextlib.suppress(Error):
            for _ in range(TRIES):
                before = self.page.evaluate("heldTaps")
                target.click()
                if self.page.evaluate("heldTaps") <= before:
                    self.taps[kind] += 1
                    return True
                self.page.wait_for_timeout(200)
        return False

    @property
    def told(self) -> int:
        """How many sentences it has told, except that a tap came too soon after a change."""
        return sum("just changed" not in one["text"] for one in self.books["told"])

    @property
    def books(self) -> dict[str, Any]:
        """What it sent, was answered and told."""
        return dict(self.page.evaluate("books"))


class Bridge:
    """A hoop's serial line as a TCP port, for one kit at a time, from its making to `close`."""

    def __init__(self, line: Path) -> None:
        self._line = os.open(line, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._listener = socket.create_server(("", 0))
        self.port = int(self._listener.getsockname()[1])
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hang up."""
        self._over.set()
        self._thread.join(5)
        self._listener.close()
        os.close(self._line)

    def _run(self) -> None:
        kit: socket.socket | None = None
        while not self._over.is_set():
            ends: list[Any] = [self._listener, self._line, *([kit] if kit else [])]
            ready, _, _ = select.select(ends, [], [], 0.1)
            if self._listener in ready:
                # A kit that comes again has given up the connection before.
                if kit is not None:
                    kit.close()
                kit = self._listener.accept()[0]
                kit.setblocking(False)
                continue
            try:
                if self._line in ready:
                    self._carry(os.read(self._line, 4096), kit)
                if kit is not None and kit in ready:
                    kit = self._heard(kit)
            except OSError:
                kit = None
        if kit is not None:
            kit.close()

    def _carry(self, line: bytes, kit: socket.socket | None) -> None:
        """Like a wire: what nobody takes is gone, and the node says it again."""
        if kit is not None:
            with contextlib.suppress(BlockingIOError):
                kit.send(line)

    def _heard(self, kit: socket.socket) -> socket.socket | None:
        chunk = kit.recv(4096)
        if not chunk:
            kit.close()
            return None
        with contextlib.suppress(BlockingIOError):
            os.write(self._line, chunk)
        return kit


def until(page: Page, look: Callable[[], object], seconds: float) -> float | None:
    """How long (s) it took until something was so, while the page lives on; None: not within this time."""
    began = time.monotonic()
    while not look():
        if time.monotonic() - began > seconds:
            return None
        page.wait_for_timeout(25)
    return time.monotonic() - began
