// The data of a diagram: packets in the order of sending, calls and waits by their track. Columns are sorted and
// searched, because there may be tens of thousands of packets.

// The first index for which `holds` is true. It must be true for all later ones, too.
function firstWhere(length, holds) {
  let low = 0, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

class Model {
  static NEAR_PX = 9;  // how far from its arrow a packet is still pointed at

  constructor(data) {
    Object.assign(this, data);
    this.hidden = new Set();
    this.count = data.packets.sent.length;
    this.arrivals = this.latestArrivals();
    this.callsOf = this.tracks.map(() => []);
    data.calls.track.forEach((track, call) => this.callsOf[track].push(call));
    this.stuck.forEach(({ track }, k) => this.callsOf[track].push(-1 - k));
    this.waitsOf = this.tracks.map(() => []);
    data.waits.track.forEach((track, wait) => this.waitsOf[track].push(wait));
    this.notesOf = this.tracks.map(() => []);
    data.notes.track.forEach((track, note) => this.notesOf[track].push(note));
  }

  // For each packet, the latest arrival of it and all earlier ones. This sequence never falls, so it can be searched.
  latestArrivals() {
    let latest = -Infinity;
    return this.packets.sent.map((_, packet) => (latest = Math.max(latest, this.arrival(packet))));
  }

  // A packet that was lost, or was under way at the end, has no arrival. Its arrow ends at the end of the run.
  arrival(packet) {
    const handled = this.packets.handled[packet];
    return handled < 0 ? this.end : handled;
  }

  kind(packet) {
    const number = this.packets.kind[packet];
    return { name: this.texts[number], ...this.kinds[number] };
  }

  group(packet) { return this.kinds[this.packets.kind[packet]].group; }

  // Packets under way between two moments, as a range of indices; some of them may be over.
  underWay(from, to) {
    return [firstWhere(this.count, (k) => this.arrivals[k] >= from),
      firstWhere(this.count, (k) => this.packets.sent[k] > to)];
  }

  isSeen(packet) { return !this.hidden.has(this.group(packet)); }

  // The next (`step` 1) or previous (-1) packet between shown rows and of a shown group. The same one if there is none.
  after(packet, step, layout) {
    for (let next = packet + step; next >= 0 && next < this.count; next += step) {
      const isShown = layout.isShown(this.packets.source[next]) && layout.isShown(this.packets.target[next]);
      if (this.isSeen(next) && isShown) return next;
    }
    return packet;
  }

  // A moment with the resolution of a trace. In an order of steps, the number of the step.
  moment(at) { return this.unit === "step" ? `step ${Math.floor(at / STEP) + 1}` : inMicroseconds(at); }

  // A length of time. All lengths have one unit, so that readers can compare them.
  length(ns) { return this.unit === "step" ? `${(ns / STEP).toFixed(1)} steps` : inMicroseconds(ns); }

  // A call as one object. Calls that never returned have negative numbers.
  call(number) {
    if (number < 0) {
      const stuck = this.stuck[-1 - number];
      return { ...stuck, ended: this.end, isStuck: true };
    }
    const { track, name, place, began, ended } = this.calls;
    return { track: track[number], name: this.texts[name[number]], place: this.texts[place[number]],
      began: began[number], ended: ended[number], isStuck: false };
  }

  callName(number) { return number < 0 ? this.stuck[-1 - number].name : this.texts[this.calls.name[number]]; }

  began(number) { return number < 0 ? this.stuck[-1 - number].began : this.calls.began[number]; }

  ended(number) { return number < 0 ? this.end : this.calls.ended[number]; }

  // The call of a track at a moment; undefined between two.
  callAt(track, ns) {
    const calls = this.callsOf[track];
    const last = firstWhere(calls.length, (k) => this.began(calls[k]) > ns) - 1;
    return last >= 0 && this.ended(calls[last]) >= ns ? calls[last] : undefined;
  }

  // The wait of a track at a moment; undefined if its library did not wait.
  waitAt(track, ns) {
    const waits = this.waitsOf[track], { began, ended } = this.waits;
    const last = firstWhere(waits.length, (k) => began[waits[k]] > ns) - 1;
    return last >= 0 && ended[waits[last]] >= ns ? waits[last] : undefined;
  }

  // The causes for which a track waited between two moments, longest first: [cause, ns].
  waitsDuring(track, from, to) {
    const waits = this.waitsOf[track], { began, ended, cause } = this.waits;
    const found = new Map();
    const first = firstWhere(waits.length, (k) => ended[waits[k]] > from);
    for (let k = first; k < waits.length && began[waits[k]] < to; ++k) {
      add(found, cause[waits[k]], Math.min(ended[waits[k]], to) - Math.max(began[waits[k]], from));
    }
    return [...found].sort(([, one], [, other]) => other - one);
  }

  // What a track sends from one moment to another, by group.
  sentDuring(track, from, to) {
    const { sent, source } = this.packets, found = new Map();
    for (let k = firstWhere(this.count, (n) => sent[n] >= from); k < this.count && sent[k] < to; ++k) {
      if (source[k] === track && this.isSeen(k)) add(found, this.group(k), 1);
    }
    return found;
  }

  // What a rank was doing when its library sent or handled something: threads have tracks of their own.
  callOfRank(track, ns) {
    if (this.callAt(track, ns) !== undefined) return this.callAt(track, ns);
    return this.tracks.map((_, other) => other).filter((other) => this.ranks[other] === this.ranks[track])
      .map((other) => this.callAt(other, ns)).find((call) => call !== undefined);
  }

  notesDuring(track, from, to) {
    const notes = this.notesOf[track], at = this.notes.at;
    const first = firstWhere(notes.length, (k) => at[notes[k]] >= from);
    const end = firstWhere(notes.length, (k) => at[notes[k]] > to);
    return notes.slice(first, end).map((note) => this.texts[this.notes.text[note]]);
  }

  // The packet whose arrow is nearest to a point of the screen, -1 if none is near.
  packetAt(view, layout, x, y) {
    const reach = Model.NEAR_PX / (view.right - view.left) * view.spanNs;
    const [first, end] = this.underWay(view.ns(x) - reach, view.ns(x) + reach);
    let nearest = -1, least = Model.NEAR_PX;
    for (let packet = first; packet < end; ++packet) {
      if (!this.isSeen(packet)) continue;  // of rows that are not shown the distance is no number
      const away = distance(x, y, view.x(this.packets.sent[packet]), layout.y(this.packets.source[packet]),
        view.x(this.arrival(packet)), layout.y(this.packets.target[packet]));
      if (away < least) [nearest, least] = [packet, away];
    }
    return nearest;
  }
}

// From a point to a line between two others.
function distance(x, y, x1, y1, x2, y2) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length ? Math.min(Math.max(((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length, 0), 1) : 0;
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}
