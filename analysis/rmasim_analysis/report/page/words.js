// What the diagram says about a packet or a call. Texts of inputs only ever become text nodes.

const MOST_NOTES_SAID = 6;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// A moment, as exactly as a trace has it.
function moment(ns) {
  return (ns / 1000).toLocaleString("en-US", { minimumFractionDigits: 3, maximumFractionDigits: 3 }) + " µs";
}

// A length of time, as in the rest of the page.
function lengthOf(ns) {
  for (const [unit, scale] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (ns >= 10 * scale) {
      return (ns / scale).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) + " " + unit;
    }
  }
  return ns.toLocaleString("en-US") + " ns";
}

function list(pairs) {
  const made = element("dl", undefined, "times");
  for (const [name, text] of pairs) made.append(element("dt", name), element("dd", text));
  return made;
}

function duringCall(model, track, ns) {
  const number = model.callOfRank(track, ns);
  if (number === undefined) return "";
  const call = model.call(number);
  return call.place ? `, in ${call.name} (${call.place})` : `, in ${call.name}`;
}

function aboutPacket(model, packet) {
  const { sent, sending, handled, handling, source, target, bytes } = model.packets;
  const kind = model.kind(packet);
  const at = sent[packet], from = source[packet], to = target[packet], arrived = handled[packet];
  const pairs = [
    ["from", `${model.tracks[from]} to ${model.tracks[to]}`],
    ["data", `${bytes[packet].toLocaleString("en-US")} bytes`],
    ["sent", `${moment(at)}${duringCall(model, from, at)}`],
  ];
  if (arrived < 0) {
    pairs.push(["handled", "never: it was lost, or under way at the end"]);
  } else {
    pairs.push(["handled", `${moment(arrived)}${duringCall(model, to, arrived)}`]);
    pairs.push(["took", `${lengthOf(arrived - at)}, of it ${lengthOf(sending[packet])} to send; then `
      + `${lengthOf(handling[packet])} to handle`]);
  }
  return [element("p", kind.name, `said ${kind.group}`), element("p", kind.words), list(pairs)];
}

function aboutCall(model, number) {
  const call = model.call(number);
  const pairs = [["on", model.tracks[call.track]]];
  if (call.place) pairs.push(["place", call.place]);
  pairs.push(["began", moment(call.began)]);
  if (call.isStuck) {
    pairs.push(["returned", "never"], ["waits for", call.reason]);
  } else {
    pairs.push(["returned", moment(call.ended)], ["took", lengthOf(call.ended - call.began)]);
  }
  const notes = model.notesDuring(call.track, call.began, call.ended);
  if (notes.length) {
    const left = notes.length - MOST_NOTES_SAID;
    pairs.push(["meanwhile", notes.slice(0, MOST_NOTES_SAID).join("; ") + (left > 0 ? `; and ${left} more` : "")]);
  }
  return [element("p", call.name, "said"), list(pairs)];
}
