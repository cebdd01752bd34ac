#include "protocol/memmodel/findings.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

const Access* load_that_may_poll(const Finding& found) {
    const bool concurrent = found.rule == Rule::concurrent_local || found.rule == Rule::concurrent_shared;
    if (found.model != Model::unified || !(concurrent || found.rule == Rule::no_mem_sync)) return nullptr;
    const auto may_poll = [](const Class& is) { return is.kind == AccessKind::load && is.manner == Manner::polls; };
    if (may_poll(found.second.is)) return &found.second;
    return concurrent && may_poll(found.first.is) ? &found.first : nullptr;
}

// The key of a pair is independent of the order of its accesses.
Findings::Key Findings::key_of(const Finding& found) {
    auto one = std::pair{found.first.thread, found.first.location};
    auto other = std::pair{found.second.thread, found.second.location};
    if (other < one) std::swap(one, other);
    return {one.first, one.second, other.first, other.second, found.rule, load_that_may_poll(found) != nullptr};
}

void Findings::note_ordered(const Finding& finding, const Concerned& first, const Concerned& second) {
    ordered_.try_emplace(key_of(finding), first, second);
}

void Findings::add(Finding finding) {
    const Key key = key_of(finding);
    if (++seen_[key] > 1) return;
    if (last_ && *last_ < key) return;
    kept_.push_back(std::move(finding));
    if (kept_.size() <= 2 * max_ + 16) return;
    kept_ = sorted();
    if (!kept_.empty()) last_ = key_of(kept_.back());
}

std::uint64_t Findings::times(const Finding& finding) const {
    const auto found = seen_.find(key_of(finding));
    return found == seen_.end() ? 0 : found->second;
}

std::vector<Finding> Findings::sorted() const {
    std::vector<std::pair<Key, const Finding*>> by_key;  // keys are unique
    by_key.reserve(kept_.size());
    for (const Finding& one : kept_) by_key.emplace_back(key_of(one), &one);
    std::ranges::sort(by_key, {}, &std::pair<Key, const Finding*>::first);
    if (by_key.size() > max_) by_key.resize(max_);
    std::vector<Finding> found;
    found.reserve(by_key.size());
    for (const auto& [key, one] : by_key) found.push_back(*one);
    return found;
}

}  // namespace rmasim::memmodel
