"""Virtual hoops that speak the real wire formats."""
