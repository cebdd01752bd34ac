"""Variants of a scenario in every subcommand of the package, and in Python."""

import json

import pytest
from check_runner import MESSAGES, PUT_UNDER_LOCK, by_kind, check, expecting, write
from verbs import verb

from rmasim_analysis.play import command as play
from rmasim_analysis.variants import document_of, variants_of

OFF = {"PUT+LOCK.X+UNLOCK": 0, "LOCK": 1, "LOCK_GRANTED": 1, "PUT+UNLOCK": 1}
SINGLE_OFF = {"protocol.optimizations.single_op": False}


def variants(**expect):
    return {"variants": [{"name": "apart", "about": "A packet for the lock.", "settings": SINGLE_OFF, **expect},
                         {"name": "slots", "settings": {"protocol.slots": 2}}]}


def kinds(**moved):
    return {kind: count for kind, count in (MESSAGES | moved).items() if count}


@pytest.fixture(name="file")
def write_file(tmp_path):
    apart = expecting(messages={"by_kind": kinds(**OFF)})
    return write(tmp_path / "put.json", PUT_UNDER_LOCK, by_kind(), variants(**apart))


# ---- check

def test_check_runs_the_file_and_each_variant(file):
    done = check(file)
    assert (done.exit_code, done.out) == (0, "3 scenarios as expected\n")


def test_check_names_the_variant_that_changed(file, tmp_path):
    file.write_text(file.read_text().replace('"LOCK_GRANTED": 1', '"LOCK_GRANTED": 2'))
    done = check(file, "--junit", tmp_path / "junit.xml", "--github")
    assert done.exit_code == 1
    assert f"{file}:apart: changed\n" in done.out and f"{file}: changed" not in done.out
    assert done.out.count("::error") == 1 and "(variant apart)" in done.out
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "LOCK_GRANTED" in text)
    assert f"line={line}" in done.out
    assert 'name="put.json:apart"' in (tmp_path / "junit.xml").read_text()


def test_check_blesses_the_expectations_of_the_variant_alone(file):
    good = file.read_text()
    file.write_text(good.replace('"LOCK_GRANTED": 1', '"LOCK_GRANTED": 2'))
    done = check(file, "--bless")
    assert (done.exit_code, done.out.splitlines()[-1]) == (0, "3 scenarios: 2 as expected, 1 blessed")
    assert file.read_text() == good


def test_check_does_not_bless_what_holds_for_others_too(tmp_path):
    file = write(tmp_path / "put.json", PUT_UNDER_LOCK, by_kind(), variants())
    before = file.read_text()
    done = check(file, "--bless")
    assert done.exit_code == 1
    assert f"{file}:apart: changed\n" in done.out
    assert "not blessed: the variant has no `expect` of its own" in done.out
    assert file.read_text() == before


def test_check_gives_a_variant_without_any_expectations_some(tmp_path):
    file = write(tmp_path / "put.json", PUT_UNDER_LOCK, variants())
    assert "3 blessed" in check(file, "--bless").out.replace("3 scenarios blessed", "3 blessed")
    document = json.loads(file.read_text())
    assert document["expect"]["messages"]["by_kind"] == kinds()
    assert [one["expect"]["messages"]["by_kind"] for one in document["variants"]] == [kinds(**OFF), kinds()]
    assert check(file).exit_code == 0


def test_check_saves_and_compares_each_by_its_name(file, tmp_path):
    assert check(file, "--save", tmp_path / "saved").exit_code == 0
    saved = json.loads((tmp_path / "saved").read_text())
    assert sorted(saved["scenarios"]) == ["put.json", "put.json:apart", "put.json:slots"]
    done = check(file, "--against", tmp_path / "saved", "--set", "protocol.optimizations.single_op=false")
    assert done.exit_code == 1  # applied after the variant's own
    assert f"{file}: changed\n" in done.out and f"{file}:slots: changed\n" in done.out
    assert f"{file}:apart: changed\n" not in done.out


def test_check_reports_a_wrong_variant_at_its_line(file):
    file.write_text(file.read_text().replace('"protocol.slots": 2', '"protocol.slots": 0'))
    done = check(file, "--github")
    assert done.exit_code == 2
    assert ": variants[1].settings.protocol.slots: found 0; allowed: " in done.err
    line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "protocol.slots" in text)
    assert f"line={line}" in done.out


# ---- compare, sweep, tune, report, play

