// Elements made by scripts.

import { ICONS } from "./theme.js";

/** The one on which the graph is painted, which the keyboard leads. */
export const canvas = document.getElementById("canvas");

/** An element with properties, data in `dataset`, attributes in `attributes`, and what it holds. */
export function make(name, { dataset = {}, attributes = {}, ...properties } = {}, ...children) {
  const element = document.createElement(name);
  Object.assign(element.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** An element of SVG with attributes, and what it holds. */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function icon(path) {
  return shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: path }));
}

/** A button that shows an icon; its title is its name as well. */
export function iconButton(iconName, title, properties = {}) {
  return make("button", { type: "button", title, ariaLabel: title, ...properties }, icon(ICONS[iconName]));
}

/** A picture of data of paths: `nodes`, `edges`, and boxes `{color, d}` in colors of their own. */
export function drawn({ nodes = "", edges = "", colored = [] }, { width, height }) {
  const boxes = colored.map(([color, d]) => {
    const box = shape("path", { d });
    box.style.setProperty("--type", color);
    return box;
  });
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, shape("path", { class: "lines", d: edges }), shape("path", { class: "boxes", d: nodes }), ...boxes);
}

/** Radio buttons, of which only what is in their labels is seen: by value a title and that. `value` says which is chosen, `choose(value)` hears of it. */
export function radios(name, ariaLabel, contents, choose) {
  const labels = Object.entries(contents).map(([value, [title, ...content]]) => {
    return make("label", { title, dataset: { value } }, make("input", { type: "radio", name, value, ariaLabel: title, onchange: () => choose(value) }), ...content);
  });
  const element = make("div", { role: "radiogroup", ariaLabel }, ...labels);
  const inputs = labels.map(({ firstChild }) => firstChild);
  return Object.defineProperty(element, "value", {
    get: () => inputs.find(({ checked }) => checked)?.value,
    set: (value) => inputs.forEach((input) => (input.checked = input.value === value)),
  });
}

export function pressed(textContent, onclick, properties = {}) {
  return make("button", { type: "button", textContent, onclick, ...properties });
}
