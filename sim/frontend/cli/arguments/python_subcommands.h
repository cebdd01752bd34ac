// The subcommands that are written in Python, in the package rmasim_analysis. They execute many runs, write pages of
// results, or convert files. The program lists their names and passes its arguments to the package, so that rmasim is a
// single command for the user.
#pragma once

#include <array>

namespace rmasim::sim {

struct PythonSubcommand {
    const char* name;
    // The same text as ABOUT of the subcommand's module `command`. Empty if the help does not list the subcommand.
    const char* about;
};

inline constexpr std::array python_subcommands{
    PythonSubcommand{"sweep", "run a scenario over ranges of its settings, and write one table of all runs"},
    PythonSubcommand{"tune", "find the slots, pools and thresholds that are fastest within a memory limit per rank"},
    PythonSubcommand{"check",
                     "run scenarios and compare them with what they expect, or with earlier results; say what changed"},
    PythonSubcommand{"compare",
                     "set runs side by side: families, settings, scenarios or results; say what differs, and why"},
    PythonSubcommand{"report", "one self-contained HTML page from runs, traces, explorations, sweeps and tunings"},
    PythonSubcommand{"play",
                     "a scenario as one HTML page that runs and explores it in a browser, or as a link to such a page"},
    PythonSubcommand{
        "convert", "from and to other tools: GOAL (LogGOPSim) and TI (SimGrid's SMPI) as a scenario, a trace as OTF2"},
    PythonSubcommand{"calibrate", "fit the parameters of a platform to outputs of OSU's benchmarks, IMB or Netgauge"},
    PythonSubcommand{
        "validate-times",
        "simulate public measurements of one-sided communication, and compare the times with the measured ones"},
    PythonSubcommand{"init-ci", "write a workflow of GitHub Actions that checks the scenarios of a repository"},
    PythonSubcommand{"complete", ""},  // the completion of shells calls it
};

// Replaces this process by Python, with the same arguments. Returns an exit code only if the replacement fails.
int become_python();

}  // namespace rmasim::sim
