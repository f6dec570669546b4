"""Tests of the package fieldkit."""
