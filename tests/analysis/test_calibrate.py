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
    # The interface limits a stream of small messages; the processor limits two streams, which take 4.1 us.
    Message(latency_ns=14000, overhead_ns=2000, byte_ns=0.17, gap_ns=3300, copy_byte_ns=0.2, copy_limit_bytes=65536,
            copy_segment_bytes=16384, rendezvous_bytes=131072),
)
PARTS = 0.02


def osu(name, unit, values):
    rows = "".join(f"{size:<10}{value:>20.2f}\n" for size, value in values)
    return f"# OSU MPI{name} Test v5.8\n# Size          {unit}\n{rows}"


def latencies(message):
    return [(size, message.one_way_ns(size) / 1000) for size in SIZES]


def bandwidths(message):
    return [(size, size / message.in_round_ns(size) * 1000) for size in SIZES]


def both_ways(message):
    return [(size, 2 * size / message.both_ways_ns(size) * 1000) for size in SIZES]


def outputs(folder, message):
    """The outputs of osu_latency, osu_bw and osu_bibw on a machine with these parameters."""
    texts = {"latency.txt": osu(" Latency", "Latency (us)", latencies(message)),
             "bw.txt": osu(" Bandwidth", "Bandwidth (MB/s)", bandwidths(message)),
             "bibw.txt": osu(" Bi-Directional Bandwidth", "Bandwidth (MB/s)", both_ways(message))}
    return [written(folder / name, text) for name, text in texts.items()]


def written(file, text):
    file.write_text(text, encoding="utf-8")
    return str(file)


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
    assert network["gap_ns"] == pytest.approx(message.gap_ns, rel=PARTS)
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
        text = osu(f"_{name}", "Latency (us)", [(8, (put_ns + more_ns) / 1000), (1 << 20, 90)])
        files.append(written(tmp_path / f"{name[:3]}.txt", text))
    text = osu("_Accumulate latency", "Latency (us)", [(8, 3.2), (1 << 20, 90 + 524.288)])
    files.append(written(tmp_path / "acc.txt", text))
    got, _ = calibrated(tmp_path, "--native", *files)
    nic = got["platform"]["nic"]
    # OSU prints 10 ns as the last digit.
    assert nic["operation_ns"] == pytest.approx(120, abs=20) and nic["overhead_ns"] == pytest.approx(300, abs=10)
    assert nic["read_ns"] == pytest.approx(250, abs=10) and nic["atomic_ns"] == pytest.approx(150, abs=10)
    assert got["costs"]["reduce_ns"] == pytest.approx(0.5, rel=PARTS)


def test_a_node_gets_the_rates_of_load_and_store(tmp_path):
    """A put takes 0.6 us, and 8, 4 or 2 bytes a nanosecond. An accumulate takes 0.4 us more, and 1.5 ns an element."""
    def put_us(size):
        return 0.6 + size / (8 if size <= 16 << 10 else 4 if size <= 256 << 10 else 2) / 1000

    puts = written(tmp_path / "put.txt", osu("_Put Latency", "Latency (us)", [(size, put_us(size)) for size in SIZES]))
    sums = osu("_Accumulate latency", "Latency (us)", [(1, 1.0), (1 << 20, put_us(1 << 20) + 0.0015 * (1 << 20))])
    got, _ = calibrated(tmp_path, "--within-node", *outputs(tmp_path, KNOWN[2]), puts,
                        written(tmp_path / "acc.txt", sums))
    costs, network = got["costs"], got["platform"]["network"]
    assert 2 * costs["call_ns"] + costs["direct_ns"] == pytest.approx(600, rel=PARTS)
    assert 2 * costs["mutex_ns"] == pytest.approx(400, rel=PARTS)
    assert costs["reduce_ns"] == pytest.approx(1.5, rel=PARTS)
    rates = [costs[f"direct_{name}_gbps"] for name in ("small", "medium", "large")]
    assert rates == [pytest.approx(8 * rate, rel=PARTS) for rate in (8, 4, 2)]
    assert network["node_latency_ns"] == pytest.approx(KNOWN[2].latency_ns, rel=PARTS) and "gap_ns" not in network


@pytest.mark.parametrize("message, gap_ns, pairs", [(KNOWN[0], 0, 1), (KNOWN[3], KNOWN[3].gap_ns, 1),
                                                    (KNOWN[3], KNOWN[3].gap_ns, 4)])
def test_many_small_messages_give_the_gap(tmp_path, message, gap_ns, pairs):
    """The rate of osu_mbw_mr gives the gap, unless the processor needs as long for a message."""
    times = [(size, message.in_round_ns(size, 64 * pairs)) for size in SIZES]
    rows = "".join(f"{size:<10}{size / ns * 1000:>20.2f}{1e9 / ns:>20.2f}\n" for size, ns in times)
    text = ("# OSU MPI Multiple Bandwidth / Message Rate Test v5.8\n"
            f"# [ pairs: {pairs} ] [ window size: 64 ]\n# Size MB/s Messages/s\n{rows}")
    latency, bandwidth, _ = outputs(tmp_path, message.changed(gap_ns=0.0))
    got, _ = calibrated(tmp_path, latency, bandwidth, written(tmp_path / "rate.txt", text))
    assert got["platform"]["network"]["gap_ns"] == pytest.approx(gap_ns, rel=PARTS)


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


def test_a_truncated_bandwidth_is_refused(tmp_path):
    """The bandwidth would be too small."""
    latency = written(tmp_path / "latency.txt", WHOLE)
    bandwidth = written(tmp_path / "bw.txt", osu(" Bandwidth", "Bandwidth (MB/s)", bandwidths(KNOWN[0])[:14]))
    done = verb("calibrate", latency, bandwidth)
    assert done.returncode == 2 and "bw up to 8192 bytes" in done.stderr and "truncated" in done.stderr, done.stderr
    assert bandwidth in done.stderr and not done.stdout


@pytest.mark.parametrize("puts, said", [([(1, 0.6), (1 << 20, 90)], "no put of 16384 bytes"),
                                        ([(size, 0.6) for size in SIZES], "0.6 us for 16384 bytes")])
def test_puts_within_a_node_that_give_no_rates_are_refused(tmp_path, puts, said):
    put = written(tmp_path / "put.txt", osu("_Put Latency", "Latency (us)", puts))
    done = verb("calibrate", "--within-node", *outputs(tmp_path, KNOWN[2]), put)
    assert done.returncode == 2 and said in done.stderr and not done.stdout, done.stderr


def test_other_bytes_and_folders_are_refused(tmp_path):
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 8)
    for path, said in ((binary, "no heading of a known benchmark"), (tmp_path, "directory")):
        done = verb("calibrate", path)
        assert done.returncode == 2 and said in done.stderr and str(path) in done.stderr, done.stderr


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
