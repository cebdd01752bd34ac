#include "protocol/memmodel/synchronisations.h"

namespace rmasim::memmodel {

void Synchronisations::add(const Moment& moment) {
    for (OfThread& of : threads_) {
        if (of.thread != moment.thread) continue;
        if (of.moments.empty() || of.moments.back().own < moment.own) of.moments.push_back(moment);
        return;
    }
    threads_.push_back({moment.thread, {moment}});
}

void Synchronisations::keep_only(const Moment& moment) {
    for (OfThread& of : threads_) {
        if (of.thread == moment.thread) of.moments.clear();
    }
    add(moment);
}

void Synchronisations::forget(const std::vector<Tick>& known_to_all, const std::vector<Moment>& others) {
    for (OfThread& of : threads_) {
        const auto after = [](Tick tick, const Moment& moment) { return tick < moment.own; };
        const auto last_known = [&](Tick known) {  // index + 1
            return std::upper_bound(of.moments.begin(), of.moments.end(), known, after) - of.moments.begin();
        };
        const std::ptrdiff_t unknown = last_known(known_to_all[of.thread]);
        if (4 * unknown <= std::ssize(of.moments)) continue;  // dropping them would move the rest
        std::vector<std::ptrdiff_t> needed{unknown};
        for (const Moment& other : others) needed.push_back(last_known(other.at(of.thread)));
        std::sort(needed.begin(), needed.end());
        std::ptrdiff_t kept = 0;
        for (std::ptrdiff_t i = 0; i < std::ssize(of.moments); ++i) {
            if (i < unknown && !std::binary_search(needed.begin(), needed.end(), i + 1)) continue;
            if (kept != i) of.moments.begin()[kept] = std::move(of.moments.begin()[i]);
            ++kept;
        }
        of.moments.resize(static_cast<std::size_t>(kept));
    }
}

void Synchronisations::keep_first_after(const std::vector<Ending>& endings) {
    for (OfThread& of : threads_) {
        std::vector<bool> needed(of.moments.size(), false);
        if (!needed.empty()) needed.back() = true;
        for (const Ending& one : endings) {
            const auto first = std::partition_point(of.moments.begin(), of.moments.end(),
                                                    [&](const Moment& moment) { return moment.at(one.by) < one.end; });
            if (first != of.moments.end()) needed[static_cast<std::size_t>(first - of.moments.begin())] = true;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < needed.size(); ++i) {
            if (!needed[i]) continue;
            if (kept != i) of.moments[kept] = std::move(of.moments[i]);
            ++kept;
        }
        of.moments.resize(kept);
    }
    max_ = std::max(2 * size(), endings.size() / 2);
}

void Synchronisations::append_to(std::vector<Moment>& moments) const {
    for (const OfThread& of : threads_) moments.insert(moments.end(), of.moments.begin(), of.moments.end());
}

std::size_t Synchronisations::size() const {
    std::size_t sum = 0;
    for (const OfThread& of : threads_) sum += of.moments.size();
    return sum;
}

}  // namespace rmasim::memmodel
