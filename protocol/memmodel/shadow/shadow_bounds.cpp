// The bounds of the shadow memory: drops accesses that cannot conflict any more (MM-BOUND). Also the attachments.
#include "protocol/memmodel/shadow/shadow.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace rmasim::memmodel {

namespace {

// Runs that newer accesses of the same thread and class cover. Older accesses to them are not needed.
class Covered {
public:
    // Writes the parts of `run` that are not covered to `left`, instead of its contents.
    void uncovered(Run run, std::vector<Run>& left) const {
        left.clear();
        for (auto at = first_reaching(run.begin); at != ends_.end() && at->first < run.end; ++at) {
            if (run.begin < at->first) left.push_back({run.begin, at->first});
            run.begin = std::max(run.begin, at->second);
        }
        if (run.begin < run.end) left.push_back(run);
    }
    void add(Run run) {
        auto at = first_reaching(run.begin);
        while (at != ends_.end() && at->first <= run.end) {
            run.begin = std::min(run.begin, at->first);
            run.end = std::max(run.end, at->second);
            at = ends_.erase(at);
        }
        ends_.emplace_hint(at, run.begin, run.end);
    }

private:
    // Returns the first run that does not end before `begin`.
    std::map<std::uint64_t, std::uint64_t>::const_iterator first_reaching(std::uint64_t begin) const {
        const auto behind = ends_.upper_bound(begin);
        if (behind == ends_.begin()) return behind;
        const auto before = std::prev(behind);
        return before->second < begin ? behind : before;
    }
    std::map<std::uint64_t, std::uint64_t> ends_;  // ends of the runs, by their begins; the runs do not touch
};

// A call that completes the later one of two operations of a thread at a target completes both.
bool end_alike(const Span& a, const Span& b) {
    const bool released_to_others = a.released_clocks != nullptr || b.released_clocks != nullptr;
    return &a == &b || (a.ended() && b.ended() && a.ended_by == b.ended_by && !released_to_others &&
                        a.completed_by == b.completed_by);
}

struct Covering {
    const Span* span;
    std::uint32_t location;
    Covered runs;
};
Covered& covered_by(std::vector<Covering>& all, const Span& span, std::uint32_t location) {
    for (Covering& one : all) {
        if (one.location == location && end_alike(*one.span, span)) return one.runs;
    }
    return all.emplace_back(Covering{&span, location, {}}).runs;
}

// Appends the calls that made copies of a part equal because they attached or detached its bytes.
void append_attachments(const Part& part, std::vector<Moment>& moments) {
    for (const Attachment& one : part.attachments) {
        moments.push_back(one.since);
        if (one.until.exists()) moments.push_back(one.until);
    }
}

}  // namespace

void Shadow::forget(Rank rank, MemoryId id, const Run& bytes) {
    for (Bucket& bucket : memory(rank, id).buckets) {
        for (Track& track : bucket.tracks) {
            std::erase_if(track.accesses, [&](const Remembered& one) {
                return bytes.begin <= one.bytes.begin && one.bytes.begin < bytes.end;
            });
            track.changed();
        }
        bucket.forget_empty_tracks();
    }
}

void Shadow::attach(Rank rank, WindowId window, const Run& bytes, const Moment& moment) {
    any_dynamic_ = true;
    Part& part = this->part(rank, window);
    part.asked = true;
    if (part.attachments.size() >= std::max(part.next_clean_up, clean_up_at_)) forget_attachments(rank, part);
    part.attachments.push_back({bytes, moment});
}

Run Shadow::detach(Rank rank, WindowId window, std::uint64_t begin, const Moment& moment) {
    for (Attachment& one : part(rank, window).attachments) {
        if (one.until.exists() || one.bytes.begin != begin) continue;
        one.until = moment;
        return one.bytes;
    }
    return {};
}

