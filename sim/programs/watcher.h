// The interface of watchers. A watcher receives the reports of the core (Observer), the packets between the core and
// its environment, and the calls of programs. Watchers count, check and record. They never change the run.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/process.h"
#include "sim/programs/interpreter.h"

namespace rmasim::sim {

class Watcher : public Observer {
public:
    virtual void packet_sent(const Packet&) {}
    // Called after packet_sent for a packet whose data are still in the user's memory.
    virtual void sent_from_memory(const Packet&) {}
    // The packet's data have left the user's memory. The core is notified next.
    virtual void send_completed(const Packet&) {}
    // The core handles the packet next.
    virtual void packet_delivered(const Packet&) {}
    // poll_began(): the process polls its queued packets next. poll_ended(): it has polled.
    virtual void poll_began(Rank, Poller) {}
    virtual void poll_ended(Rank) {}
    // A program has loaded from or stored to a shared window.
    virtual void accessed(const Thread&, const MemoryAccess&) {}
    // sync_began(): a thread blocks at a synchronisation among threads of its rank (thread_sync.h). sync_ended(): the
    // thread resumes.
    virtual void sync_began(const Thread&) {}
    virtual void sync_ended(const Thread&) {}
    // An operation or a RECV has fetched data into a report_buffer.
    virtual void data_fetched(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
    virtual void call_began(const Thread&, const CallRequest&) {}
    // Not called for a call that broke a rule of MPI.
    virtual void call_returned(const Thread&) {}
};

}  // namespace rmasim::sim
