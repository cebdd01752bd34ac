// The findings of the checker: pairs of accesses without an order. Each pair of statements counts once.
#pragma once

#include "protocol/memmodel/prediction.h"
#include "protocol/memmodel/rules.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

// Two conflicting accesses, or two accesses to copies that may differ.
struct Finding {
    Rule rule;
    Model model;
    Access first, second;  // in the order in which the checker received them
    Run bytes;             // the common bytes, as offsets in the memory; if there are none, those of the second access
    bool same_bytes;
    bool ordered;          // the first ended before the second began: only the copies may differ
    bool exposed = false;  // no_mem_sync: the rank of the first access has exposed it
    bool predicted = false;  // this run has ordered the two; another order makes them concurrent (MM-PREDICT)
};

// Return the missing edge between the two accesses, and a repair of the program. A sentence each.
std::string missing_edge(const Finding& finding);
std::string remedy(const Finding& finding);

// Returns the volatile load of the finding if the pair is legal should that load poll: memory has a single copy, so a
// load may read any value that a concurrent update writes, or an older one. Null: the pair is illegal anyway.
const Access* load_that_may_poll(const Finding& finding);

// The findings of a run.
class Findings {
public:
    explicit Findings(std::size_t max) : max_(max) {}

    void add(Finding finding);
    bool has(const Finding& finding) const { return seen_.contains(key_of(finding)); }
    // Notes a pair that only the order of this run makes correct, as far as is known.
    void note_ordered(const Finding& finding, const Concerned& first, const Concerned& second);
    // Calls `visit(first, second)` for each such pair that is no finding.
    template <class Visit>
    void each_ordered(Visit visit) const {
        for (const auto& [key, pair] : ordered_) {
            if (!seen_.contains(key)) visit(pair.first, pair.second);
        }
    }
    std::size_t count() const { return seen_.size(); }
    // Returns the findings in the order of threads and positions of both accesses, at most `max`.
    std::vector<Finding> sorted() const;

private:
    // The last entry: a finding that depends on whether a volatile load polls.
    using Key = std::tuple<ThreadIndex, std::uint32_t, ThreadIndex, std::uint32_t, Rule, bool>;
    static Key key_of(const Finding& finding);

    std::size_t max_;
    std::set<Key> seen_;
    std::vector<Finding> kept_;
    std::map<Key, std::pair<Concerned, Concerned>> ordered_;
};

}  // namespace rmasim::memmodel
