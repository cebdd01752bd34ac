// One simulated rank: its protocol process, its threads, its clock.
#pragma once

#include "protocol/base/process.h"
#include "sim/faults/rank_faults.h"
#include "sim/ranks/thread.h"

#include <memory>
#include <span>
#include <vector>

namespace rmasim::sim {

// What every packet needs comes first; a million of these are gone through again and again.
struct RankState {
    RankState(std::unique_ptr<Process> process, std::span<Thread> threads, Random turns)
        : process(std::move(process)), threads(threads), turns(turns) {}

    std::unique_ptr<Process> process;
    std::span<Thread> threads;
    Time clock = 0;               // until when the rank's CPU is taken by the library
    Time last_departure = 0;      // of a packet
    std::uint32_t calls = 0;      // threads inside one
    std::uint32_t finished = 0;   // threads that are done with their program
    std::uint32_t at_call = 0;    // threads that wait for their turn to begin one
    bool turn_scheduled = false;  // there is a take_turn event
    bool agent_at_work = false;   // the agent, not the rank, is handling a packet
    bool dead = false;
    RankFaults* faults = nullptr;  // null where the scenario has none
    // A rank makes progress only inside MPI calls; packets that come while it computes wait here for the next one, if
    // no agent takes them.
    std::vector<Packet> inbox;
    Time agent_clock = 0;           // until when the progress agent's is
    Random turns;                   // which thread is next; only drawn from where there is a choice
    std::uint64_t calls_begun = 0;  // counted where there are faults

    Rank rank() const { return threads.front().rank; }
    // All threads are: in MPI_FINALIZE the rank goes on making progress for the others.
    bool is_finished() const { return finished == threads.size(); }
    Time working_clock() const { return agent_at_work ? agent_clock : clock; }
};

}  // namespace rmasim::sim
