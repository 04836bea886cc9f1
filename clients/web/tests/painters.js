// Two painters of one session: one has nothing but frames, the other holds the document and asks for places.

const SIZE = { width: 640, height: 420 };
/** What frames carry besides places: see `view/open`. */
const FORMS = [
  { scene: "svg", carried: "offset", handles: "shared", values: true, problems: true, selectionIds: true, contents: true },
  {
    scene: "svg", margin: 20, values: true, problems: true, viewport: { x: 60, y: 40, zoom: 0.7 },
    contents: { nodes: ["/data/text", "/data/value"], edges: [] },
  },
];

/** The members of an object with others in place of some; null takes one away. */
function patched(object, changes) {
  const kept = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept);
}

/** What frames lead to, and nothing else. */
class Frames {
  items = { nodes: {}, edges: {} };
  state = {};
  sets = {};

  take(frame) {
    Object.assign(this.sets, frame.handleSets);
    for (const kind of ["nodes", "edges"]) {
      for (const id of frame.leave?.[kind] ?? []) delete this.items[kind][id];
      Object.assign(this.items[kind], frame.enter?.[kind]);
      for (const [id, changes] of Object.entries(frame.update?.[kind] ?? {})) {
        const item = this.items[kind][id];
        const contents = changes.contents && patched(item.contents, changes.contents);
        this.items[kind][id] = patched(item, { ...changes, ...(contents && { contents }) });
      }
    }
    const { leave, enter, update, handleSets, ...state } = frame;
    this.state = patched(this.state, state);
  }

  /** What is painted of a node besides its place. */
  node(item) {
    const { type, label, color, shape, collapsed, locked, selected, values = {}, problems = {}, contents = {} } = item;
    const data = contents["/data"] ?? { text: contents["/data/text"], value: contents["/data/value"] };
    return { type, label, color, shape, collapsed, locked, selected, values, problems, text: textOf(data) };
  }

  edge({ label, selected, problems = {}, color, animated }) {
    return { label: label?.text, selected, problems, color, animated };
  }

  get problems() {
    return this.state.problems ?? {};
  }
}

/** A document that is held, by what is read of it at first and each change after that. */
class Held {
  elements = { nodes: new Map(), edges: new Map() };
  values = {};
  diagnostics = {};
  selection = {};

  constructor(read) {
    this.types = read.types;
    for (const kind of ["nodes", "edges"]) for (const one of read[kind]) this.elements[kind].set(one.id, one);
  }

  change(change) {
    for (const kind of ["nodes", "edges"]) {
      for (const [id, own] of Object.entries(change[kind] ?? {})) {
        if (own === null) this.elements[kind].delete(id);
        else if (own.whole) this.elements[kind].set(id, own.whole);
        else {
          const one = { ...this.elements[kind].get(id), ...own.set };
          for (const name of own.unset ?? []) delete one[name];
          this.elements[kind].set(id, one);
        }
      }
    }
  }

  get problems() {
    return this.#problems(() => true);
  }

  node({ handles }, id) {
    const { type, label, data = {}, style = {}, shape, collapsed, locked } = this.elements.nodes.get(id);
    const own = this.types[type] ?? {};
    return {
      type, label: label ?? data.label, color: style.backgroundColor ?? style.background, shape: shape ?? own.shape, collapsed, locked,
      selected: this.selection.nodeIds.includes(id), values: this.#values(id, handles), text: textOf(data),
      problems: this.#problems(({ elements }) => elements?.nodes?.includes(id)),
    };
  }

  edge(item, id) {
    const { label, style = {}, animated } = this.elements.edges.get(id);
    return {
      label, color: style.stroke, animated, selected: this.selection.edgeIds.includes(id),
      problems: this.#problems(({ elements }) => elements?.edges?.includes(id)),
    };
  }

  #problems(isMeant) {
    const counts = { error: 0, warning: 0 };
    for (const one of Object.values(this.diagnostics)) if (one.severity in counts && isMeant(one)) counts[one.severity] += 1;
    return counts;
  }

  /** What flows from each source handle. */
  #values(id, handles) {
    const value = this.values[id];
    if (value === undefined) return {};
    if (value?.handles) return value.handles;
    const sources = handles.filter(({ type }) => type === "source").map((handle) => handle.id);
    return Object.fromEntries((sources.length > 0 ? sources : [""]).map((name) => [name, value]));
  }
}

