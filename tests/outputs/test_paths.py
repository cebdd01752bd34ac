"""The paths that an option for an output may name. A regular file is written completely or not at all. A device or a
FIFO is written directly. A folder, an input and another output are refused."""

import os
import resource
import stat
import threading

import pytest
from verbs_under_test import (OF_PYTHON, OF_THE_PROGRAM, WITH_OUTPUTS, carried_out, files_in, prepared, unfinished_in)

RUN, CHECK = OF_THE_PROGRAM[0], OF_PYTHON[0]
TUNE, REPORT = OF_PYTHON[2], OF_PYTHON[4]
every_output = pytest.mark.parametrize("verb, option", WITH_OUTPUTS, ids=str)


def contents_of(path):
    return path.read_bytes() if path.exists() else None


@every_output
def test_a_new_file(tmp_path, verb, option):
    before = files_in(prepared(tmp_path))
    os.umask(0o022)
    assert carried_out(verb, tmp_path, option, "new").returncode == 0
    assert files_in(tmp_path) == sorted([*before, "new"])
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o644


@every_output
def test_a_file_that_exists_keeps_its_mode_and_its_links(tmp_path, verb, option):
    prepared(tmp_path)
    (tmp_path / "inside").mkdir()
    old = tmp_path / "inside/old"
    old.write_text("before")
    old.chmod(0o640)
    (tmp_path / "link").symlink_to("inside/old")
    (tmp_path / "linked").symlink_to(tmp_path / "link")
    assert carried_out(verb, tmp_path, option, "linked").returncode == 0
    assert (tmp_path / "linked").is_symlink() and (tmp_path / "link").is_symlink()
    assert old.read_bytes() != b"before" and stat.S_IMODE(old.stat().st_mode) == 0o640
    assert files_in(tmp_path / "inside") == ["old"]


@every_output
def test_a_link_to_a_file_that_does_not_exist_yet(tmp_path, verb, option):
    prepared(tmp_path)
    (tmp_path / "link").symlink_to("later")
    assert carried_out(verb, tmp_path, option, "link").returncode == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "later").stat().st_size > 0


@every_output
def test_a_link_is_about_the_folder_it_is_in(tmp_path, verb, option):
    prepared(tmp_path)
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside/link").symlink_to("later")
    assert carried_out(verb, tmp_path, option, "inside/link").returncode == 0
    assert files_in(tmp_path / "inside") == ["later", "link"] and not (tmp_path / "later").exists()
    assert (tmp_path / "inside/link").is_symlink() and (tmp_path / "inside/later").stat().st_size > 0


@every_output
def test_a_device_stays_a_device(tmp_path, verb, option):
    prepared(tmp_path)
    assert carried_out(verb, tmp_path, option, "/dev/null").returncode == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@every_output
def test_a_full_device(tmp_path, verb, option):
    before = files_in(prepared(tmp_path))
    finished = carried_out(verb, tmp_path, option, "/dev/full")
    assert finished.returncode == 5
    assert "/dev/full could not be written: No space left on device" in finished.stderr
    assert files_in(tmp_path) == before


@every_output
def test_a_fifo_gets_all_and_stays(tmp_path, verb, option):
    prepared(tmp_path)
    assert carried_out(verb, tmp_path, option, "file").returncode == 0
    os.mkfifo(tmp_path / "fifo")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "fifo").read_bytes()))
    reader.start()
    assert carried_out(verb, tmp_path, option, "fifo").returncode == 0
    reader.join()
    assert read[0] == (tmp_path / "file").read_bytes()
    assert stat.S_ISFIFO((tmp_path / "fifo").stat().st_mode)


@every_output
def test_a_pipe_as_standard_output(tmp_path, verb, option):
    """If the subcommand prints nothing else on standard output, /dev/stdout may be the output file."""
    prepared(tmp_path)
    finished = carried_out(verb, tmp_path, option, "/dev/stdout", shell='"$@" | cat')
    assert finished.returncode == 0 and finished.stdout != ""


