// The virtual time of the program's own computation between its MPI calls. By default it is zero, so results do not
// depend on this machine. Otherwise it is
// - counted: from the number of instructions that the program has executed, at a given rate. The program is built with
//   counters (sim/mpi/count/as). Instructions in libraries without counters do not count. Every run takes the same
//   time, on any machine.
// - measured: from the CPU time on this machine. No two runs take the same time.
//
//     program     | computes | MPI_Put ...      | computes | MPI_Win_flush
//     here        begins     takes              begins     takes
#pragma once

#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

class Computation {
public:
    enum class Kind : std::uint8_t { none, counted, measured };

    Computation() = default;
    // `kind`: "none", "measured", or a number of instructions per second. `speed`, for "measured": the simulated
    // processor's speed relative to this machine; 0: not given. Raises BadInput.
    Computation(const std::string& kind, double speed);

    Kind kind() const { return kind_; }
    std::string name() const;  // "counted", "measured"; empty if computation takes no time
    bool takes_time() const { return kind_ != Kind::none; }

    // Starts measuring: the program continues after MPI. Only one rank runs at a time.
    void begins();
    // Returns the time since the last call of `begins` or `takes`.
    Time takes();

private:
    std::uint64_t now() const;  // instructions, or nanoseconds of CPU time

    Kind kind_ = Kind::none;
    double picoseconds_ = 0;  // per instruction, or per nanosecond of CPU time
    std::uint64_t began_ = 0;
};

// The symbol that every program with counters refers to.
inline constexpr const char* counter_of_instructions = "rmasim_mpi_instructions";

}  // namespace rmasim::sim
