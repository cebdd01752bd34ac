"""The analysis of a sweep's table in a report: the settings that vary, medians, Pareto fronts, exponents of growth."""

import pytest

import small_sweep
from pages import Page

from rmasim_analysis import load
from rmasim_analysis.errors import BadInput
from rmasim_analysis.report import map_plots, page, sweep_view
from rmasim_analysis.report.inputs import Sweep
from rmasim_analysis.report.sweep_section import SweepSection


def table(folder, rows, settings):
    return load.load_table(small_sweep.write(folder, rows, settings))


def view(folder, rows, settings):
    return sweep_view.SweepView(table(folder, rows, settings))


def names(columns):
    return [column.name for column in columns]


def grid(time_of, **ranges):
    """Returns rows with all combinations of the values of two settings."""
    (a, values_a), (b, values_b) = ranges.items()
    return [{a: x, b: y, "outcome": "finished", "time_ns": time_of(x, y)} for x in values_a for y in values_b]


# ---- Reading.

def test_a_table_is_read(tmp_path):
    read = table(tmp_path, [{"slots": 1, "ranks": 2, "time_ns": 5}, {"slots": 2, "ranks": 2, "time_ns": 4}],
                 {"slots", "ranks"})
    assert names(read.settings) == ["slots", "ranks"] and names(read.figures) == ["time_ns"]
    assert names(read.varied) == ["slots"]
    assert load.values([{"a": "x"}, {"a": 10}, {"a": 9}, {}], "a") == [9, 10, "x"]


@pytest.mark.parametrize("file, text, found", [
    ("table.jsonl", '{"a": 1}\n{', "line 2"),
    ("table.jsonl", "[1]\n", "line 1"),
    ("columns.json", "{}", "columns"),
    ("columns.json", '{"name": "x", "columns": [{"name": "a", "role": "other"}]}', 'role "other"'),
])
def test_a_broken_table_is_refused(tmp_path, file, text, found):
    small_sweep.write(tmp_path, [{"a": 1}], {"a"})
    (tmp_path / file).write_text(text)
    with pytest.raises(BadInput, match=found):
        load.load_table(tmp_path)


# ---- The settings that span the sweep.

def test_settings_that_only_follow_another_are_no_axes(tmp_path):
    rows = [{"ranks": n, "nodes": 2 * n, "slots": s, "time_ns": n + s} for n in (2, 4, 8) for s in (1, 2)]
    assert names(view(tmp_path, rows, {"ranks", "nodes", "slots"}).axes) == ["ranks", "slots"]


def test_seeds_are_repetitions_and_cells_their_median(tmp_path):
    rows = [{"slots": s, "seed": k, "time_ns": 100 * s + time} for s in (1, 2) for k, time in enumerate((1, 9, 2))]
    seen = view(tmp_path, rows, {"slots", "seed"})
    assert names(seen.axes) == ["slots"]
    assert seen.at({"slots": 2}, seen.figures[0]) == (3, 202)


def test_a_seed_alone_is_an_axis(tmp_path):
    assert names(view(tmp_path, [{"seed": 1, "time_ns": 1}, {"seed": 2, "time_ns": 2}], {"seed"}).axes) == ["seed"]


def test_runs_that_did_not_finish_are_in_no_chart(tmp_path):
    rows = grid(lambda x, y: x * y, slots=(1, 2), pool=(1, 2))
    rows[0] |= {"outcome": "deadlock", "cause": "a cycle", "time_ns": 1}
    seen = view(tmp_path, rows, {"slots", "pool"})
    assert seen.at({"slots": 1, "pool": 1}, seen.figures[0]) == (0, None)
    assert [row["cause"] for row in seen.failed] == ["a cycle"]


def test_times_exhausted_are_those_of_all_pools(tmp_path):
    rows = [{"slots": s, "time_ns": s, "pool.a.times_exhausted": s, "pool.b.times_exhausted": 10 * s} for s in (1, 2)]
    seen = view(tmp_path, rows, {"slots"})
    assert "times_exhausted" in names(seen.figures)
    assert [row["times_exhausted"] for row in seen.rows] == [11, 22]


def test_samples_whose_values_all_differ_are_all_axes(tmp_path):
    rows = [{"a": k, "b": (7 * k) % 10, "c": 3 * k, "time_ns": k} for k in range(10)]
    assert sorted(names(view(tmp_path, rows, {"a", "b", "c"}).axes)) == ["a", "b"]  # c grows with a


def test_samples_are_no_grid(tmp_path):
    rows = [{"a": k, "b": (7 * k) % 10, "time_ns": k} for k in range(10)]
    assert not view(tmp_path / "samples", rows, {"a", "b"}).is_grid
    assert view(tmp_path / "grid", grid(lambda x, y: x + y, a=(1, 2, 3), b=(4, 5)), {"a", "b"}).is_grid


# ---- Growth and fronts.

def test_the_power_of_growth_is_found():
    found = sweep_view.fit([(n, 7 * n**1.5) for n in (2, 4, 8, 16)])
    assert found.exponent == pytest.approx(1.5) and found.r_squared == pytest.approx(1)


