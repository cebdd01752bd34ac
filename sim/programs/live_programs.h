// Programs that are running while they are simulated, one a rank: the other source of calls, in place of the
// Interpreter. Such a program runs until its next call, and the simulation lets it go on when that has returned:
//
//     program      ... | asks for a step                  goes on ... |
//     simulation       |   step: call, take   returned    step: go_on |
//
// For reports its thread has a Program, too, which all share: an instruction for each call, of which the one at hand is
// current, at `Thread::place`.
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
    resume_thread,    // it has been let go on, and will ask for its next step
    call,     // it makes a call
    compute,  // it has computed, which takes time
    end,      // it has ended, as MPI_Finalize
};

// A window that comes, at all its members at once, as soon as one of them makes it. A number that was free is another
// window than before.
struct NewWindow {
    WindowId number = 0;
    std::uint32_t nth = 0;  // of all that have come, from 0
    bool shared = false;    // its memory
    std::string name;       // no other window of the run has it
    std::shared_ptr<const RankGroup> members;
    std::string comm;  // a name for them; empty: all ranks
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
    std::uint32_t place = 0;
    ByteRun bytes;
    bool stores = false;
    bool polls = false, atomic = false;  // volatile; of an atomic operation
};

// An atomic operation: what it tells others by that variable, and what it is told.
struct AtomicOrder {
    std::uint64_t address = 0;  // 0: none, it is a fence
    bool acquires = false, releases = false;
};

inline constexpr Rank any_rank = -2;
inline constexpr int any_tag = -1;

// Whose data a rank needs before it returns from a collective call.
enum class Acquires : std::uint8_t {
    listed,  // those that are listed
    all,
};

// A function of MPI that others carry out: what it means to the order of memory accesses, and to memory. Ranks are
// those of the world.
struct OtherFunction {
    std::string_view name{};
    std::uint32_t place = 0;                     // in its program
    std::uint64_t comm = 0;                      // a number of its communicator, the same at all members
    std::shared_ptr<const RankGroup> members{};  // ... those; null: it orders nothing
    Rank sends_to = no_rank;                     // a message
    int sends_tag = 0;
    bool synchronous = false;  // ... whose send is over when its receive has begun
    bool receives = false;     // a message
    bool only_looks = false;   // ... which stays there
    Rank receives_from = any_rank;
    int receives_tag = any_tag;
    std::uint64_t group = 0;  // a collective call: a number of the ranks that make it, from 1; 0: it is none
    Acquires acquires_clock = Acquires::listed;
    std::vector<Rank> acquires_from{};
    std::vector<ByteRun> loads{};         // when it begins
    std::vector<ByteRun> stores{};        // when it ends
    bool lasts_beyond = false;            // all that goes on until a request is complete that it makes
    bool begins_later = false;            // ... and begins when that is started
    std::vector<std::uint64_t> starts{};  // such requests

    bool sends() const { return sends_to != no_rank; }
    bool collective() const { return group != 0; }
};

// Of a message that was received: what its status says.
struct Envelope {
    Rank source = any_rank;  // as a place in the communicator; any_rank: what was asked for
    int tag = any_tag;       // likewise
    bool none = false;       // there was no message
};

// A thread that waits for others of its rank, outside MPI.
struct ThreadWait {
    Rank rank = 0;
    ThreadId thread = 0;
    std::string function;
    std::uint32_t place = 0;
    std::string awaited;  // "a mutex that thread 1 holds"
};

// What is known when such a function returns.
struct OtherEnd {
    std::uint64_t made = 0;  // a request; 0: none
    struct Completed {
        std::uint64_t request;
        Envelope envelope;
    };
    std::vector<Completed> completed{};
    Envelope envelope{};  // of what the function itself has received
};

class LivePrograms {
public:
    virtual ~LivePrograms() = default;

    // The thread's next step; with `go_on` the program runs from now on.
    virtual LiveStep step(Thread& thread) = 0;
    // The call of `LiveStep::call`.
    virtual CallRequest take(Thread& thread) = 0;
    // What the computation of `LiveStep::compute` takes. The next step comes when it is over.
    virtual Time computation(Thread& thread) = 0;
    // The call has returned, with `Thread::answer`. The next step is `go_on`.
    virtual void returned(Thread& thread) = 0;

    // Whether ranks may come to have more than one thread (Simulation::thread_started).
    virtual bool may_have_threads() const = 0;
    // In order of ranks and threads.
    virtual std::vector<ThreadWait> thread_waits() = 0;

    // The windows, and what the programs send from and receive into. `payloads` outlives it, and has the payloads.
    virtual Memory& memory(Memory& payloads) = 0;
    // With the members of windows.
    virtual const Communicators& communicators() const = 0;

    // ---- For checks of accesses to memory.
    // The rank's part of a window; empty if it is dynamic.
    virtual ByteRun part_of(Rank rank, WindowId window) const = 0;
    virtual bool is_dynamic(Rank rank, WindowId window) const = 0;
    virtual std::uint32_t disp_unit(Rank rank, WindowId window) const = 0;
    // Its accumulates of one rank are not ordered.
    virtual bool is_in_any_order(Rank rank, WindowId window) const = 0;
    // What is there, from displacement 0 of the window on.
    virtual void peek(Rank rank, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const = 0;
    // Data of an operation at its origin, and its region at the target.
    virtual std::vector<ByteRun> runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const = 0;
    virtual std::vector<ByteRun> runs_of(Rank owner, WindowId window, const Region& region) const = 0;
    // Operations and requests of the rank read and write these bytes, until they no longer do: the same ones.
    virtual void buffers_in_use(Rank rank, const BuffersInUse& buffers) = 0;
    virtual void buffers_free(Rank rank, const BuffersInUse& buffers) = 0;
};

}  // namespace rmasim::sim
