// The copies of windows in the separate model (SPEC.md, MM-MODEL-1), with their contents: what loads and GETs may
// return. An update reaches the other copies at any time from at once to the call that has to make them equal
// (MM-COPY-1 to 3); `Propagation` chooses. A correct program sees the same values whatever is chosen.
//
//   store x = 1             private 1, public 0     the choice: not at once
//   GET of another rank     finds 0: the program is erroneous
//   FENCE of the owner      private 1, public 1
//
// The call that makes copies equal copies the window as a whole, as a library may that does not know which bytes have
// changed (C3 and its rationale): a store and an update of the same window that are not separated by synchronisation
// overwrite each other, even on different bytes.
//
// Only private copies are kept as memory, by whoever uses this. Of a public copy the bytes are kept that may differ.
#pragma once

#include "protocol/base/call.h"
#include "protocol/memmodel/bytes.h"
#include "protocol/memmodel/overlay.h"

#include <functional>
#include <span>
#include <vector>

namespace rmasim::memmodel {

// Private copies, by rank and memory.
class PrivateMemory {
public:
    virtual ~PrivateMemory() = default;
    virtual void read(Rank rank, MemoryId memory, std::uint64_t begin, std::span<std::byte> to) const = 0;
    virtual void write(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> from) = 0;
};

// Whether the rank's n-th update reaches the other copy at once; if not, the next call that makes them equal moves it.
class Propagation {
public:
    virtual ~Propagation() = default;
    virtual bool at_once(Rank rank, std::uint64_t nth) = 0;
};

class Copies {
public:
    Copies(std::size_t ranks, PrivateMemory& memory, Propagation& propagation)
        : memory_(memory), propagation_(propagation), ranks_(ranks) {}

    // The rank's part of the window lies at `bytes` of its memory; its copies are equal. Windows that are never
    // created here have one copy.
    void created(Rank rank, WindowId window, MemoryId memory, Run bytes);
    // A dynamic window: its offsets are those of the memory, and there are copies of what is attached. These are equal
    // when it is attached, and made equal when it is detached (MM-ATT-2).
    void created(Rank rank, WindowId window, MemoryId memory);
    void attached(Rank rank, WindowId window, Run bytes);
    void detached(Rank rank, WindowId window, Run bytes);
    // Its copies are made equal.
    void freed(Rank rank, WindowId window);
    bool has(Rank rank, WindowId window) const;

    // A store of the program, a RECV, a result that arrives: of the private copy.
    void store(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> bytes);
    // Of the public copy of a window; `begin` counts from its start.
    void read(Rank rank, WindowId window, std::uint64_t begin, std::span<std::byte> to) const;
    void update(Rank rank, WindowId window, std::uint64_t begin, std::span<const std::byte> bytes);

    // A call of the rank on the window. `done`: what a TEST answers.
    void began(Rank rank, Call call, WindowId window);
    void returned(Rank rank, Call call, WindowId window, bool done);
    // Synchronisation counters: a signal leaves the rank; it finds a counter of its own at zero.
    void publish(Rank rank, WindowId window);
    void refresh(Rank rank, WindowId window);
    // All programs are over: copies are made equal, and stay so.
    void ended();
    // Back to the beginning: no window exists.
    void clear();

private:
    struct PublicCopy {
        bool exists = false;
        MemoryId memory = 0;
        std::vector<Run> runs;      // one, or what is attached
        std::uint64_t base = 0;     // where offset 0 of the window is
        Overlay apart;              // offsets in the memory
        bool stores = false;        // the private copy has some that the public one lacks
        bool updates = false;       // the other way round
        std::uint32_t closing = 0;  // calls that publish what they complete (MM-COPY-1) are under way
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
