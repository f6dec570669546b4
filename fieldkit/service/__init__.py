"""The service around a kit on a machine: supervision, systemd, addresses, console, worker threads."""
