"""The build guide's drawings and tables, made by `python -m hardware.wiring`; a kit installs none of it."""
