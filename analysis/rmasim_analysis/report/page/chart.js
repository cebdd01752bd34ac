// Charts. A chart is data: axes, and parts with their points. `chart.py` describes them, and `plots.py` draws the same
// charts for files.

const CHART = { left: 64, right: 14, top: 8, bottom: 44 };
const NAMED_TICKS = 8;  // names of values on an axis
const HALF_CHARACTER = 3.4;  // half the width of a character of a tick, at least
const MARKERS = ["circle", "square", "triangle", "diamond", "cross"];

// The scale of one axis: positions from 0 to 1, and round ticks with one unit.
class Axis {
  constructor(axis, values) {
    Object.assign(this, axis);
    if (this.names) {
      [this.low, this.high] = [-0.5, this.names.length - 0.5];
      return;
    }
    const known = values.filter((value) => Number.isFinite(value) && (!this.log || value > 0));
    const least = known.reduce((one, other) => Math.min(one, other), this.log ? 1e300 : Infinity);
    this.low = axis.low ?? (known.length ? least : 0);
    this.high = axis.high ?? most(known, -Infinity);
    if (!(this.high > this.low)) [this.low, this.high] = this.low ? [this.low * 0.98, this.low * 1.02] : [0, 1];
    const room = axis.room ?? 0;
    if (this.log) [this.low, this.high] = [this.low / (1 + room), this.high * (1 + room)];
    else if (room) [this.low, this.high] = [this.low - room * (this.high - this.low) * (axis.low === undefined),
      this.high + room * (this.high - this.low)];
  }

  share(value) {
    if (this.log) return Math.log(Math.max(value, this.low) / this.low) / Math.log(this.high / this.low);
    return (value - this.low) / (this.high - this.low);
  }

  get scale() {
    const largest = Math.max(Math.abs(this.low), Math.abs(this.high));
    if (this.unit === "ns") return TIME_UNITS.find(([, length]) => largest >= length) ?? ["ns", 1];
    if (this.unit === "bytes") return largest >= 2 ** 20 ? ["KiB", 1024] : ["bytes", 1];
    return [this.unit ?? "", largest >= 1e7 ? 1e6 : 1];
  }

  get title() {
    const [unit, length] = this.scale;
    const named = length === 1e6 && this.unit !== "ns" ? `millions of ${unit}` : unit;
    return [this.label, named, this.log && "logarithmic"].filter(Boolean).join(", ");
  }

  // The text of one value, with its unit. Whole numbers that are not scaled are exact.
  text(value) {
    const [unit, length] = this.scale, isExact = length === 1 && Number.isInteger(value);
    return `${isExact ? grouped(value) : this.plain(value)} ${unit}`.trim();
  }

  plain(value, digits = 4) {
    return (value / this.scale[1]).toLocaleString("en-US", { maximumSignificantDigits: digits });
  }

  // Values and their texts. Whole numbers that are not scaled are exact. Other texts have four digits, or as many as
  // distinguish the values. `aligned` texts have the same number of digits after the point.
  labelled(values, aligned = false) {
    if (this.scale[1] === 1 && values.every(Number.isInteger)) return values.map((value) => [value, grouped(value)]);
    const digits = digitsOf(values, (value, count) => this.plain(value, count), 4);
    const texts = values.map((value) => this.plain(value, digits)), decimals = most(texts.map(decimalsOf));
    return values.map((value, k) => [value, aligned ? grouped(value / this.scale[1], decimals) : texts[k]]);
  }

  ticks(wanted) {
    if (this.names) {
      const every = Math.ceil(this.names.length / NAMED_TICKS);
      return this.names.map((name, k) => [k, name]).filter(([k]) => k % every === 0);
    }
    if (this.at) {
      const every = Math.ceil(this.at.length / NAMED_TICKS);
      const last = this.at.length - 1;
      return this.labelled(this.at.filter((_, k) => (last - k) % every === 0));
    }
    return this.log ? this.labelled(this.powers(wanted)) : this.labelled(this.steps(wanted), true);
  }

