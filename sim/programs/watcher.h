// The interface of watchers. A watcher receives the events that the protocol's code reports (Observer), the packets
// that processes send and receive, and the calls of programs. Watchers count, check and record. They never change the
// run.
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
    // Called when the packet's data have left the user's memory, just before the protocol's code is notified.
    virtual void send_completed(const Packet&) {}
    // Called just before the protocol's code handles the packet.
    virtual void packet_delivered(const Packet&) {}
    // poll_began() is called just before the process polls its queued packets, and poll_ended() just after.
    virtual void poll_began(Rank, Poller) {}
    virtual void poll_ended(Rank) {}
    // Called after a program has executed a load or a store in a shared window.
    virtual void accessed(const Thread&, const MemoryAccess&) {}
    // sync_began() is called when a thread blocks at a synchronisation among threads of its rank (thread_sync.h).
    // sync_ended() is called when the thread resumes.
    virtual void sync_began(const Thread&) {}
    virtual void sync_ended(const Thread&) {}
    // Called after an operation or a RECV has fetched data into a report buffer (report_buffer in window_memory.h).
    virtual void data_fetched(Rank, std::int64_t /*what*/, Datatype, std::span<const std::byte>) {}
    virtual void call_began(const Thread&, const CallRequest&) {}
    // Called when a call returns. Not called for a call that broke a rule of MPI.
    virtual void call_returned(const Thread&) {}
};

}  // namespace rmasim::sim
