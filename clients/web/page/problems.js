// All that is wrong with the document: how much, a list of it, and the way from one to the next.

import { counted, say } from "./announcer.js";
import { release, sentence, toast } from "./controls.js";
import { make, pressed } from "./elements.js";
import { FloatingPanel, markRow } from "./floating.js";
import { named, nodesOf, note } from "./naming.js";
import { goTo } from "./search.js";
import { session } from "./session.js";

export class Problems {
  #panel;
  #button = document.getElementById("problems");
  #list = make("ul", { className: "notes", ariaLabel: "Problems" });
  #rest = make("p", { className: "note", hidden: true });
  #look = pressed("Look through this large document", () => session.diagnostics.watch(), { className: "quiet", hidden: true });
  /** The key of the one that was gone to last. */
  #at = null;
  /** Nodes that are not in sight, by id, as far as they were read. */
  #known = new Map();

  constructor() {
    const about = { id: "problemList", title: "Problems", close: "Close the list of problems" };
    this.#panel = new FloatingPanel(about, () => this.#show(), this.#list, this.#rest, this.#look);
    this.#panel.element.addEventListener("keydown", (event) => {
      if (event.key === "F8") this.go(event.shiftKey ? -1 : 1);
    });
  }

  toggle = () => {
    session.diagnostics.release();
    this.#panel.toggle();
  };

  follow() {
    const { count } = session.diagnostics;
    if (count === 0) release(this.#button);
    this.#button.hidden = count === 0;
    this.#button.textContent = counted(count, "problem");
    this.#button.ariaLabel = `${this.#button.textContent}: list them`;
    if (this.#panel.isShown) this.#show();
  }

  /** Goes so many on, round the end: selects what it is about and shows it. */
  async go(by) {
    session.diagnostics.release();
    const { all } = session.diagnostics;
    if (all.length === 0) return toast("No problems");
    const at = all.findIndex(({ key }) => key === this.#at);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    return this.#choose(all[next]);
  }

  async #choose(diagnostic) {
    const { key, message, elements } = diagnostic;
    this.#at = key;
    await this.#read([diagnostic]);
    this.#mark();
    const [kind, id] = elements?.nodes?.length ? ["node", elements.nodes[0]] : ["edge", elements?.edges?.[0]];
    if (id === undefined) return toast(sentence(message), "bad");
    await goTo(kind, id);
    // What got the focus is said first, as it is painted.
    return requestAnimationFrame(() => say(sentence(named(message, this.#known))));
  }

  async #show() {
    const { diagnostics } = session;
    const all = diagnostics.all;
    this.#known.clear();
    await this.#read(all);
    this.#panel.fill(this.#list, all.map((one) => this.#row(one)));
    this.#rest.hidden = all.length > 0;
    this.#rest.textContent = diagnostics.isWatched ? "Nothing is wrong" : "";
    this.#look.hidden = diagnostics.isWatched;
    this.#mark();
  }

  #row(diagnostic) {
    const words = sentence(named(diagnostic.message, this.#known));
    const text = pressed(words, () => this.#choose(diagnostic), { className: "way", title: "Show where" });
    const row = note(diagnostic, { known: this.#known, text });
    row.dataset.key = diagnostic.key;
    return row;
  }

  #mark() {
    markRow(this.#list, this.#at);
  }

  /** Learns what nodes are called that are not in sight. */
  async #read(diagnostics) {
    const found = await nodesOf(diagnostics.flatMap(({ elements }) => elements?.nodes ?? []));
    for (const [id, node] of found) this.#known.set(id, node);
  }
}
