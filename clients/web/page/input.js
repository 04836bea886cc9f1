// Hands what the user does to the server as it comes. What it means is decided there.

const UNITS = ["point", "line", "page"];

/** Keys that the server may act on; the browser would scroll, go back or select all. */
const KEYS = new Set([
  "Delete", "Backspace", "Escape", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End",
]);
const COMMANDS = new Set(["a", "c", "d", "g", "v", "x", "y", "z", "=", "+", "-", "0"]);

/** Sends all that happens on an element with `send(method, params)`; `shortcut(event)` may take a key first. */
export function forward(element, send, shortcut) {
  forwardPointers(element, send);
  forwardWheel(element, send);
  forwardPinches(element, send);
  forwardKeys(element, send, shortcut);
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

function forwardKeys(element, send, shortcut) {
  for (const [name, phase] of [["keydown", "down"], ["keyup", "up"]]) {
    element.addEventListener(name, (event) => {
      if (shortcut(event, phase)) return event.preventDefault();
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand ? COMMANDS.has(event.key.toLowerCase()) : KEYS.has(event.key)) event.preventDefault();
      const params = { phase, key: event.key, code: event.code };
      if (event.repeat) params.repeat = true;
      send("input/key", stamped(params, event));
    });
  }
}

function forwardDrops(element, send) {
  const tell = (phase, event, data) => {
    const params = { phase, at: place(element, event), types: [...event.dataTransfer.types], time: event.timeStamp };
    if (data !== undefined) params.data = data;
    send("input/drop", params);
  };
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
