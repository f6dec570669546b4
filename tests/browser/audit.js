/**
 * Measures a page as a referee's thumb and eye meet it; returns what is wrong, in words, by kind.
 * Loaded as one function: (bounds: {text, target, gap, contrast, strong}) => {kind: [sentence]}.
 */
((bounds) => {
  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ")
      .slice(0, 40);
    return `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${words}"`;
  };
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    && !element.closest("[inert]");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  // Colours

  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) known.set(colour, painted(colour));
    return [...known.get(colour)];
  };
  const painted = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const chain = (element) => (element ? [element, ...chain(element.parentElement)] : []);
  const ground = (element) => {
    const layers = [];
    for (const each of chain(element)) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (element) => {
    const below = ground(element);
    const ink = rgba(getComputedStyle(element).color);
    ink[3] *= chain(element).reduce((all, each) => all * getComputedStyle(each).opacity, 1);
    const [more, less] = [light(over(ink, below)), light(below)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  // Text

  const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const texts = all("body *").filter((element) =>
    own(element) && !["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName)
  );
  const strong = (element) => element.closest(".points, .bar-points, [data-clock]") !== null;
  const faint = texts.map((
    element,
  ) => [element, contrast(element), strong(element) ? bounds.strong : bounds.contrast]).filter((
    [, found, wanted],
  ) => found < wanted).map(([element, found, wanted]) =>
    `${name(element)}: ${found.toFixed(2)} of ${wanted}`
  );
  const small = texts.map((element) => [element, parseFloat(getComputedStyle(element).fontSize)]).filter((
    [, size],
  ) => size < bounds.text).map(([element, size]) => `${name(element)}: ${size} px`);

  // Targets

  const clipped = (element) => {
    const box = element.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (const each of chain(element.parentElement)) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (each === document.body || each === document.documentElement) continue;
      const frame = each.getBoundingClientRect();
      [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
      [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom, round: getComputedStyle(element).borderRadius === "50%" };
  };
  const layer = (element) =>
    chain(element.parentElement).find((each) => {
      const { position, zIndex } = getComputedStyle(each);
      return position === "fixed" || position === "sticky" || (position === "absolute" && zIndex !== "auto");
    }) ?? document.body;
  const targets = all("button, input:not([type=hidden]), a[href], select, textarea, summary, [role=button]")
    .filter(
      // Of a drawing's places the one that is nearest to a tap is meant: they may lie close to each other.
      (element) => !element.matches("p a, li a, svg *"),
    );
  const narrow = targets.filter((element) =>
    Math.min(element.offsetWidth, element.offsetHeight) < bounds.target
  ).map((element) => `${name(element)}: ${element.offsetWidth}x${element.offsetHeight}`);
  const apart = (a, b) => {
    const across = Math.max(a.left - b.right, b.left - a.right);
    const down = Math.max(a.top - b.bottom, b.top - a.bottom);
    if (!a.round || !b.round) return Math.max(across, down);
    const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
    return Math.hypot(ax - bx, ay - by) - (a.right - a.left + b.right - b.left) / 2;
  };
  const boxes = targets.map((element) => ({ element, layer: layer(element), box: clipped(element) })).filter((
    { box },
  ) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const crowded = boxes.flatMap((one, i) =>
    boxes.slice(i + 1).filter((other) =>
      other.layer === one.layer && !one.element.contains(other.element)
      && !other.element.contains(one.element)
    ).map((other) => [other, apart(one.box, other.box)]).filter(([, gap]) => gap < bounds.gap - 0.5).map((
      [other, gap],
    ) => `${name(one.element)} and ${name(other.element)}: ${gap.toFixed(1)} px`)
  );

  // The screen's edge

  const wide = document.documentElement.scrollWidth > window.innerWidth
    ? [`${document.documentElement.scrollWidth} px`]
    : [];
  const beyond = boxes.filter(({ box }) => box.left < -1 || box.right > window.innerWidth + 1).map((
    { element },
  ) => name(element));

  // Words and numbers beyond the edge of the card, the panel or the row they belong to

  const cut = texts.filter((element) =>
    !element.closest(".hand") && element.parentElement.closest(".card, .panel-card, .row, .stock, .slip")
  ).filter((element) => {
    const frame = element.parentElement.closest(".card, .panel-card, .row, .stock, .slip")
      .getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1;
  }).map(name);

  const tall = all(".plate").filter((element) => element.scrollHeight > element.clientHeight + 1).map((
    element,
  ) => `${name(element)}: ${element.scrollHeight} of ${element.clientHeight} px high`);

  return { faint, small, narrow, crowded, wide, beyond, cut, tall };
});
