// The numbers of an interval: which packets were sent in it, how long they took, and what the shown ranks did.

class Interval {
  constructor(root, diagram) {
    this.root = root;
    this.diagram = diagram;
    this.table = root.querySelector(".interval-numbers");
    [this.first, this.last] = root.querySelectorAll("input[data-edge]");
    for (const input of [this.first, this.last]) input.addEventListener("change", () => this.read());
    root.querySelector("[data-do=in-sight]").addEventListener("click", () => {
      this.set(Math.max(diagram.view.from, 0), Math.min(diagram.view.to, diagram.model.end));
    });
    root.addEventListener("toggle", () => {
      if (root.open && this.from === undefined) this.set(0, diagram.model.end);
      diagram.paint();
    });
  }

  get isMarked() { return this.root.open && this.from !== undefined; }

  get scale() { return this.diagram.model.unit === "step" ? STEP : 1000; }

  read() {
    const [from, to] = [this.first, this.last].map((input) => Number(input.value) * this.scale);
    if (Number.isFinite(from) && Number.isFinite(to)) this.set(Math.min(from, to), Math.max(from, to));
  }

  set(from, to) {
    [this.from, this.to] = [Math.round(from), Math.round(to)];
    this.first.value = this.from / this.scale;
    this.last.value = this.to / this.scale;
    this.count();
    this.diagram.paint();
  }

  count() {
    if (!this.isMarked) return;
    const { model, layout } = this.diagram;
    const packets = packetsIn(model, layout, this.from, this.to);
    const spent = timeSpentIn(model, layout, this.from, this.to);
    this.table.replaceChildren(tableOf(packetRows(model, packets), "Packets sent in the interval"),
      tableOf(spentRows(model, spent), "What the shown ranks did in it"));
  }
}

// Of each kind of packet: the number, the bytes, and the times of the packets that arrived.
function packetsIn(model, layout, from, to) {
  const { sent, handled, bytes, source, target } = model.packets;
  const found = new Map();
  for (let k = firstWhere(model.count, (n) => sent[n] >= from); k < model.count && sent[k] < to; ++k) {
    if (!layout.isShown(source[k]) && !layout.isShown(target[k])) continue;
    const kind = model.packets.kind[k];
    if (!found.has(kind)) found.set(kind, { packets: 0, bytes: 0, took: [] });
    const figures = found.get(kind);
    ++figures.packets;
    figures.bytes += bytes[k];
    if (handled[k] >= 0) figures.took.push(handled[k] - sent[k]);
  }
  return found;
}

// For each cause, the time that each shown rank spent. Waits belong to ranks, calls also to threads of ranks.
function timeSpentIn(model, layout, from, to) {
  const found = new Map();
  const count = (name, track, began, ended) => {
    const length = Math.min(ended, to) - Math.max(began, from);
    if (length <= 0 || !layout.isShown(track)) return;
    if (!found.has(name)) found.set(name, new Map());
    add(found.get(name), model.ranks[track], length);
  };
  const { waits, calls } = model;
  waits.track.forEach((track, k) => count(model.causes[waits.cause[k]], track, waits.began[k], waits.ended[k]));
  calls.track.forEach((track, k) => {
    const isCompute = model.texts[calls.name[k]] === "compute";
    count(isCompute ? "compute" : "in MPI calls, waits included", track, calls.began[k], calls.ended[k]);
  });
  return found;
}

function percentileOf(ascending, percent) {
  return ascending[Math.max(Math.ceil(ascending.length * percent / 100) - 1, 0)];
}

function packetRows(model, found) {
  const rows = [["kind", "packets", "bytes", "median", "90 %", "99 %", "longest"]];
  const kinds = [...found].sort(([, one], [, other]) => other.packets - one.packets);
  for (const [kind, { packets, bytes, took }] of kinds) {
    took.sort((one, other) => one - other);
    const times = [50, 90, 99, 100].map((percent) => (took.length ? model.length(percentileOf(took, percent)) : ""));
    rows.push([model.texts[kind], packets.toLocaleString("en-US"), bytes.toLocaleString("en-US"), ...times]);
  }
  return rows;
}

function spentRows(model, found) {
  const rows = [["what", "together", "most on one rank", "rank"]];
  const sums = [...found].map(([name, byRank]) => [name, sum([...byRank.values()]), byRank]);
  for (const [name, together, byRank] of sums.sort(([, one], [, other]) => other - one)) {
    const [rank, longest] = [...byRank].reduce((best, one) => (one[1] > best[1] ? one : best));
    rows.push([name, model.length(together), model.length(longest), String(rank)]);
  }
  return rows;
}

function tableOf([head, ...rows], caption) {
  const table = element("table");
  table.append(element("caption", rows.length ? caption : `${caption}: none`));
  const line = (cells, tag) => {
    const row = element("tr");
    cells.forEach((cell, k) => row.append(element(k ? tag : "th", cell, k ? "number" : "")));
    return row;
  };
  if (rows.length) table.append(line(head, "th"), ...rows.map((cells) => line(cells, "td")));
  const scroll = element("div", undefined, "scroll");
  scroll.append(table);
  return scroll;
}
