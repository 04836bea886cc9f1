// All that is wrong with the document: how much, a list of it, and the way from one to the next.

import { counted, say } from "./announcer.js";
import { release, sentence, toast } from "./controls.js";
import { make } from "./elements.js";
import { FloatingPanel } from "./floating.js";
import { margins } from "./margins.js";
import { named } from "./naming.js";
import { note } from "./notes.js";
import { goTo } from "./reveal.js";

/** So many are listed. */
const LISTED = 200;

export class Problems {
  #session;
  #panel;
  #button = document.getElementById("problems");
  #list = make("ul", { className: "notes", ariaLabel: "Problems" });
  #rest = make("p", { className: "note", hidden: true });
  #look = make("button", { type: "button", className: "quiet", textContent: "Look through this large document", hidden: true });
  /** The key of the one that was gone to last. */
  #at = null;
  /** Nodes that are not in sight, by id, as far as they were read. */
  #known = new Map();

  constructor(session) {
    this.#session = session;
    this.#look.addEventListener("click", () => session.diagnostics.watch());
    const about = { id: "problemList", title: "Problems", close: "Close the list of problems" };
    this.#panel = new FloatingPanel(about, () => this.#show(), this.#list, this.#rest, this.#look);
    this.#panel.element.addEventListener("keydown", (event) => {
      if (event.key === "F8") this.go(event.shiftKey ? -1 : 1);
    });
  }

  toggle = () => {
    this.#session.diagnostics.release();
    this.#panel.toggle();
  };

  /** Hears that others are known. */
  follow() {
    const { count } = this.#session.diagnostics;
    if (count === 0) release(this.#button);
    this.#button.hidden = count === 0;
    this.#button.textContent = counted(count, "problem");
    this.#button.ariaLabel = `${this.#button.textContent}: list them`;
    if (!this.#panel.element.hidden) this.#show();
  }

  /** Goes so many on, round the end: selects what it is about and shows it. */
  async go(by) {
    this.#session.diagnostics.release();
    const { all } = this.#session.diagnostics;
    if (all.length === 0) return say("No problems");
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
    await goTo(this.#session, kind, id, margins());
    // What got the focus is said first, as it is painted.
    return requestAnimationFrame(() => say(sentence(named(this.#session, message, this.#known))));
  }

  async #show() {
    const { diagnostics } = this.#session;
    const all = diagnostics.all;
    const listed = all.slice(0, LISTED);
    this.#known.clear();
    await this.#read(listed);
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...listed.map((one) => this.#row(one)));
    if (hadFocus) this.#panel.element.focus();
    this.#rest.hidden = all.length > 0 && all.length <= LISTED;
    this.#rest.textContent = all.length > LISTED ? `And ${all.length - LISTED} more` : diagnostics.isWatched ? "Nothing is wrong" : "";
    this.#look.hidden = diagnostics.isWatched;
    this.#mark();
  }

  #row(diagnostic) {
    const words = sentence(named(this.#session, diagnostic.message, this.#known));
    const text = make("button", { type: "button", className: "way", textContent: words, title: "Show where" });
    text.addEventListener("click", () => this.#choose(diagnostic));
    const row = note(this.#session, diagnostic, { known: this.#known, text });
    row.dataset.key = diagnostic.key;
    return row;
  }

  #mark() {
    for (const row of this.#list.children) {
      const isHere = row.dataset.key === this.#at;
      row.ariaCurrent = isHere ? "true" : null;
      if (isHere) row.scrollIntoView({ block: "nearest" });
    }
  }

  /** Learns what nodes are called that are not in sight. */
  async #read(diagnostics) {
    const { scene, document, request } = this.#session;
    const ids = new Set(diagnostics.flatMap(({ elements }) => elements?.nodes ?? []));
    const nodes = [...ids].filter((id) => !scene.nodes.has(id)).slice(0, LISTED);
    if (nodes.length === 0) return;
    const read = await request("document/read", { document, nodes, edges: [] }).catch(() => ({ nodes: [] }));
    for (const node of read.nodes) this.#known.set(node.id, node);
  }
}
