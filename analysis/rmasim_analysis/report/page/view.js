const STEP = 100;  // the time of one step in the diagram of an order of steps

// The part of time that the diagram shows, and the positions of its moments on the screen.
class View {
  static LEAST_NS = 20;  // more than the resolution of a trace
  static MARGIN = 0.02;  // of the whole, before the beginning and after the end

  constructor(endNs) {
    const margin = Math.max(endNs, View.LEAST_NS) * View.MARGIN;
    this.least = -margin;
    this.most = Math.max(endNs, View.LEAST_NS) + margin;
    this.left = 0;
    this.right = 1;
    this.whole();
  }

  // Sets the pixels at the beginning and the end of the shown time.
  setEdges(left, right) {
    this.left = left;
    this.right = Math.max(right, left + 1);
  }

  get spanNs() { return this.to - this.from; }

  x(ns) { return this.left + (ns - this.from) / this.spanNs * (this.right - this.left); }

  ns(x) { return this.from + (x - this.left) / (this.right - this.left) * this.spanNs; }

  whole() { this.show(this.least, this.most); }

  // Shows the time between two moments, as far as the run has it. The length is kept where possible.
  show(from, to) {
    const span = Math.min(Math.max(to - from, View.LEAST_NS), this.most - this.least);
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(middle - span / 2, this.least), this.most - span);
    this.to = this.from + span;
  }

  // Zooms. The moment at `x` stays there.
  zoom(factor, x = (this.left + this.right) / 2) {
    const at = this.ns(x);
    const span = Math.min(Math.max(this.spanNs / factor, View.LEAST_NS), this.most - this.least);
    const before = (at - this.from) / this.spanNs * span;
    this.show(at - before, at - before + span);
  }

  pan(pixels) {
    const ns = pixels / (this.right - this.left) * this.spanNs;
    this.show(this.from + ns, this.to + ns);
  }

  // Moves as little as necessary to show both moments, with some room around them.
  reveal(from, to) {
    const room = Math.max((to - from) * 0.3, this.spanNs * 0.05);
    if (to - from + 2 * room > this.spanNs) this.show(from - room, to + room);
    else if (from - room < this.from) this.show(from - room, from - room + this.spanNs);
    else if (to + room > this.to) this.show(to + room - this.spanNs, to + room);
  }
}
