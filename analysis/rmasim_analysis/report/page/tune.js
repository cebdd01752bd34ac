// The section of a tuning: the recommendation, the front of time against memory, what more memory would gain.

function tuneSection(section) {
  const changes = wordy("changes"), saves = number("time saved");
  return [
    section.remarks.map((words) => remark(words)),
    h("div", { class: "pair" }, h("div", null, head("What is recommended"), section.changes.length ? [
      scrolled(table(["setting", number("the scenario's own"), number("recommended")],
        section.changes.map(({ path, own, best }) => [code(path), own, best]))),
      folded(["As a patch, for ", code("rmasim run --patch")], listing([section.patch], "The recommended patch")),
    ] : h("p", null, "The scenario's own settings.")),
    h("div", null, head("Time against memory"), section.charts.map(figure))),
    stacked([number("memory a rank, bytes"), number("time"), saves, changes], section.front.map((row) => ({
      className: row.recommended ? "best" : undefined,
      cells: [row.memory, row.time, row.saves, wholes(row.changes.split(", "))] })), { named: false }),
    soft("The marked row is recommended. Each row takes less time than all rows with less memory."),
    head("What more memory would buy"),
    section.next_kib.length ? stacked([number("limit, bytes a rank"), number("time"), saves, changes],
      section.next_kib.map((row) => [row.limit, row.time, row.saves, wholes(row.changes.split(", "))]),
      { named: false })
      : h("p", null, `Nothing, up to ${grouped(section.beyond_bytes)} bytes beyond the limit.`),
    head("Where the time went"),
    stacked(["cause", number("own settings"), number("recommended"), number("difference")],
      section.spent.map((row) => [causeName(row.name), row.own, row.best, row.difference]),
      { columns: "minmax(0, 1.25fr) minmax(0, 1fr) minmax(0, 1.25fr)" }),
    soft("All ranks together."),
  ];
}
