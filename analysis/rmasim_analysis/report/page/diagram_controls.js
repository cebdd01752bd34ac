// The buttons, keys and fields of a diagram.

class Controls {
  static ZOOM = 1.6;       // of a key or button
  static STEP = 0.2;       // of the width or height
  static STRETCH = 1.5;

  constructor(diagram) {
    this.diagram = diagram;
    const { root, stage } = diagram;
    stage.addEventListener("keydown", (event) => this.key(event));
    for (const button of root.querySelectorAll("[data-do]")) {
      if (button.dataset.do !== "in-sight") button.addEventListener("click", () => this.act(button.dataset.do));
    }
    for (const button of root.querySelectorAll("[data-shows]")) {
      button.addEventListener("click", () => this.toggle(button));
    }
    [this.text, this.partners, this.sort] =
      ["ranks", "partners", "sort"].map((name) => root.querySelector(`[data-field=${name}]`));
    for (const field of [this.text, this.partners, this.sort]) {
      field?.addEventListener("change", () => this.chooseRanks());
    }
    this.path = root.querySelector("[data-do=path]");
    this.whenChosen = root.querySelectorAll("[data-needs=packet]");
    this.update();
  }

  act(what) {
    const { diagram } = this, { view, layout } = diagram;
    const width = view.right - view.left;
    const acts = {
      in: () => diagram.zoom(Controls.ZOOM),
      out: () => diagram.zoom(1 / Controls.ZOOM),
      left: () => view.pan(-Controls.STEP * width),
      right: () => view.pan(Controls.STEP * width),
      up: () => layout.scroll(layout.top - Controls.STEP * layout.height),
      down: () => layout.scroll(layout.top + Controls.STEP * layout.height),
      whole: () => view.whole(),
      taller: () => layout.stretch(Controls.STRETCH),
      lower: () => layout.stretch(1 / Controls.STRETCH),
      rows: () => { layout.row = layout.wholeRow; layout.top = 0; },
      next: () => diagram.step(1),
      previous: () => diagram.step(-1),
      packet: () => diagram.zoomToChosen(),
      path: () => this.togglePath(),
      none: () => diagram.choose(-1),
    };
    diagram.hover(-1);
    acts[what]();
    diagram.arrange();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { "+": "in", "=": "in", "-": "out", "0": "whole", ArrowLeft: "left", ArrowRight: "right",
      ArrowUp: "up", ArrowDown: "down", PageUp: "up", PageDown: "down", n: "next", p: "previous", z: "packet",
      t: "taller", l: "lower", a: "rows", c: "path", Home: "whole", Escape: "none" };
    if (!(event.key in keys)) return;
    event.preventDefault();
    this.act(keys[event.key]);
  }

  toggle(button) {
    const { model } = this.diagram;
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", shown);
    model.hidden[shown ? "delete" : "add"](button.dataset.shows);
    this.diagram.hover(-1);
    this.diagram.paint();
  }

  togglePath() {
    if (!this.path) return;
    this.diagram.showsPath = !this.diagram.showsPath;
    this.path.setAttribute("aria-pressed", this.diagram.showsPath);
  }

  chooseRanks() {
    const { model, layout, interval } = this.diagram;
    const tracks = chosenTracks(model,
      { text: this.text.value, partners: this.partners.checked, sort: this.sort.value });
    const none = tracks.length === 0;
    this.text.setCustomValidity(none ? `No such rank: there are ${model.tracks.length} tracks.` : "");
    if (none) {
      this.text.reportValidity();
      return;
    }
    layout.show(tracks);
    this.diagram.arrange();
    interval.count();
  }

  update() {
    for (const button of this.whenChosen) button.disabled = this.diagram.chosen < 0;
  }

  // Shows both accesses of a finding.
  showFinding(number) {
    const { diagram } = this;
    const finding = diagram.model.findings.find((one) => one.number === number);
    const [first, second] = finding.accesses;
    const room = Math.max((second.at - first.at) * 0.4, View.LEAST_NS);
    diagram.view.show(first.at - room, second.at + room);
    diagram.layout.reveal(first.track, second.track);
    diagram.arrange();
    diagram.stage.scrollIntoView({ block: "nearest" });
    diagram.description.replaceChildren(...aboutFinding(diagram.model, finding));
  }
}
