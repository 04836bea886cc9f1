// Double clicks of a mouse, whose field is open before the server has heard of them: what is typed next belongs there.

import { canvas } from "./elements.js";
import { isContainer } from "./node-texts.js";
import { isIn } from "./rects.js";
import { session } from "./session.js";

/** So near to a handle, in points, or to a line, a click may mean that. */
const NEAR = 12;
/** The server reports a double click no later than so long after it, in milliseconds. */
const LATEST = 10_000;
/** A press that is held so long is none of a double click, in milliseconds. */
const HELD = 400;

export class DoubleClicks {
  #times = [];
  #pressedAt = 0;

  /** `write(id, point)` opens a node, `add(point)` makes one; points are of the canvas. */
  constructor({ write, add }) {
    canvas.addEventListener("pointerdown", ({ timeStamp }) => (this.#pressedAt = timeStamp));
    canvas.addEventListener("dblclick", (event) => {
      if (event.timeStamp - this.#pressedAt > HELD) return;
      const point = this.#pointOf(event);
      const hit = point && this.#hit(point);
      if (!hit) return;
      this.#times.push(performance.now());
      if (hit.node) write(hit.node.id, point);
      else add(point);
    });
  }

  /** Whether the double click that the server reports now was heard here. */
  wasHeard() {
    this.#times = this.#times.filter((time) => performance.now() - time < LATEST);
    return this.#times.shift() !== undefined;
  }

  /** Where a plain double click is; undefined where it may mean something else. */
  #pointOf({ button, clientX, clientY, altKey, ctrlKey, metaKey, shiftKey }) {
    const { scene: { state }, isReadOnly, own: { tool = "select" } } = session;
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || state.gesture || isReadOnly || tool !== "select") return undefined;
    const { x, y, zoom } = state.viewport;
    return { x: (clientX - x) / zoom, y: (clientY - y) / zoom };
  }

  /** `{node}` for a node at a point, `{}` for the empty canvas; undefined for what only the server knows. */
  #hit({ x, y }) {
    const { scene } = session;
    const reach = NEAR / scene.state.viewport.zoom;
    const around = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
    const at = { x, y, width: 0, height: 0 };
    const near = [...scene.nodes.values()].filter((node) => isIn(node, around));
    const isAtHandle = near.some(({ handles = [] }) => handles.some((handle) => Math.hypot(handle.x - x, handle.y - y) < reach));
    if (isAtHandle || near.some((node) => node.ghost || isContainer(node))) return undefined;
    const under = scene.stack.filter(({ kind, item }) => kind === "node" && isIn(item, at));
    if (under.length > 0) return { node: under.at(-1).item };
    const isAtLine = [...scene.edges.values()].some((edge) => !edge.bounds || isIn(edge.bounds, around));
    return near.length > 0 || isAtLine || session.setting("zoomOnDoubleTap") ? undefined : {};
  }
}
