// REDUCE_SCATTER of one integer for each member of a window (CH3-COLL-2): recursive halving, or pairwise exchange if
// all integers together have 512 KiB or more. The ranks in this file are communicator ranks. A message may arrive
// before its receiver has reached the message's step; then it is kept.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/base/serial_number.h"

#include <vector>

namespace rmasim::ch3 {

// One step: sends `send_count` integers from `send_first` on to `send_to`, and receives `receive_count` integers from
// `receive_first` on from `receive_from`.
struct ReduceStep {
    Rank send_to = no_rank;  // no_rank: nothing is sent
    Rank receive_from = no_rank;
    std::uint32_t send_first = 0;
    std::uint32_t send_count = 0;
    std::uint32_t receive_first = 0;
    std::uint32_t receive_count = 0;
    bool replaces = false;  // the received integers are the result, not summands
};

// Returns the steps of `rank` among `ranks`, in order.
std::vector<ReduceStep> reduce_scatter_steps(Rank rank, Rank ranks);

class ReduceScatter {
public:
    ReduceScatter(Rank rank, Rank ranks, std::uint32_t start) : rank_(rank), ranks_(ranks), instance_(start) {}

    // Begins the next reduction. `marks` has an integer for each rank.
    void begin(std::vector<std::uint32_t> marks);
    bool under_way() const { return step_ < steps_.size(); }
    const ReduceStep& step() const { return steps_[step_]; }
    std::uint32_t instance() const { return instance_; }
    bool sent() const { return sent_; }
    void note_sent() { sent_ = true; }
    const std::uint32_t* marks() const { return marks_.data(); }

    void arrived(const Packet& packet) { early_.push_back(packet); }
    // Removes the message of the current step, sent by process `sender`, into `packet`. False if it has not arrived.
    bool take(Packet& packet, Rank sender);
    // Adds the received integers, or stores them as the result, and begins the next step. `data` may be null if the
    // step receives nothing.
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
