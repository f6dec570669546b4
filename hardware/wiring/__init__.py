"""The build guide's drawings, parts list and tables, made from one source: ``python -m hardware.wiring``.

For the bench, not for the kit: nothing here is installed. The drawings' letters need fontTools.
"""
