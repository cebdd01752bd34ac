#include "sim/untimed/fuzz/program/program_reductions.h"

#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/program/random_messages.h"
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/sequential_model.h"
#include "sim/untimed/fuzz/shrink/communicator_reductions.h"
#include "sim/untimed/fuzz/shrink/dynamic_reductions.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rmasim::fuzz {

namespace {

using Steps = std::vector<Step>;

bool is_flush(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::flush || kind == CallClass::sync;
}

bool is_local(const RandomFault& fault) {
    return fault.kind == RandomFault::Kind::shrink && fault.level == PoolLevel::local;
}

const Steps& steps_of(const RandomProgram& program, Rank rank) { return program.steps[static_cast<std::size_t>(rank)]; }

// Returns the cut from the call at `first`, which opens an epoch, to the call that closes the epoch.
Cut epoch_at(const RandomProgram& program, Rank rank, std::size_t first) {
    const Steps& steps = steps_of(program, rank);
    const Step& opening = steps[first];
    const bool all = opening.call == Call::lock_all;
    const Call closing = all ? Call::unlock_all : Call::unlock;
    Cut cut{{rank, first}};
    for (std::size_t i = first + 1; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const bool same = step.window == opening.window && (all || step.target == opening.target);
        const bool inside = is_operation(step.call) || is_flush(step.call) || is_access(step);
        if (same && (inside || step.call == closing)) cut.emplace_back(rank, i);
        if (same && step.call == closing) break;
    }
    return cut;
}

// Returns one cut for each n. The cut has the n-th call of kind `call` of every rank on a window.
std::vector<Cut> by_number(const RandomProgram& program, Call call, WindowId window) {
    std::vector<Cut> cuts;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        std::size_t n = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].call != call || steps[i].window != window) continue;
            if (n == cuts.size()) cuts.emplace_back();
            cuts[n++].emplace_back(rank, i);
        }
    }
    return cuts;
}

void append(Cut& cut, const Cut& more) { cut.insert(cut.end(), more.begin(), more.end()); }

void add_fences(const RandomProgram& program, WindowId window, std::vector<Cut>& cuts) {
    const std::vector<Cut> fences = by_number(program, Call::fence, window);
    cuts.insert(cuts.end(), fences.begin(), fences.end());
}

// Adds cuts of calls that create and free a window. The first cut has all of these calls: without them, the window
// exists from the start. Each further cut has the end of one lifetime and the beginning of the next. The last cut has
// only the end of the last lifetime.
void add_lives(const RandomProgram& program, WindowId window, std::vector<Cut>& cuts) {
    const std::vector<Cut> creates = by_number(program, Call::win_create, window);
    std::vector<Cut> frees = by_number(program, Call::win_free, window);
    Cut all;
    for (const Cut& cut : creates) append(all, cut);
    for (const Cut& cut : frees) append(all, cut);
    if (!all.empty()) cuts.push_back(std::move(all));
    for (std::size_t n = 0; n < frees.size(); ++n) {
        if (n + 1 < creates.size()) append(frees[n], creates[n + 1]);
        cuts.push_back(std::move(frees[n]));
    }
}

// Adds one cut with the barriers at the end of the ranks' programs. No step follows these barriers.
void add_last_barriers(const RandomProgram& program, std::vector<Cut>& cuts) {
    Cut last;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        if (!steps.empty() && steps.back().call == Call::barrier && steps.back().comm < 0)
            last.emplace_back(rank, steps.size() - 1);
    }
    if (!last.empty()) cuts.push_back(std::move(last));
}

bool is_about_request(const Step& step) {
    return step.call == Call::request_wait || step.call == Call::request_free || step.call == Call::request_cancel ||
           step.call == Call::request_start;
}

// True if `request` of the step is the number of a request that the rank creates.
bool has_number(const Step& step) { return step.more.unit < 0 && (has_request(step.call) || is_about_request(step)); }

