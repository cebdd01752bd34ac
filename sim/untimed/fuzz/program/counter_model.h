// Predicts the final values of the synchronisation counters of a random program. The model assumes that the program
// waits for each request that it starts. Under this assumption, each request that is started sends one signal, and no
// signal is discarded by a reset of a counter.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::fuzz {

class CounterModel {
public:
    explicit CounterModel(const RandomProgram& program);

    // Compares the counters and signals of a window at a process with the prediction. Returns the first difference as
    // text: "sent: 3, and should be 4". Returns nullopt if there is no difference. Values of counters are compared only
    // if ranks have one thread: several threads may allocate their counters in any order.
    std::optional<std::string> difference(const sim::Family& family, const Process& process, Rank rank,
                                          WindowId window) const;

private:
    struct Counts {
        std::uint64_t allocated = 0;
        std::uint64_t sent = 0;  // number of signals sent
        std::uint64_t applied = 0;
        struct Counter {
            bool live = true;
            std::int64_t value = 0;
        };
        std::vector<Counter> counters;  // in the order of their slots
    };

    void take(const RandomProgram& program, Rank rank);
    Counts& counts(Rank rank, WindowId window) { return counts_[static_cast<std::size_t>(rank) * windows_ + window]; }

    WindowId windows_;
    bool compares_values_;
    std::vector<Counts> counts_;  // [rank * windows + window]
};

}  // namespace rmasim::fuzz
