// The fence by counts: every process sends every other process the number of its operations on each part of the window.
// A process that has received all counts can leave the fence: all processes have entered it, and the process has the
// number of changes of each part. Ranks in this file are communicator ranks.
#pragma once

#include "protocol/base/serial_number.h"
#include "protocol/base/types.h"

#include <array>
#include <span>
#include <vector>

namespace rmasim::shm {

class CountExchange {
public:
    // `start` is one less than the first exchange's number.
    CountExchange(Rank rank, Rank ranks, std::uint32_t start = usual_start);

    // Enters the next exchange and returns its number.
    std::uint32_t enter() { return ++entered_; }
    // Handles the counts of `source` for exchange `instance`: `row` has the number of operations of `source` on each
    // process's part of the window. `instance` may be one ahead of this process's current exchange.
    void arrived(Rank source, std::uint32_t instance, std::span<const std::uint32_t> row);

    bool complete(std::uint32_t instance) const { return half(instance).missing == 0; }
    std::uint32_t entered() const { return entered_; }
    // Returns the number of operations of other processes on the part of `owner` before exchange `instance`.
    // Precondition: complete(instance).
    std::uint32_t changes(std::uint32_t instance, Rank owner) const {
        return half(instance).changes[static_cast<std::size_t>(owner)];
    }
    // Ends exchange `instance`. Its storage is reused for the exchange after the next.
    void end(std::uint32_t instance);

    template <class Visit>
    void for_each_missing(std::uint32_t instance, Visit visit) const {
        const std::vector<bool>& heard = half(instance).heard;
        for (std::size_t rank = 0; rank < heard.size(); ++rank) {
            if (!heard[rank]) visit(static_cast<Rank>(rank));
        }
    }
    std::size_t bytes() const;

private:
    // The storage of one exchange. Two objects of this type are enough: another process needs this process's counts to
    // continue, so it is at most one exchange ahead.
    struct Half {
        std::uint32_t missing;
        std::vector<bool> heard;  // by rank: true if the rank's row has arrived, and for this process
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