// Renumbers requests and results. Removes waits for requests and accesses to results if their operation was removed.
void tidy(RandomProgram& program) {
    for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
        Steps& steps = program.steps[rank];
        std::vector<std::uint32_t> numbers(program.requests[rank], UINT32_MAX);
        std::uint32_t requests = 0;
        std::uint32_t results = 0;
        std::map<std::uint32_t, std::uint32_t> moved;
        for (Step& step : steps) {
            if (is_collective(step))
                step.result = std::exchange(results, results + words_delivered(program, static_cast<Rank>(rank), step));
            const bool of_round = is_in_round(step) && has_request(step.call);
            if (is_nonblocking(step) || of_round) numbers[step.request] = requests++;
            if (receives_in_round(step)) step.result = std::exchange(results, results + message_words(step).count());
            if (!is_operation(step.call)) continue;
            if (has_request(step.call)) numbers[step.request] = requests++;
            if (!fetches(step.kind) || step.read.into_window) continue;
            moved[step.result] = results;
            step.result = results;
            results += in_words(step.region).count;
        }
        remove_steps(steps, [&](Step& step) {
            if (!step.access.of_results) return false;
            const auto now = moved.find(step.result);
            if (now != moved.end()) step.result = now->second;
            return now == moved.end();
        });
        remove_steps(steps, [&](const Step& step) {
            return has_number(step) && is_about_request(step) && numbers[step.request] == UINT32_MAX;
        });
        for (Step& step : steps) {
            if (has_number(step)) step.request = numbers[step.request];
        }
        program.requests[rank] = requests;
        program.results[rank] = results;
    }
}

template <class IsRemoved>
RandomProgram filtered(const RandomProgram& program, IsRemoved removed) {
    RandomProgram left = program;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::size_t i = 0;
        remove_steps(left.steps[static_cast<std::size_t>(rank)], [&](const Step&) { return removed(rank, i++); });
    }
    tidy(left);
    return left;
}

// Returns the index of the rank's START or POST that belongs to the match `pair`.
std::size_t index_of(const RandomProgram& program, const Acquaintance& pair, Call call) {
    const Rank rank = call == Call::start ? pair.origin : pair.target;
    const Rank other = call == Call::start ? pair.target : pair.origin;
    const Steps& steps = steps_of(program, rank);
    std::size_t left = pair.nth + 1;
    std::size_t i = 0;
    for (;; ++i) {
        const Step& step = steps[i];
        if (step.call != call || step.window != pair.window) continue;
        if (std::count(step.group.begin(), step.group.end(), other) > 0 && --left == 0) return i;
    }
}

// Removes `other` from the group of the call at `first`. Adds the operations on `other` to `cut`. If the group becomes
// empty, also adds the calls that open and close the epoch.
void leave_group(RandomProgram& program, Rank rank, std::size_t first, Rank other, Call closing, Cut& cut) {
    Steps& steps = program.steps[static_cast<std::size_t>(rank)];
    const bool start = closing == Call::complete;
    std::erase(steps[first].group, other);
    const bool empty = steps[first].group.empty();
    if (empty) cut.emplace_back(rank, first);
    for (std::size_t i = first + 1; i < steps.size(); ++i) {
        if (steps[i].window != steps[first].window) continue;
        if (steps[i].call == closing) {
            if (empty) cut.emplace_back(rank, i);
            return;
        }
        if (start && is_operation(steps[i].call) && steps[i].target == other) cut.emplace_back(rank, i);
    }
}

// Adds one cut for each message, with its SEND and its RECV. Messages that are in flight at the same time have
// different tags.
void add_messages(const RandomProgram& program, std::vector<Cut>& cuts) {
    std::map<std::tuple<Rank, Rank, std::uint32_t>, std::pair<Cut, Cut>> messages;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            if (step.more.unit >= 0 || is_in_round(step)) continue;
            if (step.call == Call::send) messages[{rank, step.target, step.more.tag}].first.emplace_back(rank, i);
            if (step.call == Call::recv) messages[{step.target, rank, step.more.tag}].second.emplace_back(rank, i);
        }
    }
    for (const auto& [route, ends] : messages) {
        for (std::size_t n = 0; n < std::min(ends.first.size(), ends.second.size()); ++n) {
            cuts.push_back({ends.first[n], ends.second[n]});
        }
    }
}

