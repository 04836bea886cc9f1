// A dialog that is run: what was said, what may be answered, the way back.

import { counted } from "./announcer.js";
import { sentence } from "./controls.js";
import { canvas, iconButton, make, pressed } from "./elements.js";
import { nameAt } from "./node-texts.js";
import { ownOf } from "./pointer.js";
import { animated, session } from "./session.js";
import ERRORS from "./errors.json" with { type: "json" };

/** How what is typed is understood. */
const INPUTS = [
  ["Text", (text) => text],
  ["Number", Number],
  ["Yes or no", (text) => /^(y|yes|true|1)$/i.test(text)],
];

/** The way that a dialog has gone, which is marked on the canvas until the run is stopped. */
class Trail {
  /** Ids of where it was, and of the edges along which it went. */
  nodes = new Set();
  edges = new Set();
  /** By how much was answered before: the ids of each step. */
  #steps = [];

  clear() {
    this.#steps = [];
    this.#show();
  }

  /** Takes where a run is, as frames say it, after so many answers; what came behind is forgotten. */
  async take(count, { node, edges }) {
    const { document, request } = session;
    const step = { nodes: [node], edges };
    this.#steps[count] = step;
    this.#steps.length = count + 1;
    const read = edges.length > 0 ? await request("document/read", { document, nodes: [], edges }).catch(() => null) : null;
    for (const { source, target } of read?.edges ?? []) step.nodes.push(source, target);
    this.#show();
  }

  #show() {
    const { scene } = session;
    const before = [...this.nodes, ...this.edges];
    this.nodes = new Set(this.#steps.flatMap((step) => step?.nodes ?? []));
    this.edges = new Set(this.#steps.flatMap((step) => step?.edges ?? []));
    const all = new Set([...before, ...this.nodes, ...this.edges]);
    for (const id of all) for (const items of [scene.nodes, scene.edges]) scene.touch(items.get(id));
    session.hears.trail();
  }
}

export const trail = new Trail();

export class Run {
  element = make("div", { className: "run" });
  key = "run";
  /** What the server says of the run; null while there is none. */
  state = null;
  #onChange;
  #view = null;
  /** What was answered: `{after, text}`, after so many texts. */
  #answers = [];
  /** After how many answers the run is, or will be when the reply has come. */
  #count = 0;
  #said = make("ol", { className: "said", role: "log", ariaLabel: "What was said", tabIndex: 0 });
  #asked = make("div", { className: "asked" });
  #variables = make("dl");
  #details = make("details", { className: "variables" }, make("summary", { textContent: "Variables" }), this.#variables);
  #back;

  /** `onChange()` hears of every step. */
  constructor(onChange) {
    this.#onChange = onChange;
    this.#back = pressed("Back", () => this.#step("dialog/back", this.#answers.slice(0, -1)));
    const stop = pressed("Stop", () => this.stop(), { className: "danger" });
    const bar = make("div", { className: "answers" }, this.#back, pressed("From the start", () => this.start()), stop);
    this.element.append(this.#said, this.#asked, bar, this.#details);
  }

  /** Whether a run is shown: it ends with its view. */
  get isOpen() {
    return this.state !== null && this.#view === session.view;
  }

  follow({ running }) {
    if (running) trail.take(this.#count, running);
    // What ran in another view has left no way here.
    if (this.#view !== null && this.#view !== session.view) {
      this.#view = null;
      trail.clear();
    }
  }

  /** Begins at a node, else where dialogs begin. */
  async start(node) {
    trail.clear();
    await this.#step("dialog/start", [], node === undefined ? {} : { node });
  }

  async stop() {
    await session.askView("dialog/stop");
    trail.clear();
    this.state = null;
    this.#onChange();
    canvas.focus();
  }

  focus() {
    const first = this.#asked.querySelector("button:not(:disabled), input");
    (first ?? this.#said).focus({ preventScroll: true });
  }

  /** Asks for a step, behind which that is answered. */
  async #step(method, answers, params) {
    const { view } = session;
    this.#count = answers.length;
    const state = await session.askView(method, params);
    if (!state) {
      this.#count = this.#answers.length;
      return;
    }
    this.state = state;
    this.#view = view;
    this.#answers = answers;
    this.#show();
    this.focus();
  }

  #show() {
    const { state } = this;
    this.#back.disabled = this.#answers.length === 0;
    this.#showSaid();
    this.#showAsked();
    this.#showVariables();
    this.#onChange();
    const isThere = session.scene.state.running !== undefined || session.scene.nodes.has(state.node);
    if (isThere && !state.error) session.reveal({ nodes: [state.node] }, animated());
  }

  #showSaid() {
    const { transcript } = this.state;
    const lines = transcript.map(({ node, text }) => {
      return make("li", {}, pressed(text, () => session.askView("view/select", { nodes: [node] }), { title: "Show where this is said" }));
    });
    for (const { after, text } of [...this.#answers].reverse()) {
      lines.splice(after, 0, make("li", { className: "answer" }, make("span", { textContent: text })));
    }
    this.#said.replaceChildren(...lines);
    this.#said.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  #showAsked() {
    const { state, options, error, node } = this.state;
    if (state === "input") return this.#asked.replaceChildren(this.#input());
    if (state === "choice") return this.#asked.replaceChildren(...options.map((option, index) => this.#option(option, index)));
    const why = error && `Ended at ${nameAt(session, error.node ?? node)}: ${ownOf(ERRORS.dialogs, error.code) ?? error.code}.`;
    return this.#asked.replaceChildren(make("p", { className: error ? "problem" : "help", textContent: why ?? "The dialog has ended." }));
  }

  #choose(params, text) {
    return this.#step("dialog/choose", [...this.#answers, { after: this.state.transcript.length, text }], params);
  }

  #option({ label, allowed }, index) {
    const title = allowed ? "" : "Its condition is not met";
    return pressed(label || `Option ${index + 1}`, () => this.#choose({ option: index }, label), { className: "option", disabled: !allowed, title });
  }

  #input() {
    const field = make("input", { ariaLabel: "Your answer", placeholder: "Your answer", autocomplete: "off" });
    const kind = make("select", { ariaLabel: "How the answer is understood" }, ...INPUTS.map(([title]) => new Option(title)));
    const send = () => {
      const value = INPUTS[kind.selectedIndex][1](field.value.trim());
      if (Number.isNaN(value)) return session.refuse(`"${field.value}" is not a number`);
      this.#choose({ input: value }, field.value);
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && send());
    return make("div", { className: "field row" }, field, kind, iconButton("run", "Answer", { className: "small", onclick: send }));
  }

  #showVariables() {
    const variables = Object.entries(this.state.variables);
    this.#details.hidden = variables.length === 0;
    this.#details.firstElementChild.textContent = sentence(counted(variables.length, "variable"));
    this.#variables.replaceChildren(...variables.flatMap(([name, value]) => {
      return [make("dt", { textContent: name }), make("dd", { textContent: JSON.stringify(value) })];
    }));
  }
}
