// Connects MPI programs that run to their simulation. All ranks are in one process, and one of them runs at a time.
// When a rank makes a call of the core, it stores the call in the ProgramWorld and blocks. The simulation executes the
// call, and wakes the rank when the call returns.
//
// Two classes are derived: SmpiWorld, whose ranks are actors of SimGrid's SMPI, and HostedWorld, whose ranks are fibers
// of our own host. They decide which rank runs, and have the functions of MPI that are not calls of the core.
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
#include "sim/mpi/program_memory.h"
#include "sim/mpi/windows/type_maps.h"
#include "sim/programs/live_simulation.h"
#include "sim/programs/window_registry.h"
#include "sim/timed/timed_run.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class CallListener;

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

class ProgramWorld : public LivePrograms, public LocationResolver, public ProgramEvents {
public:
    struct Options {
        std::string program{};  // the program's file
        // SimGrid's engine if it drives the run; it must outlive this object. Null: the run has a clock of its own.
        Simgrid* machine = nullptr;
        Trace* trace = nullptr;
        bool check = false;   // true: check the invariants of the protocol
        bool hooked = false;  // true: the program reports its loads and stores, because `rmasim cc --watch` built it
        bool watch = false;   // true: check these loads and stores
        // The addresses at which each rank has memory of its own while it runs: the program's variables.
        std::vector<ByteRun> exchanged{};
        Breakdowns by{};
        bool may_have_threads = false;
        Computation computation{};
        PollingSettings polling{};
        RunProgress* progress = nullptr;
        // See TimedRunOptions::look.
        std::function<void(const TimedRun&)> look{};
        // The communicators of the core's messages; null if SMPI sends the messages.
        const Communicators* communicators = nullptr;
        const MessageLabels* labels = nullptr;  // of these messages
        CallListener* listener = nullptr;       // must outlive this object; null: none
        // Creates the simulation of the programs, which must outlive this object. Empty for a run with a clock.
        std::function<LiveSimulation&(LivePrograms&)> simulate{};
    };
    // `scenario` must have no windows and no programs. This object adds windows and programs during the run. `scenario`
    // must outlive this object.
    ProgramWorld(Scenario& scenario, const Options& options);
    ~ProgramWorld() override;
    ProgramWorld(const ProgramWorld&) = delete;
    ProgramWorld& operator=(const ProgramWorld&) = delete;

    // Returns the only object of this class in the process.
    static ProgramWorld& get();
    static bool exists();

    // ---- Functions for the implementations of MPI functions. Their caller is a rank that has called MPI_Init.
    // True if the calling rank has called MPI_Init, and the calling code is that of a rank.
    virtual bool has_joined() const { return rank() != no_rank; }
    // Returns the calling rank; no_rank before MPI_Init.
    virtual Rank rank() const = 0;
    // Returns the number of the calling thread in its rank.
    virtual ThreadId thread() const = 0;
    // True if no rank runs, but the simulation.
    virtual bool is_simulating() const = 0;
    const Family& family() const { return *scenario_.family; }
    // True if the family has the call.
    bool offers(Call call) const { return calls_.contains(call); }
    Rank ranks() const { return scenario_.ranks; }
    LoadedFiles& files() { return files_; }
    TypeMaps& types() { return types_; }
    ProgramMemory& memory() { return memory_; }
    // Record that MPI_Alloc_mem has allocated memory, or that MPI_Free_mem frees it.
    void note_allocated(const void* memory, std::uint64_t bytes) { self().allocated[memory] = bytes; }
    // Returns false if the memory is not allocated.
    bool forget_allocated(const void* memory) { return self().allocated.erase(memory) > 0; }
    bool allocated_by_mpi(const void* memory, std::uint64_t bytes);
    // Allocate and free memory for the calling rank's program: of MPI_Alloc_mem and MPI_Win_allocate. Returns null if
    // memory is exhausted.
    virtual void* new_memory(std::size_t align, std::size_t bytes);
    virtual void delete_memory(void* memory);
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
    // True if memory accesses are checked. The checks need descriptions of MPI functions (function_meaning.h).
    bool watches_memory() const { return simulation_->watches_memory(); }
    // ---- The program's own loads and stores (program_accesses.cpp). `accessed` and `atomic` must be called before the
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
    // ---- Functions of ProgramEvents (program_polling.cpp, program_buffers.cpp).
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

    // ---- Windows.
    const Members& members_of(MPI_Comm comm);
    const Members& members_of(MPI_Group group);
    // Returns a number for a communicator, for collective calls of windows: all members get the same number, and no
    // other communicator of theirs has it whose calls may be open at the same time.
    virtual std::uint64_t number_for_windows(MPI_Comm comm) { return members_of(comm).number; }
    // Creates a window with these members at the calling rank and returns its number. `comm` is the number of their
    // communicator, and `part` is the caller's segment. Raises ErroneousProgram if the rank is creating another window
    // of this communicator.
    WindowId new_window(std::uint64_t comm, const Members& members, const ProgramMemory::Part& part, bool shared);
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

