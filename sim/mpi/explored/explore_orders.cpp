// Explores all orders of a program in our own host, or replays one of them, and reports the result.
#include "sim/frontend/cli/explore/exploration_json.h"
#include "sim/frontend/cli/explore/exploration_text.h"
#include "sim/frontend/cli/explore/failure_exit_code.h"
#include "sim/frontend/cli/explore/search_watch.h"
#include "sim/frontend/cli/input/schedule_file.h"
#include "sim/frontend/cli/input/shell_command.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/output_file.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/explored/program_checkpoints.h"
#include "sim/mpi/explored/program_orders.h"
#include "sim/mpi/explored/swarm.h"
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/program_run.h"
#include "sim/scenario/json/errors.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/failure_of_run.h"
#include "sim/untimed/world/schedule.h"

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

// The programs, which are loaded once. Their clock is that of their world.
class Programs final : public ExploredPrograms, private hosting::HostClock {
public:
    // If `is_silent`, the output of the programs is not printed. Throws std::runtime_error if the program cannot be
    // loaded. Must be called before this thread uses coroutines: the thread-local variables of fibers are copies of
    // those that the thread has now, and coroutines have one with a destructor.
    Programs(const ProgramToRun& program, Scenario& scenario, bool is_silent)
        : program_(program), scenario_(scenario), output_(scenario.ranks) {
        if (is_silent) output_.take_streams();
        host_.emplace(hosting::HostSettings{.program = std::filesystem::absolute(program.command.front()).string(),
                                            .arguments = {program.command.begin() + 1, program.command.end()},
                                            .ranks = scenario.ranks,
                                            .of_host = {"libmpi_abi"},
                                            .clock = this,
                                            .starts = begin_rank,
                                            .loaded = refuse_threads});
        if (is_silent) output_.drop_buffers();
        LoadedFiles::original_of = original_of;
        hosting::HeapMapping::get().may_hold_old_bytes();
        checkpoints_.emplace(*host_, output_);
    }

    // Throws NotExplorable, or ProgramStopped if a program ends before its first call.
    std::unique_ptr<ExploredWorld> make_world(check::Checker& checker, Tally& tally) override {
        the_arena = Arena::current();
        // Tables that are made when they are first used would otherwise be made during a run.
        mpi::predefined_type(mpi::basic_types().front());
        basic_type_of(MPI_INT);
        auto* const stage = new Stage(scenario_, program_, checker, tally);  // the arena, or the process, drops it
        auto orders = std::make_unique<ProgramOrders>(scenario_, stage->programs, stage->simulation, *host_, output_,
                                                      checker, tally);
        stage->programs.explore(*host_, [this](Rank rank) { checkpoints_->changes(rank); });
        orders->start();
        return orders;
    }
    OutsideState& state() override { return *checkpoints_; }

private:
    std::int64_t now_ns(int, const hosting::LibraryCall&) override { return HostedWorld::get().now_ns(); }
    void sleep_ns(int, std::int64_t duration_ns, const hosting::LibraryCall&) override {
        HostedWorld::get().sleep_ns(duration_ns);
    }
    void give_way(int, const hosting::LibraryCall& call) override {
        HostedWorld::get().give_way({call.function, call.returns_to, call.frame});
    }
    static void refuse_threads(const hosting::LoadedProgram& program) {
        if (!thread_use_of(program).makes_threads) return;
        throw BadInput("the program", "a program with threads",
                       "programs whose ranks have one thread, in an exploration");
    }

    const ProgramToRun& program_;
    Scenario& scenario_;
    ProgramOutput output_;
    std::optional<hosting::Host> host_;
    std::optional<ProgramCheckpoints> checkpoints_;
};

// The programs' files stay loaded: no destructor of theirs may run in this process. The streams of this process stay
// those of ProgramOutput.
[[noreturn]] void leave(int code) {
    flush_output();
    remove_unfinished();
    ::_exit(code);
}

// Calls `run`, and ends the process with the exit code that it returns.
template <class Run>
[[noreturn]] void run_and_leave(const std::string& name, Run run) {
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

Scenario scenario_to_explore(const ProgramToRun& program) {
    Scenario scenario = scenario_for(program);
    require_possible(scenario);
    if (scenario.groups > 1) throw BadInput("groups", std::to_string(scenario.groups), "1");
    scenario.windows.clear();
    return scenario;
}

std::vector<std::string> transcript_of(const FailureWords& failure) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < failure.order.size(); ++i)
        lines.push_back(fmt::format("{:>4}. {}", i + 1, failure.order[i]));
    lines.push_back("");
    lines.push_back(fmt::format("the order fails here: {}", failure.title()));
    return lines;
}

ExplorationWords words_of(Explorer& explorer, const Exploration& found) {
    ExplorationWords words;
    words.orders.min_messages = explorer.order_in_words(found.min_messages);
    words.orders.max_messages = explorer.order_in_words(found.max_messages);
    for (const auto& [digest, end] : found.ends) {
        if (end.number <= max_described) words.orders.ends[digest] = explorer.order_in_words(end.order);
    }
    for (const Failures* const one : in_order(found.failures)) {
        if (words.failures.size() == max_described) break;
        FailureWords& failure = words.failures.emplace_back(*one, words.failures.size() + 1);
        failure.order = explorer.order_in_words(one->shortest.order);
        failure.transcript = transcript_of(failure);
        words.orders.failures[{one->shortest.kind, one->shortest.cause}] = failure.order;
    }
    return words;
}

