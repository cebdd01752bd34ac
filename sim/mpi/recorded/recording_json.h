// Recordings in JSON, which a process that records the program with another number of ranks sends to the one that
// writes the scenario.
#pragma once

#include "sim/mpi/recorded/recorder.h"
#include "sim/timed/outcome.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// A recording, and the figures of its run with which those of the scenario are compared.
struct RecordedRun {
    Recording recording{};
    RunResult result{};  // packets by pair and kind, digest and time only
};

// Returns the text of a call site: "halo.c:42 in exchange". Numbers of call sites differ from process to process.
using SiteText = std::function<std::string(std::uint32_t)>;

std::vector<std::uint8_t> packed(const Recording& recording, const RunResult& result, const SiteText& site);
// Forms of the recording that `own` has, too, get the numbers of `own`. The others get numbers of no form.
RecordedRun unpacked(const std::vector<std::uint8_t>& bytes, const Recording& own, const SiteText& site);

}  // namespace rmasim::sim
