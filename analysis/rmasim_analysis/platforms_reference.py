"""Generates scenarios/PLATFORMS.md from `rmasim platforms`. The page has the network presets with their sources."""

INTRODUCTION = """# Network presets

Generated from `rmasim platforms` by `tests/pages/pages.py --write`.

Published parameters of real networks, for `platform.preset`:

    "platform": { "preset": "slingshot-alps-2022", "network": { "gap_ns": 20 } }

    rmasim run FILE --set platform.preset=infiniband-azure-2022
    rmasim sweep FILE --vary platform.preset=infiniband-tukey-2013,aries-daint-2022,slingshot-alps-2022

A preset replaces the defaults of five settings of `platform.network`. A value in the scenario or of `--set` replaces
the preset's value; the result lists such settings under `network_preset.changed`. A preset changes nothing else: the
processor's times for calls, packets and copies (`costs`), `header_bytes` and the times within a node remain the
defaults, which are no measurements.

[VALIDATION.md](../analysis/VALIDATION.md) compares simulated with measured times of one-sided communication. Its
machines also have fitted `costs`. No clean measurements of an RDMA network are public, so presets of RDMA networks are
not validated for one-sided communication. [COSTS.md](../analysis/COSTS.md) has the cost model, and `rmasim calibrate`
fits its parameters to benchmarks of your own machine.

Every number was read in the file that its source names. Papers whose parameters could not be read at their source are
left out.

The model is LogGP. `latency_ns` is L, from node to node; `overhead_ns` is o (for each packet sent, and for each
received), `gap_ns` is g, and `bandwidth_gbps` is 1 / G, in Gb/s. `rendezvous_bytes` is S, the largest message that is
sent without a round trip before its data.

"""
HEADS = ("preset", "network", "latency_ns", "bandwidth_gbps", "gap_ns", "overhead_ns", "rendezvous_bytes")
PARTS = (("reported", "Reported"), ("derived", "Derived"), ("leaves_out", "Left out"), ("one_sided", "One-sided"),
         ("source", "Source"))


def page(presets):
    """The page. `presets` has the presets by name, as `rmasim platforms` lists them."""
    rows = [(f"[{name}](#{name})", one["network"], *(f"{one['settings'][head]:,}" for head in HEADS[2:]))
            for name, one in presets.items()]
    lines = [line(HEADS), line(("---", "---", *["---:"] * (len(HEADS) - 2))), *map(line, rows)]
    for name, one in presets.items():
        lines += ["", f"## {name}", "", f"{one['network']}, {one['year']}.", ""]
        lines += [f"- {title}: {one[part]}" for part, title in PARTS]
    return INTRODUCTION + "\n".join(lines) + "\n"


def line(cells):
    return "| " + " | ".join(cells) + " |"
