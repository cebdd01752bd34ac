// The map of who sends to whom. Rows are senders, columns receivers. Neighbours among many ranks share a cell.

class Pairs {
  static MOST_CELLS = 128;
  static WIDEST = 560;
  static CELL = 56;    // at most
  static MARGIN = 46;  // for the numbers of ranks

  constructor(root, data) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.description = root.querySelector(".pair-words");
    this.figure = root.querySelector("select");
    this.ranks = data.ranks;
    this.together = Math.ceil(data.ranks / Pairs.MOST_CELLS);
    this.cells = Math.ceil(data.ranks / this.together);
    const columns = unpacked(data.columns);
    this.sums = Object.fromEntries(["messages", "bytes"].map((name) => [name, this.sumsOf(columns, columns[name])]));
    this.at = [0, 0];  // row, column
    this.listen();
    new ResizeObserver(() => this.paint()).observe(this.canvas.parentElement);
  }

  sumsOf({ source, target }, values) {
    const sums = new Float64Array(this.cells * this.cells);
    values.forEach((value, k) => {
      sums[Math.floor(source[k] / this.together) * this.cells + Math.floor(target[k] / this.together)] += value;
    });
    return sums;
  }

  listen() {
    this.figure.addEventListener("change", () => this.paint());
    this.canvas.addEventListener("pointermove", (event) => {
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top]
        .map((at) => Math.floor((at - Pairs.MARGIN) / this.cell));
      if (Math.min(x, y) >= 0 && Math.max(x, y) < this.cells) this.choose(y, x);
    });
    this.canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const step = steps[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.choose(...this.at.map((at, k) => Math.min(Math.max(at + step[k], 0), this.cells - 1)));
    });
  }

  name(cell) {
    const first = cell * this.together, last = Math.min(first + this.together, this.ranks) - 1;
    return first === last ? `rank ${first}` : `ranks ${first} to ${last}`;
  }

  choose(row, column) {
    this.at = [row, column];
    const [messages, bytes] = ["messages", "bytes"].map((name) =>
      this.sums[name][row * this.cells + column].toLocaleString("en-US"));
    this.description.textContent = `${this.name(row)} to ${this.name(column)}: ${messages} messages, ${bytes} bytes.`;
    this.paint();
  }

  // The opacity of a cell grows with the square root of its figure, so small figures are visible beside large ones.
  paint() {
    const wanted = Math.min(Pairs.MARGIN + 2 + this.cells * Pairs.CELL, Pairs.WIDEST);
    const width = Math.min(this.canvas.parentElement.clientWidth, wanted);
    if (!width) return;
    const dots = window.devicePixelRatio || 1;
    this.cell = (width - Pairs.MARGIN - 2) / this.cells;
    this.canvas.width = this.canvas.height = Math.round(width * dots);
    this.canvas.style.width = this.canvas.style.height = `${width}px`;
    const context = this.canvas.getContext("2d");
    context.scale(dots, dots);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const sums = this.sums[this.figure.value];
    const most = sums.reduce((one, other) => Math.max(one, other), 1);
    const end = Pairs.MARGIN + this.cells * this.cell;
    context.fillStyle = colour("raised");
    context.fillRect(Pairs.MARGIN, Pairs.MARGIN, end - Pairs.MARGIN, end - Pairs.MARGIN);
    context.fillStyle = colour("accent");
    const gap = this.cell > 6 ? 1 : 0;
    sums.forEach((sum, k) => {
      if (!sum) return;
      context.globalAlpha = 0.15 + 0.85 * Math.sqrt(sum / most);
      const [row, column] = [Math.floor(k / this.cells), k % this.cells];
      context.fillRect(Pairs.MARGIN + column * this.cell, Pairs.MARGIN + row * this.cell, this.cell - gap,
        this.cell - gap);
    });
    context.globalAlpha = 1;
    this.frame(context, colour);
    this.numbers(context, colour);
  }

  frame(context, colour) {
    context.strokeStyle = colour("ink");
    context.lineWidth = 1.5;
    const [row, column] = this.at;
    context.strokeRect(Pairs.MARGIN + column * this.cell, Pairs.MARGIN + row * this.cell, this.cell, this.cell);
  }

  numbers(context, colour) {
    context.fillStyle = colour("soft");
    context.font = `11px ${colour("font")}`;
    const every = Math.max(Math.ceil(30 / this.cell), 1);
    context.textBaseline = "middle";
    for (let cell = 0; cell < this.cells; cell += every) {
      const at = Pairs.MARGIN + (cell + 0.5) * this.cell;
      context.textAlign = "center";
      context.fillText(cell * this.together, at, Pairs.MARGIN - 10);
      context.textAlign = "right";
      context.fillText(cell * this.together, Pairs.MARGIN - 5, at);
    }
    context.textAlign = "left";
    context.fillText("to rank", Pairs.MARGIN, 10);
    context.fillText("from", 2, Pairs.MARGIN - 10);
  }
}
