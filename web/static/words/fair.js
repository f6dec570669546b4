/** The words of dice that everybody may check. */
export const words = { fair_line: "Fair dice: {hash}", fair_over: "Fair dice: {hash} · secret {secret}",
  fair_title: "Fair dice",
  fair_promise: "Every roll of this match was fixed before the first one: this number proves it later.",
  fair_ask: "Call any words: they go into every roll.", fair_words: "Words for the dice", fair_mix: "Mix in",
  fair_none: "No words were called.", fair_secret: "The secret of the dice",
  fair_numbers: { one: "{n} number was drawn.", other: "{n} numbers were drawn." },
  fair_check: "Check every roll" };
