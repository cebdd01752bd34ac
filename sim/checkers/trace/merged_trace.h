// Merges the trace records of a run whose nodes are simulated by several processes of the operating system. Each of
// these processes writes records (trace_recorder.h). The class reports the records in the order of a run in one process
// with event order by time. The resulting trace is byte-identical to the trace of that run.
//
// In a run of one process, events are ordered by time, then by tie (a number for events at the same time), and then by
// the order in which they were scheduled. The order of scheduling depends on all earlier events. So this class inserts
// all events into an event queue, as a run of one process would do, but does not execute them. A record contains the
// reports of an event and the events that it schedules. The events of one node have the same order in the run of
// several processes and in the run of one process. So the next event of a node in the queue belongs to the next record
// of this node.
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
    // Reports all events to `to`, which must outlive this object. There are `nodes` nodes of `ranks_per_node` ranks
    // each.
    MergedTrace(Trace& to, Rank ranks_per_node, std::uint32_t nodes);

    // Appends the next records of process `from`.
    void add(int from, std::string_view records);
    // Reports all events before `time`. Precondition: the records of all these events have been added.
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
    std::map<int, std::string> beginnings_{};  // by process: records that precede its first event
    bool began_ = false;
};

}  // namespace rmasim::sim
