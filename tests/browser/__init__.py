"""The pages in a real Chromium, on a real kit."""
