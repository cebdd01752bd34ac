// The findings of the checker: pairs of accesses without an order. Each pair of statements counts once.
#pragma once

#include "protocol/memmodel/rules.h"

#include <cstddef>
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
};

// Return the missing edge between the two accesses, and a repair of the program. A sentence each.
std::string missing_edge(const Finding& finding);
std::string remedy(const Finding& finding);

// The findings of a run.
class Findings {
public:
    explicit Findings(std::size_t max) : max_(max) {}

    void add(Finding finding);
    std::size_t count() const { return seen_.size(); }
    // Returns the findings in the order of threads and positions of both accesses, at most `max`.
    std::vector<Finding> sorted() const;

private:
    using Key = std::tuple<ThreadIndex, std::uint32_t, ThreadIndex, std::uint32_t, Rule>;
    static Key key_of(const Finding& finding);

    std::size_t max_;
    std::set<Key> seen_;
    std::vector<Finding> kept_;
};

}  // namespace rmasim::memmodel
