// Predicts the final synchronisation counters of a random program. Every request that is started is waited for, and
// sends one signal each time. Every signal belongs to a START that no reset discards.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::fuzz {

class CounterModel {
public:
    explicit CounterModel(const RandomProgram& program);

    // Returns the first difference at a rank and a window, as text: "sent: 3, and should be 4"; nullopt if there is
    // none. Values are compared only if the rank has one thread: several threads may allocate their counters in any
    // order.
    std::optional<std::string> difference(const sim::Family& family, const Process& process, Rank rank,
                                          WindowId window) const;

private:
    struct Counts {
        std::uint64_t allocated = 0;
        std::uint64_t sent = 0;  // number of signals
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
