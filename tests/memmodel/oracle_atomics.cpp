// The order of threads by atomic operations, as the oracle reads C11 (5.1.2.4, 7.17.3 and 7.17.4). A write belongs to
// the release sequence of an earlier write if it, and each write between the two, is a read-modify-write or is executed
// by the thread of the earlier write. The event order is the modification order of each variable, and a load reads the
// variable's last write.
#include "tests/memmodel/oracle.h"

namespace rmasim::memmodel_test::oracle {

// Returns the nodes with which an acquire load of the last write synchronises.
std::vector<Node> Graph::heads_of(const std::vector<AtomicWrite>& writes) const {
    std::vector<Node> heads;
    for (std::size_t head = 0; head < writes.size(); ++head) {
        bool in_sequence = writes[head].released >= 0;
        for (std::size_t next = head + 1; next < writes.size(); ++next) {
            const bool own = writes[next].rank == writes[head].rank && writes[next].thread == writes[head].thread;
            in_sequence = in_sequence && (own || writes[next].modifies);
        }
        if (in_sequence) heads.push_back(writes[head].released);
    }
    return heads;
}

// In shared memory an operation that acquires or releases is a memory barrier, too.
void Graph::order(const Event& event) {
    const AtomicStep& atomic = event.step->atomic;
    const auto thread = std::pair{event.rank, event.thread};
    const bool is_fence = atomic.variable == 0;
    if (atomic.reads || is_fence) {
        const Node now = step(event);
        if (atomic.reads) {
            for (const Node head : heads_of(atomic_writes_[atomic.variable])) {
                if (atomic.acquires) edge(head, now);
                else read_relaxed_[thread].push_back(head);
            }
        } else if (atomic.acquires) {
            for (const Node head : read_relaxed_[thread]) edge(head, now);
        }
        if (atomic.acquires || (is_fence && atomic.releases)) mem_syncs_[{0, event.rank}].push_back({now, no_rank});
        if (is_fence && atomic.releases) release_fences_[thread] = now;
    }
    if (!atomic.writes) return;
    const Node now = step(event);
    AtomicWrite write{event.rank, event.thread, atomic.reads};
    if (atomic.releases) {
        write.released = now;
        mem_syncs_[{0, event.rank}].push_back({now, no_rank});
    } else if (const auto fence = release_fences_.find(thread); fence != release_fences_.end()) {
        write.released = fence->second;
    }
    atomic_writes_[atomic.variable].push_back(write);
}

// MM-SHM-3, C11, 5.1.2.4: two conflicting accesses of two threads are a data race if at least one of them is not atomic
// and neither happens before the other.
std::optional<Rule> Graph::together_in_language(const Touch& a, const Touch& b) const {
    const bool one_thread = a.rank == b.rank && a.thread == b.thread;
    if (!program_.runs || one_thread || !same_byte(a, b)) return std::nullopt;
    const auto is_atomic = [](const Touch& touch) { return touch.manner == memmodel::Manner::atomic; };
    if ((is_atomic(a) && is_atomic(b)) || may_poll(a, b)) return std::nullopt;
    return Rule::concurrent_shared;
}

// True if the pair is legal because a load polls, and the memory has one copy.
bool Graph::may_poll(const Touch& a, const Touch& b) const {
    const bool one_copy = model_ == Model::unified || unified(a) || unified(b) || shared(a, b);
    return one_copy && (a.polls || b.polls);
}

// MM-NOTE-1: returns true if the pair gets a note. `a` is before `b`.
bool Graph::is_noted(const Touch& a, const Touch& b) {
    if (!program_.runs || model_ == Model::separate || a.owner != b.owner || a.memory != b.memory) return false;
    if (a.bytes.empty() || b.bytes.empty() || unified(b) || a.rank == b.rank || !b.rma() || !before(a, b)) {
        return false;
    }
    const bool plain = a.what == What::store && a.manner != memmodel::Manner::atomic;
    return plain && same_byte(a, b) && !made_equal(a, b, where_both(a, b));
}

}  // namespace rmasim::memmodel_test::oracle
