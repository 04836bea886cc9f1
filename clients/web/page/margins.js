// What the bars at the borders of the window leave free.

/** As in style.css. */
const NARROW = matchMedia("(max-width: 720px)");
const SPACE = 16;

export function isNarrow() {
  return NARROW.matches;
}

/** How far from each border a fitted view keeps what it shows, as the server reads it. */
export function margins() {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [file, palette, zoom, panel] = [box("file"), box("palette"), box("zoom"), box("panel")];
  const hasPalette = palette.width > 0;
  const floating = document.querySelector(".floating:not([hidden])")?.getBoundingClientRect().width ?? 0;
  const isPanelBelow = panel.width > innerWidth / 2;
  const below = isPanelBelow ? panel : hasPalette ? palette : zoom;
  const sides = isNarrow()
    ? { top: file.bottom, right: 0, bottom: innerHeight - below.top, left: 0 }
    : { top: 8, right: Math.max(32, panel.width, floating), bottom: 40, left: hasPalette ? palette.right : 0 };
  return Object.fromEntries(Object.entries(sides).map(([side, length]) => [side, `${Math.round(length) + SPACE}px`]));
}
