// What the checker found: two accesses that no synchronisation keeps apart. Each pair of statements counts once.
#pragma once

#include "protocol/memmodel/rules.h"

#include <cstddef>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

struct Finding {
    Rule rule;
    Model model;
    Access first, second;  // in the order in which the checker met them
    Run bytes;             // in the memory: the common bytes; if there are none, those of the second access
    bool same_bytes;
    bool ordered;          // the first had ended before the second began: only the copies differ
    bool exposed = false;  // no_mem_sync: the rank of the first access has exposed it
};

// What is missing between the two, and what would mend the program: a sentence each.
std::string missing_edge(const Finding& finding);
std::string remedy(const Finding& finding);

class Findings {
public:
    explicit Findings(std::size_t most) : max_(most) {}

    void add(Finding finding);
    std::size_t count() const { return seen_.size(); }
    // By threads and places of both accesses.
    std::vector<Finding> sorted() const;

private:
    using Key = std::tuple<ThreadIndex, std::uint32_t, ThreadIndex, std::uint32_t, Rule>;
    static Key key_of(const Finding& finding);

    std::size_t max_;
    std::set<Key> seen_;
    std::vector<Finding> kept_;
};

}  // namespace rmasim::memmodel
