#include "protocol/memmodel/findings.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

namespace {

bool may_poll(const Class& is) { return is.kind == AccessKind::load && is.manner == Manner::polls; }

// Returns the class of the volatile load that makes the pair legal if it polls. Null if the pair is illegal anyway.
const Class* polling_load(Rule rule, Model model, const Class& first, const Class& second) {
    const bool concurrent = rule == Rule::concurrent_local || rule == Rule::concurrent_shared;
    const bool possible = model == Model::unified && (concurrent || rule == Rule::no_mem_sync);
    if (!possible) return nullptr;
    if (may_poll(second)) return &second;
    return concurrent && may_poll(first) ? &first : nullptr;
}

}  // namespace

const Access* load_that_may_poll(const Finding& found) {
    const Class* const load = polling_load(found.rule, found.model, found.first.is, found.second.is);
    if (load == nullptr) return nullptr;
    return load == &found.second.is ? &found.second : &found.first;
}

Findings::Key Findings::key_of(Rule rule, Model model, const Side& first, const Side& second) {
    const auto number = [](const Side& side) { return std::uint64_t{side.thread} << 32 | side.location; };
    const std::uint64_t one = number(first), other = number(second);
    const bool polls = polling_load(rule, model, first.is, second.is) != nullptr;
    return {std::min(one, other), std::max(one, other), rule, polls};
}

Findings::Key Findings::key_of(const Finding& found) {
    return key_of(found.rule, found.model, {found.first.is, found.first.thread, found.first.location},
                  {found.second.is, found.second.thread, found.second.location});
}

void Findings::keep(const Key& key, Finding finding) {
    kept_.emplace_back(key, std::move(finding));
    if (kept_.size() <= 2 * max_ + 16) return;
    std::ranges::sort(kept_, {}, &std::pair<Key, Finding>::first);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(max_), kept_.end());
    if (!kept_.empty()) last_ = kept_.back().first;
}

std::uint64_t Findings::times(const Finding& finding) const {
    const auto found = seen_.find(key_of(finding));
    return found == seen_.end() ? 0 : found->second;
}

std::vector<Finding> Findings::sorted() const {
    std::vector<std::pair<Key, const Finding*>> by_key;  // keys are unique
    by_key.reserve(kept_.size());
    for (const auto& [key, one] : kept_) by_key.emplace_back(key, &one);
    std::ranges::sort(by_key, {}, &std::pair<Key, const Finding*>::first);
    if (by_key.size() > max_) by_key.resize(max_);
    std::vector<Finding> found;
    found.reserve(by_key.size());
    for (const auto& [key, one] : by_key) found.push_back(*one);
    return found;
}

}  // namespace rmasim::memmodel
