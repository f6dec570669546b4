/** The theme that this device has chosen, laid before the first picture; a cookie counts on all ports. */

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
