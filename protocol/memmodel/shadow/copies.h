// The copies of windows in the separate model (SPEC.md, MM-MODEL-1) with their contents: the values that loads and GETs
// may return. An update reaches the other copies at some time between the update and the call that must make the copies
// equal (MM-COPY-1 to 3). `Propagation` chooses the time. A correct program gets the same values for every choice.
//
//   store x = 1             private 1, public 0     the choice: not at once
//   GET of another rank     returns 0: the program is erroneous
//   FENCE of the owner      private 1, public 1
//
// The call that makes copies equal copies the whole window, like a library that has no record of the changed bytes (C3
// and its rationale). A store and an update of the same window without synchronisation between them therefore overwrite
// each other, even on different bytes.
//
// The caller keeps the private copies as memory. Copies stores only those bytes of a public copy that may differ.
#pragma once

#include "protocol/base/call.h"
#include "protocol/memmodel/shadow/bytes.h"
#include "protocol/memmodel/shadow/overlay.h"

#include <functional>
#include <span>
#include <vector>

namespace rmasim::memmodel {

// The private copies, by rank and memory. The caller implements it.
class PrivateMemory {
public:
    virtual ~PrivateMemory() = default;
    virtual void read(Rank rank, MemoryId memory, std::uint64_t begin, std::span<std::byte> to) const = 0;
    virtual void write(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> from) = 0;
};

// Chooses the time of propagation. Returns true if the rank's n-th update reaches the other copy at once. Otherwise the
// update reaches the other copy with the next call that makes the copies equal.
class Propagation {
public:
    virtual ~Propagation() = default;
    virtual bool at_once(Rank rank, std::uint64_t nth) = 0;
};

// The copies of all windows of all ranks.
class Copies {
public:
    Copies(std::size_t ranks, PrivateMemory& memory, Propagation& propagation)
        : memory_(memory), propagation_(propagation), ranks_(ranks) {}

    // Creates two equal copies of the rank's window segment, which is at `bytes` of the rank's memory. A window for
    // which `created` is not called has one copy.
    void created(Rank rank, WindowId window, MemoryId memory, Run bytes);
    // Creates a dynamic window. Its offsets are those of the memory. Only attached memory has two copies. WIN_ATTACH
    // and WIN_DETACH make these copies equal (MM-ATT-2).
    void created(Rank rank, WindowId window, MemoryId memory);
    void attached(Rank rank, WindowId window, Run bytes);
    void detached(Rank rank, WindowId window, Run bytes);
    // Frees the window and makes its copies equal.
    void freed(Rank rank, WindowId window);
    bool has(Rank rank, WindowId window) const;

    // Writes the private copy: a store of the program, a RECV, a result that arrives.
    void store(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> bytes);
    // Read or update the public copy of a window. `begin` is an offset from the window's start.
    void read(Rank rank, WindowId window, std::uint64_t begin, std::span<std::byte> to) const;
    void update(Rank rank, WindowId window, std::uint64_t begin, std::span<const std::byte> bytes);

    // A call of the rank on the window began or returned. `done` is the flag that a TEST returned.
    void began(Rank rank, Call call, WindowId window);
    void returned(Rank rank, Call call, WindowId window, bool done);
    // Events of synchronisation counters (family synccount). Call `publish` when the rank sends a signal, and `refresh`
    // when a call of the rank finds a counter at zero.
    void publish(Rank rank, WindowId window);
    void refresh(Rank rank, WindowId window);
    // All programs have finished. Makes all copies equal, permanently.
    void ended();
    // Resets to the initial state without windows.
    void clear();

private:
    struct PublicCopy {
        bool exists = false;
        MemoryId memory = 0;
        std::vector<Run> runs;      // one run, or the attached runs
        std::uint64_t base = 0;     // offset of the window's start in the memory
        Overlay apart;              // bytes that differ, by offset in the memory
        bool stores = false;        // the private copy has stores that the public copy lacks
        bool updates = false;       // the public copy has updates that the private copy lacks
        std::uint32_t closing = 0;  // active calls that publish their own results (MM-COPY-1)
    };
    struct OfRank {
        std::vector<PublicCopy> windows;
        std::uint64_t updates = 0;
    };
    OfRank& of(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
    PublicCopy* copy(Rank rank, WindowId window);
    bool at_once(Rank rank);
    void write_private(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> bytes,
                       const PublicCopy* known);
    void stored(Rank rank, PublicCopy& window, const Run& bytes, bool is_known);
    void publish(PublicCopy& copy);
    void refresh(Rank rank, PublicCopy& copy);

    PrivateMemory& memory_;
    Propagation& propagation_;
    std::vector<OfRank> ranks_;
    bool ended_ = false;
    std::vector<std::byte> scratch_;
};

}  // namespace rmasim::memmodel