    // Returns the program's handle of the core's request `id`, which an operation of the calling rank has created.
    virtual MPI_Request add_request(RequestId id) = 0;

    // ---- Functions that end the run, and texts for their reports.
    // Ends the run because the program breaks a rule of MPI.
    [[noreturn]] void erroneous(const Caller& caller, const std::string& rule, std::string_view section = {});
    // Does the same for an error of the core in a call on a window.
    [[noreturn]] void erroneous(const Caller& caller, Call call, WindowId window, const ErroneousProgram& error);
    // Records that the program breaks a rule of MPI. The run continues.
    void add_erroneous(const Caller& caller, const std::string& rule, std::string_view section = {});
    // Adds a note to the result, which is no error. Only the first call with a text has an effect.
    void add_note(const Caller& caller, const std::string& text);
    // Returns the location of a call as text: "halo.c:42 in exchange".
    std::string location_text(const Caller& caller);
    // Ends the run with exit code 2 because the program uses a feature that is not supported. The text of the error is
    // "found ...; allowed: ...".
    [[noreturn]] void refuse(const Caller& caller, const std::string& found, const std::string& allowed);
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
    // Why the program has ended a run without a clock; all empty if it has not.
    struct Stop {
        std::optional<std::string> refused, aborted, spun;
    };
    Stop stop() const { return {refused_, aborted_, spun_}; }
    // True if at least one rank has called MPI_Init.
    bool any_joined() const { return began_; }

    // ---- Functions of LivePrograms, which the simulation calls.
    LiveStep step(Thread& thread) final;
    CallRequest take(Thread& thread) override;
    Time computation(Thread& thread) override;
    bool may_have_threads() const override { return may_have_threads_; }
    std::string window_name(Rank rank, WindowId window) const override;
    std::string function_of(const Thread& thread) const override;
    std::vector<ThreadWait> thread_waits() override { return spinning_threads_; }
    std::string ended_early(Rank rank) override;
    void returned(Thread& thread) override;
    bool handles_errors(const Thread& thread) const override;
    void refused(Thread& thread) override;
    void add_source_locations() override;
    Memory& memory(Memory& payloads) override;
    const Communicators& communicators() const override { return *registry_; }
    const MessageLabels* labels() const override { return message_labels_; }
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

protected:
    // Steps of a thread: it runs, has computed, makes a call of the core, has its answer, waits until the simulation or
    // another rank continues it, or calls MPI_Finalize.
    enum class State : std::uint8_t { running, computes, calls, returned, waits, ends };
    struct ThreadState {
        State state = State::running;
        int nested = 0;  // nesting depth of the functions outside of the core that the thread executes
        Caller inside;   // the call of the outermost of these functions, or of the core
        OtherEnd end;    // results of this function, which `leave` of SmpiWorld reports
        Time computed = 0;
        std::uint32_t location = 0;
        Call making = Call::none;
        std::uint64_t stack_pointer = 0;     // of the program, at the thread's last call
        std::vector<FrameBuffer> in_frames;  // the buffers of the current call that are in frames of functions
        CallRequest* request = nullptr;      // of the call that begins; it is a variable of the function that makes it
        CallAnswer* answer = nullptr;
        Polling polling{};
        bool handles_errors = false;  // true if the program handles errors of the thread's current call
        bool refused = false;
        // The number of packets that had been sent when the current call began. It is not a variable of a function,
        // because the stack of a rank that polls must not differ between two polls (sim/mpi/explored/awaits.h).
        std::uint64_t packets_before = 0;
    };
    struct RankState {
        bool joined = false;
        bool finalized = false;
        std::optional<int> ended_with{};     // the exit code, if the program has ended without MPI_Finalize
        std::deque<ThreadState> threads{1};  // by number
        int thread_level = MPI_THREAD_SINGLE;
        int inside_mpi = 0;  // number of threads inside MPI functions
        std::map<MPI_Win, ProgramWindow> windows;
        std::map<const void*, std::uint64_t> allocated;  // sizes in bytes of memory that MPI_Alloc_mem has allocated
        int polls = 0;     // number of the program's polling loads since its last MPI call
        ByteRun loaded{};  // from the first to the last byte of the volatile and atomic loads since this call
    };
    RankState& self() { return states_[static_cast<std::size_t>(rank())]; }
    ThreadState& own() { return state_of(rank(), thread()); }
    ThreadState& state_of(const Thread& thread) { return state_of(thread.rank, thread.number); }
    // Most ranks have one thread.
    ThreadState& state_of(Rank rank, ThreadId thread) {
        std::deque<ThreadState>& threads = states_[static_cast<std::size_t>(rank)].threads;
        return thread == 0 ? threads.front() : threads[thread];
    }
    void begin_in_mpi(ThreadState& own, const Caller& caller);
    void end_in_mpi() { --self().inside_mpi; }
    // Must be called when the first rank is in MPI_Init.
    void begin_limits();

