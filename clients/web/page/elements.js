// Elements made by scripts.

import { ICONS } from "./theme.js";
import { icon } from "./controls.js";

/** An element with properties, data in `dataset`, attributes in `attributes`, and what it holds. */
export function make(name, { dataset = {}, attributes = {}, ...properties } = {}, ...children) {
  const element = document.createElement(name);
  Object.assign(element.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  element.append(...children);
  return element;
}

/** A button that shows an icon; its title is its name as well. */
export function iconButton(iconName, title, properties = {}) {
  return make("button", { type: "button", title, ariaLabel: title, ...properties }, icon(ICONS[iconName]));
}
