// The memory of windows that the ranks of a node share, as each of them sees it (MemorySettings).
//
// sc: loads and stores go to memory at once. tso: a store waits in its rank's buffer and leaves it in order; the rank's
// own loads look there first. weak: stores leave in any order, those to one word apart; besides, a load may be early:
// it may give what was there before, as long as its rank has not had a MEM_SYNC since, has not read a newer value of
// the word and has not written it. Loads are never late: no rank sees what is stored after its load (litmus test LB).
//
// What leaves a buffer when is decided as late as possible, when another rank touches the word: nobody can tell the
// difference, since until then the store commutes with all that happens. So nothing has to happen in between.
//
// Where caches are not coherent, a cache for each rank lies above the buffer. It fills a line when a word of it is
// loaded (write_back: or stored), and keeps it until it is told otherwise or needs the room. Atomic operations go past
// it.
//
// An element that lies in two words is loaded and stored as two; accumulates and COMPARE_AND_SWAP are one step.
#pragma once

#include "protocol/base/world.h"
#include "sim/input/model/scenario.h"
#include "sim/memory/fate.h"
#include "sim/memory/footprint.h"
#include "sim/memory/old_values.h"
#include "sim/memory/private_cache.h"
#include "sim/memory/stale_read.h"
#include "sim/memory/store_buffer.h"

#include <bitset>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Of a run.
struct MemoryCounts {
    std::uint64_t stores_drained = 0;   // still in a buffer when MEM_SYNC came
    std::uint64_t loads_overtaken = 0;  // gave a value that memory did not have any more
    std::uint64_t lines_written_back = 0;
    std::uint64_t lines_invalidated = 0;
};

class SharedMemory {
public:
    // Raises BadInput when there is no memory for the windows.
    explicit SharedMemory(const Scenario& scenario);
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // Where the window of rank 0 lies; those of the others follow, each as long as `bytes_per_rank`.
    std::byte* part(WindowId window) const;
    std::size_t bytes_per_rank(WindowId window) const;

    // From then on, until clear(). `fate` outlives this. AtOnce if nobody says anything.
    void decide_by(Fate& fate) { fate_ = &fate; }
    // Where to write down what is touched; null: nowhere.
    void write_footprint(Footprint* footprint) { footprint_ = footprint; }

    // ---- Addresses are those of `part`.
    void load(Rank by, const std::byte* from, std::byte* to, std::size_t bytes);
    void store(Rank by, std::byte* to, const std::byte* from, std::size_t bytes);
    // An atomic operation: `prepare_atomic` for all of its bytes, then `take` and `change`.
    void prepare_atomic(Rank by, const std::byte* at, std::size_t bytes);
    void take(Rank by, const std::byte* from, std::byte* to, std::size_t bytes);
    // `work` changes the bytes in place.
    template <class Work>
    void change(Rank by, std::byte* at, std::size_t bytes, Work work) {
        begin_change(at, bytes);
        work();
        end_change(by, at, bytes);
    }

    void mem_sync(Rank rank, MemSync place);
    std::uint32_t flush_cache(Rank rank, const WindowPart& part);
    std::uint32_t invalidate_cache(Rank rank, const WindowPart& part);

    // All that the rank has stored reaches memory: its process ends. A cache is written back, too.
    void settle(Rank rank);
    bool settled(Rank rank) const;
    void clear();  // zeros

    const MemoryCounts& counts() const { return counts_; }
    // The first of them, as they were loaded, and how many there were.
    const std::vector<StaleRead>& stale_reads() const { return stale_reads_; }
    std::uint64_t stale_read_count() const { return stale_read_count_; }

private:
    struct Segment {
        Word first = 0;
        std::size_t bytes_per_rank = 0;  // 0: the window is not shared
    };
    // The word has been read as of `serial` or later.
    struct Seen {
        Word word;
        std::uint64_t serial;
    };
    // A MEM_SYNC that was left out.
    struct LeftOut {
        std::uint64_t serial;
        MemSync place;
    };
    // Bytes that memory has although another rank's store should have come over them: they left late.
    struct Late {
        Word word;
        Bytes mask;
        Rank rank;
        MemSync missing;
    };
    struct View {
        StoreBuffer buffer;
        std::uint64_t floor = 0;  // values overwritten before are not loaded any more
        std::vector<Seen> seen;
        std::vector<LeftOut> left_out;  // since the last MEM_SYNC
        std::uint64_t stores = 0;       // likewise
        bool draining = false;          // one of its stores is just leaving
        std::unique_ptr<PrivateCache> cache;
    };

    View& view(Rank rank) { return views_[static_cast<std::size_t>(rank)]; }
    std::byte* address(Word word) const { return block_.get() + word * word_bytes; }
    std::size_t offset(const std::byte* at) const { return static_cast<std::size_t>(at - block_.get()); }
    Bytes memory_word(Word word) const;
    NodeRanks node_of(Rank rank) const;
    // All that is stored is in memory at once, and all that is loaded comes from there.
    bool plain() const { return !buffered_ && settings_.coherent; }
    OldValues& history(Rank rank) { return histories_[static_cast<std::size_t>(rank / ranks_per_node_)]; }
    void note(Word word, Touch touch) {
        if (footprint_ != nullptr) footprint_->push_back({word, touch});
    }
    void lay_out(const Scenario& scenario);

    // ---- shared_caches.cpp: above the buffers
    Bytes load_word(Rank by, Word word, Bytes mask);
    void store_word(Rank by, Word word, Bytes bytes, Bytes mask);
    CacheLine& line_with(Rank by, Word word);
    void write_back(Rank by, CacheLine& line);
    void go_past_cache(Rank by, Word word);
    template <class Use>
    void for_each_line(Rank rank, const WindowPart& part, Use use);

    // ---- Below the caches.
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

    // ---- shared_atomics.cpp
    void begin_change(const std::byte* at, std::size_t bytes);
    void end_change(Rank by, const std::byte* at, std::size_t bytes);

    // ---- shared_blame.cpp
    void leave_out(Rank rank, MemSync place);
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
    bool buffered_;    // stores wait
    bool early_;       // loads may be early
    bool remembers_;   // what has been overwritten: for early loads, or to tell what came late
    bool write_back_;  // caches, and this is their policy
    std::bitset<mem_sync_count> without_;
    std::vector<Segment> segments_;  // by window
    std::size_t words_ = 0;
    std::unique_ptr<std::byte[], void (*)(void*)> block_{nullptr, nullptr};

    AtOnce at_once_;
    Fate* fate_ = &at_once_;
    Footprint* footprint_ = nullptr;
    std::vector<View> views_;
    std::vector<OldValues> histories_;  // by node
    BufferedWords waiting_;
    std::uint64_t serial_ = 1;         // of what happens to memory and buffers
    std::vector<Bytes> before_;        // the change at hand
    std::vector<MayLeave> may_leave_;  // of the touch at hand
    std::vector<MayLoad> may_load_;
    std::vector<Late> late_;
    MemoryCounts counts_;
    std::vector<StaleRead> stale_reads_;
    std::uint64_t stale_read_count_ = 0;
};

}  // namespace rmasim::sim
