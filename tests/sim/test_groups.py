"""Independent groups of ranks. A run of all groups gives the results of the groups' runs, for every way of combining
these, and the results of a single world in which programs of different groups do not communicate."""

import json
import random
import subprocess

import pytest
from rmasim_runner import BINARY, SCENARIOS, document_of, every_scenario, result_of, rmasim, words_of, write_scenario

HALOS = SCENARIOS / "groups/halos.json"
JITTER = {"delays": [{"from": "all", "to": "all", "delay_ns": 100, "jitter_ns": 900}],
          "stragglers": [{"ranks": "(rank + group) % 5 == 0", "slowdown": 3}]}


def run_with_input(given, *arguments):
    """Runs a process that reads `given`, and returns the finished process."""
    return subprocess.run([BINARY, "run", *words_of(arguments)], input=given, capture_output=True, text=True,
                          check=False)


def assembled(order, *arguments):
    """Returns the finished run. One process makes each part, and the parts are combined in this order."""
    lines = run_with_input("1000000\n", *arguments, "--assemble").stdout.split()
    assert len(lines) > 1
    order.shuffle(lines)
    pieces = [run_with_input(line + "\n", *arguments, "--pieces").stdout for line in lines]
    return run_with_input("".join(pieces) + "1\n", *arguments, "--assemble")


def without_time(done):
    """Returns the exit code, the result without its duration, and the messages."""
    result = json.loads(done.stdout)
    del result["wall_s"]
    return done.returncode, json.dumps(result), done.stderr


# ---- Pieces and the whole. Any scenario of the project can be a group, whatever its end.

def may_be_groups(name):
    scenario = document_of(SCENARIOS / name)
    platform = scenario.get("platform", {})
    return (platform.get("network", {}).get("model") != "flow" and platform.get("topology") != "file"
            and "schedule" not in scenario and "groups" not in scenario and scenario["ranks"] != 1048576
            and not name.startswith(("scale/", "workloads/")))


CANDIDATES = [name for name in every_scenario() if may_be_groups(name)]
FEW = random.Random(24).sample(CANDIDATES, 16)


def check_pieces(name):
    order = random.Random(name)
    groups = order.randint(2, 5)
    arguments = [SCENARIOS / name, "--set", f"groups={groups}", "--breakdown", "rank,pair"]
    if order.random() < 0.3:
        arguments.append("--check-invariants")
    as_json = [*arguments, "--format", "json"]
    whole = rmasim("run", *as_json)
    if whole.returncode == 2:
        return  # a scenario of bad input
    pieces = assembled(order, *as_json, "--piece", order.randint(1, groups - 1))
    assert without_time(pieces) == without_time(whole)
    ones = [result_of(*arguments, "--group", group) for group in range(groups)]
    assert merged(json.loads(whole.stdout), ones) == json.loads(whole.stdout)


@pytest.mark.parametrize("name", FEW)
def test_pieces_are_the_whole(name):
    check_pieces(name)


@pytest.mark.long
def test_pieces_are_the_whole_for_all():
    for name in CANDIDATES:
        check_pieces(name)


def test_pieces_of_halos_with_jitter_and_stragglers(tmp_path):
    scenario = json.loads(HALOS.read_text()) | {"faults": JITTER, "ranks": 16, "groups": 9}
    file = tmp_path / "halos.json"
    file.write_text(json.dumps(scenario))
    whole = rmasim("run", file, "--format", "json")
    assert whole.returncode == 1  # fewer ranks than the expectations are about
    assert without_time(assembled(random.Random(1), file, "--format", "json", "--piece", 2)) == without_time(whole)


