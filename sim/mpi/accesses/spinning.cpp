#include "sim/mpi/accesses/spinning.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// A poll of the clock takes more and more time after `clock_polls_at_once` polls, up to `max_clock_poll_ns`.
constexpr std::uint64_t clock_polls_at_once = 1000;
constexpr std::int64_t clock_poll_grows_ns = 10;
constexpr std::int64_t max_clock_poll_ns = 1000;

}  // namespace

Spinning::Polls& Spinning::polls_of(Rank rank, ThreadId thread) {
    std::vector<Polls>& threads = of_rank_[static_cast<std::size_t>(rank)];
    if (threads.size() <= thread) threads.resize(thread + std::size_t{1});
    Polls& polls = threads[thread];
    if (polls.turn != turn_) polls = {.last = {}, .sleeps = polls.sleeps, .turn = turn_};
    return polls;
}

Spinning::Limit Spinning::polled(Rank rank, ThreadId thread, const Caller& caller, PollKind kind, std::int64_t now_ns) {
    Polls& polls = polls_of(rank, thread);
    const bool is_clock = kind == PollKind::clock;
    polls.clock_in_a_row = !is_clock ? 0 : polls.last.returns_to == caller.returns_to ? polls.clock_in_a_row + 1 : 1;
    polls.last = caller;
    ++polls.count;
    if (polls_++ == 0) began_ns_ = now_ns;
    clock_only_ = clock_only_ && is_clock;
    const auto reached = [](std::int64_t value, std::int64_t limit) { return limit > 0 && value >= limit; };
    if (clock_only_) return reached(now_ns - began_ns_, limits_.max_clock_ns) ? Limit::clock : Limit::none;
    return reached(static_cast<std::int64_t>(polls_), limits_.max_polls) ? Limit::polls : Limit::none;
}

std::int64_t Spinning::clock_takes_ns(Rank rank, ThreadId thread) {
    const std::uint64_t in_a_row = polls_of(rank, thread).clock_in_a_row;
    if (in_a_row <= clock_polls_at_once) return 0;
    return std::min(static_cast<std::int64_t>(in_a_row - clock_polls_at_once) * clock_poll_grows_ns, max_clock_poll_ns);
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
