#include "sim/untimed/explore/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rmasim::sim {

namespace {

Range united(const Range& one, const Range& other) {
    return {std::min(one.min, other.min), std::max(one.max, other.max)};
}

std::uint64_t executions(const Exploration& found) { return found.runs + found.redundant; }

// Merges the ranges of message counts from `from` into `into`. If only one of the two has a kind, some run sent no
// message of this kind, so the minimum is 0.
void unite(std::map<std::string, Range>& into, const std::map<std::string, Range>& from) {
    for (auto& [kind, range] : into) {
        if (from.count(kind) == 0) range.min = 0;
    }
    for (const auto& [kind, range] : from) {
        const auto at = into.find(kind);
        if (at == into.end()) into[kind] = {0, range.max};
        else at->second = united(at->second, range);
    }
}

// Returns the entries in the order of their numbers.
template <class Key, class Value>
std::vector<std::pair<Key, const Value*>> by_number(const std::map<Key, Value>& entries) {
    std::vector<std::pair<Key, const Value*>> sorted;
    for (const auto& [key, one] : entries) sorted.push_back({key, &one});
    std::sort(sorted.begin(), sorted.end(),
              [](const auto& one, const auto& other) { return one.second->number < other.second->number; });
    return sorted;
}

}  // namespace

void Assembly::add(const std::string& key, Shard shard) {
    cpu_s_ += shard.cpu_s;
    made_.runs += shard.found.runs;
    made_.redundant += shard.found.redundant;
    made_.failing_runs += shard.found.failing_runs;
    made_.max_depth = std::max(made_.max_depth, shard.found.max_depth);
    shards_.emplace(key, std::move(shard));
}

Part Assembly::part_at(const Walk& walk) const {
    Part part;
    part.max_executions = options_.shard_size;
    for (std::size_t i = 0; i < walk.path; ++i) part.path.push_back({walk.steps[i].move(), walk.steps[i].picks});
    std::vector<Sleeper> sleepers;
    if (walk.path > 0) sleepers = walk.steps[walk.path - 1].asleep;
    for (const Sleeper& sleeper : sleepers) {
        part.asleep.push_back(
            {sleeper.actor, sleeper.process, walk.steps[sleeper.made_at - 1].branches[sleeper.branch].touched});
    }
    for (std::size_t i = walk.path; i < walk.steps.size(); ++i) {
        SearchNode node = walk.steps[i];
        for (Sleeper& sleeper : node.asleep) {
            if (sleeper.made_at > walk.path) continue;
            const auto at = std::find(sleepers.begin(), sleepers.end(), sleeper);
            sleeper.made_at = 0;
            sleeper.branch = static_cast<std::uint32_t>(at - sleepers.begin());
        }
        part.begun.push_back(std::move(node));
    }
    return part;
}

bool Assembly::is_sure(const Walk& walk) {
    return std::all_of(walk.steps.begin(), walk.steps.begin() + static_cast<std::ptrdiff_t>(walk.path),
                       [](const Step& step) { return step.current < step.sure; });
}

void Assembly::note_races(Walk& walk, const std::vector<Race>& races) {
    for (const Race& race : races) {
        Step& at = walk.steps[race.early - 1];
        const bool covered = std::any_of(race.initials.begin(), race.initials.end(),
                                         [&](const Move& move) { return is_covered(at, move); });
        if (covered) continue;
        at.branches.push_back({race.initials.front()});
        if (!at.passed_missing) at.sure = at.branches.size();
    }
}

// Continues at the steps where the shard ended. The rest of its part is divided into new parts. The path of the next
// part ends at the topmost node below the old path that has a finished branch. The other branches of that node have at
// most about as many executions as one shard.
void Assembly::take_over(Walk& walk, const Rest& rest) {
    if (walk.path > 0) walk.steps[walk.path - 1].picks = rest.picks;
    walk.steps.resize(walk.path);
    const std::size_t above = walk.path;
    for (const SearchNode& node : rest.begun) {
        Step step{node, node.branches.size(), false};
        for (Sleeper& sleeper : step.asleep) {
            if (sleeper.made_at == 0) sleeper = walk.steps[above - 1].asleep[sleeper.branch];
        }
        walk.steps.push_back(std::move(step));
    }
    const auto begun = walk.steps.begin() + static_cast<std::ptrdiff_t>(above);
    const auto cut = std::find_if(begun, walk.steps.end(), [](const Step& step) {
        return std::any_of(step.branches.begin(), step.branches.end(), [](const Branch& one) { return one.done; });
    });
    walk.path = cut == walk.steps.end() ? walk.steps.size() : static_cast<std::size_t>(cut - walk.steps.begin()) + 1;
}

void Assembly::follow(Walk& walk, const Shard& shard) const {
    note_races(walk, shard.races);
    if (walk.path > 0) {
        Step& last = walk.steps[walk.path - 1];
        add_to(last.branches[last.current].touched, shard.touched);
    }
    if (shard.rest) take_over(walk, *shard.rest);
    else pass(walk);
}

// Advances the walk to the next part after the current part. All picks of the current part's step belong to the current
// part.
void Assembly::pass(Walk& walk) const {
    walk.steps.resize(walk.path);
    if (walk.path > 0) walk.steps.back().picks.clear();
    while (!walk.steps.empty()) {
        Step& last = walk.steps.back();
        if (next_picks(last)) break;
        if (next_branch(last, static_cast<StepNumber>(walk.steps.size()), options_.reduction)) break;
        walk.steps.pop_back();
    }
    walk.path = walk.steps.size();
    walk.over = walk.path == 0;
}