def merged(whole, ones):
    """Returns the result of all groups, computed from the result of each group. Texts and digests cannot be added; they
    are taken from `whole`. The texts are about one group."""
    sums = json.loads(json.dumps(whole))
    sums["time_ns"] = max(one["time_ns"] for one in ones)
    ranks = whole["ranks"]
    messages = sums["messages"]
    for key in ("total", "bytes"):
        messages[key] = sum(one["messages"][key] for one in ones)
    for key in ("by_kind", "between_nodes"):
        if key in messages:
            messages[key] = added([one["messages"].get(key, {}) for one in ones])
    for key in ("by_pair", "bytes_by_pair"):
        if key in messages:
            messages[key] = {through(pair, ranks * group): figure for group, one in enumerate(ones)
                             for pair, figure in one["messages"].get(key, {}).items()}
    for pool, use in sums["elements"].items():
        for figure in use:
            how = max if figure in ("size", "high_water") else sum
            use[figure] = how(one["elements"][pool][figure] for one in ones)
    for key in ("mutexes", "agent", "lock_waits", "time_spent", "caches", "shared_memory", "queue"):
        if key in sums:
            sums[key] = added([one.get(key, {}) for one in ones])
    for key, figures in (("lock_waits", ("longest_ns",)), ("queue", ("max_requests", "max_bytes"))):
        for figure in figures:
            if key in sums:
                sums[key][figure] = max(one[key][figure] for one in ones)
    for window, use in sums.get("counters", {}).items():
        for figure in use:
            how = min if figure == "lowest" else sum
            use[figure] = how(one["counters"][window][figure] for one in ones)
    memory = max((one["memory_bytes_per_rank"] for one in ones), key=lambda use: use["total"])
    smallest = min(one["memory_bytes_per_rank"]["total_of_least_rank"] for one in ones)
    sums["memory_bytes_per_rank"] = memory | {"total_of_least_rank": smallest}
    for key, figures in sums["by_rank"].items():
        if key != "time_spent":
            sums["by_rank"][key] = [figure for one in ones for figure in one["by_rank"][key]]
            continue
        for use in figures:
            figures[use] = [ns for one in ones for ns in one["by_rank"][key].get(use, [0] * ranks)]
    for key in ("ranks_died", "packets_lost", "pools_shrunk"):
        if "faults" in sums:
            sums["faults"][key]["total"] = sum(one["faults"][key]["total"] for one in ones)
    for key in ("semantics", "stale_reads"):
        if key in sums:
            sums[key]["total"] = sum(one.get(key, {}).get("total", 0) for one in ones)
    outcomes = [one["outcome"] for one in ones]
    unfinished = [outcome for outcome in outcomes if outcome != "finished"]
    sums["outcome"] = next(iter(unfinished), "finished")
    sums["groups"]["by_outcome"] = {outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))}
    return sums


def added(figures):
    """Returns the sums of figures with the same name. Figures that are objects are added member by member."""
    names = {name: value for one in figures for name, value in one.items()}
    return {name: added([one.get(name, {}) for one in figures]) if isinstance(value, dict)
            else sum(one.get(name, 0) for one in figures) for name, value in names.items()}


def through(pair, first):
    source, target = map(int, pair.split(">"))
    return f"{first + source}>{first + target}"


# ---- One world whose programs keep apart: what groups say, without groups.

APART = [{"lock": {"win": "w", "target": "{next}", "type": "exclusive"}},
         {"put": {"win": "w", "target": "{next}", "disp": 8, "count": 4, "datatype": "int64", "value": "rank"}},
         {"get": {"win": "w", "target": "{next}", "disp": 8, "count": 1, "datatype": "int64"}},
         {"unlock": {"win": "w", "target": "{next}"}},
         {"compute": {"ns": "100 * {me}"}},
         {"lock_all": {"win": "w"}},
         {"repeat": {"times": 3, "as": "i", "calls": [
             {"accumulate": {"win": "w", "target": "{base} + ({me} + i) % 8", "disp": 64, "count": 1, "op": "sum",
                             "datatype": "int64", "value": 1}}]}},
         {"unlock_all": {"win": "w"}},
         {"send": {"target": "{next}", "tag": 1}},
         {"recv": {"source": "{before}", "tag": 1}}]
SETTINGS = ({}, {"protocol": {"optimizations": {"piggyback": False}}},
            {"protocol": {"op_pool": {"local": 1, "global": 0}}}, {"platform": {"ranks_per_node": 4}})


def programs_of(**words):
    text = json.dumps([{"calls": APART}])
    for word, meaning in words.items():
        text = text.replace("{" + word + "}", meaning)
    return json.loads(text)


@pytest.mark.parametrize("settings", SETTINGS)
def test_groups_are_one_world_whose_programs_keep_apart(tmp_path, settings):
    """Ranks 8 k to 8 k + 7 of one world lock, put, accumulate and send among themselves. LOCK_ALL requests a lock only
    at the first operation on a target, so it involves no other ranks. The time is that of the slowest group, and the
    other figures are sums. The nanoseconds of each group are rounded before they are added."""
    world = programs_of(base="rank / 8 * 8", me="(rank % 8)", next="rank / 8 * 8 + (rank % 8 + 1) % 8",
                        before="rank / 8 * 8 + (rank % 8 + 7) % 8")
    group = programs_of(base="0", me="rank", next="(rank + 1) % 8", before="(rank + 7) % 8")
    of_world = result_of(write_scenario(tmp_path, ranks=40, programs=world, **settings), "--breakdown", "rank,pair")
    of_groups = result_of(write_scenario(tmp_path, ranks=8, groups=5, programs=group, **settings),
                          "--breakdown", "rank,pair")
    assert of_world["outcome"] == of_groups["outcome"] == "finished"
    for key in ("time_ns", "messages", "memory_bytes_per_rank", "by_rank"):
        assert of_groups[key] == of_world[key], key
    for use, ns in of_world["time_spent"].items():
        assert of_groups["time_spent"][use] == pytest.approx(ns, abs=5), use
    for pool, use in of_world["elements"].items():
        assert of_groups["elements"][pool] == pytest.approx(use, abs=5), pool


