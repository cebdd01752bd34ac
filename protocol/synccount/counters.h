// The synchronisation counters of a process (SC-SYNC-1). A freed slot is reused for the next counter of the same
// window, with the next generation, so a late signal cannot lower the wrong counter.
#pragma once

#include "protocol/synccount/handle.h"

#include <optional>
#include <vector>

namespace rmasim::synccount {

inline constexpr std::uint32_t none = 0xFFFFFFFF;

struct Counter {
    WindowId window = 0;
    std::uint32_t number = 0;  // among the window's counters at this process, in the order of slots
    std::uint32_t generation = 0;
    bool live = false;      // allocated and not freed
    bool finished = false;  // the counter was lowered to 0 and this was reported; the next START sets the counter
    bool negative = false;  // the next call must raise MPI_ERR_WIN_COUNTER
    bool many = false;      // signals came from several ranks
    std::int64_t value = 0;
    std::int64_t count = 0;       // the value that INIT set
    std::uint32_t object = none;  // the request that uses this counter
    Rank last = no_rank;          // the rank whose signal lowered this counter last
    std::uint64_t lowered = 0;    // number of signals
    std::uint64_t lost = 0;       // number of signals that resets have overwritten
    const char* lost_by = "";     // the call that has overwritten signals last
    std::int64_t lost_from = 0;   // the value that this call has overwritten
};

class CounterTable {
public:
    // Allocates a counter and returns its slot; nullopt if the process has as many counters as handles can name.
    std::optional<std::uint32_t> take(WindowId window);
    void give_back(std::uint32_t slot) { counters_[slot].live = false; }

    Counter& operator[](std::uint32_t slot) { return counters_[slot]; }
    const Counter& operator[](std::uint32_t slot) const { return counters_[slot]; }
    // Returns the live counter of this generation in the slot; null if there is none.
    Counter* find(std::uint32_t slot, std::uint32_t generation) {
        const bool there = slot < counters_.size() && counters_[slot].live;
        return there && counters_[slot].generation == generation ? &counters_[slot] : nullptr;
    }
    std::uint32_t slot_of(const Counter& counter) const {
        return static_cast<std::uint32_t>(&counter - counters_.data());
    }
    const std::vector<Counter>& all() const { return counters_; }
    std::size_t bytes() const { return counters_.capacity() * sizeof(Counter); }

private:
    std::vector<Counter> counters_;
};

// Returns a text such as "counter 1 of rank 2": 1 is the counter's number among the counters of rank 2 for the window.
inline std::string text_of(const Counter& counter, Rank owner) {
    return "counter " + std::to_string(counter.number) + " of rank " + std::to_string(owner);
}

}  // namespace rmasim::synccount
