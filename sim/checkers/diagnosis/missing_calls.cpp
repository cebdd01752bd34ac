#include "sim/checkers/diagnosis/missing_calls.h"

#include "protocol/base/rank_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_parts = 4;  // of a text: ranks with the same number of calls and the same last call

std::string times(std::uint32_t count) {
    switch (count) {
        case 0: return "never";
        case 1: return "once";
        case 2: return "twice";
        default: return fmt::format("{} times", count);
    }
}

bool may_be_missing(const WaitReason& reason) {
    const bool collective =
        reason.call == Call::fence || reason.call == Call::win_create || reason.call == Call::win_free;
    if (!collective || !is_window(reason.window)) return false;
    switch (reason.awaited) {
        case Awaited::barrier:
        case Awaited::op_counts:
        case Awaited::reduction:
        case Awaited::window_info: return true;
        default: return false;
    }
}

// Returns the words after the name of a call: " on window "w"".
std::string on_window(const Ranks& ranks, Rank rank, WindowId window) {
    const std::string name = ranks.window_name(rank, window);
    return name.empty() ? "" : fmt::format(" on window \"{}\"", name);
}

std::string last_time(const Ranks& ranks, Rank rank, const usage::CallsMade& made) {
    if (made.count == 0) return {};
    return fmt::format(" (the last time at {})",
                       ranks.threads(rank)[made.thread].program->location_text(made.location));
}

// Returns "rank 0 has called post once", or "ranks 1 and 2 have never called start".
std::string has_called(const std::vector<Rank>& some, std::string_view name, std::uint32_t count) {
    const std::string_view verb = some.size() == 1 ? "has" : "have";
    if (count == 0) return fmt::format("{} {} never called {}", text_of_ranks(some), verb, name);
    return fmt::format("{} {} called {} {}", text_of_ranks(some), verb, name, times(count));
}

}  // namespace

const MissingCalls::ByCount& MissingCalls::counts(const Window& window, const RankGroup* group) {
    const auto [at, is_new] = counts_.try_emplace(window);
    if (!is_new) return at->second;
    const auto& [call, number, first] = window;
    const Rank members = group == nullptr ? ranks_.count() : group->size();
    for (Rank member = 0; member < members; ++member) {
        const Rank rank = group == nullptr ? member : group->member(member);
        at->second[ranks_.epochs()->calls_made(rank, number, call).count].push_back(rank);
    }
    return at->second;
}

MissingCalls::Found MissingCalls::fewer(const Window& window, const ByCount& counts, std::uint32_t own) const {
    const auto& [call, number, first] = window;
    std::map<std::pair<std::uint32_t, std::string>, std::vector<Rank>> parts;  // by number, and text of the last call
    Found found;
    for (const auto& [count, some] : counts) {
        if (count >= own) break;
        found.ranks.insert(found.ranks.end(), some.begin(), some.end());
        for (const Rank rank : some) {
            const usage::CallsMade made = ranks_.epochs()->calls_made(rank, number, call);
            parts[{count, last_time(ranks_, rank, made)}].push_back(rank);
        }
    }
    std::ranges::sort(found.ranks);
    std::size_t left = found.ranks.size(), shown = 0;
    for (auto& [of, some] : parts) {
        if (shown++ == max_parts) {
            found.numbers += fmt::format(", {} more ranks fewer times", left);
            break;
        }
        left -= some.size();
        std::ranges::sort(some);
        found.numbers += fmt::format(", {} {}{}", text_of_ranks(some), times(of.first), of.second);
    }
    return found;
}

const MissingCalls::Found* MissingCalls::find(Rank rank, const WaitReason& reason) {
    if (ranks_.epochs() == nullptr || !may_be_missing(reason)) return nullptr;
    const Communicators* const groups = ranks_.window_groups();
    const RankGroup* const group = groups == nullptr ? nullptr : groups->window_group(rank, reason.window);
    // If a window may get any group, its members are unknown here.
    if (groups != nullptr && groups->first_group(rank, reason.window) != group) return nullptr;
    const Window window{reason.call, reason.window, group == nullptr ? 0 : group->member(0)};
    const std::uint32_t own = count_of(rank, reason);
    const auto [at, is_new] = found_.try_emplace({window, own});
    if (is_new) at->second = fewer(window, counts(window, group), own);
    return at->second.ranks.empty() ? nullptr : &at->second;
}

std::string MissingCalls::text(Rank rank, const WaitReason& reason, const Found& found) const {
    const std::string_view name = ranks_.threads(rank).front().program->call_name(reason.call);
    return fmt::format("rank {} has called {}{} {}{}", rank, name, on_window(ranks_, rank, reason.window),
                       times(count_of(rank, reason)), found.numbers);
}

std::string group_calls_of(const Ranks& ranks, Rank rank, const WaitReason& reason, const std::vector<Rank>& awaited) {
    const bool for_post = reason.awaited == Awaited::post && reason.call != Call::fence;
    const bool for_start = reason.awaited == Awaited::complete && reason.call == Call::wait;
    if (ranks.epochs() == nullptr || !is_window(reason.window) || !(for_post || for_start)) return {};
    const Call theirs = for_post ? Call::post : Call::start, own = for_post ? Call::start : Call::post;
    // A rank may have no program, so the names are those of the waiting rank's program.
    const auto name = [&](Call call) { return ranks.threads(rank).front().program->call_name(call); };
    std::map<std::string, std::vector<Rank>> others;  // by the number and the last one of their calls
    for (const Rank other : awaited) {
        const usage::CallsMade made = ranks.epochs()->calls_made(other, reason.window, theirs);
        others[times(made.count) + last_time(ranks, other, made)].push_back(other);
    }
    if (others.empty()) return {};
    const std::string window = ranks.window_name(rank, reason.window);
    std::string text = window.empty() ? "; " : fmt::format("; on window \"{}\", ", window);
    text += has_called({rank}, name(own), ranks.epochs()->calls_made(rank, reason.window, own).count);
    for (const auto& [numbers, some] : others) {
        const usage::CallsMade made = ranks.epochs()->calls_made(some.front(), reason.window, theirs);
        text += ", " + has_called(some, name(theirs), made.count) + last_time(ranks, some.front(), made);
    }
    return text;
}

std::string fences_of(const Ranks& ranks, const UnmatchedCall& unmatched) {
    if (ranks.epochs() == nullptr) return {};
    const auto made = [&](Rank rank) { return ranks.epochs()->calls_made(rank, unmatched.window, Call::fence); };
    const usage::CallsMade theirs = made(unmatched.other), own = made(unmatched.rank);
    const std::uint32_t count = own.count + (unmatched.call == Call::fence ? 1 : 0);
    if (theirs.count == count) return {};
    const std::string fence{ranks.threads(unmatched.other).front().program->call_name(Call::fence)};
    const std::string on = on_window(ranks, unmatched.other, unmatched.window);
    const std::string others = theirs.count == 0 ? "has never called " + fence + on
                                                 : fmt::format("has called {}{} {}", fence, on, times(theirs.count));
    return fmt::format("rank {} {}{}, rank {} {}{}", unmatched.other, others,
                       theirs.count < count ? last_time(ranks, unmatched.other, theirs) : "", unmatched.rank,
                       times(count), count < theirs.count ? last_time(ranks, unmatched.rank, own) : "");
}

}  // namespace rmasim::sim
