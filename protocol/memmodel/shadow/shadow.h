// The shadow memory of the checker: the accesses that later accesses may conflict with. The shadow memory stores the
// last access of each thread, class and byte. It drops an access when the clocks of all threads are ordered after the
// access's end. Its size is therefore bounded by the number of concurrent accesses.
#pragma once

#include "protocol/memmodel/findings.h"
#include "protocol/memmodel/shadow/part.h"

#include <functional>
#include <vector>

namespace rmasim::memmodel {

// The segments of all windows of one rank.
using Parts = std::vector<Part>;

// The stored accesses to all memories, and the comparison of new accesses with them.
class Shadow {
public:
    // `rank_of_thread` must be ascending. `threads_may_start` is true if threads may be added. `of_programs` is true if
    // loads and stores may be volatile or atomic. `notes` receives the pairs that are right only because memory has a
    // single copy; it may be null.
    Shadow(Model model, std::vector<Rank> rank_of_thread, bool threads_may_start, Findings& findings,
           std::size_t clean_up_at, bool of_programs, Findings* notes = nullptr);
    void thread_started(Rank rank) {
        rank_of_thread_.push_back(rank);
        one_thread_.push_back(false);
    }

    // Creates the part if it is new. This function is short, because each access and each call use it.
    Part& part(Rank rank, WindowId window) {
        Parts& parts = parts_[static_cast<std::size_t>(rank)];
        if (parts.size() <= window) [[unlikely]]
            parts.resize(window + 1u);
        return parts[window];
    }
    // The rank has created a window segment. Its memory may already belong to another window.
    void note_overlaps(Rank rank, WindowId window);
    // Handle WIN_ATTACH and WIN_DETACH of the owner of a dynamic window. `moment` is the end of the call.
    void attach(Rank rank, WindowId window, const Run& bytes, const Moment& moment);
    // Returns the bytes that were attached at `begin`; an empty run if no attached memory begins at `begin`.
    Run detach(Rank rank, WindowId window, std::uint64_t begin, const Moment& moment);

    // The owner has made the copies of its segment equal: its stores are now in the public copy (`synchronise_public`),
    // or the updates of others are now in its private copy (`synchronise_private`). `settled` is true if no unfinished
    // access through the window will end before this moment.
    void synchronise_public(Rank rank, WindowId window, const Moment& moment);
    void synchronise_private(Rank rank, WindowId window, const Moment& moment, bool settled);
    // A call of the rank on a unified window has executed a memory barrier (shadow_shared.cpp).
    void order_memory(Rank rank, WindowId window, const Moment& moment);
    // The rank has executed a memory barrier that counts for all its unified windows.
    void order_all_memory(Rank rank, const Moment& moment);
    // LOCK of the segment of `owner` has executed a memory barrier. The barrier counts only for accesses to this
    // segment.
    void order_memory_of(Rank owner, WindowId window, const Moment& moment);

    // Compares the access with all stored accesses that it may be concurrent with, and stores it.
    void add(const Access& access, const Start& start);
    // Used for predictions: returns the writes that the access reads, if they add to what its thread needs
    // (MM-PREDICT-2).
    Needed writes_read(const Access& access, const Start& start);
    // Sets the orders that only this run has (prediction.h). Without this call, nothing is predicted.
    void predict(const Orders& orders) { orders_ = &orders; }
    // Drops the accesses to memory that has new contents.
    void forget(Rank rank, MemoryId memory, const Run& bytes);
    // Sets the function that returns the minimum of the clocks of all threads (Everybody). The shadow memory calls this
    // function when it drops accesses.
    void follow(std::function<const std::vector<Tick>&()> known_to_all) { known_to_all_ = std::move(known_to_all); }

    void forget_synchronisations(const std::vector<Tick>& known_to_all);

    // Returns the number of accesses that were added.
    std::uint64_t added() const { return added_; }
    // For tests: returns the number of accesses and synchronisations that are stored.
    std::size_t remembered() const;

private:
    std::uint64_t added_ = 0;

    // The data of an access that only predictions need. The parts of an access share this object.
    struct Predictable : Counted {
        Moment gate{};  // as Remembered::call, with all entries
        // Threads whose later accesses cannot be concurrent with this access in another order.
        std::vector<ThreadIndex> settled{};
    };
    struct Remembered {
        Bytes bytes;
        SpanRef span;
        std::uint32_t location;
        Moment call;
        std::int64_t time;
        Call made_by;                    // Access::call
        Ref<Predictable> predictable{};  // null if nothing is predicted, or if all its members have their defaults

        const Moment& gate() const { return predictable == nullptr ? no_moment : predictable->gate; }
        bool is_settled(ThreadIndex thread) const {
            return predictable != nullptr && std::ranges::count(predictable->settled, thread) > 0;
        }
        void settle(ThreadIndex thread) {
            if (predictable == nullptr) predictable = make_ref<Predictable>();
            predictable->settled.push_back(thread);
        }
    };
    struct Track {  // the accesses of one thread
        ThreadIndex thread;
        std::vector<Remembered> accesses;
        // The number of accesses at the front that were all ended by the same thread, and the latest of their ends. An
        // access that is ordered after this end is ordered after all of these accesses.
        std::size_t ended_first = 0;
        Span ended{};
        // For each block of `per_block` accesses except the newest block: the range from the first to the last byte
        // that the block accesses.
        std::vector<Run> blocks{};
        static constexpr std::size_t per_block = 32;

