#include "protocol/memmodel/threads.h"

#include <algorithm>
#include <functional>
#include <span>

namespace rmasim::memmodel {

Threads::Threads(const Setup& setup)
    : more_may_start_(setup.threads_may_start), joins_per_thread_(std::min<std::size_t>(setup.clean_up_at, 16)) {
    ThreadIndex count = 0;
    for (const std::uint32_t threads : setup.threads) {
        const auto rank = static_cast<Rank>(of_rank_.size());
        of_rank_.emplace_back();
        for (std::uint32_t number = 0; number < threads; ++number) {
            of_rank_.back().push_back(count++);
            rank_and_number_of_.emplace_back(rank, number);
        }
    }
    const Knowledge nothing = Knowledge::nothing(count);
    for (ThreadIndex thread = 0; thread < count; ++thread) states_.push_back(ThreadState{.clock = {thread, nothing}});
    known_to_all_.resize(count, 0);
}

bool Threads::start(Rank rank, std::uint32_t number) {
    std::vector<ThreadIndex>& of_rank = of_rank_[at(rank)];
    if (number < of_rank.size()) {
        states_[of_rank[number]].ended = false;
        return false;
    }
    const auto thread = static_cast<ThreadIndex>(states_.size());
    of_rank.push_back(thread);
    rank_and_number_of_.emplace_back(rank, number);
    states_.push_back(ThreadState{.clock = {thread, Knowledge::nothing(thread + std::size_t{1})}});
    known_to_all_.push_back(0);
    return true;
}

void Threads::end(Rank rank, std::uint32_t number) {
    states_[of_rank_[at(rank)][number]].ended = true;
    joined();
}

bool Threads::renew_known_to_all() {
    if (joins_ < states_.size() * joins_per_thread_) return false;
    joins_ = 0;
    std::vector<std::span<const Tick>> different;
    for (const ThreadState& thread : states_) {
        const auto add = [&](const Knowledge& known) {
            different.push_back(known.all());
            if (known.apart()) different.push_back(known.all_needs());
        };
        if (!thread.ended) add(thread.clock.now().others);
        for (const ThreadState::Late& late : thread.late) add(late.known);
    }
    using Known = std::span<const Tick>;
    std::sort(different.begin(), different.end(), [](Known a, Known b) { return std::less<>()(a.data(), b.data()); });
    const auto same = [](Known a, Known b) { return a.data() == b.data(); };
    different.erase(std::unique(different.begin(), different.end(), same), different.end());
    if (different.empty()) return false;
    std::vector<Tick> min(different.front().begin(), different.front().end());
    min.resize(states_.size(), 0);
    for (const std::span<const Tick> known : different) {
        for (std::size_t i = 0; i < known.size(); ++i) min[i] = std::min(min[i], known[i]);
        std::fill(min.begin() + static_cast<std::ptrdiff_t>(known.size()), min.end(), 0);
    }
    known_to_all_ = std::move(min);
    return true;
}

}  // namespace rmasim::memmodel
