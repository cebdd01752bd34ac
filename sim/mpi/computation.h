// What the program's own computation takes: the time between its calls of MPI. By default none, so that results do not
// depend on this machine. Otherwise
// - counted: the instructions that the program has executed, at a given rate. It has been built with counters
//   (sim/mpi/count/as); what libraries execute that were not is not counted. The same run takes the same time anywhere.
// - measured: CPU time of this machine, which no run repeats.
//
//     program     | computes | MPI_Put ...      | computes | MPI_Win_flush
//     here        begins     takes         begins         takes
#pragma once

#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

class Computation {
public:
    enum class Kind : std::uint8_t { none, counted, measured };

    Computation() = default;
    // `kind`: "none", "measured", or instructions a second. `speed`: how many times as fast as this machine, if it is
    // measured; 0: not given. Raises BadInput.
    Computation(const std::string& kind, double speed);

    Kind kind() const { return kind_; }
    std::string name() const;  // "counted", "measured"; empty: it takes no time
    bool takes_time() const { return kind_ != Kind::none; }

    // The program goes on, after MPI. One runs at a time.
    void begins();
    // It is back in MPI: what it took since then, or since it was asked for.
    Time takes();

private:
    std::uint64_t now() const;  // instructions, or nanoseconds of CPU time

    Kind kind_ = Kind::none;
    double picoseconds_ = 0;  // for each of these
    std::uint64_t began_ = 0;
};

// What a program with counters refers to.
inline constexpr const char* counter_of_instructions = "rmasim_mpi_instructions";

}  // namespace rmasim::sim
