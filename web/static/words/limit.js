/** The words at a field that takes no more letters. */
export const words = { letters: "{n} of {most} letters" };
