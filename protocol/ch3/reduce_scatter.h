// REDUCE_SCATTER of one integer for each member of a window (CH3-COLL-2): recursive halving, or pairwise where the
// integers of all have 512 KiB or more. It counts in places of the window's group, as the ranks below are. Messages of
// one step may come before their receiver has reached it; they are kept.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/base/serial_number.h"

#include <vector>

namespace rmasim::ch3 {

// A message of one step: the integers `first` to `first + count - 1` go to `peer`, and those of the partner come.
struct ReduceStep {
    Rank send_to = no_rank;  // no_rank: nothing is sent
    Rank receive_from = no_rank;
    std::uint32_t send_first = 0;
    std::uint32_t send_count = 0;
    std::uint32_t receive_first = 0;
    std::uint32_t receive_count = 0;
    bool replaces = false;  // what comes is the result, not a summand
};

// The steps of `rank` among `ranks`, in order.
std::vector<ReduceStep> reduce_scatter_steps(Rank rank, Rank ranks);

class ReduceScatter {
public:
    ReduceScatter(Rank rank, Rank ranks, std::uint32_t start) : rank_(rank), ranks_(ranks), instance_(start) {}

    // Begins the next one: `marks` has an integer for each rank.
    void begin(std::vector<std::uint32_t> marks);
    bool under_way() const { return step_ < steps_.size(); }
    const ReduceStep& step() const { return steps_[step_]; }
    std::uint32_t instance() const { return instance_; }
    bool sent() const { return sent_; }
    void note_sent() { sent_ = true; }
    const std::uint32_t* marks() const { return marks_.data(); }

    void arrived(const Packet& packet) { early_.push_back(packet); }
    // The message that the current step waits for, which comes from process `sender`. It is removed; false if it has
    // not come.
    bool take(Packet& packet, Rank sender);
    // Adds what came, or takes it as the result, and goes on to the next step. `data` may be null: it needs none.
    void advance(const std::uint32_t* data);

    std::uint32_t result() const { return marks_[static_cast<std::size_t>(rank_)]; }
    std::size_t bytes() const {
        return early_.capacity() * sizeof(Packet) + steps_.capacity() * sizeof(ReduceStep) +
               marks_.capacity() * sizeof(std::uint32_t);
    }

private:
    Rank rank_;
    Rank ranks_;
    std::uint32_t instance_;
    std::size_t step_ = 0;
    bool sent_ = false;
    std::vector<ReduceStep> steps_;
    std::vector<std::uint32_t> marks_;
    std::vector<Packet> early_;
};

}  // namespace rmasim::ch3
