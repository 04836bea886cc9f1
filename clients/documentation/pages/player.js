// Plays a recorded session: the painter of the web page, fed with the frames that the server sent.

import { NodeTypes } from "./types.js";
import { Painter } from "./painter.js";
import { Scene } from "./scene.js";
import { Theme } from "./theme.js";

/** In milliseconds: how long a step is shown at least and at most, and one that states no time. */
const SHORTEST = 12;
const LONGEST = 900;
const UNTIMED = 500;

const element = (id) => document.getElementById(id);
const nothing = new Set();

class Player {
  #canvas = element("canvas");
  #painter = new Painter(this.#canvas);
  #recording = null;
  #messages = [];
  #scene = new Scene();
  #types = new NodeTypes();
  #theme = new Theme(() => this.#recolor());
  #at = 0;
  #timer = 0;
  #isRequested = false;

  constructor() {
    element("recording").addEventListener("change", () => this.load());
    element("first").addEventListener("click", () => this.go(0));
    element("back").addEventListener("click", () => this.go(this.#at - 1));
    element("play").addEventListener("click", () => this.toggle());
    element("forward").addEventListener("click", () => this.go(this.#at + 1));
    element("last").addEventListener("click", () => this.go(this.#messages.length - 1));
    element("step").addEventListener("input", ({ target }) => this.go(Number(target.value)));
    addEventListener("keydown", (event) => this.#key(event));
    const recolor = () => this.#theme.choose(document.body.dataset.mdColorScheme === "slate");
    new MutationObserver(recolor).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
    recolor();
    new ResizeObserver(() => this.#resize()).observe(element("screen"));
    window.playRecording = (recording) => this.#begin(recording);
    this.load();
  }

  /** Loads the recording that is chosen, as a script: that works without a server too. */
  load() {
    this.pause();
    const script = document.createElement("script");
    script.src = `recordings/${element("recording").value}.js`;
    script.addEventListener("load", () => script.remove());
    document.head.append(script);
  }

  #begin(recording) {
    this.#recording = recording;
    this.#messages = recording.steps.map(([message, answers]) => {
      const read = answers.map((answer) => JSON.parse(answer));
      const frames = read.filter(({ method }) => method === "view/frame").map(({ params }) => params);
      return { sent: JSON.parse(message), frames };
    });
    this.#types = new NodeTypes();
    this.#types.declare(recording.types);
    element("step").max = this.#messages.length - 1;
    this.#at = -1;
    this.#resize();
    // The first picture that shows what the session is about.
    const fits = this.#messages.findIndex(({ sent }) => sent.method === "view/fit");
    this.go(Math.max(0, fits));
  }

  /** Shows what the view showed after a step. A step back performs all steps before it again. */
  go(index) {
    if (!this.#recording) return;
    const to = Math.max(0, Math.min(index, this.#messages.length - 1));
    if (to < this.#at || this.#at < 0) {
      this.#scene = new Scene();
      this.#at = -1;
    }
    for (let at = this.#at + 1; at <= to; at++) for (const frame of this.#messages[at].frames) this.#scene.apply(frame);
    this.#at = to;
    this.#scene.damage.addAll();
    this.#show();
    this.#request();
  }

  toggle() {
    if (this.#timer) return this.pause();
    if (this.#at >= this.#messages.length - 1) this.go(0);
    this.#showPlaying(true);
    this.#wait();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#showPlaying(false);
  }

  #showPlaying(isPlaying) {
    element("play").classList.toggle("playing", isPlaying);
    element("play").ariaLabel = isPlaying ? "Pause" : "Play";
  }

  /** Waits for the next step as long as it came behind this one. */
  #wait() {
    const [now, next] = [this.#messages[this.#at], this.#messages[this.#at + 1]];
    if (!next) return this.pause();
    const [from, to] = [now.sent.params?.time, next.sent.params?.time];
    const between = from === undefined || to === undefined ? UNTIMED : to - from;
    const wait = Math.max(SHORTEST, Math.min(between, LONGEST)) / Number(element("speed").value);
    this.#timer = setTimeout(() => {
      this.go(this.#at + 1);
      this.#wait();
    }, wait);
  }

  #key(event) {
    const { key, shiftKey, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const toward = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (toward) this.go(shiftKey ? this.#seen(toward) : this.#at + toward);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.#messages.length - 1);
    else if (key === " " && !/^(BUTTON|SUMMARY|A)$/.test(target.tagName)) this.toggle();
    else return;
    event.preventDefault();
    if (toward) this.pause();
  }

  /** The next step in a direction that changes the picture. */
  #seen(toward) {
    let at = this.#at + toward;
    while (this.#messages[at] && this.#messages[at].frames.length === 0) at += toward;
    return at;
  }

  #show() {
    const [, answers] = this.#recording.steps[this.#at];
    const { sent } = this.#messages[this.#at];
    element("step").value = this.#at;
    element("count").textContent = `${this.#at + 1} of ${this.#messages.length}: ${sent.method}`;
    element("sent").textContent = indented(sent);
    element("received").replaceChildren(...answers.map(answerOf));
    this.#showPointer(sent);
    this.#canvas.dataset.step = this.#at;
  }

  /** Marks where the pointer was that the message is about. */
  #showPointer({ method, params }) {
    const pointer = element("pointer");
    const at = method?.startsWith("input/") ? params.at : undefined;
    pointer.hidden = !at;
    if (!at) return;
    const { width, height } = this.#recording;
    pointer.style.left = `${(100 * at.x) / width}%`;
    pointer.style.top = `${(100 * at.y) / height}%`;
    pointer.classList.toggle("down", params.phase === "down" || Boolean(this.#scene.state.gesture));
  }

  /** The canvas is as wide as the page allows, and shows the whole view. */
  #resize() {
    if (!this.#recording) return;
    const { width, height } = this.#recording;
    element("screen").style.aspectRatio = `${width} / ${height}`;
    const ratio = (element("screen").clientWidth / width) * devicePixelRatio;
    if (ratio > 0) this.#painter.resize(width, height, ratio);
    this.#scene.damage.addAll();
    this.#request();
  }

  #recolor() {
    if (!this.#recording) return;
    this.#scene.damage.addAll();
    this.#request();
  }

  #request() {
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame((time) => {
      this.#isRequested = false;
      if (this.#painter.paint(this.#scene, this.#look(time))) this.#request();
    });
  }

  /** The look that the painter is given; no values, problems or runs are in the recordings. */
  #look(time) {
    return {
      background: "dots", colors: this.#theme.colors, types: this.#types, time, isKeyboard: true,
      values: { shown: () => undefined }, diagnostics: { markOf: () => undefined },
      trail: { nodes: nothing, edges: nothing },
    };
  }
}

/** So many signs of a message are on a line, with the indentation. */
const WIDTH = 60;

/** A value as JSON, in which each part that is wider than a line is spread over lines. */
function indented(value, indent = "") {
  const flat = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const named = (name) => (isList ? "" : `${JSON.stringify(name)}: `);
  const parts = Object.entries(value).map(([name, part]) => `${inner}${named(name)}${indented(part, inner)}`);
  const [begin, end] = isList ? "[]" : "{}";
  return `${begin}\n${parts.join(",\n")}\n${indent}${end}`;
}

function answerOf(text) {
  const { method, error } = JSON.parse(text);
  const details = document.createElement("details");
  const [summary, pre] = [document.createElement("summary"), document.createElement("pre")];
  const name = document.createElement("b");
  name.textContent = method ?? (error ? `error ${error.code}` : "result");
  details.className = method ? "notification" : error ? "error" : "result";
  const short = document.createElement("span");
  short.textContent = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  summary.append(name, " ", short);
  pre.tabIndex = 0;
  details.append(summary, pre);
  details.addEventListener("toggle", () => { pre.textContent ||= indented(JSON.parse(text)); });
  return details;
}

new Player();
