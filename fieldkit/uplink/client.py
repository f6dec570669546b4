"""paho's client of MQTT with bounds: it takes only what a broker may send to one that hears short words."""

import socket
import ssl

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from fieldkit.phrases import Message
from fieldkit.settings import Mqtt

MAX_PACKET_BYTES = 16 * 1024
"""The longest packet that is read; what is listened to is a line of JSON, but anybody may write there."""
_QOS_2 = 0b100
_REFUSED_LOGIN = (134, 135)
_NO_MQTT_5 = 132


class UnreadableRoot(OSError):
    """The file of the settings with the root certificate cannot be used."""


class BoundedClient(Client):
    """A client that ends the connection where the broker sends more than paho itself should hold."""

    broke_off = False
    """True after it has ended the connection for that."""

    def __init__(self, name: str, settings: Mqtt) -> None:
        super().__init__(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
        self._settings = settings
        if settings.user:
            self.username_pw_set(settings.user, settings.password)

    def open(self, keepalive: int) -> None:
        """Connect. Raises UnreadableRoot, and OSError."""
        settings = self._settings
        if settings.tls:
            try:
                self._trusted = ssl.create_default_context(cafile=settings.root or None)
            except OSError:
                raise UnreadableRoot from None
            self.tls_set_context(self._trusted)
        bounds = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        bounds.MaximumPacketSize = MAX_PACKET_BYTES
        self.connect(settings.host, settings.port, keepalive, clean_start=True, properties=bounds)

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > MAX_PACKET_BYTES:
            self.broke_off = True
            raise ConnectionError("a packet that is too long")
        return super()._sock_recv(bufsize)

    def _ssl_wrap_socket(self, tcp_sock: socket.socket) -> ssl.SSLSocket:
        """As paho does it, but a line whose other end is not the broker is closed."""
        host = self._settings.host
        made = self._trusted.wrap_socket(tcp_sock, server_hostname=host, do_handshake_on_connect=False)
        try:
            made.settimeout(self.connect_timeout)
            made.do_handshake()
        except BaseException:
            made.close()
            raise
        return made

    def _handle_publish(self) -> MQTTErrorCode:
        if self._in_packet["command"] & _QOS_2:
            self.broke_off = True
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        return super()._handle_publish()


def why_refused(reason: ReasonCode) -> Message:
    """Tell in words why a broker takes no connection."""
    if reason.value in _REFUSED_LOGIN:
        return Message("The broker refuses the user or the password of [mqtt] in the settings.")
    if reason.value == _NO_MQTT_5:
        return Message("The broker does not speak MQTT 5.")
    return Message("The broker refuses this kit: {why}.", {"why": str(reason)})
