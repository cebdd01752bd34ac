// The section of an exploration: the shortest order of each kind of failure, numbers of messages, end states.

const MAX_DRAWN_FAILURES = 4;

function explorationSection(section, id) {
  const { failures, kinds } = section;
  return [
    section.remarks.map((words) => remark(words)),
    failures.map((failure, k) => failureTree(section, failure, k, id)),
    section.failures_left_out > 0 && soft(`${section.failures_left_out} more ` +
      `${section.failures_left_out === 1 ? "kind of failure is" : "kinds of failures are"} not shown.`),
    endStates(section),
    h("div", { class: "pair" },
      h("div", null, messagesTree(section.messages, kinds)),
      h("div", null, Object.keys(section.high_water).length > 0 && [head("Maximum number of elements in use"),
        scrolled(table(["pool", number("elements")],
          Object.entries(section.high_water).map(([pool, count]) => [code(pool), grouped(count)])))])),
    section.ends.length > 1 && section.ends.filter((end) => end.schedule).map((end) => folded(
      [`${end.schedule.length} steps of an execution that ends in `, code(end.digest)],
      listing(end.schedule, `An execution that ends in ${end.digest}`))),
    section.orders.map(({ name, steps }) => folded(`${name}: ${steps.length} steps`, listing(steps, name))),
  ];
}

function failureTree(section, failure, k, id) {
  const isOnly = section.failures.length === 1;
  const title = isOnly ? "The failing order" : `Failure ${failure.number}: ${counted(failure.executions, "execution")}`;
  const data = k < MAX_DRAWN_FAILURES ? orderData(failure, section.ranks, section.kinds) : undefined;
  return [
    h("div", { class: "cause" }, head(title),
      failure.what.length === 1 ? h("p", null, h("strong", null, failure.kind), `: ${failure.what[0]}`)
        : [h("p", null, h("strong", null, failure.kind)), items(failure.what)],
      h("details", { open: !data }, h("summary", null, "What happens in the shortest order, step by step"),
        listing(failure.transcript, `Transcript: ${title}`)),
      folded(["The order itself, as ", code("rmasim run --schedule"), ` plays it: ${failure.schedule.length} steps`],
        listing(failure.schedule, `Steps: ${title}`))),
    data && diagramTree({ data, cut: "" }, { id: `${id}-${k}-hint`, label: `Failing order of ${section.title}`,
      title: isOnly ? "The failing order as a diagram" : `Failure ${failure.number} as a diagram` }),
  ];
}

// Ranges, if executions differ in the numbers of their messages. Otherwise, bars from zero.
function messagesTree({ total, by_kind: byKind }, kinds) {
  const rows = [["all messages", total], ...Object.entries(byKind)];
  const widest = most(rows.map(([, range]) => range.most)) || 1;
  const differ = rows.some(([, range]) => range.least !== range.most);
  const barOf = (range) => rangeBar(differ ? range.least / widest : 0, range.most / widest);
  return [
    head(differ ? "Messages, from the fewest to the most" : "Messages, as many in all executions"),
    table(["kind", differ ? "least to most" : "messages"], rows.map(([name, range]) => [
      [code(name), h("span", { class: "track" }, barOf(range)), h("small", null, own(kinds, name)?.words ?? "")],
      range.least === range.most ? grouped(range.least) : `${grouped(range.least)} to ${grouped(range.most)}`]),
    { className: "bars", hiddenHead: true }),
  ];
}

// End states with the same values, endings and failures print alike. They are one row, which states this.
function alikeEnds(ends) {
  const rows = new Map();
  for (const end of ends) {
    const key = JSON.stringify([end.values ?? {}, end.finished, end.failures ?? []]);
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push(end);
  }
  return [...rows.values()];
}

function endStates({ ends, ends_left_out: left, values_left_out: valuesLeft, failures }) {
  const rows = alikeEnds(ends), severalFailures = failures.length > 1;
  const hasValues = rows.some(([end]) => end.values);
  const values = (end) => (end.values
    ? h("dl", { class: "values" }, Object.entries(end.values).map(([name, value]) => [h("dt", null, name),
      h("dd", null, String(value))])) : "");
  const digests = (alike) => [alike.map((end, k) => [k > 0 && h("br"), code(end.digest)]),
    alike.length > 1 && h("small", null, " differ only in what has no value: state of the protocol, freed memory")];
  const heads = ["fingerprint", number("executions"), "finished", ...severalFailures ? ["failures"] : [],
    ...hasValues ? ["values that differ"] : []];
  const made = hasValues ? stacked : (...parts) => scrolled(table(...parts));
  return [
    head("End states"),
    made(heads, rows.map((alike) => [digests(alike), grouped(sum(alike.map((end) => end.executions))),
      alike[0].finished ? "yes" : "no", ...severalFailures ? [(alike[0].failures ?? []).join(", ")] : [],
      ...hasValues ? [values(alike[0])] : []])),
    valuesLeft && soft("More values differ: the file has up to 32 of each end state."),
    left > 0 && soft(`${left} more are in the file.`),
  ];
}
