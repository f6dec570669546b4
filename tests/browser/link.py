"""A way to the kit that a test can cut, freeze, or make lose its answers: Wi-Fi on a wet field."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import Any

_CHUNK = 65536
_COMMAND = b"POST /api/commands"


class Link:
    """A small TCP proxy before the kit at ``port``, from its making to `close`.

    Who is led on to the ``spectators``' port comes through it too.

    Every method may be called from the test's thread. ``commands`` are the bodies of the commands that have
    passed to the kit, repeats included; ``streams`` is how many feeds run through it now.
    """

    def __init__(self, port: int, spectators: int = 0) -> None:
        self.commands: list[dict[str, Any]] = []
        self.streams = 0
        self.port = 0
        self._to = [to for to in (port, spectators) if to]
        self._renamed: list[tuple[bytes, bytes]] = []
        self._up = True
        self._loses = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(5)

    def cut(self) -> None:
        """End every connection and refuse new ones."""
        self._call(self._set_up, False)

    def restore(self) -> None:
        """Let everything pass again, what was frozen first."""
        self._loses = False
        self._call(self._set_up, True)
        self._call(self._flowing.set)

    def freeze(self) -> None:
        """Keep connections open and let nothing pass either way."""
        self._call(self._flowing.clear)

    def lose_answers(self) -> None:
        """Let commands reach the kit, and end their connection in place of the answer."""
        self._loses = True

    def close(self) -> None:
        """End it and its thread."""
        # What is frozen would not end.
        self._call(self._flowing.set)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        assert not self._thread.is_alive()

    @property
    def ids(self) -> list[str]:
        """The ids of the commands that have passed, each once, in their order."""
        return list(dict.fromkeys(command["id"] for command in self.commands))

    def _call(self, act: Any, *with_what: Any) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(act, *with_what)
        self._loop.call_soon_threadsafe(done.set)
        assert done.wait(5)

    def _set_up(self, up: bool) -> None:
        self._up = up
        if not up:
            for writer in self._writers:
                writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        servers = [self._loop.run_until_complete(self._serve(to)) for to in self._to]
        own = [server.sockets[0].getsockname()[1] for server in servers]
        self.port = own[0]
        self._renamed = [(b":%d" % to, b":%d" % at) for to, at in zip(self._to[1:], own[1:], strict=True)]
        self._ready.set()
        self._loop.run_forever()
        for server in servers:
            server.close()
        self._set_up(False)
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        # Also what was accepted just now is closed, a turn of the loop after it was aborted.
        for _ in range(10):
            self._set_up(False)
            self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, to: int) -> asyncio.Server:
        return await asyncio.start_server(lambda *ends: self._connected(to, *ends), "127.0.0.1", 0)

    async def _connected(self, to: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._up:
            writer.transport.abort()
            return
        self._writers.add(writer)
        # The kit ends a connection that asks nothing: what is opened ahead, or while frozen, waits here.
        try:
            chunk = await reader.read(_CHUNK)
            await self._flowing.wait()
        except (OSError, asyncio.CancelledError):
            chunk = b""
        while chunk and self._up:
            chunk = await self._passed(to, chunk, reader, writer)
        self._writers.discard(writer)
        writer.transport.abort()

    async def _passed(
        self, to: int, chunk: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes:
        """Let a connection to the kit live from a chunk on; what was frozen when the kit ended it."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to)
        talk = _Talk()
        self._writers.add(far_writer)
        try:
            ways = [
                asyncio.ensure_future(self._asked(chunk, reader, far_writer, talk)),
                asyncio.ensure_future(self._answered(far_reader, writer, talk)),
            ]
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            with contextlib.suppress(asyncio.CancelledError):
                await self._flowing.wait()
            return talk.frozen
        finally:
            self.streams -= talk.is_stream
            self._writers.discard(far_writer)
            far_writer.transport.abort()

    async def _asked(
        self, chunk: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, talk: _Talk
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk:
                talk.frozen = b""
                if chunk.startswith(b"GET /api/feed"):
                    talk.is_stream = True
                    self.streams += 1
                if command := talk.feed(chunk):
                    self.commands.append(command)
                writer.write(chunk)
                await writer.drain()
                chunk = await reader.read(_CHUNK)
                if not self._flowing.is_set():
                    talk.frozen = chunk
                    await self._flowing.wait()

    async def _answered(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, talk: _Talk
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(_CHUNK):
                await self._flowing.wait()
                if self._loses and talk.is_command:
                    return
                for theirs, own in self._renamed:
                    chunk = chunk.replace(theirs, own)
                writer.write(chunk)
                await writer.drain()


class _Talk:
    """What one connection is about: the request that it carries at the moment."""

    def __init__(self) -> None:
        self.is_stream = False
        self.frozen = b""
        self.is_command = False
        self._read = b""

    def feed(self, chunk: bytes) -> dict[str, Any] | None:
        """Read on in a request; the command that this chunk completes."""
        if chunk.startswith((b"GET ", b"POST ", b"DELETE ")):
            self._read = b""
            self.is_command = chunk.startswith(_COMMAND)
        self._read += chunk
        body = self._read.partition(b"\r\n\r\n")[2]
        if not self.is_command or not body:
            return None
        try:
            command: dict[str, Any] = json.loads(body)
        except json.JSONDecodeError:
            return None
        return command
