// SPDX-License-Identifier: Apache-2.0
/** Elements with icons. The icons are symbols of `icons.svg`; a name is that of its symbol. */

const folder = globalThis.document?.body?.dataset.assets ?? "";
const namespace = "http://www.w3.org/2000/svg";

/** Returns an icon, which says nothing to a screen reader. @param {string} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(namespace, "use");
  use.setAttribute("href", `${folder}styles/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** Shows another icon. @param {Element} element An icon, or an element with one. @param {string} name */
export function setIcon(element, name) {
  element.querySelector("use")?.setAttribute("href", `${folder}styles/icons.svg#${name}`);
}

/**
 * Returns an element with properties and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | boolean | undefined>} [attributes] Those with `false` or `undefined` are left out.
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/**
 * Returns a button that shows an icon only.
 * @param {{icon: string, label: string, action: string, keys?: string, run?: (event: MouseEvent) => void}} options
 *   `keys` is what `aria-keyshortcuts` takes, such as `Shift+R`.
 */
export function iconButton({ icon: name, label, action, keys, run }) {
  const button = element("button", {
    type: "button", class: "icon-button", "data-action": action, "aria-label": label,
    title: keys ? `${label} (${keys})` : label, "aria-keyshortcuts": keys,
  }, icon(name));
  if (run) button.addEventListener("click", run);
  return button;
}

/**
 * Returns a button with a text.
 * @param {{label: string, action?: string, icon?: string, kind?: string, type?: string, run?: (event: MouseEvent) => void}} options
 *   `kind` is a class: `primary`, `danger` or `quiet`.
 */
export function textButton({ label, action, icon: name, kind, type = "button", run }) {
  const content = name ? [icon(name), element("span", {}, label)] : [label];
  const button = element("button", { type, class: kind, "data-action": action }, ...content);
  if (run) button.addEventListener("click", run);
  return button;
}
