// The interface from MPI programs that run to their simulation, the opposite of LivePrograms. Two classes implement it:
// LiveSession, for a run with a clock, and UntimedPrograms (sim/mpi/explored), for runs in which only the order of
// steps matters.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/process.h"
#include "sim/programs/live_programs.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

// The state of a program after it has entered or left an MPI function outside of the core. With goes_on, the program
// continues. With busy, the program continues when its MPI library is free. With failed, the run has failed and does
// not continue. With died, a fault has killed the rank.
enum class OtherCallState : std::uint8_t { goes_on, busy, failed, died };

class LiveSimulation {
public:
    virtual ~LiveSimulation() = default;

    // Returns the virtual time.
    virtual Time now() const = 0;
    // Schedules the next step of a thread of the rank's program (LivePrograms::step): now, or when the rank's MPI
    // library is free.
    virtual void next_step(Rank rank, ThreadId thread) = 0;
    // Must be called when a thread enters, or leaves, an MPI function outside of the core. Inside the function the rank
    // makes progress. After the function the rank's MPI library may still be busy; next_step() then waits until the
    // library is free.
    virtual OtherCallState enter_other_call(Rank rank, ThreadId thread, OtherFunction function) = 0;
    virtual OtherCallState leave_other_call(Rank rank, ThreadId thread, const OtherEnd& end) = 0;
    // Reports that the rank has a new thread with this number, which is at least 1. The new thread may have the number
    // of a thread that has exited. Precondition: if the rank had only one thread before, that thread is not inside a
    // call.
    virtual void thread_started(Rank rank, ThreadId number) = 0;
    virtual void thread_ended(Rank rank, ThreadId number) = 0;
    // Reports that a thread releases or acquires its clock at a synchronisation point of its rank, such as a lock or a
    // barrier. The memory-model checker needs this information.
    virtual void release_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign) = 0;
    virtual void acquire_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign) = 0;
    // Must be called when a program has created a window, before any other use of the window. Precondition: the
    // scenario already contains a window with this number.
    virtual void window_created(const NewWindow& window) = 0;
    // Must be called when the rank frees the window. Precondition: the rank's process still has the window.
    virtual void window_freed_at(Rank rank, WindowId number) = 0;
    // Must be called when the rank's segment of a new window exists. `name` is the name of the window that was passed
    // to window_created().
    virtual void window_ready(Rank rank, WindowId number, std::string name) = 0;
    virtual bool watches_memory() const = 0;
    // accessed() reports a load or a store of the rank's program. ordered() reports an atomic operation of the program,
    // which may order accesses. Precondition: watches_memory() is true.
    virtual void accessed(Rank rank, ThreadId thread, const ProgramAccess& access) = 0;
    virtual void ordered(Rank rank, ThreadId thread, const AtomicOrder& order) = 0;
    // Reports that a message or a collective call begins to use buffers, or ends it. The location is that of the
    // thread's last call. Precondition: watches_memory() is true.
    virtual void uses(Rank rank, ThreadId thread, const LastingUse& use) = 0;
    virtual void polled(std::uint32_t location) = 0;
    virtual void memory_given_back(Rank rank, const ByteRun& bytes) = 0;
    // Adds an error that the caller has found to the result: the program has broken a rule of MPI.
    virtual void add_erroneous(Rank rank, ThreadId thread, std::string_view function, std::uint32_t location,
                               const std::string& rule, std::string_view section = {}) = 0;
    // Adds an error of a function of the program that makes a call of the core on a window.
    virtual void add_erroneous(Rank rank, ThreadId thread, std::uint32_t location, Call call, WindowId window,
                               const ErroneousProgram& error) = 0;

    virtual Process& process(Rank rank) = 0;
    virtual std::uint64_t packets_sent() const = 0;
    // Returns the number of events that the run has not handled yet.
    virtual std::size_t pending_events() const = 0;
    // Returns the number of packets that have arrived at a rank and wait for a call of the rank.
    struct Unhandled {
        std::uint64_t packets = 0;
        std::uint64_t lock_requests = 0;  // those of the packets that request a lock
    };
    virtual Unhandled unhandled(Rank rank) const = 0;
};

}  // namespace rmasim::sim
