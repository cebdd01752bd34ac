// The fence that exchanges counts: every process tells every other process how many operations it did to each part of
// the window. Here a process is its place in the window's group. A process that has all counts knows that all have
// entered the fence, and which parts have changed.
#pragma once

#include "protocol/base/serial_number.h"
#include "protocol/base/types.h"

#include <array>
#include <span>
#include <vector>

namespace rmasim::shm {

class CountExchange {
public:
    // `start`: before the number of the first exchange.
    CountExchange(Rank rank, Rank ranks, std::uint32_t start = usual_start);

    // Enters the next exchange and returns its number.
    std::uint32_t enter() { return ++entered_; }
    // What `source` did to each process's part before exchange `instance`, which may be one ahead of this process's.
    void arrived(Rank source, std::uint32_t instance, std::span<const std::uint32_t> row);

    bool complete(std::uint32_t instance) const { return half(instance).missing == 0; }
    std::uint32_t entered() const { return entered_; }
    // Operations of other processes on the part of `owner` before the current exchange, which must be complete.
    std::uint32_t changes(std::uint32_t instance, Rank owner) const {
        return half(instance).changes[static_cast<std::size_t>(owner)];
    }
    // Ends the current exchange; its storage is reused for the one after the next.
    void end(std::uint32_t instance);

    std::uint32_t missing(std::uint32_t instance) const { return half(instance).missing; }
    template <class Visit>
    void for_each_missing(std::uint32_t instance, Visit visit) const {
        const std::vector<bool>& heard = half(instance).heard;
        for (std::size_t rank = 0; rank < heard.size(); ++rank) {
            if (!heard[rank]) visit(static_cast<Rank>(rank));
        }
    }
    std::size_t bytes() const;

private:
    // No process gets more than one exchange ahead, because it needs this process's row to continue.
    struct Half {
        std::uint32_t missing;
        std::vector<bool> heard;  // by rank: its row has arrived; always true for the own rank
        std::vector<std::uint32_t> changes;
    };
    Half& half(std::uint32_t instance) { return halves_[instance % 2]; }
    const Half& half(std::uint32_t instance) const { return halves_[instance % 2]; }
    Half fresh() const;

    Rank rank_;
    std::size_t ranks_;
    std::uint32_t entered_;
    std::array<Half, 2> halves_;
};

}  // namespace rmasim::shm
