// The recording of a run, for `exec --record`: it is written as a scenario, which is proved by a run of its own.
#pragma once

#include "sim/mpi/program_run.h"
#include "sim/mpi/recorded/recorder.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Recordings of the program with other numbers of ranks (`program.record_also`), as packed() returns them.
using OtherRecordings = std::vector<std::vector<std::uint8_t>>;
// Makes these recordings, each in a process of its own. Returns nullopt, after an error message, if a run does not end
// well. Must be called before the program is loaded.
std::optional<OtherRecordings> record_with_other_ranks(const ProgramToRun& program);

// Writes the scenario of a run that has finished to the file `program.record`. The scenario is first run, with each
// number of ranks that was recorded. If its packets by kind and pair, or its digest, differ from those of the program,
// there is no file. Returns the exit code. `scenario` is that of the program's run, with its call sites. In a process
// of record_with_other_ranks, the function sends the recording instead.
int write_recording(const ProgramToRun& program, const Recorder& recorder, const Scenario& scenario,
                    const RunResult& result, const OtherRecordings& others);

// Returns the first difference in packets by pair and kind, or in the digest; an empty text if there is none.
std::string first_difference(const RunResult& of_program, const RunResult& of_scenario);

}  // namespace rmasim::sim
