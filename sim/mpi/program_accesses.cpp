// The part of ProgramWorld that handles the program's own loads and stores.
#include "sim/mpi/program_world.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr int max_polls = 16;  // number of polling loads without an MPI call after which other ranks run

}  // namespace

bool ProgramWorld::may_access() { return has_joined() && !ending_ && own().state == State::running; }

void ProgramWorld::accessed(HookedAccess access) {
    if (!may_access()) return;
    const bool polls = access.polls && !access.writes;
    if (polls) lets_others_run("a volatile load", access);
    if (accesses_ == nullptr) return;
    if (polls) note_poll(access);
    accesses_->note(rank(), access);
}

void ProgramWorld::accesses(const void* returns_to, const ByteRun& bytes, bool stores) {
    if (watches_accesses())
        accessed({.first = bytes.begin, .bytes = bytes.end - bytes.begin, .writes = stores, .returns_to = returns_to});
}

void ProgramWorld::note_poll(const HookedAccess& access) {
    const void* const before = own().polling.load(access);
    if (before == nullptr) return;
    simulation_->polled(call_sites_.number(before));
    simulation_->polled(call_sites_.number(access.returns_to));
}

// True if the load reads bytes outside of the interval that the rank has loaded since its last MPI call. Such loads are
// no polls: a program may read a whole array with volatile loads.
bool ProgramWorld::reads_anew(const HookedAccess& access) {
    ByteRun& loaded = self().loaded;
    const ByteRun now = access.run();
    const bool first = loaded.begin == loaded.end;
    if (!first && now.begin >= loaded.begin && now.end <= loaded.end) return false;
    loaded = first ? now : ByteRun{std::min(loaded.begin, now.begin), std::max(loaded.end, now.end)};
    return true;
}

// Lets other threads or ranks run after a number of polling loads. Without this, a loop of polling loads would never
// end, because no virtual time passes while a program executes loads.
void ProgramWorld::lets_others_run(const char* load, const HookedAccess& access) {
    RankState& self = this->self();
    if (own().nested > 0 || reads_anew(access) || ++self.polls < max_polls) return;
    const Caller caller{load, access.returns_to};
    if (accesses_ != nullptr) accesses_->another_runs();
    give_way(caller);
    if (accesses_ != nullptr) accesses_->another_runs();
}

// Records an atomic operation. Its load and acquire precede its store and release. If the rank has never had a second
// thread, only operations on watched memory matter. The function first lets other threads run, because the operation
// may be in a loop that polls. So the comparison of a compare-and-exchange must follow this.
void ProgramWorld::atomic(HookedAccess access, AtomicOperation operation) {
    if (!may_access()) return;
    const bool is_fence = !operation.reads && !operation.writes;
    const WatchedMemory* const watched = accesses_ != nullptr ? &accesses_->watched() : polled_windows_.get();
    const bool is_watched = watched != nullptr && watched->watches(rank(), access.run());
    if (!is_fence && !has_had_threads() && !is_watched) return;
    if (operation.reads) lets_others_run("an atomic load", access);
    if (accesses_ == nullptr) return;
    const void* const variable = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(access.first));
    if (operation.compares_to != nullptr && std::memcmp(variable, operation.compares_to, access.bytes) != 0) {
        operation.writes = operation.releases = false;
        operation.acquires = operation.acquires_in_failure;
    }
    const std::uint64_t number = watched->in_rank(rank(), access.first);
    accesses_->report(rank(), thread(), *simulation_);
    if (operation.reads || is_fence) {
        const bool releases = is_fence && operation.releases;
        simulation_->ordered(rank(), thread(), {number, !is_fence, false, operation.acquires, releases});
    }
    for (const bool writes : {false, true}) {
        if (!(writes ? operation.writes : operation.reads)) continue;
        access.writes = writes;
        accesses_->note(rank(), access);
    }
    accesses_->report(rank(), thread(), *simulation_);
    if (operation.writes) {
        simulation_->ordered(rank(), thread(), {number, operation.reads, true, false, operation.releases});
    }
}

