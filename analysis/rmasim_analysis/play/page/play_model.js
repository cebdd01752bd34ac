// The model of a page, from the simulator's answers: what run_section.py and exploration_section.py make for
// `rmasim report`, without the parts that need the trace of a whole run.

const MOST_STUCK = 20, MOST_PAIRS_LISTED = 10, MOST_ENDS = 20, MOST_VALUES = 8, MOST_FAILURES = 16;
const OF_32_BITS = "with pointers of 32 bits, as in this page; a native run takes more";
const PART_OF_TRACE = "Not shown: the critical path, and how long packets took. They need the trace of the whole " +
  "run: `rmasim report` shows them.";
const WITHOUT_DIAGRAM = "Not shown: the diagram. It shows a run of one family, of one group of ranks, with at most " +
  "a million packets.";

class PlayModel {
  // `words` has the causes and outcomes, `vocabulary` the kinds and flags of packets.
  constructor(words, vocabulary) {
    Object.assign(this, { words, vocabulary });
  }

  // `answers` are the simulator's answers; `names` the titles of the sections, "" for the scenario's name.
  page(answers, names, about) {
    const sections = answers.map((answer, k) => (answer.exploration ? this.exploration(answer.exploration)
      : this.run(answer, names[k], about)));
    const title = sections.length === 1 ? sections[0].title : "Compared";
    return { maker: "rmasim play", title, words: this.words, sections };
  }

  run({ result, trace }, name, about) {
    const reader = trace && new TraceReader(trace), kinds = result.messages.by_kind;
    const protocol = result.settings?.protocol ?? reader?.about.protocol;
    const { by_rank: ranks, stuck = [], semantics } = result;
    const findings = semantics?.findings ?? [], path = reader?.isWhole ? pathSteps(reader, reader.packets) : [];
    const words = wordsOfKinds(Object.keys(kinds), protocol, this.vocabulary);
    return {
      kind: "run", title: name || result.scenario, about: [result.verdict, about].filter(Boolean).join(" "),
      outcome: this.words.outcomes[result.outcome], recorded: "result",
      remarks: [this.remark(reader), reader?.isWhole ? "" : PART_OF_TRACE].filter(Boolean),
      result: { ...result, stuck: undefined }, facts: runFacts(result),
      by_kind: kinds, kinds: words,
      stuck: { total: stuck.length, first: stuck.slice(0, MOST_STUCK) },
      diagram: reader ? { data: reader.data(result.time_ns, findings, path, this.vocabulary), cut: "" } : null,
      path: path.length ? pathModel(reader, path) : null,
      latencies: reader?.isWhole ? latencyRows(reader.packets, words) : [],
      ranks: ranks ? rankRows(ranks) : null, pairs: pairsModel(result),
      settings: flatSettings(result.settings ?? {}), charts: {},
    };
  }

  remark(reader) {
    if (!reader) return WITHOUT_DIAGRAM;
    const { ranks, truncated_at_ns: end } = reader.selection;
    const words = [ranks && `${counted(ranks.length, "rank")} only`, end && `up to ${time(end)}`].filter(Boolean);
    return words.length ? `The diagram has a part of the run: ${words.join(", ")}.` : "";
  }

