// Comparing with what is saved or with another file: what is different, the way from one to the next, back, and as it is.

import { counted, say } from "./announcer.js";
import { sentence, toast } from "./controls.js";
import { make } from "./elements.js";
import { FloatingPanel } from "./floating.js";
import { nameOf } from "./node-texts.js";
import { animated } from "./session.js";

/** So many are listed. */
const LISTED = 200;

export class Comparing {
  #session;
  #panel;
  #count = make("p", { className: "note" });
  #list = make("ul", { className: "notes", ariaLabel: "Differences" });
  #file = make("input", { type: "file", hidden: true });
  /** The view that compares; null if none does. */
  #view = null;
  #isAsked = false;

  constructor(session) {
    this.#session = session;
    const about = { id: "differenceList", title: "Differences", close: "Close the list of differences" };
    this.#panel = new FloatingPanel(about, () => this.#refresh(), this.#count, this.#list, ...this.#answers());
    this.#file.addEventListener("change", async () => {
      const [file] = this.#file.files;
      this.#file.value = "";
      if (file) await this.#begin({ text: await file.text() });
    });
    document.body.append(this.#file);
  }

  get isOn() {
    return this.#view !== null && this.#view === this.#session.view;
  }

  compareSaved = () => {
    const { path } = this.#session;
    if (path === undefined) return toast("The document is not saved anywhere yet", "bad");
    return this.#begin({ path });
  };

  compareFile = () => this.#file.click();

  end = async () => {
    this.#panel.close();
    if (!this.isOn) return;
    this.#view = null;
    await this.#session.compare(null);
  };

  /** Goes to the next difference, or the one before. */
  go = async (difference) => {
    if (!this.isOn) return say("Nothing is compared");
    await this.#session.askView("view/focus", { difference, reveal: true, ...animated() });
    return this.#mark();
  };

  /** Hears that the document or the focus has changed. */
  follow() {
    if (!this.isOn || this.#panel.element.hidden || this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => this.#refresh());
  }

  async #begin(other) {
    try {
      await this.#session.compare(other);
      this.#view = this.#session.view;
      this.#panel.show();
    } catch (failure) {
      toast(sentence(failure.message), "bad");
    }
  }

  #answers() {
    const button = (textContent, perform) => {
      const made = make("button", { type: "button", className: "quiet", textContent });
      made.addEventListener("click", perform);
      return made;
    };
    return [
      make("div", { className: "answers" }, button("Previous", () => this.go("previous")), button("Next", () => this.go("next"))),
      make("div", { className: "answers" }, button("Restore all", () => this.#takeAll("document/restore")), button("Keep all", () => this.#takeAll("document/accept"))),
      button("Stop comparing", this.end),
    ];
  }

  /** A button that takes a difference back, or takes it as it is. */
  #taking(title, method, name, { node, edge }) {
    const made = make("button", { type: "button", className: "add", textContent: title, ariaLabel: `${title} ${name}` });
    const elements = node === undefined ? { edges: [edge] } : { nodes: [node] };
    made.addEventListener("click", () => this.isOn && this.#perform(method, { elements }));
    return made;
  }

  #takeAll(method) {
    return this.isOn && this.#perform(method, {});
  }

  async #perform(method, params) {
    await this.#session.askDocument(method, { view: this.#session.view, ...params });
    await this.#refresh();
  }

  async #refresh() {
    this.#isAsked = false;
    if (!this.isOn) return;
    const listed = await this.#session.askView("view/differences", { limit: LISTED });
    if (!listed) return;
    const members = listed.members ? `, and of the document ${listed.members.map((pointer) => pointer.slice(1)).join(", ")}` : "";
    this.#count.textContent = listed.count === 0 && !members ? "Nothing is different" : `${counted(listed.count, "difference")}${members}`;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...listed.differences.map((one) => this.#row(one)));
    if (hadFocus) this.#panel.element.focus();
    this.#mark();
  }

  /** What the node is called that has a handle at a place, also one that is gone: items of connections do not name their ends. */
  #nameAt(x, y) {
    const isThere = ({ handles = [] }) => handles.some((handle) => Math.hypot(handle.x - x, handle.y - y) < 2);
    const node = [...this.#session.scene.nodes.values()].find(isThere);
    return node && nameOf(this.#session, node);
  }

  /** A connection by its label, else by its ends. */
  #nameOfEdge(id) {
    const { scene } = this.#session;
    const { label, path = "" } = scene.edges.get(id) ?? {};
    const places = path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    const [from, to] = [places.slice(0, 2), places.slice(-2)].map(([x, y]) => this.#nameAt(x, y));
    return label?.text ?? (from && to ? `${from} → ${to}` : `Connection ${id}`);
  }

  #row({ node, edge, difference }) {
    const item = node === undefined ? null : this.#session.scene.nodes.get(node);
    const name = node === undefined ? this.#nameOfEdge(edge) : item ? nameOf(this.#session, item) : node;
    const text = make("button", { type: "button", className: "way", textContent: `${name}: ${difference}`, title: "Show where" });
    const [restore, keep] = [["Restore", "document/restore"], ["Keep", "document/accept"]].map(([title, method]) => this.#taking(title, method, name, { node, edge }));
    const row = make("li", { className: "difference", dataset: { key: keyOf({ node, edge }), difference } }, text, restore, keep);
    text.addEventListener("click", () => this.choose({ node, edge }));
    return row;
  }

  /** Shows a difference and gives it the focus. */
  async choose({ node, edge }) {
    const element = node === undefined ? { edge } : { node };
    await this.#session.askView("view/focus", { ...element, reveal: true, ...animated() });
    this.#mark();
  }

  #mark() {
    const key = keyOf(this.#session.scene.state.focus ?? {});
    for (const row of this.#list.children) {
      const isHere = row.dataset.key === key;
      row.ariaCurrent = isHere ? "true" : null;
      if (isHere) row.scrollIntoView({ block: "nearest" });
    }
  }
}

function keyOf({ node, edge }) {
  return node === undefined ? `edge ${edge}` : `node ${node}`;
}
