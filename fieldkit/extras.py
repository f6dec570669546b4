"""The packages that only a hub or MQTT needs: a kit does without, and imports none of them."""

import sys
from importlib.util import find_spec

from fieldkit.errors import FieldkitError
from fieldkit.phrases import N_, Message

MODULES = {"hub": ("alembic", "psycopg", "scipy", "sqlalchemy"), "mqtt": ("paho",)}
"""The modules of each extra of the package."""
_SENTENCES = {
    "hub": N_("A hub needs more packages; install them with: {command}"),
    "mqtt": N_("MQTT needs one more package; install it with: {command}"),
}


def missing(extra: str) -> Message | None:
    """Return how to install an extra that is not there whole, or None."""
    if all(find_spec(module) for module in MODULES[extra]):
        return None
    return Message(_SENTENCES[extra], {"command": f"{sys.executable} -m pip install 'fieldkit[{extra}]'"})


def require(extra: str) -> None:
    """Raise FieldkitError, with how to install it, unless an extra is there."""
    if says := missing(extra):
        raise FieldkitError(says.template, **says.params)
