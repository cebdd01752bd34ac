// Paints the diagram. Each track has a row with bars for calls, which are coloured while they wait. Painters paint only
// what is in sight.

class Painter {
  static NARROW_PX = 600;  // a narrower diagram has more moments on its axis
  static LETTER_PX = 7;    // of the texts of the axis, about
  static TITLE_PX = 44;    // the end of the title of the axis

  constructor(canvas, model) {
    this.canvas = canvas;
    this.model = model;
    this.context = canvas.getContext("2d");
    this.packets = new PacketPainter(this);
    this.far = new FarRows(this);
    this.readColours();
  }

  // Reads the colours of the page, which differ in light and dark.
  readColours() {
    const style = getComputedStyle(document.documentElement);
    const names = ["ground", "raised", "ink", "soft", "line", "accent", "bad", "request", "reply", "synchronisation",
      "call", "call-ink", "wait-ink", "critical", "cause-other",
      ...Object.keys(pageWords.causes).map((cause) => `cause-${cause}`)];
    this.colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.font = style.getPropertyValue("--font");
  }

  // The name of the colour of a cause, by the number of the cause.
  waitColour(cause) {
    const name = `cause-${this.model.causes[cause]}`;
    return name in this.colours ? name : "cause-other";
  }

  resize(layout) {
    const dots = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(layout.width * dots);
    this.canvas.height = Math.round(layout.height * dots);
    this.canvas.style.height = `${layout.height}px`;
    this.context.setTransform(dots, 0, 0, dots, 0, 0);
  }

