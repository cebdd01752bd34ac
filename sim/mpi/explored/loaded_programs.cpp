#include "sim/mpi/explored/loaded_programs.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/explored/program_orders.h"
#include "sim/mpi/hosted/watched_programs.h"
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/process/written_pages.h"
#include "sim/scenario/json/errors.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace rmasim::sim {

namespace {

// The arena of the exploration, for the fibers of the ranks; null without one.
Arena* the_arena = nullptr;

// Code of the simulator on the stack of a rank allocates from the arena, too. The blocks of libc that it allocates
// nevertheless are not part of a checkpoint, and libc's record of them must not be: libc makes it at the first block.
void begin_rank() {
    void* volatile const first = std::malloc(1);
    std::free(first);
    if (the_arena != nullptr) Arena::use_always(*the_arena);
}

std::string original_of(const void* address) {
    const hosting::LoadedObject* const object = hosting::Host::get()->program().object_of(address);
    return object == nullptr ? std::string() : object->file;
}

// Prepares the program, whose loads and stores are not checked, or refuses one with threads.
void prepare(const hosting::LoadedProgram& program) {
    reserve_marks_of(program);
    if (!thread_use_of(program).makes_threads) return;
    throw BadInput("the program", "a program with threads", "programs whose ranks have one thread, in an exploration");
}

// The objects that a run changes, without the memory of the programs.
struct Stage {
    Stage(Scenario& scenario, const ProgramToRun& program, check::Checker& checker, Tally& tally)
        : communicators(scenario.ranks, static_cast<Rank>(scenario.platform.ranks_per_node)),
          labels(scenario), simulation(scenario, checker, tally),
          programs(scenario, options_of(program), communicators, labels) {}

    HostedWorld::Options options_of(const ProgramToRun& program) {
        HostedWorld::Options options;
        options.program = program.command.front();
        options.polling = polling_of(program.settings);
        options.communicators = &communicators;
        options.labels = &labels;
        options.simulate = [this](LivePrograms&) -> LiveSimulation& { return simulation; };
        return options;
    }

    HostedCommunicators communicators;
    TypeLabels labels;
    UntimedPrograms simulation;
    HostedWorld programs;
};

// The programs' files stay loaded: no destructor of theirs may run in this process. The streams of this process stay
// those of ProgramOutput.
[[noreturn]] void leave(int code) {
    flush_output();
    remove_unfinished();
    ::_exit(code);
}

}  // namespace

LoadedPrograms::LoadedPrograms(const ProgramToRun& program, Scenario& scenario, bool is_silent)
    : program_(program), scenario_(scenario), output_(scenario.ranks) {
    hosting::WrittenPages::get().will_watch();
    if (is_silent) output_.take_streams();
    host_.emplace(hosting::HostSettings{.program = std::filesystem::absolute(program.command.front()).string(),
                                        .arguments = {program.command.begin() + 1, program.command.end()},
                                        .ranks = scenario.ranks,
                                        .of_host = {"libmpi_abi"},
                                        .clock = this,
                                        .starts = begin_rank,
                                        .loaded = prepare});
    if (is_silent) output_.drop_buffers();
    LoadedFiles::original_of = original_of;
    hosting::HeapMapping::get().may_hold_old_bytes();
    checkpoints_.emplace(*host_, output_);
}

std::unique_ptr<ExploredWorld> LoadedPrograms::make_world(check::Checker& checker, Tally& tally) {
    the_arena = Arena::current();
    // Tables that are made when they are first used would otherwise be made during a run.
    mpi::predefined_type(mpi::basic_types().front());
    basic_type_of(MPI_INT);
    auto* const stage = new Stage(scenario_, program_, checker, tally);  // the arena, or the process, drops it
    auto orders =
        std::make_unique<ProgramOrders>(scenario_, stage->programs, stage->simulation, *host_, output_, checker, tally);
    stage->programs.explore(*host_, [this](Rank rank) { checkpoints_->changes(rank); });
    orders->start();
    return orders;
}

std::int64_t LoadedPrograms::now_ns(int, const hosting::LibraryCall&) { return HostedWorld::get().now_ns(); }

void LoadedPrograms::sleep_ns(int, std::int64_t duration_ns, const hosting::LibraryCall&) {
    HostedWorld::get().sleep_ns(duration_ns);
}

void LoadedPrograms::give_way(int, const hosting::LibraryCall& call) {
    HostedWorld::get().give_way({call.function, call.returns_to, call.frame});
}

Scenario scenario_to_explore(const ProgramToRun& program) {
    Scenario scenario = scenario_for(program);
    require_possible(scenario);
    if (scenario.groups > 1) throw BadInput("groups", std::to_string(scenario.groups), "1");
    scenario.windows.clear();
    return scenario;
}

void run_and_leave(const std::string& name, const std::function<int()>& run) {
    try {
        leave(run());
    } catch (const ProgramStopped& stopped) {
        complain_line("{}: {}", name, stopped.text);
        leave(stopped.result == StepResult::erroneous ? erroneous_program : expectation_failed);
    } catch (const BadInput&) {
        throw;
    } catch (const std::logic_error&) {  // no checkpoint can be kept
        complain_line(
            "{}: found a program for which the simulator needs more than {} bytes; allowed: fewer ranks, "
            "windows or operations in an exploration",
            name, grouped(Arena::max_bytes));
        leave(bad_input);
    } catch (const std::runtime_error& refusal) {
        complain_line("{}: {}", name, refusal.what());
        leave(bad_input);
    }
}

}  // namespace rmasim::sim
