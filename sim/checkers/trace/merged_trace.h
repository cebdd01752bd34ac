// The trace of a run that several processes have played by node: what they have recorded (trace_recorder.h), reported
// in the order in which one process that plays in time reports it, to the byte.
//
// That order is the one of events: by time, by tie, and, between nodes, as scheduled, which goes back to the beginning
// of the run. So all events are played once more, in the same queue as there, but without their work: a record says
// what an event reports, and what it schedules. A node's events are in the same order in both, so the next event of a
// node is the next one that its process has recorded.
//
//   process 0   node 0: [reports A, schedules (5, node 0)] [B]      queue  0: node 0, node 1  ->  A
//   process 1   node 1: [reports C, schedules (4, node 1)] [D]             0: node 1          ->  C
//                                                                          4: node 1          ->  D
//                                                                          5: node 0          ->  B
#pragma once

#include "sim/checkers/trace/trace.h"
#include "sim/machine/engine/event_queue.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class MergedTrace {
public:
    // `to` outlives this object. `nodes` of so many ranks each.
    MergedTrace(Trace& to, Rank ranks_per_node, std::uint32_t nodes);

    // What process `from` has recorded next.
    void add(int from, std::string_view records);
    // All that processes have recorded of events before `time` has been added.
    void report_before(Time time);

private:
    using Bytes = std::shared_ptr<const std::string>;
    struct Run {
        Bytes bytes;  // it is a part of them
        std::string_view left;
    };

    void begin();
    void play_next(std::uint32_t node);
    void play(std::string_view& records);
    void schedule(std::string_view& records);

    Trace& to_;
    std::uint32_t ranks_per_node_;
    EventQueue<std::uint32_t> queue_;          // of nodes
    std::vector<std::vector<Run>> of_nodes_;   // not played yet
    std::map<int, std::string> beginnings_{};  // by process
    bool began_ = false;
};

}  // namespace rmasim::sim