  // `marks` paint themselves between the bars and the packets: the interval, the critical path, findings.
  paint(view, layout, chosen, hovered, marks) {
    const { context, colours } = this;
    Object.assign(this, { view, layout, taken: [] });  // `taken`: the boxes of words, which no other words may cover
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, layout.width, layout.height);
    context.save();
    this.grid();
    this.clip(0);
    this.rows();
    this.clip(layout.names);
    if (layout.isLow) this.far.paint();
    else this.calls();
    marks(this, "below");
    this.packets.paint(chosen, hovered);
    marks(this, "above");
    context.restore();
    if (layout.isLow) this.packets.strip();
    this.names();
    this.axis();
  }

  // Clips to the rows, without the axis and the foot.
  clip(left) {
    const { context, layout } = this;
    context.beginPath();
    context.rect(left, Layout.AXIS, layout.width - left, layout.rowsHeight + (layout.isLow ? 0 : layout.foot));
    context.clip();
  }

  // True if the words are painted: another text may have the room.
  textInRoom(words, x, y, colour, size) {
    this.context.font = `${size}px ${this.font}`;
    const half = this.context.measureText(words).width / 2 + 2;
    const box = [x - half, y - size / 2 - 2, x + half, y + size / 2 + 2];
    if (!this.takes(box)) return false;
    this.text(words, x, y, colour, "center", size);
    return true;
  }

  // Takes the room of a box, unless a part of it is taken.
  takes(box) {
    const isTaken = this.taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3]
      && other[1] < box[3]);
    if (!isTaken) this.taken.push(box);
    return !isTaken;
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
    const { context, colours, layout } = this;
    if (layout.isLow) return;
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    for (const track of layout.inSight) this.line(layout.names, layout.y(track), layout.width, layout.y(track));
  }

  // Low rows have only as many names as there is room for.
  names() {
    const { context, layout, model, colours } = this;
    const every = Math.ceil(11 / layout.row);
    const size = Math.min(13, Math.max(layout.row * every * 0.72, 9));
    context.save();
    this.clip(0);
    let last = -Infinity;
    for (const track of layout.inSight) {
      if (layout.rowOf.get(track) % every) continue;
      const y = Math.max(layout.y(track), Layout.AXIS + size * 0.6);  // the first one lies below the axis
      if (y < last + size) continue;
      this.text(model.tracks[track], 12, y, colours.ink, "left", size);
      last = y;
    }
    context.restore();
  }

  // Round moments: [x, words]. Their texts lie between the title of the axis and the right edge.
  moments() {
    const { layout, view, model } = this;
    const least = model.unit === "step" ? STEP : 1;
    const apart = layout.width < Painter.NARROW_PX ? 70 : 110;
    const wanted = view.spanNs * apart / (view.right - view.left) / least;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = Math.max(1, [1, 2, 5, 10].map((k) => k * power).find((one) => one >= wanted)) * least;
    const [unit, scale] = model.unit === "step" ? ["", STEP] : view.spanNs >= 2e7 ? [" ms", 1e6]
      : view.spanNs >= 2e3 ? [" µs", 1e3] : [" ns", 1];
    const found = [];
    for (let ns = Math.max(0, Math.ceil(view.from / step) * step); ns <= view.to; ns += step) {
      const words = `${(ns / scale).toLocaleString("en-US", { maximumFractionDigits: 3 })}${unit}`;
      const x = view.x(ns), half = words.length * Painter.LETTER_PX / 2;
      const isInRoom = x - half >= Painter.TITLE_PX && x + half <= layout.width;
      if (x >= layout.names && isInRoom) found.push([x, words]);
    }
    return found;
  }

  grid() {
    this.context.strokeStyle = this.colours.line;
    this.context.lineWidth = 0.5;
    for (const [x] of this.moments()) this.line(x, Layout.AXIS - 6, x, this.layout.height);
  }

  // The axis is above all rows, and does not scroll.
  axis() {
    const { context, colours, layout, model } = this;
    for (const [x, words] of this.moments()) this.text(words, x, Layout.AXIS / 2 - 2, colours.soft, "center", 11.5);
    this.text(model.unit === "step" ? "step" : "time", 12, Layout.AXIS / 2 - 2, colours.soft, "left", 11.5);
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    this.line(0, Layout.AXIS - 0.5, layout.width, Layout.AXIS - 0.5);
  }

  // A bar narrower than a pixel covers a part of the pixel. A row with many calls thus has the colour of what its rank
  // mostly did.
  calls() {
    const { layout, model, view } = this;
    for (const track of layout.inSight) {
      const top = layout.y(track) - layout.bar / 2;
      const calls = model.callsOf[track];
      for (let k = firstWhere(calls.length, (n) => model.ended(calls[n]) >= view.from);
        k < calls.length && model.began(calls[k]) <= view.to; ++k) {
        this.bar(calls[k], top);
      }
      const waits = model.waitsOf[track], { began, ended, cause } = model.waits;
      for (let k = firstWhere(waits.length, (n) => ended[waits[n]] >= view.from);
        k < waits.length && began[waits[k]] <= view.to; ++k) {
        this.wait(view.x(began[waits[k]]), view.x(ended[waits[k]]), top, cause[waits[k]]);
      }
      if (layout.bar >= 9) this.callNames(calls, top);
    }
  }

  bar(number, top) {
    const { context, colours, layout, model, view } = this;
    const isStuck = number < 0, isCompute = !isStuck && model.callName(number) === "compute";
    const left = Math.max(view.x(model.began(number)), layout.names), right = Math.min(view.x(model.ended(number)),
      layout.width);
    context.fillStyle = isCompute ? colours["cause-compute"] : colours.call;
    context.fillRect(left, top, right - left - (right - left > 3 ? 1 : 0), layout.bar);
    if (isStuck) this.hatch(left, right, top);
  }

  wait(left, right, top, cause) {
    const { context, colours, layout } = this;
    context.fillStyle = colours[this.waitColour(cause)];
    context.fillRect(Math.max(left, layout.names), top, Math.min(right, layout.width) - Math.max(left, layout.names),
      layout.bar);
  }

  // The widest part of a call that has one colour, within two bounds: a wait, or the time between two waits.
  widestPart(track, from, to) {
    const { model, view } = this, { began, ended } = model.waits, waits = model.waitsOf[track];
    let best = [from, from], last = from, isWait = false;
    const offer = (left, right, waiting) => {
      if (right - left > best[1] - best[0]) [best, isWait] = [[left, right], waiting];
    };
    for (let k = firstWhere(waits.length, (n) => view.x(ended[waits[n]]) >= from); k < waits.length; ++k) {
      const left = Math.max(view.x(began[waits[k]]), from), right = Math.min(view.x(ended[waits[k]]), to);
      if (left > to) break;
      offer(last, left, false);
      offer(left, right, true);
      last = right;
    }
    offer(last, to, false);
    return { left: best[0], right: best[1], isWait };
  }

  // The name of a call is on the widest part of its bar, if the part has room for it.
  callNames(calls, top) {
    const { colours, layout, model, view } = this;
    const size = Math.min(12, layout.bar * 0.75);
    for (let k = firstWhere(calls.length, (n) => model.ended(calls[n]) >= view.from);
      k < calls.length && model.began(calls[k]) <= view.to; ++k) {
      const left = Math.max(view.x(model.began(calls[k])), layout.names);
      const right = Math.min(view.x(model.ended(calls[k])), layout.width);
      const call = right - left > 20 ? model.call(calls[k]) : undefined;
      if (!call) continue;
      const part = this.widestPart(call.track, left, right);
      const fits = (text, points) => part.right - part.left - 4 >= text.length * points * 0.55;
      const names = [[call.isStuck ? `${call.name} (never returns)` : call.name, size]];
      const whole = model.unit === "step" && !call.isStuck ? shortCall(call.place) : undefined;
      if (whole) names.unshift([whole, size], [whole, 9]);
      const [name, points] = names.find((one) => fits(...one)) ?? [];
      const range = whole && name !== whole ? / (\[.*)$/.exec(whole)?.[1] : undefined;
      if (range && layout.row >= 40) this.textInRoom(range, (left + right) / 2, top - 7, colours.soft, 10);
      if (!name) continue;
      const isDark = part.isWait || call.name === "compute";
      this.text(name, (part.left + part.right) / 2, top + layout.bar / 2, colours[isDark ? "wait-ink" : "call-ink"],
        "center", points);
    }
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
}

// A call of an order with its arguments: "put 0 disp=8 len=8 value=5" as "put 0 [8,16) = 5".
function shortCall(text) {
  return text.replace(/ disp=(\d+) len=(\d+)/, (_, disp, length) => ` [${disp},${Number(disp) + Number(length)})`)
    .replace(/ values?=/, " = ");
}
