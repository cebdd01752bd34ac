// The part of Watch that handles the loads and stores of a running program, which instrumentation reports
// (sim/mpi/watch). It also handles the buffers that operations and requests in progress use.
#include "sim/checkers/semantics/watch.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim::semantics {

namespace {

memmodel::Origin at(const Thread& thread, std::uint32_t location, Time now) {
    return {thread.rank, thread.number, location, to_ns(now)};
}

memmodel::Manner manner_of(const ProgramAccess& access) {
    if (access.atomic) return memmodel::Manner::atomic;
    return access.polls ? memmodel::Manner::polls : memmodel::Manner::plain;
}

}  // namespace

void Watch::accessed(const Thread& thread, const ProgramAccess& access, Time now) {
    local(at(thread, access.location, now), access.bytes, access.stores, manner_of(access));
}

void Watch::local(const memmodel::Origin& origin, const ByteRun& run, bool stores, memmodel::Manner manner) {
    by_owner(run, [&](Rank of_part, const ByteRun& one) {
        const Rank owner = of_part == no_rank ? origin.rank : of_part;
        const memmodel::Bytes bytes = memmodel::of_run({one.begin, one.end});
        if (stores) checker_->store(origin, owner, memory_of_rank, bytes, manner);
        else checker_->load(origin, owner, memory_of_rank, bytes, manner);
    });
}

void Watch::ordered(const Thread& thread, const AtomicOrder& order, Time now) {
    atomic_orders_->ordered(at(thread, thread.location, now), order);
}

void Watch::memory_given_back(Rank rank, const ByteRun& bytes) {
    checker_->renewed(rank, memory_of_rank, {bytes.begin, bytes.end});
    atomic_orders_->memory_given_back(bytes);
}

// Marks buffers as in use until their call or request completes. `buffers` must be those of the call or request that
// the checker has handled last.
void Watch::begin_use(Rank rank, BuffersInUse buffers) {
    const memmodel::SpanRef& span = checker_->buffers_used();
    if (span == nullptr || span->ended()) return;
    live_->buffers_in_use(rank, buffers);
    std::vector<Use>& uses = uses_[rank];
    const auto same = std::find_if(uses.begin(), uses.end(), [&](const Use& one) { return one.span == span; });
    if (same == uses.end()) {
        uses.push_back({span, std::move(buffers)});
        return;
    }
    for (const auto& [from, to] :
         {std::pair{&buffers.reads, &same->buffers.reads}, std::pair{&buffers.writes, &same->buffers.writes}}) {
        to->insert(to->end(), from->begin(), from->end());
    }
}

void Watch::end_uses(Rank rank) {
    std::erase_if(uses_[rank], [&](const Use& one) {
        if (!one.span->ended()) return false;
        live_->buffers_free(rank, one.buffers);
        return true;
    });
}

BuffersInUse Watch::buffers_of_operation(const CallRequest& call) const {
    const Operation& operation = call.operation;
    const Region& region = operation.region;
    BuffersInUse found{live_->runs_of(operation.origin, region.datatype, operation.elements_sent()), {}};
    if (fetches(operation.kind)) found.writes = live_->runs_of(operation.result, region.datatype, region.count);
    return found;
}

}  // namespace rmasim::sim::semantics
