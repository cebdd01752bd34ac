// IBARRIER as a dissemination barrier. In round k every rank sends a packet to rank + 2^k (mod size). After ceil(log2
// size) rounds, each rank depends on packets of all others, directly or indirectly. Each rank sends ceil(log2 size)
// packets.
//
// Instances may overlap: a fence with NOPRECEDE enters the next instance without waiting for the previous one. One
// counter of received packets per round is still enough. All packets of round k come from the same rank, so n received
// packets of round k, in any order, mean that n instances have passed round k - 1 at the sender. The number of packets
// sent follows from these counters: in round 0, it is the number of instances entered; in round k + 1, it is the
// minimum of the numbers of packets sent and received in round k.
//
// A process has many windows and each has a barrier, so a counter has only 16 bits. This suffices while processes are
// fewer than 2^15 instances apart. `enter` refuses an instance beyond that distance.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/serial_number.h"
#include "protocol/base/types.h"

#include <array>
#include <bit>

namespace rmasim {

// The state of one process in a sequence of barriers of a group. All ranks in this class are communicator ranks of this
// group.
class Barrier {
public:
    using Instance = std::uint32_t;  // number of an instance; the first one has number `start` + 1

    Barrier(Rank rank, Rank size, Instance start = usual_start)
        : rank_(static_cast<std::uint32_t>(rank) % (1u << max_rounds)), reached_(0), size_(size), entered_(start),
          completed_(static_cast<std::uint16_t>(start)) {
        received_.fill(static_cast<std::uint16_t>(start));
    }

    // Enters the next instance and returns its number. Calls `send(peer, round)` for each packet that is due. Throws
    // ErroneousProgram if 32,767 instances are incomplete.
    template <class Send>
    Instance enter(Send send) {
        if (entered_ - last_completed() == max_apart) throw_too_far_ahead();
        ++entered_;
        reached_ = 0;
        advance(0, entered_ - 1, entered_, send);
        return entered_;
    }

    // Handles the arrival of a packet of `round`. Calls `send(peer, round)` for each packet that becomes due.
    template <class Send>
    void arrived(unsigned round, Send send) {
        const std::uint32_t sent = sent_of(round);
        const std::uint32_t before = received(round);
        if (before - entered_ == max_apart) throw ProtocolError("a process is 2^15 barriers ahead of another");
        ++received_[round];
        advance(round + 1, earlier_of(sent, before), earlier_of(sent, before + 1), send);
    }

    bool completed(Instance instance) const { return !is_before(last_completed(), instance); }
    Instance entered() const { return entered_; }
    // True if `round` is the last round: if all ranks advance in step, only its packets complete an instance.
    bool may_end_with(unsigned round) const { return round + 1 == rounds(); }
    Rank rank() const { return static_cast<Rank>(rank_); }
    Rank size() const { return size_; }

    // For reports: the first round in which `instance` lacks a packet, and the rank that must send this packet.
    unsigned missing_round(Instance instance) const;
    Rank missing_from(Instance instance) const;

private:
    static constexpr unsigned max_rounds = 27;  // 2^27 ranks
    static constexpr std::uint32_t max_apart = 0x7FFF;

    [[noreturn]] static void throw_too_far_ahead() {
        throw ErroneousProgram(Call::barrier, "32,767 barriers have begun here and none of them has ended, because "
                                              "another rank has not begun them: no more are kept apart");
    }
    // Extends a counter to 32 bits. Its value must be less than 2^15 away from the newest instance.
    std::uint32_t whole(std::uint16_t number) const {
        return entered_ + static_cast<std::uint32_t>(static_cast<std::int16_t>(number - entered_));
    }
    std::uint32_t received(unsigned round) const { return whole(received_[round]); }
    Instance last_completed() const { return whole(completed_); }
    unsigned rounds() const { return static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(size_ - 1))); }

    // Number of packets of `round` sent so far.
    std::uint32_t sent_of(unsigned round) const {
        if (round <= reached_) return entered_;
        std::uint32_t sent = entered_;
        for (unsigned earlier = 0; earlier < round; ++earlier) sent = earlier_of(sent, received(earlier));
        return sent;
    }

    // Sends `due` - `sent` packets of `round`, of which `sent` were sent before. Then sends the packets of later rounds
    // that become due.
    template <class Send>
    void advance(unsigned round, std::uint32_t sent, std::uint32_t due, Send send) {
        for (; is_before(sent, due); ++round) {
            if (round == rounds()) {
                completed_ = static_cast<std::uint16_t>(due);
                return;
            }
            if (due == entered_) reached_ = round % (1u << (32 - max_rounds));
            for (std::uint32_t i = sent; i != due; ++i) {
                send(static_cast<Rank>((rank() + (std::int64_t{1} << round)) % size_), round);
            }
            sent = earlier_of(sent, received(round));
            due = earlier_of(due, received(round));
        }
    }

    std::uint32_t rank_ : max_rounds;
    std::uint32_t reached_ : 32 - max_rounds;  // the last round in which the newest instance has sent its packet
    Rank size_;
    Instance entered_;         // the newest entered instance
    std::uint16_t completed_;  // the newest complete instance
    // For each round, the number of packets received so far.
    std::array<std::uint16_t, max_rounds> received_;
};

}  // namespace rmasim
