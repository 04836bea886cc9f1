// What is on the screen, painted once for each time the screen is drawn, and what floats over it.

import { canvas, icon } from "./elements.js";
import { store, stored } from "./storage.js";
import { ICONS } from "./theme.js";
import { Accessory, reasonOf, showReason } from "./overlays.js";
import { buttonOf } from "./controls.js";
import { Announcer, counted, countedAll, selectionOf } from "./announcer.js";
import { Connecting } from "./connecting.js";
import { Beginning } from "./beginning.js";
import { isContainer } from "./node-texts.js";
import { isNarrow, watchFreeArea } from "./margins.js";
import { Minimap } from "./minimap.js";
import { Painter } from "./painter.js";
import { trail } from "./runs.js";
import { Writing } from "./writing.js";
import { session } from "./session.js";

/** Made once: a drag says a number with every frame. */
const NUMBERS = new Intl.NumberFormat("en");

const BACKGROUNDS = ["dots", "lines", "none"];

/** The members of frames that show on the map. */
const ON_MAP = ["viewport", "selection", "enter", "leave", "update", "revision"];

const element = (id) => document.getElementById(id);

export class Display {
  writing;
  beginning;
  #painter = new Painter(canvas);
  #theme;
  #accessory;
  #announcer;
  #connecting;
  #minimap;
  #look;
  #changed = new Set();
  #isRequested = false;
  #isNarrow = isNarrow();