// Adds one cut for each round of messages, and one for each message of a round.
void add_rounds(const RandomProgram& program, std::vector<Cut>& rounds, std::vector<Cut>& messages) {
    std::map<int, Cut> whole;
    std::map<std::pair<int, int>, Cut> single;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const MessageArguments& message = steps[i].message;
            if (message.round >= 0) whole[message.round].emplace_back(rank, i);
            if (message.number >= 0) single[{message.round, message.number}].emplace_back(rank, i);
        }
    }
    for (auto& [round, cut] : whole) rounds.push_back(std::move(cut));
    for (auto& [message, cut] : single) messages.push_back(std::move(cut));
}

// Adds one cut for each unit, with the steps of the unit and of all units within it.
void add_units(const RandomProgram& program, std::vector<Cut>& cuts) {
    const auto is_within = [&program](int unit, int wanted) {
        for (; unit >= 0; unit = program.units[static_cast<std::size_t>(unit)].within) {
            if (unit == wanted) return true;
        }
        return false;
    };
    for (int unit = 0; unit < static_cast<int>(program.units.size()); ++unit) {
        Cut cut;
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            const Steps& steps = steps_of(program, rank);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                if (is_within(steps[i].more.unit, unit)) cut.emplace_back(rank, i);
            }
        }
        if (!cut.empty()) cuts.push_back(std::move(cut));
    }
}

void add_exchanges(const RandomProgram& program, std::vector<Cut>& cuts) {
    for (int number = 0; number < static_cast<int>(program.exchanges.size()); ++number) {
        Cut cut;
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            const Steps& steps = steps_of(program, rank);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                if (steps[i].read.exchange == number) cut.emplace_back(rank, i);
            }
        }
        if (!cut.empty()) cuts.push_back(std::move(cut));
    }
}

}  // namespace

std::vector<Cut> stretches(const RandomProgram& program) {
    std::vector<Cut> cuts;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        std::size_t stretch = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (cuts.size() == stretch) cuts.emplace_back();
            cuts[stretch].emplace_back(rank, i);
            if (ends_stretch(steps[i])) ++stretch;
        }
    }
    add_last_barriers(program, cuts);
    add_units(program, cuts);
    add_exchanges(program, cuts);
    std::vector<Cut> messages;
    add_rounds(program, cuts, messages);
    return cuts;
}

std::vector<Cut> epochs(const RandomProgram& program) {
    std::vector<Cut> cuts;
    for (WindowId window = 0; window < program.windows; ++window) {
        add_lives(program, window, cuts);
        add_fences(program, window, cuts);
    }
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].call == Call::lock || steps[i].call == Call::lock_all) {
                cuts.push_back(epoch_at(program, rank, i));
            }
        }
    }
    return cuts;
}

std::vector<Cut> single_calls(const RandomProgram& program) {
    std::vector<Cut> cuts;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const Steps& steps = steps_of(program, rank);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool test = steps[i].more.unit >= 0 && !steps[i].more.essential;
            const bool single = is_operation(steps[i].call) || is_flush(steps[i].call) || is_access(steps[i]) || test;
            if (single) cuts.push_back({{rank, i}});
        }
    }
    add_messages(program, cuts);
    std::vector<Cut> rounds;
    add_rounds(program, rounds, cuts);
    add_barriers_of_some(program, cuts);
    add_attachments(program, cuts);
    return cuts;
}

RandomProgram without(const RandomProgram& program, std::span<const Cut> cuts) {
    std::set<std::pair<Rank, std::size_t>> removed;
    for (const Cut& cut : cuts) removed.insert(cut.begin(), cut.end());
    return filtered(program, [&](Rank rank, std::size_t i) { return removed.contains({rank, i}); });
}

