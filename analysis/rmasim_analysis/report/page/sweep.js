// The section of a sweep: what varies, the best runs, lines, maps, samples, time against memory, the table.

function sweepSection(section, id) {
  const { along, lines, fits, map, samples, fronts, table: runs } = section;
  return [
    section.remarks.map((words) => remark(words)),
    head("What varies"),
    section.settings.length ? stacked(["setting", wordy("values"), wordy("meaning")], section.settings.map(
      ({ name, values, about }) => [code(name), values, h("span", { class: "soft" }, about)]))
      : h("p", null, "No setting has more than one value."),
    section.constants.length > 0 && settingsTable(section.constants, "What is the same in all runs"),
    section.ranked && rankedRuns(section.ranked),
    lines && [head(along === "ranks" ? "Growth with the number of ranks" : `Over ${along}`),
      choice(lines, (charts) => charts.map(figure)), fits.length > 0 && fitsTable(fits)],
    map && mapsTree(map, id),
    samples?.groups.length > 0 && [head("Samples over each setting"),
      soft("The setting that matters most comes first: a rank correlation of +1 or -1 says that the figure always " +
        "grows or falls with it, 0 that it does not matter by itself."),
      choice(samples, (charts) => charts.map(figure))],
    fronts?.groups.length > 0 && [head("Time against memory"), choice(fronts, frontTree)],
    section.failed.length > 0 && [head("Runs that did not finish"), scrolled(table(
      ["settings", "outcome", wordy("cause")], section.failed.map((one) => [one.settings, one.outcome, one.cause]))),
    section.failed_left_out > 0 && soft(`${section.failed_left_out} more are in the table.`)],
    folded(`The table: ${section.runs} runs`,
      h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": `The table of ${section.title}` },
        table(runs.heads, runs.rows, { named: false })),
      runs.left_out > 0 && soft(`${runs.left_out} more rows are in the sweep's folder.`)),
  ];
}

function rankedRuns({ title, heads, rows, left_out: left }) {
  return [head(title), scrolled(table([number("place"), ...heads, number("time"), number("above the best"),
    number("memory")], rows.map((row, k) => ({ className: k ? undefined : "best", cells: [`${k + 1}`, ...row.values,
    row.time, row.above, row.memory] })), { className: "ranked" })),
    left > 0 && soft(`${counted(left, "more run is", "more runs are")} in the table below.`)];
}

function fitsTable(fits) {
  return folded("All fits: the power of the number of ranks with which each figure grows",
    scrolled(table(["figure", "at", number("exponent"), number("R²")], fits.map((one) =>
      [code(one.figure), one.at, one.exponent.toFixed(3), one.r_squared.toFixed(3)]))),
    soft("By least squares of logarithms; R² is the share of their spread that the power explains."));
}

function mapsTree(map, id) {
  const parts = [["figure", "Figure"], ["across", "to the right"], ["up", "upwards"], ["each", "a map for each"]];
  return [
    head("Two settings at a time"),
    soft(`${map.words} Point at a cell to read it, or reach a map with Tab and move with the arrow keys.`),
    h("div", { class: "maps", begin: (root) => new Maps(root, map) },
      h("div", { class: "controls", role: "group", "aria-label": "What the maps show" },
        parts.map(([part, label]) => h("span", null, h("label", { for: `${id}-${part}` }, label), " ",
          h("select", { id: `${id}-${part}`, "data-part": part })))),
      h("p", { class: "legend", "aria-hidden": "true" }), h("div", { class: "panels" }),
      h("div", { class: "tip", role: "status", "aria-live": "polite", hidden: true })),
  ];
}

function frontTable({ heads, rows }) {
  return scrolled(table([...heads, number("time"), number("memory")], rows.map((row) => ({
    className: row.knee ? "best" : undefined, cells: [...row.values, row.time, row.memory] })), { named: false }));
}

function frontTree({ chart, knee, few, all, left_out: left }) {
  const whole = { heads: few.heads, rows: all };
  return h("div", { class: "side-by-side" }, h("div", null, figure(chart)), h("div", null,
    knee && h("p", null, knee),
    few.rows.length < all.length ? [
      soft("The first and the last run on the front, and those that gain most time over the previous one:"),
      frontTable(few),
      folded(`All ${all.length + left} runs on the front`, frontTable(whole),
        left > 0 && soft(`${left} more are in the table.`)),
    ] : [soft("Runs that no other run beats in both time and memory:"), frontTable(whole)]));
}
