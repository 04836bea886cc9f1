// What floats over the canvas: the toolbar of a selected item, the reason of a refusal.

import { icon } from "./elements.js";
import { isContainer, nameOf } from "./node-texts.js";
import { named } from "./naming.js";
import { isRefused } from "./progress.js";
import { covered } from "./margins.js";
import { grown, isIn, onScreen } from "./rects.js";
import { repeated } from "./repeated.js";
import { ICONS } from "./theme.js";
import { hide, sentence } from "./controls.js";
import { session } from "./session.js";

function moveTo(element, x, y) {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** Moves something there, or as near as it is still wholly in the window. */
export function moveInside(element, x, y) {
  const [right, bottom] = [innerWidth - element.offsetWidth - 8, innerHeight - element.offsetHeight - 8];
  moveTo(element, Math.max(8, Math.min(x, right)), Math.max(8, Math.min(y, bottom)));
}

/** The node over which a line ends that is drawn, where that takes none: nothing else says so. */
function closedNode({ from, to }) {
  const { scene } = session;
  const { targets = [] } = scene.state;
  if (!to) return undefined;
  const under = [...scene.nodes.values()].filter((node) => !isContainer(node) && isIn(node, { ...to, width: 0, height: 0 })).at(-1);
  return !under || under === scene.startAt(from)?.node || targets.some(({ node }) => node === under.id) ? undefined : under;
}

/** Why a gesture may not end where it is; undefined if it may. */
export function reasonOf(gesture) {
  const isDraft = gesture?.kind === "connect" || gesture?.kind === "reconnect";
  const closed = isDraft && (!isRefused(gesture) || gesture.reason === "direction") && !gesture.allowed && closedNode(gesture);
  if (closed) {
    const kinds = new Set((closed.handles ?? []).map(({ type }) => type));
    return `${nameOf(session, closed)} ${kinds.has("target") ? (kinds.has("source") ? "takes no such connection" : "has no exit") : "has no entry"}`;
  }
  if (!isRefused(gesture)) return undefined;
  return sentence(named(gesture.message ?? "the rules do not allow this"));
}

/** Shows that beside the end of a connection that is drawn. */
export function showReason(element) {
  const { gesture, viewport } = session.scene.state;
  const reason = reasonOf(gesture);
  element.hidden = !reason || !gesture.to;
  if (element.hidden) return;
  element.textContent = reason;
  const { x, y } = onScreen(gesture.to, viewport);
  moveInside(element, x + 16, y + 16);
}

/** The sides of an item, the first the one that is liked best. */
const PLACEMENTS = ["top", "bottom", "trailing", "leading"];

/** So far around a bend nothing lies over it, in screen points. */
const REACH = 10;

/** A small toolbar at the selected item, where the server says. */
export class Accessory {
  /** Whether there is something to be at. */
  #isWanted = false;
  /** What the user draws at, on the screen. */
  #bends = [];

  constructor(element, ask) {
    Object.assign(this, { element, ask });
  }

  /** Requests its place again, unless a gesture is open; `item` is what alone is selected and seen: `{group, bends}`. */
  refresh({ selection, gesture, viewport }, item) {
    this.#isWanted = !gesture && Boolean(item);
    if (!this.#isWanted) return hide(this.element);
    this.element.querySelector('[data-command="duplicate"]').hidden = selection.nodes === 0;
    this.#showGroup(item.group);
    this.#bends = item.bends.map((bend) => ({ ...onScreen(bend, viewport), width: 0, height: 0 }));
    return this.#move();
  }

  #move = repeated(async () => {
    if (!this.#isWanted) return;
    this.element.hidden = false;
    const place = await this.#freePlace().catch(() => null);
    if (place) moveTo(this.element, place.x, place.y);
    else hide(this.element);
  });

  /** The first of the places around the item that no panel needs and that leaves its bends free, else only that; null if it has none. */
  async #freePlace() {
    const size = { width: this.element.offsetWidth, height: this.element.offsetHeight };
    let found = null;
    for (const placement of PLACEMENTS) {
      const answer = await this.ask({ size, placement, spacing: 12, margin: 8 });
      if (!answer) return null;
      if (covered().some((box) => isIn(answer.place, box))) continue;
      found ??= answer.place;
      if (!this.#bends.some((bend) => isIn(grown(answer.place, REACH), bend))) return answer.place;
    }
    return found;
  }

  #showGroup(group) {
    const button = this.element.querySelector('[data-command="collapse"]');
    const [name, title] = group?.collapsed ? ["expand", "Expand"] : ["collapse", "Collapse"];
    button.hidden = !group;
    if (button.title === title) return;
    button.title = button.ariaLabel = title;
    button.replaceChildren(icon(ICONS[name]));
  }
}