# ---- The definition of a group.

RING = [{"fence": {"win": "w"}}, {"put": {"win": "w", "target": "(rank + 1) % size", "count": 1, "datatype": "int64",
                                          "value": "1000 * groups + 10 * group + rank"}}, {"fence": {"win": "w"}}]
EXPECTED = {"memory": [{"win": "w", "datatype": "int64",
                        "values": ["1000 * groups + 10 * group + (rank + size - 1) % size"]}]}


def test_a_group_knows_its_number_and_how_many_there_are(tmp_path):
    file = write_scenario(tmp_path, ranks=3, groups=4, programs=[{"calls": RING}], expect=EXPECTED)
    assert "As the scenario expects." in rmasim("run", file).stdout


def test_values_that_are_not_as_expected_name_the_group(tmp_path):
    wrong = {"memory": [{"win": "w", "datatype": "int64", "values": ["4010 + (rank + 2) % 3"]}]}
    file = write_scenario(tmp_path, ranks=3, groups=4, programs=[{"calls": RING}], expect=wrong)
    done = rmasim("run", file)
    assert done.returncode == 1
    assert "group 0: expect.memory[0]: rank 0" in done.stderr and "group 1: " not in done.stderr


def test_windows_programs_and_faults_may_differ_by_group(tmp_path):
    file = write_scenario(
        tmp_path, ranks=2, groups=3, windows={"w": {"bytes": "8 * (group + 1)"}},
        programs=[{"calls": RING}, {"ranks": "group == 1 && rank == 0", "calls": [{"compute": {"ns": 70000}}]}],
        faults={"pauses": [{"ranks": "group == 2 && rank == 1", "at_ns": 0, "for_ns": 300000}]})
    times = [result_of(file, "--group", group)["time_ns"] for group in range(3)]
    assert times[0] < 70000 < times[1] < 300000 < times[2]
    assert result_of(file)["time_ns"] == times[2]


RANDOM = (SCENARIOS / "workloads/random-access-batches.json", "--set", "ranks=16")


def test_the_first_group_and_a_single_one_are_the_scenario_as_it_was():
    plain, one = result_of(*RANDOM), result_of(*RANDOM, "--set", "groups=1")
    first = result_of(*RANDOM, "--set", "groups=3", "--group", 0)
    assert one["digest"] == first["digest"] == plain["digest"]
    assert first["group"] == 0 and "groups" not in one and "group" not in one


def test_groups_draw_random_numbers_of_their_own():
    three = [result_of(*RANDOM, "--set", "groups=3", "--group", group) for group in range(3)]
    assert all(len({one[key] for one in three}) == 3 for key in ("seed", "digest"))
    seeds = [result_of(*RANDOM, "--set", "groups=3", "--seed", 7, "--group", group)["seed"] for group in range(3)]
    assert seeds[0] == 7 and not set(seeds) & {one["seed"] for one in three}


def test_the_report_is_about_the_first_group_that_does_not_finish():
    done = rmasim("run", SCENARIOS / "groups/one-waits-for-ever.json", "--format", "json")
    result = json.loads(done.stdout)
    assert done.returncode == 0 and result["groups"] == {"count": 4, "by_outcome": {"deadlock": 1, "finished": 3},
                                                         "reported": 2}
    assert result["stuck"][0]["reason"] == "SEND from rank 1"
    assert "one-waits-for-ever, group 2: the run cannot finish: a cycle of waits" in done.stderr


def test_pairs_are_counted_through(tmp_path):
    """Rank r of group g has the number g * ranks + r."""
    expect = {"messages": {"by_pair": {"5>3": {"PUT+RMA_DONE": 1, "BARRIER": 2}}}}
    file = write_scenario(tmp_path, ranks=3, groups=2, programs=[{"calls": RING}], expect=expect)
    assert rmasim("run", file).returncode == 0
    del expect["messages"]["by_pair"]["5>3"]
    expect["messages"]["by_pair"]["6>3"] = {}
    refused = rmasim("run", write_scenario(tmp_path, ranks=3, groups=2, programs=[{"calls": RING}], expect=expect))
    assert refused.returncode == 2 and "ranks from 0 to 5" in refused.stderr


