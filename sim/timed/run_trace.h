// Writes the events of a run with a clock to its trace.
#pragma once

#include "sim/checkers/trace/state_notes.h"

#include <string>
#include <string_view>

namespace rmasim::sim {

class RunTrace final : public StateNotes {
public:
    using StateNotes::StateNotes;

    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_unmatched(const Thread& thread, const CallRequest& call) override { call_began(thread, call); }
    void call_returned(const Thread& thread) override;
    void hosted_call_ended(const Thread& thread, std::string_view function, Time began, Time ended) override;
    void thread_computed(const Thread& thread, Time began) override;
    void thread_waited(const Thread& thread, Time began) override;
    void process_waited(Rank rank, Awaited awaited, Time began, Time ended) override;
    void packet_charged(const Packet& packet, bool by_agent, Time began, Time ended) override;
    void packet_handled(const Packet& packet, bool by_agent, Time began, Time ended) override;
    void agent_polled(Rank rank, Time at) override;
    void rank_died(Rank rank) override;
    void packet_lost(const Packet& packet) override;
    void pool_shrunk(Rank rank, std::string_view pool, std::uint32_t size) override;
};

}  // namespace rmasim::sim