// Reports the accesses so far. The caller is about to execute a step that may order them.
void ProgramWorld::report_accesses() {
    if (accesses_ == nullptr || !has_joined()) return;
    accesses_->report(rank(), thread(), *simulation_);
}

LiveSegment ProgramWorld::segment_of(Rank rank, WindowId window) const {
    const ProgramMemory::Part& part = memory_.part(rank, window);
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(part.base));
    return {{begin, begin + part.bytes}, part.disp_unit, part.dynamic, part.in_any_order, part.same_op};
}

WatchedMemory::Use ProgramWorld::use_of(WindowId number) const {
    return scenario_.windows[number].shared ? WatchedMemory::Use::shared_window : WatchedMemory::Use::window;
}

void ProgramWorld::watch(Rank rank, const ByteRun& bytes, WatchedMemory::Use use) {
    if (accesses_ != nullptr) accesses_->memory().add(rank, bytes, use);
    else if (polled_windows_ != nullptr) polled_windows_->add(rank, bytes, WatchedMemory::Use::polled);
}

void ProgramWorld::unwatch(Rank rank, const ByteRun& bytes, WatchedMemory::Use use) {
    if (accesses_ != nullptr) accesses_->memory().remove(rank, bytes, use);
    else if (polled_windows_ != nullptr) polled_windows_->remove(rank, bytes, WatchedMemory::Use::polled);
}

void ProgramWorld::shows_marks_of(Rank rank) {
    if (accesses_ != nullptr) accesses_->runs(rank);
    else if (polled_windows_ != nullptr) polled_windows_->show(rank);
}

// If the window is dynamic, only attached memory is watched.
void ProgramWorld::watch_window(Rank rank, WindowId number) {
    if (!memory_.part(rank, number).dynamic) watch(rank, segment_of(rank, number).bytes, use_of(number));
}

void ProgramWorld::unwatch_window(Rank rank, WindowId number) {
    const ProgramMemory::Part& part = memory_.part(rank, number);
    for (const auto& [first, region] : part.attached) {
        unwatch(rank, {first, first + region.bytes}, WatchedMemory::Use::window);
    }
    if (!part.dynamic) unwatch(rank, segment_of(rank, number).bytes, use_of(number));
}

void ProgramWorld::attached(const ByteRun& bytes) { watch(rank(), bytes, WatchedMemory::Use::window); }
void ProgramWorld::detached(const ByteRun& bytes) { unwatch(rank(), bytes, WatchedMemory::Use::window); }

void ProgramWorld::buffers_in_use(Rank rank, const BuffersInUse& buffers) {
    if (accesses_ == nullptr) return;
    WatchedMemory& memory = accesses_->memory();
    if (may_have_threads_) {
        for (const ByteRun& run : buffers.reads) memory.keep(rank, run, WatchedMemory::Use::kept_read_only);
        for (const ByteRun& run : buffers.writes) memory.keep(rank, run, WatchedMemory::Use::kept);
        return;
    }
    for (const ByteRun& run : buffers.reads) begin_use(rank, run, WatchedMemory::Use::read_only);
    for (const ByteRun& run : buffers.writes) begin_use(rank, run, WatchedMemory::Use::written);
}

void ProgramWorld::buffers_free(Rank rank, const BuffersInUse& buffers) {
    if (accesses_ == nullptr || may_have_threads_) return;
    const auto end_use = [&](const ByteRun& run, WatchedMemory::Use use) {
        if (watched_buffers_.remove(rank, run, use)) accesses_->memory().remove(rank, run, use);
    };
    for (const ByteRun& run : buffers.reads) end_use(run, WatchedMemory::Use::read_only);
    for (const ByteRun& run : buffers.writes) end_use(run, WatchedMemory::Use::written);
}

// Records that memory was freed. Later accesses to the same addresses then do not conflict with earlier accesses.
void ProgramWorld::memory_given_back(const ByteRun& bytes) {
    if (accesses_ == nullptr || !has_joined() || ending_ || !accesses_->watched().keeps_any(rank(), bytes)) return;
    report_accesses();
    accesses_->memory().give_back(rank(), bytes);
    simulation_->memory_given_back(rank(), bytes);
}

}  // namespace rmasim::sim