  constructor(theme) {
    this.#theme = theme;
    const inView = (method) => (params) => session.request(method, { view: session.view, ...params });
    this.#announcer = new Announcer();
    this.#connecting = new Connecting(() => this.request());
    this.beginning = new Beginning(element("hint"), element("wayBack"), () => buttonOf("open").click());
    this.#accessory = new Accessory(element("accessory"), inView("view/accessory"));
    this.#minimap = new Minimap(element("minimap"), inView("view/minimap"));
    const { types, values, diagnostics } = session;
    this.#look = { background: stored("background") ?? "dots", types, values, diagnostics, trail, colors: theme.colors, time: 0 };
    addEventListener("keydown", ({ key }) => this.setKeyboard(!["Alt", "Control", "Meta", "Shift"].includes(key)
      || this.#look.isKeyboard), true);
    addEventListener("pointerdown", () => this.setKeyboard(false), true);
    this.writing = new Writing(element("rename"), element("writing"), this);
    this.#watchSize();
    watchFreeArea(() => this.request("free"));
  }

  /** Asks for a painting after members of a frame, or what else is called by such a name, have changed. */
  request(...changed) {
    for (const name of changed) this.#changed.add(name);
    if (this.#isRequested) return;
    this.#isRequested = true;
    requestAnimationFrame((time) => this.#paint(time));
  }

  resize() {
    this.#painter.resize(innerWidth, innerHeight, devicePixelRatio);
    if (session.view) {
      session.askView("view/resize", { width: innerWidth, height: innerHeight });
      // Other bars and another width: what was in view is elsewhere.
      if (isNarrow() !== this.#isNarrow) session.fit();
    }
    this.#isNarrow = isNarrow();
    this.request("viewport");
  }

  /** Whether the keyboard is what is used: then what has the focus shows it. */
  setKeyboard(isKeyboard) {
    const { scene } = session;
    if (this.#look.isKeyboard === isKeyboard) return;
    this.#look.isKeyboard = isKeyboard;
    scene.touch(scene.nodes.get(scene.state.focus?.node));
    scene.touch(scene.edges.get(scene.state.focus?.edge));
    this.request("focus");
  }

  recolor() {
    this.#look.colors = this.#theme.colors;
    session.scene.damage.addAll();
    buttonOf("theme").replaceChildren(icon(ICONS[this.#theme.isDark ? "light" : "dark"]));
    this.request("viewport");
  }

  /** What says where names and texts are painted. */
  get brush() {
    return this.#painter.brushFor(this.#look, session.scene);
  }

  nextBackground() {
    const look = this.#look;
    look.background = BACKGROUNDS[(BACKGROUNDS.indexOf(look.background) + 1) % BACKGROUNDS.length];
    store("background", look.background);
    session.scene.damage.addAll();
    this.request();
  }

  #paint(time) {
    this.#isRequested = false;
    if (this.#painter.ratio !== devicePixelRatio) this.resize();
    const { scene } = session;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#look.time = time;
    const isMoving = this.#painter.paint(scene, this.#look);
    this.#showState(scene.state, changed);
    if (changed.has("frame")) session.send("view/acknowledge", { frame: scene.frame });
    if (isMoving) this.request();
  }

  #showState(state, changed) {
    canvas.style.cursor = state.cursor ?? "default";
    canvas.classList.toggle("keyed", Boolean(this.#look.isKeyboard) && !state.focus);
    const { zoom } = state.viewport;
    const percent = `${zoom < 0.1 ? (zoom * 100).toFixed(1) : Math.round(zoom * 100)}%`;
    const named = `${percent}, zoom to 100 %`;
    if (element("percent").ariaLabel !== named) Object.assign(element("percent"), { textContent: percent, ariaLabel: named });
    showReason(element("tooltip"));
    this.#showStatus(state);
    this.beginning.follow(state);
    this.#announcer.follow(state);
    this.#connecting.follow(state, this.#look.isKeyboard);
    if (changed.size > 0) this.#accessory.refresh(state, this.#selectedItem(state));
    if (ON_MAP.some((name) => changed.has(name))) this.#minimap.refresh(this.#look);
  }

  /** What alone is selected, if it is on the screen: `{group}`, which is it, or undefined for anything else, and `bends`. */
  #selectedItem({ selection }) {
    const { scene } = session;
    if (selection.nodes + selection.edges !== 1) return undefined;
    const items = selection.nodes > 0 ? scene.nodes : scene.edges;
    for (const item of items.values()) {
      if (!item.selected) continue;
      const isSeen = scene.isInSight(item, innerWidth, innerHeight);
      const group = selection.nodes > 0 && isContainer(item) ? item : undefined;
      return isSeen ? { group, bends: item.waypoints ?? [] } : undefined;
    }
    return undefined;
  }

  /** What goes on or is selected, and how much is in sight. */
  #showStatus(state) {
    const refusal = state.gesture?.kind === "drag" ? reasonOf(state.gesture) : undefined;
    const hint = [refusal ?? hintOf(state, this.#look.isKeyboard), this.#connecting.hint].filter(Boolean).join(". ");
    const said = hint || selectionOf(state.selection);
    element("said").textContent = said;
    element("said").hidden = !said;
    element("status").classList.toggle("quiet", !hint);
    // What is counted hardly changes meanwhile.
    if (state.moving || state.gesture) return;
    const seen = countedAll(session.scene.inSight(innerWidth, innerHeight), ", ");
    element("counts").textContent = seen && `${seen} in view`;
  }

  /** Hears of another size in points, and of another screen or zoom of the browser, which has other pixels. */
  #watchSize() {
    const observer = new ResizeObserver(() => this.resize());
    try {
      observer.observe(canvas, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(canvas);
    }
  }
}

function hintOf({ gesture, selection }, isKeyboard) {
  const round = (value) => NUMBERS.format(Math.round(value)).replace("-", "\u2212");
  switch (gesture?.kind) {
    case "drag":
      return gesture.by ? `Moved by ${round(gesture.by.x)}, ${round(gesture.by.y)}` : "";
    case "resize":
      return gesture.frame ? `${round(gesture.frame.width)} × ${round(gesture.frame.height)}` : "";
    case "connect":
    case "reconnect":
      if (isKeyboard) return gesture.candidate ? "Enter connects" : "Tab goes to the next end";
      return gesture.allowed ? "Let go to connect" : gesture.candidate ? "" : "Draw to a handle";
    case "cut":
      return gesture.edges?.length ? `Cuts ${counted(gesture.edges.length, "connection")}` : "Draw across connections";
    case "relate":
      return "Tap a marked handle to connect or disconnect it";
    case "marquee":
    case "lasso":
      return selectionOf(selection) || "Nothing selected";
    default:
      return "";
  }
}