def test_what_is_no_power_has_a_lower_r_squared():
    assert sweep_view.fit([(2, 1), (4, 100), (8, 2), (16, 50)]).r_squared < 0.5


def test_too_few_points_or_zeros_have_no_power():
    assert sweep_view.fit([(1, 1), (2, 2)]) is None
    assert sweep_view.fit([(1, 0), (2, 2), (4, 4)]) is None


def test_a_front_has_no_run_that_another_beats():
    rows = [{"time_ns": t, "memory": m} for t, m in ((9, 1), (5, 2), (6, 3), (4, 4), (4, 5), (8, 1))]
    memory = load.Column("memory", "figure", "bytes")
    assert [(row["memory"], row["time_ns"]) for row in sweep_view.front(rows, memory)] == [(1, 8), (2, 5), (4, 4)]


# ---- The section.

def section(folder, rows, settings):
    return SweepSection(Sweep("small", table(folder, rows, settings)))


def test_ranks_give_lines_with_their_growth(tmp_path):
    rows = grid(lambda ranks, slots: 5 * ranks**2 + 0 * slots, ranks=(2, 4, 8), slots=(1, 2))
    made = section(tmp_path, rows, {"ranks", "slots"})
    assert [(name, where, round(fit.exponent, 6)) for name, where, fit in made.fits] == [
        ("time_ns", "slots = 1", 2), ("time_ns", "slots = 2", 2)]
    assert made.map_data["figures"][0]["name"] == "time_ns"


def test_one_setting_gives_a_line_and_no_map(tmp_path):
    made = section(tmp_path, [{"slots": s, "time_ns": 10 - s} for s in (1, 2, 3)], {"slots"})
    assert made.map_data is None and len(made.lines.groups) == 1 and made.fits == []


def test_maps_have_the_runs_by_their_places(tmp_path):
    rows = grid(lambda x, y: 10 * x + y, slots=(1, 2, 3), pool=(4, 5))
    rows[0] |= {"outcome": "deadlock", "cause": "a cycle"}
    data = section(tmp_path, rows, {"slots", "pool"}).map_data
    assert {axis["short"]: axis["values"] for axis in data["axes"]} == {"slots": ["1", "2", "3"], "pool": ["4", "5"]}
    assert list(zip(*data["places"])) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert data["values"] == [[None, 15, 24, 25, 34, 35]] and data["failed"] == [0]


def test_a_map_for_a_file_has_a_panel_for_each_value_of_the_third_setting(tmp_path):
    rows = [row | {"pool": p, "time_ns": row["time_ns"] + p} for p in (1, 2, 3)
            for row in grid(lambda x, y: x + y, slots=(1, 2, 3, 4), latency=(5, 6, 7, 8))]
    figure = section(tmp_path, rows, {"slots", "latency", "pool"}).plots()["map-time-ns"]
    assert [axes.get_title() for axes in figure.axes if axes.get_title()] == ["pool = 1", "pool = 2", "pool = 3"]


def test_wide_ranges_are_logarithmic(tmp_path):
    rows = grid(lambda x, y: 10**x + y, slots=(1, 2, 3), pool=(4, 5))
    assert section(tmp_path / "wide", rows, {"slots", "pool"}).map_data["figures"][0]["log"]
    rows = grid(lambda x, y: 10 + x + y, slots=(1, 2, 3), pool=(4, 5))
    assert not section(tmp_path / "narrow", rows, {"slots", "pool"}).map_data["figures"][0]["log"]


def test_files_have_the_maps_that_the_settings_move_most(tmp_path):
    rows = [row | {"messages": 1000 + row["slots"], "memory_bound_bytes": 9**row["slots"],
                   "spent.search_ns": 10**row["pool"]} for row in grid(lambda x, y: x + y, slots=(1, 2), pool=(1, 2))]
    maps = map_plots.figures_for_files(view(tmp_path, rows, {"slots", "pool"}))
    assert [one.measured.name for one in maps] == ["time_ns", "spent.search_ns", "messages"]


def test_samples_are_shown_over_each_setting_the_strongest_first(tmp_path):
    rows = [{"a": k * k, "b": (7 * k) % 20, "time_ns": 5 * k} for k in range(20)]
    made = section(tmp_path, rows, {"a", "b"})
    assert made.map_data is None
    (_, charts), = made.samples.groups
    assert [chart.title.split(":")[0] for chart in charts] == ["time_ns over a", "time_ns over b"]
    assert charts[0].title.endswith("rank correlation +1.00")


def test_rank_correlation():
    assert sweep_view.rank_correlation([1, 2, 3, 4], [9, 8, 8, 1]) == pytest.approx(-0.9486833)
    assert sweep_view.rank_correlation([1, 1, 1], [1, 2, 3]) == 0


def test_knees_are_where_time_falls_most():
    rows = [{"time_ns": t} for t in (100, 99, 50, 49, 10, 9.9)]
    assert [row["time_ns"] for row in sweep_view.knees(rows, 4)] == [100, 50, 10, 9.9]
    assert sweep_view.knees(rows[:1], 4) == rows[:1]


