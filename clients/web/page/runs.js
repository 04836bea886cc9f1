// A dialog that is run: what was said, what may be answered, the way back.

import { counted } from "./announcer.js";
import { sentence } from "./controls.js";
import { iconButton, make, pressed } from "./elements.js";
import { margins } from "./margins.js";
import { nameAt } from "./node-texts.js";
import { animated } from "./session.js";

const ERRORS = {
  __proto__: null,
  missingVariable: "a variable is not there",
  missingData: "data are missing",
  expression: "an expression is wrong",
  type: "a value is of the wrong kind",
  steps: "it goes on for ever without a choice",
  noSuchNode: "its node is gone",
  limit: "it became too large",
};

/** How what is typed is understood. */
const INPUTS = [
  ["Text", (text) => text],
  ["Number", Number],
  ["Yes or no", (text) => /^(y|yes|true|1)$/i.test(text)],
];

export class Run {
  element = make("div", { className: "run" });
  key = "run";
  /** What the server says of the run; null while there is none. */
  state = null;
  #session;
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
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    this.#back = pressed("Back", () => this.#step("dialog/back", this.#answers.slice(0, -1)));
    const stop = pressed("Stop", () => this.stop(), { className: "danger" });
    const bar = make("div", { className: "answers" }, this.#back, pressed("From the start", () => this.start()), stop);
    this.element.append(this.#said, this.#asked, bar, this.#details);
  }

  /** Whether a run is shown: it ends with its view. */
  get isOpen() {
    return this.state !== null && this.#view === this.#session.view;
  }

  /** Hears of every frame. */
  follow({ running }) {
    if (running) this.#session.trail.take(this.#count, running);
    // What ran in another view has left no way here.
    if (this.#view !== null && this.#view !== this.#session.view) {
      this.#view = null;
      this.#session.trail.clear();
    }
  }

  /** Begins at a node, else where dialogs begin. */
  async start(node) {
    this.#session.trail.clear();
    await this.#step("dialog/start", [], node === undefined ? {} : { node });
  }

  async stop() {
    await this.#session.askView("dialog/stop");
    this.#session.trail.clear();
    this.state = null;
    this.#onChange();
    document.getElementById("canvas").focus();
  }

  focus() {
    const first = this.#asked.querySelector("button:not(:disabled), input");
    (first ?? this.#said).focus({ preventScroll: true });
  }

  /** Asks for a step, behind which that is answered. */
  async #step(method, answers, params) {
    const { view } = this.#session;
    this.#count = answers.length;
    const state = await this.#session.askView(method, params);
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
    const isThere = this.#session.scene.state.running !== undefined || this.#session.scene.nodes.has(state.node);
    const { view, request } = this.#session;
    if (isThere && !state.error) request("view/reveal", { view, nodes: [state.node], padding: margins(), ...animated() }).catch(() => {});
  }

  #showSaid() {
    const { transcript } = this.state;
    const lines = transcript.map(({ node, text }) => {
      return make("li", {}, pressed(text, () => this.#session.askView("view/select", { nodes: [node] }), { title: "Show where this is said" }));
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
    const why = error && `Ended at ${nameAt(this.#session, error.node ?? node)}: ${ERRORS[error.code] ?? error.code}.`;
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
      if (Number.isNaN(value)) return this.#session.refuse(`"${field.value}" is not a number`);
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
