// The outlines of nodes inside their frames.

/** Adds an outline to the path of a context: of a rectangle, the default, the corners have a radius. */
export function trace(context, { x, y, width, height }, shape, radius) {
  const [middle, center, right, bottom] = [x + width / 2, y + height / 2, x + width, y + height];
  const through = (...points) => {
    points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.closePath();
  };
  const half = Math.max(0, Math.min(width, height) / 2);
  switch (shape) {
    case "ellipse":
      context.moveTo(right, center);
      context.ellipse(middle, center, Math.max(0, width / 2), Math.max(0, height / 2), 0, 0, 2 * Math.PI);
      break;
    case "diamond": through([middle, y], [right, center], [middle, bottom], [x, center]); break;
    case "hexagon": {
      const [from, to] = [x + width / 4, right - width / 4];
      through([from, y], [to, y], [right, center], [to, bottom], [from, bottom], [x, center]);
      break;
    }
    case "parallelogram": {
      const slant = width * 0.15;
      through([x + slant, y], [right, y], [right - slant, bottom], [x, bottom]);
      break;
    }
    case "subroutine": {
      const inset = width * 0.075;
      through([x, y], [right, y], [right, bottom], [x, bottom]);
      for (const line of [x + inset, right - inset]) {
        context.moveTo(line, y);
        context.lineTo(line, bottom);
      }
      break;
    }
    case "cylinder": {
      const [across, down] = [Math.max(0, width / 2), Math.max(0, height / 16)];
      context.moveTo(x, y + down);
      context.ellipse(middle, y + down, across, down, 0, Math.PI, 2 * Math.PI);
      context.ellipse(middle, bottom - down, across, down, 0, 0, Math.PI);
      context.closePath();
      context.moveTo(right, y + down);
      context.ellipse(middle, y + down, across, down, 0, 0, Math.PI);
      break;
    }
    default: context.roundRect(x, y, width, height, shape === "capsule" ? half : Math.max(0, Math.min(radius, half)));
  }
}

/** How much of the half sides of its frame an outline leaves free for texts. */
const FREE = { __proto__: null, ellipse: [0.8, 0.6], diamond: [0.6, 0.4], hexagon: [0.75, 0.5], cylinder: [1, 0.75], subroutine: [0.85, 1], parallelogram: [0.7, 1] };

function insetOf(width, height, shape) {
  if (shape === "capsule") {
    const radius = Math.max(0, Math.min(width, height) / 2);
    return width >= height ? [0.4 * radius, 0.2 * radius] : [0.2 * radius, 0.4 * radius];
  }
  const [across, down] = FREE[shape] ?? [1, 1];
  return [(width * (1 - across)) / 2, (height * (1 - down)) / 2];
}

/** A rectangle inside of a node's outline. */
export function innerOf({ x, y, width, height, shape }) {
  const [left, top] = insetOf(width, height, shape);
  return { x: x + left, y: y + top, width: width - 2 * left, height: height - 2 * top };
}
