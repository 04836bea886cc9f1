// Comparing with what is saved or with another file: what is different, the way from one to the next, back, and as it is.

import { counted, say } from "./announcer.js";
import { toast } from "./controls.js";
import { make, pressed } from "./elements.js";
import { FloatingPanel, markRow } from "./floating.js";
import { nameAt, nameOf } from "./node-texts.js";
import { animated, session } from "./session.js";

export class Comparing {
  #panel;
  #count = make("p", { className: "note" });
  #list = make("ul", { className: "notes", ariaLabel: "Differences" });
  #file = make("input", { type: "file", hidden: true });
  /** The view that compares; null if none does. */
  #view = null;
  #isAsked = false;

  constructor() {
    const about = { id: "differenceList", title: "Differences", close: "Close the list of differences" };
    this.#panel = new FloatingPanel(about, () => this.#refresh(), this.#count, this.#list, this.#answers());
    this.#file.addEventListener("change", async () => {
      const [file] = this.#file.files;
      this.#file.value = "";
      if (file) await this.#begin({ text: await file.text() });
    });
    document.body.append(this.#file);
  }

  get isOn() {
    return this.#view !== null && this.#view === session.view;
  }

  compareSaved = () => {
    const { path } = session;
    if (path === undefined) return toast("The document is not saved anywhere yet", "bad");
    return this.#begin({ path });
  };

  compareFile = () => this.#file.click();

  end = async () => {
    this.#panel.close();
    if (!this.isOn) return;
    this.#view = null;
    await session.compare(null);
  };

  go = async (difference) => {
    if (!this.isOn) return say("Nothing is compared");
    await session.askView("view/focus", { difference, reveal: true, ...animated() });
    return this.#mark();
  };

  follow() {
    if (!this.isOn || !this.#panel.isShown || this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => this.#refresh());
  }

  async #begin(other) {
    if (!(await session.attempt(session.compare(other)))) return;
    this.#view = session.view;
    this.#panel.show();
  }

  #answers() {
    const answers = [
      ["Previous", () => this.go("previous")], ["Next", () => this.go("next")], ["Stop comparing", this.end],
      ["Restore all", () => this.isOn && this.#perform("document/restore")], ["Keep all", () => this.isOn && this.#perform("document/accept")],
    ];
    return make("div", { className: "answers" }, ...answers.map(([title, perform]) => pressed(title, perform, { className: "quiet" })));
  }

  async #perform(method, params = {}) {
    await session.askDocument(method, { view: session.view, ...params });
    await this.#refresh();
  }

  async #refresh() {
    this.#isAsked = false;
    if (!this.isOn) return;
    const listed = await session.askView("view/differences");
    if (!listed) return;
    const members = listed.members ? `, and of the document ${listed.members.map((pointer) => pointer.slice(1)).join(", ")}` : "";
    this.#count.textContent = listed.count === 0 && !members ? "Nothing is different" : `${counted(listed.count, "difference")}${members}`;
    this.#panel.fill(this.#list, listed.differences.map((one) => this.#row(one)));
    this.#mark();
  }

  /** A connection by its label, else by its ends; one that is gone has no texts, but it is drawn where it was. */
  #nameOfEdge(id) {
    const { nodes, edges } = session.scene;
    const { texts, label, path = "" } = edges.get(id) ?? {};
    const places = path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    const named = ([x, y]) => {
      const node = [...nodes.values()].find(({ handles = [] }) => handles.some((handle) => Math.hypot(handle.x - x, handle.y - y) < 2));
      return node && nameOf(session, node);
    };
    const [from, to] = [texts?.source ?? named(places.slice(0, 2)), texts?.target ?? named(places.slice(-2))];
    return label?.text ?? (from && to ? `${from} → ${to}` : `Connection ${id}`);
  }

  #row({ node, edge, difference }) {
    const name = node === undefined ? this.#nameOfEdge(edge) : nameAt(session, node);
    const text = pressed(`${name}: ${difference}`, () => this.choose({ node, edge }), { className: "way", title: "Show where" });
    const elements = node === undefined ? { edges: [edge] } : { nodes: [node] };
    const taking = (title, method) => {
      return pressed(title, () => this.isOn && this.#perform(method, { elements }), { className: "add", ariaLabel: `${title} ${name}` });
    };
    const buttons = [text, taking("Restore", "document/restore"), taking("Keep", "document/accept")];
    return make("li", { className: "difference", dataset: { key: keyOf({ node, edge }), difference } }, ...buttons);
  }

  async choose({ node, edge }) {
    const element = node === undefined ? { edge } : { node };
    await session.askView("view/focus", { ...element, reveal: true, ...animated() });
    this.#mark();
  }

  #mark() {
    markRow(this.#list, keyOf(session.scene.state.focus ?? {}));
  }
}

function keyOf({ node, edge }) {
  return node === undefined ? `edge ${edge}` : `node ${node}`;
}
