// Paints the diagram: a row a track, bars for calls, arrows for packets. Only what is in sight, and of arrows that
// would cover each other to the pixel only one.

const ROW_TALLEST = 110, ROW_LEAST = 16, ALL_ROWS = 520, AXIS_HEIGHT = 30;
const MOST_DASHED = 600;    // dashes of more cannot be seen, and take long
const MOST_HEADED = 1500;   // arrows; heads of more cannot be told apart
const PX_PER_LABEL = 25;    // of the width; where more packets are in sight none has its kind written beside it
const HEAD_PX = 7;
const LINES_PER_PATH = 200;
const GROUPS = ["request", "reply", "synchronisation"];
const CHOSEN = { alpha: 1, width: 2.6, isDashed: true, hasHead: true };
const TRACK_NAME_PX = 7;    // a letter of a track's name, about

class Layout {
  constructor(tracks, width) {
    this.row = Math.min(Math.max(ALL_ROWS / tracks.length, ROW_LEAST), ROW_TALLEST);
    this.width = width;
    this.height = AXIS_HEIGHT + this.row * tracks.length + 8;
    const longest = Math.max(...tracks.map((name) => name.length));
    this.names = Math.min(longest * TRACK_NAME_PX + 22, width * 0.3);
    this.bar = Math.min(this.row * 0.36, 24);
  }

  y(track) { return AXIS_HEIGHT + this.row * (track + 0.5); }

  trackAt(y) { return Math.floor((y - AXIS_HEIGHT) / this.row); }
}

class Painter {
  constructor(canvas, model) {
    this.canvas = canvas;
    this.model = model;
    this.context = canvas.getContext("2d");
    this.readColours();
  }

  // The page's own, which differ in light and dark.
  readColours() {
    const style = getComputedStyle(document.documentElement);
    const names = ["ground", "raised", "ink", "soft", "line", "accent", "bad", "request", "reply", "synchronisation",
      "call", "idle", "call-ink", "focus"];
    this.colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.font = style.getPropertyValue("--font");
  }

  resize(layout) {
    const dots = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(layout.width * dots);
    this.canvas.height = Math.round(layout.height * dots);
    this.canvas.style.height = `${layout.height}px`;
    this.context.setTransform(dots, 0, 0, dots, 0, 0);
  }

