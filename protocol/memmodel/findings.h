// The findings of the checker: pairs of accesses without an order. Each pair of statements counts once.
#pragma once

#include "protocol/memmodel/rules.h"
#include "protocol/memmodel/shadow/prediction.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::memmodel {

// The order of the two accesses of a pair that breaks a rule.
struct Circumstances {
    bool ordered = false;  // the first ended before the second began: only the copies may differ
    // The call of the second access is ordered after the call of the first one, in this run and in every other one. So
    // only the end of the first access is not ordered before the second access.
    bool calls_ordered = false;
    bool exposed = false;  // no_mem_sync: the rank of the first access has executed a memory barrier after it
    // This run has ordered the two accesses. In another run they can be concurrent (MM-PREDICT).
    bool predicted = false;
};

// Two accesses that break a rule: they conflict and are not ordered, or they access copies that may differ.
struct Finding : Circumstances {
    Rule rule;
    Model model;
    Access first, second;  // in the order in which the checker received them
    // The common bytes of both accesses, as offsets in the memory. If the accesses have no common byte, the bytes of
    // the second access.
    Run bytes;
    bool same_bytes;
};

// Returns the volatile load of the finding if the pair is legal provided that this load polls. Memory then has a single
// copy, and a polling load may read the old value or any value that a concurrent update writes. Returns null if the
// pair is illegal in any case.
const Access* load_that_may_poll(const Finding& finding);

// The findings of a run.
class Findings {
public:
    explicit Findings(std::size_t max) : max_(max) {}

    // One of the two accesses of a pair.
    struct Side {
        const Class& is;
        ThreadIndex thread;
        std::uint32_t location;
    };
    // Two pairs with the same key count as one finding. The key is independent of the order of the two accesses.
    struct Key {
        std::uint64_t first, second;  // thread and location of each access; the smaller number first
        Rule rule;
        bool polls;  // the pair is legal provided that a volatile load polls
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    static Key key_of(Rule rule, Model model, const Side& first, const Side& second);

    // Adds a pair of accesses. Returns true if the finding of the pair is needed: pass it to `keep`. Most pairs of a
    // program with many errors are only counted.
    bool add(const Key& key) { return ++seen_[key] == 1 && !(last_ && *last_ < key); }
    void keep(const Key& key, Finding finding);
    bool has(const Key& key) const { return seen_.contains(key); }
    // Records a pair of accesses that, as far as the checker can find, only this run has ordered.
    void note_ordered(const Key& key, const Concerned& first, const Concerned& second) {
        ordered_.try_emplace(key, first, second);
    }
    // Calls `visit(first, second)` for each pair recorded by `note_ordered` that is not also a finding.
    template <class Visit>
    void each_ordered(Visit visit) const {
        for (const auto& [key, pair] : ordered_) {
            if (!seen_.contains(key)) visit(pair.first, pair.second);
        }
    }
    std::size_t count() const { return seen_.size(); }
    // Returns the number of pairs of accesses with the same threads, statements and rule as the finding.
    std::uint64_t times(const Finding& finding) const;
    // Returns the findings in the order of threads and positions of both accesses, at most `max`.
    std::vector<Finding> sorted() const;

private:
    static Key key_of(const Finding& finding);

    std::size_t max_;
    std::map<Key, std::uint64_t> seen_;  // number of pairs of accesses
    std::vector<std::pair<Key, Finding>> kept_;
    std::optional<Key> last_{};  // of the first `max_` findings, once there are as many: later ones are only counted
    std::map<Key, std::pair<Concerned, Concerned>> ordered_;
};

}  // namespace rmasim::memmodel
