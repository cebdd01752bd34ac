"""rmasim calibrate: parameters that are known come back, and files that are no outputs of benchmarks are refused."""

import json

import pytest
from rmasim_analysis.calibrate.readers import read_all
from rmasim_analysis.timing.model import NO_LIMIT, Message, gbps
from verbs import verb

SIZES = [1 << power for power in range(23)]
KNOWN = (
    Message(latency_ns=1200, overhead_ns=300, byte_ns=0.085, copy_byte_ns=0.12, copy_limit_bytes=16384,
            copy_segment_bytes=8192, rendezvous_bytes=32768),
    Message(latency_ns=11000, overhead_ns=2500, byte_ns=0.8, copy_byte_ns=0.2, copy_limit_bytes=65536,
            copy_segment_bytes=16384, rendezvous_bytes=131072),
    Message(latency_ns=900, overhead_ns=150, byte_ns=0.045, copy_byte_ns=0.1, copy_limit_bytes=8192,
            copy_segment_bytes=4096, rendezvous_bytes=NO_LIMIT),
)
PARTS = 0.02


def osu(name, unit, values):
    rows = "".join(f"{size:<10}{value:>20.2f}\n" for size, value in values)
    return f"# OSU MPI{name} Test v5.8\n# Size          {unit}\n{rows}"


def latencies(message):
    return [(size, message.one_way_ns(size) / 1000) for size in SIZES]


def bandwidths(message):
    return [(size, size / message.interval_ns(size) * 1000) for size in SIZES]


def outputs(folder, message):
    """The outputs of osu_latency and osu_bw on a machine with these parameters."""
    files = folder / "latency.txt", folder / "bw.txt"
    files[0].write_text(osu(" Latency", "Latency (us)", latencies(message)), encoding="utf-8")
    files[1].write_text(osu(" Bandwidth", "Bandwidth (MB/s)", bandwidths(message)), encoding="utf-8")
    return [str(file) for file in files]


def calibrated(folder, *arguments):
    out = folder / "platform.json"
    done = verb("calibrate", *arguments, "-o", out)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text(encoding="utf-8")), done.stdout


@pytest.mark.parametrize("message", KNOWN)
def test_known_parameters_come_back(tmp_path, message):
    got, text = calibrated(tmp_path, *outputs(tmp_path, message))
    network, costs = got["platform"]["network"], got["costs"]
    assert network["latency_ns"] == pytest.approx(message.latency_ns, rel=PARTS)
    assert network["overhead_ns"] == pytest.approx(message.overhead_ns, rel=PARTS)
    assert network["bandwidth_gbps"] == pytest.approx(gbps(message.byte_ns), rel=PARTS)
    assert costs["copy_gbps"] == pytest.approx(gbps(message.copy_byte_ns), rel=PARTS)
    assert (costs["copy_limit_bytes"], costs["copy_segment_bytes"], network["rendezvous_bytes"]) == (
        message.copy_limit_bytes, message.copy_segment_bytes, message.rendezvous_bytes)
    assert "median error of the ping-pong: 0." in text


def test_one_sided_outputs_give_the_interface_and_the_reduction(tmp_path):
    message = KNOWN[0]
    files = outputs(tmp_path, message)
    # By hand: two calls, posting, issuing and the completion take 160 ns, the request 300, the wire 2 L and 72 bytes.
    put_ns = 160 + 300 + 2400 + 72 * 0.085 + 120
    for name, more_ns in {"Put Latency": 0, "Get latency": 250, "Fetch_and_op latency": 400}.items():
        files.append(str(tmp_path / f"{name[:3]}.txt"))
        text = osu(f"_{name}", "Latency (us)", [(8, (put_ns + more_ns) / 1000), (1 << 20, 90)])
        (tmp_path / files[-1]).write_text(text, encoding="utf-8")
    files.append(str(tmp_path / "acc.txt"))
    (tmp_path / "acc.txt").write_text(osu("_Accumulate latency", "Latency (us)", [(8, 3.2), (1 << 20, 90 + 524.288)]),
                                      encoding="utf-8")
    got, _ = calibrated(tmp_path, "--native", *files)
    nic = got["platform"]["nic"]
    # OSU prints 10 ns as the last digit.
    assert nic["operation_ns"] == pytest.approx(120, abs=20) and nic["overhead_ns"] == pytest.approx(300, abs=10)
    assert nic["read_ns"] == pytest.approx(250, abs=10) and nic["atomic_ns"] == pytest.approx(150, abs=10)
    assert got["costs"]["reduce_ns"] == pytest.approx(0.5, rel=PARTS)


def test_imb_and_netgauge_are_read(tmp_path):
    imb = tmp_path / "imb.txt"
    imb.write_text("# Benchmarking PingPong\n# #processes = 2\n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                   "            0         1000         2.23         0.00\n"
                   "            8         1000         2.26         3.50\n"
                   "\n# Benchmarking Uniband\n# #processes = 2\n       #bytes #repetitions   Mbytes/sec      Msg/sec\n"
                   "            8         1000         17.5       2189915\n", encoding="utf-8")
    series = read_all([imb]).series
    assert series == {"pingpong": {0: 2.23, 8: 2.26}, "rate": {8: 2189915}, "bw": {8: 17.5}}
    netgauge = tmp_path / "ng.txt"
    netgauge.write_text("# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,PRTT(1,0,s),s) L o_s o_r g G lsqu(g,G)\n"
                        "1 10 13.5 23.2 145.5 6.7 1.10 1.14 -nan -nan -nan\n"
                        "2 10 10.8 20.5 118.6 6.7 1.14 1.06 1.08 0.001 -nan\n", encoding="utf-8")
    measured = read_all([netgauge])
    assert measured.series == {"pingpong": {1: 6.75, 2: 5.4}}
    assert (measured.overhead_us, measured.gap_us) == (pytest.approx(1.12), 1.08)


WHOLE = osu(" Latency", "Latency (us)", latencies(KNOWN[0]))
REFUSED = {
    "empty": ("", "an empty file"),
    "foreign": ("The quick brown fox\n1 2 3\n", "no heading of a known benchmark"),
    "truncated after the heading": ("\n".join(WHOLE.splitlines()[:2]), "no value below the heading of pingpong"),
    "truncated": ("\n".join(WHOLE.splitlines()[:12]) + "\n", "the output is truncated"),
    "truncated in a line": (WHOLE.rsplit(" ", 1)[0].rstrip() + "\n", "the line is incomplete"),
    "no number": (WHOLE.replace("1.91", "fast"), "a size and numbers"),
    "only a bandwidth": (osu(" Bandwidth", "Bandwidth (MB/s)", bandwidths(KNOWN[0])), "no ping-pong"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_files_are_refused(tmp_path, name):
    text, said = REFUSED[name]
    file = tmp_path / "output.txt"
    file.write_text(text, encoding="utf-8")
    done = verb("calibrate", file)
    assert done.returncode == 2 and said in done.stderr and str(file) in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and not done.stdout


def test_a_missing_file_is_refused(tmp_path):
    done = verb("calibrate", tmp_path / "nothing.txt")
    assert done.returncode == 2 and "no such file" in done.stderr


def test_the_plot_is_written(tmp_path):
    verb("calibrate", *outputs(tmp_path, KNOWN[0]), "--plot", tmp_path / "fit.svg", "-o", tmp_path / "p.json")
    assert (tmp_path / "fit.svg").read_text(encoding="utf-8").startswith("<?xml")
