// The programs whose ranks are fibers of our own host (sim/mpi/process). The run drives them: a step of a rank's thread
// continues the rank until it makes its next call of the core, computes, or ends. All of MPI's messages, collective
// calls and windows are calls of the core. Its objects are those of sim/mpi/objects; ranks that create a communicator
// meet without packets.
#pragma once

#include "sim/frontend/cli/process/interrupt.h"
#include "sim/mpi/hosted/hosted_communicators.h"
#include "sim/mpi/hosted/hosted_threads.h"
#include "sim/mpi/hosted/type_labels.h"
#include "sim/mpi/objects/library.h"
#include "sim/mpi/process/host.h"
#include "sim/mpi/program_world.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The properties of a window that only the program uses: attributes, error handler, info and name.
struct WindowObject {
    mpi::Attributes attributes;
    mpi::HandlerRef handler;
    mpi::InfoList info = mpi::hints_of_windows();
    std::string name;
};

// A message that MPI_Mprobe has returned.
struct HeldMessage {
    RequestId number = 0;
    mpi::GroupRef sources;
    int comm = 0;  // handle of its communicator
};

// An alarm of a rank's thread (ThreadHost::alarm).
struct SetAlarm {
    Time at = 0;
    bool rang = false, cancelled = false;
};

class HostedWorld final : public ProgramWorld, private AddressSpace {
public:
    // `options` must have these communicators and labels, which must outlive this object.
    HostedWorld(Scenario& scenario, const Options& options, HostedCommunicators& communicators, TypeLabels& labels);
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
    ThreadId thread() const override;
    bool has_joined() const override { return rank() != no_rank && state().joined; }
    bool is_simulating() const override { return rank() == no_rank; }
    bool has_finalized() const { return state().finalized; }
    // Must be called in MPI_Init.
    void joined();
    MPI_Request add_request(RequestId id) override;
    // Returns the program's call of the running function of MPI.
    const Caller& caller() { return entered(); }
    // Makes the call of the core that the running function of MPI stands for.
    const CallAnswer& make(CallRequest&& request);

