// Hands what the user does to the server as it comes. What it means is decided there.

const UNITS = ["point", "line", "page"];

/** The chords that the server acts on, as its settings list them; the browser does nothing else with these. */
export class BoundKeys {
  /** The document's own bindings. */
  own = {};
  #chords;

  constructor(bindings) {
    this.#chords = spelledAlike(bindings);
  }

  has(event) {
    const own = spelledAlike(this.own);
    return chordsOf(event).some((chord) => own.has(chord) || this.#chords.has(chord));
  }
}

function spelledAlike(bindings) {
  return new Set(Object.keys(bindings ?? {}).map((text) => {
    const parts = text.toLowerCase().replace(/\+$/, "plus").split("+");
    return [...parts.slice(0, -1).sort(), parts.at(-1)].join(" ");
  }));
}

/** How an event may be spelled: `mod` is control or meta, and a sign may need shift to be typed. */
function chordsOf(event) {
  const key = { " ": "space", "+": "plus" }[event.key] ?? event.key.toLowerCase();
  const held = [event.altKey && "alt", event.shiftKey && "shift"].filter(Boolean);
  const isCommand = event.ctrlKey || event.metaKey;
  const named = [event.altKey && "alt", event.ctrlKey && "control", event.metaKey && "meta", event.shiftKey && "shift"];
  const spellings = [named.filter(Boolean), isCommand ? [...held, "mod"].sort() : held];
  const signs = spellings.map((modifiers) => modifiers.filter((modifier) => modifier !== "shift"));
  const isSign = event.key.length === 1 && !/[a-z ]/i.test(event.key);
  return [...spellings, ...(isSign ? signs : [])].map((modifiers) => [...modifiers, key].join(" "));
}

/**
 * Sends all that happens on an element with `send(method, params)`. `shortcut(event, phase)` may take a key first;
 * `isBound(event)` tells which keys the server acts on.
 */
export function forward(element, send, shortcut, isBound) {
  forwardPointers(element, send);
  forwardWheel(element, send);
  forwardPinches(element, send);
  forwardKeys(element, send, shortcut, isBound);
  forwardDrops(element, send);
}

function forwardPointers(element, send) {
  const tell = (phase, event) => {
    const params = { phase, id: event.pointerId, kind: kind(event), at: place(element, event), buttons: event.buttons };
    if (event.button >= 0) params.button = event.button;
    if (event.pressure > 0) params.pressure = Math.min(1, event.pressure);
    send("input/pointer", stamped(params, event));
  };
  element.addEventListener("pointerdown", (event) => {
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
    tell("down", event);
  });
  element.addEventListener("pointermove", (event) => {
    const all = event.buttons ? (event.getCoalescedEvents?.() ?? []) : [];
    for (const one of all.length ? all : [event]) tell("move", one);
  });
  element.addEventListener("pointerup", (event) => tell("up", event));
  element.addEventListener("pointercancel", (event) => tell("cancel", event));
  element.addEventListener("pointerleave", (event) => tell("leave", event));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

function forwardWheel(element, send) {
  const onWheel = (event) => {
    event.preventDefault();
    const by = { x: event.deltaX, y: event.deltaY };
    send("input/wheel", stamped({ at: place(element, event), by, unit: UNITS[event.deltaMode] }, event));
  };
  element.addEventListener("wheel", onWheel, { passive: false });
}

/** Safari tells of pinches itself. */
function forwardPinches(element, send) {
  for (const [name, phase] of [["gesturestart", "begin"], ["gesturechange", "update"], ["gestureend", "end"]]) {
    element.addEventListener(name, (event) => {
      event.preventDefault();
      send("input/pinch", { phase, at: place(element, event), scale: event.scale, time: event.timeStamp });
    });
  }
}

function forwardKeys(element, send, shortcut, isBound) {
  for (const [name, phase] of [["keydown", "down"], ["keyup", "up"]]) {
    element.addEventListener(name, (event) => {
      if (shortcut(event, phase)) return event.preventDefault();
      if (isBound(event)) event.preventDefault();
      const params = { phase, key: event.key, code: event.code };
      if (event.repeat) params.repeat = true;
      send("input/key", stamped(params, event));
    });
  }
}

/** Tells of something that is held over an element: `over`, `leave` or, with its data by media type, `drop`. */
export function tellDrop(element, send, phase, event, types, data) {
  const params = { phase, at: place(element, event), types, time: event.timeStamp };
  if (data !== undefined) params.data = data;
  send("input/drop", params);
}

function forwardDrops(element, send) {
  const tell = (phase, event, data) => tellDrop(element, send, phase, event, [...event.dataTransfer.types], data);
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    tell("over", event);
  });
  element.addEventListener("dragleave", (event) => tell("leave", event));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = {};
    for (const type of event.dataTransfer.types) if (type !== "Files") data[type] = event.dataTransfer.getData(type);
    tell("drop", event, data);
  });
}

function stamped(params, event) {
  const modifiers = [];
  if (event.shiftKey) modifiers.push("shift");
  if (event.ctrlKey) modifiers.push("control");
  if (event.altKey) modifiers.push("alt");
  if (event.metaKey) modifiers.push("meta");
  return { ...params, modifiers, time: event.timeStamp };
}

function kind(event) {
  return event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
}

/** Where an event is in the view, in screen points. */
function place(element, event) {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
