// The programs whose ranks are fibers of our own host (sim/mpi/process). The run drives them: a step of a rank's thread
// continues the rank until it makes its next call of the core, computes, or ends. All of MPI's messages, collective
// calls and windows are calls of the core. Its objects are those of sim/mpi/objects; ranks that create a communicator
// meet without packets.
#pragma once

#include "sim/frontend/cli/process/interrupt.h"
#include "sim/mpi/hosted/hosted_communicators.h"
#include "sim/mpi/objects/library.h"
#include "sim/mpi/process/host.h"
#include "sim/mpi/program_world.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// The properties of a window that only the program uses: attributes, error handler, info and name.
struct WindowObject {
    mpi::Attributes attributes;
    mpi::HandlerRef handler;
    mpi::InfoList info;
    std::string name;
};

// A message that MPI_Mprobe has returned.
struct HeldMessage {
    RequestId number = 0;
    mpi::GroupRef sources;
};

class HostedWorld final : public ProgramWorld, public hosting::HostClock, private AddressSpace {
public:
    // `communicators` must outlive this object.
    HostedWorld(Scenario& scenario, const Options& options, HostedCommunicators& communicators);
    ~HostedWorld() override;

    // Returns the only object of this class in the process.
    static HostedWorld& get() { return static_cast<HostedWorld&>(ProgramWorld::get()); }

    // Ends the run because the process gets a signal, if a program's code is running. A signal handler may call it.
    void interrupt();
    // Describes a fault of the simulator at an address, if it has accessed memory of a program there: the rank and its
    // last call of MPI. Otherwise returns an empty text.
    std::string fault_in_buffer(const void* address);

    // Executes the run: all events, then what programs do after MPI_Finalize. The ranks are those of `host`.
    void execute(hosting::Host& host);

    // ---- For runs without a clock (sim/mpi/explored), instead of `execute`.
    // Sets the ranks. The simulation then takes the steps of their programs. `changed` is called before a rank's
    // program runs, and before the core accesses the rank's memory.
    void explore(hosting::Host& host, std::function<void(Rank)> changed);
    // Runs the rest of a program, after MPI_Finalize. It takes no virtual time.
    void run_to_exit(Rank rank);
    void* new_memory(std::size_t align, std::size_t bytes) override;
    void delete_memory(void* memory) override;

    // ---- For functions of MPI, which a rank calls.
    Rank rank() const override { return running_; }
    ThreadId thread() const override { return 0; }
    bool has_joined() const override { return rank() != no_rank && state().joined; }
    bool is_simulating() const override { return rank() == no_rank; }
    bool has_finalized() const { return state().finalized; }
    // Must be called in MPI_Init.
    void joined();
    MPI_Request add_request(RequestId id) override;
    // Returns the program's call of the running function of MPI.
    const Caller& caller() { return entered(); }
    // Makes the call of the core that the running function of MPI stands for.
    const CallAnswer& make(CallRequest&& request) { return call(caller(), std::move(request)); }
    // Returns MPI's status of a message. `sources` is the group in which its source has a rank.
    static MPI_Status status_of(const MessageStatus& found, const mpi::GroupRef& sources);
    // Lets a poll that has found nothing take time.
    void poll_failed() { sleep_for_ns(poll_ns); }
    // Return the objects of the calling rank.
    mpi::HandleTable<WindowObject>& windows_of_rank() { return of_rank().windows; }
    mpi::HandleTable<HeldMessage>& messages_of_rank() { return of_rank().messages; }
    // The buffer that the calling rank has attached for buffered sends; empty if it has attached none.
    std::span<std::byte>& buffer_of_rank() { return of_rank().buffer; }
    HostedCommunicators& comms() { return communicators_; }
    // Returns the virtual time of the calling rank in seconds.
    double time_s() const;
    // Ends the run with the error of a function of MPI that no error handler of the program handles.
    [[noreturn]] void fatal(const std::string& text);
    // Returns how a rank's program has ended the run, as a sentence without the rank; empty if none has.
    const std::string& died() const { return died_; }
    // Returns a sentence about the first rank that has ended without MPI_Finalize; empty if there is none.
    std::string ends_without_finalize();
    // Returns the first exit code that is not 0, by rank.
    std::optional<int> exit_code() const;

    // ---- The border between the programs and the library (entry.h, library_code.h).
    void* enter(const Caller& caller);
    void* leave();
    void back(void* before);

    HostedWait hosted_wait(Rank rank, ThreadId thread) override;

    // ---- HostClock
    std::int64_t now_ns(int) override { return now_ns(); }
    void sleep_ns(int rank, std::int64_t duration_ns) override;

protected:
    void sleep(State state) override;
    void leave_run() override { host_->yield(); }
    LiveStep resume(Thread& thread) override;
    void stop_from_program() override;
    void give_way(const Caller& caller) override;
    void sleep_for_ns(std::int64_t duration_ns) override;
    std::int64_t now_ns() const override;
    bool has_had_threads() const override { return false; }
    RunResult finish() override { return std::move(result_); }

private:
    static constexpr std::int64_t poll_ns = 100;  // the time that a poll takes which finds nothing

    // AddressSpace
    std::byte* at(Rank rank, std::byte* address) const override;

    const RankState& state() const { return states_[static_cast<std::size_t>(rank())]; }
    Caller& entered() { return of_rank().entered; }
    void wait_for_meeting(const mpi::Meeting* meeting);
    void progress(std::span<const MPI_Request> requests, mpi::Progress how);
    void enters_meeting(Thread& thread);
    bool leaves_meeting(Thread& thread);
    void wake_who_meet();
    void note_ended(Rank rank);
    int switch_to(Rank rank);
    void take_ranks_of(hosting::Host& host);
    // A run without a clock is interrupted between two steps.
    bool is_interrupted() const { return !changed_ && interrupted(); }

    struct OfRank {
        std::unique_ptr<mpi::Library> mpi_objects;
        Caller entered;  // the running function of MPI
        mpi::HandleTable<WindowObject> windows{mpi::Kind::win};
        mpi::HandleTable<HeldMessage> messages{mpi::Kind::message};
        std::span<std::byte> buffer;
        bool inside_other = false;              // true in a function outside of the core, as the simulation knows
        const mpi::Meeting* meeting = nullptr;  // the meeting that it waits for; null: any
    };
    OfRank& of_rank() { return of_rank_[static_cast<std::size_t>(rank())]; }

    HostedCommunicators& communicators_;
    hosting::Host* host_ = nullptr;
    std::function<void(Rank)> changed_;  // empty in a run with a clock
    Rank running_ = no_rank;             // the rank whose code runs; no_rank in the simulator's
    std::deque<OfRank> of_rank_;
    std::set<Rank> meet_;    // ranks that wait for others that create a communicator
    std::uint64_t met_ = 0;  // complete ones, when these ranks were woken last
    bool stops_ = false;
    mutable Rank accessed_rank_ = no_rank;  // the memory that the core has accessed last
    mutable const std::byte* accessed_ = nullptr;
    RunResult result_;
    std::string died_;
};

}  // namespace rmasim::sim
