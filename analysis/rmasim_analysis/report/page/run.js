// The section of a run: outcome, diagram, tables with bars, charts.

const MAX_PATH_ROWS = 12;

// Sentences on the loads and stores of a program that the memory checker has not observed.
const UNSEEN = {
  unseen: "The memory checker has not seen the program's own loads and stores: rmasim cc --watch makes them visible.",
  "seen where watched": "The memory checker has not seen loads and stores of code compiled without --watch, such as " +
    "libraries.",
};

const OVER_TIME = [["use", "Element use over time"], ["queues", "Queues of requests over time"],
  ["counters", "Synchronisation counters over time"]];

function chartsOverTime(charts, title) {
  return charts?.groups.length > 0 && [head(title), choice(charts, (group) => group.map(figure))];
}

function runSection(section, id) {
  const { result = {}, diagram, stuck } = section;
  const drawn = diagram && diagramTree(diagram, { title: "Space-time diagram",
    label: `Space-time diagram of ${section.title}`, id: `${id}-hint`, hasPath: Boolean(section.path),
    made: (one) => (section.drawn = one) });
  return [
    section.remarks.map((words) => remark(words)),
    whyItEnded(result, stuck, section.recorded),
    result.expectations_failed?.length > 0 && [head("Expectations that failed"), scrolled(table(
      ["what", "expected", "got"], result.expectations_failed.map((one) => [one.what, one.expected, one.got])))],
    result.stale_reads && [head(`Old values read: ${result.stale_reads.total}`), items(result.stale_reads.first)],
    findingsOf(section),
    diagram && !isTall(diagram) && drawn,
    h("div", { class: "pair" }, h("div", null, kindsOf(section)), h("div", null, timesOf(result))),
    diagram && isTall(diagram) && drawn,
    section.path && pathOf(section.path),
    section.ranks && ranksTable(section.ranks, section.charts.ranks),
    section.latencies.length > 0 && latenciesOf(section.latencies, section.charts.latencies),
    section.pairs && pairsOf(section.pairs),
    poolsOf(result),
    tablesOf(result),
    OVER_TIME.map(([name, title]) => chartsOverTime(section.charts[name], title)),
    moreOf(result),
    section.settings.length > 0 && settingsTable(section.settings, "Settings of the run: machine, costs, protocol"),
  ];
}

// ---- Why a run cannot finish, and what the memory model does not allow.

function whyItEnded(result, stuck, recorded) {
  const lost = lossesOf(result.faults ?? {});
  if (!result.cause && !result.violation && !lost.length && !stuck.total) return false;
  return h("div", { class: "cause" },
    result.cause && [head(result.outcome === "lost_packet" ? "What it lost" : "Why it cannot finish"),
      h("p", { class: "sentence" }, `${result.cause}.`), result.fix && h("p", null, `Fix: ${result.fix}.`)],
    result.violation && [head(`Broken invariant: ${result.violation.invariant}`), h("p", null, result.violation.what)],
    lost.map((sentence) => h("p", null, sentence)),
    stuck.total > 0 && stuckTable(stuck, recorded, result.outcome === "erroneous"));
}

function lossesOf(faults) {
  const first = (name) => faults[name]?.first ?? [];
  return [
    ...first("ranks_died").map(({ rank, when }) => `Rank ${rank} died (${when}).`),
    ...first("packets_lost").map(({ packet, nth_of_pair: nth }) =>
      `The packet ${packet} was lost (number ${nth} of its pair of ranks).`),
    ...shrunkPools(first("pools_shrunk")),
    ...faults.packets_to_the_dead ? [`${counted(faults.packets_to_the_dead, "packet")} to failed ranks were dropped.`]
      : [],
  ];
}

// A sentence for each group of pools that differ only in their rank.
function shrunkPools(shrunk) {
  const ranksOfPool = new Map();
  for (const { rank, pool, to, when } of shrunk) {
    const event = `${pool} shrank to ${to} (${when}).`;
    if (!ranksOfPool.has(event)) ranksOfPool.set(event, []);
    ranksOfPool.get(event).push(rank);
  }
  return [...ranksOfPool].map(([event, ranks]) => (ranks.length === 1 ? `On rank ${ranks[0]}, ${event}`
    : `On each of the ranks ${rangesOf(ranks)}, ${event}`));
}

