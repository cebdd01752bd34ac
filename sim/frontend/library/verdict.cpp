#include "sim/frontend/library/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

// By Cause: "52 % of the time is ...".
constexpr std::array<std::string_view, cause_count> uses_of_time{"computation of the program",
                                                                 "entering calls",
                                                                 "filling operation elements",
                                                                 "searching target elements",
                                                                 "walking over tables",
                                                                 "building packets",
                                                                 "dispatching packets",
                                                                 "copying data",
                                                                 "memory barriers",
                                                                 "locking mutexes",
                                                                 "flushing caches",
                                                                 "waiting in barriers and fences",
                                                                 "waiting for locks",
                                                                 "waiting for operations to complete",
                                                                 "waiting for acknowledgements",
                                                                 "waiting for elements",
                                                                 "waiting for POST",
                                                                 "waiting for COMPLETE",
                                                                 "waiting for messages",
                                                                 "waiting for mutexes",
                                                                 "waiting for data to leave the user's memory",
                                                                 "waiting for operations that other ranks count",
                                                                 "waiting for the arguments of WIN_CREATE",
                                                                 "waiting for signals",
                                                                 "waiting for threads of the rank",
                                                                 "the work of progress agents"};

std::string number(std::uint64_t value) { return fmt::format("{}", fmt::group_digits(value)); }

std::string counted_as(std::uint64_t value, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number(value), value == 1 ? one : many);
}

std::int64_t total_ns(const RunResult& result) {
    std::int64_t total = 0;
    for (const auto& [cause, ns] : result.time_spent_ns) total += ns;
    return total;
}

// A share of the time of all ranks, rounded to whole percents: "52 % of the time".
std::string share_of_time(std::int64_t ns, std::int64_t total) {
    const std::int64_t percent = (200 * ns + total) / (2 * total);
    return percent == 0 ? "less than 1 % of the time" : fmt::format("{} % of the time", percent);
}

std::string of_time(const RunResult& result) {
    const std::int64_t total = total_ns(result);
    if (total == 0) return "no time passes";
    const auto largest = std::max_element(result.time_spent_ns.begin(), result.time_spent_ns.end(),
                                          [](const auto& one, const auto& other) { return one.second < other.second; });
    const auto use = uses_of_time.at(static_cast<std::size_t>(cause_named(largest->first)));
    return fmt::format("{} is {}", share_of_time(largest->second, total), use);
}

// Sums of figures over the tables of all windows.
std::uint64_t over_tables(const RunResult& result, std::uint64_t TableUse::*figure) {
    std::uint64_t sum = 0;
    for (const TableUse& use : result.tables) sum += use.*figure;
    return sum;
}

std::string of_tables(const RunResult& result) {
    if (const std::uint64_t count = over_tables(result, &TableUse::fall_backs); count > 0)
        return fmt::format("LOCK_ALL falls back {}, because a target element is missing",
                           counted_as(count, "time", "times"));
    const std::uint64_t restored = over_tables(result, &TableUse::targets_restored);
    if (restored == 0) return "";
    return counted_as(restored, "target element is freed", "target elements are freed") + " for other targets";
}

using Pool = std::pair<const std::string, PoolUse>;

template <class Less>
const Pool* largest_pool(const RunResult& result, Less less) {
    const auto found =
        std::max_element(result.elements.begin(), result.elements.end(),
                         [&](const Pool& one, const Pool& other) { return less(one.second, other.second); });
    return found == result.elements.end() ? nullptr : &*found;
}

std::string of_shortage(const RunResult& result) {
    const Pool* const waited = largest_pool(
        result, [](const PoolUse& one, const PoolUse& other) { return one.time_waited_ns < other.time_waited_ns; });
    if (waited == nullptr) return "";
    if (waited->second.time_waited_ns > 0) {
        const std::int64_t total = std::max<std::int64_t>(total_ns(result), 1);
        return fmt::format("calls wait for {} ({})",
                           waited->first.starts_with("op.") ? "operation elements" : "target elements",
                           share_of_time(waited->second.time_waited_ns, total));
    }
    const Pool* const exhausted = largest_pool(
        result, [](const PoolUse& one, const PoolUse& other) { return one.times_exhausted < other.times_exhausted; });
    if (exhausted->second.times_exhausted == 0) return "";
    return fmt::format("{} is exhausted {}, {}", exhausted->first,
                       counted_as(exhausted->second.times_exhausted, "time", "times"),
                       global_pool_stood_in(exhausted->first, result.elements) ? "and the global pool stands in"
                                                                               : "but no call waits");
}

