// The memory of windows that the ranks of a node share. MemorySettings selects one of three consistency models:
//
//   sc    Loads and stores access memory at once.
//   tso   A store waits in a FIFO store buffer of its rank. The rank's own loads search this buffer first.
//   weak  Stores leave the buffer in any order, except stores to the same word. In addition, a load may be early: it
//         may return an old value if its rank, since that value was overwritten, has executed no MEM_SYNC, has not
//         read a newer value of the word and has not written it.
// Loads are never late: no load returns a value that is stored after the load (litmus test LB is forbidden).
//
// The time at which a store leaves its buffer is evaluated lazily: only when another rank accesses the word, the store
// is applied to memory if its time has passed. No rank can observe the difference, because the store commutes with all
// steps before that access. So stores that leave buffers need no events. Example (a store leaves its buffer within 20
// ns):
//
//    0 ns  rank 0 stores x = 1: buffered, will leave at, say, 15 ns
//   10 ns  rank 1 loads x: 10 < 15, so it gets the old value
//   30 ns  rank 1 loads x: 30 >= 15, so the store is applied first, and it gets 1
//
// Without cache coherence, each rank has a cache above its store buffer. A cache line is filled when one of its words
// is loaded, and with write_back also when one of its words is stored. The line is kept until it is invalidated or
// evicted. Atomic operations bypass the cache.
//
// An element that spans two words is loaded and stored as two words. An accumulate or COMPARE_AND_SWAP of one element
// is one step. In explorations, other accesses may be executed between the elements of an accumulate
// (sim/untimed/world/elements_under_way.h).
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/memory/footprint.h"
#include "sim/machine/memory/memory_choices.h"
#include "sim/machine/memory/old_values.h"
#include "sim/machine/memory/private_cache.h"
#include "sim/machine/memory/stale_read.h"
#include "sim/machine/memory/store_buffer.h"
#include "sim/scenario/model/scenario.h"

#include <bitset>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Counts of a run, as sums over all ranks.
struct MemoryCounts {
    std::uint64_t stores_drained = 0;   // stores that a MEM_SYNC forced out of a buffer
    std::uint64_t loads_overtaken = 0;  // loads that returned an overwritten value
    std::uint64_t lines_written_back = 0;
    std::uint64_t lines_invalidated = 0;
};

class SharedMemory {
public:
    // Raises BadInput if the windows cannot be allocated.
    explicit SharedMemory(const Scenario& scenario);
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // Returns the memory of rank 0's window segment. The segments of ranks 1, 2, ... follow at distances of
    // bytes_per_rank().
    std::byte* part(WindowId window) const;
    std::size_t bytes_per_rank(WindowId window) const;

    // Sets the object that makes the choices that the memory model allows. Without this call, every access observes all
    // earlier stores (AtOnce). `choices` must outlive this object.
    void decide_by(MemoryChoices& choices) { choices_ = &choices; }
    // Sets the footprint in which later accesses record their words. If it is null, accesses are not recorded.
    void write_footprint(Footprint* footprint) {
        footprint_ = footprint;
        loads_from_memory_ = settings_.coherent && without_.none() && footprint == nullptr;
    }

    // ---- Functions that access memory. Their addresses must be in the memory that part() returns.
    void load(Rank by, const std::byte* from, std::byte* to, std::size_t bytes);
    void store(Rank by, std::byte* to, const std::byte* from, std::size_t bytes);
    // load_word() and store_word() access an aligned word. Most loads and stores use these fast functions.
    Bytes load_word(Rank by, const std::byte* from) {
        const Word word = offset(from) / word_bytes;
        const View& reader = view(by);
        if (!loads_from_memory_ || waiting_[reader.node].may_have(word) || may_be_early(reader)) [[unlikely]]
            return load_word(by, word, all_bytes);
        return memory_word(word);
    }
    void store_word(Rank by, std::byte* to, Bytes bytes) {
        const Word word = offset(to) / word_bytes;
        if (settings_.coherent) store_below(by, word, bytes, all_bytes);
        else store_word(by, word, bytes, all_bytes);
    }
    // For an atomic operation, call prepare_atomic() for all bytes of the operation, then take() and change().
    void prepare_atomic(Rank by, const std::byte* at, std::size_t bytes);
    // Records in the footprint that an accumulate on these bytes has begun, whose elements are executed later. The
    // beginnings of two accumulates commute, like two stores that enter store buffers.
    void note_ahead(const std::byte* at, std::size_t bytes);
    void take(Rank by, const std::byte* from, std::byte* to, std::size_t bytes);
    // `work` changes the bytes in place.
    template <class Work>
    void change(Rank by, std::byte* at, std::size_t bytes, Work work) {
        begin_change(at, bytes);
        work();
        end_change(by, at, bytes);
    }

