// Diagnoses runs in which ranks wait inside MPI functions that another library executes. The wait-for graph has no such
// waits, because no process of the core records them.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Returns how the program of a rank has ended, if it has ended without MPI_Finalize: "with code 3 without
// MPI_Finalize". Returns an empty string for other ranks.
using EndedEarly = std::function<std::string(Rank)>;

// Returns the first of these causes that applies, or an empty one; for a cycle with the repair of the program:
// 1. a call waits for a rank whose program has ended without MPI_Finalize;
// 2. ranks wait for each other in a cycle, at least one of them in a function of `hosted`;
// 3. a function of `hosted` waits for a rank whose program has ended.
// `calls` are the waiting calls that the core executes, and `hosted` those that the other library executes.
Diagnosis cause_among(const std::vector<StuckCall>& calls, const std::vector<StuckCall>& hosted,
                      const EndedEarly& ended_early);

}  // namespace rmasim::sim
