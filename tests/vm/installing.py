"""The proof that the installation is what it says: it can be done again, and be undone.

It returns its figures in one line, or raises Failed.
"""

from tests.vm import whistle_line
from tests.vm.ground import must
from tests.vm.image import PROGRAM
from tests.vm.trial import Trial

_STEPS_S = 120.0
_FILES = (
    "find /etc -path /etc/fieldkit -prune -o -name 'fieldkit*' ! -name 'fieldkit-whistle.service.*' -print"
)
"""All of the kit's but its settings, which stay, and what this machine adds to a unit to be like a Pi."""


def can_be_taken_back(trial: Trial) -> str:
    """Installing again changes nothing; undoing leaves no unit, no process and no sound."""
    shell = trial.machine.shell
    shell(f"{PROGRAM} install", _STEPS_S)
    again = shell(f"{PROGRAM} install", _STEPS_S).splitlines()
    steps = [line for line in again if line[:1].isdigit()]
    so = [line for line in again if line.strip() == "already done"]
    must(steps and len(so) == len(steps), "installing again did something:\n" + "\n".join(again))
    back = shell(f"{PROGRAM} install --undo", _STEPS_S).splitlines()
    units = shell("systemctl list-units --all --state=loaded --no-legend --no-pager 'fieldkit*'").strip()
    files = shell(_FILES).split()
    must(not units and not files, f"left are {units} {files}")
    left = shell(f"pgrep -f {PROGRAM} || true").split()
    must(not left, f"processes are left: {left}")
    must(not whistle_line.is_on(trial.machine), "the whistle sounds")
    undone = sum(line[:1].isdigit() for line in back)
    return f"{len(steps)} steps already done the second time; {undone} undone, no unit and no process left"
