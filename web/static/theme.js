/**
 * The theme that this device has chosen, in place of the kit's. Loaded before anything is painted, as a plain script:
 * a module would come after the first picture.
 */

{
  const THEMES = ["sun", "dusk"];
  const root = document.documentElement;

  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a browser that keeps nothing for pages
    }
  };
  const dress = (theme) => {
    if (THEMES.includes(theme)) root.dataset.theme = theme;
  };
  dress(kept());
  // Another page of this device was switched.
  addEventListener("storage", ({ key, newValue }) => key === "theme" && dress(newValue));
}