    void mem_sync(Rank rank, MemSync sync_point);
    std::uint32_t flush_cache(Rank rank, const WindowPart& part);
    std::uint32_t invalidate_cache(Rank rank, const WindowPart& part);

    // Drains the rank's store buffer and writes its cache back, because the rank's process exits.
    void drain_store_buffers(Rank rank);
    bool settled(Rank rank) const;
    void clear();  // returns to the initial state: all memory is zero
    // Resets the rank's segment of a window, as if it were newly allocated. The segment is set to zero, and its words
    // are removed from all store buffers, caches and lists of old values.
    void renew(WindowId window, Rank owner);

    const MemoryCounts& counts() const { return counts_; }
    // stale_reads() returns the first 100 stale reads, in the order of the loads. stale_read_count() returns the number
    // of all stale reads.
    const std::vector<StaleRead>& stale_reads() const { return stale_reads_; }
    std::uint64_t stale_read_count() const { return stale_read_count_; }

private:
    struct Segment {
        Word first = 0;
        std::uint64_t bytes_per_rank = 0;  // 0 if the window is not shared
    };
    // Records that a rank has read a value of the word. This value was in memory at serial number `serial` or later.
    // (Stores and MEM_SYNCs are numbered by serial numbers.)
    struct Seen {
        Word word;
        std::uint64_t serial;
    };
    // A MEM_SYNC that was omitted.
    struct LeftOut {
        std::uint64_t serial;
        MemSync sync_point;
    };
    // Bytes that `rank` stored. Because a MEM_SYNC was omitted, these bytes left the store buffer late and overwrote
    // newer bytes of another rank.
    struct Late {
        Word word;
        Bytes mask;
        Rank rank;
        MemSync missing;
    };
    struct View {
        StoreBuffer buffer;
        // The serial number of the rank's last MEM_SYNC. The rank cannot load values that were overwritten before that
        // MEM_SYNC.
        std::uint64_t floor = 0;
        std::vector<Seen> seen;
        std::vector<LeftOut> left_out;  // since the last MEM_SYNC
        std::uint64_t stores = 0;       // since the last MEM_SYNC
        std::uint32_t node = 0;
        bool draining = false;  // true while one of its stores is being applied
        std::unique_ptr<PrivateCache> cache;
    };

    View& view(Rank rank) { return views_[static_cast<std::size_t>(rank)]; }
    std::byte* address(Word word) const { return block_.get() + word * word_bytes; }
    std::size_t offset(const std::byte* at) const { return static_cast<std::size_t>(at - block_.get()); }
    bool is_word(const std::byte* at, std::size_t bytes) const {
        return bytes == word_bytes && offset(at) % word_bytes == 0;
    }
    Bytes memory_word(Word word) const {
        Bytes bytes;
        std::memcpy(&bytes, address(word), sizeof bytes);
        return bytes;
    }
    NodeRanks node_of(Rank rank) const;
    // True if loads and stores access memory directly: no buffers, no caches.
    bool plain() const { return !buffered_ && settings_.coherent; }
    OldValues& history(Rank rank) { return histories_[view(rank).node]; }
    BufferedWords& waiting(Rank rank) { return waiting_[view(rank).node]; }
    // True if loads may be early, and some value was overwritten since the reader's last MEM_SYNC.
    bool may_be_early(const View& reader) const {
        const OldValues& values = histories_[reader.node];
        return early_ && values.size() > 0 && values.back(0).serial >= reader.floor;
    }
    void note(Word word, Touch touch) {
        if (footprint_ != nullptr) [[unlikely]]
            note_in_footprint(word, touch);
    }
    void note_in_footprint(Word word, Touch touch);
    void lay_out(const Scenario& scenario);

