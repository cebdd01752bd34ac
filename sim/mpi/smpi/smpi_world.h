// The programs whose ranks are actors of SimGrid's SMPI. SimGrid's engine runs one actor at a time. A rank that makes a
// call of the core blocks its actor. The simulation runs between the actors, and wakes the rank when the call returns.
// SMPI executes all functions of MPI that are not calls of the core.
#pragma once

#include "sim/mpi/program_world.h"
#include "sim/mpi/smpi/program_handles.h"
#include "sim/mpi/threads/rank_threads.h"

#include <simgrid/s4u/Semaphore.hpp>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class MessageLedger;

class SmpiWorld final : public ProgramWorld {
public:
    // `log` is the file to which SimGrid writes its messages. The other arguments are those of ProgramWorld.
    SmpiWorld(Scenario& scenario, const Options& options, std::string log);
    ~SmpiWorld() override;

    // Returns the only object of this class in the process.
    static SmpiWorld& get() { return static_cast<SmpiWorld&>(ProgramWorld::get()); }

    // Must be called when the calling actor has called MPI_Init.
    void joined();
    Rank rank() const override;
    ThreadId thread() const override { return of_rank().in_program->current().number; }
    bool is_simulating() const override;
    // Returns the records of SMPI's handles that the calling rank has obtained.
    ProgramHandles& handles() { return of_rank().handles; }
    // Must be called before a function that SMPI executes; `leave` must be called after it. Between `enter` and `leave`
    // the rank makes progress.
    void enter(const Caller& caller, OtherFunction meaning = {});
    void leave();
    // Blocks the current thread until `ready`, a test of SMPI's state, returns true. The rank's other threads continue.
    void wait_for_smpi(std::function<bool()> ready);
    // Record that a function of SMPI has created a request or a communicator, completed a request, or received a
    // message. They must be called between `enter` and `leave`, and only matter if memory accesses are checked.
    void note_made(MPI_Request request);
    void note_made(MPI_Comm comm);
    void note_completed(MPI_Request request, const MPI_Status& status);
    void note_received(const MPI_Status& status, bool none);

    // Returns a number for a communicator. All members get the same number, provided that they create communicators
    // with the same members in the same order.
    std::uint64_t number_of(MPI_Comm comm);
    // Returns the number of a communicator and its members. The results are kept until the rank creates or frees a
    // communicator, because a handle may then have another meaning.
    std::pair<std::uint64_t, std::shared_ptr<const RankGroup>> communicator(MPI_Comm comm);
    void forget_communicators() { of_rank().known_comms.clear(); }
    // Record the requests that the thread's MPI function waits for, and those that it starts.
    void note_awaited(std::span<const MPI_Request> requests);
    void note_started(std::span<const MPI_Request> requests);

    // ---- Requests of the calling rank's operations. For each request, the records have the program's handle and the
    // core's number. The number is no_request if the core has reported that the operation is complete.
    MPI_Request add_request(RequestId id) override;
    RequestId* find_request(MPI_Request request);  // null if the request is SMPI's
    void forget_request(MPI_Request request);

    // Describes the calling rank's program for reports, if a signal has ended it at this instruction: "rank 1 was ended
    // by signal SIGSEGV at halo.c:42 in main; the last call in which it communicated was MPI_Put at halo.c:40 in main".
    std::string ended_by_signal(const std::string& signal, const void* instruction);

    std::vector<ThreadWait> thread_waits() override;
    HostedWait hosted_wait(Rank rank, ThreadId thread) override;

protected:
    void sleep(State state) override;
    void leave_run() override { simulation_->next_step(rank(), thread()); }
    LiveStep resume(Thread& thread) override;
    void stop_from_program() override;
    void give_way(const Caller& caller) override;
    void sleep_for_ns(std::int64_t duration_ns) override;
    std::int64_t now_ns() const override;
    bool has_had_threads() const override;

private:
    struct OfRank {
        simgrid::s4u::SemaphorePtr woken;
        RankThreads* in_program = nullptr;
        int await_smpi = 0;  // number of threads that wait for SMPI
        std::map<MPI_Request, std::unique_ptr<RequestId>> requests;
        ProgramHandles handles;
        std::map<MPI_Comm, std::pair<std::uint64_t, std::shared_ptr<const RankGroup>>> known_comms;
        std::map<MPI_Comm, std::uint64_t> comms;  // by created communicator: number of earlier ones with equal members
        std::map<std::uint64_t, std::uint64_t> comms_made;  // by Members::number: number of created communicators
    };
    OfRank& of_rank() { return of_rank_[static_cast<std::size_t>(rank())]; }
    const OfRank& of_rank() const { return of_rank_[static_cast<std::size_t>(rank())]; }
    void note_ended(Rank rank, std::uint64_t actor);
    void wake_who_await_smpi();
    static void failed();
    [[noreturn]] static void sleep_for_ever();

    std::unique_ptr<MessageLedger> messages_;
    std::string log_;
    std::vector<OfRank> of_rank_;
    std::vector<Rank> rank_of_actor_;  // by the actor's number; no_rank if the actor has not called MPI_Init
    std::set<Rank> await_smpi_;        // ranks with a thread that waits for SMPI
};

// Set the callbacks of `rmasim exec`. `report_and_exit` must report the result and end the process. `begins` is called
// when the first rank is in MPI_Init; SimGrid's engine then exists.
void when_run_ends(void (*report_and_exit)());
void when_run_begins(void (*begins)());

}  // namespace rmasim::sim
