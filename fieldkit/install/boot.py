"""The boot settings of Raspberry Pi OS as text: a block in ``config.txt``, words of ``cmdline.txt``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fieldkit.settings import Settings
from fieldkit.settings.limits import uses_header_line

BEGIN, END = "# fieldkit begin", "# fieldkit end"
# An edit elsewhere may have left other line endings, or a block that has lost its end.
_BLOCK = re.compile(rf"(?:\r?\n)?^{BEGIN}\r?$(?:(?!^{BEGIN}).)*?^{END}\r?$\n?", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"console=(serial0|ttyAMA\d+|ttyS0)\b.*")
_REGION = re.compile(r"cfg80211\.ieee80211_regdom=.*")


def config_block(settings: Settings) -> str:
    """Return the kit's block of ``config.txt``: pins safe from the start, and what the settings need."""
    quiet = sorted({settings.whistle.gpio, settings.lamps.round, settings.lamps.alarm})
    lines = [
        BEGIN,
        "# Written by fieldkit install; fieldkit install --undo takes it out.",
        "[all]",
        "# A line whose owner has died goes back to an input.",
        "dtparam=strict_gpiod",
        "# Whistle and lamps stay off while the machine starts.",
        *(f"gpio={pin}=op,dl" for pin in quiet),
        "# USB gets its full current, also from a supply that cannot say how much it gives.",
        "[pi5]",
        "usb_max_current_enable=1",
        "[all]",
    ]
    if settings.power.ina219:
        lines += ["# What measures the battery is on these lines.", "dtparam=i2c_arm=on"]
    if settings.buttons.off is not None:
        off = f"dtoverlay=gpio-shutdown,gpio_pin={settings.buttons.off}"
        lines += ["# A button from this pin to ground switches the machine off.", off]
    if uses_header_line(settings):
        lines += [
            "# A hoop link has the serial line of the header for itself.",
            "enable_uart=1",
            *(line for model in ("pi3", "pi4", "pi02") for line in (f"[{model}]", "dtoverlay=disable-bt")),
            "[pi5]",
            "dtparam=uart0_console",
            "[all]",
        ]
    return "\n".join([*lines, END, ""])


def with_block(text: str, block: str) -> str:
    """``config.txt`` with the kit's block at its end, in place of an older one."""
    rest = without_block(text)
    return f"{rest}{'' if rest.endswith(chr(10)) or not rest else chr(10)}\n{block}"


def without_block(text: str) -> str:
    """``config.txt`` as it was without the kit's block."""
    return _BLOCK.sub("", text)


def line_words(settings: Settings, country: str | None) -> list[str]:
    """Return the words ``cmdline.txt`` must have: a screen that never goes dark, and the Wi-Fi's country."""
    return ["consoleblank=0", *([f"cfg80211.ieee80211_regdom={country}"] if country else [])]


def unwanted(words: Sequence[str], settings: Settings, country: str | None) -> list[str]:
    """Return the words of ``cmdline.txt`` that stand against it: another blanking or country, a console."""
    kept = line_words(settings, country)
    return [
        word
        for word in words
        if word not in kept
        and (
            word.startswith("consoleblank=")
            or (country and _REGION.fullmatch(word))
            or (uses_header_line(settings) and _CONSOLE.fullmatch(word))
        )
    ]