@every_output
@pytest.mark.parametrize("name", [".", "scenario.json/inside", "link", "/dev/null/inside", "/proc/inside"])
def test_what_cannot_be_a_file_is_refused(tmp_path, verb, option, name):
    prepared(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path)
    before = files_in(tmp_path)
    finished = carried_out(verb, tmp_path, option, name)
    assert finished.returncode == 2, finished.stderr
    assert ": found " in finished.stderr and "; allowed: " in finished.stderr
    assert files_in(tmp_path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@every_output
def test_a_folder_and_a_file_that_may_only_be_read(tmp_path, verb, option):
    prepared(tmp_path)
    (tmp_path / "closed").mkdir(0o555)
    (tmp_path / "old").write_text("before")
    (tmp_path / "old").chmod(0o444)
    for name in ("closed/new", "old"):
        assert carried_out(verb, tmp_path, option, name).returncode == 2
    assert (tmp_path / "old").read_text() == "before"


@every_output
@pytest.mark.parametrize("before", [None, b"before"])
def test_a_disk_that_becomes_full(tmp_path, verb, option, before):
    """A limit on the size of files has the effect of a full disk: an error in the middle of a write."""
    prepared(tmp_path)
    if before:
        (tmp_path / "new").write_bytes(before)
    # Below the size of each of these files. What the simulator prints for Python goes through such a file as well.
    finished = carried_out(verb, tmp_path, option, "new", limits=[(resource.RLIMIT_FSIZE, 10)])
    assert finished.returncode == 5, finished.stderr
    assert "Traceback" not in finished.stderr
    assert contents_of(tmp_path / "new") == before
    assert unfinished_in(tmp_path) == []


@every_output
@pytest.mark.parametrize("name", ["scenario.json", "./scenario.json", "link", "hard"])
def test_an_input_is_not_overwritten(tmp_path, verb, option, name):
    prepared(tmp_path)
    read = tmp_path / {"report": "result.json", "convert": "schedule.goal"}.get(verb.name, "scenario.json")
    (tmp_path / "link").symlink_to(read)
    os.link(read, tmp_path / "hard")
    before = read.read_bytes()
    finished = carried_out(verb, tmp_path, option, name.replace("scenario.json", read.name))
    assert finished.returncode == 2
    assert "; allowed: a file that is no other input or output of this command" in finished.stderr
    assert read.read_bytes() == before


@pytest.mark.parametrize("verb", [RUN, pytest.param(CHECK, marks=pytest.mark.long),
                                  pytest.param(TUNE, marks=pytest.mark.long)], ids=str)
def test_two_outputs_are_two_files(tmp_path, verb):
    before = files_in(prepared(tmp_path))
    one, other = verb.outputs
    for names in (("same", "./same"), ("same", "nowhere/../same"), ("same", tmp_path / "same")):
        finished = carried_out(verb, tmp_path, one, names[0], other, names[1])
        assert finished.returncode == 2 and f"the file of {one}" in finished.stderr
    assert files_in(tmp_path) == before
    assert carried_out(verb, tmp_path, one, "/dev/null", other, "/dev/null").returncode == 0


@every_output
@pytest.mark.parametrize("shell", ['"$@" >out', '"$@" 2>out'])
def test_the_file_of_a_standard_stream_is_taken(tmp_path, verb, option, shell):
    prepared(tmp_path)
    finished = carried_out(verb, tmp_path, option, "out", shell=shell)
    assert finished.returncode == 2


@pytest.mark.parametrize("option, name", [("--patch", "patch.json"), ("--schedule", "order.json")])
def test_every_input_of_a_run_is_an_input(tmp_path, option, name):
    prepared(tmp_path)
    (tmp_path / "patch.json").write_text("{}")
    finished = carried_out(RUN, tmp_path, option, name, "--trace", name)
    assert finished.returncode == 2 and (tmp_path / name).stat().st_size < 10


def test_a_platform_file_is_an_input(tmp_path):
    prepared(tmp_path)
    (tmp_path / "platform.xml").write_text("<platform/>")
    finished = carried_out(RUN, tmp_path, "--set", "platform.topology=file", "--set", "platform.file=platform.xml",
                           "--trace", "platform.xml")
    assert finished.returncode == 2 and "the file of platform.file" in finished.stderr


@pytest.mark.long
def test_what_results_are_compared_with_is_an_input(tmp_path):
    prepared(tmp_path)
    assert carried_out(CHECK, tmp_path, "--save", "before.json").returncode == 0
    before = (tmp_path / "before.json").read_bytes()
    finished = carried_out(CHECK, tmp_path, "--against", "before.json", "--save", "before.json")
    assert finished.returncode == 2 and (tmp_path / "before.json").read_bytes() == before


def test_an_exploration_leaves_its_scenario_and_its_folder_alone(tmp_path):
    prepared(tmp_path)
    explore = OF_THE_PROGRAM[3]
    own = tmp_path / "lock-put-unlock.failing.json"
    own.write_bytes((tmp_path / "scenario.json").read_bytes())
    before = own.read_bytes()
    assert carried_out(explore, tmp_path, "--out", ".").returncode == 0
    finished = carried_out(explore.__class__("explore", ("explore", own.name)), tmp_path, "--out", ".")
    assert finished.returncode == 2 and own.read_bytes() == before
    (tmp_path / "out").mkdir()
    assert carried_out(explore, tmp_path, "--out", "out", "--set", "name=../../x").returncode == 0
    assert files_in(tmp_path / "out") == ["..-..-x.orders.txt"]


@pytest.mark.parametrize("verb", [OF_THE_PROGRAM[3], OF_THE_PROGRAM[5]], ids=str)
@pytest.mark.parametrize("folder", ["scenario.json", "scenario.json/orders"])
def test_a_folder_that_is_none_is_refused_at_once(tmp_path, verb, folder):
    finished = carried_out(verb, prepared(tmp_path), "--out", folder)
    assert finished.returncode == 2 and finished.stdout == ""


def test_an_exploration_makes_its_folder_when_it_writes(tmp_path):
    prepared(tmp_path)
    explore = OF_THE_PROGRAM[3]
    assert carried_out(explore, tmp_path, "--out", "a/b/", "--set", "protocol.slots=0").returncode == 2
    assert not (tmp_path / "a").exists()
    assert carried_out(explore, tmp_path, "--out", "a/b/").returncode == 0
    assert files_in(tmp_path / "a/b") == ["lock-put-unlock.orders.txt"]


@pytest.mark.long
def test_figures_do_not_overwrite_what_is_read(tmp_path):
    prepared(tmp_path)
    figure = tmp_path / "01-lock-put-unlock-messages-by-kind.png"
    figure.write_bytes((tmp_path / "result.json").read_bytes())
    finished = carried_out(REPORT.__class__("report", ("report", figure.name, "-o", "page.html"), python=True),
                           tmp_path, "--plots", ".")
    assert finished.returncode == 2 and figure.read_bytes() == (tmp_path / "result.json").read_bytes()
