// The space-time diagram as its reader handles it: pointer, touch, wheel, keys and buttons move the view and choose
// packets.

class Diagram {
  static ZOOM = 1.6;       // of a key or button
  static STEP = 0.2;       // of the width, of a key or button
  static CLICK_PX = 5;     // a press that moves no further is a click
  static TIP_AWAY_PX = 16;

  constructor(root) {
    this.root = root;
    this.stage = root.querySelector(".stage");
    this.tip = root.querySelector(".tip");
    this.said = root.querySelector(".chosen");
    this.model = new Model(JSON.parse(root.querySelector(".data").textContent));
    this.view = new View(this.model.end);
    this.painter = new Painter(root.querySelector("canvas"), this.model);
    this.chosen = this.hovered = -1;
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    this.resize();
  }

  resize() {
    const width = this.stage.clientWidth;
    if (!width) return;
    this.layout = new Layout(this.model.tracks, width);
    this.view.place(this.layout.names, width);
    this.painter.resize(this.layout);
    this.paintNow();
  }

  // At most once a frame, however many events there are.
  paint() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paintNow();
    });
  }

  paintNow() {
    this.painter.paint(this.view, this.layout, this.chosen, this.hovered);
    this.stage.dataset.fromNs = Math.round(this.view.from);
    this.stage.dataset.toNs = Math.round(this.view.to);
  }

  recolour() {
    this.painter.readColours();
    if (this.layout) this.paintNow();
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
    on("keydown", this.key);
    for (const button of this.root.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.act(button.dataset.do));
    }
    for (const button of this.root.querySelectorAll("[data-shows]")) {
      button.addEventListener("click", () => this.toggle(button));
    }
  }

  act(what) {
    const width = this.view.right - this.view.left;
    const acts = {
      in: () => this.view.zoom(Diagram.ZOOM),
      out: () => this.view.zoom(1 / Diagram.ZOOM),
      left: () => this.view.pan(-Diagram.STEP * width),
      right: () => this.view.pan(Diagram.STEP * width),
      whole: () => this.view.whole(),
      next: () => this.step(1),
      previous: () => this.step(-1),
      none: () => this.choose(-1),
    };
    this.hover(-1);
    acts[what]();
    this.paint();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { "+": "in", "=": "in", "-": "out", "0": "whole", ArrowLeft: "left", ArrowRight: "right",
      ArrowUp: "in", ArrowDown: "out", n: "next", p: "previous", Home: "whole", Escape: "none" };
    if (!(event.key in keys)) return;
    event.preventDefault();
    this.act(keys[event.key]);
  }

  toggle(button) {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", shown);
    this.model.hidden[shown ? "delete" : "add"](button.dataset.shows);
    this.hover(-1);
    this.paint();
  }

  // From the packet chosen last; the first time, from the beginning of what is in sight.
  step(step) {
    const [first, end] = this.model.underWay(this.view.from, this.view.to);
    const from = this.chosen >= 0 ? this.chosen : step > 0 ? first - 1 : end;
    const next = this.model.after(from, step);
    if (next < 0 || next >= this.model.count) return;
    this.choose(next);
    this.view.reveal(this.model.packets.sent[next], this.model.arrival(next));
  }

  choose(packet) {
    this.chosen = packet;
    this.said.replaceChildren(...packet < 0 ? [element("p", "No packet chosen.", "soft")]
      : aboutPacket(this.model, packet));
  }

  // Vertical wheels scroll the page unless the reader is at the diagram, or asks for it with Ctrl.
  wheel(event) {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!sideways && !event.ctrlKey && document.activeElement !== this.stage) return;
    event.preventDefault();
    if (sideways) this.view.pan(event.deltaX || event.deltaY);
    else this.view.zoom(Math.exp(-event.deltaY / 400), event.offsetX);
    this.hover(-1);
    this.paint();
  }

  press(event) {
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY, startX: event.offsetX, moved: false });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      this.point(event.offsetX, event.offsetY);
      return;
    }
    if (Math.abs(event.offsetX - pointer.startX) > Diagram.CLICK_PX && !pointer.moved) {
      pointer.moved = true;
      this.stage.setPointerCapture(event.pointerId);
      this.stage.classList.add("dragged");
      this.hover(-1);
    }
    const before = [...this.pointers.values()].map((one) => one.x);
    if (!pointer.moved) return;
    const lastX = pointer.x;
    pointer.x = event.offsetX;
    if (before.length === 2) this.pinch(before, [...this.pointers.values()].map((one) => one.x));
    else this.view.pan(lastX - pointer.x);
    this.paint();
  }

  // What was under either finger stays there.
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
    this.choose(this.model.packetAt(this.view, this.layout, event.offsetX, event.offsetY));
    this.paint();
  }

  leave(event) {
    if (!this.pointers.has(event.pointerId)) this.hover(-1);
  }

  point(x, y) {
    const packet = x > this.layout.names ? this.model.packetAt(this.view, this.layout, x, y) : -1;
    if (packet >= 0) {
      this.hover(packet, aboutPacket(this.model, packet), x, y);
      return;
    }
    const track = this.layout.trackAt(y);
    const onBar = x > this.layout.names && track >= 0 && track < this.model.tracks.length
      && Math.abs(y - this.layout.y(track)) <= this.layout.bar / 2;
    const call = onBar ? this.model.callAt(track, this.view.ns(x)) : undefined;
    this.hover(-1, call === undefined ? [] : aboutCall(this.model, call), x, y);
  }

  // Shows words beside a place, on the side with more room; no words, no tip.
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
