// The one document that a window shows, its view, and the conversation with the server about them. Nothing is edited here.

import { BoundKeys } from "./chords.js";
import { Connection } from "./client/connection.js";
import { CONTENTS } from "./node-texts.js";
import { Diagnostics } from "./diagnostics.js";
import { NodeTypes } from "./types.js";
import { Scene } from "./scene.js";
import { isMotionReduced } from "./motion.js";
import { Values } from "./values.js";
import { isNarrow, margins } from "./margins.js";
import { colorOf, guestOf, ownName } from "./others.js";
import { keep, kept, store, stored } from "./storage.js";
import { historyOf } from "./client/replica.js";
import { webSocket } from "./client/web-socket.js";

/** Nearer than this all of a node can be read, and of its name enough. */
const [READABLE, LEGIBLE] = [0.75, 0.4];

/** A document of so many nodes is begun where it begins, where a narrow window could show all of it only too small to be read. */
const FEW = 500;

/** What the buttons zoom to. */
const STEPS = [0.02, 0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 2, 3, 4];

class Session {
  scene = new Scene();
  types = new NodeTypes();
  /** The types of edges that the document describes, by name. */
  edgeTypes = {};
  values;
  diagnostics;
  keys = new BoundKeys({});
  /** What settings are where a document says nothing of them. */
  defaults = {};
  /** The settings that the document has itself. */
  settings = {};
  /** The formats of the server: `{name, reads, writes}`. */
  formats = [];
  history = {};
  document = null;
  view = null;
  name = "";
  /** What the document itself is called; empty for nothing. */
  title = "";
  /** Below the server's folder; undefined for a document that has no file there. */
  path = undefined;
  /** The process that edits the file where that is another one: `{process, host}`. The document is only shown then. */
  lockedBy = null;
  /** The type of which a node was added last in this window. */
  usedType = undefined;
  /** What this window has of its own in place of settings, as `view/update` takes it: the tool, and what the hand is used to. */
  own = JSON.parse(stored("hand") ?? "{}");
  /** The number of this window where windows share a server; undefined for a window with its own. */
  #window;
  /** The edits, which say what view they come from, so that undo there takes them back. */
  #edits;
  #connection;
  /** The text that is open in a field: `{shared, node, path}`. */
  #text = null;
  /** What is open for editing, as the frames say it. */
  #editing = null;
  #heard = [];
  /** Settles when the types and settings are known that were changed last. */
  #taken;
  #views = 0;
  /** Asks soon which steps are this window's own; undefined if that is not due. */
  #asking;

  /**
   * What the page hears: `frame(frame)`, `event(event)`, `history()`, `types()`, `values()`, `diagnostics()`, `trail()`, `refused(message, data)`, `changedOnDisk()` when another program or window has written the
   * file, `ended(why)`, `changed(change)` after the document was changed, `locked()` when it may be edited or no longer.
   */
  hears = {};

