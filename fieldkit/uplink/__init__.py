"""The ways of a field's news to the outside: its hub, and a broker of MQTT. Never in the referee's way."""
