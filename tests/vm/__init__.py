"""A machine without a Pi: the installed kit in a Debian guest, with pins that are none (``make vm``)."""
