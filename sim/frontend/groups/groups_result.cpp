#include "sim/frontend/groups/groups_result.h"

#include "sim/frontend/groups/add_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_moved = 100;

// ---- Pairs of ranks. Their ranks are numbered across all groups: rank r of group g has the number g * ranks + r.

std::string counted_through(const std::string& pair, std::int64_t first_rank) {
    const std::size_t arrow = pair.find('>');
    return fmt::format("{}>{}", first_rank + std::stoll(pair.substr(0, arrow)),
                       first_rank + std::stoll(pair.substr(arrow + 1)));
}

template <class Figures>
void count_through(std::map<std::string, Figures>& by_pair, std::int64_t first_rank) {
    std::map<std::string, Figures> through;
    for (auto& [pair, figures] : by_pair) through[counted_through(pair, first_rank)] = std::move(figures);
    by_pair = std::move(through);
}

GroupsResult::Concern concern_of(const RunResult& result) {
    using Concern = GroupsResult::Concern;
    if (result.outcome == Outcome::violation) return Concern::violation;
    if (result.outcome != Outcome::finished) return Concern::not_finished;
    const LostCounts& lost = result.lost_counts;
    const bool all_there = lost.ranks + lost.packets + lost.pools + result.stale_read_count == 0;
    return all_there && !result.violation ? Concern::none : Concern::something_lost;
}

// Removes the texts about a single group. If a report needs these texts, it runs the group again.
void drop_words(RunResult& result) {
    result.wrong_values.clear();
    result.stale_reads.clear();
    result.fall_backs.clear();
    result.stuck.clear();
    result.is_cut_short = false;
    result.cause.clear();
    result.cycle.clear();
    result.cycle_waits.clear();
    result.lost = {};
    result.violation.reset();
    result.digest.clear();
    if (result.semantics) result.semantics->findings.clear();
}

void add(RunResult& sum, RunResult&& next) {
    append_ranks(sum.by_rank, next.by_rank);
    sum.groups->count += next.groups->count;
    for (const auto& [outcome, count] : next.groups->by_outcome) sum.groups->by_outcome[outcome] += count;
    add_figures(sum, std::move(next));
}

}  // namespace

GroupsResult result_of_group(std::int64_t group, RunResult result, std::vector<Difference> moved) {
    GroupsResult of_one;
    of_one.first = of_one.concerns = group;
    of_one.count = 1;
    of_one.concern = concern_of(result);
    of_one.interrupted = result.outcome == Outcome::interrupted;
    of_one.digests = result.digest;
    result.groups.emplace().count = 1;
    result.groups->by_outcome[std::string(name_of(result.outcome))] = 1;
    const std::int64_t first_rank = group * result.ranks;
    count_through(result.by_pair, first_rank);
    count_through(result.bytes_by_pair, first_rank);
    drop_words(result);
    of_one.sum = std::move(result);
    for (Difference& one : moved) one.what = fmt::format("group {}: {}", group, one.what);
    of_one.moved = std::move(moved);
    if (of_one.moved.size() > max_moved) of_one.moved.resize(max_moved);
    return of_one;
}

void append(GroupsResult& result, GroupsResult next) {
    result.count += next.count;
    add(result.sum, std::move(next.sum));
    result.digests += next.digests;
    result.interrupted = result.interrupted || next.interrupted;
    if (next.concern > result.concern) {
        result.concern = next.concern;
        result.concerns = next.concerns;
    }
    const std::size_t room = max_moved - result.moved.size();
    const std::size_t more = std::min(room, next.moved.size());
    std::move(next.moved.begin(), next.moved.begin() + static_cast<std::ptrdiff_t>(more),
              std::back_inserter(result.moved));
}

}  // namespace rmasim::sim