# ---- Refused inputs.

def refused(file, *options):
    done = rmasim("run", file, *options)
    assert done.returncode == 2, done.stderr
    return done.stderr


@pytest.mark.parametrize("settings, said", [
    ({"platform": {"network": {"model": "flow"}}},
     'platform.network.model: found "flow" with 2 groups; allowed: "loggp"'),
    ({"platform": {"topology": "file", "file": "x.xml"}}, 'platform.topology: found "file" with 2 groups'),
    ({"schedule": ["0 begins fence"]}, "schedule: found an order of steps with 2 groups"),
    ({"params": {"group": 1}}, "params.group: found a parameter of this name"),
    ({"params": {"groups": 1}}, "params.groups: found a parameter of this name"),
    ({"groups": 0}, "groups: found 0; allowed: an integer from 1 to 1048576"),
    ({"platform": {"network": {"latency_ns": "1000 + group"}}}, "platform.network.latency_ns"),
    ({"ranks": "2 + group"}, "ranks: "),
])
def test_what_would_let_groups_meet_or_differ_in_their_machine(tmp_path, settings, said):
    (tmp_path / "x.xml").write_text("")
    file = write_scenario(tmp_path, **({"ranks": 2, "groups": 2, "programs": [{"calls": RING}]} | settings))
    assert said in refused(file)


def test_a_packet_cannot_leave_its_group(tmp_path):
    """The target does not exist. In group 1, rank 3 would be rank 4 of three ranks. The error is the same in one
    process and in parts."""
    calls = [{"lock": {"win": "w", "target": "rank + group", "type": "shared"}},
             {"unlock": {"win": "w", "target": "rank + group"}}]
    file = write_scenario(tmp_path, ranks=4, groups=3, programs=[{"calls": calls}])
    said = "group 1: programs[0].calls[0].lock.target (rank 3): found 4; allowed: 0 to 3"
    assert said in refused(file)
    piece = run_with_input('{"key": 0, "first": 1, "count": 2}\n', file, "--pieces")
    assert piece.returncode == 2 and said in piece.stderr


def test_validate_reads_every_group(tmp_path):
    file = write_scenario(tmp_path, ranks=2, groups=5, windows={"w": {"bytes": "24 - 8 * group"}},
                          programs=[{"calls": [{"barrier": {}}]}])
    done = rmasim("validate", file, HALOS)
    assert done.returncode == 2 and "group 4: windows.w.bytes: found" in done.stderr and "halos.json: ok" in done.stdout


def test_options_of_one_group(tmp_path):
    for option in ("--trace", "--memory", "--schedule"):
        said = refused(HALOS, option, tmp_path / "x")
        assert f"{option}: found 64 groups; allowed: one group, chosen by --group K" in said
    assert "--group: found 64; allowed: 0 to 63" in refused(HALOS, "--group", 64)
    assert rmasim("run", HALOS, "--group", 63, "--trace", tmp_path / "trace").returncode == 0
    explored = rmasim("explore", HALOS)
    assert explored.returncode == 2 and "--set groups=1 explores the first group" in explored.stderr


def test_only_groups_are_run_in_pieces():
    for options in (("--assemble",), ("--pieces",)):
        done = run_with_input("1\n", SCENARIOS / "quickstart.json", *options)
        assert done.returncode == 2 and "groups: found 1; allowed: at least 2 with -j, --dask or --parts" in done.stderr
    assert "--group: found 2; allowed: no --group" in run_with_input("1\n", HALOS, "--group", 2, "--assemble").stderr
    done = run_with_input("nonsense\n", HALOS, "--assemble")
    assert done.returncode == 2 and "standard input, line 1: found nonsense" in done.stderr


def test_whoever_gives_up_has_said_why():
    """The process that combines the parts reads the output of another process. If this output ends early, the other
    process has printed the reason, and the reading process prints nothing."""
    world = SCENARIOS.parent / "tests/explore/worlds/lock-contention.json"
    for command, file in (("run", HALOS), ("explore", world)):
        done = subprocess.run([BINARY, command, str(file), "--assemble"], input="1\n", capture_output=True, text=True,
                              check=False)
        assert (done.returncode, done.stderr) == (2, "") and json.loads(done.stdout.split("\n")[0])["key"] is not None
