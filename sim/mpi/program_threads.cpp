// The part of ProgramWorld for threads: thread levels, and synchronisation among threads.
#include "sim/mpi/program_world.h"

#include <fmt/format.h>

#include <utility>

namespace rmasim::sim {

void ProgramWorld::thread_started(ThreadId number) {
    if (rank() == no_rank) return;
    if (self().threads.size() <= number) self().threads.resize(number + std::size_t{1});
    self().threads[number] = {};
    simulation_->thread_started(rank(), number);
}

void ProgramWorld::thread_ended(ThreadId number) {
    if (rank() != no_rank) simulation_->thread_ended(rank(), number);
}

void ProgramWorld::release_sync_point(const Caller& caller, std::uint32_t sign) {
    if (!has_joined() || !watches_memory()) return;
    report_accesses();
    const std::uint32_t location = caller.function == nullptr ? own().location : call_sites_.number(caller.returns_to);
    simulation_->release_sync_point(rank(), thread(), location, sign);
}

void ProgramWorld::acquire_sync_point(const Caller& caller, std::uint32_t sign) {
    if (!has_joined() || !watches_memory()) return;
    own().polling.ends();
    report_accesses();
    const std::uint32_t location = caller.function == nullptr ? own().location : call_sites_.number(caller.returns_to);
    simulation_->acquire_sync_point(rank(), thread(), location, sign);
}

// Records that a thread begins an MPI call, and checks the thread level. A program that calls MPI_Init without a thread
// level may have threads, but only its first thread may call MPI.
void ProgramWorld::begin_in_mpi(ThreadState& own, const Caller& caller) {
    RankState& self = this->self();
    const void* const frame = caller.frame != nullptr ? caller.frame : __builtin_frame_address(0);
    own.stack_pointer = reinterpret_cast<std::uintptr_t>(frame);
    self.polls = 0;
    self.loaded = {};
    if (own.polling.any() && (caller.function == nullptr || !may_be_in_poll(caller.function))) own.polling.ends();
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

void ProgramWorld::compute() {
    if (!computation_.takes_time() || !has_joined() || own().nested > 0) return;
    own().computed = computation_.takes();
    if (own().computed > 0) sleep(State::computes);
}

}  // namespace rmasim::sim
