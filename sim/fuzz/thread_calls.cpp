#include "sim/fuzz/thread_calls.h"

namespace rmasim::fuzz {

namespace {

constexpr std::uint32_t go_on_tag = 64;  // plus the number of the thread; below: a thread has come

// Thread 0 waits for all others, and then lets them go on.
void add_meeting(std::vector<std::vector<ThreadCall>>& threads) {
    for (std::uint32_t other = 1; other < threads.size(); ++other) {
        threads[other].push_back({nullptr, Call::send, other});
        threads[0].push_back({nullptr, Call::recv, other});
    }
    for (std::uint32_t other = 1; other < threads.size(); ++other) {
        threads[0].push_back({nullptr, Call::send, go_on_tag + other});
        threads[other].push_back({nullptr, Call::recv, go_on_tag + other});
    }
}

}  // namespace

std::vector<std::vector<ThreadCall>> calls_of_threads(const RandomProgram& program, Rank rank) {
    std::vector<std::vector<ThreadCall>> threads(program.threads);
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (step.meets) add_meeting(threads);
        threads[step.thread].push_back({&step, Call::none, 0});
    }
    if (program.threads > 1) add_meeting(threads);
    return threads;
}

}  // namespace rmasim::fuzz
