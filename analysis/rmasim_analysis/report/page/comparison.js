// The section of a comparison: verdict, the differences that matter and their reasons, diagrams that move together,
// and all figures.

const MOST_SIDES_BESIDE = 4;  // the table of more sides needs the page's width

function comparisonSection(section, id) {
  const diagrams = section.drawn.length > 0 && togetherTree(section, id);
  const isLong = section.drawn.some(({ diagram }) => isTall(diagram));
  const matter = h("div", null, head("What differs most"), section.matter.length
    ? comparedTable(section.names, section.matter) : h("p", null, "No figure differs."));
  const differences = section.differences.map((one) => h("div", null, differenceTree(one)));
  return [
    section.remarks.map((words) => remark(words)),
    h("ul", { class: "sides" }, section.sides.map(sideTree)),
    section.names.length > MOST_SIDES_BESIDE ? [matter, differences]
      : h("div", { class: "pair" }, matter, differences),
    !isLong && diagrams,
    folded(`All figures, side by side: ${section.compared.filter((row) => !row.title).length} rows`,
      soft("Shaded rows differ between the sides."), comparedTable(section.names, section.compared)),
    isLong && diagrams,
  ];
}

function sideTree({ name, made, notes }) {
  return h("li", null, h("b", null, name), `: ${made}`,
    notes.map((note) => [h("br"), h("span", { class: "soft" }, note)]));
}

function comparedTable(names, rows) {
  const isMixed = rows.some((row) => !row.differs);  // shading that all rows have would say nothing
  const line = ({ name, cells, title, part, differs }) => h("tr", { class: title ? "title"
    : differs && isMixed ? "differs" : undefined }, h("th", { scope: "row", class: part ? "part" : undefined }, name),
  cells.map((cell) => h("td", { class: "number" }, cell)));
  return h("div", { class: "scroll compared", tabindex: 0, role: "region", "aria-label": "Figures of all sides" },
    h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, "figure"),
      names.map((name) => h("th", { scope: "col", class: "number" }, name)))), h("tbody", null, rows.map(line))));
}

function togetherTree(section, id) {
  const drawn = [];
  const acts = [["previous", "Previous call", "Previous call of this rank, on all sides (,)"],
    ["next", "Next call", "Next call of this rank, on all sides (.)"],
    ["rank", "Next rank", "First call of the next rank (r)"], ["none", "None", "No call (Escape)"]];
  const begin = (root) => new Together(root, drawn, section.drawn.map((side) => side.name));
  const trees = section.drawn.map((side, k) => diagramTree(side.diagram, { title: side.name, id: `${id}-${k}-hint`,
    label: `Space-time diagram of ${side.name}`, showsLegend: false, showsHint: k === 0,
    made: (one) => drawn.push(one) }));
  return [
    head("The runs, in one scale of time"),
    h("div", { class: "together", begin },
      h("div", { class: "controls", role: "group", "aria-label": "Calls of the program" },
        acts.map(([call, text, title]) => button({ "data-call": call, title }, text))),
      soft("The diagrams have one scale of time and move together. Choose a call, by these buttons, by a click on a " +
        "bar, or in a diagram by the keys comma and full stop (r: next rank): it is framed on every side, and begins " +
        "at the same place in each."),
      h("div", { class: "chosen same-call", role: "status", "aria-live": "polite", tabindex: 0,
        "aria-label": "The chosen call on all sides" }, soft("No call chosen.")),
      barLegend(section.drawn.map((side) => side.diagram)), trees),
  ];
}

function differenceTree({ side, against, settings, parts }) {
  return [
    head(`${side}, against ${against}: what appeared and vanished, and why`),
    settings.length > 0 && folded(counted(settings.length, "setting differs", "settings differ"),
      scrolled(table(["setting", number(against), number(side)],
        settings.map(({ path, before, now }) => [code(path), before, now])))),
    parts.length === 0 && h("p", null, "The same packets."),
    h("ul", { class: "moved" }, parts.map(partTree)),
  ];
}

function partTree({ name, more, counts, reasons }) {
  return h("li", { class: more ? "more" : "less" }, code(name), " ", h("span", { class: "counts" }, counts),
    items(reasons));
}
