// The failing order of an exploration as the data of a space-time diagram. An order has no clock, so the time is the
// number of the step. The transcript is a list of stanzas, as in tests/sequences:
//
//     1 put 0 disp=0 len=8        the step: a call begins, or a packet is delivered (`deliver 0>1 SEND`)
//     ----
//     1>0 PUT op=0 len=8          a packet is sent
//     1: put returns              any other line begins with its rank: a change of state, a load or a store
//
// A step of a program that begins no call is "0 goes on". The last line names the failure.

const SENT_AFTER = 30, NOTED_AFTER = 50, RETURNED_AFTER = 80;  // of the STEP units of a step
const PACKET = /^(\d+)>(\d+) (\S+)(.*)$/, CALLER = /^(\d+)(?:\.(\d+))? (.*)$/, SAID = /^(\d+)(?:\.(\d+))?: (.*)$/;

// The command of each step, and its consequences.
function stanzasOf(transcript) {
  const found = [];
  transcript.forEach((line, k) => {
    if (transcript[k + 1] === "----") found.push([line, []]);
    else if (found.length && line && line !== "----") found.at(-1)[1].push(line);
  });
  return found;
}

class Order {
  constructor(ranks) {
    this.tracks = new Map();  // by name: { rank, name, thread }
    this.packets = [];
    this.calls = [];
    this.notes = [];
    this.begun = new Map();   // by name of the track: the call that has not returned
    for (let rank = 0; rank < ranks; ++rank) this.track(rank);
  }

  track(rank, thread) {
    const name = `rank ${rank}${thread === undefined ? "" : ` thread ${thread}`}`;
    if (!this.tracks.has(name)) this.tracks.set(name, { rank: Number(rank), name, thread: Number(thread ?? -1) });
    return name;
  }

  step(command, at) {
    const packet = command.startsWith("deliver ") && PACKET.exec(command.slice("deliver ".length));
    if (packet) return this.deliver(packet, at);
    const [, rank, thread, text] = CALLER.exec(command) ?? [];
    if (text && text !== "goes on") this.begun.set(this.track(rank, thread), { text, began: at });
    return undefined;
  }

  deliver([, source, target, kind, rest], at) {
    const ofPair = this.packets.filter((one) => one.handled < 0 && one.source === source && one.target === target);
    const same = ofPair.find((one) => one.text === kind + rest) ?? ofPair.find((one) => one.kind === kind);
    if (same) same.handled = at;
  }

  consequence(line, at, kinds) {
    const packet = PACKET.exec(line);
    if (packet) {
      const [, source, target, kind, rest] = packet;
      if (!own(kinds, kind)) return;
      this.track(source), this.track(target);
      this.packets.push({ kind, source, target, text: kind + rest, sent: at + SENT_AFTER, handled: -1,
        bytes: Number(/\blen=(\d+)/.exec(rest)?.[1] ?? 0) });
      return;
    }
    const [, rank, thread, text] = SAID.exec(line) ?? [];
    if (!text) return;
    const track = this.track(rank, thread), call = this.begun.get(track);
    const accessed = /^(?:loads|stores) (.*)$/.exec(text)?.[1];
    if (accessed && call && /^(?:load|store) /.test(call.text)) {  // an access of a shared window is a step
      this.begun.delete(track);
      this.calls.push({ track, text: `${call.text} = ${accessed}`, began: call.began, ended: at + RETURNED_AFTER });
    } else if (text.endsWith(" returns") && call) {
      this.begun.delete(track);
      this.calls.push({ track, text: call.text, began: call.began, ended: at + RETURNED_AFTER });
    } else {
      this.notes.push({ track, text, at: at + NOTED_AFTER });
    }
  }
}

// A table of texts with numbers: a text that occurs often is stored once.
class Names {
  constructor() {
    this.texts = [];
    this.numbers = new Map();
  }

  number(text) {
    if (!this.numbers.has(text)) this.numbers.set(text, this.texts.push(text) - 1);
    return this.numbers.get(text);
  }
}

function column(rows, of) { return rows.map(of); }

// The data of the diagram; undefined if the transcript has nothing that can be drawn. `kinds`: the group and the
// description of each kind of packet.
function orderData({ transcript, what }, ranks, kinds) {
  const order = new Order(ranks), steps = stanzasOf(transcript);
  if (!steps.length) return undefined;
  steps.forEach(([command, lines], k) => {
    order.step(command, k * STEP);
    for (const line of lines) order.consequence(line, k * STEP, kinds);
  });
  const tracks = [...order.tracks.values()].sort((one, other) => one.rank - other.rank || one.thread - other.thread);
  const index = new Map(tracks.map((track, k) => [track.name, k])), texts = new Names();
  const ofRank = (rank) => index.get(`rank ${rank}`), end = steps.length * STEP;
  const name = (text) => texts.number(text.split(" ")[0]);
  const { packets, notes, calls } = order;
  calls.sort((one, other) => one.began - other.began || index.get(one.track) - index.get(other.track));
  const data = {
    unit: "step", tracks: tracks.map((track) => track.name), ranks: tracks.map((track) => track.rank), causes: [],
    calls: { track: column(calls, (one) => index.get(one.track)), name: column(calls, (one) => name(one.text)),
      place: column(calls, (one) => texts.number(one.text)), began: column(calls, (one) => one.began),
      ended: column(calls, (one) => one.ended) },
    stuck: [...order.begun].map(([track, { text, began }]) => ({ track: index.get(track), name: text.split(" ")[0],
      place: text, reason: "the order ends here", began })).sort((one, other) => one.track - other.track),
    packets: { kind: column(packets, (one) => texts.number(one.kind)),
      source: column(packets, (one) => ofRank(one.source)), target: column(packets, (one) => ofRank(one.target)),
      bytes: column(packets, (one) => one.bytes),
      sent: column(packets, (one) => one.sent), sending: column(packets, () => 0),
      handled: column(packets, (one) => one.handled), handling: column(packets, () => 0) },
    notes: { track: column(notes, (one) => index.get(one.track)), text: column(notes, (one) => texts.number(one.text)),
      at: column(notes, (one) => one.at) },
    waits: { track: [], cause: [], began: [], ended: [] }, critical: { track: [], began: [], ended: [], packet: [] },
    findings: [], failure: { at: end - STEP + RETURNED_AFTER, what: what.join("; ") },
    end: end + Math.max(Math.floor(end / 12), STEP),
  };
  data.texts = texts.texts;
  data.kinds = Object.fromEntries(packets.map((one) => [texts.number(one.kind), kinds[one.kind]]));
  return data;
}
