// The critical path of a run, and how long its packets took, as critical_path.py and latency.py compute them for
// `rmasim report`; a test compares both. The trace must be of the whole run.

const PERCENTS = [50, 90, 99];

// By track: the idle times in ascending order, and the first packet that was handled at each time.
function timelinesOf({ tracks, waits, calls }, packets) {
  const lines = tracks.map(() => ({ idle: [], handled: new Map(), busyUntil: 0 }));
  for (const { track, began, ended, cause } of waits) {
    if (ended > began) lines[track].idle.push({ began, ended, cause });
  }
  const left = new Map();
  for (const { track, ended } of calls) {
    const { rank } = tracks[track];
    left.set(rank, Math.max(left.get(rank) ?? 0, ended));
  }
  const handled = packets.filter((packet) => packet.handled >= 0).sort((one, other) => one.handled - other.handled);
  for (const packet of handled) {
    const line = lines[packet.target], { name, rank } = tracks[packet.target];
    if (!line.handled.has(packet.handled)) line.handled.set(packet.handled, packet);
    // An agent, and a rank whose program has ended, is idle between the packets that it handles.
    if ((name.endsWith(" agent") || packet.handled >= (left.get(rank) ?? 0)) && packet.handled > line.busyUntil) {
      line.idle.push({ began: line.busyUntil, ended: packet.handled, cause: "idle" });
    }
    line.busyUntil = packet.handled + packet.handling;
  }
  const order = (one, other) => one.ended - other.ended || one.began - other.began
    || (one.cause < other.cause ? -1 : 1);
  lines.forEach((line) => line.idle.sort(order));
  return lines;
}

// The steps in the order of time: { sort: "work", "packet" or "wait", track, began, ended }, with the packet or cause.
function pathSteps(trace, packets) {
  const { tracks, waits, calls } = trace;
  if (!waits.length || !calls.length) return [];
  const lines = timelinesOf(trace, packets), ofRank = new Map();
  tracks.forEach(({ rank }, track) => ofRank.has(rank) || ofRank.set(rank, track));
  const last = calls.reduce((best, call) => (call.ended > best.ended
    || (call.ended === best.ended && call.track < best.track) ? call : best));
  let track = ofRank.get(tracks[last.track].rank), at = last.ended;
  const steps = [], limit = 3 * (packets.length + waits.length);
  while (at > 0 && steps.length < limit) {
    const { idle: spans, handled } = lines[track];
    const idle = spans[firstWhere(spans.length, (k) => spans[k].ended > at) - 1];
    if (at > (idle?.ended ?? 0)) steps.push({ sort: "work", track, began: idle?.ended ?? 0, ended: at });
    if (!idle) break;
    const packet = handled.get(idle.ended);
    if (!packet || packet.sent >= idle.ended) {
      steps.push({ sort: "wait", track, began: idle.began, ended: idle.ended, cause: idle.cause });
      at = idle.began;
    } else {
      steps.push({ sort: "packet", track: packet.source, began: packet.sent, ended: idle.ended, packet });
      [track, at] = [packet.source, packet.sent];
    }
  }
  return steps.reverse();
}

// The length of the part of an interval that ascending spans cover; simultaneous spans count once.
function overlapOf(spans, from, to) {
  let covered = 0, reached = from;
  for (const { began, ended } of spans) {
    if (began >= to) break;
    const low = Math.max(began, reached), high = Math.min(ended, to);
    if (high > low) [covered, reached] = [covered + high - low, high];
  }
  return covered;
}

function pathModel({ tracks, calls }, steps) {
  const computing = new Map(), sorts = new Map(), ranks = new Map();
  for (const call of calls) {
    if (call.name !== "compute") continue;
    const { rank } = tracks[call.track];
    if (!computing.has(rank)) computing.set(rank, []);
    computing.get(rank).push(call);
  }
  const count = (name, ns) => {
    const row = sorts.get(name) ?? { name, ns: 0, times: 0 };
    sorts.set(name, { name, ns: row.ns + ns, times: row.times + 1 });
  };
  for (const { sort, track, began, ended, packet, cause } of steps) {
    const { rank } = tracks[track], ns = ended - began;
    if (sort !== "packet") add(ranks, rank, ns);
    if (sort === "packet") count(`${packet.kind} under way`, ns);
    else if (sort === "wait") count(`${cause}, ended by no packet`, ns);
    else {
      const computed = overlapOf(computing.get(rank) ?? [], began, ended);
      if (computed) count("compute", computed);
      if (ns > computed) count("work in MPI calls and on packets", ns - computed);
    }
  }
  const byTime = (one, other) => other.ns - one.ns;
  return {
    sorts: [...sorts.values()].sort((one, other) => byTime(one, other) || (one.name < other.name ? -1 : 1)),
    ranks: [...ranks].map(([rank, ns]) => ({ rank, ns })).sort((one, other) => byTime(one, other)
      || one.rank - other.rank).slice(0, 5),
    length_ns: sum(steps.map((step) => step.ended - step.began)),
    hops: steps.filter((step) => step.sort === "packet").length,
  };
}

// For all packets and each kind: the percentiles and the maximum of the time from sending to handling.
function latencyRows(packets, kinds) {
  const found = new Map();
  for (const { kind, sent, handled } of packets) {
    if (handled < 0) continue;
    if (!found.has(kind)) found.set(kind, []);
    found.get(kind).push(handled - sent);
  }
  if (!found.size) return [];
  const named = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return [["all packets", named.flatMap(([, all]) => all)], ...named].map(([name, all]) => {
    const ascending = [...all].sort((one, other) => one - other);
    return { name, group: kinds[name]?.group ?? "", packets: all.length,
      ns: [...PERCENTS.map((percent) => percentileOf(ascending, percent)), ascending.at(-1)] };
  });
}