def test_fronts_compare_runs_of_one_size(tmp_path):
    rows = [row | {"memory_bound_bytes": 100 * row["slots"]}
            for row in grid(lambda ranks, slots: 10 * ranks - slots, ranks=(2, 4), slots=(1, 2))]
    made = section(tmp_path, rows, {"ranks", "slots"})
    assert [label for label, _ in made.fronts.groups] == ["4", "2"]
    assert [[row["values"] for row in group["all"]] for _, group in made.model["fronts"]["groups"]] == [
        [["4", "1"], ["4", "2"]], [["2", "1"], ["2", "2"]]]


def test_a_sweep_without_variation_is_a_table(tmp_path):
    made = section(tmp_path, [{"slots": 1, "time_ns": 5}], {"slots"})
    assert made.plots() == {} and made.settings == []
    heads, rows, left_out = made.table
    assert heads == ["outcome"] and rows == [[""]] and left_out == 0


@pytest.mark.parametrize("rows", [
    [],
    [{"a": x, "b": y, "outcome": "deadlock", "cause": "c", "time_ns": 1} for x in (1, 2) for y in (1, 2)],
    [{"a": x, "b": y, "outcome": "finished" if x + y < 3 else "lost_rank", "time_ns": x}
     for x in (1, 2) for y in (1, 2)],
    [{"a": x, "b": y, "time_ns": len(x) + y} for x in ("x", "yy") for y in (True, False)],
    [{"a": x, "b": y, "time_ns": len(x) + y, "memory_total_bytes": y} for x in ([1], [1, 2]) for y in (1, 2)],
    [{"a": 1, "time_ns": 3}, {"a": 2}, {"a": 3, "time_ns": None}, {"time_ns": 5}, {"a": 4, "time_ns": 9}],
    [{"a": x, "time_ns": len(x)} for x in ("barrier", "counts")],
], ids=["empty", "none finished", "one finished", "texts", "lists", "gaps", "a line of texts"])
def test_odd_sweeps_have_a_page(tmp_path, rows):
    path = tmp_path / "page.html"
    path.write_text(page.page_of([section(tmp_path, rows, {"a", "b"})], "odd"))
    assert f"The table: {len(rows)} runs" in Page(path)


def test_words_of_a_run_are_in_the_picture(tmp_path):
    rows = [row | {"memory_bound_bytes": 100 * row["slots"]} for row in
            grid(lambda x, y: 9000 - 1000 * x + y, slots=(1, 2), pool=(1, 2))]
    path = tmp_path / "page.html"
    path.write_text(page.page_of([section(tmp_path / "sweep", rows, {"slots", "pool"})], "words"))
    assert "<title>slots = 2, pool = 1: 7,001 ns, 200 bytes</title>" in Page(path)


def test_runs_are_ranked_and_the_best_one_is_first(tmp_path):
    rows = [row | {"memory_bound_bytes": 100 * row["slots"]} for row in
            grid(lambda x, y: 9000 - 1000 * x + y, slots=(1, 2), pool=(1, 2))]
    ranked = section(tmp_path, rows, {"slots", "pool"}).ranked
    assert [(row["values"], row["above"]) for row in ranked["rows"]] == [
        (["2", "1"], ""), (["2", "2"], "+0.0%"), (["1", "1"], "+14.3%"), (["1", "2"], "+14.3%")]
    assert ranked["left_out"] == 0


def test_a_front_states_its_knee(tmp_path):
    rows = [{"slots": s, "time_ns": t, "memory_bound_bytes": 1000 * s} for s, t in ((1, 9000), (2, 5000), (9, 4900))]
    made = section(tmp_path, rows, {"slots"})
    (_, group), = made.model["fronts"]["groups"]
    assert group["knee"].startswith("The knee is slots = 2, with 2,000 bytes a rank: 44.4% less time")
    assert group["knee"].endswith("350% more memory saves 2.0%.")
    assert [row["knee"] for row in group["all"]] == [False, True, False]
    assert sweep_view.knee(rows[:2], load.Column("memory_bound_bytes", "figure", "bytes")) is None


def test_a_small_gain_of_memory_is_not_zero(tmp_path):
    rows = [{"slots": s, "time_ns": t, "memory_bound_bytes": m}
            for s, t, m in ((1, 9000, 100_000), (2, 5000, 110_000), (3, 4999, 110_010))]
    (_, group), = section(tmp_path, rows, {"slots"}).model["fronts"]["groups"]
    assert group["knee"].endswith("Beyond it, less than 0.1% more memory saves less than 0.1%.")


def test_equal_lines_are_one_with_all_their_settings(tmp_path):
    rows = grid(lambda ranks, slots: 5 * ranks**2 + (slots == 3), ranks=(2, 4, 8), slots=(1, 2, 3))
    (_, (chart,)), = section(tmp_path, rows, {"ranks", "slots"}).lines.groups
    assert [part["name"] for part in chart.parts] == ["slots = 1, 2: grows as ranks^2.00",
                                                      "slots = 3: grows as ranks^1.97"]