// Advances the walk past a missing shard, as if the shard added no branch.
void Assembly::pass_missing(Walk& walk) const {
    for (std::size_t i = 0; i < walk.path; ++i) walk.steps[i].passed_missing = true;
    pass(walk);
}

// Returns the current part of the walk. If its shard has more executions than the limit allows, returns a part with a
// lower maximum number of executions.
Wanted Assembly::wanted_next() const {
    Wanted wanted{.key = "", .part = part_at(walk_)};
    wanted.key = key_of(wanted.part);
    const auto at = shards_.find(wanted.key);
    const std::uint64_t left = options_.limit - executions(found_);
    if (options_.limit != 0 && at != shards_.end() && executions(at->second.found) > left) {
        wanted.key += fmt::format("/{}", left);
        wanted.part.max_executions = left;
    }
    return wanted;
}

bool Assembly::limit_reached() const { return options_.limit != 0 && executions(found_) >= options_.limit; }

// Follows the walk through the shards that have been added. Returns true if the exploration is complete.
bool Assembly::follow_known() {
    if (given_up_) return true;
    while (!walk_.over) {
        if (limit_reached()) return true;
        const auto at = shards_.find(wanted_next().key);
        if (at == shards_.end()) return false;
        const Shard shard = std::move(at->second);
        shards_.erase(at);
        merge(shard);
        if (ends_with(shard)) {
            found_.ended_by = EndedBy::first_failure;
            return true;
        }
        follow(walk_, shard);
    }
    found_.ended_by = EndedBy::exhausted;
    return true;
}

void Assembly::give_up(EndedBy reason) {
    if (follow_known()) return;
    given_up_ = true;
    found_.ended_by = reason;
    for (pass_missing(walk_); !walk_.over && !limit_reached();) {
        const auto at = shards_.find(wanted_next().key);
        if (at == shards_.end()) {
            pass_missing(walk_);
            continue;
        }
        merge(at->second);
        if (ends_with(at->second)) return;
        follow(walk_, at->second);
    }
}

double Assembly::fraction_done() const { return sim::fraction_done(walk_.steps.begin(), walk_.steps.end()); }

std::vector<Wanted> Assembly::wanted(std::size_t max) {
    if (follow_known()) return {};
    std::vector<Wanted> sure{wanted_next()}, guessed;
    Walk ahead = walk_;
    pass_missing(ahead);
    while (!ahead.over && sure.size() + guessed.size() < max) {
        Part part = part_at(ahead);
        std::string key = key_of(part);
        const auto at = shards_.find(key);
        if (at != shards_.end()) {
            if (ends_with(at->second)) break;
            follow(ahead, at->second);
            continue;
        }
        const bool guess = !is_sure(ahead);
        (guess ? guessed : sure).push_back({std::move(key), std::move(part), guess});
        pass_missing(ahead);
    }
    sure.insert(sure.end(), std::make_move_iterator(guessed.begin()), std::make_move_iterator(guessed.end()));
    return sure;
}

void Assembly::merge(const Shard& shard) {
    const Exploration& from = shard.found;
    found_.runs += from.runs;
    found_.redundant += from.redundant;
    found_.steps += from.steps;
    found_.max_depth = std::max(found_.max_depth, from.max_depth);
    found_.failing_runs += from.failing_runs;
    for (const auto& [pool, max] : from.high_water) {
        std::uint32_t& known = found_.high_water[pool];
        known = std::max(known, max);
    }
    merge_failures(shard);
    found_.checked.invariants += from.checked.invariants;
    found_.checked.accesses += from.checked.accesses;
    if (from.ends.empty()) return;
    merge_ends(shard);
    if (!any_end_ || from.messages.min < found_.messages.min) words_.min_messages = shard.words.min_messages;
    if (!any_end_ || from.messages.max > found_.messages.max) words_.max_messages = shard.words.max_messages;
    found_.messages = any_end_ ? united(found_.messages, from.messages) : from.messages;
    if (any_end_) unite(found_.by_kind, from.by_kind);
    else found_.by_kind = from.by_kind;
    any_end_ = true;
}

// Adds the failures in the order in which the shard found them. If two orders have the same length, the order of the
// earlier shard is kept, as in a search by one process.
void Assembly::merge_failures(const Shard& shard) {
    for (const auto& [key, one] : by_number(shard.found.failures)) {
        Failures& known = found_.failures[key];
        const bool is_new = known.runs == 0;
        known.runs += one->runs;
        if (is_new) known.number = found_.failures.size();
        if (!is_new && one->steps >= known.steps) continue;
        known.steps = one->steps;
        known.shortest = one->shortest;
        words_.failures[key] = shard.words.failures.at(key);
    }
}

// Adds new end states in the order in which the shard found them. If an end state is one of the first `max_described`
// of the exploration, it is also one of the first in its shard. So the shard has an order for this end state.
void Assembly::merge_ends(const Shard& shard) {
    std::map<std::uint64_t, std::uint64_t> numbers;  // of the shard's failures, in the whole search
    for (const auto& [key, one] : shard.found.failures) numbers[one.number] = found_.failures.at(key).number;
    for (const auto& [digest, end] : by_number(shard.found.ends)) {
        EndState& known = found_.ends[digest];
        known.runs += end->runs;
        for (const std::uint64_t number : end->failures) add_failure(known.failures, numbers.at(number));
        if (known.number != 0) continue;
        known.number = found_.ends.size();
        known.finished = end->finished;
        if (known.number <= max_described) words_.ends[digest] = shard.words.ends.at(digest);
    }
}

}  // namespace rmasim::sim
