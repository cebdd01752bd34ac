#include "sim/programs/thread.h"

namespace rmasim::sim {

namespace {

constexpr unsigned thread_stream_bit = 32;  // thread t of a rank uses the random stream rank + t * 2^32

std::size_t variables_of(const Program* program) { return program == nullptr ? first_own_slot : program->variables; }

// Returns the programs of a rank, one per thread; null if the rank has no program.
const std::vector<Program>* programs_of(const Scenario& scenario, std::size_t rank) {
    const std::int32_t index = scenario.program_of_rank[rank];
    return index < 0 ? nullptr : &scenario.programs[static_cast<std::size_t>(index)];
}

}  // namespace

Threads::Threads(const Scenario& scenario, RankRange ranks) : scenario_(scenario), ranks_(ranks) {
    for (Rank rank = ranks.first; rank < ranks.end(); ++rank) {
        const std::vector<Program>* const programs = programs_of(scenario, static_cast<std::size_t>(rank));
        thread_count_ += programs == nullptr ? 1 : programs->size();
        if (programs == nullptr) variable_count_ += variables_of(nullptr);
        for (std::size_t i = 0; programs != nullptr && i < programs->size(); ++i) {
            variable_count_ += variables_of(&(*programs)[i]);
        }
    }
    clear();
}

void Threads::clear() {
    next_ = ranks_.first;
    threads_.clear();
    live_.clear();
    variables_.clear();
    threads_.reserve(thread_count_);
    variables_.reserve(variable_count_);
    flags_.assign(scenario_.flags.size() * static_cast<std::size_t>(ranks_.count), 0);
}

Thread Threads::make(Rank rank, std::size_t number, bool alone, const Program* program) {
    const auto stream = static_cast<std::uint64_t>(rank) + (std::uint64_t{number} << thread_stream_bit);
    Thread thread{.rank = rank,
                  .number = static_cast<ThreadId>(number),
                  .alone = alone,
                  .program = program,
                  .random = Random(scenario_.seed, stream),
                  .variables = {},
                  .call = {},
                  .answer = {}};
    const std::size_t first = variables_.size();
    variables_.resize(first + variables_of(program), 0);
    thread.variables = std::span(variables_).subspan(first);
    thread.flags = flags_.data() + ranks_.index_of(rank) * scenario_.flags.size();
    thread.variables[rank_slot] = rank;
    thread.variables[size_slot] = scenario_.ranks;
    thread.variables[thread_slot] = thread.number;
    const RankNames* const more = scenario_.scope.of_ranks;
    if (more != nullptr && program != nullptr) more->values_of(rank, thread.variables.subspan(first_own_slot));
    return thread;
}

std::span<Thread> Threads::add_to(std::span<Thread> of_rank) {
    const Rank rank = of_rank.front().rank;
    std::vector<Thread>& live = live_[rank];
    if (live.empty()) {
        live.reserve(max_live_threads);
        live.push_back(std::move(of_rank.front()));
        live.front().alone = false;
    }
    Thread& added = live.emplace_back(make(rank, live.size(), false, live.front().program));
    return {&live.front(), &added + 1};
}

std::span<Thread> Threads::make_next() {
    const Rank rank = next_++;
    const std::size_t first = threads_.size();
    const std::vector<Program>* const programs = programs_of(scenario_, static_cast<std::size_t>(rank));
    const std::size_t count = programs == nullptr ? 1 : programs->size();
    for (std::size_t i = 0; i < count; ++i) {
        threads_.push_back(make(rank, i, count == 1, programs == nullptr ? nullptr : &(*programs)[i]));
    }
    return std::span(threads_).subspan(first);
}

}  // namespace rmasim::sim
