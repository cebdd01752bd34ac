// The interface to MPI programs that run while they are simulated, one program for each rank. The calls of a simulation
// come either from these programs or from the Interpreter. A program runs until its next call. After the call has
// returned, the simulation resumes the program:
//
//     program      ... | requests a step                  continues ... |
//     simulation       |   step: call, take   returned    step: resume_thread |
//
// Reports require that each thread has a current instruction. So the threads share a Program that has one instruction
// for each kind of call, and a thread's current instruction is the one for the kind of its current call.
// Thread::location is the location of the thread's current call in the source.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/thread.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

enum class LiveStep : std::uint8_t {
    resume_thread,  // the program resumes, and requests its next step later
    call,           // the program makes a call
    compute,        // the program has computed; the computation takes virtual time
    end,            // the program ends: it calls MPI_Finalize
};

// A new window. The window exists at all its members as soon as the first member creates it. The window may have the
// number of an earlier window that was freed.
struct NewWindow {
    WindowId number = 0;
    std::uint32_t nth = 0;  // index among all windows created so far, from 0
    bool shared = false;    // true if its memory is shared
    std::string name;       // unique in the run
    std::shared_ptr<const RankGroup> members;
    std::string comm;  // the name of the members' communicator; empty if all ranks are members
};

// A range of a program's memory, as addresses.
struct ByteRun {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // the address after the last byte
};

// A rank's segment of a window.
struct LiveSegment {
    ByteRun bytes{};  // empty if the window is dynamic
    std::uint32_t disp_unit = 1;
    bool dynamic = false;
    bool in_any_order = false;  // accumulates of one rank may be applied in any order (info accumulate_ordering)
    // Concurrent accumulates use the same operation, without the exception for NO_OP (info accumulate_ops).
    bool same_op = false;
};

struct BuffersInUse {
    std::vector<ByteRun> reads, writes;
};

// The use of buffers by a call that does not block: from its return until the call is complete, as the program finds.
struct LastingUse {
    std::uint64_t number = 0;  // another one for each call of the run
    bool ends = false;         // true if the call is complete
    BuffersInUse buffers{};    // if it begins
};

// A part of a variable of a program.
struct ProgramVariable {
    std::string name;         // of the variable: "grid"
    std::string part;         // "grid.left[3]", or "x[1] to x[4]"
    std::string declared_at;  // "halo.c:7"; empty if unknown
    std::uint64_t begin = 0;  // address of the variable's first byte
};

// A load or store of a running program.
struct ProgramAccess {
    std::uint32_t location = 0;
    ByteRun bytes;
    bool stores = false;
    bool polls = false, atomic = false;  // `polls`: the access is volatile; `atomic`: it is part of an atomic operation
};

// A step of an atomic operation, which may order threads. An atomic operation consists of one or two steps: it reads a
// variable, writes it, or both. If `reads` and `writes` are both true, the step is the write of a read-modify-write.
struct AtomicOrder {
    std::uint64_t variable = 0;  // its address, or another number that identifies it; 0 for a fence
    bool reads = false, writes = false;
    bool acquires = false, releases = false;
};

inline constexpr Rank any_rank = -2;
inline constexpr int any_tag = -1;

// The ranks whose data a rank must have received before it returns from a collective call.
enum class Acquires : std::uint8_t {
    listed,  // the ranks in acquires_from
    all,
};

// The effects of an MPI function that SMPI executes: the messages and collective calls by which it orders memory
// accesses, and the memory that it accesses. Ranks are numbers in MPI_COMM_WORLD.
struct OtherFunction {
    std::string_view name{};
    std::uint32_t location = 0;                  // of the call in the program
    std::uint64_t comm = 0;                      // number of the function's communicator, the same at all members
    std::shared_ptr<const RankGroup> members{};  // of the communicator; null if the function orders nothing
    Rank sends_to = no_rank;                     // receiver of the message that the function sends
    int sends_tag = 0;
    bool synchronous = false;  // true if the send completes only after the matching receive has begun
    bool receives = false;     // true if the function receives a message
    bool only_looks = false;   // true if the function only probes for a message
    Rank receives_from = any_rank;
    int receives_tag = any_tag;
    std::uint64_t group = 0;  // number that identifies the group of a collective call; 0 if not collective
    Acquires acquires = Acquires::listed;
    std::vector<Rank> acquires_from{};
    std::vector<ByteRun> loads{};         // bytes that it loads when it begins
    std::vector<ByteRun> stores{};        // bytes that it stores when it ends
    bool lasts_beyond = false;            // true if all effects last until the request that it creates is complete
    bool begins_later = false;            // true if the effects begin when that request is started
    std::vector<std::uint64_t> starts{};  // requests that the function starts

    bool sends() const { return sends_to != no_rank; }
    bool collective() const { return group != 0; }
};

// The source and tag of a received message, from the MPI_Status of the receive.
struct Envelope {
    Rank source = any_rank;  // communicator rank; any_rank if it is the requested source
    int tag = any_tag;       // any_tag if it is the requested tag
    bool none = false;       // true if no message was received
};

