// Connects the MPI programs that run under SimGrid's SMPI to the simulation. The ranks are SimGrid actors in one
// process, and SimGrid's engine runs one actor at a time. When a rank makes a one-sided call, the rank stores the call
// in SmpiWorld and blocks. The simulation runs between the actors: it executes the call and wakes the rank when the
// call returns.
#pragma once

#include "sim/frontend/cli/run/run_progress.h"
#include "sim/mpi/accesses/polling.h"
#include "sim/mpi/accesses/source_buffers.h"
#include "sim/mpi/accesses/spinning.h"
#include "sim/mpi/accesses/stack_buffers.h"
#include "sim/mpi/accesses/watched_accesses.h"
#include "sim/mpi/accesses/watched_buffers.h"
#include "sim/mpi/computation.h"
#include "sim/mpi/debug/call_sites.h"
#include "sim/mpi/program_events.h"
#include "sim/mpi/program_handles.h"
#include "sim/mpi/program_memory.h"
#include "sim/mpi/threads/rank_threads.h"
#include "sim/mpi/windows/type_maps.h"
#include "sim/programs/live_programs.h"
#include "sim/programs/window_registry.h"
#include "sim/timed/timed_run.h"

#include <simgrid/s4u/Semaphore.hpp>

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class MessageLedger;

// The members of a communicator or a group, as ranks of MPI_COMM_WORLD. Lists with the same ranks share one object.
struct Members {
    std::uint64_t number = 0;  // identifies this list of ranks
    bool all = false;          // true if these are all ranks in the order of MPI_COMM_WORLD
    std::unique_ptr<GroupTable> table;
    std::shared_ptr<const RankGroup> group;
};

// The promises of a window's info (MPI 4.1, 12.2.1).
struct WindowPromises {
    bool in_any_order = false;  // accumulate_ordering: no order of accumulates that involves a write is requested
    bool same_op = false;       // accumulate_ops is "same_op"
    bool no_locks = false;
    bool same_size = false;
    bool same_disp_unit = false;
};
struct WindowCreation;  // window_promises.h

// The record of a window at one rank.
struct ProgramWindow {
    MPI_Win key = MPI_WIN_NULL;  // the program's handle of the window: in SMPI, a window over MPI_COMM_SELF
    WindowId number = 0;
    const Members* members = nullptr;
    MPI_Group group = MPI_GROUP_NULL;
    void* base = nullptr;
    MPI_Aint bytes = 0;
    int disp_unit = 1;
    int flavor = MPI_WIN_FLAVOR_CREATE;
    int model = MPI_WIN_UNIFIED;
    void* allocated = nullptr;  // memory that MPI_Win_allocate allocated; otherwise null
    bool apart = false;         // value of the info key alloc_shared_noncontig
    WindowPromises promises{};
    std::shared_ptr<WindowCreation> creation{};
    MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
    std::string name{};  // set by MPI_Win_set_name; empty if the program has set no name
};

class SmpiWorld final : public LivePrograms, public LocationResolver, public ProgramEvents {
public:
    struct Options {
        std::string program;  // the program's file
        Simgrid& machine;     // must outlive this object
        Trace* trace = nullptr;
        bool check = false;   // true: check the invariants of the protocol
        bool hooked = false;  // true: the program reports its loads and stores, because `rmasim cc --watch` built it
        bool watch = false;   // true: check these loads and stores
        Breakdowns by;
        bool may_have_threads = false;
        Computation computation{};
        PollingSettings polling{};
        RunProgress* progress = nullptr;
        std::string log{};  // the file to which SimGrid writes its messages
    };
    // `scenario` must have no windows and no programs. This object adds windows and programs during the run. `scenario`
    // must outlive this object.
    SmpiWorld(Scenario& scenario, const Options& options);
    ~SmpiWorld() override;

    // Returns the only object of this class in the process.
    static SmpiWorld& get();
    static bool exists();

