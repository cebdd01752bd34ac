// Writes all reports to a world's watcher as lines, with every argument. This includes reports and arguments that the
// transcript omits.
#pragma once

#include "sim/untimed/world/transcript.h"

#include <string>

namespace rmasim::corpus {

class Reports final : public sim::Transcript {
public:
    explicit Reports(const sim::Scenario& scenario) : Transcript(scenario) { name_windows(true); }

    void packet_sent(const Packet& packet) override;
    void sent_from_memory(const Packet& packet) override { say("from memory {}", packet); }
    void packet_delivered(const Packet& packet) override { say("delivered {}", packet); }
    void poll_began(Rank rank, Poller poller) override { add(fmt::format("{}: look {}", rank, int(poller))); }
    void poll_ended(Rank rank) override { add(fmt::format("{}: looked", rank)); }
    void shared_window_accessed(const sim::Thread& thread, const sim::MemoryAccess& access) override;
    void sync_began(const sim::Thread& thread) override { add(thread.name() + " meets"); }
    void sync_ended(const sim::Thread& thread) override { add(thread.name() + " has met"); }
    void data_fetched(Rank rank, std::int64_t what, Datatype, std::span<const std::byte> data) override;
    void call_began(const sim::Thread& thread, const CallRequest& call) override;
    void call_returned(const sim::Thread& thread) override { add(thread.name() + " returned"); }

    void exposure_ended(Rank rank, WindowId window) override { add(fmt::format("{}: closed {}", rank, window)); }
    void target_freed(Rank rank, WindowId window, Rank target) override;
    void element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override;
    void element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) override;
    void table_searched(Rank rank, WindowId window, std::uint32_t steps) override;
    void request_queued(Rank rank, const Packet& packet) override { say(fmt::format("{} queued {{}}", rank), packet); }
    void request_left(Rank rank, const Packet& packet) override { say(fmt::format("{} leaves {{}}", rank), packet); }
    void queue_searched(Rank rank, std::uint32_t rounds, std::uint32_t requests) override {
        add(fmt::format("{}: searched {} {}", rank, rounds, requests));
    }
    void op_posted(Rank rank, OpId op, const Operation& operation) override;
    void op_issued(Rank rank, OpId op, Rank target) override { add(fmt::format("{}: issued {} {}", rank, op, target)); }
    void op_completed(Rank rank, OpId op, Rank target) override;
    void counter_changed(const CounterChange& change) override;
    void signal_sent(const CounterSignal& signal) override;
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                         unsigned modes) override;
    void cache_flushed(Rank rank, WindowId window, std::uint32_t lines) override {
        add(fmt::format("{}: flushed {} {}", rank, window, lines));
    }
    void cache_invalidated(Rank rank, WindowId window, std::uint32_t lines) override {
        add(fmt::format("{}: invalidated {} {}", rank, window, lines));
    }

private:
    void say(const std::string& format, const Packet& packet) {
        add(fmt::format(fmt::runtime(format), vocabulary().describe(packet)));
    }
};

}  // namespace rmasim::corpus
