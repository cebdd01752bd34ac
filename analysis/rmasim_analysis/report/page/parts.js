// The parts from which all sections are made.

// Long names may be broken after a dot, comma or plus, not within a word, nor before the letter of LOCK.X.
function breakable(text) {
  const parts = String(text).split(/(?<=[.,])(?=[^\sA-Z])|(?<=\+)(?=\S)/);
  return parts.flatMap((part, k) => (k ? [h("wbr"), part] : [part]));
}

function code(text) { return h("code", null, breakable(text)); }

function soft(...words) { return h("p", { class: "soft" }, ...words); }

// Commands are between backquotes.
function remark(words) {
  return h("p", { class: "remark" }, words.split("`").map((part, k) => (k % 2 ? code(part) : part)));
}

function head(text) { return h("h3", null, text); }

function folded(summary, ...children) { return h("details", null, h("summary", null, summary), ...children); }

function items(texts, attributes) { return h("ul", attributes, texts.map((text) => h("li", null, text))); }

function listing(lines, label) {
  return h("pre", { tabindex: 0, role: "group", "aria-label": label }, lines.join("\n"));
}

const MARKS = { good: "✓", bad: "✕", open: "…" };

function facts(list, small = false) {
  return h("dl", { class: small ? "facts small" : "facts" }, list.map(([name, value, words]) =>
    h("div", null, h("dt", null, name), h("dd", null, value, words && [" ", h("small", null, words)]))));
}

function summary({ title, outcome, about, facts: list }, id, tag) {
  return [
    h("div", { class: "head" }, h(tag, { id }, title), outcome && h("p", { class: `outcome ${outcome.colour}`,
      title: outcome.words }, h("span", { "aria-hidden": "true" }, MARKS[outcome.colour]), ` ${outcome.name}`)),
    about && h("p", { class: "about" }, about),
    list?.length > 0 && facts(list),
  ];
}

// `heads` are texts, or { text, number: true } for columns of numbers. A row is a list of cells, or an object with
// `cells` and the class of the row. The first cell is the head of its row if `named`.
function table(heads, rows, { named = true, caption, hiddenHead = false, className, style } = {}) {
  const columns = heads.map((one) => (typeof one === "object" ? one : { text: one }));
  const kind = (column) => [column.number && "number", column.words && "words"].filter(Boolean).join(" ") || undefined;
  const line = (row) => {
    const cells = row.cells ?? row;
    return h("tr", { class: row.className }, cells.map((cell, k) => (named && k === 0
      ? h("th", { scope: "row", class: kind(columns[k]) }, cell) : h("td", { class: kind(columns[k]) }, cell))));
  };
  return h("table", { class: className, style }, caption && h("caption", { class: "soft" }, caption),
    h("thead", { class: hiddenHead ? "hidden" : undefined }, h("tr", null,
      columns.map((column) => h("th", { scope: "col", class: kind(column) }, column.text)))),
    h("tbody", null, rows.map(line)));
}

function scrolled(inner, label) {
  return h("div", label ? { class: "scroll", tabindex: 0, role: "region", "aria-label": label } : { class: "scroll" },
    inner);
}

function number(text) { return { text, number: true }; }

function wordy(text) { return { text, words: true }; }

// Texts that are broken between them, and within one of them only if it is longer than the line.
function wholes(texts) {
  const last = texts.length - 1;
  return texts.map((text, k) => [k > 0 && " ", h("span", { class: "whole" }, k < last ? `${text},` : text)]);
}

// On a telephone, the last cell of each row has a line of its own. `columns` are the widths of the others.
function stacked(heads, rows, { columns = `minmax(0, 1.6fr) repeat(${heads.length - 2}, minmax(0, 1fr))`,
  ...options } = {}) {
  return scrolled(table(heads, rows, { ...options, className: "stacked", style: `--columns: ${columns}` }));
}

function bar(className, share) {
  return h("span", { class: `bar ${className}`.trim(), style: `width: ${(100 * share).toFixed(2)}%` });
}

// A bar of a range: from the least to the most.
function rangeBar(least, largest) {
  return h("span", { class: "bar", style: `margin-left: ${(100 * Math.min(least, 0.99)).toFixed(2)}%; ` +
    `width: max(3px, ${(100 * (largest - least)).toFixed(2)}%)` });
}

// The colour of a cause of time. All diagrams and tables of a page use the same one.
function causeColour(cause) { return own(pageWords.causes, cause) ? `var(--cause-${cause})` : "var(--cause-other)"; }

function swatch(cause) { return h("span", { class: "swatch", style: `background: ${causeColour(cause)}` }); }

function causeName(cause) {
  return [h("span", { class: "named" }, swatch(cause), code(cause)), " ",
    h("small", { class: "beside" }, own(pageWords.causes, cause) ?? "")];
}

function settingsTable(settings, title) {
  return folded(title, scrolled(table(["setting", "value"], settings.map(([path, value]) => [code(path), value]),
    { hiddenHead: true })));
}

// All groups are in the tree. The select shows the chosen one.
function choice({ label, groups }, draw) {
  const shown = (root) => {
    const select = root.querySelector("select"), parts = [...root.children].filter((one) => one.dataset.group);
    const update = () => parts.forEach((part) => (part.hidden = part.dataset.group !== (select?.value ?? "0")));
    select?.addEventListener("change", update);
    update();
  };
  return h("div", { class: "choice", begin: shown },
    groups.length > 1 && h("p", { class: "controls" }, h("label", null, `${label} `,
      h("select", null, groups.map(([name], k) => h("option", { value: k }, name))))),
    groups.map(([, inner], k) => h("div", { class: "charts", "data-group": k }, draw(inner, k))));
}