// Throws NotExplorable if a run that is repeated has another end.
void require_same_ends(Explorer& explorer, const Exploration& found) {
    for (const auto& [digest, end] : found.ends) {
        if (end.number > max_described || explorer.repeat(end.order) == digest) continue;
        throw NotExplorable(
            "found a program that behaves differently when the same order is repeated; allowed: programs into whose "
            "behaviour no clock, random device, address or file comes");
    }
}

void write_failures(const ExecOptions& options, const Scenario& scenario, const ExplorationWords& words) {
    if (options.out.empty() || words.failures.empty()) return;
    make_folder("--out", options.out);
    for (const FailureWords& one : words.failures) {
        const std::string name = one.number == 1 ? "failing" : fmt::format("failing-{}", one.number);
        const std::string path = (std::filesystem::path(options.out) / (scenario.name + "." + name + ".json")).string();
        write_schedule("--out", path, scenario.title(), one.title(), one.order);
        std::string command;
        for (const std::string& word : options.command) command += " " + shell_word(word);
        complain_line("To replay failure {}: rmasim exec --schedule {} -n {}{}", one.number, shell_word(path),
                      scenario.ranks, command);
    }
}

int explore(const ExecOptions& options, const ProgramToRun& program) {
    if (!options.out.empty()) require_folder("--out", options.out);
    Scenario scenario = scenario_to_explore(program);
    ExploreOptionsOfUser of_search;
    of_search.limit = options.swarm > 0 ? options.swarm : options.limit;
    of_search.time = options.time;
    SearchWatch watch(of_search);
    auto& programs = *new Programs(program, scenario, true);  // see leave
    ExploreOptions how{.limit = of_search.limit, .stop_at_failure = options.first};
    std::optional<Swarm> swarm;
    if (options.swarm > 0) {
        swarm.emplace(options.seed.value_or(1), scenario.ranks);
        how.reduction = Reduction::none;
        how.orders = &*swarm;
    }
    Explorer explorer(scenario, how, programs);
    explorer.on_progress = [&](const Exploration& found, double done) {
        return watch.look(found, done, swarm ? 0 : explorer.executions_guessed());
    };
    note_interrupts();
    const std::clock_t cpu_began = std::clock();
    const Exploration found = explorer.explore();
    const double cpu_s = static_cast<double>(std::clock() - cpu_began) / CLOCKS_PER_SEC;
    watch.clear();
    require_same_ends(explorer, found);
    const ExplorationWords words = words_of(explorer, found);
    if (options.format == "json") {
        print(exploration_json(scenario, found, words, {watch.elapsed_s(), cpu_s}).dump(2) + '\n');
    } else {
        print(exploration_text(scenario, found, words, how.reduction, options.explain));
    }
    if (!words.failures.empty()) complain(failure_report(scenario, found, words));
    write_failures(options, scenario, words);
    if (found.ended_by == EndedBy::interrupt) {
        flush_output();
        remove_unfinished();
        end_if_interrupted();
    }
    return exit_code_of(scenario, found);
}

int replay(const ExecOptions& options, const ProgramToRun& program) {
    const std::vector<std::string> steps = read_schedule(options.schedule);
    Scenario scenario = scenario_to_explore(program);
    auto& programs = *new Programs(program, scenario, false);  // see leave
    check::Checker checker(scenario);
    Tally tally(static_cast<std::uint64_t>(scenario.platform.network.header_bytes));
    const std::unique_ptr<ExploredWorld> world = programs.make_world(checker, tally);
    world->write_texts(true);
    std::vector<std::string> made;
    const StepResult result = run_schedule(*world, steps, options.schedule, [&] {
        if (world->steps() > made.size()) made.push_back(world->text_of_last());
        return !checker.violation();
    });
    if (world->steps() > made.size()) made.push_back(world->text_of_last());
    std::fflush(nullptr);
    for (std::size_t i = 0; i < made.size(); ++i) complain_line("{:>4}. {}", i + 1, made[i]);
    const auto failure = failure_of(*world, result, checker);
    if (!failure) {
        complain_line("{}: finished after {}, {}", scenario.title(), counted(world->steps(), "step"),
                      counted(tally.counts().total(), "packet"));
        return success;
    }
    complain_line("{}: {}: {}", scenario.title(), name_of(failure->kind), failure->what.front());
    for (std::size_t i = 1; i < failure->what.size(); ++i) complain_line("  {}", failure->what[i]);
    return exit_code_of(scenario, failure->kind);
}

}  // namespace

int explore_orders(const ExecOptions& options, const ProgramToRun& program) {
    run_and_leave(program.command.front(), [&] { return explore(options, program); });
}

int replay_order(const ExecOptions& options, const ProgramToRun& program) {
    run_and_leave(program.command.front(), [&] { return replay(options, program); });
}

}  // namespace rmasim::sim