  paint(view, layout, chosen, hovered) {
    const { context, colours } = this;
    Object.assign(this, { view, layout });
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, layout.width, layout.height);
    this.rows();
    this.axis();
    context.save();
    context.beginPath();
    context.rect(layout.names, 0, layout.width - layout.names, layout.height);
    context.clip();
    this.calls();
    this.packets(chosen, hovered);
    context.restore();
    this.names();
  }

  text(words, x, y, colour, align = "left", size = 12) {
    this.context.font = `${size}px ${this.font}`;
    this.context.fillStyle = colour;
    this.context.textAlign = align;
    this.context.textBaseline = "middle";
    this.context.fillText(words, x, y);
  }

  line(x1, y1, x2, y2) {
    this.context.beginPath();
    this.context.moveTo(x1, y1);
    this.context.lineTo(x2, y2);
    this.context.stroke();
  }

  rows() {
    const { context, colours, layout, model } = this;
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    model.tracks.forEach((_, track) => this.line(layout.names, layout.y(track), layout.width, layout.y(track)));
  }

  names() {
    const { layout, model, colours } = this;
    model.tracks.forEach((name, track) =>
      this.text(name, 12, layout.y(track), colours.ink, "left", Math.min(13, layout.row * 0.62)));
  }

  // Round moments, about 110 pixels apart.
  axis() {
    const { context, colours, layout, view } = this;
    const wanted = view.spanNs * 110 / (view.right - view.left);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = Math.max(1, [1, 2, 5, 10].map((k) => k * power).find((one) => one >= wanted));
    const [unit, scale] = view.spanNs >= 2e7 ? ["ms", 1e6] : view.spanNs >= 2e3 ? ["µs", 1e3] : ["ns", 1];
    context.strokeStyle = colours.line;
    context.lineWidth = 0.5;
    for (let ns = Math.max(0, Math.ceil(view.from / step) * step); ns <= view.to; ns += step) {
      const x = view.x(ns);
      if (x < layout.names + 24 || x > layout.width - 24) continue;
      this.line(x, AXIS_HEIGHT - 6, x, layout.height);
      const value = (ns / scale).toLocaleString("en-US", { maximumFractionDigits: 3 });
      this.text(`${value} ${unit}`, x, AXIS_HEIGHT / 2 - 2, colours.soft, "center", 11.5);
    }
  }

  calls() {
    const { context, colours, layout, model, view } = this;
    model.callsOf.forEach((calls, track) => {
      const top = layout.y(track) - layout.bar / 2;
      let painted = -Infinity;  // up to this pixel the row is full
      const first = firstWhere(calls.length, (k) => model.ended(calls[k]) >= view.from);
      for (let k = first; k < calls.length && model.began(calls[k]) <= view.to; ++k) {
        const left = view.x(model.began(calls[k])), right = Math.max(view.x(model.ended(calls[k])), left + 1);
        if (right <= painted) continue;
        this.bar(model.call(calls[k]), left, right, top);
        painted = Math.ceil(right);
      }
    });
    context.fillStyle = colours.ink;
  }

  bar(call, left, right, top) {
    const { context, colours, layout } = this;
    const seenLeft = Math.max(left, layout.names), seenRight = Math.min(right, layout.width);
    context.fillStyle = call.name === "compute" ? colours.idle : colours.call;
    context.fillRect(seenLeft, top, Math.max(seenRight - seenLeft - (right - left > 3 ? 1 : 0), 1), layout.bar);
    if (call.isStuck) this.hatch(seenLeft, seenRight, top);
    const room = seenRight - seenLeft - 8;
    const size = Math.min(12, layout.bar * 0.75);
    const name = call.isStuck ? `${call.name} (never returns)` : call.name;
    if (size < 8 || room < name.length * size * 0.55) return;
    this.text(name, (seenLeft + seenRight) / 2, top + layout.bar / 2, colours["call-ink"], "center", size);
  }

  hatch(left, right, top) {
    const { context, colours, layout } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, layout.bar);
    context.clip();
    context.strokeStyle = colours.bad;
    context.globalAlpha = 0.45;
    context.lineWidth = 1.5;
    for (let x = left - layout.bar; x < right; x += 8) this.line(x, top + layout.bar, x + layout.bar, top);
    context.restore();
  }

  packets(chosen, hovered) {
    const seen = this.seen();
    const crowd = seen.length > MOST_HEADED;
    const look = { alpha: (crowd ? 0.5 : 1) * (chosen >= 0 ? 0.35 : 1), width: seen.length > 400 ? 0.7 : 1.3,
      isDashed: seen.length <= MOST_DASHED, hasHead: true };
    if (crowd) this.lines(seen, look);
    else for (const packet of seen) this.arrow(packet, look);
    if (seen.length * PX_PER_LABEL <= this.view.right - this.view.left) this.labels(seen);
    for (const packet of new Set([hovered, chosen])) {
      if (packet >= 0) this.arrow(packet, CHOSEN);
    }
  }

  // Packets of which something is in sight, but for those that would cover the one before of their pair and group.
  seen() {
    const { model, view } = this, { source, target, sent } = model.packets;
    const [first, end] = model.underWay(view.from, view.to);
    const last = new Map();  // the pixels of the arrow seen last
    const seen = [];
    for (let packet = first; packet < end; ++packet) {
      const arrival = model.arrival(packet);
      if (arrival < view.from || !model.isSeen(packet)) continue;
      const pixels = Math.round(view.x(sent[packet])) * 65536 + Math.round(view.x(arrival));
      const pair = (source[packet] * 65536 + target[packet]) * 3 + GROUPS.indexOf(model.group(packet));
      if (last.get(pair) === pixels) continue;
      last.set(pair, pixels);
      seen.push(packet);
    }
    return seen;
  }

  // Many at once, a path for each few hundred: bare lines, without heads.
  lines(packets, { alpha, width }) {
    const { context, colours, model } = this;
    context.globalAlpha = alpha;
    context.lineWidth = width;
    for (const group of GROUPS) {
      const ours = packets.filter((packet) => model.group(packet) === group);
      context.strokeStyle = colours[group];
      for (let k = 0; k < ours.length; k += LINES_PER_PATH) {
        context.beginPath();
        for (const packet of ours.slice(k, k + LINES_PER_PATH)) {
          const [x1, y1, x2, y2] = this.ends(packet);
          context.moveTo(x1, y1);
          context.lineTo(x2, y2);
        }
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  ends(packet) {
    const { layout, model, view } = this;
    const { source, target, sent } = model.packets;
    const down = Math.sign(target[packet] - source[packet]);
    return [view.x(sent[packet]), layout.y(source[packet]) + down * layout.bar / 2,
      view.x(model.arrival(packet)), layout.y(target[packet]) - down * layout.bar / 2];
  }

  arrow(packet, { alpha, width, isDashed, hasHead }) {
    const { context, colours, model } = this;
    const group = model.group(packet);
    const [x1, y1, x2, y2] = this.ends(packet);
    context.globalAlpha = alpha;
    context.strokeStyle = context.fillStyle = colours[group];
    context.lineWidth = width;
    context.setLineDash(!isDashed || group === "request" ? [] : group === "reply" ? [6, 3] : [2, 3]);
    this.line(x1, y1, x2, y2);
    context.setLineDash([]);
    if (model.packets.handled[packet] < 0) this.cross((x1 + x2) / 2, (y1 + y2) / 2);
    else if (hasHead) this.head(x1, y1, x2, y2, width);
    context.globalAlpha = 1;
  }

  head(x1, y1, x2, y2, width) {
    const { context } = this;
    const angle = Math.atan2(y2 - y1, x2 - x1), length = HEAD_PX + width;
    context.beginPath();
    context.moveTo(x2, y2);
    for (const turn of [-0.38, 0.38]) {
      context.lineTo(x2 - length * Math.cos(angle + turn), y2 - length * Math.sin(angle + turn));
    }
    context.fill();
  }

  // In the middle of the arrow of a packet that never arrived.
  cross(x, y) {
    this.context.lineWidth = 2;
    this.context.strokeStyle = this.colours.bad;
    this.line(x - 5, y - 5, x + 5, y + 5);
    this.line(x - 5, y + 5, x + 5, y - 5);
  }

  // A label lies on its arrow, between rows, where none is yet; a packet without room for one goes without.
  labels(packets) {
    const { context, colours, model, layout } = this;
    const taken = [];
    for (const packet of packets) {
      const [x1, y1, x2, y2] = this.ends(packet);
      const { name, group } = model.kind(packet);
      context.font = `11px ${this.font}`;
      const half = context.measureText(name).width / 2 + 3;
      for (const along of [0.5, 0.35, 0.65, 0.22, 0.78]) {
        const x = x1 + along * (x2 - x1), y = y1 + along * (y2 - y1);
        const box = [x - half, y - 8, x + half, y + 8];
        const fromRow = Math.abs(y - layout.y(layout.trackAt(y)));
        const isFree = fromRow > layout.bar / 2 + 8 && box[0] > layout.names && box[2] < layout.width
          && !taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
        if (!isFree) continue;
        taken.push(box);
        context.fillStyle = colours.ground;
        context.fillRect(box[0], box[1], 2 * half, 16);
        this.text(name, x, y, colours[group], "center", 11);
        break;
      }
    }
  }
}
