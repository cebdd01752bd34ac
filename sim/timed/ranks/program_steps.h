// The steps of a run's programs: a scenario's programs are interpreted, MPI programs run (LivePrograms). An error of a
// program ends the run.
#pragma once

#include "sim/programs/interpreter.h"
#include "sim/programs/live_programs.h"
#include "sim/timed/ranks/program_errors.h"

namespace rmasim::sim {

class ProgramSteps {
public:
    // `stores` receives all stores to windows, and may be null. All arguments must outlive this object.
    ProgramSteps(RunParts& run, ProgramErrors& errors, StoreWatcher* stores);

    // Returns the programs that run; null if the scenario's programs are interpreted.
    LivePrograms* live() const { return live_; }

    // ---- For interpreted programs (Interpreter).
    const Instruction* advance(Thread& thread) {
        return errors_.end_run_on_error(thread, [&] { return interpreter_.advance(thread); });
    }
    // Executes a load or a store. Returns the number of its bytes.
    std::uint32_t access(Thread& thread, const Instruction& at) {
        errors_.end_run_on_error(thread, [&] { return interpreter_.access(thread, at); });
        return static_cast<std::uint32_t>(bytes_of(access_of(at)->datatype));
    }
    Time computation(Thread& thread, const Instruction& at) const { return interpreter_.computation(thread, at); }
    void block_at_sync(Thread& thread, const Instruction& at) {
        errors_.end_run_on_error(thread, [&] { interpreter_.block_at_sync(thread, at); });
    }

    // ---- For all programs.
    // Returns the arguments of the call that the thread makes.
    CallRequest take_call(Thread& thread, const Process& process) {
        if (live_ != nullptr) [[unlikely]]
            return live_->take(thread);
        return errors_.end_run_on_error(thread,
                                        [&] { return interpreter_.prepare(thread, thread.current(), process); });
    }
    // Passes the answer of the thread's call to the program.
    void call_returned(Thread& thread) {
        if (live_ != nullptr) [[unlikely]]
            return live_->returned(thread);
        interpreter_.store_answer(thread);
    }

    const WrongValues& wrong_values() const { return wrong_values_; }

private:
    ProgramErrors& errors_;
    LivePrograms* live_;
    WrongValues wrong_values_;
    Interpreter interpreter_;
};

}  // namespace rmasim::sim
