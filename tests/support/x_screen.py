"""A real X screen without a monitor: Xvfb, whose picture lies in a file."""

import struct
import subprocess
from pathlib import Path

import pygame


class XScreen:
    """Xvfb with one screen of ``size`` px, from construction to `close`; ``display`` is for DISPLAY."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        screen = f"{size[0]}x{size[1]}x24"
        self._file = folder / "Xvfb_screen0"
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", screen, "-fbdir", str(folder), "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.display = f":{self._process.stdout.readline().strip()}"

    def close(self) -> None:
        """End it."""
        with self._process:
            self._process.terminate()

    def picture(self) -> pygame.Surface:
        """Return what the screen shows now, read from the file (X window dump, 32 bits a pixel)."""
        dump = self._file.read_bytes()
        header = struct.unpack(">25I", dump[:100])
        width, height, line = header[4], header[5], header[12]
        start = header[0] + 12 * header[19]
        pixels = b"".join(dump[start + y * line : start + y * line + width * 4] for y in range(height))
        surface = pygame.image.frombuffer(pixels, (width, height), "BGRA")
        shown = pygame.Surface((width, height), 0, 32)
        shown.blit(surface, (0, 0))
        return shown
