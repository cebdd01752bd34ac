// What can happen next in a world without a clock.
#pragma once

#include "protocol/base/types.h"
#include "sim/input/model/program.h"

#include <cstdint>
#include <string>

namespace rmasim::sim {

// Who makes a move: a thread, or the channel that delivers a pair's packets in order, or, where packets may overtake
// each other, a single packet. An actor has at most one move at a time, and that stays possible until it is made.
using Actor = std::uint64_t;

// A step of a run counts from 1; 0 stands for the time before the first.
using StepNumber = std::uint32_t;

struct Move {
    enum class Kind : std::uint8_t {
        go_on,         // a thread's program goes on: up to its next call, which begins, or to its end
        receive,       // a packet arrives
        go_on_inside,  // a rank takes a mutex that it asked for, or goes on with what it does under mutexes
        settle,        // nothing else moves any more: what the rank has stored reaches shared memory
    };
    Kind kind = Kind::go_on;
    ThreadId thread = 0;        // go_on
    Rank rank = 0;              // where it happens: all that it changes is there, apart from packets sent
    Rank source = no_rank;      // receive
    std::uint32_t number = 0;   // receive: the packet's among those of its pair, from 1
    StepNumber sent_by = 0;     // receive: the step in which the packet was sent; go_on_inside: in which another rank
                                // gave the mutex back
    StepNumber enabled_by = 0;  // an earlier step at the same rank without which this one is not possible
    Actor actor = 0;
};

}  // namespace rmasim::sim
