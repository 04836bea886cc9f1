// The nodes and connections in view as a list for people who do not see them: in the order in which Tab goes, in the server's
// words, with the focus and the selection of the canvas. A press on one of them goes there. Of many only a part is listed.

import { counted } from "./announcer.js";
import { canvas, make } from "./elements.js";
import { nameOf } from "./node-texts.js";
import { repeated } from "./repeated.js";
import { goTo } from "./search.js";
import { session } from "./session.js";

/** What changes is listed so much later, in milliseconds, and not while something moves. */
const PAUSE = 150;
/** So many are listed, and so many more by each press that asks for more. */
const PART = 100;

export class Outline {
  #list = make("div", { id: "outline", role: "listbox", ariaLabel: "Nodes and connections in view", ariaMultiSelectable: "true" });
  #timer = undefined;
  /** Which of them are listed. */
  #from = 0;
  #to = PART;
  /** The rows that say how many come before these and behind, and list more of them. */
  #before = this.#rest("before", () => (this.#from -= PART));
  #behind = this.#rest("behind", () => (this.#to += PART));

  constructor() {
    canvas.append(this.#list);
  }

  /** Hears that something else is shown, selected, wrong or in focus. */
  follow() {
    this.#showFocus();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (session.scene.state.gesture || session.scene.isMoving) return this.follow();
      return this.#show();
    }, PAUSE);
  }

  /** The items of frames as `{kind, item}` in the order in which they are read. */
  async #all() {
    const { scene, view, request } = session;
    const isOwn = session.setting("readingOrder") !== "document";
    const { reading } = isOwn ? await request("view/read", { view, reading: true }) : {};
    const inOrder = (kind, items, ids) => {
      const place = new Map(ids?.map((id, index) => [id, index]));
      const placeOf = ({ id, order = 0 }) => (ids ? (place.get(id) ?? ids.length) : order);
      return [...items.values()].sort((one, other) => placeOf(one) - placeOf(other)).map((item) => ({ kind, item }));
    };
    return [...inOrder("node", scene.nodes, reading?.nodes), ...inOrder("edge", scene.edges, reading?.edges)];
  }

  #show = repeated(async () => {
    // The view may have been closed.
    const all = await this.#all().catch(() => []);
    this.#choosePart(all);
    const known = new Map([...this.#list.children].map((row) => [row.id, row]));
    const rows = all.slice(this.#from, this.#to).map(({ kind, item }, index) => {
      const wanted = { ...this.#row(kind, item), ariaSetSize: String(all.length), ariaPosInSet: String(this.#from + index + 1) };
      const row = known.get(wanted.id) ?? this.#pressed(make("div", { id: wanted.id, role: "option", tabIndex: -1 }), () => goTo(kind, item.id));
      // What is read now stays the same element.
      for (const [name, value] of Object.entries(wanted)) if (row[name] !== value) row[name] = value;
      return row;
    });
    const more = all.length - this.#to;
    if (this.#from > 0) rows.unshift(Object.assign(this.#before, { textContent: `${counted(this.#from, "more element")} before these: list them` }));
    if (more > 0) rows.push(Object.assign(this.#behind, { textContent: `${counted(more, "more element")} behind these: list them` }));
    for (const row of this.#list.querySelectorAll(":scope > *")) if (!rows.includes(row)) row.remove();
    for (const [at, row] of rows.entries()) if (this.#list.children[at] !== row) this.#list.insertBefore(row, this.#list.children[at] ?? null);
    this.#showFocus();
  });

  /** The part that is listed has what has the focus in it. */
  #choosePart(all) {
    const { node, edge } = session.scene.state.focus ?? {};
    const at = all.findIndex(({ kind, item }) => item.id === (kind === "node" ? node : edge));
    const isOut = at >= 0 ? at < this.#from || at >= this.#to : this.#from >= all.length;
    if (isOut) [this.#from, this.#to] = [Math.max(0, at - PART / 2), Math.max(0, at - PART / 2) + PART];
    this.#from = Math.max(0, this.#from);
  }

  #rest(name, extend) {
    return this.#pressed(make("div", { id: `listed-${name}`, role: "option" }), () => {
      extend();
      this.#show();
    });
  }

  #row(kind, item) {
    const wrong = session.diagnostics.of(`${kind}s`, item.id).map(({ message }) => message);
    const [textContent, parts] = kind === "node" ? this.#ofNode(item, wrong) : [this.#ofEdge(item), wrong];
    return { id: `listed-${kind}-${item.id}`, textContent, ariaSelected: String(Boolean(item.selected)), ariaDescription: parts.filter(Boolean).join(". ") };
  }

  #pressed(row, perform) {
    row.addEventListener("click", (event) => {
      event.stopPropagation();
      canvas.focus();
      perform();
    });
    return row;
  }

  /** What a node is called and what it is, and what is said of it. From far off frames have no texts. */
  #ofNode(item, wrong) {
    const { name = nameOf(session, item), type, role, description } = item.texts ?? {};
    const what = role === "group" ? "Group" : (type ?? "Node");
    const value = session.values.shown(item.id)?.text;
    const place = `at ${Math.round(item.x)}, ${Math.round(item.y)}`;
    return [what === name ? `${name}, node` : `${name}, ${what}`, [value && `computed ${value}`, description, ...wrong, place]];
  }

  #ofEdge({ texts, ...item }) {
    const { nodes } = session.scene;
    const [source, target] = ["source", "target"].map((end) => texts?.[end] ?? (nodes.has(item[end]) ? nameOf(session, nodes.get(item[end])) : item[end]));
    return `${texts?.name ? `${texts.name}, ` : ""}connection from ${source} to ${target}`;
  }

  /** Says which of them has the focus of the canvas. */
  #showFocus() {
    const { node, edge } = session.scene.state.focus ?? {};
    const id = node !== undefined ? `listed-node-${node}` : edge !== undefined ? `listed-edge-${edge}` : "";
    const listed = id && document.getElementById(id) ? id : null;
    if (canvas.getAttribute("aria-activedescendant") === listed) return;
    if (listed) canvas.setAttribute("aria-activedescendant", id);
    else canvas.removeAttribute("aria-activedescendant");
  }
}
