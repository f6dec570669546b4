"""What CI had to ask a second time: named, counted, and kept in ``tests/retried.toml``.

    python -m tests.support.retried suite   # the whole suite; what failed is asked once more, by itself
    python -m tests.support.retried note X  # X needs a second try; fails if it is X's third time
    python -m tests.support.retried show    # what is known so far

The file is part of the repository and lasts as long as its content is committed: a test that stands there
twice gets no second try any more. Who mends a test takes its line out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "retried.toml"
CACHE = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
MAX_RETRIES = 2
"""How often a second try is granted."""
TOO_MANY = 20
"""With this many failures something is broken, and no second try would tell anything."""
HEAD = """\
# Tests that CI had to ask a second time, and how often; the third time they fail. Commit what CI prints.
# Who mends the cause takes the line out.
"""
Run = Callable[[Sequence[str]], int]


def read(file: Path) -> dict[str, int]:
    """How often each test needed a second try."""
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def write(file: Path, times: Mapping[str, int]) -> None:
    """Keep it, sorted by name."""
    lines = [f"{json.dumps(name, ensure_ascii=False)} = {count}\n" for name, count in sorted(times.items())]
    file.write_text(HEAD + "".join(lines), encoding="utf-8")


def note(file: Path, names: Collection[str]) -> list[str]:
    """Count one more second try for each; gives back those that may not have it."""
    times = read(file)
    refused = [name for name in names if times.get(name, 0) >= MAX_RETRIES]
    write(file, times | {name: times.get(name, 0) + 1 for name in names})
    return refused


def failed(cache: Path) -> list[str]:
    """What the last run left red."""
    return sorted(json.loads(cache.read_text(encoding="utf-8"))) if cache.exists() else []


def asked_twice(run: Run, file: Path, cache: Path) -> int:
    """Run the suite; where few tests fail that are allowed a second try, ask these alone."""
    cache.unlink(missing_ok=True)
    code = run(["make", "test"])
    red = failed(cache)
    if code == 0 or not red or len(red) > TOO_MANY:
        return code
    refused = note(file, red)
    if refused:
        print("a third time, and so red:", *refused, sep="\n    ", flush=True)
        return code
    return run(["make", "test-failed"])


def shown(times: Mapping[str, int]) -> str:
    """What is known, for people."""
    if not times:
        return "Nothing had to be asked a second time."
    lines = [f"    {count} times: {name}" for name, count in sorted(times.items())]
    return "\n".join(["Asked a second time so far (tests/retried.toml, to be committed):", *lines])


def main(arguments: Sequence[str]) -> int:
    """Do one of the three."""
    match arguments:
        case ["suite"]:
            return asked_twice(lambda command: subprocess.run(command, cwd=ROOT).returncode, FILE, CACHE)
        case ["note", name]:
            refused = note(FILE, [name])
            print(*(f"{each} needs a second try a third time" for each in refused), sep="\n")
            return bool(refused)
        case ["show"]:
            print(shown(read(FILE)))
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
