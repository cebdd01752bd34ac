// The space-time diagram: what is chosen and in sight, and the pointer, touch and wheel that move it.
// diagram_controls.js has its buttons, keys and fields.

class Diagram {
  static CLICK_PX = 5;     // a press that moves no further is a click
  static TIP_AWAY_PX = 16;

  constructor(root, data) {
    this.root = root;
    [this.frame, this.stage, this.tip, this.description, this.mode] =
      [".frame", ".stage", ".tip", ".chosen", ".mode"].map((name) => root.querySelector(name));
    this.canvas = root.querySelector("canvas");
    this.rest = root.querySelector(".rest");
    this.model = new Model(data);
    this.view = new View(this.model.end);
    this.layout = new Layout(this.model.tracks);
    this.painter = new Painter(this.canvas, this.model);
    this.interval = new Interval(root.querySelector(".interval"), this);
    this.chosen = this.hovered = -1;
    this.pointers = new Map();
    this.listen();
    this.controls = new Controls(this);
    new ResizeObserver(() => this.resize()).observe(this.frame);
    window.addEventListener("resize", () => this.resize());
    this.resize();
  }

  resize() {
    const width = this.stage.clientWidth;
    if (!width) return;
    this.layout.setSize(width, window.innerHeight);
    this.arrange();
  }

  // Applies the layout after the number, the height or the scrolling of the rows has changed.
  arrange() {
    this.stage.style.height = `${this.layout.height}px`;
    this.rest.style.height = `${Math.max(this.layout.contents - this.layout.height, 0)}px`;
    this.layout.width = this.stage.clientWidth;  // there may be a new scroll bar
    this.layout.scroll(this.layout.top);
    this.stage.scrollTop = this.layout.top;
    this.view.setEdges(this.layout.names, this.layout.width);
    this.painter.resize(this.layout);
    this.paintNow();
  }

