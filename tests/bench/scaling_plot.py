"""The plot of scaling.py: CPU time over packets, both logarithmic, one line per workload."""

import matplotlib

matplotlib.use("Agg")
# Reproducible to the byte: no dates, no random ids.
matplotlib.rcParams["svg.hashsalt"] = "rmasim"
matplotlib.rcParams["svg.fonttype"] = "none"

import matplotlib.pyplot as plt  # noqa: E402  (the backend is chosen first)

RECORDED = {"color": "#999999", "linestyle": "--"}


def draw(rows, loggopsim, path):
    figure, axes = plt.subplots(figsize=(7, 4.5))
    for about in dict.fromkeys(row["workload"] for row in rows):
        mine = [row for row in rows if row["workload"] == about]
        axes.plot([row["packets"] for row in mine], [row["cpu_s"] for row in mine], marker="o", label=about)
    for marker, name in zip("s^", dict.fromkeys(pair["case"]["scenario"] for pair in loggopsim)):
        cases = [pair["case"] for pair in loggopsim if pair["case"]["scenario"] == name]
        axes.plot([case["messages"] for case in cases], [case["cpu_s"] for case in cases], marker=marker,
                  label=f"LogGOPSim, recorded: {name}", **RECORDED)
    axes.set(xscale="log", yscale="log", xlabel="packets", ylabel="CPU seconds of the whole process")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