// Ranks as text: "0 to 3, 5".
function rangesOf(ranks) {
  const ranges = [];
  for (const rank of [...ranks].sort((one, other) => one - other)) {
    if (ranges.at(-1)?.last === rank - 1) ranges.at(-1).last = rank;
    else ranges.push({ first: rank, last: rank });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(", ");
}

function rankAndThread({ rank, thread }) { return thread === undefined ? `${rank}` : `${rank}.${thread}`; }

// Calls of scenarios have paths, calls of programs have lines of files.
function locationHead(locations) {
  return locations.some((one) => locationName(one) === "line") ? "line of the program" : "place in the scenario";
}

function stuckTable({ total, first }, recorded, isErroneous) {
  const [title, reason] = isErroneous ? ["Calls that break a rule of MPI", "rule"]
    : ["Calls that never returned", "waits for"];
  const heads = ["rank", "call", locationHead(first.map((call) => call.place)), wordy(reason)];
  return h("details", { open: first.length <= 6 }, h("summary", null, `${title}: ${total}`),
    stacked(heads, first.map((call) => [rankAndThread(call), call.call, code(call.place),
      call.page === undefined ? call.reason
        : [call.reason, call.fix === undefined ? "" : `. Fix: ${call.fix}`, " (", code(call.page), ")"]]),
    { columns: "3.2em minmax(0, 7em) minmax(0, 1fr)" }),
    total > first.length && soft(`${total - first.length} more are in the ${recorded}.`));
}

function findingsOf(section) {
  const semantics = section.result?.semantics ?? {}, findings = semantics.findings ?? [];
  const drawn = new Set(section.diagram?.data.findings.map((one) => one.number));
  const left = [
    semantics.suppressed !== undefined
      && `Suppressed, and not listed here: ${counted(semantics.suppressed, "pair")} of accesses.`,
    ...(semantics.notes ?? []).map((note) => `Note: ${note}.`), UNSEEN[semantics.loads_and_stores],
  ].filter(Boolean);
  return [
    findings.length > 0 && h("div", { class: "cause" },
      head(`Accesses that the ${semantics.model} memory model does not allow: ${semantics.total}`),
      findings.map((one, k) => findingTree(section, one, k + 1, drawn.has(k + 1))),
      semantics.witnesses?.length > 0 && [h("h4", null, "Two executions of the program that end differently"),
        items(semantics.witnesses.map(witnessWords))]),
    left.map((words) => soft(words)),
  ];
}

function findingTree(section, one, number, isDrawn) {
  const memory = one.buffer === undefined ? one.win : one.buffer ? `buffer ${one.buffer}` : "a buffer";
  const click = (root) => root.addEventListener("click", () => section.drawn.controls.showFinding(number));
  return [
    h("h4", null, `${number}. ${one.rule}: bytes ${one.bytes[0]} to ${one.bytes[1]} of ${memory} of rank ${one.rank}`),
    one.part !== undefined && h("p", null, "The bytes are ", code(one.part),
      one.declared_at === undefined ? "" : [", declared at ", code(one.declared_at)], "."),
    items(one.accesses.map((access) => [`rank ${access.rank}`,
      access.thread === undefined ? "" : `, thread ${access.thread}`, ": ", code(access.what), " at ",
      code(access.place)])),
    h("p", null, `Missing: ${one.missing}.`), h("p", null, `Fix: ${one.remedy}.`),
    one.page !== undefined && soft("The rule, with a wrong and a fixed program: ", code(one.page), "."),
    isDrawn && h("p", null, button({ "data-finding": number, begin: click }, `Show ${number} in the diagram`)),
  ];
}

function witnessWords(one) {
  const where = one.place === undefined ? `bytes ${one.bytes[0]} to ${one.bytes[1]} of ${one.memory}` : code(one.place);
  const thread = one.thread === undefined ? "" : `, thread ${one.thread}`;
  return [`rank ${one.rank}${thread}: `, where, ` is ${one.values.join(" or ")}`];
}

// ---- Packets and times.

function kindsOf({ by_kind: byKind, kinds }) {
  const rows = shares(byKind).map(({ name, value, share }) => [[code(name), bar(own(kinds, name)?.group ?? "", share),
    h("small", null, own(kinds, name)?.words ?? "")], grouped(value)]);
  if (!rows.length) return [head("Messages by kind"), h("p", null, "No message was sent.")];
  return [head("Messages by kind"), table(["kind", "messages"], rows, { className: "bars", hiddenHead: true })];
}

function timesOf(result) {
  const spent = Object.entries(result.time_spent ?? {}).filter(([, ns]) => ns > 0)
    .map(([name, ns]) => [name.replace(/_ns$/, ""), ns]);
  if (!spent.length) return false;
  const rows = shares(Object.fromEntries(spent)), texts = times(rows.map((row) => row.value));
  const barOf = ({ name, share }) => h("span", { class: "bar", style: `width: ${(100 * share).toFixed(2)}%; ` +
    `background: ${causeColour(name)}` });
  return [head("Where the ranks' time went"), table(["cause", "time", "share"],
    rows.map((row, k) => [[causeName(row.name), barOf(row)], texts[k], percentage(row.part)]),
    { className: "bars", hiddenHead: true }), soft("All ranks together.")];
}

function pathOf({ sorts, ranks, length_ns: length, hops }) {
  const whole = sum(sorts.map((row) => row.ns)) || 1, texts = times(sorts.map((row) => row.ns));
  const ofRanks = times(ranks.map((row) => row.ns));
  const rows = sorts.map((row, k) => [row.name, texts[k], percentage(row.ns / whole), grouped(row.times)]);
  const pathTable = (some) => scrolled(table(["spent on", number("time"), number("share"), number("times")], some));
  return [
    head("The critical path"),
    soft(`The chain of work and packets that the end of the run waited for: ${time(length)}, ` +
      `${counted(hops, "packet")} long. What is on it, made faster, makes the run faster. The button above draws it.`),
    h("div", { class: "pair" }, h("div", null, pathTable(rows.slice(0, MAX_PATH_ROWS)),
      rows.length > MAX_PATH_ROWS && folded("The rest of the path", pathTable(rows.slice(MAX_PATH_ROWS)))),
    scrolled(table([number("rank"), number("work and waits on the path")],
      ranks.map((row, k) => [row.rank, ofRanks[k]])))),
  ];
}

function ranksTable(rows, chart) {
  const causes = rows.filter((row) => row.unit === "ns");
  const texts = times(causes.flatMap((row) => [row.least, row.median, row.most]));
  const of = (row) => (row.unit === "ns" ? texts.slice(3 * causes.indexOf(row), 3 * causes.indexOf(row) + 3)
    : [row.least, row.median, row.most].map((value) => grouped(value)));
  const line = (row) => {
    const [least, median, largest] = of(row);
    const name = row.unit === "ns" ? causeName(row.name) : [code(row.name), " ", h("small", null, row.words)];
    const uneven = row.mean ? rounded(row.most / row.mean, 2) : "";
    return [name, least, row.least_rank, median, largest, row.most_rank, uneven];
  };
  return [
    head("Time by cause of each rank"), figure(chart),
    scrolled(table(["cause", number("least"), number("on rank"), number("median"), number("most"), number("on rank"),
      number("most / mean")], rows.map(line))),
  ];
}

function latenciesOf(rows, chart) {
  const texts = times(rows.flatMap((row) => row.ns));
  return [
    head("How long packets took"), figure(chart),
    scrolled(table(["kind", number("packets"), number("median"), number("90%"), number("99%"), number("longest")],
      rows.map((row, k) => [[row.group && h("span", { class: "swatch", style: `background: var(--${row.group})` }),
        code(row.name)], grouped(row.packets), ...texts.slice(4 * k, 4 * k + 4)]))),
    soft("From the beginning of sending until the target handles the packet, queueing and waiting for its next call " +
      "included."),
  ];
}

function pairsOf(pairs) {
  const begin = (root) => pairMaps.push(new Pairs(root, pairs));
  return [
    head("Who sends to whom"),
    h("div", { class: "pair" },
      h("div", { class: "pairs", begin },
        h("p", { class: "controls" }, h("label", null, "Figure ", h("select", null,
          h("option", { value: "messages" }, "messages"), h("option", { value: "bytes" }, "bytes on the wire")))),
        h("div", null, h("canvas", { tabindex: 0, role: "application",
          "aria-label": "Map of who sends to whom; arrow keys go from cell to cell" })),
        h("p", { class: "soft pair-words", role: "status" }, "Point at a cell, or go with the arrow keys.")),
      h("div", null, stacked([number("from"), number("to"), number("messages"), number("bytes"), "of which"],
        pairs.busiest.map((row) => [row.source, row.target, grouped(row.messages), grouped(row.bytes),
          h("span", { class: "kinds" }, wholes(row.kinds.split(", ")))]),
        { named: false, caption: "The pairs with most messages" }))),
  ];
}

// ---- Elements and tables.

function poolsOf(result) {
  const pools = Object.entries(result.elements ?? {});
  if (!pools.length) return false;
  const waited = times(pools.map(([, pool]) => pool.time_waited_ns));
  const gauge = ({ size, high_water: used }) => h("span", { class: "track" },
    bar("", size ? Math.min(used / size, 1) : 0));
  return [
    head("Elements"),
    scrolled(table(["pool", number("size"), number("in use at most"), "", number("times exhausted"),
      number("time waited")], pools.map(([name, pool], k) => ({ className: pool.times_exhausted ? "alarm" : undefined,
      cells: [code(name), grouped(pool.size), grouped(pool.high_water), h("span", { class: "gauge" }, gauge(pool)),
        grouped(pool.times_exhausted), waited[k]] })))),
    soft("The rank that used most counts for “in use at most”; times exhausted and waited are of all ranks " +
      "together."),
  ];
}

function tablesOf(result) {
  const tables = Object.entries(result.tables ?? {});
  if (!tables.length) return (result.fall_backs ?? []).map((one) => soft(fallBackWords(one)));
  const figures = ["slots", "longest_list", "searches", "elements_compared", "slots_walked"];
  return [
    head("Tables of target elements"),
    scrolled(table(["window", number("slots"), number("longest list"), number("searches"), number("elements compared"),
      number("slots walked"), number("LOCK_ALL fell back")], tables.map(([name, use]) => ({
      className: use.fall_backs.count ? "alarm" : undefined,
      cells: [code(name), ...figures.map((key) => grouped(use[key])), grouped(use.fall_backs.count)] })))),
    [...tables.flatMap(([name, use]) => shortages(name, use)), ...(result.fall_backs ?? []).map(fallBackWords)]
      .map((words) => soft(words)),
  ];
}

// Sentences on the effects of a shortage of target elements.
function shortages(name, use) {
  return [
    use.fall_backs.count && `Window ${name}: LOCK_ALL fell back to the locks of all ranks ` +
      `${counted(use.fall_backs.count, "time")}, which took ${time(use.fall_backs.total_ns)} together.`,
    use.targets_restored && `Window ${name}: ${counted(use.targets_restored, "element")} freed for other targets, ` +
      `${grouped(use.targets_made_again)} made again for targets that were still locked.`,
    use.unlocks_without_lock && `Window ${name}: ${counted(use.unlocks_without_lock, "UNLOCK")} for no lock, because ` +
      "NOCHECK was lost with the element.",
  ].filter(Boolean);
}

function fallBackWords({ rank, window, call, needed_by: needed, at_ns: at, took_ns: took }) {
  const end = took === undefined ? "the fall-back did not end" : `the fall-back took ${time(took)}`;
  return `Rank ${rank}, at ${time(at)}: LOCK_ALL of ${window} fell back to the locks of all ranks, because ${call} ` +
    `on ${needed} found no target element; ${end}.`;
}

const MORE = [
  ["Maximum number of requests in a queue", "queue", "max_requests"], ["Polls of a queue", "queue", "looks"],
  ["Rounds through a queue", "queue", "rounds"], ["Requests visited in these rounds", "queue", "requests_looked_at"],
  ["Lock requests granted", "lock_waits", "count"], ["Wake-ups of agents", "agent", "looks"],
  ["Mutexes taken", "mutexes", "taken"], ["Mutexes taken after waiting", "mutexes", "contended"],
  ["Cache lines written back", "caches", "lines_written_back"],
  ["Cache lines invalidated", "caches", "lines_invalidated"],
  ["Operations on shared memory", "shared_memory", "direct_operations"],
];

// The counts that only some scenarios have.
function moreOf(result) {
  const list = MORE.filter(([, part]) => part in result).map(([name, part, key]) => [name, grouped(result[part][key])]);
  if (result.lock_waits) list.push(["Longest wait for a lock", time(result.lock_waits.longest_ns)]);
  const syncs = Object.entries(result.shared_memory?.mem_syncs ?? {});
  list.push(...syncs.map(([kind, count]) => [`MEM_SYNC ${kind}`, grouped(count)]));
  return list.length > 0 && [head("Also counted"), facts(list, true)];
}
