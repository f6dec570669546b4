"""The field and its event: what the process that sends to the hub tells, and what the referee may ask."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from flask import Blueprint, Response

from fieldkit.phrases import N_
from fieldkit.referee.uplink import BrokerStatus, HubStatus, UplinkMonitor
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path
from fieldkit.uplink.ahead import SetUpHere, ahead
from fieldkit.uplink.state import EventFiles
from web.api import answer, caller
from web.session import Session
from web.wire import Refused, Scope, Send, parse_object, respond


class UplinkStatus(msgspec.Struct, frozen=True):
    """The field's standing with its hub and its broker."""

    hub: HubStatus
    mqtt: BrokerStatus = BrokerStatus()


class Uplink:
    """``POST /api/uplink``: each second the process that sends says how the field stands with its hub."""

    def __init__(self, monitor: UplinkMonitor, is_own: Callable[[Scope], bool]) -> None:
        self._monitor = monitor
        self._is_own = is_own

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        """Take it in, and say what the referee wants; raises Refused (400, 403)."""
        if not self._is_own(scope):
            raise Refused(403, "not_yours", N_("Only the kit's own processes may do that."))
        try:
            told = msgspec.convert(parse_object(body), UplinkStatus)
        except msgspec.ValidationError:
            text = N_('Send {"hub": {"state": "ok", "have": 12, "of": 12}, "mqtt": {"state": "off"}}.')
            raise Refused(400, "bad_request", text) from None
        self._monitor.note(told.hub, told.mqtt)
        await respond(send, 200, {"resend": self._monitor.resend, "alarms": self._monitor.alarms})


def blueprint(settings: Settings, data: Path, session: Session, monitor: UplinkMonitor) -> Blueprint:
    """Make the calls about the event, for the referee alone."""
    calls = Blueprint("uplink", __name__, url_prefix="/api")
    files = EventFiles(data, settings.hub.event, settings.hub.field)
    here = SetUpHere(journal_path(settings, data))

    @calls.get("/event")
    def event() -> Response:
        session.referee(caller())
        held = files.held() if settings.hub.url else None
        return answer(msgspec.to_builtins(ahead(held, here.ids() if held else ())))

    @calls.post("/hub/resend")
    def resend() -> Response:
        session.acting(caller())
        if not settings.hub.url:
            raise Refused(409, "no_hub", N_("The settings name no hub that this field belongs to."))
        monitor.ask_again()
        return answer({"ok": True})

    return calls
