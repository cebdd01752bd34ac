// Observes a world: the reports of the core (Observer), what passes between the core and the world, and the calls of
// programs. Watchers count, check and record; they never change the run.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/process.h"
#include "sim/programs/interpreter.h"

namespace rmasim::sim {

class Watcher : public Observer {
public:
    virtual void packet_sent(const Packet&) {}
    // After packet_sent: its data are still in the user's memory.
    virtual void sent_from_memory(const Packet&) {}
    // They have left. The core is about to handle that.
    virtual void send_completed(const Packet&) {}
    // The core is about to handle the packet.
    virtual void packet_delivered(const Packet&) {}
    // The process is about to poll its queued packets, and has polled.
    virtual void poll_began(Rank, Poller) {}
    virtual void poll_ended(Rank) {}
    // A load or store of a shared window.
    virtual void accessed(const Thread&, const MemoryAccess&) {}
    // A thread comes to where threads of its rank meet (thread_sync.h); it goes on from there.
    virtual void sync_began(const Thread&) {}
    virtual void sync_ended(const Thread&) {}
    // Data fetched by an operation or a RECV, if its buffer is a report_buffer.
    virtual void data_fetched(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
    virtual void call_began(const Thread&, const CallRequest&) {}
    // Not called for a call that broke a rule of MPI.
    virtual void call_returned(const Thread&) {}
};

}  // namespace rmasim::sim
