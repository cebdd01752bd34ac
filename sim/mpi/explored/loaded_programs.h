// The programs of an exploration, which are loaded once, and the way in which a search of their orders ends.
#pragma once

#include "sim/mpi/explored/program_checkpoints.h"
#include "sim/mpi/explored/program_output.h"
#include "sim/mpi/program_run.h"
#include "sim/untimed/explore/explorer.h"

#include <functional>
#include <memory>
#include <optional>

namespace rmasim::sim {

// The clock of the programs is that of their world.
class LoadedPrograms final : public ExploredPrograms, private hosting::HostClock {
public:
    // If `is_silent`, the output of the programs is not printed. Throws std::runtime_error if the program cannot be
    // loaded. Must be called before this thread uses coroutines: the thread-local variables of fibers are copies of
    // those that the thread has now, and coroutines have one with a destructor.
    LoadedPrograms(const ProgramToRun& program, Scenario& scenario, bool is_silent);

    // Throws NotExplorable, or ProgramStopped if a program ends before its first call.
    std::unique_ptr<ExploredWorld> make_world(check::Checker& checker, Tally& tally) override;
    OutsideState& state() override { return *checkpoints_; }

private:
    std::int64_t now_ns(int rank, const hosting::LibraryCall& call) override;
    void sleep_ns(int rank, std::int64_t duration_ns, const hosting::LibraryCall& call) override;
    void give_way(int rank, const hosting::LibraryCall& call) override;

    const ProgramToRun& program_;
    Scenario& scenario_;
    ProgramOutput output_;
    std::optional<hosting::Host> host_;
    std::optional<ProgramCheckpoints> checkpoints_;
};

// Returns the scenario of an exploration. Raises BadInput if it has settings that an exploration does not have.
Scenario scenario_to_explore(const ProgramToRun& program);

// Calls `run`, and ends the process with the exit code that it returns, or with that of its error. The objects of an
// exploration are not destroyed.
[[noreturn]] void run_and_leave(const std::string& name, const std::function<int()>& run);

}  // namespace rmasim::sim
