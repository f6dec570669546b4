"""The whistle's own process, its pins and its blasts."""
