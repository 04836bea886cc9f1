// What an empty document shows: templates to begin with, and how to add a node. Where only nothing is in sight, a way back.

import { drawn, make } from "./elements.js";
import { onPress, release, sentence, toast } from "./controls.js";
import { store, stored } from "./storage.js";
import TEMPLATES from "./templates.json" with { type: "json" };
import { session } from "./session.js";

const HOW = matchMedia("(pointer: coarse)").matches
  ? "double-tap the canvas to add a node, draw from its dots to connect, double-tap it to write."
  : "double-click the canvas or press N to add a node, draw from its dots to connect, press Enter to write.";

/** Says once what people have to know, in one sentence. */
export function tour() {
  if (stored("toured")) return;
  const perform = () => store("toured", "yes");
  toast(sentence(HOW), "tour", [{ title: "Got it", perform }]);
}

/** Tiles with pictures, one for each template, and in the end one to open a file where a press is heard. */
export function tilesOf(press) {
  return Object.entries(TEMPLATES).filter(([, { content }]) => content || press).map(([value, { title, picture }]) => {
    const button = make("button", { value, className: "tile" }, drawn(picture, { width: 120, height: 80 }), title);
    if (press) onPress(button, () => press(value));
    return button;
  });
}

export class Beginning {
  #element;
  #way;
  /** The document and revision that were last looked at. */
  #seen = "";

  /** `way` is a button that shows everything, `open()` asks for a file. */
  constructor(element, way, open) {
    this.#element = element;
    this.#way = way;
    this.#element.querySelector(".tiles").append(...tilesOf((name) => (name === "open" ? open() : this.#begin(name))));
  }

  /** Hears of every state; whether the whole document is empty is asked once for each revision of which nothing is seen. */
  async follow({ gesture, moving, revision }) {
    // It stays as it is meanwhile.
    if (moving || (gesture && this.#element.hidden && this.#way.hidden)) return;
    const { scene, document, isReadOnly, request, types, settings } = session;
    const isTyped = types.names.length > 0;
    const isChosen = isTyped || Object.keys(settings).length > 0;
    this.#element.querySelector(".tiles").hidden = isChosen;
    this.#element.querySelector(".makeType").hidden = isTyped;
    this.#element.querySelector("p").textContent = isTyped ? `Drag a type here, ${HOW}` : isChosen ? sentence(HOW) : `Choose how to begin, or ${HOW}`;
    if (!document || gesture || scene.inSight(innerWidth, innerHeight).nodes > 0) {
      this.#seen = "";
      this.#show(false, false);
      return;
    }
    const key = `${document} ${revision}`;
    if (key === this.#seen) return;
    this.#seen = key;
    const { nodes } = await request("document/read", { document, limit: 1 }).catch(() => ({ nodes: [null] }));
    if (key === this.#seen) this.#show(nodes.length === 0 && !isReadOnly, nodes.length > 0);
  }

  /** Gives the focus to the first button that an empty canvas shows; whether there is one. */
  focus() {
    const first = [...this.#element.querySelectorAll("button")].find((button) => button.offsetParent);
    first?.focus();
    return first !== undefined;
  }

  /** Puts a template into the document, as one step; its name and its file stay. */
  async #begin(name) {
    const { title, content: { types, settings, nodes = [], edges = [] } } = TEMPLATES[name];
    session.diagnostics.hold(nodes.map(({ id }) => id));
    const edits = [
      ...(types ? [{ method: "types/update", params: { patch: types } }] : []),
      { method: "settings/update", params: { patch: settings } },
      ...nodes.map((node) => ({ method: "node/insert", params: { node } })),
      ...edges.map((edge) => ({ method: "edge/connect", params: { edge } })),
    ];
    if (!(await session.askDocument("document/edit", { label: `Begin with ${title}`, edits }))) return undefined;
    await session.fit();
    return tour();
  }

  #show(isEmpty, isElsewhere) {
    if (!isEmpty) release(this.#element);
    this.#element.hidden = !isEmpty;
    if (!isElsewhere) release(this.#way);
    this.#way.hidden = !isElsewhere;
  }
}
