// Reads a trace of `run --trace`: the data of the space-time diagram, as diagram.py makes them for `rmasim report`.

const nanoseconds = (microseconds) => Math.round(microseconds * 1000);

class TraceReader {
  constructor({ traceEvents: events, otherData: about, truncated }) {
    this.about = about;
    this.selection = { ...about.selection, ...truncated && { truncated_at_ns: truncated.at_ns } };
    this.texts = new Names();
    [this.calls, this.waits, this.notes, this.stuck] = [[], [], [], []];
    this.sent = new Map();     // by id: { kind, source, slice }
    this.arrived = new Map();  // by id: { target, slice }
    this.slices = [];          // by track: the last slice of a packet
    this.readTracks(events);
    for (const event of events) this.read(event);
    const byTime = (one, other) => one.began - other.began;
    this.packets = this.readPackets();
    this.calls.sort(byTime);
    this.waits.sort(byTime);
    this.notes.sort((one, other) => one.at - other.at);
  }

  readTracks(events) {
    const named = events.filter((event) => event.ph === "M" && event.name === "thread_name");
    const tracks = named.map(({ tid, args: { name } }) => ({ tid, name, rank: Number(/^rank (\d+)/.exec(name)[1]) }));
    // Each rank, then its threads and its agent.
    const order = ({ rank, tid }) => [rank, tid === rank + 1 ? 0 : 1];
    tracks.sort((one, other) => order(one)[0] - order(other)[0] || order(one)[1] - order(other)[1]
      || (one.name < other.name ? -1 : 1));
    this.tracks = tracks;
    this.trackOf = new Map(tracks.map(({ tid }, track) => [tid, track]));
  }

  read(event) {
    const track = this.trackOf.get(event.tid);
    if (event.ph === "X") this.slice(event, track);
    else if (event.ph === "s") this.sent.set(event.id, { kind: event.name, source: track, slice: this.slices[track] });
    else if (event.ph === "f") this.arrived.set(event.id, { target: track, slice: this.slices[track] });
    else if (event.ph === "i") this.notes.push({ track, text: event.name, at: nanoseconds(event.ts) });
  }

  slice(event, track) {
    if (event.cat === "packet") {
      this.slices[track] = event;
      return;
    }
    const began = nanoseconds(event.ts), ended = began + nanoseconds(event.dur);
    const { place, stuck } = event.args ?? {};
    if (event.cat === "wait") this.waits.push({ track, cause: event.name, began, ended });
    else if (stuck === undefined) this.calls.push({ track, name: event.name, place, began, ended });
    else this.stuck.push({ track, name: event.name, place, reason: stuck, began, ended });
  }

  // True if the trace has all ranks, until the end of the run.
  get isWhole() { return Object.keys(this.selection).length === 0; }

  readPackets() {
    const found = [...this.sent].map(([id, { kind, source, slice }]) => {
      const end = this.arrived.get(id);
      return { kind, source, bytes: slice.args.bytes, sent: nanoseconds(slice.ts), sending: nanoseconds(slice.dur),
        target: end ? end.target : this.trackOf.get(slice.args.to + 1),
        handled: end ? nanoseconds(end.slice.ts) : -1, handling: end ? nanoseconds(end.slice.dur) : 0 };
    });
    return found.sort((one, other) => one.sent - other.sent || one.source - other.source || one.target - other.target);
  }

  // `endNs` is the end of the run, `path` has the steps of the critical path.
  data(endNs, findings, path, vocabulary) {
    const { texts, waits, notes, stuck, packets, calls } = this;
    const numbers = new Map(packets.map((packet, k) => [packet, k]));
    const causes = [...new Set(waits.map((wait) => wait.cause))];
    const columns = (rows, makers) =>
      Object.fromEntries(Object.entries(makers).map(([name, of]) => [name, rows.map(of)]));
    const same = (...names) => Object.fromEntries(names.map((name) => [name, (row) => row[name]]));
    const end = most([endNs, ...calls.map((call) => call.ended), ...stuck.map((call) => call.ended),
      ...notes.map((note) => note.at), ...packets.map((one) => one.sent + one.sending),
      ...packets.map((one) => one.handled + one.handling)]);
    const data = {
      unit: "ns", causes, tracks: this.tracks.map((track) => track.name), ranks: this.tracks.map((track) => track.rank),
      end: end + (stuck.length ? Math.max(Math.floor(end / 12), 100) : 0),
      waits: columns(waits, { ...same("track", "began", "ended"), cause: (wait) => causes.indexOf(wait.cause) }),
      calls: columns(calls, { ...same("track", "began", "ended"), name: (call) => texts.number(call.name),
        place: (call) => texts.number(call.place) }),
      packets: columns(packets, { ...same("source", "target", "bytes", "sent", "sending", "handled", "handling"),
        kind: (packet) => texts.number(packet.kind) }),
      notes: columns(notes, { ...same("track", "at"), text: (note) => texts.number(note.text) }),
      critical: columns(path, { ...same("track", "began", "ended"),
        packet: (step) => (step.packet ? numbers.get(step.packet) : -1) }),
      stuck: stuck.map(({ ended: _, ...call }) => call), findings: this.findings(findings),
    };
    const names = [...new Set(packets.map((packet) => packet.kind))];
    const words = wordsOfKinds(names, this.about.protocol, vocabulary);
    data.kinds = Object.fromEntries(names.map((name) => [texts.number(name), words[name]]));
    data.texts = texts.texts;
    return data;
  }

  findings(findings) {
    const index = new Map(this.tracks.map((track, k) => [track.name, k]));
    const access = ({ rank, thread, time_ns: at, what, place }) => ({ what, place, at: Math.round(at),
      track: index.get(`rank ${rank} thread ${thread}`) ?? index.get(`rank ${rank}`) });
    return findings.map((one, k) => ({ number: k + 1, rule: one.rule, missing: one.missing,
      accesses: one.accesses.map(access).sort((first, second) => first.at - second.at) }))
      .filter(({ accesses }) => accesses.length === 2 && accesses.every(({ track }) => track !== undefined));
  }
}
