"""The machine's model, and with it the meaning of the settings' ``auto`` pins."""

from pathlib import Path
from typing import Literal

MODEL = Path("/proc/device-tree/model")
SCREEN_PACKAGES = "python3-pygame libegl1 libgles2 libgl1-mesa-dri"
"""Debian's packages for a bare screen: SDL opens no window there without Mesa's EGL and GLES."""


def model_name() -> str:
    """Return the model that this machine names, "" if none."""
    try:
        return MODEL.read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""


def on_a_pi() -> bool:
    """Return True on a Raspberry Pi."""
    return "Raspberry Pi" in model_name()


def kind_of_pins(asked: Literal["auto", "gpio", "mock"]) -> Literal["gpio", "mock"]:
    """Resolve ``[kit] pins``: ``auto`` is gpio on a Pi, else mock."""
    if asked == "auto":
        return "gpio" if on_a_pi() else "mock"
    return asked
