"""Whether the kit runs on a Raspberry Pi, and so what the settings' ``auto`` pins are."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

MODEL = Path("/proc/device-tree/model")


def model_name() -> str:
    """What this machine calls itself, "" where it says nothing."""
    try:
        return MODEL.read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""


def on_a_pi() -> bool:
    """True if this machine calls itself a Raspberry Pi."""
    return "Raspberry Pi" in model_name()


def kind_of_pins(asked: Literal["auto", "gpio", "mock"]) -> Literal["gpio", "mock"]:
    """The pins that ``[kit] pins`` means: ``auto`` is gpio on a Pi, else mock."""
    if asked == "auto":
        return "gpio" if on_a_pi() else "mock"
    return asked