def test_compare_has_a_side_for_each_variant(file):
    alone = json.loads(verb("compare", file, "--variant", "apart", "--format", "json").stdout)
    assert [side["name"] for side in alone["sides"]] == ["as it is", "apart"]
    assert [side.get("variant") for side in alone["sides"]] == [None, "apart"]
    assert [side["messages"]["total"] for side in alone["sides"]] == [2, 4]
    both = json.loads(verb("compare", file, "--variant", "apart", "--variant", "slots", "--format", "json").stdout)
    assert [side["messages"]["total"] for side in both["sides"]] == [4, 2]
    unknown = verb("compare", file, "--variant", "apart", "--variant", "none")
    assert unknown.returncode == 2 and '--variant: found none; allowed: one of "apart", "slots"' in unknown.stderr


def test_sweep_varies_a_variant(file, tmp_path):
    arguments = ("--vary", "protocol.slots=1,2", "--out", tmp_path / "table")
    assert verb("sweep", file, "--variant", "apart", *arguments).returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "table/table.jsonl").read_text().splitlines()]
    assert [row["messages"] for row in rows] == [4, 4]
    assert json.loads((tmp_path / "table/columns.json").read_text())["variant"] == "apart"
    again = verb("sweep", file, *arguments)
    assert again.returncode == 2, "runs of another variant do not belong to the table"
    sweep = tmp_path / "sweep.json"
    sweep.write_text(json.dumps({"name": "s", "scenario": "put.json", "variant": "apart",
                                 "vary": {"protocol.slots": [1]}}))
    assert verb("sweep", sweep, "--out", tmp_path / "other").returncode == 0
    assert '"messages": 4' in (tmp_path / "other/table.jsonl").read_text()


def test_tune_begins_with_the_settings_of_the_variant(file, tmp_path):
    done = verb("tune", file, "--variant", "slots", "--over", "protocol.slots", "--runs", 8, "--verify", 0,
                "--format", "json", "-o", tmp_path / "patch.json")
    found = json.loads(done.stdout)
    assert found["variant"] == "slots" and found["own"]["settings"] == {"protocol.slots": 2}
    assert found["command"][:5] == ["rmasim", "run", str(file), "--variant", "slots"]
    text = verb("tune", file, "--variant", "slots", "--over", "protocol.slots", "--runs", 8, "--verify", 0).stdout
    assert "\nput-under-lock:slots: " in text


def test_report_runs_a_variant(file, tmp_path):
    assert verb("report", file, "--variant", "apart", "-o", tmp_path / "page.html").returncode == 0
    page = (tmp_path / "page.html").read_text()
    assert "put-under-lock:apart" in page and "A packet for the lock." in page


def test_play_begins_with_a_variant(file, capsys):
    class Arguments:
        scenario, variant, settings = str(file), "apart", []
    assert play.state_of(Arguments) == {"scenario": file.read_text(), "variant": "apart", "settings": ""}
    unknown = verb("play", file, "--variant", "none", "--link")
    assert (unknown.returncode, unknown.stderr) == (2, "--variant: found none; allowed: apart, slots\n")


# ---- Python

def test_the_package_runs_variants(file):
    import rmasim

    apart = rmasim.run(file, variant="apart")
    assert apart.by_kind == kinds(**OFF) and repr(apart).startswith("<rmasim.Result put-under-lock:apart: ")
    assert rmasim.check(file, variant="apart").packets == 4
    assert rmasim.explore(file, variant="apart").raw["variant"] == "apart"
    assert [side["messages"]["total"] for side in rmasim.compare(file, variants=["apart", "slots"]).sides] == [4, 2]
    assert list(rmasim.sweep(file, {"seed": [1, 2]}, variant="apart")["messages"]) == [4, 4]
    assert rmasim.tune(file, variant="slots", over=["protocol.slots"], runs=8, verify=0).raw["variant"] == "slots"
    written = rmasim.Scenario("mine", ranks=2, variants=[{"name": "seven", "settings": {"seed": 7}}])
    written.window("w", bytes=64)
    with written.program() as calls:
        calls.barrier()
    assert rmasim.run(written, variant="seven").raw["seed"] == 7


def test_documents_of_odd_files():
    assert variants_of([]) == variants_of({}) == variants_of({"variants": 3}) == variants_of({"variants": [1]}) == []
    assert document_of({"name": "x"}, "none") == {"name": "x"}
