"""Keeps the catalogues up with the kit: finds the sentences of its code, its templates and its pages."""
