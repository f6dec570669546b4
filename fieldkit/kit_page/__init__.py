"""The tablet's page of the kit: live inputs, outputs driven by hand, spare nodes, lesson and check."""
