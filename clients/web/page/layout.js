// The panel that lays nodes out: by which algorithm, in which direction, and what becomes of lines.

import { FloatingPanel, choice, row, toggle } from "./floating.js";
import PICTURES from "./layout-pictures.json" with { type: "json" };
import { animated } from "./session.js";
import { counted, say } from "./announcer.js";
import { make, pressed } from "./elements.js";
import { pictureChoice } from "./picture-choice.js";
import { store, stored } from "./kept.js";

const ALGORITHMS = {
  layered: "In layers", tree: "As a tree", radial: "Around a root", force: "By forces", grid: "In a grid",
  pack: "Parts side by side", circle: "On circles", stack: "One after another", removeOverlaps: "Only apart",
};
const DIRECTIONS = { auto: "As handles face", down: "Downwards", right: "To the right", up: "Upwards", left: "To the left" };
const EDGES = { auto: "As suits each", orthogonal: "Around nodes", waypoints: "Straight, with bends", curves: "Curved", keep: "As they are" };
/** What each algorithm can be asked besides. */
const TAKES = { __proto__: null, layered: ["direction"], tree: ["direction"], stack: ["direction"] };

/** The algorithm and direction that are used where none was chosen. */
const PLAIN = { algorithm: "layered", direction: "auto", edges: "auto", stable: false };

export class Layout {
  #session;
  #panel;
  #rows = {};
  #note = make("p", { className: "note" });
  #drag = toggle();
  #button = pressed("Lay out", () => this.perform(), { className: "primary" });
  #chosen = { ...PLAIN, ...JSON.parse(stored("layout") ?? "{}") };

  constructor(session) {
    this.#session = session;
    const algorithms = pictureChoice("algorithm", "Arrange", ALGORITHMS, PICTURES, PICTURES.size);
    algorithms.dataset.layout = "algorithm";
    this.#add("algorithm", "Arrange", algorithms, algorithms);
    this.#add("direction", "Direction", choice(DIRECTIONS));
    this.#add("edges", "Lines", choice(EDGES));
    this.#add("stable", "Keep what is in place", toggle());
    const drag = row("Make way while dragging", this.#drag, { layout: "drag" });
    this.#drag.addEventListener("change", () => this.#setDrag(this.#drag.checked));
    const about = { id: "layout", title: "Lay out", close: "Close" };
    const rows = Object.values(this.#rows).map(({ element }) => element);
    this.#panel = new FloatingPanel(about, () => this.refresh(), ...rows, drag, this.#note, this.#button);
  }

  /** A frame may bring another selection. */
  follow({ selection }) {
    if (selection && this.isShown) this.refresh();
  }

  get isShown() {
    return this.#panel.isShown;
  }

  toggle = () => this.#panel.toggle();

  /** Shows what is chosen, and what it is about. */
  refresh() {
    const { algorithm } = this.#chosen;
    for (const [name, { control, element }] of Object.entries(this.#rows)) {
      if (control.type === "checkbox") control.checked = this.#chosen[name];
      else control.value = this.#chosen[name];
      element.hidden = name === "direction" && !TAKES[algorithm]?.includes(name);
    }
    this.#drag.checked = Boolean(this.#session.setting("dragLayout"));
    this.#drag.disabled = this.#session.isReadOnly;
    const { nodes } = this.#session.scene.state.selection;
    this.#note.textContent = nodes > 1 ? `Only the ${counted(nodes, "selected node")}` : "The whole document";
  }

  /** Lays out the nodes that are selected, or all. */
  async perform() {
    const { algorithm, options } = this.#asked();
    const { nodeIds } = await this.#session.selected();
    const nodes = nodeIds.length > 1 ? { ids: nodeIds } : {};
    this.#button.disabled = true;
    try {
      const done = await this.#session.askDocument("document/layout", { algorithm, options, ...nodes, ...animated() });
      if (done) say(`Laid out, ${counted(done.figures.crossings ?? 0, "crossing")}`);
      if (done && nodeIds.length < 2) await this.#session.fit();
    } finally {
      this.#button.disabled = false;
    }
  }

  /** What is chosen, as it is asked for. */
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
    const done = await this.#session.askDocument("settings/update", { patch: { dragLayout } });
    // What was refused is shown as it is.
    if (!done) this.refresh();
  }

  #add(name, title, control, element = row(title, control, { layout: name })) {
    control.addEventListener("change", () => {
      this.#chosen[name] = control.type === "checkbox" ? control.checked : control.value;
      store("layout", JSON.stringify(this.#chosen));
      if (this.#drag.checked) this.#setDrag(true);
      this.refresh();
    });
    this.#rows[name] = { control, element };
  }
}
