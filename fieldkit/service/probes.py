"""Probes of phones, tablets and computers for the internet, and the answers for which they stay in a Wi-Fi.

A device that hears anything else leaves the kit's Wi-Fi, or does not come back to it by itself. The hosts
here serve nothing else: where a cable brings the internet, www.google.com must stay what it is. A probe by
https cannot be answered, so an Android may still say that the internet is limited, and ask once.
"""

from typing import NamedTuple

HOME = "kit"
"""The kit's name in its own Wi-Fi: ``http://kit/``."""


class Probe(NamedTuple):
    """A request of a system by http, the answer that it takes for the internet, and the source of this."""

    system: str
    host: str
    path: str
    status: int
    mimetype: str
    body: str
    source: str


_AOSP = "Android: packages/modules/NetworkStack, res/values/config.xml"
_SHILL = "ChromeOS: platform2, shill/portal_detector.h"
_GRAPHENE = "GrapheneOS: ConnectivityCheckConstants"
_APPLE = "Apple: captive.apple.com shows it to any browser; Use captive Wi-Fi networks, support.apple.com"
_NCSI = "Microsoft: Network Connectivity Status Indicator, learn.microsoft.com"
_MOZILLA = "Firefox: captivedetect.* and network.connectivity-service.* in modules/libpref/init"
_HTML, _TEXT = "text/html", "text/plain"
_CONNECT = "Microsoft Connect Test"
_SUCCESS = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_CANONICAL = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'

PROBES = (
    Probe("Android", "connectivitycheck.gstatic.com", "/generate_204", 204, _TEXT, "", _AOSP),
    Probe("ChromeOS", "connectivitycheck.gstatic.com", "/generate_204", 204, _TEXT, "", _SHILL),
    Probe("GrapheneOS", "connectivitycheck.grapheneos.network", "/generate_204", 204, _TEXT, "", _GRAPHENE),
    Probe("GrapheneOS", "grapheneos.online", "/gen_204", 204, _TEXT, "", _GRAPHENE),
    Probe("iOS, iPadOS, macOS", "captive.apple.com", "/hotspot-detect.html", 200, _HTML, _SUCCESS, _APPLE),
    Probe("Windows 10", "www.msftconnecttest.com", "/connecttest.txt", 200, _TEXT, _CONNECT, _NCSI),
    Probe("Windows 8", "www.msftncsi.com", "/ncsi.txt", 200, _TEXT, "Microsoft NCSI", _NCSI),
    Probe("Firefox", "detectportal.firefox.com", "/canonical.html", 200, _HTML, _CANONICAL, _MOZILLA),
    Probe("Firefox", "detectportal.firefox.com", "/success.txt", 200, _TEXT, "success\n", _MOZILLA),
)
HOSTS = tuple(dict.fromkeys(probe.host for probe in PROBES))
"""The hosts that are asked."""
NAMED_ONLY = {"dns.msftncsi.com": "131.107.255.255"}
"""Names whose address alone Windows looks at (the page of Microsoft's that the table names)."""


def name_server_lines(address: str) -> str:
    """Return the lines for the name server of the Wi-Fi: each host is at ``address``.

    Phones ask for the records of IPv6 and https too; without ``local`` the question would be passed on.
    """
    places = dict.fromkeys((HOME, *HOSTS), address) | NAMED_ONLY
    return "".join(f"address=/{host}/{place}\nlocal=/{host}/\n" for host, place in places.items())