  exploration(found) {
    const { messages, failures = [], end_states: ends } = found;
    const sent = failures.flatMap(({ transcript }) => transcript.map((line) => PACKET.exec(line)?.[3]).filter(Boolean));
    const values = (end) => (end.values
      ? { ...end, values: Object.fromEntries(Object.entries(end.values).slice(0, MOST_VALUES)) } : end);
    const isSame = JSON.stringify(messages.fewest) === JSON.stringify(messages.most);
    return {
      kind: "exploration", title: found.scenario, about: found.verdict, outcome: explorationOutcome(found),
      facts: [["Executions", grouped(found.executions),
        found.exhausted ? "all distinguishable orders" : "not all orders"],
      ["Steps in the longest", grouped(found.longest), `${grouped(found.steps)} in all`],
      ["Ranks", grouped(found.ranks), ""], ["End states", grouped(ends.length), ""]],
      remarks: [], ranks: found.ranks, failures: failures.slice(0, MOST_FAILURES),
      failures_left_out: Math.max(failures.length - MOST_FAILURES, 0) + (found.more_failures ?? 0), messages,
      kinds: wordsOfKinds([...Object.keys(messages.by_kind), ...sent], found.protocol, this.vocabulary),
      high_water: found.high_water, ends: ends.slice(0, MOST_ENDS).map(values),
      ends_left_out: Math.max(ends.length - MOST_ENDS, 0), values_left_out: Boolean(found.more_values_differ),
      orders: isSame ? [] : [{ name: "An order with the fewest messages", steps: messages.fewest },
        { name: "An order with the most", steps: messages.most }],
    };
  }
}

function runFacts(result) {
  const { messages, memory_bytes_per_rank: memory, network_preset: preset, groups } = result;
  const exact = `${grouped(result.time_ns)} ns`, short = time(result.time_ns);
  const changed = preset?.changed.length ? `${preset.changed.join(", ")} changed; ` : "";
  return [
    ["Ranks", grouped(result.ranks * (groups?.count ?? 1)), `seed ${result.seed}`],
    ["Virtual time", short, short === exact ? "" : exact],
    ["Messages", grouped(messages.total), `${counted(messages.bytes, "byte")} on the wire`],
    ["Protocol memory a rank", `${grouped(memory.total)} bytes`, OF_32_BITS],
    ...preset ? [["Network", preset.name, `${changed}${preset.network}. ${preset.source}`]] : [],
  ];
}

function explorationOutcome(found) {
  if (found.failing) {
    return { colour: "bad", name: counted(found.failing, "execution fails", "executions fail"),
      words: "At least one order of the steps fails." };
  }
  return found.exhausted ? { colour: "good", name: "none fails", words: "All distinguishable orders were executed." }
    : { colour: "open", name: "not exhausted", words: "No order run so far fails." };
}

// The least, the median and the most over ranks, the cause with the largest mean first.
function rankRows(byRank) {
  const spread = (values) => {
    const ascending = [...values].sort((one, other) => one - other), last = ascending.at(-1);
    return { least: ascending[0], median: ascending[(values.length - 1) >> 1], most: last,
      least_rank: values.indexOf(ascending[0]), most_rank: values.indexOf(last), mean: sum(values) / values.length };
  };
  const causes = Object.entries(byRank.time_spent).map(([name, values]) =>
    ({ name: name.replace(/_ns$/, ""), unit: "ns", ...spread(values) }));
  return [
    ...causes.sort((one, other) => other.mean - one.mean || (one.name < other.name ? -1 : 1)),
    { name: "messages_sent", unit: "packets", words: "packets that the rank sent", ...spread(byRank.messages_sent) },
    { name: "messages_for_it", unit: "packets", words: "packets addressed to the rank",
      ...spread(byRank.messages_for_it) },
  ];
}

function pairsModel({ messages, ranks, groups }) {
  const pairs = Object.entries(messages.by_pair ?? {}).map(([name, kinds]) => {
    const [source, target] = name.split(">").map(Number);
    return { source, target, messages: sum(Object.values(kinds)), bytes: messages.bytes_by_pair?.[name] ?? 0,
      kinds: Object.entries(kinds).map(([kind, count]) => `${kind} ${grouped(count)}`).join(", ") };
  });
  if (!pairs.length) return null;
  pairs.sort((one, other) => one.source - other.source || one.target - other.target);
  const names = ["source", "target", "messages", "bytes"];
  const order = (one, other) => other.messages - one.messages || other.bytes - one.bytes || one.source - other.source
    || one.target - other.target;
  return { ranks: ranks * (groups?.count ?? 1), busiest: [...pairs].sort(order).slice(0, MOST_PAIRS_LISTED),
    columns: Object.fromEntries(names.map((name) => [name, pairs.map((pair) => pair[name])])) };
}