function textOf({ text, value }) {
  return [text, value].filter((one) => one !== undefined).map(String).join(" ");
}

/** Paints what a scene shows; `holder` says what is painted besides places. Returns a hash of the pixels. */
function paint(context, scene, sets, holder) {
  const { zoom, x, y } = scene.viewport;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = "#f5f6fa";
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  context.setTransform(zoom, 0, 0, zoom, x, y);
  const rank = { container: 0, edge: 1, node: 2 };
  const items = (kind) => Object.entries(scene.items[kind]);
  const all = [
    ...items("nodes").map(([id, item]) => [item.container ? "container" : "node", id, item]),
    ...items("edges").map(([id, item]) => ["edge", id, item]),
  ].sort(([one, , a], [other, , b]) => a.z - b.z || rank[one] - rank[other] || a.order - b.order);
  for (const [kind, id, item] of all) {
    context.save();
    if (item.carried) context.translate(scene.gesture.by.x, scene.gesture.by.y);
    if (kind === "edge") paintEdge(context, item, holder.edge(item, id));
    else paintNode(context, item, sets, holder, id);
    context.restore();
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = "#000000";
  context.fillText(`${countsOf(holder)} ${JSON.stringify(scene.gesture ?? {})}`, 8, SIZE.height - 8);
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height);
  let hash = 0x811c9dc5;
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function paintNode(context, item, sets, holder, id) {
  const { x, y, width, height } = item;
  const handles = item.handles ?? sets[item.handleSet].map((one) => ({ ...one, x: one.x + x, y: one.y + y }));
  const look = holder.node({ ...item, handles }, id);
  context.fillStyle = look.color ?? (item.container ? "#e6e9f0" : "#ffffff");
  context.fillRect(x, y, width, height);
  [context.lineWidth, context.strokeStyle] = [look.selected ? 4 : 1, look.locked ? "#b86e00" : "#182135"];
  context.strokeRect(x, y, width, height);
  context.fillStyle = "#182135";
  const values = Object.entries(look.values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const lines = [`${look.type} ${look.label ?? ""} ${look.shape ?? ""} ${look.collapsed ? "collapsed" : ""}`, look.text, values.join(), countsOf(look)];
  lines.forEach((line, index) => context.fillText(line, x + 4, y + 12 + 14 * index));
  for (const handle of handles) {
    context.fillStyle = handle.type === "source" ? "#2563eb" : "#0d9488";
    context.fillRect(handle.x - 3, handle.y - 3, 6, 6);
    if (handle.label) context.fillText(handle.label, handle.x + 6, handle.y + 10);
  }
}

function paintEdge(context, item, look) {
  [context.lineWidth, context.strokeStyle] = [look.selected ? 4 : 2, look.color ?? "#7f8ca3"];
  context.setLineDash(look.animated ? [6, 4] : []);
  context.stroke(new Path2D(item.path));
  context.fillStyle = "#182135";
  if (item.label) context.fillText(look.label, item.label.x, item.label.y);
  context.fillText(countsOf(look), item.bounds.x, item.bounds.y);
}

function countsOf({ problems: { error = 0, warning = 0 } }) {
  return error + warning > 0 ? `${error} errors, ${warning} warnings` : "";
}

/** Park and Miller 1988. */
function seeded(state) {
  const below = (count) => (state = (state * 48271) % 2147483647) % count;
  return { below, of: (list) => list[below(list.length)] };
}

/** Something that a user or a program might do, as `[method, params]`; none for what makes no sense now. */
function anyAction(random, held, views, gesture) {
  const document = "d";
  const [ids, edges] = [[...held.elements.nodes.keys()], [...held.elements.edges.keys()]];
  const [node, other, edge] = [random.of(ids), random.of(ids), random.of(edges)];
  const view = random.of(views);
  const at = { x: random.below(SIZE.width), y: random.below(SIZE.height) };
  const by = { x: random.below(200) - 100, y: random.below(160) - 80 };
  const update = (patch, of = node) => ["node/update", { document, id: of, view, patch }];
  if (gesture && random.below(3) > 0) return ["gesture/update", { view: gesture, at }];
  if (gesture) return [random.below(4) ? "gesture/end" : "gesture/cancel", { view: gesture }];
  return random.of([
    () => ["node/insert", { document, view, node: { type: random.of(["message", "number", "add"]), position: at } }],
    () => ["edge/connect", { document, view, edge: { source: node, target: other, label: random.of(["yes", "no"]) } }],
    () => edge && ["edge/update", { document, id: edge, view, patch: { label: random.of(["one", null]), animated: random.below(2) === 1,
      style: random.of([{ stroke: "#be185d" }, null]) } }],
    () => update({ label: random.of(["Greeting", "Sum", null]), locked: random.below(6) === 0 }),
    () => update({ data: { text: random.of(["Hello", "Bye", ""]), value: random.below(50), buttons: [{ label: "Tea" }] } }),
    () => update({ style: random.of([{ backgroundColor: "#fde68a" }, null]), shape: random.of(["diamond", null]) }),
    () => update({ collapsed: random.below(2) === 1 }, ids.find((id) => held.elements.nodes.get(id).type === "group") ?? node),
    () => ["text/replace", { document, view, node: "ask", path: "/text", from: 0, to: 0, text: "So: " }],
    () => ["item/insert", { document, view, node: "ask", path: "/buttons", item: { label: random.of(["Coffee", "Neither"]) } }],
    () => ["node/move", { document, view, ids: [node], by }],
    () => ["node/resize", { document, view, id: node, width: 90 + random.below(150), height: 60 + random.below(80) }],
    () => ["group/create", { document, view, ids: [node, other] }],
    () => random.below(2) && ids.length > 5 && ["element/remove", { document, view, nodes: [node] }],
    () => edge && ["element/remove", { document, view, edges: [edge] }],
    () => edge && ["view/select", { view, nodes: [node, other], edges: [edge] }],
    () => ["view/pan", { view, by }],
    () => ["view/zoom", { view, by: random.of([0.8, 1.25]), at }],
    () => ["gesture/begin", { view, kind: "drag", at, nodes: [node, other] }],
    () => ["gesture/begin", { view, kind: "resize", at, node, corner: "bottomRight" }],
    () => ["gesture/begin", { view, kind: random.of(["marquee", "connect"]), at, node }],
    () => [random.of(["history/undo", "history/redo"]), random.of([{ document }, { document, view }])],
    () => [random.of(["history/undo", "history/redo"]), { document, view }],
  ])() || undefined;
}

/** Runs a session of so many steps; returns what was done, and the first step after which the pictures differ. */
async function session(connection, content, seed, steps) {
  const random = seeded(seed);
  const document = "d";
  const frames = new Map();
  connection.on("view/frame", (frame) => frames.get(frame.view).take(frame));
  await connection.request("initialize", { clientInfo: { name: "painters", version: "1" }, interactive: true });
  connection.notify("initialized");
  await connection.request("document/create", { document, content });
  const held = new Held(await connection.request("document/read", { document }));
  connection.on("document/changed", (change) => held.change(change));
  connection.on("document/evaluated", ({ values }) => (held.values = patched(held.values, values)));
  connection.on("document/diagnostics", ({ set, unset }) => {
    held.diagnostics = { ...patched(held.diagnostics, Object.fromEntries(unset.map((key) => [key, null]))), ...set };
  });
  await connection.request("document/watch", { document, values: true, diagnostics: true });
  const views = FORMS.map((_, index) => `v${index}`);
  for (const [index, view] of views.entries()) {
    frames.set(view, new Frames());
    await connection.request("view/open", { document, view, ...SIZE, ...FORMS[index] });
  }
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext("2d", { willReadFrequently: true });
  const [done, hashes] = [[], new Set()];
  for (let step = 0; step < steps; step++) {
    const gesture = views.find((view) => frames.get(view).state.gesture);
    const [method, params] = anyAction(random, held, views, gesture) ?? ["document/hash", { document }];
    const refusal = await connection.request(method, params).then(() => "", (refused) => refused.message);
    done.push({ method, params, refusal });
    for (const view of views) {
      const { sets = {}, handleSets = sets, enter = {}, ...state } = await connection.request("view/scene", { view });
      held.selection = (await connection.request("view/read", { view, selection: true })).selection;
      const scene = { ...state, items: { nodes: {}, edges: {}, ...enter } };
      const own = frames.get(view);
      const sent = { ...own.state, items: own.items };
      const [one, other] = [paint(context, sent, own.sets, own), paint(context, scene, handleSets, held)];
      if (one !== other) return { done, failed: { step, view, sent, scene } };
      hashes.add(one);
    }
  }
  return { done, pictures: hashes.size };
}