std::string of_fullest_pool(const RunResult& result) {
    const Pool* const fullest = largest_pool(result, [](const PoolUse& one, const PoolUse& other) {
        return std::uint64_t{one.high_water} * std::max(other.size, 1U) <
               std::uint64_t{other.high_water} * std::max(one.size, 1U);
    });
    if (fullest == nullptr || fullest->second.high_water == 0) return "";
    return fmt::format("at most {} of {} elements of {} {} in use", number(fullest->second.high_water),
                       number(fullest->second.size), fullest->first, fullest->second.high_water == 1 ? "is" : "are");
}

// The resource of a family without pools.
std::string of_other_resource(const RunResult& result) {
    if (result.queue && result.queue->max_requests > 0)
        return "at most " +
               counted_as(result.queue->max_requests, "request is queued at a rank", "requests are queued at a rank");
    if (result.mutexes && result.mutexes->taken > 0)
        return fmt::format("{} of {} mutexes are taken after waiting", number(result.mutexes->contended),
                           number(result.mutexes->taken));
    return counted_as(result.messages, "packet is sent", "packets are sent");
}

std::string of_resource(const RunResult& result) {
    for (const auto of : {of_tables, of_shortage, of_fullest_pool}) {
        if (std::string text = of(result); !text.empty()) return text;
    }
    return of_other_resource(result);
}

std::string waiting_calls(const RunResult& result) {
    std::string text = counted_as(result.stuck.size(), "call waits forever", "calls wait forever");
    if (!result.cycle.empty()) text += fmt::format(", in a cycle of {} ranks", result.cycle.size());
    return text;
}

std::string of_erroneous(const RunResult& result) {
    const std::uint64_t pairs = result.semantics ? result.semantics->count : 0;
    if (pairs == 0)
        return counted_as(std::max<std::size_t>(result.stuck.size(), 1), "call breaks a rule of MPI",
                          "calls break a rule of MPI");
    return fmt::format("{} erroneous under the {} memory model",
                       counted_as(pairs, "pair of accesses is", "pairs of accesses are"), result.semantics->model);
}

// The reason why a run did not end well. Empty if the run finished as expected.
std::string of_outcome(const RunResult& result, std::size_t failed_expectations) {
    switch (result.outcome) {
        case Outcome::finished: break;
        case Outcome::deadlock: return waiting_calls(result);
        case Outcome::erroneous: return of_erroneous(result);
        case Outcome::violation:
            return "an invariant is violated" +
                   (result.violation ? fmt::format(": {}", name_of(result.violation->which)) : "");
        case Outcome::lost_rank:
            return counted_as(result.lost_counts.ranks, "rank dies", "ranks die") + ", " + waiting_calls(result);
        case Outcome::lost_packet: return counted_as(result.lost_counts.packets, "packet is lost", "packets are lost");
        case Outcome::assertion: return "an assertion of the simulated library fails";
        case Outcome::crash: return "the simulated library crashes";
        case Outcome::interrupted: return "a signal ended the run";
    }
    if (failed_expectations > 0)
        return counted_as(failed_expectations, "expectation is not met", "expectations are not met");
    if (result.stale_read_count > 0)
        return counted_as(result.stale_read_count, "load returns a stale value", "loads return a stale value");
    return "";
}

std::string as_sentence(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text + '.';
}

}  // namespace

bool global_pool_stood_in(const std::string& pool, const std::map<std::string, PoolUse>& elements) {
    const std::size_t level = pool.find(".local.");
    if (level == std::string::npos) return false;
    const auto local = elements.find(pool), global = elements.find(pool.substr(0, level) + ".global");
    if (local == elements.end() || global == elements.end()) return false;
    const PoolUse& use = local->second;
    return use.times_exhausted > 0 && use.time_waited_ns == 0 && global->second.times_exhausted == 0;
}

std::string verdict_of(const RunResult& result, std::size_t failed_expectations) {
    const std::string reason = of_outcome(result, failed_expectations);
    return as_sentence(reason.empty() ? of_time(result) + "; " + of_resource(result) : reason);
}

}  // namespace rmasim::sim
