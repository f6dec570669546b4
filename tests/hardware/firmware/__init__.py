"""The firmware of the hoop nodes, on every Python that can run it.

`check_*.py` and `noisy_line.py` keep to what MicroPython knows, and run under it as well as under pytest.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
FIRMWARE = ROOT / "hardware" / "firmware"
FOLDERS = [FIRMWARE / "fakes", FIRMWARE, Path(__file__).parent]
"""Where the firmware's modules are found on a simulated board, and the checks."""

sys.path[:0] = [str(folder) for folder in FOLDERS]

import check_bench  # noqa: E402

check_bench.ROOT[0] = f"{ROOT}/"
