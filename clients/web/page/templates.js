// What a new document may begin with: types of nodes, settings and a first node.

const at = (side, id, type, more = {}) => ({ id, type, position: side, ...more });
const [before, behind] = [at("left", "in", "target"), at("right", "out", "source")];
const size = (width, height) => ({ width, height });

const SAID = { type: "string", description: "What the bot says; {{name}} stands for the value of a variable." };
const said = (properties = {}, required = ["text"]) => ({ type: "object", required, properties: { text: SAID, ...properties } });
const BUTTON = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 }, condition: { type: "string" } } };

const DIALOG = {
  start: { role: "start", color: "#16a34a", handles: [behind], defaultSize: size(150, 44) },
  message: {
    role: "message", color: "#2563eb", handles: [before, behind], defaultSize: size(200, 84), defaultData: { text: "" },
    sizeFrom: { label: "/data/text", maxWidth: 240, padding: 12 },
    schema: said({ input: { type: "string", description: "The variable that takes the answer." } }),
  },
  choice: {
    role: "choice", color: "#7c3aed", handles: [before], defaultSize: size(200, 84), defaultData: { text: "", buttons: [] },
    handlesFrom: [{ path: "/buttons", type: "source", position: "right", labelMember: "text", start: 58, step: 20 }],
    heightFrom: { path: "/buttons", base: 84, step: 20 },
    schema: said({ buttons: { type: "array", items: BUTTON } }),
  },
  condition: {
    role: "condition", color: "#b45309", shape: "diamond", defaultSize: size(200, 84), defaultData: { condition: "true" },
    handles: [before, at("right", "true", "source", { label: "yes", offset: 0.3 }), at("right", "false", "source", { label: "no", offset: 0.7 })],
    schema: {
      type: "object", required: ["condition"],
      properties: { condition: { type: "string", minLength: 1, description: "An expression over the variables." } },
    },
  },
  action: {
    role: "action", color: "#475569", handles: [before, behind], defaultSize: size(200, 84), defaultData: { actions: [] },
    schema: { type: "object", required: ["actions"], properties: { actions: { type: "array", items: { type: "string" } } } },
  },
  end: { role: "end", color: "#dc2626", handles: [before], defaultSize: size(150, 44), schema: said({}, []) },
};

const number = (side, id, type, more) => at(side, id, type, { dataType: "number", ...more });
const one = { limit: 1, whenFull: "replace" };
const result = number("right", "out", "source");
const both = [number("left", "a", "target", { offset: 0.333, ...one }), number("left", "b", "target", { offset: 0.667, ...one })];
const operation = (computed) => ({ computed, handles: [...both, result], defaultSize: size(160, 60) });

const CALCULATOR = {
  number: {
    computed: "data.value", handles: [result], defaultSize: size(160, 60), defaultData: { value: 0 },
    schema: { type: "object", required: ["value"], properties: { value: { type: "number" } } },
  },
  add: operation("a + b"),
  subtract: operation("a - b"),
  multiply: operation("a * b"),
  divide: operation("a / b"),
  result: { computed: "in", handles: [number("left", "in", "target", one)], defaultSize: size(160, 60) },
};

const down = [at("top", "in", "target"), at("bottom", "out", "source")];
const NOTED = { properties: { note: { type: "string" } } };

const FLOWCHART = {
  start: { shape: "capsule", color: "#16a34a", handles: down.slice(1), defaultSize: size(150, 44) },
  step: { color: "#2563eb", handles: down, defaultSize: size(180, 60), schema: NOTED, sizeFrom: { label: "/label", maxWidth: 220, padding: 14 } },
  decision: {
    shape: "diamond", color: "#b45309", defaultSize: size(200, 90),
    handles: [down[0], at("bottom", "yes", "source", { label: "yes" }), at("right", "no", "source", { label: "no" })], schema: NOTED,
  },
  end: { shape: "capsule", color: "#dc2626", handles: down.slice(0, 1), defaultSize: size(150, 44) },
};

const TREE = { topic: { color: "#0d9488", handles: [at("top", "in", "target", { limit: 1 }), down[1]], defaultSize: size(160, 60), schema: NOTED } };

const first = (type, label) => [{ id: type, type, ...(label && { label }), position: { x: 0, y: 0 } }];

/** What people expect who draw by hand. */
const BY_HAND = { snapToGuides: true, bendEdges: true, insertIntoEdges: true };

/** What people write beside the graph. */
const NOTE = {
  color: "#a16207", handles: [], defaultSize: size(180, 84), defaultData: { text: "" }, sizeFrom: { label: "/data/text", maxWidth: 240, padding: 12 },
  schema: { type: "object", properties: { text: { type: "string" } } },
};

/** By name: `{title, content}`. */
export const TEMPLATES = {
  dialog: { title: "Dialog", content: { types: { ...DIALOG, note: NOTE }, settings: BY_HAND, nodes: first("start") } },
  calculator: { title: "Calculator", content: { types: { ...CALCULATOR, note: NOTE }, settings: { ...BY_HAND, allowCycles: false }, nodes: [] } },
  flowchart: { title: "Flowchart", content: { types: { ...FLOWCHART, note: NOTE }, settings: { ...BY_HAND, defaultEdgeType: "smoothStep" }, nodes: first("start") } },
  tree: { title: "Tree", content: { types: TREE, settings: { ...BY_HAND, allowCycles: false, defaultEdgeType: "smoothStep" }, nodes: first("topic", "Root") } },
  empty: { title: "Blank", content: { settings: BY_HAND } },
};