  // Multiples of 1, 2 or 5 times a power of ten, at most as many as wanted, but two where possible. Counts have whole
  // numbers.
  steps(wanted) {
    const unit = this.scale[1];
    const least = (this.high - this.low) / unit / wanted, power = 10 ** Math.floor(Math.log10(least));
    const lengths = [0.5, 1, 2, 5, 10].map((k) => k * power), first = lengths.findIndex((one) => one >= least);
    const multiples = (length) => {
      const step = Math.max(length, this.whole ? 1 : 0) * unit, found = [];
      for (let k = Math.ceil(this.low / step); k * step <= this.high + 1e-9 * step; ++k) found.push(k * step + 0);
      return found;
    };
    const found = multiples(lengths[first] ?? power);
    return found.length < 2 && first > 0 ? multiples(lengths[first - 1]) : found;
  }

  powers(wanted) {
    const unit = this.scale[1];
    for (const digits of [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]]) {
      const found = [];
      for (let power = Math.floor(Math.log10(this.low / unit)); power <= Math.log10(this.high / unit); ++power) {
        found.push(...digits.map((digit) => digit * 10 ** power * unit));
      }
      const inside = found.filter((value) => value >= this.low && value <= this.high);
      if (inside.length >= Math.min(wanted, 4)) return inside;
    }
    return this.steps(wanted);
  }
}

function colourOf(name) { return name.startsWith("cause-") ? causeColour(name.slice(6)) : `var(--${name})`; }

class ChartPainter {
  constructor(chart, width, height) {
    this.chart = chart;
    this.width = width;
    this.height = height;
    const of = (key, more) => chart.parts.flatMap((part) => [...(part[key] ?? []), ...(part[more] ?? [])]);
    this.x = new Axis(chart.x, of("x", "edges"));
    this.y = new Axis(chart.y, of("y", "tops"));
  }

  px(value) { return CHART.left + this.x.share(value) * (this.width - CHART.left - CHART.right); }

  py(value) { return this.height - CHART.bottom - this.y.share(value) * (this.height - CHART.top - CHART.bottom); }

