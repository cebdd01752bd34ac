#include "sim/mpi/explored/program_orders.h"

#include "sim/mpi/explored/program_digest.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <utility>

namespace rmasim::sim {

namespace {

// The number of sleeps and of polls of a clock in one step. A program that exceeds it waits for a time, which never
// comes.
constexpr int max_computations = 100'000;

}  // namespace

ProgramOrders::ProgramOrders(const Scenario& scenario, HostedWorld& world, UntimedPrograms& simulation,
                             hosting::Host& host, const ProgramOutput& output, check::Checker& checker, Tally& tally)
    : ExploredWorld(scenario, world, &checker, &tally), world_(world), simulation_(simulation), host_(host),
      output_(output), awaits_(scenario.ranks, [this](Rank rank) { return digest_of_program(host_, output_, rank); }) {
    simulation.are_in(*this);
    ExploredWorld::reset();
}

void ProgramOrders::start() {
    for (Rank rank = 0; rank < count(); ++rank) next_steps_.emplace_back(next_step_of(threads(rank).front()));
}

// The program has ended the run.
void ProgramOrders::throw_stop() const {
    const ProgramWorld::Stop stop = world_.stop();
    if (stop.refused) throw NotExplorable(*stop.refused);
    if (stop.spun) throw NotExplorable(*stop.spun + "; found a loop that polls; allowed: calls that wait");
    if (stop.aborted) throw ProgramStopped{StepResult::stopped, *stop.aborted};
    throw ProgramStopped{StepResult::erroneous, world_.died().empty() ? simulation_.error() : world_.died()};
}

LiveStep ProgramOrders::next_step_of(Thread& thread) {
    try {
        for (int computations = 0; computations < max_computations; ++computations) {
            const LiveStep step = world_.step(thread);
            require_explorable(thread.rank);
            if (step != LiveStep::compute) return step;
        }
    } catch (const StopRun&) {
        throw_stop();
    }
    throw NotExplorable(
        fmt::format("rank {} sleeps or polls the clock at {}, without end; found a loop that waits for "
                    "a time; allowed: programs that do not depend on the clock",
                    thread.rank, thread.program->location_text(thread.location)));
}

// A stream that stays open is in a list of libc, and its file has a position: no checkpoint has them.
void ProgramOrders::require_explorable(Rank rank) const {
    if (!simulation_.refusal().empty()) throw NotExplorable(simulation_.refusal());
    if (output_.has_other_streams()) {
        throw NotExplorable(fmt::format(
            "rank {} has opened a stream; found a stream that is open during a call of MPI; allowed: stdin, stdout, "
            "stderr",
            rank));
    }
}

void ProgramOrders::continue_program(Thread& thread) {
    std::optional<LiveStep>& next = next_steps_[static_cast<std::size_t>(thread.rank)];
    const bool has_run = next.has_value();
    LiveStep step = has_run ? *std::exchange(next, std::nullopt) : next_step_of(thread);
    if (!has_run && step == LiveStep::call && awaits_.repeats(thread.rank, returned_in(thread))) {
        next = step;
        if (texts_wanted()) add_to_text(": polls without change");
        thread.activity = Thread::Activity::polling;
        return;
    }
    while (!make_step(thread, step)) step = next_step_of(thread);
    if (!simulation_.error().empty()) throw ProgramStopped{StepResult::erroneous, simulation_.error()};
}

// Returns false if the thread's program must continue in the same step.
bool ProgramOrders::make_step(Thread& thread, LiveStep step) {
    if (step != LiveStep::call) {
        if (texts_wanted()) add_to_text(": end");
        end(thread);
        return true;
    }
    CallRequest call = world_.take(thread);
    if (texts_wanted()) {
        thread.making = call.call;
        add_to_text(
            fmt::format(": {} at {}", world_.function_of(thread), thread.program->location_text(thread.location)));
    }
    if (world_.handles_errors(thread) && !usage().permitted(thread, call)) {
        world_.refused(thread);
        return false;
    }
    if (!lives_to_call(thread)) return true;
    awaits_.makes(thread.rank, call.call, {world_.function_of(thread), thread.location});
    begin(thread, std::move(call));
    return true;
}

bool ProgramOrders::returns_from_call(Thread& thread) {
    world_.returned(thread);
    return false;
}

// Ends the program of a rank that has called MPI_Finalize, or has ended without it.
void ProgramOrders::end(Thread& thread) {
    const Rank rank = thread.rank;
    if (const std::string how = world_.ended_early(rank); !how.empty()) {
        const bool fails = host_.end_of(rank).code != 0;
        throw ProgramStopped{fails ? StepResult::stopped : StepResult::erroneous,
                             fmt::format("rank {} has ended {}", rank, how)};
    }
    finish(thread);
    world_.run_to_exit(rank);
    if (!world_.died().empty()) throw_stop();
    const int code = host_.end_of(rank).code;
    if (code != 0)
        throw ProgramStopped{StepResult::stopped, fmt::format("rank {} has ended with exit code {}", rank, code)};
}

void ProgramOrders::step_made(Rank rank, bool of_program) {
    if (of_program || !awaits_.continues(rank, steps())) return;
    Thread& thread = threads(rank).front();
    if (thread.activity == Thread::Activity::polling) end_polling(thread, steps());
}

std::vector<std::string> ProgramOrders::polls_without_change() const {
    std::vector<std::string> lines;
    for (Rank rank = 0; rank < count(); ++rank) {
        const Thread& thread = threads(rank).front();
        if (thread.activity != Thread::Activity::polling) continue;
        std::string calls;
        for (const Awaits::Made& made : awaits_.cycle(rank)) {
            calls += fmt::format("{}{} at {}", calls.empty() ? "" : ", ", made.function,
                                 thread.program->location_text(made.location));
        }
        lines.push_back(fmt::format("rank {} repeats without end: {}", rank, calls));
    }
    return lines;
}

std::optional<ProgramStopped> ProgramOrders::failed_at_end() const {
    if (simulation_.error().empty()) return std::nullopt;
    return ProgramStopped{StepResult::erroneous, simulation_.error()};
}

std::optional<std::uint64_t> ProgramOrders::digest_of_end() const {
    std::uint64_t digest = 0;
    for (Rank rank = 0; rank < count(); ++rank) {
        const Thread& thread = threads(rank).front();
        const std::uint64_t words[] = {static_cast<std::uint64_t>(thread.activity), thread.location,
                                       output_.bytes_of(rank), output_.digest_of(rank),
                                       simulation_.freed_windows(rank)};
        digest = XXH3_64bits_withSeed(words, sizeof words, digest);
    }
    return digest;
}

}  // namespace rmasim::sim