// Drops ranges that are detached for all threads. A range is still needed by stored accesses that were called while it
// was attached, or that ended before its detachment made the copies equal.
void Shadow::forget_attachments(Rank rank, Part& part) {
    const std::vector<Tick>& known = known_to_all_();
    Memory& there = memory(rank, part.memory);
    for (Bucket& bucket : there.buckets) clean_up(there, bucket);
    std::erase_if(part.attachments, [&](const Attachment& attached) {
        if (!attached.until.exists() || known[attached.until.thread] < attached.until.own) return false;
        const auto asks = [&](const Remembered& one) {
            return attached.overlaps(one.bytes) &&
                   (attached.was_there(one.call) || one.span->is_over_for(attached.until));
        };
        return std::none_of(there.buckets.begin(), there.buckets.end(), [&](const Bucket& bucket) {
            return std::any_of(bucket.tracks.begin(), bucket.tracks.end(), [&](const Track& track) {
                return std::any_of(track.accesses.begin(), track.accesses.end(), asks);
            });
        });
    });
    part.next_clean_up = 2 * part.attachments.size();
}

// True if the access has ended for all threads, and the copies were made equal since then. Attachments count for this
// if they contain all of its bytes.
bool Shadow::is_over(const Memory& memory, const Class& is, const Remembered& one, Rank by) const {
    const Everybody all{known_to_all_()};
    const Span& span = *one.span;
    if (!span.is_over_for(all)) return false;
    if (!is.reads_only() && !is.attaches()) {
        const Shared shared = shared_part(memory, is, is);
        if (shared.part != nullptr && !is_ordered_for_all(shared, is, span, by)) return false;
    }
    const bool noted = notes_ != nullptr && may_be_noted_later(is);
    if ((model_ == Model::unified && !noted) || is.reads_only() || is.attaches()) return true;
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    const auto contains = containing(extent_of(one.bytes));
    if (!is.local()) {
        if (parts[is.window].unified) return true;
        if (!parts[is.window].any_private(span, all, contains)) return false;
    }
    const auto is_published = [&](const Moment& moment) {
        return is.local() ? span.is_over_for(moment) : parts[is.window].any_private(span, moment, contains);
    };
    return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
        if (!part.exists || part.memory != memory.id) return true;
        if (is.local() ? part.unified : &part == &parts[is.window]) return true;
        const auto overlaps = [&](const Attachment& attached) { return attached.overlaps(one.bytes); };
        if (noted && !part.dynamic && !common(of_run(part.bytes), one.bytes)) return true;
        if (part.dynamic && std::none_of(part.attachments.begin(), part.attachments.end(), overlaps)) return true;
        return part.any_public(all, contains, is_published);
    });
}

void Shadow::clean_up(const Memory& memory, Bucket& bucket) {
    bucket.accesses = 0;
    for (Track& track : bucket.tracks) {
        std::erase_if(track.accesses, [&](const Remembered& one) {
            return is_over(memory, bucket.is, one, rank_of_thread_[track.thread]);
        });
        if (track.accesses.size() > 1) track.forget_covered(orders_ != nullptr);
        track.changed();
        bucket.accesses += track.accesses.size();
    }
    bucket.forget_empty_tracks();
    bucket.next_clean_up = std::max(clean_up_at_, 2 * bucket.accesses);
}

// Keeps, for each byte, the newest of the accesses that one thread ended, or that will end together: an access ordered
// after the newest end is ordered after the others.
void Shadow::Track::forget_covered(bool of_each_location) {
    std::vector<Covering> covering;
    std::vector<Remembered> kept;
    kept.reserve(accesses.size());
    std::vector<Run> uncovered;
    for (auto at = accesses.rbegin(); at != accesses.rend(); ++at) {
        Covered& covered = covered_by(covering, *at->span, of_each_location ? at->location : 0);
        if (!is_run(at->bytes)) {
            const bool again = std::any_of(kept.begin(), kept.end(), [&](const Remembered& newer) {
                const bool there = !of_each_location || newer.location == at->location;
                return there && newer.bytes == at->bytes && end_alike(*newer.span, *at->span);
            });
            if (!again) kept.push_back(std::move(*at));
            continue;
        }
        const Run run = at->bytes.run(0);
        covered.uncovered(run, uncovered);
        if (uncovered.empty()) continue;
        // The parts of an access share the object.
        if (of_each_location && uncovered.size() > 1 && at->predictable == nullptr) {
            at->predictable = make_ref<Predictable>();
        }
        for (const Run& left : uncovered) {
            kept.push_back(*at);
            kept.back().bytes = of_run(left);
        }
        covered.add(run);
    }
    std::reverse(kept.begin(), kept.end());
    accesses = std::move(kept);
}

