// The checker of the memory model (sim/checkers/semantics/watch.h) as a run has it whose scenario asks for one. A
// program that checks nothing needs only this (decision 0087).
#pragma once

#include "sim/checkers/findings/report.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/forwarding_observer.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/live_programs.h"

#include <cstdint>
#include <memory>
#include <string>

namespace rmasim::sim::semantics {

class MemoryChecker : public ForwardingObserver, public AccessWatcher {
public:
    using ForwardingObserver::ForwardingObserver;

    virtual void call_began(const Thread& thread, const CallRequest& call) = 0;
    virtual void call_returned(const Thread& thread) = 0;
    virtual void ended(const Thread& thread) = 0;
    // Where threads of a rank meet (sim/programs/thread_sync.h): the thread has come there, and goes on.
    virtual void blocked_at_sync(const Thread& thread) = 0;
    virtual void resumed(const Thread& thread) = 0;

    // ---- Of programs that run: a window that comes at the rank, or goes; functions of MPI that others carry out, at
    // the thread's place.
    virtual void window_created(Rank rank, WindowId window, std::string name) = 0;
    virtual void window_freed_at(Rank rank, WindowId window) = 0;
    virtual void other_began(const Thread& thread, const OtherFunction& function, Time now) = 0;
    virtual void other_returned(const Thread& thread, const OtherFunction& function, const OtherEnd& end, Time now) = 0;

    // The program has loaded or stored by itself; and what an atomic operation of its own orders.
    virtual void accessed(const Thread& thread, const ProgramAccess& access, Time now) = 0;
    virtual void ordered(const Thread& thread, const AtomicOrder& order, Time now) = 0;
    // Memory that the program has given back, and may get again.
    virtual void memory_given_back(Rank rank, const ByteRun& bytes) = 0;
    using AccessWatcher::accessed;
    // Of a thread that is new, or begins anew after its end; what it tells others of its rank by a lock, a barrier, its
    // end, and what it learns. `sign`: a number of the rank's, from 0.
    virtual void thread_started(const Thread& thread) = 0;
    virtual void release_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void acquire_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void thread_ended(const Thread& thread) = 0;

    // Before anything happens, of scenarios' programs: where values are that ranks may read; the calls move its
    // contents from copy to copy.
    virtual void watches(WindowMemory& memory) = 0;

    virtual bool found_any() const = 0;
    virtual std::uint64_t accesses() const = 0;  // that were held against each other
    virtual Report report() const = 0;
    // Forgets everything, for another run.
    virtual void reset() = 0;
};

// Null if the scenario does not want it. `live`: of programs that run in place of the scenario's. All outlive the
// checker.
std::unique_ptr<MemoryChecker> memory_checker_of(const Scenario& scenario, Observer& next,
                                                 LivePrograms* live = nullptr);

}  // namespace rmasim::sim::semantics
