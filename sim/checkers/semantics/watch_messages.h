// The part of Watch that passes the events of messages to the memory-model checker.
#pragma once

#include "protocol/memmodel/checker.h"
#include "sim/checkers/findings/memory_checker.h"
#include "sim/scenario/model/scenario.h"

#include <memory>

namespace rmasim::sim::semantics {

class WatchMessages : public MemoryChecker {
public:
    void message_matched(Rank rank, std::uint32_t receive, const Packet& message) final {
        checker_->matched(rank, receive, message.source, message.op, message.window);
    }
    void persistent_started(Rank rank, RequestId request, const CallRequest& call, std::uint32_t receive) final {
        checker_->started(rank, request, call, buffers_of_transfer(rank, call), receive);
    }

protected:
    // `scenario` must outlive this object.
    explicit WatchMessages(const Scenario& scenario) : scenario_(scenario) {}

    Rank members_of(Rank rank, WindowId comm) const;
    memmodel::Buffer buffer(const OriginBuffer& buffer, Datatype datatype, std::uint64_t count) const;
    // Returns the buffers of a message or a collective call.
    memmodel::Buffers buffers_of_transfer(Rank rank, const CallRequest& call) const;

    const Scenario& scenario_;
    std::unique_ptr<memmodel::Checker> checker_;
};

}  // namespace rmasim::sim::semantics
