"""The referee: one inbox, one thread, one writer of the record; what it decides, tells and shows."""
