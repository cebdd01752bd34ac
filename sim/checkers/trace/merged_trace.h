// Merges the trace of a run that several processes have simulated node by node. It reports their records
// (trace_recorder.h) in the order in which one process in event order by time would report them, with byte-identical
// results.
//
// That order is by time, then by tie, then by the order of scheduling between nodes, which depends on all earlier
// events. So this class repeats all events in the same kind of queue, without their work: a record contains the reports
// of an event and the events that it schedules. The events of one node are in the same order in both, so the next event
// of a node is the next one that its process recorded.
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
    // `to` must outlive this object. There are `nodes` nodes of `ranks_per_node` ranks each.
    MergedTrace(Trace& to, Rank ranks_per_node, std::uint32_t nodes);

    // Appends the next records of process `from`.
    void add(int from, std::string_view records);
    // Reports all events before `time`. All records of these events must have been added.
    void report_before(Time time);

private:
    using Bytes = std::shared_ptr<const std::string>;
    struct Run {
        Bytes bytes;  // owns the bytes that `left` refers to
        std::string_view left;
    };

    void begin();
    void replay_next(std::uint32_t node);
    void replay(std::string_view& records);
    void schedule(std::string_view& records);

    Trace& to_;
    std::uint32_t ranks_per_node_;
    EventQueue<std::uint32_t> queue_;          // node numbers, one for each scheduled event
    std::vector<std::vector<Run>> of_nodes_;   // by node: records that are not reported yet
    std::map<int, std::string> beginnings_{};  // by process: records before the first event
    bool began_ = false;
};

}  // namespace rmasim::sim
