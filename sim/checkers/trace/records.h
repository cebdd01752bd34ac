// The binary format in which a process of the operating system records trace events for another process of the same run
// of the simulator. The data consist of runs (sequences of events of one node):
//
//   run       a node, the number of bytes that follow, then consecutive events of the node
//   event     the reports of the event and the events that it schedules, in order, then `end`
//   report    the kind of the report, then its arguments; a text follows its length, and other values are as in memory
#pragma once

#include "sim/machine/engine/packed_values.h"

#include <cstdint>
#include <limits>

namespace rmasim::sim {

enum class Record : std::uint8_t {
    end,
    schedules,  // the event schedules another event; the arguments are time, tie, rank
    // The following kinds of records are reports for a trace. Each kind has the name of the function of class Trace
    // that makes the report.
    called,
    outside_mpi,
    waited,
    sent,
    handled,
    note,
    queue,
    lock_wait,
    agent_looks,
    elements,
    counter_changed,
};

struct RunHead {
    std::uint32_t node;
    std::uint32_t bytes;
};
// The value of RunHead::node for a sequence that has the records before the first event of any node.
inline constexpr std::uint32_t before_all_nodes = std::numeric_limits<std::uint32_t>::max();

}  // namespace rmasim::sim
