// Rectangles `{x, y, width, height}` and points.

/** Where a point of the canvas is on the screen. */
export function onScreen(point, viewport) {
  return { x: point.x * viewport.zoom + viewport.x, y: point.y * viewport.zoom + viewport.y };
}

export function corners({ x, y, width, height }) {
  const [right, bottom] = [x + width, y + height];
  return [{ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom }];
}

export function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

export function grown(rect, by) {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

export function isIn(rect, seen) {
  return rect.x <= seen.x + seen.width && rect.y <= seen.y + seen.height
    && rect.x + rect.width >= seen.x && rect.y + rect.height >= seen.y;
}

export function union(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** What two rectangles share; null for nothing. */
export function shared(a, b) {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [width, height] = [Math.min(a.x + a.width, b.x + b.width) - x, Math.min(a.y + a.height, b.y + b.height) - y];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