  tree() {
    const { chart, width, height } = this;
    return h("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": chart.title },
      this.axes(), chart.parts.map((part) => this.part(part)));
  }

  axes() {
    const { width, height } = this, bottom = height - CHART.bottom, right = width - CHART.right;
    const text = (x, y, words, anchor, more) => h("text", { x, y, "text-anchor": anchor, ...more }, words);
    const across = this.x.ticks((right - CHART.left) / 90), up = this.y.ticks((bottom - CHART.top) / 45);
    return h("g", { class: "axes" },
      up.map(([value, words]) => [
        h("line", { x1: CHART.left, x2: right, y1: this.py(value), y2: this.py(value) }),
        text(CHART.left - 8, this.py(value) + 4, words, "end")]),
      across.map(([value, words]) => [
        h("line", { x1: this.px(value), x2: this.px(value), y1: bottom, y2: bottom + 4 }),
        text(...this.within(this.px(value), bottom + 18, words))]),
      h("line", { class: "frame", x1: CHART.left, x2: right, y1: bottom, y2: bottom }),
      text((CHART.left + right) / 2, height - 6, this.x.title, "middle"),
      text(0, 0, this.y.title, "middle", { transform: `translate(13 ${(CHART.top + bottom) / 2}) rotate(-90)` }));
  }

  // A tick's text and its position: in the middle below the tick, unless it would leave the chart.
  within(x, y, words) {
    return x + words.length * HALF_CHARACTER > this.width ? [this.width, y, words, "end"] : [x, y, words, "middle"];
  }

  part(part) {
    return { line: () => this.line(part), steps: () => this.steps(part), points: () => this.points(part),
      stack: () => this.stack(part), rule: () => this.rule(part), stems: () => this.stems(part) }[part.form]();
  }

  line({ x, y, colour, marker, words }) {
    const at = x.map((value, k) => `${k ? "L" : "M"}${this.px(value).toFixed(1)} ${this.py(y[k]).toFixed(1)}`);
    return [h("path", { d: at.join(""), fill: "none", stroke: colourOf(colour), "stroke-width": 1.6 }),
      marker !== undefined && this.points({ x, y, colour, marker, words })];
  }

  // Each value holds until the next one.
  steps({ x, y, colour, filled }) {
    const at = x.map((value, k) => (k ? `H${this.px(value).toFixed(1)}V${this.py(y[k]).toFixed(1)}`
      : `M${this.px(value).toFixed(1)} ${this.py(y[k]).toFixed(1)}`)).join("");
    const foot = this.py(Math.max(this.y.low, 0)).toFixed(1);
    const stroke = { fill: "none", stroke: colourOf(colour), "stroke-width": 1.6 };
    return [filled && h("path", { d: `${at}V${foot}H${this.px(x[0]).toFixed(1)}Z`, fill: colourOf(colour),
      "fill-opacity": 0.15 }), h("path", { d: at, ...stroke })];
  }

  points({ x, y, colour, marker, words, labels, hollow, size = 4 }) {
    const look = hollow ? { fill: "var(--ground)", "fill-opacity": 0.4, stroke: colourOf(colour) }
      : { fill: colourOf(colour) };
    return x.map((value, k) => {
      const [px, py] = [this.px(value), this.py(y[k])];
      return [h("path", { d: markerPath(marker, px, py, size), ...look }, words?.[k] && h("title", null, words[k])),
        labels?.[k] && h("text", { x: px + 5, y: py + 14 }, labels[k])];
    });
  }

  // A vertical line from the axis to each point.
  stems({ x, y, colour, words }) {
    return x.map((value, k) => h("line", { x1: this.px(value), x2: this.px(value), y1: this.py(0), y2: this.py(y[k]),
      stroke: colourOf(colour), "stroke-opacity": 0.6 }, words?.[k] && h("title", null, words[k])));
  }

  // Bars between the edges, from `bottoms` to `tops`. Narrow bars are one shape: between shapes, seams would look like
  // stripes.
  stack({ edges, bottoms, tops, colour, name }) {
    const isNarrow = this.px(edges[1]) - this.px(edges[0]) <= 6;
    return h("g", { fill: colourOf(colour) }, h("title", null, name), isNarrow ? this.outline(edges, bottoms, tops)
      : tops.map((top, k) => this.bar([edges[k], edges[k + 1]], bottoms[k], top)));
  }

  bar(edges, bottom, top) {
    const [left, right] = edges.map((edge) => this.px(edge)), [upper, lower] = [this.py(top), this.py(bottom)];
    return lower - upper > 0.01 && h("rect", { x: left.toFixed(2), y: upper.toFixed(2),
      width: Math.max(right - left - 1, 0.3).toFixed(2), height: (lower - upper).toFixed(2) });
  }

  outline(edges, bottoms, tops) {
    const x = edges.map((edge) => this.px(edge).toFixed(2)), y = (value) => this.py(value).toFixed(2);
    const there = tops.map((top, k) => `V${y(top)}H${x[k + 1]}`).join("");
    const back = bottoms.map((bottom, k) => `V${y(bottom)}H${x[k]}`).reverse().join("");
    return h("path", { d: `M${x[0]} ${y(bottoms[0])}${there}${back}Z` });
  }

  rule({ at, along, colour, dashes }) {
    const stroke = { stroke: colourOf(colour), "stroke-width": 1.4, "stroke-dasharray": dashes };
    return along === "x"
      ? h("line", { x1: this.px(at), x2: this.px(at), y1: CHART.top, y2: this.height - CHART.bottom, ...stroke })
      : h("line", { x1: CHART.left, x2: this.width - CHART.right, y1: this.py(at), y2: this.py(at), ...stroke });
  }

  // What each part means. A part that marks a value has it in the unit of its axis.
  legend() {
    const named = this.chart.parts.filter((part) => part.name && !part.unlisted);
    if (!named.length) return false;
    return h("ul", { class: "causes" }, named.map((part) => {
      const value = part.form !== "rule" ? "" : ` ${this[part.along].text(part.at)}`;
      return h("li", null, legendMark(part), part.name + value);
    }));
  }
}

