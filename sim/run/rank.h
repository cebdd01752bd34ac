// One simulated rank: its protocol process, its threads, its clock.
#pragma once

#include "protocol/base/process.h"
#include "sim/faults/rank_faults.h"
#include "sim/ranks/thread.h"
#include "sim/run/time_use.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace rmasim::sim {

// What only few runs have for a rank. One pointer of the rank says whether there is any: other runs test no more.
struct RankExtras {
    RankFaults* faults = nullptr;   // null if the scenario has none
    TimeUse* time_spent = nullptr;  // null unless the result is to have it by rank
};

// What a rank has from its first use on: that of an agent, of polling, of several threads, or of faults.
struct RareState {
    Time agent_clock = 0;           // the progress agent is busy until then
    Time interrupted = 0;           // what signals have taken from the current computation
    std::optional<Random> turns;    // chooses the next thread; made when there is a choice
    std::uint64_t calls_begun = 0;  // counted only if there are faults
};

// Members that every packet needs come first: large runs iterate over a million of these again and again.
struct RankState {
    RankState(std::unique_ptr<Process> process, std::span<Thread> threads)
        : process(std::move(process)), threads(threads) {}

    std::unique_ptr<Process> process;
    std::span<Thread> threads;
    Time clock = 0;                // the library uses the rank's CPU until then
    Time last_departure = 0;       // when its last packet left
    std::uint32_t calls = 0;       // threads inside a call
    std::uint32_t finished = 0;    // threads whose program has ended
    std::uint32_t at_call = 0;     // threads that wait for their turn to begin a call
    std::uint32_t polling = 0;     // threads that make progress while they compute
    bool turn_scheduled = false;   // a take_turn event is pending
    bool agent_at_work = false;    // the agent, not the rank, is handling a packet
    bool agent_scheduled = false;  // a wake_agent event is pending
    bool dead = false;
    RankExtras* extras = nullptr;  // null in most runs
    // A rank makes progress only inside MPI calls. Without an agent, packets that arrive while it computes wait here
    // for its next call; so do packets of its own whose data have left.
    std::vector<Packet> inbox;
    std::unique_ptr<RareState> rare_state;

    RareState& rare() {
        if (!rare_state) rare_state = std::make_unique<RareState>();
        return *rare_state;
    }
    bool is_interrupted() const { return rare_state && rare_state->interrupted > 0; }
    Rank rank() const { return threads.front().rank; }
    // Of the two sorts in `inbox`.
    bool is_own(const Packet& packet) const { return packet.target != rank(); }
    // All threads have ended: the rank is in MPI_FINALIZE and keeps making progress for the others.
    bool is_finished() const { return finished == threads.size(); }
    Time working_clock() const { return agent_at_work ? rare_state->agent_clock : clock; }
};

}  // namespace rmasim::sim
