// The part of SmpiWorld for threads: thread levels, synchronisation among threads, waiting.
#include "sim/mpi/smpi_world.h"

#include <fmt/format.h>

#include <utility>

namespace rmasim::sim {

void SmpiWorld::thread_started(ThreadId number) {
    if (!has_joined()) return;
    if (self().threads.size() <= number) self().threads.resize(number + std::size_t{1});
    self().threads[number] = {};
    simulation_->thread_started(rank(), number);
}

void SmpiWorld::thread_ended(ThreadId number) {
    if (has_joined()) simulation_->thread_ended(rank(), number);
}

void SmpiWorld::release_sync_point(const Caller& caller, std::uint32_t sign) {
    if (!has_joined() || !watches_memory()) return;
    report_accesses();
    const std::uint32_t location =
        caller.function == nullptr ? own().location : call_sites_.number(rank(), caller.returns_to);
    simulation_->release_sync_point(rank(), thread(), location, sign);
}

void SmpiWorld::acquire_sync_point(const Caller& caller, std::uint32_t sign) {
    if (!has_joined() || !watches_memory()) return;
    own().polling.ends();
    report_accesses();
    const std::uint32_t location =
        caller.function == nullptr ? own().location : call_sites_.number(rank(), caller.returns_to);
    simulation_->acquire_sync_point(rank(), thread(), location, sign);
}

std::vector<ThreadWait> SmpiWorld::thread_waits() {
    std::vector<ThreadWait> waits = spinning_threads_;
    for (std::size_t rank = 0; rank < states_.size(); ++rank) {
        if (states_[rank].in_program == nullptr) continue;
        const auto number = static_cast<Rank>(rank);
        states_[rank].in_program->add_waits(
            number, waits, [&](const Caller& caller) { return call_sites_.number(number, caller.returns_to); });
    }
    add_source_locations();
    return waits;
}

// Virtual time has passed, so a message of SMPI may have arrived. Wakes all ranks with a thread that waits for SMPI.
void SmpiWorld::wake_who_await_smpi() {
    for (const Rank rank : await_smpi_) states_[static_cast<std::size_t>(rank)].woken->release();
}

void SmpiWorld::wait_for_smpi(std::function<bool()> ready) {
    RankState& self = this->self();
    if (self.await_smpi++ == 0) await_smpi_.insert(rank());
    self.in_program->wait_until(std::move(ready));
    if (--self.await_smpi == 0) await_smpi_.erase(rank());
}

// Records that a thread begins an MPI call, and checks the thread level. A program that calls MPI_Init without a thread
// level may have threads, but only its first thread may call MPI.
void SmpiWorld::begin_in_mpi(const Caller& caller) {
    RankState& self = this->self();
    const void* const frame = caller.frame != nullptr ? caller.frame : __builtin_frame_address(0);
    own().stack_pointer = reinterpret_cast<std::uintptr_t>(frame);
    self.polls = 0;
    self.loaded = {};
    if (caller.function == nullptr || !may_be_in_poll(caller.function)) own().polling.ends();
    if (self.thread_level < MPI_THREAD_SERIALIZED && thread() != 0) {
        const char* const level = self.thread_level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED";
        erroneous(caller, fmt::format("found thread {}; allowed: the first thread, with {}", thread(), level));
    }
    if (self.thread_level == MPI_THREAD_SERIALIZED && self.inside_mpi > 0) {
        erroneous(caller,
                  "found another thread of the rank inside MPI; allowed: one thread at a time, with "
                  "MPI_THREAD_SERIALIZED");
    }
    ++self.inside_mpi;
}

// Blocks the thread until the simulation wakes it.
void SmpiWorld::sleep(State state) {
    RankState& self = this->self();
    ThreadState& own = this->own();
    own.state = state;
    if (accesses_ != nullptr) accesses_->another_runs();
    if (state == State::computes) simulation_->computes(rank(), thread());
    else simulation_->next_step(rank(), thread());
    if (self.in_program->several()) {
        self.in_program->wait_until([&own] { return own.state == State::running; });
    } else {
        while (own.state != State::running) self.woken->acquire();
    }
    computation_.begins();
}

void SmpiWorld::compute() {
    if (!computation_.takes_time() || !has_joined() || own().nested > 0) return;
    own().computed = computation_.takes();
    if (own().computed > 0) sleep(State::computes);
}

}  // namespace rmasim::sim