// A thread that waits outside of MPI for other threads of its rank.
struct ThreadWait {
    Rank rank = 0;
    ThreadId thread = 0;
    std::string function;
    std::uint32_t location = 0;
    std::string awaited;  // "a mutex that thread 1 holds"
};

// A thread's wait inside an MPI function that SMPI executes.
struct HostedWait {
    std::string awaited{};      // "a message from rank 1 with tag 7 on MPI_COMM_WORLD"; empty if it is not known
    std::vector<Rank> ranks{};  // the ranks that must all act before the function can return, ascending
};

// Those effects of an MPI function that are only determined when the function returns. SMPI executes the function.
struct OtherEnd {
    std::uint64_t made = 0;  // the request that the function has created; 0 for none
    struct Completed {
        std::uint64_t request;
        Envelope envelope;
    };
    std::vector<Completed> completed{};
    Envelope envelope{};  // of the message that the function has received
};

class LivePrograms {
public:
    virtual ~LivePrograms() = default;

    // Returns the thread's next step. If the step is `resume_thread`, the program runs after this function has
    // returned.
    virtual LiveStep step(Thread& thread) = 0;
    // Returns the call of the thread. Precondition: the step was LiveStep::call.
    virtual CallRequest take(Thread& thread) = 0;
    // Returns the duration of the computation. The thread's next step is executed when this duration has passed.
    // Precondition: the step was LiveStep::compute.
    virtual Time computation(Thread& thread) = 0;
    // Called when the thread's call has returned. Thread::answer is the call's result. The thread's next step is
    // `resume_thread`.
    virtual void returned(Thread& thread) = 0;

    // Prefetches memory that the next step of the rank's program accesses, in two stages. The second stage reads what
    // the first one has prefetched.
    enum class PrefetchStage : std::uint8_t { first, second };
    virtual void prefetch(Rank, PrefetchStage) const {}

    // Called at the time of TimedRun::wake_at.
    virtual void woken(Rank) {}

    // True if the program handles errors of the thread's current call. An error of the call then does not end the run.
    virtual bool handles_errors(const Thread& thread) const = 0;
    // Called if the thread's call has failed without effect, because the open epochs of the thread's rank do not permit
    // the call. The thread's next step is `resume_thread`.
    virtual void refused(Thread& thread) = 0;

    // True if a rank may have more than one thread at some time (LiveSimulation::thread_started).
    virtual bool may_have_threads() const = 0;
    // True if the programs report their own loads and stores.
    virtual bool watches_accesses() const = 0;
    // Returns the threads that wait for other threads of their rank, in the order of ranks and threads.
    virtual std::vector<ThreadWait> thread_waits() = 0;
    // Describes the wait of a thread that is inside an MPI function of SMPI.
    virtual HostedWait hosted_wait(Rank rank, ThreadId thread) = 0;
    // Returns how the rank's program has ended, if it has ended without MPI_Finalize: "with code 3 without
    // MPI_Finalize". Otherwise returns an empty string.
    virtual std::string ended_early(Rank rank) = 0;

    // Returns the Memory with the windows and the programs' origin buffers. `payloads` is the Memory that contains the
    // data of packets in flight; it must outlive the returned object.
    virtual Memory& memory(Memory& payloads) = 0;
    // Returns the communicators, and the groups of windows.
    virtual const Communicators& communicators() const = 0;
    // Returns the labels of the programs' messages; null if the core has none of their messages.
    virtual const MessageLabels* labels() const { return nullptr; }

    // Returns the name of the MPI function that the thread is executing: "MPI_Win_allocate".
    virtual std::string function_of(const Thread& thread) const = 0;
    // Returns the name of the rank's window: the name that the program has set, otherwise the name of NewWindow.
    virtual std::string window_name(Rank rank, WindowId window) const = 0;

    // ---- Functions that the checkers of memory accesses call.

    virtual LiveSegment segment_of(Rank rank, WindowId window) const = 0;
    // Copies the contents of the rank's segment from displacement `disp_bytes` on.
    virtual void peek(Rank rank, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const = 0;
    // Both functions return the bytes that an operation accesses. The first function returns the bytes of the
    // operation's origin buffer. The second function returns the bytes of its region at the target.
    virtual std::vector<ByteRun> runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const = 0;
    virtual std::vector<ByteRun> runs_of(Rank owner, WindowId window, const Region& region) const = 0;
    // Returns the variable with these bytes. `location` is that of a call that has used the bytes as a buffer. Returns
    // nullopt for other memory, such as that of malloc, and without debug information.
    virtual std::optional<ProgramVariable> variable_at(Rank rank, std::uint32_t location, const ByteRun& bytes) = 0;
    // buffers_in_use() reports that operations or requests of the rank begin to read and write these bytes.
    // buffers_free() reports that these operations or requests have finished. Each call of buffers_free() has the same
    // bytes as an earlier call of buffers_in_use().
    virtual void buffers_in_use(Rank rank, const BuffersInUse& buffers) = 0;
    virtual void buffers_free(Rank rank, const BuffersInUse& buffers) = 0;
};

}  // namespace rmasim::sim
