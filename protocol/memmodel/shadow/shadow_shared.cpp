// Windows in shared memory (MM-SHM-1): a rank stores into a store buffer of its own, and may load an older value of
// memory. Order alone does not suffice between two ranks: a memory barrier of the writer must expose the write, and a
// later barrier of the reader must let it read the new value.
#include "protocol/memmodel/shadow/shadow.h"

#include <algorithm>
#include <limits>

namespace rmasim::memmodel {

namespace {

// The clock of later accesses of a thread's own program: ordered after everything that the thread did before.
struct Always {
    Tick at(ThreadIndex) const { return std::numeric_limits<Tick>::max(); }
};

}  // namespace

// Returns the shared window through which the two accesses conflict. Null part: there is none.
Shadow::Shared Shadow::shared_part(const Memory& memory, const Class& a, const Class& b) const {
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    const Class& operation = a.local() ? b : a;
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
        const auto window = static_cast<WindowId>(&part - parts.data());
        const bool theirs = operation.local() ? part.exists && part.memory == memory.id : window == operation.window;
        return theirs && part.unified;
    });
    if (found == parts.end()) return {};
    return {&*found, static_cast<WindowId>(found - parts.begin())};
}

// True if the writes of rank `by` are in memory, for an observer with clock `known`. Operations are ended by calls that
// are barriers.
template <class Known>
bool Shadow::is_exposed(const Shared& there, const Class& is, const Span& span, Rank by, const Known& known) const {
    if (!is.local()) return span.is_over_for(known);
    const Parts& of_writer = parts_[static_cast<std::size_t>(by)];
    if (there.window < of_writer.size() && of_writer[there.window].made_private(span, known)) return true;
    return there.part->locked.any_known(
        known, [&](const Moment& lock) { return rank_of_thread_[lock.thread] == by && span.is_over_for(lock); });
}

// True if the late access returns the new value. The early access has ended for it. A GET reads memory: it is preceded
// by a barrier of its own, or executed at one.
bool Shadow::is_ordered(const Shared& there, const Class& is, const Span& early, Rank by, const Access& late,
                        const Start& start) const {
    const Rank reader = rank_of_thread_[late.thread];
    if (by == reader) return true;
    if (!late.is.local() || !late.is.reads_only()) return is_exposed(there, is, early, by, start);
    const auto finds_it = [&](const Moment& barrier) {
        return rank_of_thread_[barrier.thread] == reader && is_exposed(there, is, early, by, barrier);
    };
    const Parts& of_reader = parts_[static_cast<std::size_t>(reader)];
    if (there.window < of_reader.size() && of_reader[there.window].to_private.any_known(start, finds_it)) return true;
    return there.part->locked.any_known(start, finds_it);
}

bool Shadow::judge_order(const Shared& there, const Bucket& bucket, const Track& track, const Remembered& early,
                         const Access& late, const Start& start) {
    const Rank by = rank_of_thread_[track.thread];
    if (!common(early.bytes, late.bytes) || is_ordered(there, bucket.is, *early.span, by, late, start)) return false;
    const bool exposed = is_exposed(there, bucket.is, *early.span, by, start);
    const Forbidden rule{Rule::no_mem_sync, Near::bytes};
    report(findings_, rule, Model::unified, bucket, track, early, late, {.ordered = true, .exposed = exposed});
    return true;
}

// True if the access is visible to all later accesses of any rank. A rank with one thread needs only its last barrier,
// because its later accesses are ordered after it.
bool Shadow::is_ordered_for_all(const Shared& there, const Class& is, const Span& span, Rank by) const {
    const Everybody all{known_to_all_()};
    if (!is_exposed(there, is, span, by, all)) return false;
    const auto finds_it = [&](const Moment& barrier) { return is_exposed(there, is, span, by, barrier); };
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
        if (static_cast<Rank>(rank) == by) continue;
        if (there.window >= parts_[rank].size()) return false;
        const Part& other = parts_[rank][there.window];
        const bool finds = other.only_thread != no_thread ? other.to_private.any_known(Always{}, finds_it)
                                                          : other.to_private.any_known(all, finds_it);
        if (!finds) return false;
    }
    return true;
}

// Records a store in the segments over this memory: accesses through their windows need a barrier of the rank that
// stores.
void Shadow::note_store(const Memory& memory, const Access& access) {
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    Parts& of_writer = parts_[static_cast<std::size_t>(rank_of_thread_[access.thread])];
    for (std::size_t window = 0; window < std::min(parts.size(), of_writer.size()); ++window) {
        if (!parts[window].unified || parts[window].memory != memory.id) continue;
        if (of_writer[window].only_thread != no_thread) of_writer[window].unnoted.add(access.span);
    }
}

void Shadow::order_memory(Rank rank, WindowId window, const Moment& moment) {
    Part& own = part(rank, window);
    if (own.only_thread != no_thread) {
        own.unnoted.note(moment);
        return own.to_private.keep_only(moment);
    }
    if (own.to_private.full(4 * clean_up_at_)) own.to_private.keep_first_after(all_endings());
    own.to_private.add(moment);
}

void Shadow::order_all_memory(Rank rank, const Moment& moment) {
    const std::size_t windows = parts_[static_cast<std::size_t>(rank)].size();
    for (std::size_t window = 0; window < windows; ++window) {
        const Part& part = parts_[static_cast<std::size_t>(rank)][window];
        if (part.exists && part.unified) order_memory(rank, static_cast<WindowId>(window), moment);
    }
}

void Shadow::order_memory_of(Rank owner, WindowId window, const Moment& moment) {
    Synchronisations& locked = part(owner, window).locked;
    if (locked.full(4 * clean_up_at_)) locked.keep_first_after(all_endings());
    locked.add(moment);
}

// Appends the barriers of the segments in shared memory.
void Shadow::append_barriers(const Parts& parts, std::vector<Moment>& barriers) {
    for (const Part& part : parts) {
        if (!part.unified) continue;
        part.to_private.append_to(barriers);
        part.locked.append_to(barriers);
    }
}

// Returns the ends of the accesses to all memories, and the barriers of all segments.
std::vector<Ending> Shadow::all_endings() {
    std::vector<Ending> found;
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
        for (const Memory& one : memories_[rank]) {
            for (const Bucket& bucket : one.buckets) {
                for (const Track& track : bucket.tracks) {
                    for (const Remembered& access : track.accesses) {
                        if (!access.span->ended()) continue;
                        access.span->each_end([&](ThreadIndex by, Tick end) { found.push_back({by, end}); });
                        const Tick exposed = access.span->made_private;
                        if (exposed != 0) found.push_back({track.thread, exposed});
                    }
                }
            }
        }
        std::vector<Moment> barriers;
        append_barriers(parts_[rank], barriers);
        for (const Moment& barrier : barriers) found.push_back({barrier.thread, barrier.own});
    }
    return found;
}

}  // namespace rmasim::memmodel
