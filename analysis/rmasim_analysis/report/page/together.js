// The diagrams of a comparison. They have one scale of time, and show the chosen call of a rank's program on all sides.
// Times differ between the sides, so only the chosen call is aligned: it begins at the same x in each diagram.

class Together {
  constructor(root, drawn, names) {
    this.diagrams = drawn;
    this.names = names;
    this.description = root.querySelector(".same-call");
    this.anchors = this.diagrams.map(() => 0);
    const most = Math.max(...this.diagrams.map((one) => one.view.most));
    for (const diagram of this.diagrams) {
      diagram.together = this;
      diagram.view.most = most;
      diagram.view.least = -most * View.MARGIN;
      diagram.view.whole();
      diagram.stage.addEventListener("keydown", (event) => this.key(event));
      diagram.paint();
    }
    for (const button of root.querySelectorAll("[data-call]")) {
      button.addEventListener("click", () => this.act(button.dataset.call));
    }
  }

  key(event) {
    const keys = { ",": "previous", ".": "next", r: "rank", Escape: "none" };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    this.act(keys[event.key]);
  }

  act(what) {
    const tracks = this.diagrams[0].model.tracks;
    const { name, number } = this.chosen ?? { name: tracks[0], number: -1 };
    if (what === "none") this.choose(undefined);
    else if (what === "rank") this.choose(this.firstBehind(tracks, name));
    else this.choose({ name, number: Math.max(number + (what === "next" ? 1 : -1), 0) });
  }

  // The first call of the next rank that has one.
  firstBehind(tracks, name) {
    const from = this.chosen ? tracks.indexOf(name) + 1 : 0;
    const order = tracks.map((_, k) => tracks[(from + k) % tracks.length]);
    return order.map((one) => ({ name: one, number: 0 }))
      .find((one) => this.diagrams.some((diagram) => this.callOn(diagram, one) !== undefined));
  }

  // Chooses the call at the point where a reader has clicked.
  chooseAt(diagram, x, y) {
    const track = diagram.layout.trackAt(y);
    if (track === undefined) return;
    const call = diagram.model.callAt(track, diagram.view.ns(x));
    if (call === undefined) return;
    const number = diagram.model.callsOf[track].indexOf(call);
    this.choose({ name: diagram.model.tracks[track], number }, diagram);
  }

  // The call of the same number on the track of the same name; undefined where a side has none.
  callOn({ model }, { name, number }) { return model.callsOf[model.tracks.indexOf(name)]?.[number]; }

  choose(chosen, first = this.diagrams[0]) {
    const calls = this.diagrams.map((one) => chosen && this.callOn(one, chosen));
    if (chosen && calls.every((call) => call === undefined)) return;
    this.chosen = chosen;
    this.diagrams.forEach((one, k) => {
      one.chosenCall = calls[k];
      this.anchors[k] = calls[k] === undefined ? 0 : one.model.began(calls[k]);
      const track = calls[k] === undefined ? -1 : one.model.tracks.indexOf(chosen.name);
      if (track >= 0) one.layout.reveal(track, track);
    });
    const lead = [first, ...this.diagrams].find((one) => one.chosenCall !== undefined);
    if (chosen) lead.view.reveal(lead.model.began(lead.chosenCall), lead.model.ended(lead.chosenCall));
    const words = chosen ? this.words(chosen, calls) : [element("p", "No call chosen.", "soft")];
    this.description.replaceChildren(...words);
    this.diagrams.forEach((one) => one.layout.width && one.arrange());
    this.moved(lead ?? first);
  }

  // The others show the same length of time, as far from the chosen call.
  moved(diagram) {
    const anchor = this.anchors[this.diagrams.indexOf(diagram)];
    this.diagrams.forEach((other, k) => {
      const from = diagram.view.from - anchor + this.anchors[k], to = diagram.view.to - anchor + this.anchors[k];
      if (Math.abs(other.view.from - from) + Math.abs(other.view.to - to) < 0.01) return;
      [other.view.from, other.view.to] = [from, to];
      other.paint();
    });
  }

  // A table with a column for each side.
  words(chosen, calls) {
    const sides = this.diagrams.map((one, k) => (calls[k] === undefined ? undefined
      : aboutSameCall(one.model, calls[k])));
    const [known] = sides.filter((side) => side);
    const isSame = (name) => sides.every((side) => !side || side.get(name) === known.get(name));
    const same = ["call", "place", "line"].filter((name) => known.has(name) && isSame(name));
    const all = new Set(sides.flatMap((side) => (side ? [...side.keys()] : [])));
    const rows = [...all].filter((name) => !same.includes(name));
    const table = element("table");
    const head = table.createTHead().insertRow();
    for (const name of ["", ...this.names]) head.append(element("th", name, "number"));
    const body = table.createTBody();
    for (const name of rows) {
      const row = body.insertRow();
      row.append(element("th", name));
      for (const side of sides) row.append(element("td", side?.get(name) ?? "-", "number"));
    }
    const scroll = element("div", undefined, "scroll");
    scroll.append(table);
    const title = [`${chosen.name}, call ${chosen.number + 1}`, ...same.map((name) => known.get(name))].join(", ");
    return [element("p", title, "said"), scroll];
  }
}

function aboutSameCall(model, number) {
  const call = model.call(number);
  const rows = new Map([["call", call.name], [locationName(call.place), call.place],
    ["began", model.moment(call.began)], ["returned", call.isStuck ? "never" : model.moment(call.ended)],
    ["took", call.isStuck ? "-" : model.length(call.ended - call.began)]]);
  for (const [cause, ns] of model.waitsDuring(call.track, call.began, call.ended)) {
    rows.set(model.causes[cause], model.length(ns));
  }
  const sent = new Map();
  const { sent: at, source } = model.packets;
  for (let k = firstWhere(model.count, (n) => at[n] >= call.began); k < model.count && at[k] <= call.ended; ++k) {
    if (model.ranks[source[k]] === model.ranks[call.track]) add(sent, model.kind(k).name, 1);
  }
  for (const [kind, count] of sent) rows.set(`sends ${kind}`, count.toLocaleString("en-US"));
  return rows;
}

function paintChosenCall(painter, number) {
  const { context, colours, layout, view, model } = painter;
  const { track, began, ended } = model.call(number);
  if (!layout.isShown(track)) return;
  const height = Math.max(layout.bar, 4);
  context.strokeStyle = colours.accent;
  context.lineWidth = 3;
  const left = view.x(began), width = Math.max(view.x(ended) - left, 3);
  context.strokeRect(left - 1, layout.y(track) - height / 2 - 2, width + 2, height + 4);
}
