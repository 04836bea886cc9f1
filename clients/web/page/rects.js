// Rectangles `{x, y, width, height}`.

export function corners({ x, y, width, height }) {
  const [right, bottom] = [x + width, y + height];
  return [{ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom }];
}

export function grown(rect, by) {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

/** Whether two rectangles touch. */
export function isIn(rect, seen) {
  return rect.x <= seen.x + seen.width && rect.y <= seen.y + seen.height
    && rect.x + rect.width >= seen.x && rect.y + rect.height >= seen.y;
}
