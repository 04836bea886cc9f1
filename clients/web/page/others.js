// What other windows on the same document show of themselves: pointers with names, and outlines of what they have selected.

import { icon, make, shape } from "./elements.js";
import { onScreen } from "./rects.js";
import { store, stored } from "./storage.js";
import { ICONS } from "./theme.js";
import { session } from "./session.js";

const ARROW = "M0 0 L0 15 L4 11.5 L7 18 L9.5 17 L6.5 10.5 L12 10.5 Z";
const COLORS = ["#e5484d", "#0d74ce", "#2b9a66", "#ab6400", "#8e4ec6", "#d6409f", "#0894b3", "#5c7c2f"];
const PLAIN = "#6b7280";
/** So many of the others are named beside the title. */
const NAMED = 4;

const letters = document.createElement("canvas").getContext("2d");

export const colorOf = (window) => COLORS[(window - 1) % COLORS.length];

/** What this window's user is called in the others. */
export const ownName = () => stored("name") ?? "";

/** What a window is called whose user has no name. */
export const guestOf = (window) => `Guest ${window}`;

/** What another window calls its color, if it is one. */
const paintOf = ({ color }) => (color && CSS.supports("color", color) ? color : PLAIN);

export class Others {
  #layer = shape("svg", { id: "others", "aria-hidden": "true" });
  #people = document.getElementById("people");
  #isRequested = false;

  constructor() {
    document.body.append(this.#layer);
  }

  /** A frame may bring others, or move what they have selected. */
  follow() {
    if (Object.keys(session.others).length > 0 || this.#layer.firstChild || !this.#people.hidden) this.#request();
  }

  /** Who has removed an element, as far as that can be seen: it was selected there. Undefined where no other window is. */
  remover(id) {
    const states = Object.values(session.others);
    const last = states.find(({ selection }) => selection.nodes.includes(id) || selection.edges.includes(id));
    if (states.length === 0) return undefined;
    return last?.name || (states.length === 1 && states[0].name) || "Another window";
  }

  /** Says what this window's user is called from now on. */
  rename(name) {
    store("name", name);
    session.showPresence();
  }

  #request() {
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame(() => {
      this.#isRequested = false;
      const states = Object.values(session.others);
      this.#layer.replaceChildren(...states.flatMap((state) => this.#draw(state)));
      this.#showPeople(states);
    });
  }

  #showPeople(states) {
    const names = states.map(({ name }) => name || "Another window");
    const known = names.map((name, index) => `${name} ${states[index].color}`).join("\n");
    if (this.#people.dataset.known === known) return;
    this.#people.dataset.known = known;
    this.#people.hidden = states.length === 0;
    this.#people.title = this.#people.ariaLabel = `Also here: ${names.join(", ")}`;
    const marks = states.slice(0, NAMED).map((state, index) => {
      // A guest has a face: a number would read as a count.
      const initial = /^Guest \d+$/.test(state.name) ? "" : [...(state.name ?? "")][0]?.toUpperCase();
      const mark = make("i", {}, /^\D/.test(initial ?? "") ? initial : icon(ICONS.person));
      mark.style.background = paintOf(state);
      return mark;
    });
    if (states.length > NAMED) marks.push(make("small", { textContent: `+${states.length - NAMED}` }));
    this.#people.replaceChildren(...marks);
  }

  #draw({ name, color, pointer, selection, drag }) {
    const { scene } = session;
    const { viewport } = scene.state;
    const paint = paintOf({ color });
    const { x, y, zoom } = viewport;
    const outlines = shape("g", { transform: `translate(${x} ${y}) scale(${zoom})`, fill: "none", stroke: paint });
    for (const id of selection.nodes) {
      const node = scene.nodes.get(id);
      if (node) outlines.append(this.#outline(scene.place(node), zoom));
    }
    for (const id of selection.edges) {
      const path = scene.edges.get(id)?.path;
      if (path) outlines.append(shape("path", { d: path }));
    }
    const { x: right, y: down } = drag?.by ?? {};
    for (const id of drag?.nodes ?? []) {
      const node = scene.nodes.get(id);
      if (!node) continue;
      const outline = this.#outline(scene.place(node), zoom);
      outline.classList.add("dragged");
      outline.setAttribute("fill", paint);
      outline.setAttribute("transform", `translate(${right} ${down})`);
      outlines.append(outline);
    }
    if (!pointer) return [outlines];
    const at = onScreen(pointer, viewport);
    const arrow = shape("g", { transform: `translate(${at.x} ${at.y})`, fill: paint }, shape("path", { d: ARROW }));
    if (name) arrow.append(...this.#label(name));
    return [outlines, arrow];
  }

  /** A name on a ground of the window's color, beside its pointer. */
  #label(name) {
    const text = shape("text", { x: 20, y: 27 });
    text.textContent = name;
    letters.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
    const width = letters.measureText(name).width + 14;
    return [shape("rect", { x: 13, y: 14, width, height: 19, rx: 9.5 }), text];
  }

  #outline({ x, y, width, height }, zoom) {
    const by = 4 / zoom;
    const [w, h] = [width + 2 * by, height + 2 * by];
    return shape("rect", { x: x - by, y: y - by, width: w, height: h, rx: 2 * by });
  }
}