    // ---- Functions for the implementations of MPI functions. Their caller is a rank that has called MPI_Init.
    void joined();
    bool has_joined() const;
    Rank rank() const;
    const Family& family() const { return *scenario_.family; }
    Rank ranks() const { return scenario_.ranks; }
    LoadedFiles& files() { return files_; }
    TypeMaps& types() { return types_; }
    ProgramMemory& memory() { return memory_; }
    // Returns the records of SMPI's handles that the calling rank has obtained.
    ProgramHandles& handles() { return self().handles; }
    // Record that MPI_Alloc_mem has allocated memory, or that MPI_Free_mem frees it.
    void note_allocated(const void* memory, std::uint64_t bytes) { self().allocated[memory] = bytes; }
    void forget_allocated(const void* memory) { self().allocated.erase(memory); }
    bool allocated_by_mpi(const void* memory, std::uint64_t bytes);
    // Adds the time of the rank's computation since its last MPI call to virtual time. Does nothing if the options give
    // computation no virtual time (computation.h). Every MPI function that blocks or returns the time must call this
    // function first.
    void compute();
    void computes_again() { computation_.begins(); }
    // Makes the call and blocks the thread until the call has returned. The answer is valid until the thread's next
    // call.
    const CallAnswer& call(const Caller& caller, CallRequest&& request);
    // Makes a call on a window and blocks the thread until the call has returned. Returns null if the open epochs do
    // not permit the call and the window's error handler does not end the run.
    const CallAnswer* call(const Caller& caller, const ProgramWindow& window, CallRequest&& request);
    // Records that the rank has called MPI_Finalize.
    void ends(const Caller& caller);
    // Sets the calling rank's thread level, which is an argument of MPI_Init_thread: MPI_THREAD_SINGLE and so on.
    void allow_threads(int level) { self().thread_level = level; }
    int thread_level() { return self().thread_level; }
    // Report events of the calling rank's threads (rank_threads.h). Before MPI_Init these functions do nothing.
    void thread_started(ThreadId number);
    void thread_ended(ThreadId number);
    void release_sync_point(const Caller& caller, std::uint32_t sign);
    void acquire_sync_point(const Caller& caller, std::uint32_t sign);
    // Must be called before a function that SMPI executes; `leave` must be called after it. Between `enter` and `leave`
    // the rank makes progress.
    void enter(const Caller& caller, OtherFunction meaning = {});
    // True if memory accesses are checked. The checks need descriptions of MPI functions (function_meaning.h).
    bool watches_memory() const { return simulation_->watches_memory(); }
    void leave();
    // ---- The program's own loads and stores (smpi_accesses.cpp). `accessed` and `atomic` must be called before the
    // access is executed. If accesses are not checked, these functions only count polls.
    bool watches_accesses() const override { return accesses_ != nullptr; }
    WatchedAccesses* accesses() { return accesses_.get(); }
    void accessed(HookedAccess access);
    void atomic(HookedAccess access, AtomicOperation operation);
    // Reports the collected accesses to the simulation. It must be called before each event that may order accesses,
    // and before another thread of the rank runs.
    void report_accesses();
    // Records memory that the calling rank has freed, or that was the stack of a thread that has exited.
    void memory_given_back(const ByteRun& bytes);
    // Record the memory that the calling rank attaches to or detaches from its dynamic windows.
    void attached(const ByteRun& bytes);
    void detached(const ByteRun& bytes);
    // ---- Functions of ProgramEvents (smpi_polling.cpp, smpi_buffers.cpp).
    void polled(const Caller& caller, PollKind kind) override;
    void progressed() override;
    void accesses(const void* returns_to, const ByteRun& bytes, bool stores) override;
    void frees(const Caller& caller, const ByteRun& bytes) override;
    void returns(const Caller& caller, std::uint64_t slot) override;
    // Records a test of SMPI's state: a poll, or progress if the test has found something.
    void tested(const Caller& caller, bool found) { found ? progressed() : polled(caller, PollKind::test); }
    // Record that the calling thread begins, and ends, a sleep.
    void sleeps(bool begins) { spinning_.sleeps(rank(), thread(), begins); }
    // Ends the run because the calling thread has reached the limit of CPU time at this instruction of the program.
    void computed_too_long(const void* instruction);
    // Blocks the current thread until `ready`, a test of SMPI's state, returns true. The rank's other threads continue.
    void wait_for_smpi(std::function<bool()> ready);
    // Record that a function of SMPI has created a request or a communicator, completed a request, or received a
    // message. They must be called between `enter` and `leave`, and only matter if memory accesses are checked.
    void note_made(MPI_Request request);
    void note_made(MPI_Comm comm);
    void note_completed(MPI_Request request, const MPI_Status& status);
    void note_received(const MPI_Status& status, bool none);

