// A choice among pictures with titles: radio buttons that look like cards.

import { make, shape } from "./elements.js";

/** Has a `value` as a select has; `pictures` are data of paths for nodes and edges by value. */
export function pictureChoice(name, title, titles, pictures, size) {
  const cards = Object.entries(titles).map(([value, text]) => {
    const input = make("input", { type: "radio", name, value });
    const caption = make("span", { textContent: text });
    return make("label", { className: "picture" }, input, drawn(pictures[value], size), caption);
  });
  const element = make("div", { className: "pictures", role: "radiogroup", attributes: { "aria-label": title } }, ...cards);
  const inputs = [...element.querySelectorAll("input")];
  return Object.defineProperty(element, "value", {
    get: () => inputs.find(({ checked }) => checked)?.value,
    set: (value) => {
      for (const input of inputs) input.checked = input.value === value;
    },
  });
}

/** A picture of data of paths: `nodes`, `edges`, and boxes `{color, d}` in colors of their own. */
export function drawn({ nodes = "", edges = "", colored = [] }, { width, height }) {
  const paths = [shape("path", { class: "lines", d: edges }), shape("path", { class: "boxes", d: nodes })];
  const boxes = colored.map(([color, d]) => {
    const box = shape("path", { d });
    box.style.setProperty("--type", color);
    return box;
  });
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...paths, ...boxes);
}