// In shared memory a barrier of the reading rank needs the last barrier of the writing rank before it (MM-SHM-1).
void Shadow::forget_synchronisations(const std::vector<Tick>& known_to_all) {
    std::vector<Moment> barriers;
    for (const Parts& parts : parts_) append_barriers(parts, barriers);
    for (Parts& parts : parts_) {
        for (Part& part : parts) part.to_public.forget(known_to_all);
        for (Part& part : parts) {
            // Propagation from one window's public copy to another window's over the same memory needs both calls, in
            // this order.
            std::vector<Moment> others;
            for (const Part& other : parts) {
                if (&other == &part || other.memory != part.memory) continue;
                other.to_public.append_to(others);
                append_attachments(other, others);
            }
            if (part.unified) others.insert(others.end(), barriers.begin(), barriers.end());
            part.to_private.forget(known_to_all, others);
            part.locked.forget(known_to_all, others);
        }
    }
}

// Returns the ends of the stored accesses of the classes that `chosen` selects.
template <class Chosen>
std::vector<Ending> Shadow::endings(Rank rank, MemoryId id, Chosen chosen) {
    std::vector<Ending> found;
    for (const Bucket& bucket : memory(rank, id).buckets) {
        if (!chosen(bucket.is)) continue;
        for (const Track& track : bucket.tracks) {
            for (const Remembered& one : track.accesses) {
                one.span->each_end([&](ThreadIndex by, Tick end) { found.push_back({by, end}); });
            }
        }
    }
    return found;
}

// Appends the moments at which the private copy got the updates through other windows over the memory.
void Shadow::append_notes(Rank rank, WindowId window, std::vector<Ending>& found) {
    const Parts& parts = parts_[static_cast<std::size_t>(rank)];
    for (const Bucket& bucket : memory(rank, parts[window].memory).buckets) {
        if (bucket.is.local() || bucket.is.window == window) continue;
        for (const Track& track : bucket.tracks) {
            for (const Remembered& one : track.accesses) {
                const Tick noted = one.span->made_private;
                if (noted != 0) found.push_back({parts[bucket.is.window].only_thread, noted});
            }
        }
    }
}

// An update through another window over the same memory needs the last call before this segment's call (MM-COPY-3).
void Shadow::synchronise_public(Rank rank, WindowId window, const Moment& moment) {
    Part& equal = part(rank, window);
    if (equal.unified) return order_memory(rank, window, moment);
    if (!equal.asked) return;
    if (equal.to_public.full(4 * clean_up_at_)) {
        std::vector<Ending> found = endings(rank, equal.memory, [](const Class& is) { return is.local(); });
        std::vector<Moment> others;
        for (const Part& other : parts_[static_cast<std::size_t>(rank)]) {
            if (&other == &equal || other.memory != equal.memory) continue;
            other.to_private.append_to(others);
            append_attachments(other, others);
        }
        for (const Moment& other : others) found.push_back({other.thread, other.own});
        append_notes(rank, window, found);
        equal.to_public.keep_first_after(found);
    }
    equal.to_public.add(of_rank(moment));
}

void Shadow::synchronise_private(Rank rank, WindowId window, const Moment& moment, bool settled) {
    Part& equal = part(rank, window);
    if (equal.unified) return order_memory(rank, window, moment);
    if (equal.only_thread != no_thread) {
        equal.unnoted.note(moment);
        if (settled) return;
    }
    if (settled && equal.to_private.full(4 * clean_up_at_)) {
        const auto through = [&](const Class& is) { return !is.local() && is.window == window; };
        equal.to_private.keep_first_after(endings(rank, equal.memory, through));
    }
    equal.to_private.add(moment);
}

std::size_t Shadow::remembered() const {
    std::size_t sum = 0;
    for (const Parts& parts : parts_) {
        for (const Part& part : parts) sum += part.to_public.size() + part.to_private.size() + part.locked.size();
    }
    for (const std::vector<Memory>& of_rank : memories_) {
        for (const Memory& memory : of_rank) {
            for (const Bucket& bucket : memory.buckets) {
                for (const Track& track : bucket.tracks) sum += track.accesses.size();
            }
        }
    }
    return sum;
}

}  // namespace rmasim::memmodel
