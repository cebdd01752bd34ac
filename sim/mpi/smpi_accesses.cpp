// The part of SmpiWorld for the program's own loads and stores.
#include "sim/mpi/smpi_world.h"

#include <simgrid/s4u/Actor.hpp>

#include <cstring>
#include <utility>

namespace rmasim::sim {

namespace {

// Number of polling loads in a row before other ranks run, and the time for which the rank then sleeps.
constexpr int max_polls = 16;
constexpr double poll_s = 1e-7;

}  // namespace

bool SmpiWorld::may_access() { return has_joined() && !ending_ && own().state == State::running; }

void SmpiWorld::accessed(HookedAccess access) {
    if (!may_access()) return;
    if (access.polls && !access.writes) {
        lets_others_run();
        note_poll(access);
    }
    accesses_->note(rank(), access);
}

void SmpiWorld::note_poll(const HookedAccess& access) {
    const void* const before = own().polling.load(access);
    if (before == nullptr) return;
    simulation_->polled(call_sites_.number(rank(), before));
    simulation_->polled(call_sites_.number(rank(), access.returns_to));
}

// Virtual time does not pass while a program computes, so a loop of polling loads would never end.
void SmpiWorld::lets_others_run() {
    RankState& self = this->self();
    if (own().nested > 0 || ++self.polls < max_polls) return;
    accesses_->another_runs();
    if (self.in_program->several()) self.in_program->give_way();
    else simgrid::s4u::this_actor::sleep_for(poll_s);
    accesses_->another_runs();
}

// An atomic operation: the load, and what it acquires, precedes the store, and what it releases. A rank that has never
// had another thread shares only watched memory. While threads wait for a variable the others run, so a comparison is
// made after that.
void SmpiWorld::atomic(HookedAccess access, AtomicOperation operation) {
    if (!may_access()) return;
    const bool is_fence = !operation.reads && !operation.writes;
    const bool has_had_threads = self().in_program->all().size() > 1;
    if (!is_fence && !has_had_threads && !accesses_->watches(access)) return;
    if (operation.reads) lets_others_run();
    const void* const variable = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(access.first));
    if (operation.compares_to != nullptr && std::memcmp(variable, operation.compares_to, access.bytes) != 0) {
        operation.writes = operation.releases = false;
        operation.acquires = operation.acquires_in_failure;
    }
    accesses_->report(rank(), thread(), *simulation_);
    if (operation.reads || is_fence) {
        const bool releases = is_fence && operation.releases;
        simulation_->ordered(rank(), thread(), {access.first, !is_fence, false, operation.acquires, releases});
    }
    for (const bool writes : {false, true}) {
        if (!(writes ? operation.writes : operation.reads)) continue;
        access.writes = writes;
        accesses_->note(rank(), access);
    }
    accesses_->report(rank(), thread(), *simulation_);
    if (operation.writes) {
        simulation_->ordered(rank(), thread(), {access.first, operation.reads, true, false, operation.releases});
    }
}

// Reports the accesses so far, since something that orders them follows.
void SmpiWorld::report_accesses() {
    if (accesses_ == nullptr || !has_joined()) return;
    accesses_->report(rank(), thread(), *simulation_);
}

WatchedMemory::Use SmpiWorld::use_of(WindowId number) const {
    return scenario_.windows[number].shared ? WatchedMemory::Use::shared_window : WatchedMemory::Use::window;
}

void SmpiWorld::watch_window(Rank rank, WindowId number) {
    if (accesses_ == nullptr) return;
    const ProgramMemory::Part& part = memory_.part(rank, number);
    if (part.dynamic) return;  // only attached memory is watched
    accesses_->memory().add(part_of(rank, number), use_of(number));
}

void SmpiWorld::unwatch_window(Rank rank, WindowId number) {
    if (accesses_ == nullptr) return;
    const ProgramMemory::Part& part = memory_.part(rank, number);
    for (const auto& [first, bytes] : part.attached) detached({first, first + bytes});
    if (!part.dynamic) accesses_->memory().remove(part_of(rank, number), use_of(number));
}

void SmpiWorld::attached(const ByteRun& bytes) {
    if (accesses_ != nullptr) accesses_->memory().add(bytes, WatchedMemory::Use::window);
}

void SmpiWorld::detached(const ByteRun& bytes) {
    if (accesses_ != nullptr) accesses_->memory().remove(bytes, WatchedMemory::Use::window);
}

void SmpiWorld::buffers_in_use(Rank, const BuffersInUse& buffers) {
    if (accesses_ == nullptr) return;
    WatchedMemory& memory = accesses_->memory();
    if (may_have_threads_) {
        for (const ByteRun& run : buffers.reads) memory.keep(run, WatchedMemory::Use::kept_read_only);
        for (const ByteRun& run : buffers.writes) memory.keep(run, WatchedMemory::Use::kept);
        return;
    }
    for (const ByteRun& run : buffers.reads) memory.add(run, WatchedMemory::Use::read_only);
    for (const ByteRun& run : buffers.writes) memory.add(run, WatchedMemory::Use::written);
}

void SmpiWorld::buffers_free(Rank, const BuffersInUse& buffers) {
    if (accesses_ == nullptr || may_have_threads_) return;
    for (const ByteRun& run : buffers.reads) accesses_->memory().remove(run, WatchedMemory::Use::read_only);
    for (const ByteRun& run : buffers.writes) accesses_->memory().remove(run, WatchedMemory::Use::written);
}

// Later accesses to this memory are unrelated to earlier ones.
void SmpiWorld::memory_given_back(const ByteRun& bytes) {
    if (accesses_ == nullptr || !has_joined() || ending_ || !accesses_->keeps_any(bytes)) return;
    report_accesses();
    accesses_->memory().give_back(bytes);
    simulation_->memory_given_back(rank(), bytes);
}

}  // namespace rmasim::sim
