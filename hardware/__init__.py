"""The field itself: whistle, hoops and screen, and fakes that behave like them."""