    // ---- What the derived class decides.
    // Schedules the thread's next step, and blocks the thread until it runs again.
    virtual void sleep(State state) = 0;
    // Lets the simulation end the thread's program, whose state is `ends`.
    virtual void leave_run() = 0;
    // Continues a thread whose state is `running`. Returns the thread's next step if it is known, or resume_thread.
    virtual LiveStep resume(Thread& thread) = 0;
    // Ends the run, whose reason is recorded. Must be called by a rank, and must not return.
    virtual void stop_from_program() = 0;
    [[noreturn]] void end_from_program() {
        stop_from_program();
        __builtin_unreachable();
    }
    // Lets other threads or ranks run, because the calling thread has only polled in a loop.
    virtual void give_way(const Caller& caller) = 0;
    // The calling thread sleeps for a time, in nanoseconds.
    virtual void sleep_for_ns(std::int64_t duration_ns) = 0;
    // Returns the virtual time, in nanoseconds.
    virtual std::int64_t now_ns() const = 0;
    // Returns the result of the run, after its end.
    virtual RunResult finish() { return run_->live().end(); }
    // True if the calling rank has ever had a second thread.
    virtual bool has_had_threads() const = 0;
    // ---- Functions in program_accesses.cpp
    bool may_access();
    WatchedMemory::Use use_of(WindowId number) const;
    void watch_window(Rank rank, WindowId number);
    void unwatch_window(Rank rank, WindowId number);
    void note_poll(const HookedAccess& access);
    bool reads_anew(const HookedAccess& access);
    void lets_others_run(const char* load, const HookedAccess& access);
    void watch(Rank rank, const ByteRun& bytes, WatchedMemory::Use use);
    void unwatch(Rank rank, const ByteRun& bytes, WatchedMemory::Use use);
    // Must be called before a rank runs, if ranks have variables at the same addresses.
    void shows_marks_of(Rank rank);
    // Makes a call of the calling thread, whose state is `own`.
    const CallAnswer& call(ThreadState& own, const Caller& caller, CallRequest&& request);
    void note_location(ThreadState& own, const Caller& caller, Call call);
    const Members& intern(std::vector<Rank> ranks);
    void make_program();
    void find_unsupported_windows();
    // ---- Functions in program_buffers.cpp
    void note_source(ThreadState& own, const Caller& caller, CallRequest& request);
    void source_read(std::uint32_t source, std::span<const std::byte> bytes);
    void note_buffers(const OtherFunction& function);
    void note_buffers(ThreadState& own, std::span<const ByteRun> runs);
    std::string name_of_buffer(Rank rank, std::uint32_t location, const ByteRun& bytes);
    void begin_use(Rank rank, const ByteRun& bytes, WatchedMemory::Use use);
    void report_dead(const Caller& caller, const std::vector<WatchedBuffers::Buffer>& buffers, std::string_view how);
    // ---- Functions in program_polling.cpp
    void note_returned(const ThreadState& own, const Caller& caller, Call call, std::uint64_t packets_before);
    bool may_progress() const;
    [[noreturn]] void end_spinning(Spinning::Limit limit);
    std::string help_of_agent(const std::vector<Rank>& ranks) const;
    std::string name_of(Rank rank, WindowId number) const;
    // ---- Functions in window_names.cpp
    void note_unfreed();
    void add_unfreed(RunResult& result);
    bool is_reported(const Caller& caller);

    Scenario& scenario_;
    CallSet calls_;  // of the family
    // Names of call sites and variables. A checkpoint of the programs does not contain them (sim/mpi/explored).
    struct Names {
        Names(const std::string& program, Rank ranks) : files(program), call_sites(files), buffers(files, ranks) {}
        LoadedFiles files;
        CallSites call_sites;
        StackBuffers buffers;
    };
    static std::unique_ptr<Names> make_names(const std::string& program, Rank ranks);
    std::unique_ptr<Names> names_;
    LoadedFiles& files_;
    CallSites& call_sites_;
    const MessageLabels* message_labels_;
    CallListener* listener_;
    ProgramMemory memory_;
    TypeMaps types_;
    Computation computation_;
    RunProgress* progress_;
    StackBuffers& stack_buffers_;
    std::vector<ByteRun> runs_of_call_;  // of the buffers of the call that begins: kept for its memory
    SourceBuffers source_buffers_;       // in programs whose loads and stores are not checked
    WatchedBuffers watched_buffers_;     // in other programs
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
    std::unique_ptr<TimedRun> run_;  // null if the run has no clock
    LiveSimulation* simulation_ = nullptr;
    std::vector<RankState> states_;
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
    struct Note {
        Rank rank;
        Caller caller;
        std::string text;
    };
    std::vector<Note> notes_;
    std::array<std::string, 2> unsupported_windows_;
    bool any_shared_ = false;
    bool may_have_threads_;
    bool began_ = false;
    bool ending_ = false;                       // true if a rank has ended the run
    std::optional<std::uint32_t> broken_at_{};  // the call site of the error that has ended the run
    std::optional<std::string> refused_, aborted_;
};

}  // namespace rmasim::sim
