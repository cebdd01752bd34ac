#include "sim/mpi/accesses/spinning.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// After `clock_polls_at_once` polls, each poll of the clock takes 10 ns more than the one before, up to 1,000 ns or a
// hundredth of the time that the loop has taken. So a pause ends at most 1% or 1,000 ns too late.
constexpr std::uint64_t clock_polls_at_once = 1000;
constexpr std::int64_t clock_poll_grows_ns = 10;
constexpr std::int64_t max_clock_poll_ns = 1000;
constexpr std::int64_t clock_poll_divisor = 100;

}  // namespace

Spinning::Polls& Spinning::polls_of(Rank rank, ThreadId thread) {
    std::vector<Polls>& threads = of_rank_[static_cast<std::size_t>(rank)];
    if (threads.size() <= thread) threads.resize(thread + std::size_t{1});
    Polls& polls = threads[thread];
    if (polls.turn != turn_) {
        polls.count = 0;
        polls.turn = turn_;
    }
    return polls;
}

Spinning::Limit Spinning::polled(Rank rank, ThreadId thread, const Caller& caller, PollKind kind, std::int64_t now_ns) {
    Polls& polls = polls_of(rank, thread);
    const bool is_clock = kind == PollKind::clock;
    const bool same_loop = is_clock && polls.clock_in_a_row > 0 && polls.last.returns_to == caller.returns_to;
    if (!same_loop) polls.loop_began_ns = now_ns;
    polls.clock_in_a_row = same_loop ? polls.clock_in_a_row + 1 : is_clock ? 1 : 0;
    polls.last = caller;
    ++polls.count;
    if (polls_++ == 0) began_ns_ = now_ns;
    clock_only_ = clock_only_ && is_clock;
    const auto reached = [](std::int64_t value, std::int64_t limit) { return limit > 0 && value >= limit; };
    if (clock_only_) return reached(now_ns - began_ns_, limits_.max_clock_ns) ? Limit::clock : Limit::none;
    return reached(static_cast<std::int64_t>(polls_), limits_.max_polls) ? Limit::polls : Limit::none;
}

std::int64_t Spinning::clock_takes_ns(Rank rank, ThreadId thread, std::int64_t now_ns) {
    const Polls& polls = polls_of(rank, thread);
    if (polls.clock_in_a_row <= clock_polls_at_once) return 0;
    const auto more = static_cast<std::int64_t>(polls.clock_in_a_row - clock_polls_at_once);
    const std::int64_t most = std::max(max_clock_poll_ns, (now_ns - polls.loop_began_ns) / clock_poll_divisor);
    return more > most / clock_poll_grows_ns ? most : more * clock_poll_grows_ns;
}

bool Spinning::any_first_sleep() const {
    return std::ranges::any_of(of_rank_, [&](const std::vector<Polls>& threads) {
        return std::ranges::any_of(
            threads, [&](const Polls& one) { return one.sleeps && (one.turn != turn_ || one.count == 0); });
    });
}

std::size_t Spinning::polling_threads() const {
    std::size_t found = 0;
    for_each([&](Rank, ThreadId, const Polls&) { ++found; });
    return found;
}

}  // namespace rmasim::sim
