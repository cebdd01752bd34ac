// Descriptions of packets and calls of a diagram. Texts of inputs only become text nodes.

const MOST_NOTES_SAID = 6;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// All times of the diagram have one unit and the resolution of a trace.
function inMicroseconds(ns) {
  return (ns / 1000).toLocaleString("en-US", { minimumFractionDigits: 3, maximumFractionDigits: 3 }) + " µs";
}

// Calls of scenarios have a place in the file of the scenario, calls of programs have a line.
function locationName(location) { return /:\d/.test(location) && !location.startsWith("programs[") ? "line" : "place"; }

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
    ["sent", `${model.moment(at)}${duringCall(model, from, at)}`],
  ];
  if (arrived < 0) {
    pairs.push(["handled", "never: it was lost, or under way at the end"]);
  } else {
    pairs.push(["handled", `${model.moment(arrived)}${duringCall(model, to, arrived)}`]);
    const [whole, toSend, toHandle] = [arrived - at, sending[packet], handling[packet]].map((ns) => model.length(ns));
    if (model.unit !== "step") pairs.push(["took", `${whole}, of it ${toSend} to send; then ${toHandle} to handle`]);
  }
  return [element("p", kind.name, `said ${kind.group}`), element("p", kind.words), list(pairs)];
}

function aboutCall(model, number) {
  const call = model.call(number);
  const pairs = [["on", model.tracks[call.track]]];
  if (call.place) pairs.push([model.unit === "step" ? "call" : locationName(call.place), call.place]);
  pairs.push(["began", model.moment(call.began)]);
  if (call.isStuck) {
    pairs.push(["returned", "never"], ["waits for", call.reason]);
  } else {
    pairs.push(["returned", model.moment(call.ended)], ["took", model.length(call.ended - call.began)]);
  }
  const [began, ended] = [call.began, call.ended];
  for (const [cause, ns] of model.waitsDuring(call.track, began, ended)) {
    pairs.push([model.causes[cause], `${model.length(ns)}: ${own(pageWords.causes, model.causes[cause]) ?? ""}`]);
  }
  const notes = model.notesDuring(call.track, call.began, call.ended);
  if (notes.length) {
    const left = notes.length - MOST_NOTES_SAID;
    pairs.push(["meanwhile", notes.slice(0, MOST_NOTES_SAID).join("; ") + (left > 0 ? `; and ${left} more` : "")]);
  }
  return [element("p", call.name, "said"), list(pairs)];
}

function aboutDensity(model, track, from, to) {
  const found = [...model.sentDuring(track, from, to)];
  if (!found.length) return [];
  return [element("p", `${model.tracks[track]} sends`, "said"),
    list([...found.map(([group, count]) => [group, `${count.toLocaleString("en-US")} packet${count > 1 ? "s" : ""}`]),
      ["between", `${model.moment(from)} and ${model.moment(to)}`]])];
}

function aboutFinding(model, finding) {
  const pairs = finding.accesses.map(({ track, what, place, at }) =>
    [what, `${model.tracks[track]}, ${place}, ${model.moment(at)}`]);
  return [element("p", `${finding.number}. ${finding.rule}`, "said"), list([...pairs, ["missing", finding.missing]])];
}