  // At most once a frame, however many events there are.
  paint() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.paintNow();
    });
  }

  paintNow() {
    if (!this.layout.width) return;
    this.together?.moved(this);
    const marks = (painter, where) => this.marks(painter, where);
    this.painter.paint(this.view, this.layout, this.chosen, this.hovered, marks);
    this.stage.dataset.fromNs = Math.round(this.view.from);
    this.stage.dataset.toNs = Math.round(this.view.to);
    const { isDense, inSight } = this.painter.packets;
    const count = `${inSight.toLocaleString("en-US")} packet${inSight === 1 ? "" : "s"} in sight`;
    const how = this.layout.isLow ? "the strip shows how many are sent at a time"
      : "below each bar, how many the rank sends at a time";
    const words = isDense ? `${count}: ${how}. Zoom in or choose ranks to see each.` : `${count}.`;
    if (this.mode.textContent !== words) this.mode.textContent = words;
  }

  marks(painter, where) {
    if (where === "below") {
      if (this.interval.isMarked) paintInterval(painter, this.interval.from, this.interval.to);
      if (this.model.failure) paintFailure(painter, this.model.failure);
    } else {
      if (this.showsPath) paintCriticalPath(painter);
      paintFindings(painter);
      if (this.chosenCall !== undefined) paintChosenCall(painter, this.chosenCall);
    }
  }

  recolour() {
    this.painter.readColours();
    this.paintNow();
  }

  listen() {
    const on = (name, handler) =>
      this.stage.addEventListener(name, (event) => handler.call(this, event), { passive: false });
    on("wheel", this.wheel);
    on("pointerdown", this.press);
    on("pointermove", this.move);
    on("pointerup", this.release);
    on("pointercancel", this.release);
    on("pointerleave", this.leave);
    on("scroll", this.scrolled);
  }

  scrolled() {
    if (Math.abs(this.stage.scrollTop - this.layout.top) < 1) return;
    this.layout.top = this.stage.scrollTop;
    this.hover(-1);
    this.paint();
  }

  // Chooses the next (1) or the previous (-1) packet. Without a chosen packet, begins at the edge of what is in sight.
  step(step) {
    const [first, end] = this.model.underWay(this.view.from, this.view.to);
    const from = this.chosen >= 0 ? this.chosen : step > 0 ? first - 1 : end;
    const next = this.model.after(from, step, this.layout);
    if (next >= 0 && next < this.model.count) this.choose(next, true);
  }

  // With `moves`, also moves the packet into sight.
  choose(packet, moves = false) {
    this.chosen = packet;
    this.description.replaceChildren(...packet < 0 ? [element("p", "No packet chosen.", "soft")]
      : aboutPacket(this.model, packet));
    this.controls.update();
    if (!moves || packet < 0) return;
    const { sent, source, target } = this.model.packets;
    this.view.reveal(sent[packet], this.model.arrival(packet));
    this.layout.reveal(source[packet], target[packet]);
    this.arrange();
  }

  // Shows the chosen packet alone, with some room around it.
  zoomToChosen() {
    if (this.chosen < 0) return;
    const from = this.model.packets.sent[this.chosen], to = this.model.arrival(this.chosen);
    const room = Math.max((to - from) * 0.4, View.LEAST_NS / 2);
    this.view.show(from - room, to + room);
    this.layout.reveal(this.model.packets.source[this.chosen], this.model.packets.target[this.chosen]);
    this.arrange();
  }

  // Zooms about the chosen packet, if it is in sight.
  zoom(factor) {
    const middle = this.chosen < 0 ? NaN : this.view.x(
      (this.model.packets.sent[this.chosen] + this.model.arrival(this.chosen)) / 2);
    this.view.zoom(factor, middle >= this.view.left && middle <= this.view.right ? middle : undefined);
  }

  // The position of the pointer in the diagram.
  positionOf(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // Vertical wheels scroll the rows and the page unless the reader is at the diagram, or asks for it with Ctrl.
  wheel(event) {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!sideways && !event.ctrlKey && document.activeElement !== this.stage) return;
    event.preventDefault();
    if (sideways) this.view.pan(event.deltaX || event.deltaY);
    else this.view.zoom(Math.exp(-event.deltaY / 400), this.positionOf(event)[0]);
    this.hover(-1);
    this.paint();
  }

  press(event) {
    const [x, y] = this.positionOf(event);
    if (x > this.layout.width) return;  // the scroll bar
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y, moved: false, marks: event.shiftKey });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    const [x, y] = this.positionOf(event);
    if (!pointer) {
      this.point(x, y);
      return;
    }
    if (Math.hypot(x - pointer.startX, y - pointer.startY) > Diagram.CLICK_PX && !pointer.moved) {
      pointer.moved = true;
      this.stage.setPointerCapture(event.pointerId);
      this.stage.classList.add("dragged");
      this.hover(-1);
    }
    if (pointer.moved) this.drag(pointer, x, y);
  }

  drag(pointer, x, y) {
    const before = [...this.pointers.values()].map((one) => one.x);
    const [lastX, lastY] = [pointer.x, pointer.y];
    [pointer.x, pointer.y] = [x, y];
    if (pointer.marks) {
      this.interval.root.open = true;
      this.interval.set(...[pointer.startX, x].map((one) => this.view.ns(one)).sort((a, b) => a - b));
    } else if (before.length === 2) {
      this.pinch(before, [...this.pointers.values()].map((one) => one.x));
    } else {
      this.view.pan(lastX - x);
      this.layout.scroll(this.layout.top + lastY - y);
      this.stage.scrollTop = this.layout.top;
    }
    this.paint();
  }

  // Both points under the fingers stay under them.
  pinch(before, after) {
    const [apartBefore, apart] = [before, after].map(([one, other]) => Math.max(Math.abs(one - other), 10));
    const [middleBefore, middle] = [before, after].map(([one, other]) => (one + other) / 2);
    this.view.zoom(apart / apartBefore, middleBefore);
    this.view.pan(middleBefore - middle);
  }

  release(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    this.stage.classList.remove("dragged");
    if (!pointer || pointer.moved || event.type === "pointercancel") return;
    const position = this.positionOf(event);
    this.choose(this.packetAt(...position));
    if (this.chosen < 0) this.together?.chooseAt(this, ...position);
    this.paint();
  }

  leave(event) {
    if (!this.pointers.has(event.pointerId)) this.hover(-1);
  }

  packetAt(x, y) {
    if (x <= this.layout.names || y < Layout.AXIS || this.painter.packets.isDense) return -1;
    return this.model.packetAt(this.view, this.layout, x, y);
  }

  point(x, y) {
    const finding = findingAt(this.model, this.view, this.layout, x, y);
    if (finding) {
      this.hover(-1, aboutFinding(this.model, finding), x, y);
      return;
    }
    const packet = this.packetAt(x, y);
    if (packet >= 0) {
      this.hover(packet, aboutPacket(this.model, packet), x, y);
      return;
    }
    this.hover(-1, x > this.layout.names ? this.aboutRow(x, y) : [], x, y);
  }

  aboutRow(x, y) {
    const track = this.layout.trackAt(y);
    if (track === undefined) return [];
    if (Math.abs(y - this.layout.y(track)) > this.layout.bar / 2) {
      if (!this.painter.packets.isDense || this.layout.isLow) return [];
      const left = this.view.left + Math.floor((x - this.view.left) / BIN_PX) * BIN_PX;
      return aboutDensity(this.model, track, this.view.ns(left), this.view.ns(left + BIN_PX));
    }
    const call = this.model.callAt(track, this.view.ns(x));
    return call === undefined ? [] : aboutCall(this.model, call);
  }

  // Shows the words beside a point, on the side with more room. Without words, there is no tip.
  hover(packet, words = [], x = 0, y = 0) {
    if (packet !== this.hovered) this.paint();
    this.hovered = packet;
    this.tip.hidden = words.length === 0;
    if (!words.length) return;
    this.tip.replaceChildren(...words);
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const right = x + Diagram.TIP_AWAY_PX + width < this.layout.width;
    const left = right ? x + Diagram.TIP_AWAY_PX : Math.max(x - Diagram.TIP_AWAY_PX - width, 4);
    const top = Math.min(Math.max(y - height / 2, 4), Math.max(this.layout.height - height - 4, 4));
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