    // ---- The buffers of messages and collective calls, for the checks of memory accesses (hosted_accesses.cpp).
    struct Buffers {
        std::vector<ByteRun> loads, stores;
    };
    // The use of a buffer by a call: it loads the buffer when it begins, or stores it when it is complete. `not_stored`
    // and `not_used` are parts of recorded buffers that a call in place does not access so.
    enum class BufferUse : std::uint8_t { loaded, stored, not_stored, not_used };
    // Records a buffer of the next call. The buffers of a call that does not block are in use until the call is
    // complete.
    void uses_buffer(const OriginBuffer& buffer, std::uint64_t bytes, BufferUse use);
    // Returns the recorded buffers, which no longer belong to the next call.
    Buffers take_buffers() { return std::exchange(of_thread().buffers, {}); }
    void use_buffers(Buffers buffers) { of_thread().buffers = std::move(buffers); }
    // Returns a function that calls `finish` and ends the use of the buffers of the calls that have begun. It is called
    // when the request is complete.
    std::function<void()> finishing(std::function<void()> finish);
    // Returns MPI's status of a message. `sources` is the group in which its source has a rank.
    static MPI_Status status_of(const MessageStatus& found, const mpi::GroupRef& sources);
    // Returns the error class of a message, or MPI_SUCCESS.
    static int error_of(const MessageStatus& found);
    // Returns the label of a message of the running function of MPI, with elements of this datatype.
    std::uint32_t label_of(const mpi::TypeRef& type);
    // Throws mpi::Error if the first `bytes` bytes of the data with these labels have different datatypes.
    void require_equal_types(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const;
    // Makes a call that is a poll. It takes more time if it finds nothing.
    const CallAnswer& poll(CallRequest&& request);
    // Return the objects of the calling rank.
    mpi::HandleTable<WindowObject>& windows_of_rank() { return of_rank().windows; }
    mpi::HandleTable<HeldMessage>& messages_of_rank() { return of_rank().messages; }
    // The buffer that the calling rank has attached for buffered sends; empty if it has attached none.
    std::span<std::byte>& buffer_of_rank() { return of_rank().buffer; }
    HostedCommunicators& comms() { return communicators_; }
    std::uint64_t number_for_windows(MPI_Comm comm) override;
    // Returns the virtual time of the calling rank in seconds.
    double time_s() const;
    // Returns this time for a function by which the program polls the clock.
    double read_clock(const Caller& caller);
    std::int64_t read_clock_ns(const Caller& caller);
    // Lets other threads or ranks run.
    void give_way(const Caller& caller) override;
    // Implement the sleeps and the clock of the C library (hosting::HostClock).
    void sleep_ns(std::int64_t duration_ns);
    std::int64_t now_ns() const override;
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

    // Returns the threads of the calling rank.
    RankThreads& threads_of_rank();

    // ---- LivePrograms
    void woken(Rank rank) override;
    std::vector<ThreadWait> thread_waits() override;

protected:
    void sleep(State state) override;
    void leave_run() override;
    LiveStep resume(Thread& thread) override;
    void stop_from_program() override;
    void sleep_for_ns(std::int64_t duration_ns) override;
    bool has_had_threads() const override { return schedules_itself(rank()); }
    RunResult finish() override { return std::move(result_); }

private:
    friend class HostedThreads;

    static constexpr std::int64_t poll_ns = 100;  // the time that a poll takes which finds nothing

    // LivePrograms
    void prefetch(Rank rank, PrefetchStage stage) const override;

    // AddressSpace
    std::byte* at(Rank rank, std::byte* address) const override;
    const std::byte* lasting(const std::byte* address) const override;

    const RankState& state() const { return states_[static_cast<std::size_t>(rank())]; }
    Caller& entered() { return of_thread().entered; }
    void wait_for_meeting(const mpi::Meeting* meeting);
    void report(const std::vector<ByteRun>& runs, bool stores);
    void begin_use(Buffers buffers);
    void end_uses(const std::vector<std::uint64_t>& begun);
    void polls_clock(const Caller& caller);
    void progress(std::span<const MPI_Request> requests, mpi::Progress how);
    bool progress_once(std::span<const MPI_Request> requests, mpi::Progress how);
    void enters_meeting(Rank rank, ThreadId number);
    bool leaves_meeting(Rank rank, ThreadId number);
    void wake_who_meet();
    static bool has_found_nothing(const ThreadState& own);
    void poll_failed() { sleep_for_ns(poll_ns); }
    void note_ended(Rank rank);
    std::string use_of_memory(Rank rank, std::uint64_t address);
    std::string passed_bad_memory(Rank rank, const void* address, const std::string& use);
    int switch_to(Rank rank);
    void take_ranks_of(hosting::Host& host);
    // A run without a clock is interrupted between two steps.
    bool is_interrupted() const { return !changed_ && interrupted(); }
    void continue_rank(Rank rank);
    bool has_ended(Rank rank) const { return host_->end_of(rank).kind != hosting::EndKind::none; }
    // True if the rank has ever had a second thread: its threads schedule their steps when they block. Otherwise
    // `resume` returns the step of the only thread.
    bool schedules_itself(Rank rank) const;
    bool has_step(Rank rank) const;
    // Schedules the thread's next step.
    void schedule(Rank rank, ThreadId number);
    // Blocks the calling thread until the simulation has continued it.
    void wait_until_running(const ThreadState& own);

    // ---- For the threads of the calling rank.
    // Gives control to the simulation until it continues the rank: a thread's call has returned, or an alarm rings.
    void wait_for_events();
    // Lets time pass for the whole rank.
    void pass(double duration_s);
    std::shared_ptr<SetAlarm> set_alarm(double time_s);

    struct OfThread {
        Caller entered;                         // the running function of MPI
        bool inside_other = false;              // true in a recorded function outside of the core
        const mpi::Meeting* meeting = nullptr;  // the meeting that it waits for; null: any
        Time waits_since = 0;                   // in that function
        Buffers buffers;                        // of its next call
        std::vector<std::uint64_t> begun;       // uses of buffers by calls that have begun, and have no request yet
    };
    struct OfRank {
        std::unique_ptr<mpi::Library> mpi_objects;
        std::unique_ptr<RankThreads> in_program;        // null if the rank has not called functions of threads
        HostedThreads* host = nullptr;                  // of `in_program`
        OfThread first;                                 // thread 0
        std::vector<std::unique_ptr<OfThread>> others;  // by number, from 1; made when they are first used
        ThreadId called = 0;                            // the thread that has called MPI last
        std::vector<std::shared_ptr<SetAlarm>> alarms;
        mpi::HandleTable<WindowObject> windows{mpi::Kind::win};
        mpi::HandleTable<HeldMessage> messages{mpi::Kind::message};
        std::span<std::byte> buffer;
    };
    OfRank& of_rank() { return of_rank(rank()); }
    OfRank& of_rank(Rank rank) { return of_rank_[static_cast<std::size_t>(rank)]; }
    OfThread& of_thread() { return of_thread(rank(), thread()); }
    OfThread& of_thread(Rank rank, ThreadId number);
    // Returns the last call of MPI by the thread of the rank that has run last; if it has made none, by any thread.
    const Caller& last_call(Rank rank);

    HostedCommunicators& communicators_;
    TypeLabels& labels_;
    hosting::Host* host_ = nullptr;
    std::function<void(Rank)> changed_;  // empty in a run with a clock
    Rank running_ = no_rank;             // the rank whose code runs; no_rank while the simulator's code runs
    std::vector<OfRank> of_rank_;
    std::set<std::pair<Rank, ThreadId>> meet_;  // threads that wait for other ranks that create a communicator
    std::vector<std::pair<Rank, ThreadId>> begin_to_meet_;  // threads whose waiting is not recorded yet
    // The number of complete meetings when these ranks were last woken; `wakes_all` after other events that wake them.
    std::uint64_t met_ = 0;
    static constexpr std::uint64_t wakes_all = UINT64_MAX;
    std::uint64_t uses_ = 0;  // number of uses of buffers that have begun
    bool stops_ = false;
    bool after_events_ = false;                  // a rank runs to its exit, after the simulation has ended
    mutable Rank accessed_rank_ = no_rank;       // the memory that the core has accessed last
    mutable const std::byte* passed_ = nullptr;  // the address that the program has passed for this memory
    mutable const std::byte* accessed_ = nullptr;
    RunResult result_;
    std::string died_;
};

}  // namespace rmasim::sim
