"use strict";

// A page as a tree of plain objects, which becomes elements of the document or a text of HTML. Texts of inputs are
// children or values of attributes, so they never become markup.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "line", "rect", "circle", "text", "title"]);
const EMPTY_TAGS = new Set(["input", "br", "wbr"]);

// `attributes` may have `begin`, a function that is called with the element once the element is in the document.
function h(tag, attributes, ...children) {
  const kept = children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false);
  return { tag, attributes: attributes ?? {}, children: kept };
}

function isSet([name, value]) {
  return name !== "begin" && value !== undefined && value !== null && value !== false;
}

function elementOf(node, begins) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const { tag, attributes, children } = node;
  const made = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes).filter(isSet)) {
    made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) made.append(elementOf(child, begins));
  if (attributes.begin) begins.push(() => attributes.begin(made));
  return made;
}

// The member of an object, if the object itself has it: names of inputs may be those of every object's members.
function own(members, name) { return Object.hasOwn(members, name) ? members[name] : undefined; }

// Replaces the children of an element, and calls `begin` of all new elements in the order of the page.
function show(element, ...trees) {
  const begins = [];
  const made = trees.flat(Infinity).filter((one) => one).map((tree) => elementOf(tree, begins));
  element.replaceChildren(...made);
  for (const begin of begins) begin();
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text) { return String(text).replace(/[&<>"']/g, (letter) => ESCAPES[letter]); }

// The HTML of a tree. Tests and other programs can read a page without a browser.
function htmlOf(node) {
  if (Array.isArray(node)) return node.map(htmlOf).join("");
  if (node === undefined || node === null || node === false) return "";
  if (typeof node !== "object") return escaped(node);
  const attributes = Object.entries(node.attributes).filter(isSet)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`)).join("");
  const inner = node.children.map(htmlOf).join("");
  return EMPTY_TAGS.has(node.tag) ? `<${node.tag}${attributes}>` : `<${node.tag}${attributes}>${inner}</${node.tag}>`;
}
