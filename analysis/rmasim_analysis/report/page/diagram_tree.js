// The elements of a space-time diagram: controls, legend, stage, words about the chosen packet.

const TALL = 24;  // with more tracks, a diagram is taller than a screen, and figures precede it
const HINT = "Point at a packet or a call to read about it. Drag to move, with Shift to mark an interval; pinch, " +
  "Ctrl and the wheel, or, once the diagram has been clicked, the wheel alone to zoom. Keys: arrows move, + and - " +
  "zoom, 0 shows all of the time, n and p go from packet to packet, z zooms to it; t, l and a: taller rows, lower " +
  "rows, all rows.";

function isTall(diagram) { return diagram.data.tracks.length > TALL; }

function button(attributes, text) { return h("button", { type: "button", ...attributes }, text); }

function actButton(act, text, title, more = {}) {
  const label = text.length < 2 ? title.split(/ \(|,/)[0] : undefined;
  return button({ "data-do": act, title, "aria-label": label, ...more }, text);
}

function keyButton(group, text) {
  return button({ class: `key ${group}`, "data-shows": group, "aria-pressed": "true" }, text);
}

function viewControls(hasPath) {
  return h("div", { class: "controls", role: "group", "aria-label": "View of the diagram" },
    actButton("in", "+", "Zoom in, about the chosen packet (+)"), actButton("out", "−", "Zoom out (-)"),
    actButton("left", "←", "Earlier (left arrow)"), actButton("right", "→", "Later (right arrow)"),
    actButton("whole", "Whole", "All of the time (0)"), h("span", { class: "gap" }),
    actButton("previous", "Previous packet", "Previous packet (p)"),
    actButton("next", "Next packet", "Next packet (n)"),
    actButton("packet", "Zoom to it", "Zoom to the chosen packet (z)", { "data-needs": "packet" }),
    h("span", { class: "gap" }), keyButton("request", "requests"), keyButton("reply", "replies"),
    keyButton("synchronisation", "synchronisation"), hasPath && button({ class: "key critical", "data-do": "path",
      "aria-pressed": "false", title: "What the end of the run waited for (c)" }, "critical path"));
}

function rankControls() {
  const orders = [["number", "number"], ["waiting", "time waited"], ["packets", "packets sent"], ["end", "end"]];
  return h("div", { class: "controls", role: "group", "aria-label": "Ranks of the diagram" },
    h("label", null, "Ranks ", h("input", { type: "text", "data-field": "ranks", placeholder: "all, or 0-7, 12",
      size: 14 })),
    h("label", null, h("input", { type: "checkbox", "data-field": "partners" }), " with those they talk to"),
    h("label", null, "by ", h("select", { "data-field": "sort" },
      orders.map(([value, text]) => h("option", { value }, text)))),
    h("span", { class: "gap" }), actButton("taller", "Taller", "Taller rows (t)"),
    actButton("lower", "Lower", "Lower rows (l)"), actButton("rows", "All rows", "All rows in sight (a)"));
}

// One legend for all diagrams of a section: each cause that occurs, and the bars without a cause.
function barLegend(diagrams) {
  const computes = ({ texts, calls }) => unpacked({ name: calls.name }).name.some((name) => texts[name] === "compute");
  const occur = new Set(diagrams.flatMap(({ data }) => [...data.causes, ...computes(data) ? ["compute"] : []]));
  const causes = [...Object.keys(pageWords.causes), ...occur].filter((cause) => occur.delete(cause));
  return h("ul", { class: "causes", "aria-label": "Colours of the bars" },
    causes.map((cause) => h("li", null, causeName(cause))),
    h("li", null, h("span", { class: "swatch call" }), causes.length ? "in MPI calls, not waiting" : "in MPI calls"),
    diagrams.some(({ data }) => data.stuck.length > 0) && h("li", null, h("span", { class: "swatch stuck" }),
      diagrams[0].data.unit === "step" ? "not returned" : "never returned"));
}

function intervalTree(unit) {
  const edge = (name) => h("input", { type: "number", "data-edge": name, step: "any" });
  return h("details", { class: "interval" }, h("summary", null, "Numbers of an interval"),
    h("p", { class: "controls" }, h("label", null, "from ", edge("from")), " ", h("label", null, "to ", edge("to"),
      unit === "step" ? " step" : " µs"), " ", button({ "data-do": "in-sight" }, "What is in sight")),
    h("div", { class: "interval-numbers" }));
}

// `made` is called with the Diagram.
function diagramTree(diagram, { title, label, id, hasPath = false, showsLegend = true, showsHint = true, made }) {
  const { data, cut } = diagram;
  const begin = (root) => {
    const drawn = new Diagram(root, unpackedData(data));
    diagrams.push(drawn);
    made?.(drawn);
  };
  return [
    head(title),
    cut && remark(cut),
    h("div", { class: "diagram", begin }, viewControls(hasPath), data.tracks.length > 2 && rankControls(),
      showsLegend && barLegend([diagram]),
      h("div", { class: "frame" },
        h("div", { class: "stage", tabindex: 0, role: "application", "aria-label": label, "aria-describedby": id },
          h("canvas", null), h("div", { class: "rest" })),
        h("div", { class: "tip", role: "presentation", hidden: true })),
      h("p", { class: "soft mode", role: "status" }),
      h("div", { class: "chosen", role: "status", "aria-live": "polite", tabindex: 0,
        "aria-label": "The chosen packet" }, soft("No packet chosen.")),
      intervalTree(data.unit),
      h("p", { class: "soft hint", id, hidden: !showsHint }, HINT)),
  ];
}
