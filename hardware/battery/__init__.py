"""The kit's battery, measured: an INA219 on the Pi's I²C lines, and the thread that asks it."""
