#include "sim/scenario/json/errors.h"

#include <iterator>
#include <utility>

namespace rmasim::sim {

void Complaints::add(BadInput error) {
    std::vector<BadInput> others = std::exchange(error.others, {});
    if (all_.empty() || !error.may_follow) all_.push_back(std::move(error));
    for (BadInput& other : others) add(std::move(other));
    if (all_.size() >= enough) raise_any();
}

void Complaints::raise_any() {
    if (all_.empty()) return;
    std::vector<BadInput> all = std::exchange(all_, {});
    BadInput first = std::move(all.front());
    first.others.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
    throw first;
}

}  // namespace rmasim::sim
