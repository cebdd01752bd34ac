"""MPI programs on every network of scenarios: topologies, platform files, and the flow model, in which the packets of
one-sided calls and SMPI's own messages share links."""

import json
import pathlib
import shutil
import tempfile

import pytest
from mpi_runner import WORKLOADS, built, platform, result, rmasim, run
from test_workloads import NAMES, scenario_with_windows

RANKS = 16
NETWORKS = {
    "flow": {"network": {"model": "flow"}},
    "torus": {"topology": "torus", "torus": {"dimensions": [4, 2, 2]}},
    "fat tree, flow": {"topology": "fat_tree", "network": {"model": "flow"}},
    "dragonfly": {"topology": "dragonfly", "ranks_per_node": 2},
    "platform file, flow": {"topology": "file", "network": {"model": "flow"}},
}


def settings_of(network):
    settings = dict(NETWORKS[network])
    if settings.get("topology") == "file":
        settings["file"] = str(platform(RANKS))
    return {"platform": settings}


def test_what_cannot_be_built_is_told(tmp_path):
    """The error is reported before anything runs, and no file stays behind."""
    folders = set(pathlib.Path(tempfile.gettempdir()).glob("rmasim-*"))
    (tmp_path / "broken.xml").write_text("<platform>")
    (tmp_path / "profile.xml").write_text(
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">"
        "<host id=\"h\" speed=\"1Gf\" speed_file=\"none.txt\"/></zone></platform>\n")
    for setting, found in [
            ("torus.dimensions=[2,2]", "found room for 4 nodes; allowed: at least the 16 nodes that the ranks need"),
            (f"file={platform(8)}", 'found 8 hosts in "'),
            (f"file={tmp_path}/broken.xml", "Invalid XML"),
            (f"file={tmp_path}/profile.xml", "profile.xml\": Cannot open file 'none.txt'"),
            (f"file={tmp_path}/none.xml", "allowed: an existing file, but there is no file")]:
        topology = setting.split(".", maxsplit=1)[0].split("=", maxsplit=1)[0]
        finished = run(WORKLOADS / "put_fence.c", 1, ranks=16, options=(
            "--set", f"platform.topology={topology}", "--set", f"platform.{setting}"))
        assert (finished.returncode, finished.stdout) == (2, "") and found in finished.stderr, finished.stderr
    assert set(pathlib.Path(tempfile.gettempdir()).glob("rmasim-*")) == folders


def test_a_platform_file_lies_beside_the_file_that_names_it(tmp_path):
    shutil.copy(platform(4), tmp_path / "here.xml")
    (tmp_path / "run.json").write_text(json.dumps({"ranks": 4, "exec": [str(built(WORKLOADS / "put_fence.c")), 1],
                                                   "platform": {"topology": "file", "file": "here.xml"}}))
    finished = rmasim("run", tmp_path / "run.json")
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("network", NETWORKS)
def test_packets_are_those_of_the_scenario(network, tmp_path):
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps(settings_of(network)))
    options = ("--patch", patch)
    for name in NAMES:
        path = scenario_with_windows(name, "newrma", tmp_path)
        wanted = json.loads(rmasim("run", path, "--format", "json", "--set", f"ranks={RANKS}", *options).stdout)
        got = result(WORKLOADS / f"{name.replace('-', '_')}.c", 10, ranks=RANKS, options=options)
        assert got["messages"]["by_kind"] == wanted["messages"]["by_kind"], name
        assert got["messages"]["bytes"] == wanted["messages"]["bytes"], name


MESSAGES = r"""
#include <mpi.h>
#include <stdio.h>
enum { bytes = 125000 };  // 10 us at 100 Gbps
static char data[bytes], memory[bytes];

// Rank 0 sends to the rank that is named, and puts to the one behind it at the same time if it is asked to.
int main(int argc, char** argv) {
    int rank, to = argv[1][0] - '0', puts = argc > 2;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    const double began = MPI_Wtime();
    if (puts && rank == 0) MPI_Put(data, bytes, MPI_BYTE, to + 1, 0, bytes, MPI_BYTE, win);
    if (rank == 0) MPI_Send(data, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    if (rank == to) MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == to) printf("took %.2f us\n", 1e6 * (MPI_Wtime() - began));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
"""


# The options of `cc`; how often the message's packets cross the network one after the other, in the own host because a
# long message is announced and asked for; the CPU time of the ranks in us; and when the data are sent.
HOSTS = pytest.mark.parametrize("host", [((), 3, 0.5, 2.3), (("--smpi",), 1, 0, 0)], ids=["own", "smpi"])


def time_of_message(folder, host, *arguments, options=()):
    (folder / "messages.c").write_text(MESSAGES)
    assert rmasim("cc", *host[0], "-o", folder / "messages", folder / "messages.c").returncode == 0
    finished = rmasim("exec", "-n", 4, *options, folder / "messages", *arguments)
    assert finished.returncode == 0, finished.stderr
    (line,) = [line for line in finished.stdout.splitlines() if line.startswith("took")]
    return float(line.split()[1])


@HOSTS
def test_links_of_messages_that_change(host, tmp_path):
    """From 5 us on, when no packet is in transit, the links have a hundredth of their bandwidth. So the message takes 1
    ms."""
    links = json.dumps([{"link": "node0_*", "bandwidth": [{"at_ns": 5000, "percent": 1}]}])
    options = ("--set", "platform.network.model=flow", "--set", f"faults.links={links}")
    assert time_of_message(tmp_path, host, 1, options=options) == pytest.approx(1000, rel=0.02)


@HOSTS
def test_messages_cross_the_machine_of_the_scenario(host, tmp_path):
    """The bytes take 10 us in addition to the latency. In a cluster, the latency is that of the whole route. In a ring
    of four nodes, it is that of one or two links. On one node, the latency is that of the node, and the bandwidth is
    four times as large."""
    torus = ("--set", "platform.topology=torus", "--set", "platform.torus.dimensions=[4]")
    one_node = ("--set", "platform.ranks_per_node=4")
    _, crossings, cpu, _ = host
    for to, options, bytes_us, latency_us in ((2, (), 10, 1), (1, torus, 10, 1), (2, torus, 10, 2),
                                              (2, one_node, 2.5, 0.2)):
        wanted = bytes_us + crossings * latency_us + cpu
        assert time_of_message(tmp_path, host, to, options=options) == pytest.approx(wanted, abs=0.2), (to, options)


@HOSTS
def test_under_flow_puts_and_messages_share_links(host, tmp_path):
    """Rank 0's link carries a put and a message at the same time. Each gets half of the bandwidth, so the message takes
    10 us longer, less the time before its data are sent. (Under ch4 a put is sent at once.)"""
    options = ("--family", "ch4", "--set", "platform.network.model=flow")
    alone = time_of_message(tmp_path, host, 1, options=options)
    together = time_of_message(tmp_path, host, 1, "put", options=options)
    assert together - alone == pytest.approx(10 - host[3], abs=0.2)


def test_under_loggp_puts_and_messages_of_smpi_do_not_affect_each_other(tmp_path):
    options = ("--family", "ch4")
    smpi = (("--smpi",), 1, 0, 0)
    alone = time_of_message(tmp_path, smpi, 1, options=options)
    assert time_of_message(tmp_path, smpi, 1, "put", options=options) == pytest.approx(alone, abs=0.2)