        void sum_up();
        // Returns the index of the first access from `i` on that may have bytes in common with `bytes`.
        std::size_t first_near(std::size_t i, const Run& bytes);
        void changed();  // accesses were dropped
        void sum_up_notes();
        void forget_covered(bool of_each_location);
    };
    struct Bucket {
        Class is;
        std::vector<Track> tracks;
        std::vector<std::pair<ThreadIndex, std::size_t>> by_thread;  // ascending, with indices in `tracks`
        std::size_t accesses = 0;                                    // of all tracks
        std::size_t next_clean_up = 0;

        Track& track(ThreadIndex thread);  // creates it if it is new
        void forget_empty_tracks();
    };
    struct Memory {
        Rank rank = no_rank;
        MemoryId id = 0;
        std::vector<Bucket> buckets;
        bool shared = false;  // other ranks or threads may have loaded or stored there, too
    };

    Memory& memory(Rank rank, MemoryId id);
    Model model_of(const Memory& memory, const Class& a, const Class& b) const;
    void compare(const Memory& memory, Bucket& bucket, const Access& late, const Start& start);
    static bool may_be_noted_later(const Class& early) {
        return early.kind == AccessKind::store && !early.buffer && !early.message && early.manner != Manner::atomic;
    }
    bool may_be_noted(const Memory& memory, const Class& early, const Class& late) const;
    template <class Touches>
    bool synchronised(const Memory& memory, const Class& early, const Span& span, const Class& late, const Start& start,
                      Touches touches) const;

    // ---- Defined in shadow_shared.cpp. `by`: the rank of the early access.
    struct Shared {
        const Part* part = nullptr;
        WindowId window = 0;
    };
    Shared shared_part(const Memory& memory, const Class& a, const Class& b) const;
    template <class Known>
    bool is_exposed(const Shared& there, const Class& is, const Span& span, Rank by, const Known& known) const;
    bool is_ordered(const Shared& there, const Class& is, const Span& early, Rank by, const Access& late,
                    const Start& start) const;
    bool is_ordered_for_all(const Shared& there, const Class& is, const Span& span, Rank by) const;
    bool judge_order(const Shared& there, const Bucket& bucket, const Track& track, const Remembered& early,
                     const Access& late, const Start& start);
    void note_store(const Memory& memory, const Access& access);
    static void append_barriers(const Parts& parts, std::vector<Moment>& barriers);
    std::vector<Ending> all_endings();

    bool in_reach(const Memory& memory, const Class& early, const Remembered& one, const Access& late,
                  const Start& start, bool ordered) const;
    bool in_part(const Memory& memory, WindowId window, const Bytes& bytes, const Moment& call) const;
    bool in_unified_part(const Memory& memory, const Remembered& one) const;
    // Compares the two accesses and reports the pair if it breaks a rule. `model` is that of the pair (model_of).
    // Returns true if the pair is reported.
    bool judge(Model model, const Memory& memory, const Bucket& bucket, const Track& track, const Remembered& early,
               const Access& late, const Start& start);
    void note(const Memory& memory, const Bucket& bucket, const Track& track, const Remembered& early,
              const Access& late, const Start& start);
    std::optional<Forbidden> if_at_once(Model model, const Memory& memory, const Bucket& bucket, const Track& track,
                                        const Remembered& early, const Access& late, const Start& start) const;
    static Findings::Key key_of(Rule rule, Model model, const Bucket& bucket, const Track& track,
                                const Remembered& early, const Access& late) {
        return Findings::key_of(rule, model, {bucket.is, track.thread, early.location},
                                {late.is, late.thread, late.location});
    }
    // ---- Defined in shadow_prediction.cpp
    void predict(Model model, const Memory& memory, const Bucket& bucket, const Track& track, Remembered& early,
                 const Access& late, const Start& start);
    bool left_before(const Track& track, const Class& is, const Span& early, const Access& late,
                     const Start& start) const;
    // Counts the pair in `findings`, and keeps a finding of it if that is needed.
    void report(Findings& findings, const Forbidden& rule, Model model, const Bucket& bucket, const Track& track,
                const Remembered& early, const Access& late, const Circumstances& circumstances);
    void remember(Memory& memory, const Access& access, const Start& start);
    void clean_up(const Memory& memory, Bucket& bucket);
    // Returns the moment as far as it must be stored. The entries for other threads are dropped if the rank has one
    // thread, no window is dynamic and nothing is predicted.
    Moment of_rank(const Moment& moment) const {
        if (one_thread_[moment.thread] && !any_dynamic_ && orders_ == nullptr) return {{}, moment.thread, moment.own};
        return moment;
    }
    template <class Chosen>
    std::vector<Ending> endings(Rank rank, MemoryId id, Chosen chosen);
    void append_notes(Rank rank, WindowId window, std::vector<Ending>& found);
    bool is_over(const Memory& memory, const Class& is, const Remembered& one, Rank by) const;
    void forget_attachments(Rank rank, Part& part);

    Model model_;
    std::vector<Rank> rank_of_thread_;
    Findings& findings_;
    Findings* notes_;
    std::size_t clean_up_at_;
    bool of_programs_;
    std::vector<bool> one_thread_;               // by thread: it is the only one of its rank
    bool any_dynamic_ = false;                   // some window is dynamic
    std::vector<Parts> parts_;                   // by rank
    std::vector<std::vector<Memory>> memories_;  // by rank
    std::function<const std::vector<Tick>&()> known_to_all_;
    const Orders* orders_ = nullptr;  // null: nothing is predicted
};

}  // namespace rmasim::memmodel
