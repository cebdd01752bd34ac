// The checker's functions for windows: their memory, and attached memory.
#include "protocol/memmodel/checker.h"
#include "protocol/memmodel/thread_state.h"

#include <memory>

namespace rmasim::memmodel {

void Checker::created(Rank rank, WindowId window, MemoryId memory, Run bytes, std::uint32_t disp_unit, bool unified) {
    Part& part = shadow_.part(rank, window);
    part = {};
    part.exists = true;
    part.memory = memory;
    part.bytes = bytes;
    part.base = bytes.begin;
    part.unified = unified;
    if (setup_.threads[at(rank)] == 1 && !setup_.threads_may_start) part.only_thread = threads_of_[at(rank)].front();
    shadow_.note_overlaps(rank, window);
    std::vector<std::uint32_t>& units = windows_.of(rank, window).disp_units;
    units.resize(setup_.threads.size(), 1);
    units[static_cast<std::size_t>(rank)] = disp_unit;
}

void Checker::created_dynamic(Rank rank, WindowId window, MemoryId memory, std::uint64_t base) {
    created(rank, window, memory, {0, 0}, 1, false);
    Part& part = shadow_.part(rank, window);
    part.dynamic = true;
    part.base = base;
}

void Checker::memory_barrier(const Origin& origin) {
    shadow_.order_all_memory(origin.rank, state(origin).clock.point());
}

void Checker::freed(Rank rank, WindowId window) {
    shadow_.part(rank, window).exists = false;
    values_.forget(rank, window);
}

// WIN_ATTACH and WIN_DETACH are accesses of the owner that end at once. Detaching memory that is not attached has no
// bytes: the call is refused.
void Checker::attach_or_detach(const Origin& origin, ThreadState& thread, const Buffer& memory) {
    const Moment now = thread.clock.point();
    Run bytes = memory.bytes.run(0);
    if (thread.call == Call::win_attach) shadow_.attach(origin.rank, thread.window, bytes, now);
    else bytes = shadow_.detach(origin.rank, thread.window, bytes.begin, now);
    Class is;
    is.kind = AccessKind::attach;
    is.window = thread.window;
    Access made = access(origin, is, origin.rank, memory.memory, of_run(bytes));
    made.span = make_ref<Span>();
    made.span->end_at(now, thread.call);
    shadow_.add(made, {now});
}

}  // namespace rmasim::memmodel
