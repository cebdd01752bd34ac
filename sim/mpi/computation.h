// The virtual time of the program's own computation between its MPI calls. By default this time is zero, so results do
// not depend on the machine that runs the simulator. There are two alternatives:
// - counted: the number of instructions that the program has executed, divided by a given rate. The program must be
//   built with counters (sim/mpi/count/as). Instructions in libraries without counters do not count. Every run has the
//   same virtual time, on any machine.
// - measured: the CPU time on the machine that runs the simulator. The virtual time differs from run to run.
//
//     program     | computes | MPI_Put ...      | computes | MPI_Win_flush
//     this class  begins     takes              begins     takes
#pragma once

#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

class Computation {
public:
    enum class Kind : std::uint8_t { none, counted, measured };

    Computation() = default;
    // `kind` is "none", "measured", or a number of instructions per second. `speed` is only for "measured": the
    // simulated processor's speed relative to the machine that runs the simulator, or 0 if the user gives none. Raises
    // BadInput if an argument is not allowed.
    Computation(const std::string& kind, double speed);

    Kind kind() const { return kind_; }
    std::string name() const;  // "counted", "measured"; empty if computation takes no time
    bool takes_time() const { return kind_ != Kind::none; }

    // Starts to measure when the program continues after an MPI call. Only one rank runs at a time.
    void begins();
    // Returns the virtual time of the computation since the last call of `begins` or `takes`.
    Time takes();

private:
    std::uint64_t now() const;  // returns a number of instructions, or nanoseconds of CPU time

    Kind kind_ = Kind::none;
    double picoseconds_ = 0;  // virtual time for each instruction, or for each nanosecond of CPU time
    std::uint64_t began_ = 0;
};

// The symbol that every program built with counters refers to: the instruction counter.
inline constexpr const char* counter_of_instructions = "rmasim_mpi_instructions";

}  // namespace rmasim::sim
