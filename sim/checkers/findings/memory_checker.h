// The interface between a run and its memory-model checker (sim/checkers/semantics/watch.h). An executable of this
// project that checks no memory model is linked with this interface, but without the checker (decision 0087). The
// checker receives the events of the run as a Watcher.
#pragma once

#include "sim/checkers/findings/report.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/live_programs.h"
#include "sim/programs/watcher.h"

#include <cstdint>
#include <string>

namespace rmasim::sim::semantics {

class MemoryChecker : public Watcher, public AccessWatcher {
public:
    // ---- Events that only running programs report. These events are windows that the rank creates or frees, and MPI
    // functions that the simulator does not execute itself. The location of such a function is the current location of
    // the thread in its program.
    virtual void window_created(Rank rank, WindowId window, std::string name) = 0;
    virtual void window_freed_at(Rank rank, WindowId window) = 0;
    virtual void other_began(const Thread& thread, const OtherFunction& function, Time now) = 0;
    virtual void other_returned(const Thread& thread, const OtherFunction& function, const OtherEnd& end, Time now) = 0;

    // `accessed` reports a load or a store of the program itself. `ordered` reports an atomic operation of C or C++,
    // which may order accesses of threads.
    virtual void accessed(const Thread& thread, const ProgramAccess& access, Time now) = 0;
    virtual void ordered(const Thread& thread, const AtomicOrder& order, Time now) = 0;
    // Reports that the volatile load at this location of the program is a busy wait: the program repeats the load until
    // it reads another value.
    virtual void polled(std::uint32_t location) = 0;
    // Reports that the program has freed the memory `bytes`. A later allocation may return this memory again.
    virtual void memory_given_back(Rank rank, const ByteRun& bytes) = 0;
    using AccessWatcher::accessed;
    // These functions report events of threads of running programs. A thread that starts may have the number of an
    // earlier thread that has ended. A thread releases its clock at a sync point (a lock, a barrier, its end), or
    // acquires the clock that another thread released there. `sign` is the number of the sync point in the rank, from
    // 0.
    virtual void thread_started(const Thread& thread) = 0;
    virtual void release_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void acquire_sync_point(const Thread& thread, std::uint32_t sign, Time now) = 0;
    virtual void thread_ended(const Thread& thread) = 0;

    // Sets the memory of the windows. This function must be called before the first event, and only for programs of
    // scenarios. If windows have a private and a public copy, the checker copies bytes between the two copies of this
    // memory when an MPI call requires that.
    virtual void watches(WindowMemory& memory) = 0;

    virtual bool found_any() const = 0;
    virtual std::uint64_t accesses() const = 0;  // number of accesses that the checker compared
    virtual Report report() const = 0;
    // Clears all state, for another run.
    virtual void reset() = 0;
};

}  // namespace rmasim::sim::semantics
