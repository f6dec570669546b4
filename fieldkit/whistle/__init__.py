"""The whistle as other processes see it: its protocol, and the referee's end of the connection."""
