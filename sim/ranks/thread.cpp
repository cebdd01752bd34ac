#include "sim/ranks/thread.h"

namespace rmasim::sim {

namespace {

constexpr unsigned thread_stream_bit = 32;  // thread t draws from stream rank + t * 2^32

Thread make_thread(const Scenario& scenario, Rank rank, std::size_t number, bool alone, const Program* program) {
    const auto stream = static_cast<std::uint64_t>(rank) + (std::uint64_t{number} << thread_stream_bit);
    Thread thread{.rank = rank,
                  .number = static_cast<ThreadId>(number),
                  .alone = alone,
                  .program = program,
                  .random = Random(scenario.seed, stream),
                  .variables = {},
                  .call = {}};
    thread.variables.assign(program == nullptr ? first_own_slot : program->variables, 0);
    thread.variables[rank_slot] = rank;
    thread.variables[size_slot] = scenario.ranks;
    thread.variables[thread_slot] = thread.number;
    return thread;
}

}  // namespace

std::vector<Thread> make_threads(const Scenario& scenario, Rank rank) {
    std::vector<Thread> threads;
    const std::int32_t index = scenario.program_of_rank[static_cast<std::size_t>(rank)];
    if (index < 0) {
        threads.push_back(make_thread(scenario, rank, 0, true, nullptr));
        return threads;
    }
    const std::vector<Program>& programs = scenario.programs[static_cast<std::size_t>(index)];
    threads.reserve(programs.size());
    for (const Program& program : programs) {
        threads.push_back(make_thread(scenario, rank, threads.size(), programs.size() == 1, &program));
    }
    return threads;
}

}  // namespace rmasim::sim