  constructor() {
    this.on("document/changed", (change) => this.#follow(change));
    this.on("document/reset", () => this.#readTypes());
    this.on("document/history", ({ history }) => this.#setHistory(history));
    this.on("document/saved", () => this.#setHistory({ ...this.history, dirty: false }));
    this.on("document/changedOnDisk", () => this.hears.changedOnDisk());
    this.on("document/editable", () => this.#setLock({}));
    this.on("document/journal", ({ lockedBy }) => lockedBy && this.#setLock({ readOnly: true, lockedBy }));
    const touched = (hear) => (nodes) => {
      for (const id of nodes) this.scene.touch(this.scene.nodes.get(id));
      hear();
    };
    this.values = new Values(this, touched(() => this.hears.values()));
    this.diagnostics = new Diagnostics(this, touched(() => this.hears.diagnostics()));
  }

  /** Calls `handler` with the parameters of notifications of that name which are about the document. */
  on(method, handler) {
    this.#heard.push([method, handler]);
  }

  hear(method, params) {
    if (params.document !== this.document) return;
    for (const [heard, handler] of this.#heard) if (heard === method) handler(params);
  }

  /** Opens the conversation, and the document that the bridge names; returns what `open` does. */
  async start() {
    const opening = await (await fetch("opening.json")).json();
    const address = `ws://${location.host}${location.pathname}socket`;
    const connection = new Connection(await webSocket(address));
    connection.closed.then(({ message }) => this.hears.ended(message));
    this.#connection = connection;
    connection.on("view/frame", (frame) => this.receive(frame));
    connection.on("view/event", (event) => {
      if (event.view === this.view) this.hears.event(event);
    });
    connection.on("server/failed", ({ error }) => this.hears.refused(error.message));
    for (const method of new Set(this.#heard.map(([method]) => method))) connection.on(method, (params) => this.hear(method, params));
    const clientInfo = { name: "nodewire-web", version: "1.0.0" };
    const { settings, capabilities } = await connection.request("initialize", { clientInfo, interactive: true });
    this.keys = new BoundKeys(settings.keyBindings);
    this.defaults = settings;
    this.formats = capabilities.formats ?? [];
    connection.notify("initialized");
    this.#window = opening.window;
    this.#edits = new Set(opening.edits);
    return this.#openAgain(opening);
  }

  /** A window that is loaded again shows the file that it showed before, if that can be opened. */
  async #openAgain(opening) {
    const path = kept();
    // It may have gone.
    const again = path && path !== opening.path && (await this.open({ name: path.split("/").pop(), path }).catch(() => null));
    return again || this.open(opening);
  }

  /** Whether edits are refused, because another process has the file. */
  get isReadOnly() {
    return this.lockedBy !== null;
  }

  /** Whether other windows may have the same document. */
  get isShared() {
    return this.#window !== undefined;
  }

  /** What other windows show of themselves, by view. */
  get others() {
    return this.scene.state.presence ?? {};
  }

  /** Lets the other windows know what this one's user is called. */
  showPresence() {
    if (!this.isShared || !this.view) return;
    this.send("view/presence", { color: colorOf(this.#window), name: ownName() || guestOf(this.#window) });
  }

  /**
   * Opens a document, given as `{name, path}`, `{name, text}` or for a new one `{name, content}`, in place of the one
   * before; a text may have a `path` where it will be saved; returns what the server says of it: `{losses, recovered, …}`.
   *
   * It is shown at `viewport`, else as its file says, unless that shows nothing of it or was meant for a wider window; with `start`
   * where it begins, if the whole could not be read.
   */
  async open({ name, path, text, content, document: shared, viewport: wanted, start }) {
    const { request } = this;
    // It may become narrow, or wide, meanwhile.
    const wasNarrow = isNarrow();
    const opened = content
      ? await request("document/create", { content })
      : await request("document/open", text === undefined ? { path } : { text, document: shared });
    const { document } = opened;
    // Another window may have edited it before, or the server has brought back what was not saved.
    const [read, history] = await Promise.all([this.#read(document), request("history/list", { document }).then(historyOf)]);
    const [oldDocument, oldView] = [this.document, this.view];
    Object.assign(this, { name, path, document, view: this.#nextView(), scene: new Scene() });
    keep(path);
    this.#setHistory(history);
    this.#setLock(opened);
    this.#take(read);
    this.diagnostics.open(opened.nodes + opened.edges);
    const { view } = this;
    const { viewport } = await this.#openView(wanted && { viewport: wanted });
    const isUnset = !wanted && (wasNarrow || (viewport.x === 0 && viewport.y === 0));
    const isEmpty = this.scene.inSight(innerWidth, innerHeight).nodes === 0;
    if (opened.nodes > 0 && (isUnset || isEmpty)) await this.fit({});
    const { zoom } = this.scene.state.viewport;
    const isUnread = wasNarrow && isUnset && opened.nodes <= FEW && zoom < LEGIBLE;
    if (isUnread || (start && zoom < READABLE)) await this.#showStart();
    if (oldDocument) {
      await request("view/close", { view: oldView });
      await request("document/close", { document: oldDocument, discard: true });
    }
    return opened;
  }

  /** Shows where a document begins, and what comes next, so that it can be read: where its dialog does, else at the left. */
  async #showStart() {
    const { nodes, edges } = await this.request("document/read", { document: this.document });
    const isStart = (type) => type === "start" || this.types.declared(type)?.role === "start";
    const rankOf = ({ type, parentId }) => (isStart(type) ? 0 : parentId ? 2 : 1);
    const [first] = nodes.sort((one, other) => rankOf(one) - rankOf(other) || one.position.x - other.position.x || one.position.y - other.position.y);
    const next = edges.find(({ source }) => source === first.id)?.target ?? first.id;
    await this.askView("view/fit", { ids: [first.id, next], minZoom: READABLE, padding: margins() });
  }

  /** Opens the view of the document; its frames come before the answer. */
  async #openView(more) {
    const { document, view } = this;
    const size = { width: innerWidth, height: innerHeight };
    const params = { document, view, scene: "svg", carried: "offset", contents: CONTENTS, texts: true, links: true, selectionFrame: true, ...size, ...more };
    if (this.isShared) params.presence = true;
    const opened = await this.request("view/open", params);
    this.showPresence();
    if (Object.keys(this.own).length > 0) this.askView("view/update", this.own);
    return opened;
  }

  /** Takes a tool or settings for this window alone; null gives back what the document says. Another window begins with the settings. */
  hold(own) {
    const kept = Object.entries({ ...this.own, ...own }).filter(([, value]) => value !== null);
    this.own = Object.fromEntries(kept);
    store("hand", JSON.stringify({ ...this.own, tool: undefined }));
    return this.askView("view/update", own);
  }

  /** Shows the document in a view that compares it with other content, in place of the one before; null ends that. */
  async compare(other) {
    const { view, scene } = this;
    const { viewport } = scene.state;
    Object.assign(this, { view: this.#nextView(), scene: new Scene() });
    try {
      await this.#openView({ viewport, ...(other && { compare: { with: other } }) });
    } catch (refusal) {
      Object.assign(this, { view, scene });
      throw refusal;
    }
    await this.request("view/close", { view });
    return true;
  }

  request = async (method, params) => {
    const isEdit = this.view && params?.document === this.document && this.#edits.has(method);
    return this.#connection.request(method, isEdit ? { view: this.view, ...params } : params);
  };

  /** The name of the next view; windows that share a server each have their own. */
  #nextView() {
    return `page-${this.isShared ? `${this.#window}-` : ""}${++this.#views}`;
  }

  /** What something that was asked for comes to; a refusal is shown, and the result is null. */
  attempt(asked) {
    return asked.catch((refusal) => this.refuse(refusal.message, refusal.data) ?? null);
  }

  /** Sends the request of a button or a menu, as an attempt. */
  ask(method, params) {
    return this.attempt(this.request(method, params));
  }

  refuse(message, data) {
    this.hears.refused(message, data);
    return undefined;
  }

  askDocument(method, params) {
    return this.ask(method, { document: this.document, ...params });
  }

  /** Performs edits as a step whose label says what they change; returns the result of the first. A refusal is thrown. */
  async edit(label, edits, more = {}) {
    const { results, revision } = await this.request("document/edit", { document: this.document, label, edits, ...more });
    // The types that it has changed are known, too.
    await this.#taken;
    return { ...results[0], revision };
  }

  /** The same of one edit, but a refusal is shown, and the result is null. */
  async askEdit(label, method, params) {
    return (await this.askDocument("document/edit", { label, edits: [{ method, params }] }))?.results[0] ?? null;
  }

  askView(method, params) {
    return this.ask(method, { view: this.view, ...params });
  }

  /** Sends the view a message that needs no reply. */
  send = (method, params) => {
    if (this.view) this.#connection.notify(method, { view: this.view, ...params });
  };

  /** Shows everything in what is free of the canvas. */
  async fit(how = animated()) {
    const { canvas } = await this.request("view/bounds", { view: this.view, of: "all" });
    return this.askView("view/fit", { padding: margins(canvas?.width > 0 && canvas.height > 0 ? canvas : undefined), ...how });
  }

  /** Brings elements into what is free of the canvas; those that have gone stay out of sight. */
  reveal(elements, how = {}) {
    return this.request("view/reveal", { view: this.view, padding: margins(), ...elements, ...how }).catch(() => {});
  }

  /** Zooms to the next round step; `way` is 1 for in, −1 for out. */
  step(way) {
    const { zoom } = this.scene.state.viewport;
    const to = way > 0 ? STEPS.find((step) => step > zoom * 1.01) : STEPS.findLast((step) => step < zoom * 0.99);
    return to && this.zoom({ to });
  }

  zoom(how) {
    return this.askView("view/zoom", { ...how, ...animated() });
  }

  /** A setting as it is in force. */
  setting(name) {
    return this.own[name] ?? this.settings[name] ?? this.defaults[name];
  }

  async selected() {
    const { selection } = await this.request("view/read", { view: this.view, list: true });
    return selection;
  }

  /** Brings in what others have written into the file; what is not saved here stays. Returns what was left out of it. */
  async refresh() {
    const { document, lockedBy } = this;
    const { readOnly, repaired } = await this.request("document/refresh", { document });
    if (document === this.document) this.#setLock({ readOnly, lockedBy: lockedBy ?? undefined });
    return repaired;
  }

  #setLock({ readOnly, lockedBy = {} }) {
    this.lockedBy = readOnly ? lockedBy : null;
    this.hears.locked();
  }

  /**
   * Writes the document to a path below the server's folder; `options` are those of `document/save`: `overwrite`,
   * `acceptLosses` and the `format` that the user has chosen.
   */
  async save(path, options = {}) {
    const { document } = this;
    await this.request("document/save", { document, path, ...options });
    Object.assign(this, { path, name: path.split("/").pop() });
    keep(path);
    this.#setLock({});
  }

  #readTypes() {
    // The document may have been closed.
    this.#taken = this.#read(this.document).then((read) => this.#take(read), () => {});
  }

  /** What of a document is no node and no edge, and one of these. */
  #read(document) {
    return this.request("document/read", { document, limit: 1 });
  }

  #take(read) {
    this.settings = read.settings ?? {};
    this.keys.own = this.settings.keyBindings;
    this.types.declare(read.types ?? {}, this.setting("edgeGeometry"));
    const { edgeTypes = {}, title } = read.content ?? {};
    Object.assign(this, { edgeTypes, title: typeof title === "string" ? title : "" });
    this.values.watch();
    this.hears.types();
  }

  /** Lets a field hear of what is written in a text; it may be refused, where there is none. */
  async openText(shared, { node, path, selection }) {
    this.#text = { shared, node, path };
    await this.request("view/edit", { view: this.view, node, path, selection }).catch(() => {});
  }

  /** Closes the text of a field, if it is the one that is open; without a field, whatever is open, as something else will be. */
  closeText(shared) {
    if (shared && this.#text?.shared !== shared) return;
    this.#text = null;
    if (shared) this.send("view/edit", {});
  }

  receive(frame) {
    if (frame.view !== this.view) return;
    const { others } = this;
    this.scene.apply(frame);
    // Steps of a window that has gone are everybody's.
    if (Object.entries(frame.presence ?? {}).some(([view, state]) => !state || !others[view])) this.#askOwn();
    if (frame.selection) this.diagnostics.follow(this.scene);
    if (frame.editing !== undefined) this.#editing = frame.editing;
    const { shared, node, path } = this.#text ?? {};
    if (frame.typed && shared && this.#editing?.node === node && this.#editing.path === path) shared.hear(frame.typed);
    this.hears.frame(frame);
  }

  #follow(change) {
    // One that has gone is null.
    if (["types", "settings", "content"].some((member) => change[member] !== undefined)) this.#readTypes();
    if (change.history) this.#setHistory(change.history);
    this.hears.changed(change);
  }

  #setHistory(history) {
    const isAlone = Object.keys(this.others).length === 0;
    this.history = isAlone ? history : { ...this.history, dirty: history.dirty };
    this.hears.history();
    if (!isAlone) this.#askOwn();
  }

  /** Learns which steps undo and redo take in this window. Many changes are one question. */
  #askOwn() {
    this.#asking ??= setTimeout(async () => {
      this.#asking = undefined;
      const { document, view } = this;
      // Both may have been closed.
      const listed = await this.request("history/list", { document, view }).catch(() => null);
      if (!listed || view !== this.view) return;
      this.history = { ...historyOf(listed), dirty: this.history.dirty };
      this.hears.history();
    }, 50);
  }
}

export const session = new Session();

/** The parameter that lets the server say how to move there. */
export function animated() {
  return isMotionReduced() ? {} : { animate: true };
}
