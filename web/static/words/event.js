/** The words beside an event's name. */
export const words = { match: "Match {id}", practice: "PRACTICE" };
