/** The words beside an event's name. */
export const words = {
  practice: "PRACTICE",
};
