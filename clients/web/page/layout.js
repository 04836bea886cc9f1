// The panel that lays nodes out: by which algorithm, in which direction, and what becomes of lines.

import { FloatingPanel } from "./floating.js";
import { choices, describe } from "./schema.js";
import PICTURES from "./layout-pictures.json" with { type: "json" };
/** What algorithms, directions and forms of lines are called. */
import NAMES from "./layouts.json" with { type: "json" };
import { animated, session } from "./session.js";
import { counted, say } from "./announcer.js";
import { drawn, make, pressed, radios } from "./elements.js";
import { fieldOf } from "./form.js";
import { store, stored } from "./storage.js";

/** The other fields by what they choose; `drag` is of the document. */
const FIELDS = {
  __proto__: null,
  direction: ["Direction", describe(choices(NAMES.directions))], edges: ["Lines", describe(choices(NAMES.edges))],
  stable: ["Keep what is in place", { kind: "boolean" }], drag: ["Make way while dragging", { kind: "boolean" }],
};
/** What each algorithm can be asked besides. */
const TAKES = { __proto__: null, layered: ["direction"], tree: ["direction"], stack: ["direction"] };

/** The algorithm and direction that are used where none was chosen. */
const PLAIN = { algorithm: "layered", direction: "auto", edges: "auto", stable: false };

export class Layout {
  #panel;
  #algorithms;
  #fields;
  #note = make("p", { className: "note" });
  #button = pressed("Lay out", () => this.perform(), { className: "primary" });
  #chosen = { ...PLAIN, ...JSON.parse(stored("layout") ?? "{}") };

  constructor() {
    const pictures = Object.entries(NAMES.algorithms).map(([value, title]) => [value, [title, drawn(PICTURES[value], PICTURES.size), title]]);
    this.#algorithms = radios("algorithm", "Arrange", Object.fromEntries(pictures), (algorithm) => this.#choose("algorithm", algorithm));
    this.#algorithms.className = "pictures";
    this.#fields = Object.entries(FIELDS).map(([path, [title]]) => {
      const save = (value) => (path === "drag" ? this.#setDrag(value) : this.#choose(path, value));
      return fieldOf(FIELDS[path][1], { path, title, isSet: true, save });
    });
    const about = { id: "layout", title: "Lay out", close: "Close" };
    this.#panel = new FloatingPanel(about, () => this.refresh(), this.#algorithms, ...this.#fields.map(({ element }) => element), this.#note, this.#button);
  }

  /** A frame may bring another selection. */
  follow({ selection }) {
    if (selection && this.#panel.isShown) this.refresh();
  }

  toggle = () => this.#panel.toggle();

  /** Shows what is chosen, and what it is about. */
  refresh() {
    const { isReadOnly } = session;
    this.#algorithms.value = this.#chosen.algorithm;
    for (const field of this.#fields) {
      const { path } = field.place;
      field.update(path === "drag" ? this.#isDragged : this.#chosen[path], FIELDS[path][1]);
      field.element.hidden = path === "direction" && !TAKES[this.#chosen.algorithm]?.includes(path);
      field.isFixed = path === "drag" && isReadOnly;
    }
    const { nodes } = session.scene.state.selection;
    this.#note.textContent = nodes > 1 ? `Only the ${counted(nodes, "selected node")}` : "The whole document";
  }

  async perform() {
    const { algorithm, options } = this.#asked();
    const { nodeIds } = await session.selected();
    const nodes = nodeIds.length > 1 ? { ids: nodeIds } : {};
    this.#button.disabled = true;
    try {
      const done = await session.askDocument("document/layout", { algorithm, options, ...nodes, ...animated() });
      if (done) say(`Laid out, ${counted(done.figures.crossings ?? 0, "crossing")}`);
      if (done && nodeIds.length < 2) await session.fit();
    } finally {
      this.#button.disabled = false;
    }
  }

  #asked() {
    const { algorithm, ...chosen } = this.#chosen;
    const names = ["edges", "stable", ...(TAKES[algorithm] ?? [])];
    return { algorithm, options: Object.fromEntries(names.map((name) => [name, chosen[name]])) };
  }

  /** Lets the others make way for what is dragged in this document, by what is chosen, or no more. */
  async #setDrag(isWanted) {
    const { algorithm, options } = this.#asked();
    // A tree that is drawn anew has its children in the order in which they lie, so that a drag can change it.
    const order = algorithm === "tree" && !options.stable ? { order: "place" } : {};
    const dragLayout = isWanted ? { algorithm, options: { ...options, ...order } } : null;
    const done = await session.askDocument("settings/update", { patch: { dragLayout } });
    // What was refused is shown as it is.
    if (!done) this.refresh();
  }

  get #isDragged() {
    return Boolean(session.setting("dragLayout"));
  }

  #choose(name, value) {
    this.#chosen[name] = value;
    store("layout", JSON.stringify(this.#chosen));
    if (this.#isDragged) this.#setDrag(true);
    this.refresh();
  }
}