    // ---- Functions in shared_caches.cpp: they access the caches, which are above the store buffers.
    Bytes load_word(Rank by, Word word, Bytes mask);
    void store_word(Rank by, Word word, Bytes bytes, Bytes mask);
    CacheLine& line_with(Rank by, Word word);
    void write_back(Rank by, CacheLine& line);
    void bypass_cache(Rank by, Word word);
    template <class Use>
    void for_each_line(Rank rank, const WindowPart& part, Use use);

    // ---- Functions in shared_memory.cpp: they access store buffers and memory, which are below the caches.
    Bytes load_below(Rank by, Word word, Bytes mask);
    Bytes early_value(Rank by, Word word, Bytes mask);
    void list_values(Rank by, Word word, Bytes mask);
    void store_below(Rank by, Word word, Bytes bytes, Bytes mask);
    void touch(Rank by, Word word, Bytes mask, std::int64_t moment_ps);
    void leave_with_those_before(Rank rank, std::size_t index, std::int64_t moment_ps);
    void leave(Rank rank, std::size_t index, std::int64_t moment_ps);
    void drain(Rank rank, std::int64_t moment_ps);
    void overwrite(Rank by, Word word, Bytes bytes, Bytes mask, std::int64_t at_ps);
    void remember(Overwritten one);

    // ---- Functions in shared_atomics.cpp: they execute atomic operations.
    void begin_change(const std::byte* at, std::size_t bytes);
    void end_change(Rank by, const std::byte* at, std::size_t bytes);

    // ---- Functions in shared_blame.cpp: they find the omitted MEM_SYNC that caused a stale read.
    void leave_out(Rank rank, MemSync sync_point);
    static const LeftOut* first_after(const View& view, std::uint64_t serial);
    void blame_buffers(Rank reader, Word word, Bytes mask, Bytes got, bool early);
    void blame_one_of_two(Rank reader, Word word, Bytes differing, Rank writer, const LeftOut& missing);
    void blame_for_early(Rank reader, const MayLoad& value, Word word, Bytes differing);
    void note_missing(Rank rank, const BufferedStore& store);
    Bytes written_by_others(Rank rank, Word word, std::uint64_t since);
    void blame_late(Rank reader, Word word, Bytes mask);
    void blame(Rank reader, Word word, Bytes differing, Rank rank, MemSync missing);
    static std::uint64_t seen_serial(const View& view, Word word);
    void has_seen(Rank rank, Word word, std::uint64_t serial);

    MemorySettings settings_;
    Rank ranks_;
    Rank ranks_per_node_;
    bool buffered_;  // true if ranks have store buffers
    bool early_;     // loads may be early
    // True if overwritten values are kept. Early loads may return them, and they serve to detect stores that were
    // applied late.
    bool remembers_;
    bool write_back_;  // true if caches use write-back, false if write-through
    std::bitset<mem_sync_count> without_;
    std::vector<Segment> segments_;  // by window
    std::uint64_t words_ = 0;
    std::unique_ptr<std::byte[], void (*)(void*)> block_{nullptr, nullptr};

    AtOnce at_once_;
    MemoryChoices* choices_ = &at_once_;
    Footprint* footprint_ = nullptr;
    bool loads_from_memory_ = false;  // true if a load needs no checks when no buffered store is to its word
    std::vector<View> views_;
    std::vector<OldValues> histories_;    // by node
    std::vector<BufferedWords> waiting_;  // by node
    std::uint64_t serial_ = 1;            // the next serial
    std::vector<Bytes> before_;           // the words before the change in progress
    std::vector<MayLeave> may_leave_;     // scratch space of touch()
    std::vector<MayLoad> may_load_;       // scratch space of early_value()
    std::vector<Late> late_;
    MemoryCounts counts_;
    std::vector<StaleRead> stale_reads_;
    std::uint64_t stale_read_count_ = 0;
};

}  // namespace rmasim::sim
