// One simulated rank: its protocol process, its threads, its clock.
#pragma once

#include "protocol/base/process.h"
#include "sim/faults/rank_faults.h"
#include "sim/ranks/thread.h"
#include "sim/run/time_use.h"

#include <memory>
#include <vector>

namespace rmasim::sim {

struct RankState {
    RankState(std::unique_ptr<Process> process, std::vector<Thread> threads, Random turns)
        : process(std::move(process)), threads(std::move(threads)), turns(turns) {}

    std::unique_ptr<Process> process;
    std::vector<Thread> threads;
    Random turns;                 // which thread is next; only drawn from where there is a choice
    std::uint32_t calls = 0;      // threads inside one
    std::uint32_t at_call = 0;    // threads that wait for their turn to begin one
    std::uint32_t finished = 0;   // threads that are done with their program
    bool turn_scheduled = false;  // there is a take_turn event
    bool agent_at_work = false;   // the agent, not the rank, is handling a packet
    Time clock = 0;               // until when the rank's CPU is taken by the library
    Time agent_clock = 0;         // until when the progress agent's is
    Time last_departure = 0;      // of a packet
    // A rank makes progress only inside MPI calls; packets that come while it computes wait here for the next one, if
    // no agent takes them.
    std::vector<Packet> inbox;
    TimeUse time_use{};
    RankFaults* faults = nullptr;  // null where the scenario has none
    bool dead = false;
    std::uint64_t calls_begun = 0;  // counted where there are faults

    Rank rank() const { return process->rank(); }
    // All threads are: in MPI_FINALIZE the rank goes on making progress for the others.
    bool is_finished() const { return finished == threads.size(); }
    Time working_clock() const { return agent_at_work ? agent_clock : clock; }
};

}  // namespace rmasim::sim
