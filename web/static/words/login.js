/** The words of the log-in page. */
export const words = { wrong: "Wrong. Try again.",
  wait: { one: "Too many wrong tries from here. Wait {n} second.",
    other: "Too many wrong tries from here. Wait {n} seconds." },
  wait_all: { one: "Many devices try wrong PINs. Wait {n} second, or log in on a tablet that was in before.",
    other: "Many devices try wrong PINs. Wait {n} seconds, or log in on a tablet that was in before." },
  away: "The kit does not answer. Is this device still in the kit's Wi-Fi?",
  card_waits:
    "The kit does not answer. Is this phone in the kit's Wi-Fi? Your card is tried again by itself.",
  refused: "The kit refused: {message}", rub_out: "Delete the last",
  use_code: "I have a code from another tablet", use_pin: "I have the PIN", pin: "The referee's PIN",
  code: "The code from the tablet", letters: "The code from the tablet",
  use_letters: "I have a code from the tablet" };