function legendMark(part) {
  const colour = colourOf(part.colour), size = { viewBox: "0 0 20 14", class: "key-mark", "aria-hidden": "true" };
  if (part.form === "stack") return h("span", { class: "swatch", style: `background: ${colour}` });
  if (part.form === "points") {
    return h("svg", size, h("path", { d: markerPath(part.marker, 10, 7, 5),
      ...part.hollow ? { fill: "none", stroke: colour } : { fill: colour } }));
  }
  return h("svg", size, h("path", { d: "M0 7H20", stroke: colour, "stroke-width": 2,
    "stroke-dasharray": part.dashes }), part.marker !== undefined && h("path", { d: markerPath(part.marker, 10, 7, 4),
    fill: colour }));
}

function markerPath(marker, x, y, r) {
  const at = (dx, dy) => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  const shapes = {
    circle: `M${at(-1, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
    square: `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}Z`,
    triangle: `M${at(0, -1.2)}L${at(1.1, 0.8)}L${at(-1.1, 0.8)}Z`,
    diamond: `M${at(0, -1.3)}L${at(1.2, 0)}L${at(0, 1.3)}L${at(-1.2, 0)}Z`,
    cross: `M${at(-1, -0.35)}H${(x - 0.35 * r).toFixed(1)}V${(y - r).toFixed(1)}h${(0.7 * r).toFixed(1)}` +
      `V${(y - 0.35 * r).toFixed(1)}H${(x + r).toFixed(1)}v${(0.7 * r).toFixed(1)}H${(x + 0.35 * r).toFixed(1)}` +
      `V${(y + r).toFixed(1)}h${(-0.7 * r).toFixed(1)}V${(y + 0.35 * r).toFixed(1)}H${(x - r).toFixed(1)}Z`,
    star: starPath(x, y, 1.7 * r),
    tick: `M${at(-0.15, -1.2)}L${at(0.15, -1.2)}L${at(0.15, 1.2)}L${at(-0.15, 1.2)}Z`,
  };
  return shapes[marker] ?? shapes[MARKERS[(marker ?? 0) % MARKERS.length]];
}

function starPath(x, y, r) {
  const corners = Array.from({ length: 10 }, (_, k) => {
    const away = k % 2 ? 0.45 * r : r, angle = Math.PI * (k / 5 - 0.5);
    return `${(x + away * Math.cos(angle)).toFixed(1)} ${(y + away * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

// A chart with its title and legend. It is drawn again when its width changes, so that letters keep their size.
function figure(chart) {
  if (!chart) return false;
  const size = (width) => [width, Math.round(Math.min(Math.max(width * 0.42, 220), chart.wide ? 320 : 300))];
  const first = new ChartPainter(chart, ...size(chart.wide ? 1100 : 560));
  const fit = (root) => {
    const plot = root.querySelector(".plot");
    let drawn = 0;
    new ResizeObserver(() => {
      const width = Math.round(plot.clientWidth);
      if (width > 0 && width !== drawn) show(plot, new ChartPainter(chart, ...size(drawn = width)).tree());
    }).observe(plot);
  };
  return h("figure", { class: chart.wide ? "chart wide" : "chart", begin: fit },
    h("figcaption", null, chart.title), first.legend(), h("div", { class: "plot" }, first.tree()));
}
