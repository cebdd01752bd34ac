// The threads of a rank of our own host. Each thread has a fiber of the host, and so its own thread-local variables.
#pragma once

#include "sim/mpi/process/host.h"
#include "sim/mpi/process/program_loader.h"
#include "sim/mpi/threads/program_functions.h"
#include "sim/mpi/threads/rank_threads.h"
#include "sim/mpi/threads/thread_host.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class HostedWorld;

// Returns the use of threads in the program's own files. Raises BadInput if it uses a function that is not supported.
ThreadUse thread_use_of(const hosting::LoadedProgram& program);
// Replaces the program's functions of threads. No rank may have run.
void take_functions_of_threads(const hosting::LoadedProgram& program, const ThreadUse& use);

// Replaces functions that the program's own files call. No rank may have run.
void replace_in_own_files(const hosting::LoadedProgram& program, const Functions& functions);

class HostedThreads final : public ThreadHost {
public:
    // `world` and `host` must outlive this object.
    HostedThreads(HostedWorld& world, hosting::Host& host, Rank rank) : world_(world), host_(host), rank_(rank) {}

    std::unique_ptr<ThreadFiber> first_fiber() override;
    std::unique_ptr<ThreadFiber> new_fiber(std::size_t stack_bytes) override;
    void switch_fiber(ThreadFiber& from, ThreadFiber& to) override;
    void destroy_variables(ThreadFiber& running) override;
    void store_variables(ThreadFiber& running, unsigned number) override;
    void restore_variables(ThreadFiber& running, unsigned number) override;
    double now() const override;
    void sleep() override;
    void pass(double duration) override;
    std::unique_ptr<Alarm> alarm(double time) override;
    [[noreturn]] void end_rank() override;

    // Continues the rank: the thread that has run last. Returns the rank if it has ended; otherwise -1.
    int continue_rank() { return running_ == nullptr ? host_.switch_to(rank_) : host_.switch_to(*running_); }

private:
    HostedWorld& world_;
    hosting::Host& host_;
    Rank rank_;
    hosting::Fiber* running_ = nullptr;                                        // null: the first thread's
    std::map<unsigned, std::vector<std::pair<std::size_t, std::string>>> stored_;  // by number: variables by module
};

}  // namespace rmasim::sim
