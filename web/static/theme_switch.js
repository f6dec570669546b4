/** Switches this device between the themes, and keeps what was chosen. */

/** Whether the page is for the evening. */
export function isDusk() {
  return document.documentElement.dataset.theme === "dusk";
}

/** Turn to the other theme. */
export function switchTheme() {
  const theme = isDusk() ? "sun" : "dusk";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without a place to keep it in, it counts until the page is loaded again.
  }
}
