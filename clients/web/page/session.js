// One document in one view, and the conversation with the server about it. Nothing is edited here.

import { BoundKeys } from "./input.js";
import { Connection } from "./connection.js";
import { Details } from "./details.js";
import { Scene } from "./scene.js";
import { TypeLook, spelled } from "./theme.js";

/** What a fitted view leaves free for the bars at its borders, in a wide window and a narrow one. */
const PADDING = { top: "24px", right: "48px", bottom: "56px", left: "216px" };
const NARROW_PADDING = { top: "76px", right: "18px", bottom: "128px", left: "18px" };

function padding() {
  return matchMedia("(max-width: 720px)").matches ? NARROW_PADDING : PADDING;
}

export class Session {
  scene = new Scene();
  details = new Details((nodes) => {
    for (const id of nodes) this.scene.touch(this.scene.nodes.get(id));
    this.#hears.painted();
  });
  types = Object.assign(new TypeLook(), { title: (name) => this.titles[name]?.label ?? spelled(name) });
  keys = new BoundKeys({});
  /** The document's node types by name, and its history as last told. */
  titles = {};
  history = {};
  document = null;
  view = null;
  name = "";
  /** Below the server's folder; undefined for a document that has no file there. */
  path = undefined;
  #connection;
  #hears;
  #views = 0;

  /**
   * `hears` is told: `frame(frame)`, `event(event)`, `history()`, `types()`, `painted()` when something else is to be
   * painted, `refused(message)`, `ended(why)`.
   */
  constructor(hears) {
    this.#hears = hears;
  }

  /** Opens the conversation, and the document that the bridge names. */
  async start() {
    const opening = await (await fetch("opening.json")).json();
    const address = `ws://${location.host}${location.pathname}socket`;
    const connection = await Connection.open(address, (why) => this.#hears.ended(why));
    this.#connection = connection;
    connection.on("view/frame", (frame) => this.receive(frame));
    connection.on("view/event", (event) => {
      if (event.view === this.view) this.#hears.event(event);
    });
    connection.on("document/changed", (change) => this.#follow(change));
    connection.on("document/reset", () => this.#readTypes());
    connection.on("document/saved", () => this.#setHistory({ ...this.history, dirty: false }));
    connection.on("server/failed", ({ error }) => this.#hears.refused(error.message));
    const clientInfo = { name: "nodewire-web", version: "1.0.0" };
    const { settings } = await connection.request("initialize", { clientInfo });
    this.keys = new BoundKeys(settings.keyBindings);
    connection.notify("initialized");
    await this.open(opening);
  }

  /** Opens a document, given as `{name, path}` or `{name, text}`, in place of the one before; returns what was lost. */
  async open({ name, path, text }) {
    const { request } = this;
    const opened = await request("document/open", path === undefined ? { text } : { path });
    const [oldDocument, oldView] = [this.document, this.view];
    Object.assign(this, { name, path, document: opened.document, view: `page-${++this.#views}`, scene: new Scene() });
    this.details.clear();
    this.#setHistory({});
    await this.#readTypes();
    const { document, view } = this;
    const params = { document, view, scene: "svg", carried: "offset", width: innerWidth, height: innerHeight };
    const { viewport } = await request("view/open", params);
    if (viewport.x === 0 && viewport.y === 0) await this.ask("view/fit", { view, padding: padding() });
    if (oldDocument) {
      await request("view/close", { view: oldView });
      await request("document/close", { document: oldDocument, discard: true });
    }
    return opened.losses;
  }

  request = (method, params) => this.#connection.request(method, params);

  /** Sends a request that a button or a menu asks for; a refusal is told, and the answer is null. */
  async ask(method, params) {
    try {
      return await this.request(method, params);
    } catch (refusal) {
      this.#hears.refused(refusal.message);
      return null;
    }
  }

  askDocument(method, params) {
    return this.ask(method, { document: this.document, ...params });
  }

  askView(method, params) {
    return this.ask(method, { view: this.view, ...params });
  }

  /** Tells the view something that needs no answer. */
  send = (method, params) => {
    if (this.view) this.#connection.notify(method, { view: this.view, ...params });
  };

  fit() {
    return this.askView("view/fit", { padding: padding(), ...animated() });
  }

  zoom(how) {
    return this.askView("view/zoom", { ...how, ...animated() });
  }

  async selected() {
    const { selection } = await this.request("view/read", { view: this.view, selection: true });
    return selection;
  }

  /** Writes the document to a path below the server's folder; true if it was. */
  async save(path) {
    const saved = await this.askDocument("document/save", { path });
    if (saved) Object.assign(this, { path, name: path.split("/").pop() });
    return Boolean(saved);
  }

  async #readTypes() {
    const read = await this.request("document/read", { document: this.document, limit: 1 });
    this.titles = read.types ?? {};
    this.keys.own = read.settings?.keyBindings;
    this.types.declare(this.titles);
    this.#hears.types();
  }

  receive(frame) {
    if (frame.view !== this.view) return;
    this.scene.apply(frame);
    if (frame.enter?.nodes && this.scene.state.level === "items") {
      this.details.want(Object.keys(frame.enter.nodes), this.#connection, this.document);
    }
    this.#hears.frame(frame);
  }

  #follow(change) {
    if (change.document !== this.document) return;
    this.details.follow(change.nodes);
    if (change.types || change.settings) this.#readTypes();
    if (change.history) this.#setHistory(change.history);
  }

  #setHistory(history) {
    this.history = history;
    this.#hears.history();
  }
}

function animated() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? {} : { animate: true };
}
