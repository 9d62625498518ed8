// What all parts of the page need of the document.

export const byId = (id) => document.getElementById(id);

/** An element with attributes and children; `on` are listeners, and what is false or null is omitted. */
export function make(name, { on = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? "" : value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Lets a user save a text under a name. */
export function saveText(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
