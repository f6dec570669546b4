/**
 * The theme that this device has chosen, in place of the kit's. Loaded before anything is painted, as a plain
 * script: a module would come after the first picture. A cookie keeps it, since that counts on all ports of
 * the kit.
 */

{
  const root = document.documentElement;
  const kept = () => {
    try {
      return /(?:^|; )theme=(sun|dusk)(?:;|$)/.exec(document.cookie)?.[1];
    } catch {
      return null; // a browser that keeps nothing for pages
    }
  };
  const dress = () => {
    const theme = kept();
    if (theme) root.dataset.theme = theme;
  };
  dress();
  // Another page of this device may have been switched meanwhile.
  addEventListener("visibilitychange", dress);
}
