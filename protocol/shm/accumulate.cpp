// The accumulate family under mutexes (SHM-ACC-1, SHM-ACC-8). Only the mutexes make the update of an element atomic:
// the element is read, and written later, with plain accesses.
#include "protocol/shm/critical.h"
#include "protocol/shm/engine.h"

#include <cstring>

namespace rmasim::shm {

namespace {

Payload part_of(Payload payload, std::size_t offset) {
    return {payload.bytes == nullptr ? nullptr : payload.bytes + offset};
}

}  // namespace

Task<> Engine::accumulate(Window& window, Operation operation, Regions regions) {
    // The thread lock is acquired first, so only one thread of a process contends with other processes (SHM-ACC-6).
    waits_.until({call_of(operation), window.id, Awaited::mutex, rank_}, [this] { return !accumulating_; });
    co_await waits_;
    accumulating_ = true;
    Memory& memory = world_.memory;
    const Region& region = operation.region;
    Critical critical{window, operation, {}, {}, 0, 0};
    if (operation.elements_sent() > 0) {
        critical.operand = memory.gather(rank_, operation.origin, region.datatype, operation.elements_sent());
    }
    if (fetches(operation.kind)) critical.fetched = memory.allocate(region.bytes());
    for (std::uint32_t done = 0; done < region.count;) {
        const Run run = run_at(regions, region, done);
        co_await take_regions(critical, run);
        co_await change(critical, run);
        if (run.ends_block && config_.mutex_per == MutexPer::block) give_back_below(critical, critical.end);
        done += run.count;
    }
    give_back_below(critical, critical.end);
    if (fetches(operation.kind)) {
        memory.scatter(rank_, operation.result, region.datatype, region.count, critical.fetched);
        memory.release(critical.fetched);
    }
    if (operation.elements_sent() > 0) memory.release(critical.operand);
    accumulating_ = false;
    make_progress();
}

// Locks the mutexes of the regions of a run. All processes lock in ascending order, which excludes deadlocks. A mutex
// is kept until no later run needs it, so each mutex is locked only once (SHM-ACC-3, SHM-ACC-4). Regions between two
// blocks are skipped.
Task<> Engine::take_regions(Critical& critical, const Run& run) {
    give_back_below(critical, run.low);
    if (critical.begin == critical.end) critical.begin = critical.end = run.low;
    while (critical.end <= run.high) {
        wanted_ = critical.mutex(critical.end);
        world_.mutexes->lock(rank_, wanted_);
        waits_.until({call_of(critical.operation), wanted_.window, Awaited::mutex, no_rank},
                     [this] { return !world_.mutexes->busy(rank_); });
        co_await waits_;
        mem_sync(MemSync::mutex_lock);
        ++critical.end;
    }
}

void Engine::give_back_below(Critical& critical, std::uint32_t region) {
    for (; critical.begin < critical.end && critical.begin < region; ++critical.begin) {
        mem_sync(MemSync::mutex_unlock);
        world_.mutexes->unlock(rank_, critical.mutex(critical.begin));
    }
}

// Reads the elements of a run, waits for the time of the computation, and writes the new elements. Other ranks run
// during that time, so a missing mutex would be observable (SHM-ACC-2). Cached lines are flushed and invalidated first
// (SHM-ACC-7).
Task<> Engine::change(Critical& critical, const Run& run) {
    Memory& memory = world_.memory;
    const Operation& operation = critical.operation;
    const WindowId window = operation.window;
    Operation part = operation;
    const std::size_t size = bytes_of(operation.region.datatype);
    const std::size_t offset = run.first * size;
    part.region = {.disp = run.begin, .count = run.count, .datatype = operation.region.datatype};
    const WindowPart touched(window, operation.target, part.region.disp, part.region.bytes());
    if (!memory.coherent()) {
        flush_cache(touched);
        invalidate_cache(touched);
    }
    world_.observer.op_local(rank_, part);
    const Payload current = memory.read(rank_, operation.target, window, part.region);
    if (critical.fetched.bytes != nullptr && current.bytes != nullptr) {
        std::memcpy(critical.fetched.bytes + offset, current.bytes, part.region.bytes());
    }
    world_.mutexes->pause(rank_);
    waits_.until({call_of(operation), window, Awaited::mutex, no_rank},
                 [this] { return !world_.mutexes->busy(rank_); });
    co_await waits_;
    const bool swaps = operation.kind == OpKind::compare_and_swap;
    const Payload operand = part_of(critical.operand, swaps ? 0 : offset);
    if (swaps) {
        // The operand is the new value, followed by the value to compare with.
        const bool equal = current.bytes == nullptr || std::memcmp(current.bytes, operand.bytes + size, size) == 0;
        if (equal) memory.write(rank_, operation.target, window, part.region, operand);
    } else if (operation.reduce != ReduceOp::no_op) {
        memory.reduce(current, operand, part.region.datatype, run.count, operation.reduce);
        memory.write(rank_, operation.target, window, part.region, current);
    }
    memory.release(current);
    if (!memory.coherent()) flush_cache(touched);
}

}  // namespace rmasim::shm
