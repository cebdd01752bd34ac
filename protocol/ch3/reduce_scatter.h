// REDUCE_SCATTER of one integer for each member of a window (CH3-COLL-2): recursive halving, or pairwise exchange if
// all integers together have 512 KiB or more. The ranks in this file are communicator ranks. A message that arrives
// before its receiver has reached the message's step is kept.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/base/serial_number.h"

#include <vector>

namespace rmasim::ch3 {

// One step of REDUCE_SCATTER: sends the `send_count` integers with index `send_first` and up to rank `send_to`, and
// receives the `receive_count` integers with index `receive_first` and up from rank `receive_from`.
struct ReduceStep {
    Rank send_to = no_rank;  // no_rank: nothing is sent
    Rank receive_from = no_rank;
    std::uint32_t send_first = 0;
    std::uint32_t send_count = 0;
    std::uint32_t receive_first = 0;
    std::uint32_t receive_count = 0;
    bool replaces = false;  // the received integers are the result, not summands
};

// Returns the steps of `rank` in a REDUCE_SCATTER of `ranks` ranks, in order.
std::vector<ReduceStep> reduce_scatter_steps(Rank rank, Rank ranks);

class ReduceScatter {
public:
    ReduceScatter(Rank rank, Rank ranks, std::uint32_t start) : rank_(rank), ranks_(ranks), instance_(start) {}

    // Begins the next reduction. `marks` has this process's integer for each rank.
    void begin(std::vector<std::uint32_t> marks);
    bool under_way() const { return step_ < steps_.size(); }
    const ReduceStep& step() const { return steps_[step_]; }
    std::uint32_t instance() const { return instance_; }
    bool sent() const { return sent_; }
    void note_sent() { sent_ = true; }
    const std::uint32_t* marks() const { return marks_.data(); }

    void arrived(const Packet& packet) { early_.push_back(packet); }
    // Moves the message of the current step, which rank `sender` has sent, to `packet`. Returns false if the message
    // has not arrived.
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
