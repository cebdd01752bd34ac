// Maps of a sweep. A map is a table over two settings that the reader chooses. The colour of a cell shows a figure, the
// median of the cell's runs. There is one map for each value of a third setting.

function median(values) {
  const sorted = [...values].sort((one, other) => one - other), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const MOST_DIGITS = 5;  // the text of a cell that the reader points at has all digits
const MAP_UNITS = { ns: [...TIME_UNITS, ["ns", 1]], other: [["G", 1e9], ["M", 1e6], ["k", 1e3], ["", 1]] };

// The notation of the values of a map. Values of a linear scale have one unit, which only the legend shows, and the
// same number of digits after the point. Values of a logarithmic scale have units of their own.
class Amounts {
  constructor(values, { unit, log }) {
    this.units = MAP_UNITS[unit] ?? MAP_UNITS.other;
    this.space = unit === "ns" ? " " : "";
    if (!log) this.units = [this.unitOf(most(values.map(Math.abs)))];
    this.hasOneUnit = !log;
    this.digits = Math.min(digitsOf(values, (value, count) => this.significant(value, count), 3), MOST_DIGITS);
    this.decimals = most(values.map((value) => decimalsOf(this.significant(value, this.digits))));
  }

  unitOf(value) { return this.units.find(([, scale]) => Math.abs(value) >= scale) ?? this.units.at(-1); }

  significant(value, digits) {
    return (value / this.unitOf(value)[1]).toLocaleString("en-US", { maximumSignificantDigits: digits });
  }

  number(value) {
    return this.hasOneUnit ? grouped(value / this.units[0][1], this.decimals) : this.significant(value, this.digits);
  }

  text(value) {
    const [name] = this.unitOf(value);
    return name ? this.number(value) + this.space + name : this.number(value);
  }

  // The text within a cell.
  short(value) { return this.hasOneUnit ? this.number(value) : this.text(value); }
}

function axisTitle({ short, unit }) { return unit && unit !== short ? `${short}, ${unit}` : short; }

// Matplotlib's viridis: perceptually uniform, and readable with colour blindness and in grey.
const MAP_COLOURS = ["#440154", "#48186a", "#472d7b", "#424086", "#3b528b", "#33638d", "#2c728e", "#26828e", "#21918c",
  "#1fa088", "#28ae80", "#3fbc73", "#5ec962", "#84d44b", "#addc30", "#d8e219", "#fde725"];

class Maps {
  static LETTER_PX = 8;         // of the text in a cell, at most
  static DARK_GROUND = 0.6;     // of the scale: below it letters are white
  static HEAD_PX = 64;          // names of rows
  static CELL_LEAST_PX = 22;
  static CELL_MOST_PX = 84;
  static GAP_PX = 28;         // as in the style sheet
  static PADDING_PX = 4;

  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.selects = Object.fromEntries([...root.querySelectorAll("[data-part]")]
      .map((select) => [select.dataset.part, select]));
    this.tip = root.querySelector(".tip");
    this.fill();
    for (const select of Object.values(this.selects)) select.addEventListener("change", () => this.draw(select));
    const panels = root.querySelector(".panels");
    panels.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["mouseover", "focusin"]) panels.addEventListener(name, (event) => this.read(event.target));
    // Without the mouse it is the cell in focus that is read, if there is one.
    for (const name of ["mouseleave", "focusout", "scroll"]) {
      panels.addEventListener(name, () => this.read(root.querySelector(".map :focus")));
    }
    new ResizeObserver(() => this.resize()).observe(panels);
    this.draw();
  }

  // Each map is over the first two settings at first, and there is one for each value of the third.
  fill() {
    const { axes, figures } = this.data;
    this.selects.figure.append(...figures.map((figure, k) => new Option(figure.name, k)));
    for (const part of ["across", "up", "each"]) {
      this.selects[part].append(...axes.map((axis, k) => new Option(axis.short, k)));
    }
    this.selects.each.prepend(new Option("nothing", -1));
    this.selects.each.parentElement.hidden = axes.length < 3;
    [this.selects.across.value, this.selects.up.value, this.selects.each.value] = [0, 1, axes.length > 2 ? 2 : -1];
  }

  // Two selects cannot have the same setting. The other one gets the setting that the changed one had before.
  separate(changed) {
    const { across, up, each } = this.selects, parts = [across, up, each];
    const other = parts.find((part) => part !== changed && part.value === changed.value);
    if (other) other.value = this.before[parts.indexOf(changed)];
    if (across.value === "-1" || up.value === "-1" || !across.value || !up.value) {
      const free = this.data.axes.map((_, k) => String(k)).filter((k) => parts.every((part) => part.value !== k));
      [across, up].filter((part) => part.value === "-1" || !part.value).forEach((part) => (part.value = free.shift()));
    }
  }

  draw(changed) {
    if (changed && changed !== this.selects.figure) this.separate(changed);
    const { figure, across, up, each } = this.selects;
    this.before = [across.value, up.value, each.value];
    const [f, x, y, z] = [figure, across, up, each].map((select) => Number(select.value));
    this.figure = this.data.figures[f];
    this.scale = this.scaleOf(this.data.values[f].filter((value) => value !== null));
    const cells = this.cells(f, x, y, z);
    const medians = [...cells.ended.values()].map(median);
    this.amounts = new Amounts([...medians, this.scale.least, this.scale.most], this.figure);
    this.longest = most(medians.map((value) => this.cellText(value).length));
    const panels = z < 0 ? [-1] : this.data.axes[z].values.map((_, k) => k);
    this.root.querySelector(".panels").replaceChildren(...panels.map((panel) => this.panel(cells, x, y, z, panel)));
    this.legend();
    this.resize();
  }

  // Runs by their cell: "panel,column,row".
  cells(f, x, y, z) {
    const { places, values, failed } = this.data;
    const ended = new Map(), fallen = new Map();
    const keyOf = (run) => [z < 0 ? -1 : places[z][run], places[x][run], places[y][run]].join();
    values[f].forEach((value, run) => {
      if (value === null) return;
      const key = keyOf(run);
      if (!ended.has(key)) ended.set(key, []);
      ended.get(key).push(value);
    });
    for (const run of failed) fallen.set(keyOf(run), (fallen.get(keyOf(run)) ?? 0) + 1);
    return { ended, fallen };
  }

  scaleOf(values) {
    const bend = this.figure.log ? Math.log : (value) => value;
    const least = values.reduce((one, other) => Math.min(one, other)), most = values.reduce((a, b) => Math.max(a, b));
    const width = bend(most) - bend(least);
    return { least, most, share: (value) => (width ? (bend(value) - bend(least)) / width : 0.5) };
  }

  panel(cells, x, y, z, panel) {
    const { axes } = this.data;
    const columns = axes[x].values, rows = axes[y].values;
    const table = element("table", undefined, "map");
    table.setAttribute("role", "grid");
    const name = panel < 0 ? "" : `${axes[z].short} = ${axes[z].values[panel]}`;
    table.setAttribute("aria-label", `${this.figure.name} ${name}`);
    if (name) table.append(element("caption", name));
    const head = element("tr");
    head.append(Object.assign(element("th", `${axisTitle(axes[y])} ↑`, "axis"), { colSpan: columns.length + 1 }));
    table.append(head);
    rows.map((_, row) => row).reverse().forEach((row) => {
      const line = element("tr");
      const rowHead = element("th", rows[row]);
      rowHead.scope = "row";
      line.append(rowHead, ...columns.map((_, column) => this.cell(cells, [panel, column, row].join(),
        [[x, column], [y, row], ...panel < 0 ? [] : [[z, panel]]])));
      table.append(line);
    });
    const foot = element("tr");
    foot.append(element("td"), ...columns.map((value) => Object.assign(element("th", value), { scope: "col" })));
    const names = element("tr");
    names.append(element("td"),
      Object.assign(element("th", `${axisTitle(axes[x])} →`, "axis"), { colSpan: columns.length }));
    table.append(foot, names);
    table.querySelector("[data-words]")?.setAttribute("tabindex", "0");
    return table;
  }

  // `settings` are pairs of the number of an axis and of its value.
  cell(cells, key, settings) {
    const made = element("td");
    const { axes } = this.data;
    const where = settings.map(([axis, k]) => `${axes[axis].short} = ${axes[axis].values[k]}`).join(", ");
    const runs = cells.ended.get(key), fallen = cells.fallen.get(key) ?? 0;
    const lost = fallen ? `${fallen} ${fallen === 1 ? "run" : "runs"} did not finish` : "";
    made.tabIndex = -1;
    if (!runs) {
      made.className = fallen ? "fallen" : "empty";
      made.dataset.words = `${where}: ${lost || "no run"}`;
      made.append(element("span", fallen ? "×" : ""));
      return made;
    }
    const value = median(runs), share = this.scale.share(value);
    const exact = `${value.toLocaleString("en-US")} ${this.figure.unit}`.trim();
    made.style.background = this.colour(share);
    made.style.color = share < Maps.DARK_GROUND ? "#ffffff" : "#111111";
    made.dataset.words = `${where}: ${this.figure.name} ${this.amounts.text(value)} (${exact}`
      + `${runs.length > 1 ? `, median of ${runs.length} runs` : ""})${lost ? `; ${lost}` : ""}`;
    if (value === this.scale.least) made.className = "best";
    made.append(element("span", this.cellText(value)));
    return made;
  }

  cellText(value) { return this.amounts.short(value) + (value === this.scale.least ? " ★" : ""); }

  colour(share) {
    const at = share * (MAP_COLOURS.length - 1), low = Math.min(Math.floor(at), MAP_COLOURS.length - 2);
    const mixed = [1, 3, 5].map((k) => {
      const [one, other] = [low, low + 1].map((index) => parseInt(MAP_COLOURS[index].slice(k, k + 2), 16));
      return Math.round(one + (at - low) * (other - one));
    });
    return `rgb(${mixed.join(" ")})`;
  }

  legend() {
    const { least, most } = this.scale, { log, about } = this.figure;
    const bar = element("span", undefined, "scale");
    bar.style.background = `linear-gradient(to right, ${MAP_COLOURS.join(", ")})`;
    this.root.querySelector(".legend").replaceChildren(element("span", this.amounts.text(least)), bar,
      element("span", this.amounts.text(most)),
      element("small", `${log ? "logarithmic. " : ""}${about} ★ marks the least value.`));
  }

  // Cells are as wide as there is room for. They show their values if all of these fit.
  resize() {
    const panels = this.root.querySelector(".panels"), tables = [...panels.children];
    const width = panels.clientWidth - Maps.PADDING_PX;
    if (!tables.length || width <= 0) return;
    const columns = this.data.axes[Number(this.selects.across.value)].values.length;
    const least = Maps.HEAD_PX + columns * Maps.CELL_LEAST_PX;
    const fitting = Math.max(Math.floor((width + Maps.GAP_PX) / (Math.max(least, 250) + Maps.GAP_PX)), 1);
    const beside = Math.min(fitting, tables.length);
    const room = (width - (beside - 1) * Maps.GAP_PX) / beside;
    const lettered = this.longest * Maps.LETTER_PX + Maps.PADDING_PX;
    const cell = Math.min(Math.max((room - Maps.HEAD_PX) / columns, Maps.CELL_LEAST_PX),
      Math.max(Maps.CELL_MOST_PX, lettered));
    for (const table of tables) {
      table.style.width = `${Math.floor(Maps.HEAD_PX + columns * cell)}px`;
      table.classList.toggle("lettered", cell >= lettered);
      table.classList.toggle("narrow", cell < 30);
    }
  }

  // Describes a cell above it, or below it if there is no room.
  read(target) {
    const cell = target?.closest("[data-words]");
    this.tip.hidden = !cell;
    if (!cell) return;
    this.tip.textContent = cell.dataset.words;
    const box = cell.getBoundingClientRect(), whole = this.root.getBoundingClientRect();
    const left = Math.min(box.left - whole.left, whole.width - this.tip.offsetWidth - 4);
    const above = box.top - this.tip.offsetHeight - 6;
    const top = (above > 0 ? above : box.bottom + 6) - whole.top;
    this.tip.style.transform = `translate(${Math.round(Math.max(left, 0))}px, ${Math.round(top)}px)`;
  }

  key(event) {
    const cell = event.target.closest("td[data-words]");
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    const rows = cell.closest("table").rows;
    const next = rows[cell.parentElement.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]];
    if (!next?.dataset.words) return;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
