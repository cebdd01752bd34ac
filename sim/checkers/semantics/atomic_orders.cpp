#include "sim/checkers/semantics/atomic_orders.h"

#include <algorithm>
#include <functional>

namespace rmasim::sim::semantics {

void AtomicOrders::ordered(const memmodel::Origin& origin, const AtomicOrder& order) {
    if (order.variable == 0) fence(origin, order);
    else if (order.writes) write(origin, order);
    else read(origin, order);
}

void AtomicOrders::fence(const memmodel::Origin& origin, const AtomicOrder& order) {
    Fences& own = fences_[{origin.rank, origin.thread}];
    if (order.acquires) order_.acquires_clock(origin, own.loaded.known());
    if (order.acquires || order.releases) order_.memory_barrier(origin);
    if (order.releases) own.released = order_.moment(origin);
}

void AtomicOrders::read(const memmodel::Origin& origin, const AtomicOrder& order) {
    if (const auto found = variables_.find(order.variable); found != variables_.end()) {
        for (const Release& one : found->second) {
            if (order.acquires) order_.acquires_clock(origin, one.clock.known());
            else fences_[{origin.rank, origin.thread}].loaded.add(one.clock);
        }
    }
    if (order.acquires) order_.memory_barrier(origin);
}

// Records a store or a read-modify-write. A plain store ends the release sequences of other threads.
void AtomicOrders::write(const memmodel::Origin& origin, const AtomicOrder& order) {
    const ThreadOfRank self{origin.rank, origin.thread};
    std::vector<Release>& releases = variables_[order.variable];
    const auto is_own = [&](const Release& one) { return one.by == self; };
    if (!order.reads) std::erase_if(releases, std::not_fn(is_own));
    memmodel::Moment published;
    if (order.releases) {
        order_.memory_barrier(origin);
        published = order_.moment(origin);
    } else if (const auto found = fences_.find(self); found != fences_.end()) {
        published = found->second.released;
    }
    if (!published.exists()) return;
    auto own = std::find_if(releases.begin(), releases.end(), is_own);
    if (own == releases.end()) own = releases.insert(own, Release{self});
    own->clock.add(published);
}

void AtomicOrders::memory_given_back(const ByteRun& bytes) {
    variables_.erase(variables_.lower_bound(bytes.begin), variables_.lower_bound(bytes.end));
}

}  // namespace rmasim::sim::semantics
