"""The web interface against its own description: a generator's calls, right and wrong ones, at a running kit.

What is asked is the same in every run. An answer that the description does not know, or of another form, is a
failure, as is wrong data that is taken.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process.conftest import PIN, Kit

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
ALWAYS = (
    # The same calls every time, and no file left of them.
    *("--generation-deterministic", "--generation-with-security-parameters", "false"),
    *("--no-color", "--warnings", "off", "--continue-on-failure", "--request-timeout", "20"),
    # Rules refuse what the description allows. A right PIN beside a wrong cookie is right.
    *("--exclude-checks", "positive_data_acceptance,ignored_auth"),
)
LOG_IN = "log_in"
CHOICES = {
    "commands": ("--include-path", "/api/commands", "--phases", "fuzzing", "--max-examples", "40"),
    # A feed does not end. Wrong log-ins make all others too many. Commands have thousands of corners.
    "the rest": ("--exclude-path-regex", "^/api/(feed|commands)$", "--exclude-operation-id", LOG_IN),
    "logging in": ("--include-operation-id", LOG_IN, "--phases", "fuzzing", "--max-examples", "20"),
}


@pytest.fixture(scope="module")
def described(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the description of a kit in a match, without the order that ends the process which is asked."""
    kit.create()
    kit.open()
    status, description = kit.ask("GET", "/api/openapi.json")
    assert status == 200
    orders = description["paths"]["/api/kit"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    kept = [order for order in orders["anyOf"] if not order["$ref"].endswith("/Restart")]
    assert len(kept) == len(orders["anyOf"]) - 1
    orders["anyOf"] = kept
    description["paths"]["/api/session"]["post"]["operationId"] = LOG_IN
    file = tmp_path_factory.mktemp("described") / "openapi.json"
    file.write_text(json.dumps(description), encoding="utf-8")
    return file


@pytest.mark.parametrize("which", CHOICES)
def test_every_answer_is_as_described(kit: Kit, described: Path, tmp_path: Path, which: str) -> None:
    corners = ("--phases", "coverage,fuzzing", "--max-examples", "5")
    rights = () if which == "logging in" else ("--header", f"Authorization: Bearer {PIN}")
    more = (*rights, *ALWAYS, *(() if "--phases" in CHOICES[which] else corners), *CHOICES[which])
    done = subprocess.run(
        [SCHEMATHESIS, "run", described, "--url", f"http://127.0.0.1:{kit.port}", *more],
        capture_output=True,
        text=True,
        timeout=180,
        cwd=tmp_path,
        env=os.environ | {"PYTHONHASHSEED": "0", "no_proxy": "*"},
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "No issues found" in done.stdout
    assert [line for line in kit.said if "Traceback" in line or " ERROR " in line] == []
    # Nothing has locked the caller out, so the answers were those of a referee.
    if which != "logging in":
        assert kit.ask("GET", "/api/session") == (200, {"role": "referee", "by": "script"})
