// Brings something into view that may be far off, or inside what is collapsed.

import { margins } from "./margins.js";
import { nameOf } from "./node-texts.js";
import { animated } from "./session.js";

/** Nearer than this what is shown can be read. */
const READABLE = 0.4;
/** So many groups around something are looked at. */
const DEEPEST = 64;

/** Selects something, gives it the focus, and brings it into view; returns in what it is where it cannot be seen itself. */
export async function goTo(session, kind, id) {
  await session.askView("view/select", { [`${kind}s`]: [id] });
  await session.askView("view/focus", { [kind]: id });
  return reveal(session, kind, id);
}

/** Brings something into view, or what conceals it: then returns in what it is. */
async function reveal(session, kind, id) {
  const { view, request, scene, document } = session;
  const how = { padding: margins(), ...animated() };
  const isFar = scene.state.viewport.zoom < READABLE && kind === "node";
  const show = (id) => {
    return isFar
      ? request("view/fit", { view, ids: [id], maxZoom: 1, ...how })
      : request("view/reveal", { view, [`${kind}s`]: [id], ...how });
  };
  const read = async (id) => (await request("document/read", { document, nodes: [id], edges: [] })).nodes[0];
  let found = { id };
  for (let depth = 0; found && depth < DEEPEST; depth++) {
    try {
      await show(found.id);
      return depth === 0 ? "" : `in ${nameOf(session, found)}`;
    } catch {
      if (kind === "edge") break;
    }
    const { parentId } = await read(found.id);
    found = parentId && (await read(parentId));
  }
  return "hidden";
}
