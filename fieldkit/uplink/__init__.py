"""What of a field tells the world outside: its hub, and a broker of MQTT. Never in the referee's way."""
