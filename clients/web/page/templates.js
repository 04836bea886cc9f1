// What a new document may begin with: types of nodes, settings and a first node.

const at = (side, id, type, more = {}) => ({ id, type, position: side, ...more });
/** Another connection takes the place of the one that is there. */
const one = { limit: 1, whenFull: "replace" };
const [before, behind] = [at("left", "in", "target"), at("right", "out", "source", one)];
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
    handlesFrom: [{ path: "/buttons", type: "source", position: "right", labelMember: "text", ...one, start: 58, step: 20 }],
    heightFrom: { path: "/buttons", base: 84, step: 20 },
    schema: said({ buttons: { type: "array", items: BUTTON } }),
  },
  condition: {
    role: "condition", color: "#b45309", shape: "diamond", defaultSize: size(200, 84), defaultData: { condition: "true" },
    handles: [before, at("right", "true", "source", { label: "yes", offset: 0.3, ...one }), at("right", "false", "source", { label: "no", offset: 0.7, ...one })],
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

/** A sum to begin with. */
const SUM = {
  nodes: [
    { id: "one", type: "number", label: "One number", position: { x: 0, y: 0 }, data: { value: 2 } },
    { id: "other", type: "number", label: "Another", position: { x: 0, y: 100 }, data: { value: 3 } },
    { id: "sum", type: "add", label: "Sum", position: { x: 240, y: 50 } },
    { id: "result", type: "result", label: "Result", position: { x: 480, y: 50 } },
  ],
  edges: [["one", "sum", "a"], ["other", "sum", "b"], ["sum", "result", "in"]].map(([source, target, targetHandle]) => {
    return { id: `${source}-${target}`, source, sourceHandle: "out", target, targetHandle };
  }),
};

/** What people expect who draw by hand. */
const BY_HAND = { snapToGuides: true, bendEdges: true, insertIntoEdges: true };

/** What people write beside the graph. */
const NOTE = {
  color: "#a16207", handles: [], defaultSize: size(180, 84), defaultData: { text: "" }, sizeFrom: { label: "/data/text", maxWidth: 240, padding: 12 },
  schema: { type: "object", properties: { text: { type: "string" } } },
};

const [BLUE, GREEN, VIOLET, RED, AMBER, TEAL] = ["#2563eb", "#16a34a", "#7c3aed", "#dc2626", "#b45309", "#0d9488"];
const box = (x, y, width, height) => `M${x + 3} ${y}h${width - 6}a3 3 0 0 1 3 3v${height - 6}a3 3 0 0 1 -3 3h${6 - width}a3 3 0 0 1 -3 -3v${6 - height}a3 3 0 0 1 3 -3z`;

/** By name: `{title, content, picture}`; pictures are of 120 × 80. */
export const TEMPLATES = {
  dialog: {
    title: "Dialog", content: { types: { ...DIALOG, note: NOTE }, settings: BY_HAND, nodes: first("start") },
    picture: {
      edges: "M27 40h12M69 36c8 0 4 -17 12 -17M69 44c8 0 4 17 12 17",
      colored: [[GREEN, box(5, 34, 22, 12)], [VIOLET, box(39, 27, 30, 26)], [BLUE, box(81, 10, 32, 18)], [BLUE, box(81, 52, 32, 18)]],
    },
  },
  calculator: {
    title: "Calculator", content: { types: { ...CALCULATOR, note: NOTE }, settings: { ...BY_HAND, allowCycles: false }, ...SUM },
    picture: {
      edges: "M35 20c8 0 6 15 14 15M35 60c8 0 6 -15 14 -15M73 40h14M59 40h8M63 36v8",
      colored: [[TEAL, box(7, 11, 28, 18)], [TEAL, box(7, 51, 28, 18)], [RED, box(49, 29, 24, 22)], [BLUE, box(87, 31, 26, 18)]],
    },
  },
  flowchart: {
    title: "Flowchart", content: { types: { ...FLOWCHART, note: NOTE }, settings: { ...BY_HAND, defaultEdgeType: "smoothStep" }, nodes: first("start") },
    picture: {
      edges: "M46 14v9M46 51v10M63 37h15",
      colored: [[GREEN, box(31, 3, 30, 11)], [AMBER, "M46 23l17 14-17 14-17-14z"], [RED, box(31, 61, 30, 12)], [BLUE, box(78, 29, 34, 16)]],
    },
  },
  tree: {
    title: "Tree", content: { types: TREE, settings: { ...BY_HAND, allowCycles: false, defaultEdgeType: "smoothStep" }, nodes: first("topic", "Root") },
    picture: {
      edges: "M60 19v8M32 34v-7h56v7M18 57v-5h28v5M32 52v-5M88 47v10",
      colored: [[TEAL, box(46, 6, 28, 13)], ...[[20, 34], [76, 34], [6, 57], [34, 57], [76, 57]].map(([x, y]) => [TEAL, box(x, y, 24, 13)])],
    },
  },
  empty: { title: "Blank", content: { settings: BY_HAND }, picture: { edges: "M60 31v18M51 40h18M26 14h68v52h-68z" } },
};

/** The tile that asks for a file. */
export const OPEN = { title: "Open a file", picture: { edges: "M36 60v-38h17l6 7h25v7M36 60l9 -24h47l-9 24z" } };
