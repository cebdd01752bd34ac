// A limit of the CPU time for which a program may compute without any call that the simulator observes. It ends loops
// of ordinary loads, which nothing else can detect. The limit depends on the machine, so it is not reproducible.
#pragma once

#include <cstdint>

namespace rmasim::sim {

// Begins to measure. If the limit is reached, the thread that computes continues in `reached` instead of its program.
// `instruction` is the program's instruction that the thread was about to execute. A limit of 0 is no limit. Must be
// called at most once per process. `in_simulator` returns true if the simulation runs, and no program; a signal handler
// calls it.
void limit_cpu_time(std::int64_t max_cpu_s, bool (*in_simulator)(), void (*reached)(const void* instruction));

// Records a call that the simulator observes. The CPU time starts again at 0.
void note_activity();

}  // namespace rmasim::sim
