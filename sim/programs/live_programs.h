// Programs that run while they are simulated, one for each rank: the source of calls instead of the Interpreter. Such a
// program runs until its next call. After the call has returned, the simulation resumes the program:
//
//     program      ... | requests a step                  continues ... |
//     simulation       |   step: call, take   returned    step: resume_thread |
//
// For reports its thread also has a Program, which all threads share. It has one instruction for each kind of call. The
// current call's instruction is current, at `Thread::location`.
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/thread.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

enum class LiveStep : std::uint8_t {
    resume_thread,  // the program has been resumed and will request its next step
    call,           // the program makes a call
    compute,        // the program has computed, which takes time
    end,            // the program ends: it calls MPI_Finalize
};

// A new window. It is created at all its members at once, as soon as the first of them creates it. A number that was
// free before is now another window.
struct NewWindow {
    WindowId number = 0;
    std::uint32_t nth = 0;  // index among all windows created so far, from 0
    bool shared = false;    // its memory is shared
    std::string name;       // unique in the run
    std::shared_ptr<const RankGroup> members;
    std::string comm;  // the name of the members' communicator; empty: all ranks
};

// Bytes of a program, as addresses.
struct ByteRun {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // one past the last byte
};

struct BuffersInUse {
    std::vector<ByteRun> reads, writes;
};

// A load or store of a running program.
struct ProgramAccess {
    std::uint32_t location = 0;
    ByteRun bytes;
    bool stores = false;
    bool polls = false, atomic = false;  // volatile; of an atomic operation
};

// A step of an atomic operation, which may order threads: it reads a variable, and then writes it. `reads` and
// `writes`: the write of a read-modify-write.
struct AtomicOrder {
    std::uint64_t address = 0;  // of the variable; 0: a fence
    bool reads = false, writes = false;
    bool acquires = false, releases = false;
};

inline constexpr Rank any_rank = -2;
inline constexpr int any_tag = -1;

// The ranks whose data a rank needs before it returns from a collective call.
enum class Acquires : std::uint8_t {
    listed,  // the ranks in acquires_from
    all,
};

// The effects of a function of MPI that SMPI executes, on the order of memory accesses and on memory. Ranks are those
// of MPI_COMM_WORLD.
struct OtherFunction {
    std::string_view name{};
    std::uint32_t location = 0;                  // location in its program
    std::uint64_t comm = 0;                      // number of its communicator, the same at all members
    std::shared_ptr<const RankGroup> members{};  // of the communicator; null: the function orders nothing
    Rank sends_to = no_rank;                     // target of a message
    int sends_tag = 0;
    bool synchronous = false;  // the send completes when its receive has begun
    bool receives = false;     // it receives a message
    bool only_looks = false;   // it only probes: the message stays
    Rank receives_from = any_rank;
    int receives_tag = any_tag;
    std::uint64_t group = 0;  // number of the ranks that make a collective call, from 1; 0: not collective
    Acquires acquires = Acquires::listed;
    std::vector<Rank> acquires_from{};
    std::vector<ByteRun> loads{};         // bytes loaded when the function begins
    std::vector<ByteRun> stores{};        // bytes stored when the function ends
    bool lasts_beyond = false;            // all effects last until the request that it creates is complete
    bool begins_later = false;            // the effects begin when that request is started
    std::vector<std::uint64_t> starts{};  // requests that the function starts

    bool sends() const { return sends_to != no_rank; }
    bool collective() const { return group != 0; }
};

// The source and tag of a received message, according to its status.
struct Envelope {
    Rank source = any_rank;  // communicator rank; any_rank: the requested one
    int tag = any_tag;       // any_tag: the requested one
    bool none = false;       // there was no message
};

// A thread that waits for others of its rank, outside MPI.
struct ThreadWait {
    Rank rank = 0;
    ThreadId thread = 0;
    std::string function;
    std::uint32_t location = 0;
    std::string awaited;  // "a mutex that thread 1 holds"
};

// The effects that are only determined when a function returns that SMPI executes.
struct OtherEnd {
    std::uint64_t made = 0;  // request that it has created; 0: none
    struct Completed {
        std::uint64_t request;
        Envelope envelope;
    };
    std::vector<Completed> completed{};
    Envelope envelope{};  // of the message that the function itself has received
};

class LivePrograms {
public:
    virtual ~LivePrograms() = default;

    // The thread's next step. After `resume_thread` the program runs.
    virtual LiveStep step(Thread& thread) = 0;
    // The call of the step `LiveStep::call`.
    virtual CallRequest take(Thread& thread) = 0;
    // The duration of the step `LiveStep::compute`. The next step follows after that time.
    virtual Time computation(Thread& thread) = 0;
    // The thread's call has returned, with `Thread::answer`. The next step is `resume_thread`.
    virtual void returned(Thread& thread) = 0;

    // True if the program handles errors of the thread's call: its error handler does not end the run.
    virtual bool handles_errors(const Thread& thread) const = 0;
    // The thread's call has failed without effect, because the epochs of its rank do not permit it. The next step is
    // `resume_thread`.
    virtual void refused(Thread& thread) = 0;

    // True if ranks may have more than one thread at some time (Simulation::thread_started).
    virtual bool may_have_threads() const = 0;
    // True if the programs report their own loads and stores.
    virtual bool watches_accesses() const = 0;
    // The threads that wait for others of their rank, in order of ranks and threads.
    virtual std::vector<ThreadWait> thread_waits() = 0;

    // The windows and the programs' origin buffers. `payloads` outlives the returned object and has the payloads.
    virtual Memory& memory(Memory& payloads) = 0;
    // The communicators, and the members of windows.
    virtual const Communicators& communicators() const = 0;

    // ---- For checks of accesses to memory.
    // The rank's segment of a window; empty if the window is dynamic.
    virtual ByteRun part_of(Rank rank, WindowId window) const = 0;
    virtual bool is_dynamic(Rank rank, WindowId window) const = 0;
    virtual std::uint32_t disp_unit(Rank rank, WindowId window) const = 0;
    // True if accumulates of one rank are not ordered in this window.
    virtual bool is_in_any_order(Rank rank, WindowId window) const = 0;
    // True if the window promises that concurrent accumulates use the same operation, NO_OP included.
    virtual bool is_same_op(Rank rank, WindowId window) const = 0;
    // Copies the contents of the rank's segment from displacement `disp_bytes` on.
    virtual void peek(Rank rank, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const = 0;
    // The bytes of an operation at its origin, and the bytes of its region at the target.
    virtual std::vector<ByteRun> runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const = 0;
    virtual std::vector<ByteRun> runs_of(Rank owner, WindowId window, const Region& region) const = 0;
    // Operations and requests of the rank begin to read and write these bytes, and cease to. Both calls have the same
    // bytes.
    virtual void buffers_in_use(Rank rank, const BuffersInUse& buffers) = 0;
    virtual void buffers_free(Rank rank, const BuffersInUse& buffers) = 0;
};

}  // namespace rmasim::sim
