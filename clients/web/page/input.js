// Hands what the user does to the server as it comes. What it means is decided there.

const UNITS = ["point", "line", "page"];

/** Where `timeStamp` begins by the system's clock, one origin for all windows. While a machine sleeps, the one may stop and the other go on. */
let origin = 0;
for (const name of ["focus", "pageshow"]) addEventListener(name, setOrigin);
setOrigin();

function setOrigin() {
  origin = Date.now() - performance.now();
}

/**
 * Sends all that happens on an element with `send(method, params)`, and the keys wherever they go.
 *
 * `isNative(event)` says which keys the browser acts on, of which it reports something itself; `shortcut(event, phase)` may take
 * the others first; `isBound(event)` says which of them the server acts on, and `press(params, event)` sends it them; `hold(isDown)`
 * hears of the space bar.
 */
export function forward(element, send, keys) {
  forwardPointers(element, send);
  forwardWheel(element, send);
  forwardPinches(element, send);
  forwardKeys(element, keys);
  forwardDrops(element, send);
}

function forwardPointers(element, send) {
  const report = (phase, event) => {
    const params = { phase, id: event.pointerId, kind: kind(event), at: place(element, event), buttons: event.buttons };
    if (event.button >= 0) params.button = event.button;
    if (params.kind === "pen") params.pressure = Math.min(1, event.pressure);
    send("input/pointer", stamped(params, event));
  };
  element.addEventListener("pointerdown", (event) => {
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
    report("down", event);
  });
  element.addEventListener("pointermove", (event) => {
    const all = event.buttons ? (event.getCoalescedEvents?.() ?? []) : [];
    for (const one of all.length ? all : [event]) report("move", one);
  });
  element.addEventListener("pointerup", (event) => report("up", event));
  element.addEventListener("pointercancel", (event) => report("cancel", event));
  element.addEventListener("pointerleave", (event) => report("leave", event));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

function forwardWheel(element, send) {
  const onWheel = (event) => {
    event.preventDefault();
    const by = { x: event.deltaX, y: event.deltaY };
    const params = { at: place(element, event), by, unit: UNITS[event.deltaMode], precise: isPrecise(event) };
    send("input/wheel", stamped(params, event));
  };
  element.addEventListener("wheel", onWheel, { passive: false });
}

/** The least way of a notch, in points: browsers give it 50 to 120. */
const NOTCH = 40;

/**
 * Whether a turn is one of a trackpad, or of a wheel without notches. A notch counts lines, or is a whole multiple of
 * 120 of what browsers call `wheelDelta`. Of a pinch they say so, too, but its steps are small.
 */
function isPrecise({ deltaMode, deltaX, deltaY, wheelDelta }) {
  if (deltaMode !== 0) return false;
  const isNotch = wheelDelta !== 0 && wheelDelta % 120 === 0 && Math.abs(deltaX) + Math.abs(deltaY) >= NOTCH;
  return !isNotch || (deltaX !== 0 && deltaY !== 0);
}

/** Safari sends events for pinches. */
function forwardPinches(element, send) {
  for (const [name, phase] of [["gesturestart", "begin"], ["gesturechange", "update"], ["gestureend", "end"]]) {
    element.addEventListener(name, (event) => {
      event.preventDefault();
      send("input/pinch", { phase, at: place(element, event), scale: event.scale, time: origin + event.timeStamp });
    });
  }
}

const MODIFIERS = ["Alt", "Control", "Meta", "Shift"];
/** What a focused button does itself. */
const OF_BUTTONS = ["Enter", " ", "Tab"];

/** Whether a key is for what has the focus: a text that is edited, a dialog, a menu, or a button that it presses. */
export function isForFocus({ target, key }, canvas) {
  if (target === canvas) return false;
  if (target.closest("input, textarea, select, [contenteditable], dialog, [role=menu]")) return true;
  if (document.querySelector("dialog[open]")) return true;
  return key === "Tab" || (target.closest("button") !== null && OF_BUTTONS.includes(key));
}

function forwardKeys(element, { isNative, shortcut, isBound, hold, press: send }) {
  const hand = new Hand(element, hold);
  const report = (phase, event) => {
    const params = { phase, key: event.key, code: event.code };
    if (event.repeat) params.repeat = true;
    send(stamped(params, event), event);
  };
  for (const [name, phase] of [["keydown", "down"], ["keyup", "up"]]) {
    addEventListener(name, (event) => {
      const isReleased = phase === "up" && MODIFIERS.includes(event.key);
      if (!isReleased && (isForFocus(event, element) || isNative(event))) return;
      if (shortcut(event, phase)) return event.preventDefault();
      if (isBound(event)) event.preventDefault();
      const press = () => ["down", "up"].forEach((one) => report(one, event));
      if (!hand.takesKey(event, phase, press)) report(phase, event);
    });
  }
}

/**
 * Reports something that is held over an element: `over`, `leave` or, with its `data` by media type, `drop`.
 *
 * `insert` is the type of the node that is to be made of it.
 */
export function reportDrop(element, send, phase, event, types, { data, insert }) {
  const params = { phase, at: place(element, event), types, time: origin + event.timeStamp };
  if (insert !== undefined) params.insert = insert;
  else if (data !== undefined) params.data = data;
  send("input/drop", params);
}

function forwardDrops(element, send) {
  const report = (phase, event, data) => {
    reportDrop(element, send, phase, event, [...event.dataTransfer.types], { data });
  };
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    report("over", event);
  });
  element.addEventListener("dragleave", (event) => report("leave", event));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = {};
    for (const type of event.dataTransfer.types) if (type !== "Files") data[type] = event.dataTransfer.getData(type);
    report("drop", event, data);
  });
}

function stamped(params, event) {
  const { shiftKey, ctrlKey, altKey, metaKey } = event;
  const modifiers = [shiftKey && "shift", ctrlKey && "control", altKey && "alt", metaKey && "meta"].filter(Boolean);
  return { ...params, modifiers, time: origin + event.timeStamp };
}

function kind(event) {
  return event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
}

/** Where an event is in the view, in screen points. */
function place(element, event) {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The space bar as a hand: a drag while it is down moves the view. Pressed alone it is the key that it is. */
class Hand {
  #hold;
  #isDown = false;
  #isUsed = false;

  /** `element` is the canvas; `hold(isDown)` lets the view take the tool, or gives back the one that was held. */
  constructor(element, hold) {
    this.#hold = hold;
    element.addEventListener("pointerdown", () => (this.#isUsed = true), true);
    addEventListener("blur", () => this.#set(false));
  }

  /** Takes the space bar, to be the hand or, when it is up and has moved nothing, itself: then `press()` sends it. */
  takesKey(event, phase, press) {
    if (event.key !== " " || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const isAlone = this.#isDown && !this.#isUsed;
    this.#set(phase === "down");
    if (phase === "up" && isAlone) press();
    return true;
  }

  #set(isDown) {
    if (this.#isDown === isDown) return;
    this.#isUsed = false;
    this.#isDown = isDown;
    this.#hold(isDown);
  }
}
