// The interface of the memory-model checker (sim/checkers/semantics/watch.h) for a run whose scenario requests one. A
// program that checks nothing links only this interface (decision 0087).
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
    // The thread reaches a point where threads of its rank synchronise (sim/programs/thread_sync.h); the thread
    // continues.
    virtual void blocked_at_sync(const Thread& thread) = 0;
    virtual void resumed(const Thread& thread) = 0;

    // ---- Only for running programs: windows that are created or freed at the rank, and functions of MPI that the
    // simulator does not execute itself. A function is reported at the thread's location.
    virtual void window_created(Rank rank, WindowId window, std::string name) = 0;
    virtual void window_freed_at(Rank rank, WindowId window) = 0;
    virtual void other_began(const Thread& thread, const OtherFunction& function, Time now) = 0;
    virtual void other_returned(const Thread& thread, const OtherFunction& function, const OtherEnd& end, Time now) = 0;

    // The program itself loads or stores; an atomic operation of the program orders accesses.
    virtual void accessed(const Thread& thread, const ProgramAccess& access, Time now) = 0;
    virtual void ordered(const Thread& thread, const AtomicOrder& order, Time now) = 0;
    // The volatile loads at this location poll: they are repeated until they read another value.
    virtual void polled(std::uint32_t location) = 0;
    // The program has freed this memory. A later allocation may return the same memory.
    virtual void memory_given_back(Rank rank, const ByteRun& bytes) = 0;
    using AccessWatcher::accessed;
    // Synchronisation of threads of running programs: a thread starts, for the first time or again after its end; it
    // releases its clock at a sync point (a lock, a barrier, its end); it acquires the clock of a sync point. `sign` is
    // the number of the sync point in the rank, from 0.
    virtual void thread_started(const Thread& thread) = 0;
    virtual void release_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void acquire_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void thread_ended(const Thread& thread) = 0;

    // Called before the first event, only for programs of scenarios: `memory` has the values that ranks may read. The
    // calls move its contents between the copies of a window.
    virtual void watches(WindowMemory& memory) = 0;

    virtual bool found_any() const = 0;
    virtual std::uint64_t accesses() const = 0;  // number of accesses that the checker compared
    virtual Report report() const = 0;
    // Clears all state, for another run.
    virtual void reset() = 0;
};

// Returns the checker that the scenario's `semantics` selects, or null if that is off. `live`: the running programs, if
// they replace the programs of the scenario. All arguments must outlive the checker.
std::unique_ptr<MemoryChecker> memory_checker_of(const Scenario& scenario, Observer& next,
                                                 LivePrograms* live = nullptr);

}  // namespace rmasim::sim::semantics
