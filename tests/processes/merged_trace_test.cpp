// The order of a trace that several processes have recorded.
#include "sim/checkers/trace/merged_trace.h"
#include "sim/checkers/trace/trace_recorder.h"
#include "sim/checkers/trace/trace_writer.h"
#include "sim/machine/engine/event.h"
#include "sim/scenario/families/family.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {
namespace {

constexpr Time end_of_time = std::numeric_limits<Time>::max();
constexpr Tie resumes = static_cast<Tie>(EventKind::run_rank) << 32;
constexpr Tie delivers = static_cast<Tie>(EventKind::deliver) << 32;

const TraceHead head{"two nodes", "{}", 2, 0, {}};
const TraceSelection notes{.kinds = {TraceKind::states}};

// Two processes with a node of one rank each.
class TwoProcesses {
public:
    TwoProcesses()
        : writer_([this](std::string_view more) { text_ += more; }, head, families().front()->packets(), notes),
          merged_(writer_, 1, 2), recorders_{TraceRecorder(head, notes), TraceRecorder(head, notes)} {}

    TraceRecorder& process(int number) { return recorders_[static_cast<std::size_t>(number)]; }
    // Records an event of a process, which notes its name.
    TraceRecorder& event(int number, const std::string& name, Time time) {
        process(number).event_begins(static_cast<std::uint32_t>(number));
        process(number).note(number, name, time);
        return process(number);
    }
    // Returns the notes before `time`, one letter each, after all recordings have arrived.
    std::string notes_before(Time time) {
        for (const int number : {1, 0}) merged_.add(number, process(number).take());
        merged_.report_before(time);
        std::string names;
        const std::string behind = R"(","cat":"state")";
        for (auto at = text_.find(behind); at != std::string::npos; at = text_.find(behind, at + 1)) {
            names += text_[at - 1];
        }
        return names;
    }

private:
    std::string text_;
    TraceWriter writer_;
    MergedTrace merged_;
    std::vector<TraceRecorder> recorders_;
};

// Process 0 schedules event A and process 1 event B, in the order in which a single process would schedule them. At
// time 10 both nodes have an event of the same kind. The event of node 1 was scheduled at time 0, and that of node 0 at
// time 7.
TEST(MergedTrace, AtOneTimeWhatWasScheduledFirstIsFirst) {
    TwoProcesses run;
    for (const int number : {0, 1}) run.process(number).schedules(0, resumes, number);
    run.event(0, "A", 0).schedules(7, resumes, 0);
    run.event(1, "B", 0).schedules(10, resumes, 1);
    run.event(0, "C", 7).schedules(10, resumes, 0);
    run.event(0, "D", 10);
    run.event(1, "E", 10);
    EXPECT_EQ(run.notes_before(end_of_time), "ABCED");
}

// The lesser of two kinds is first, although it was scheduled later.
TEST(MergedTrace, AtOneTimeTheKindCountsBeforeThat) {
    TwoProcesses run;
    for (const int number : {0, 1}) run.process(number).schedules(0, resumes, number);
    run.event(0, "A", 0).schedules(10, resumes, 0);
    run.event(1, "B", 0).schedules(10, delivers, 1);
    run.event(0, "C", 10);
    run.event(1, "D", 10);
    EXPECT_EQ(run.notes_before(end_of_time), "ABDC");
}

// The recordings of one process about a later slice are kept until the other process has recorded its own.
TEST(MergedTrace, LaterWindowsWait) {
    TwoProcesses run;
    for (const int number : {0, 1}) run.process(number).schedules(0, resumes, number);
    run.event(0, "A", 0).schedules(100, resumes, 0);
    run.event(1, "B", 0).schedules(101, resumes, 1);
    run.event(1, "D", 101);
    EXPECT_EQ(run.notes_before(64), "AB");
    run.event(0, "C", 100);
    EXPECT_EQ(run.notes_before(end_of_time), "ABCD");
}

// An event of a rank sends a packet to another process, so the next event is that process's.
TEST(MergedTrace, APacketGoesToTheOtherProcess) {
    TwoProcesses run;
    for (const int number : {0, 1}) run.process(number).schedules(0, resumes, number);
    run.event(0, "A", 0).schedules(40, delivers, 1);
    run.event(0, "X", 50);
    run.event(1, "B", 0).schedules(50, resumes, 0);
    run.event(1, "C", 40);
    EXPECT_EQ(run.notes_before(end_of_time), "ABCX");
}

}  // namespace
}  // namespace rmasim::sim