RandomProgram without_rank(const RandomProgram& program, Rank rank) {
    RandomProgram left =
        filtered(program, [&](Rank at, std::size_t i) { return steps_of(program, at)[i].target == rank; });
    const auto index = static_cast<std::ptrdiff_t>(rank);
    left.steps.erase(left.steps.begin() + index);
    left.results.erase(left.results.begin() + index);
    left.requests.erase(left.requests.begin() + index);
    for (std::vector<WindowShape>& shapes : left.shapes) shapes.erase(shapes.begin() + index);
    for (std::vector<std::uint64_t>& first : left.first_in_buffer) {
        if (!first.empty()) first.erase(first.begin() + index);
    }
    for (Rank& size : left.window_ranks) size -= size > rank ? 1 : 0;
    --left.ranks;
    std::erase_if(left.faults, [rank](const RandomFault& fault) { return fault.rank == rank || fault.other == rank; });
    for (RandomFault& fault : left.faults) {
        fault.rank -= fault.rank > rank ? 1 : 0;
        fault.other -= fault.other > rank ? 1 : 0;
    }
    for (Steps& steps : left.steps) {
        for (Step& step : steps) {
            if (step.target > rank) --step.target;
            std::erase(step.group, rank);
            for (Rank& member : step.group) member -= member > rank ? 1 : 0;
            // The blocks of higher ranks, and the shared blocks, move to lower displacements.
            if (changes_attachments(step.call)) {
                step.region = without_block(step.region, rank);
            } else if (!step.access.of_results && step.region.disp >= static_cast<std::uint64_t>(rank) * block_bytes) {
                step.region.disp -= std::min(step.region.disp, block_bytes);
            }
        }
        // Remove epochs whose group is empty, and attachments of no bytes.
        std::vector<bool> empty(2, false);  // true if the group is empty: that of the last START, and that of the last
                                            // POST
        remove_steps(steps, [&empty](const Step& step) {
            const bool start = step.call == Call::start || step.call == Call::complete;
            const bool post = step.call == Call::post || step.call == Call::wait;
            if (step.call == Call::start || step.call == Call::post) empty[post ? 1 : 0] = step.group.empty();
            if ((start && empty[0]) || (post && empty[1])) return true;
            return changes_attachments(step.call) && step.region.count == 0;
        });
    }
    tidy(left);  // Smaller communicators deliver fewer or more words, so results must be renumbered.
    return left;
}

RandomProgram without_window(const RandomProgram& program, WindowId window) {
    RandomProgram left = filtered(program, [&](Rank rank, std::size_t i) {
        const Step& step = steps_of(program, rank)[i];
        return step.window == window && !ends_stretch(step);
    });
    --left.windows;
    left.settings = sim::without_window(*left.family, *left.settings, window);
    const auto erase = [window](auto&... of) { (..., (of.empty() ? 0 : (of.erase(of.begin() + window), 0))); };
    erase(left.shapes, left.first_in_buffer, left.window_ranks, left.window_comms);
    std::erase_if(left.faults,
                  [window](const RandomFault& fault) { return is_local(fault) && fault.window == window; });
    for (RandomFault& fault : left.faults) {
        fault.window = static_cast<WindowId>(fault.window - (fault.window > window ? 1 : 0));
    }
    for (Steps& steps : left.steps) {
        for (Step& step : steps) step.window = static_cast<WindowId>(step.window - (step.window > window ? 1 : 0));
    }
    return left;
}

std::vector<Acquaintance> acquaintances(const RandomProgram& program) {
    std::vector<Acquaintance> pairs;
    for (Rank origin = 0; origin < program.ranks; ++origin) {
        std::map<std::pair<WindowId, Rank>, std::size_t> posts;
        for (const Step& step : steps_of(program, origin)) {
            if (step.call != Call::start) continue;
            for (const Rank target : step.group) {
                pairs.push_back({step.window, origin, target, posts[{step.window, target}]++});
            }
        }
    }
    return pairs;
}

RandomProgram without(const RandomProgram& program, const Acquaintance& pair) {
    RandomProgram left = program;
    Cut cut;
    leave_group(left, pair.origin, index_of(program, pair, Call::start), pair.target, Call::complete, cut);
    leave_group(left, pair.target, index_of(program, pair, Call::post), pair.origin, Call::wait, cut);
    return without(left, std::span(&cut, 1));
}

}  // namespace rmasim::fuzz