    // ---- Windows.
    const Members& members_of(MPI_Comm comm);
    const Members& members_of(MPI_Group group);
    // Returns a number for a communicator. All members get the same number, provided that they create communicators
    // with the same members in the same order.
    std::uint64_t number_of(MPI_Comm comm);
    // Returns the number of a communicator and its members. The results are kept until the rank creates or frees a
    // communicator, because a handle may then have another meaning.
    std::pair<std::uint64_t, std::shared_ptr<const RankGroup>> communicator(MPI_Comm comm);
    void forget_communicators() { self().known_comms.clear(); }
    // Record the requests that the thread's MPI function waits for, and those that it starts.
    void note_awaited(std::span<const MPI_Request> requests);
    void note_started(std::span<const MPI_Request> requests);
    // Creates a window with these members at the calling rank and returns its number. `part` is the caller's segment.
    WindowId new_window(const Members& members, const ProgramMemory::Part& part, bool shared);
    // Returns the reason why the family does not support windows of one kind: shared windows if `shared` is true,
    // otherwise windows that are not shared. Returns an empty string if the family supports these windows.
    const std::string& unsupported_windows(bool shared) const { return unsupported_windows_[shared ? 1 : 0]; }
    // Records that the segments of a window of MPI_Win_allocate_shared have their final addresses.
    void windows_have_memory(const RankGroup& members, WindowId number);
    void window_is_free(WindowId number);
    // Returns the record of the calls that create the window. The record is null before the first of these calls.
    std::shared_ptr<WindowCreation>& creation_of(WindowId number) { return creations_[registry_->nth(rank(), number)]; }
    // True if the run uses the separate memory model.
    bool is_separate() const { return scenario_.semantics == Semantics::separate; }
    ProgramWindow& add(ProgramWindow window);
    void remove(MPI_Win key);
    ProgramWindow* find(MPI_Win key);  // returns the calling rank's window; null if the rank has no such window

    // ---- Requests of the calling rank's operations. For each request, the records have the program's handle and the
    // core's number. The number is no_request if the core has reported that the operation is complete.
    MPI_Request add_request(RequestId id);
    RequestId* find_request(MPI_Request request);  // null if the request is SMPI's
    void forget_request(MPI_Request request);

    // ---- Functions that end the run, and texts for their reports.
    // Ends the run because the program breaks a rule of MPI.
    [[noreturn]] void erroneous(const Caller& caller, const std::string& rule, std::string_view section = {});
    // Does the same for an error of the core in a call on a window.
    [[noreturn]] void erroneous(const Caller& caller, Call call, WindowId window, const ErroneousProgram& error);
    // Records that the program breaks a rule of MPI. The run continues.
    void add_erroneous(const Caller& caller, const std::string& rule, std::string_view section = {});
    // Returns the location of a call of `rank` as text: "halo.c:42 in exchange".
    std::string location_text(Rank rank, const Caller& caller);
    // Ends the run with exit code 2 because the program uses a feature that is not supported. The text of the error is
    // "found ...; allowed: ...".
    [[noreturn]] void refuse(const Caller& caller, const std::string& found, const std::string& allowed);
    // Describes the calling rank's program for reports, if a signal has ended it at this instruction: "rank 1 was ended
    // by signal SIGSEGV at halo.c:42 in main; the last call in which it communicated was MPI_Put at halo.c:40 in main".
    std::string ended_by_signal(const std::string& signal, const void* instruction);
    // Ends the run because the program calls MPI_Abort.
    [[noreturn]] void abort(const Caller& caller, int code);

    struct End {
        RunResult result;
        std::optional<std::string> refused;  // the error of `refuse`, if it ended the run; `result` is then empty
        std::optional<std::string> aborted;  // the text of MPI_Abort, if it ended the run
    };
    // Returns the result of the run. The simulation must not be used after this call.
    End end();
    const TimedRun& run() const { return *run_; }
    // True if at least one rank has called MPI_Init.
    bool any_joined() const { return began_; }

