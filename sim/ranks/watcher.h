// Who watches a world: what the core reports (Observer), what passes between the core and its world, and the calls of
// the programs. Watchers count, check and write down; they never steer.
#pragma once

#include "protocol/base/observer.h"
#include "sim/ranks/interpreter.h"

namespace rmasim::sim {

class Watcher : public Observer {
public:
    virtual void packet_sent(const Packet&) {}
    // The core is about to handle it.
    virtual void packet_delivered(const Packet&) {}
    // A load or store of a shared window.
    virtual void accessed(const Thread&, const MemoryAccess&) {}
    // What an operation or a RECV brought, where its buffer is a report_buffer.
    virtual void data_fetched(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
    virtual void call_began(const Thread&, const CallRequest&) {}
    // A call that broke a rule of MPI does not return.
    virtual void call_returned(const Thread&) {}
};

}  // namespace rmasim::sim
