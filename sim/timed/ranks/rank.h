// The state of a simulated rank: its protocol process, its threads, its clock.
#pragma once

#include "protocol/base/process.h"
#include "protocol/base/size.h"
#include "sim/programs/thread.h"
#include "sim/timed/costs/nic_atomic_unit.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim {

// State that only some ranks need: ranks that have an agent, poll, have several threads, have faults, or are targets of
// atomic operations of a NIC. It is created at its first use.
struct RareState {
    Time agent_clock = 0;           // the progress agent is busy until this time
    Time interrupted = 0;           // the time that signals have taken from the current computation
    std::optional<Random> turns;    // chooses the next thread; created at the first choice
    std::uint64_t calls_begun = 0;  // counted only if there are faults
    NicAtomicUnit atomics;
};

// The state of a rank. The object fits into one cache line, because a large run iterates over a million ranks again and
// again.
class alignas(64) RankState {
    Thread* first_thread_;
    std::unique_ptr<std::vector<Packet>> inbox_;  // null until the first packet
    std::unique_ptr<RareState> rare_;
    std::uint16_t thread_count_;

public:
    std::uint16_t calls = 0;       // threads inside a call
    std::uint16_t finished = 0;    // threads whose program has finished
    std::uint16_t at_call = 0;     // threads that wait for their turn to begin a call
    std::uint16_t polling = 0;     // threads that make progress while they compute
    bool turn_scheduled = false;   // a run_next_library_call event is pending
    bool agent_at_work = false;    // the agent, not the rank, is handling a packet
    bool agent_scheduled = false;  // a wake_agent event is pending
    bool dead = false;
    std::unique_ptr<Process> process;
    Time clock = 0;           // the MPI library uses the rank's CPU until this time
    Time last_departure = 0;  // the time when the rank's last packet left

    RankState(std::unique_ptr<Process> process, std::span<Thread> threads)
        : first_thread_(threads.data()), thread_count_(static_cast<std::uint16_t>(threads.size())),
          process(std::move(process)) {}

    std::span<Thread> threads() const { return {first_thread_, thread_count_}; }
    void has_now(std::span<Thread> threads) {
        first_thread_ = threads.data();
        thread_count_ = static_cast<std::uint16_t>(threads.size());
    }
    Rank rank() const { return first_thread_->rank; }
    // True if all threads have finished. The rank is then in MPI_FINALIZE, and continues to make progress, because
    // other ranks may access its windows.
    bool is_finished() const { return finished == thread_count_; }

    RareState& rare() {
        if (!rare_) rare_ = std::make_unique<RareState>();
        return *rare_;
    }
    bool is_interrupted() const { return rare_ && rare_->interrupted > 0; }
    Time& working_clock() { return agent_at_work ? rare_->agent_clock : clock; }
    Time working_clock() const { return agent_at_work ? rare_->agent_clock : clock; }

    // Keeps a packet until the rank's next call, since a rank without an agent makes progress only inside MPI calls.
    // The inbox contains packets that have arrived while the rank computes. It also contains packets that the rank
    // itself has sent from the user's memory, as notices that these sends have completed.
    void put_in_inbox(const Packet& packet) {
        if (!inbox_) inbox_ = std::make_unique<std::vector<Packet>>();
        inbox_->push_back(packet);
    }
    bool inbox_is_empty() const { return !inbox_ || inbox_->empty(); }
    // Empties the inbox and returns its packets.
    std::vector<Packet> take_inbox() { return inbox_ ? std::exchange(*inbox_, {}) : std::vector<Packet>(); }
    // Calls `visit(packet)` for each packet in the inbox, including packets that `visit` adds. Then empties the inbox.
    template <class Visit>
    void drain_inbox(Visit visit) {
        if (!inbox_) return;
        for (std::size_t i = 0; i < inbox_->size(); ++i) visit((*inbox_)[i]);
        inbox_->clear();
    }
    void drop_inbox() { inbox_.reset(); }
    // True if the packet is a notice about a completed send of this rank. False if the packet has arrived at this rank.
    bool is_own(const Packet& packet) const { return packet.target != rank(); }
    // Calls `visit(packet)` for each packet that has arrived and is in the inbox.
    template <class Visit>
    void for_each_arrived(Visit visit) const {
        for (std::size_t i = 0; inbox_ && i < inbox_->size(); ++i) {
            if (!is_own((*inbox_)[i])) visit((*inbox_)[i]);
        }
    }
};
static_assert(has_size<RankState, 64>);

}  // namespace rmasim::sim