    // ---- Functions of LivePrograms, which the simulation calls.
    LiveStep step(Thread& thread) override;
    CallRequest take(Thread& thread) override;
    Time computation(Thread& thread) override { return state_of(thread).computed; }
    bool may_have_threads() const override { return may_have_threads_; }
    std::string window_name(Rank rank, WindowId window) const override;
    std::string function_of(const Thread& thread) const override;
    std::vector<ThreadWait> thread_waits() override;
    HostedWait hosted_wait(Rank rank, ThreadId thread) override;
    std::string ended_early(Rank rank) override;
    void returned(Thread& thread) override;
    bool handles_errors(const Thread& thread) const override;
    void refused(Thread& thread) override;
    void add_source_locations() override;
    Memory& memory(Memory& payloads) override;
    const Communicators& communicators() const override { return *registry_; }
    LiveSegment segment_of(Rank rank, WindowId window) const override;
    void peek(Rank rank, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const override {
        memory_.peek(rank, window, disp_bytes, to);
    }
    std::vector<ByteRun> runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const override {
        return memory_.runs_of(buffer, datatype, count);
    }
    std::vector<ByteRun> runs_of(Rank owner, WindowId window, const Region& region) const override {
        return memory_.runs_of(owner, window, region);
    }
    std::optional<ProgramVariable> variable_at(Rank rank, std::uint32_t location, const ByteRun& bytes) override;
    void buffers_in_use(Rank rank, const BuffersInUse& buffers) override;
    void buffers_free(Rank rank, const BuffersInUse& buffers) override;

private:
    enum class State : std::uint8_t { running, computes, calls, returned, waits, ends };
    struct ThreadState {
        State state = State::running;
        int nested = 0;  // nesting depth of the functions that SMPI is executing for the thread
        Caller inside;   // the call of the outermost of these functions
        OtherEnd end;    // results of this function, which `leave` reports
        Time computed = 0;
        std::uint32_t location = 0;
        Call making = Call::none;
        std::uint64_t stack_pointer = 0;     // of the program, at the thread's last call
        std::vector<FrameBuffer> in_frames;  // the buffers of the current call that are in frames of functions
        CallRequest request;
        CallAnswer* answer = nullptr;
        Polling polling{};
        bool handles_errors = false;  // true if the program handles errors of the thread's current call
        bool refused = false;
    };
    struct RankState {
        simgrid::s4u::SemaphorePtr woken;
        bool joined = false;
        bool finalized = false;
        std::optional<int> ended_with{};  // the exit code, if the program has ended without MPI_Finalize
        RankThreads* in_program = nullptr;
        std::deque<ThreadState> threads{1};  // by number
        int thread_level = MPI_THREAD_SINGLE;
        int inside_mpi = 0;  // number of threads inside MPI functions
        int await_smpi = 0;  // number of threads that wait for SMPI
        std::map<MPI_Win, ProgramWindow> windows;
        std::map<const void*, std::uint64_t> allocated;  // sizes in bytes of memory that MPI_Alloc_mem has allocated
        std::map<MPI_Request, std::unique_ptr<RequestId>> requests;
        ProgramHandles handles;
        int polls = 0;     // number of the program's polling loads since its last MPI call
        ByteRun loaded{};  // from the first to the last byte of the volatile and atomic loads since this call
        std::map<MPI_Comm, std::pair<std::uint64_t, std::shared_ptr<const RankGroup>>> known_comms;
        std::map<MPI_Comm, std::uint64_t> comms;  // by created communicator: number of earlier ones with equal members
        std::map<std::uint64_t, std::uint64_t> comms_made;  // by Members::number: number of created communicators
    };
    RankState& self() { return states_[static_cast<std::size_t>(rank())]; }
    ThreadState& own() { return self().threads[self().in_program->current().number]; }
    ThreadState& state_of(const Thread& thread) {
        return states_[static_cast<std::size_t>(thread.rank)].threads[thread.number];
    }
    void note_ended(Rank rank, std::uint64_t actor);
    void begin_in_mpi(const Caller& caller);
    void end_in_mpi() { --self().inside_mpi; }
    ThreadId thread() { return self().in_program->current().number; }
    void wake_who_await_smpi();
    void sleep(State state);
    // ---- Functions in smpi_accesses.cpp
    bool may_access();
    WatchedMemory::Use use_of(WindowId number) const;
    void watch_window(Rank rank, WindowId number);
    void unwatch_window(Rank rank, WindowId number);
    void note_poll(const HookedAccess& access);
    bool reads_anew(const HookedAccess& access);
    void lets_others_run(const char* load, const HookedAccess& access);
    void watch(const ByteRun& bytes, WatchedMemory::Use use);
    void unwatch(const ByteRun& bytes, WatchedMemory::Use use);
    void note_location(Rank rank, const Caller& caller, Call call);
    const Members& intern(std::vector<Rank> ranks);
    void find_unsupported_windows();
    // ---- Functions in smpi_buffers.cpp
    void note_source(const Caller& caller, CallRequest& request);
    void source_read(std::uint32_t source, std::span<const std::byte> bytes);
    void note_buffers(const OtherFunction& function);
    void note_buffers(std::span<const ByteRun> runs);
    std::string name_of_buffer(Rank rank, std::uint32_t location, const ByteRun& bytes);
    void begin_use(Rank rank, const ByteRun& bytes, WatchedMemory::Use use);
    void report_dead(const Caller& caller, const std::vector<WatchedBuffers::Buffer>& buffers, std::string_view how);
    // ---- Functions in smpi_polling.cpp
    void begin_limits();
    void note_returned(const Caller& caller, Call call, std::uint64_t packets_before);
    bool may_progress() const;
    [[noreturn]] void end_spinning(Spinning::Limit limit);
    std::string help_of_agent(const std::vector<Rank>& ranks) const;
    void failed();
    std::string location_of(const Caller& caller);
    std::string name_of(Rank rank, WindowId number) const;
    // ---- Functions in window_names.cpp
    void note_unfreed();
    void add_unfreed(RunResult& result);
    bool is_reported(const Caller& caller);
    [[noreturn]] void end_from_program();
    [[noreturn]] static void sleep_for_ever();

    Scenario& scenario_;
    LoadedFiles files_;
    CallSites call_sites_;
    ProgramMemory memory_;
    TypeMaps types_;
    std::unique_ptr<MessageLedger> messages_;
    std::string log_;  // the file to which SimGrid writes its messages
    Computation computation_;
    RunProgress* progress_;
    StackBuffers stack_buffers_;
    SourceBuffers source_buffers_;    // in programs whose loads and stores are not checked
    WatchedBuffers watched_buffers_;  // in other programs
    PollingSettings polling_;
    Spinning spinning_;
    std::uint64_t packets_at_poll_ = 0;          // number of packets sent until the last poll
    std::optional<std::string> spun_;            // the cause of the end, if a limit of polling ended the run
    std::vector<ThreadWait> spinning_threads_;   // the threads that polled then
    std::unique_ptr<WatchedAccesses> accesses_;  // null if loads and stores of the program are not checked
    // The windows, whose volatile and atomic loads may be polls. Null unless the program reports loads and stores that
    // are not checked.
    std::unique_ptr<WatchedMemory> polled_windows_;
    std::unique_ptr<WindowRegistry> registry_;
    std::unique_ptr<TimedRun> run_;
    LiveSession* simulation_ = nullptr;  // the session of `run_`
    std::vector<RankState> states_;
    std::vector<Rank> rank_of_actor_;  // by the actor's number; no_rank if the actor has not called MPI_Init
    std::map<std::vector<Rank>, std::unique_ptr<Members>> members_;
    const Members* all_ = nullptr;
    std::map<std::uint32_t, std::shared_ptr<WindowCreation>> creations_;  // by the window's number in the run
    // The windows that ranks had not freed when they called MPI_Finalize.
    struct Unfreed {
        std::string name;
        std::shared_ptr<WindowCreation> creation;
        std::vector<Rank> ranks;
    };
    std::map<std::uint32_t, Unfreed> unfreed_;  // by the window's number in the run
    std::array<std::string, 2> unsupported_windows_;
    bool any_shared_ = false;
    bool may_have_threads_;
    std::set<Rank> await_smpi_;  // ranks with a thread that waits for SMPI
    bool began_ = false;
    bool ending_ = false;                       // true if a rank has ended the run
    std::optional<std::uint32_t> broken_at_{};  // the call site of the error that has ended the run
    std::optional<std::string> refused_, aborted_;
};

// Set the callbacks of `rmasim exec`. `report_and_exit` must report the result and end the process. `begins` is called
// when the first rank is in MPI_Init; SimGrid's engine then exists.
void when_run_ends(void (*report_and_exit)());
void when_run_begins(void (*begins)());

}  // namespace rmasim::sim
