#include "protocol/memmodel/shadow.h"

#include <algorithm>
#include <iterator>

namespace rmasim::memmodel {

namespace {

bool is_run(const Bytes& bytes) { return bytes.runs == 1; }

Run extent_of(const Bytes& bytes) { return {bytes.begin, bytes.end()}; }

// Attachments with all of these bytes.
auto containing(const Run& bytes) {
    return [bytes](const Run& attached) { return attached.begin <= bytes.begin && bytes.end <= attached.end; };
}

Bytes of_run(const Run& run) { return {run.begin, run.end - run.begin, 0, 1}; }

// Runs that newer accesses of the same thread and class have touched: an older one is of no interest there.
class Covered {
public:
    // What is left of `run`.
    std::vector<Run> uncovered(Run run) const {
        std::vector<Run> left;
        for (auto at = first_reaching(run.begin); at != runs_.end() && at->begin < run.end; ++at) {
            if (run.begin < at->begin) left.push_back({run.begin, at->begin});
            run.begin = std::max(run.begin, at->end);
        }
        if (run.begin < run.end) left.push_back(run);
        return left;
    }
    void add(Run run) {
        auto first = first_reaching(run.begin);
        auto last = first;
        for (; last != runs_.end() && last->begin <= run.end; ++last) {
            run.begin = std::min(run.begin, last->begin);
            run.end = std::max(run.end, last->end);
        }
        runs_.insert(runs_.erase(first, last), run);
    }

private:
    std::vector<Run>::const_iterator first_reaching(std::uint64_t begin) const {
        return std::lower_bound(runs_.begin(), runs_.end(), begin,
                                [](const Run& run, std::uint64_t at) { return run.end < at; });
    }
    std::vector<Run> runs_;
};

bool end_alike(const Span& a, const Span& b) {
    const bool told_to_others = a.told != nullptr || b.told != nullptr;
    return &a == &b || (a.ended() && b.ended() && a.ended_by == b.ended_by && !told_to_others);
}

// Two calls of one rank: one knows the other. They may be compared in the other order, if one had to wait for its
// target.
bool in_order(const Moment& a, const Moment& b) {
    return a.thread == b.thread || b.at(a.thread) >= a.own || a.at(b.thread) >= b.own;
}

struct Covering {
    const Span* span;
    Covered runs;
};
Covered& covered_by(std::vector<Covering>& all, const Span& span) {
    for (Covering& one : all) {
        if (end_alike(*one.span, span)) return one.runs;
    }
    return all.emplace_back(Covering{&span, {}}).runs;
}

}  // namespace

Shadow::Shadow(Model model, std::vector<Rank> rank_of_thread, Findings& findings, std::size_t clean_up_at)
    : model_(model), rank_of_thread_(std::move(rank_of_thread)), findings_(findings), clean_up_at_(clean_up_at) {
    const auto ranks = static_cast<std::size_t>(rank_of_thread_.empty() ? 0 : rank_of_thread_.back() + 1);
    parts_.resize(ranks);
    memories_.resize(ranks);
    std::vector<std::size_t> threads(ranks, 0);
    for (const Rank rank : rank_of_thread_) ++threads[static_cast<std::size_t>(rank)];
    for (const Rank rank : rank_of_thread_) one_thread_.push_back(threads[static_cast<std::size_t>(rank)] == 1);
}

Part& Shadow::part(Rank rank, WindowId window) {
    Parts& parts = parts_[static_cast<std::size_t>(rank)];
    if (parts.size() <= window) parts.resize(window + 1u);
    return parts[window];
}

Shadow::Memory& Shadow::memory(Rank rank, MemoryId id) {
    std::vector<Memory>& all = memories_[static_cast<std::size_t>(rank)];
    for (Memory& memory : all) {
        if (memory.id == id) return memory;
    }
    return all.emplace_back(Memory{rank, id, {}});
}

void Shadow::note_overlaps(Rank rank, WindowId window) {
    Parts& parts = parts_[static_cast<std::size_t>(rank)];
    Part& made = parts[window];
    const std::vector<Bucket>& done = memory(rank, made.memory).buckets;
    made.asked = std::any_of(done.begin(), done.end(), [](const Bucket& one) { return one.is.local(); });
    for (Part& other : parts) {
        if (&other != &made && other.exists && other.memory == made.memory) made.asked = other.asked = true;
    }
}

void Shadow::forget(Rank rank, MemoryId id, const Run& bytes) {
    for (Bucket& bucket : memory(rank, id).buckets) {
        for (Track& track : bucket.tracks) {
            std::erase_if(track.accesses, [&](const Remembered& one) {
                return bytes.begin <= one.bytes.begin && one.bytes.begin < bytes.end;
            });
            track.ended_first = 0;
            track.ended = {};
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

// What is detached for all, and what nothing was done to that somebody may still ask about.
void Shadow::forget_attachments(Rank rank, Part& part) {
    const std::vector<Tick>& known = known_to_all_();
    Memory& there = memory(rank, part.memory);
    for (Bucket& bucket : there.buckets) clean_up(there, bucket);
    std::erase_if(part.attachments, [&](const Attachment& attached) {
        if (!attached.until.exists() || known[attached.until.thread] < attached.until.own) return false;
        for (const Bucket& bucket : there.buckets) {
            for (const Track& track : bucket.tracks) {
                for (const Remembered& one : track.accesses) {
                    if (common(of_run(attached.bytes), one.bytes)) return false;
                }
            }
        }
        return true;
    });
    part.next_clean_up = 2 * part.attachments.size();
}

void Shadow::add(const Access& access, const Start& start) {
    if (access.bytes.empty()) return;
    Memory& there = memory(access.rank, access.memory);
    for (Bucket& bucket : there.buckets) compare(there, bucket, access, start);
    remember(there, access, start);
}

// Windows in shared memory have one copy (MM-MODEL-3).
Model Shadow::model_of(const Memory& memory, const Class& a, const Class& b) const {
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    const auto unified = [&](const Class& is) { return is.window < parts.size() && parts[is.window].unified; };
    return unified(a) || unified(b) ? Model::unified : model_;
}

void Shadow::Track::sum_up() {
    for (; ended_first < accesses.size(); ++ended_first) {
        const Span& span = *accesses[ended_first].span;
        if (!span.ended() || (ended_first > 0 && span.ended_by != ended.ended_by)) return;
        ended.ended_by = span.ended_by;
        ended.end = std::max(ended.end, span.end);
    }
}

// An update that is not noted yet may be noted later.
void Shadow::Track::sum_up_notes() {
    ended.made_private = 0;
    for (std::size_t i = 0; i < ended_first; ++i) {
        const Tick noted = accesses[i].span->made_private;
        if (noted == 0) {
            ended.made_private = 0;
            return;
        }
        ended.made_private = std::max(ended.made_private, noted);
    }
}

void Shadow::compare(const Memory& memory, Bucket& bucket, const Access& late, const Start& start) {
    const Model model = model_of(memory, bucket.is, late.is);
    const bool copies = model == Model::separate && if_not_synchronised(bucket.is, late.is);
    if (!copies && !if_concurrent(bucket.is, late.is, model, false)) return;
    for (const auto& entry : bucket.by_thread) {
        Track& track = bucket.tracks[entry.second];
        track.sum_up();
        if (copies) track.sum_up_notes();
        const auto nothing = [](const Run&) { return false; };  // those of attachments are asked for one by one
        const bool fine = start.knows_end_of(track.ended) &&
                          (!copies || synchronised(memory, bucket.is, track.ended, late.is, start, nothing));
        for (std::size_t i = fine ? track.ended_first : 0; i < track.accesses.size(); ++i) {
            judge(memory, bucket, track, track.accesses[i], late, start);
        }
    }
}

// Operations of one rank on one target: its thread knew that the early one has left, and then called the late one.
bool Shadow::left_before(const Track& track, const Class& is, const Span& early, const Access& late,
                         const Start& start) const {
    return is.window == late.is.window && rank_of_thread_[track.thread] == rank_of_thread_[late.thread] &&
           early.has_left_for(start.call);
}

void Shadow::judge(const Memory& memory, const Bucket& bucket, const Track& track, const Remembered& early,
                   const Access& late, const Start& start) {
    const Model model = model_of(memory, bucket.is, late.is);
    const bool ordered = start.knows_end_of(*early.span);
    if (!ordered && left_before(track, bucket.is, *early.span, late, start)) return;
    if (ordered && model == Model::unified) return;
    std::optional<Forbidden> forbidden;
    if (ordered) {
        forbidden = if_not_synchronised(bucket.is, late.is);
    } else {
        const bool one_rank = rank_of_thread_[track.thread] == rank_of_thread_[late.thread];
        const bool calls_ordered = one_rank && in_order(early.call, start.call);
        forbidden = if_concurrent(bucket.is, late.is, model, calls_ordered);
    }
    if (!forbidden) return;
    const bool same_bytes = common(early.bytes, late.bytes).has_value();
    const bool near = forbidden->near == Near::window && in_reach(memory, bucket.is, early, late, start, ordered);
    const auto stale = [&](const Run& bytes) {
        return !ordered || !synchronised(memory, bucket.is, *early.span, late.is, start, containing(bytes));
    };
    const Run where_both{std::max(early.bytes.begin, late.bytes.begin), std::min(early.bytes.end(), late.bytes.end())};
    if (!(same_bytes && stale(where_both)) && !(near && stale(extent_of(early.bytes)))) return;
    if (same_bytes && forbidden->rule == Rule::store_beside_update) forbidden->rule = Rule::concurrent_local;
    report(*forbidden, model, bucket, track, early, late, ordered);
}

// MM-COPY: between the two, the owner made the copies equal that they use.
template <class Touches>
bool Shadow::synchronised(const Memory& memory, const Class& early, const Span& span, const Class& late,
                          const Start& start, Touches touches) const {
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    if (!if_not_synchronised(early, late)) return true;
    if (late.local()) return parts[early.window].any_private(span, start, touches);
    const auto is_published = [&](const Moment& moment) {
        return early.local() ? span.is_over_for(moment) : parts[early.window].any_private(span, moment, touches);
    };
    return parts[late.window].any_public(start, touches, is_published);
}

// Bytes of an access are in the window; in a dynamic one, when the access was made.
bool Shadow::in_part(const Memory& memory, WindowId window, const Bytes& bytes, const Moment& call) const {
    const Part& part = parts_[static_cast<std::size_t>(memory.rank)][window];
    if (part.memory != memory.id) return false;
    if (!part.dynamic) return common(of_run(part.bytes), bytes).has_value();
    return std::any_of(part.attachments.begin(), part.attachments.end(), [&](const Attachment& attached) {
        return common(of_run(attached.bytes), bytes) && attached.was_there(call);
    });
}

// The rules that concern a window as a whole.
bool Shadow::in_reach(const Memory& memory, const Class& early, const Remembered& one, const Access& late,
                      const Start& start, bool ordered) const {
    const auto early_in = [&](WindowId window) { return in_part(memory, window, one.bytes, one.call); };
    const auto late_in = [&](WindowId window) { return in_part(memory, window, late.bytes, start.call); };
    if (early.local()) return early_in(late.is.window);
    if (late.is.local()) return late_in(early.window);
    return early_in(late.is.window) || (!ordered && late_in(early.window));
}

void Shadow::report(const Forbidden& rule, Model model, const Bucket& bucket, const Track& track,
                    const Remembered& early, const Access& late, bool ordered) {
    Finding finding{};
    finding.rule = rule.rule;
    finding.model = model;
    finding.first = {bucket.is,    late.rank,   late.memory, early.bytes,    early.span,
                     track.thread, early.place, early.time,  early.operation};
    finding.second = late;
    const std::optional<Run> both = common(early.bytes, late.bytes);
    finding.bytes = both.value_or(late.bytes.run(0));
    finding.same_bytes = both.has_value();
    finding.ordered = ordered;
    findings_.add(std::move(finding));
}

void Shadow::remember(Memory& memory, const Access& access, const Start& start) {
    auto bucket = std::find_if(memory.buckets.begin(), memory.buckets.end(),
                               [&](const Bucket& one) { return one.is == access.is; });
    if (bucket == memory.buckets.end()) {
        bucket = memory.buckets.emplace(bucket);
        bucket->is = access.is;
        bucket->next_clean_up = clean_up_at_;
    }
    if (access.is.local()) {
        for (Part& part : parts_[static_cast<std::size_t>(memory.rank)]) part.asked |= part.memory == memory.id;
    }
    if (model_ == Model::separate && access.is.updates_window()) {
        Part& part = parts_[static_cast<std::size_t>(memory.rank)][access.is.window];
        if (part.only_thread != no_thread) part.unnoted.add(access.span);
    }
    Track& track = bucket->track(access.thread);
    if (!track.accesses.empty()) {
        Remembered& last = track.accesses.back();
        if (last.span == access.span && last.place == access.place) {
            if (last.bytes == access.bytes) return;
            if (is_run(last.bytes) && is_run(access.bytes) && last.bytes.end() == access.bytes.begin) {
                last.bytes.length += access.bytes.length;
                return;
            }
        }
    }
    track.accesses.push_back(
        {access.bytes, access.span, access.place, of_rank(start.call), access.time, access.operation});
    if (++bucket->accesses >= bucket->next_clean_up) clean_up(memory, *bucket);
}

Shadow::Track& Shadow::Bucket::track(ThreadIndex thread) {
    const auto at = std::lower_bound(by_thread.begin(), by_thread.end(), thread,
                                     [](const auto& one, ThreadIndex wanted) { return one.first < wanted; });
    if (at != by_thread.end() && at->first == thread) return tracks[at->second];
    by_thread.insert(at, {thread, tracks.size()});
    return tracks.emplace_back(Track{.thread = thread, .accesses = {}});
}

void Shadow::Bucket::forget_empty_tracks() {
    std::erase_if(tracks, [](const Track& track) { return track.accesses.empty(); });
    by_thread.clear();
    for (std::size_t i = 0; i < tracks.size(); ++i) by_thread.push_back({tracks[i].thread, i});
    std::sort(by_thread.begin(), by_thread.end());
}

// All threads know that it has ended, and that the copies are equal since, those of attachments that have all of it.
bool Shadow::is_over(const Memory& memory, const Class& is, const Remembered& one) const {
    struct Everybody {
        const std::vector<Tick>& ticks;
        Tick at(ThreadIndex thread) const { return ticks[thread]; }
    };
    const Everybody all{known_to_all_()};
    const Span& span = *one.span;
    if (!span.is_over_for(all)) return false;
    if (model_ == Model::unified || is.reads_only() || is.attaches()) return true;
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
        const auto meets = [&](const Attachment& it) { return common(of_run(it.bytes), one.bytes).has_value(); };
        if (part.dynamic && std::none_of(part.attachments.begin(), part.attachments.end(), meets)) return true;
        return part.any_public(all, contains, is_published);
    });
}

void Shadow::clean_up(const Memory& memory, Bucket& bucket) {
    bucket.accesses = 0;
    for (Track& track : bucket.tracks) {
        std::erase_if(track.accesses, [&](const Remembered& one) { return is_over(memory, bucket.is, one); });
        if (track.accesses.size() > 1) track.forget_covered();
        track.ended_first = 0;
        track.ended = {};
        bucket.accesses += track.accesses.size();
    }
    bucket.forget_empty_tracks();
    bucket.next_clean_up = std::max(clean_up_at_, 2 * bucket.accesses);
}

// Of each byte the newest of those accesses is enough that ended in one thread, or that will end together: who knows
// the newest one's end knows the end of the others.
void Shadow::Track::forget_covered() {
    std::vector<Covering> covering;
    std::vector<Remembered> kept;
    for (auto at = accesses.rbegin(); at != accesses.rend(); ++at) {
        Covered& covered = covered_by(covering, *at->span);
        if (!is_run(at->bytes)) {
            const bool again = std::any_of(kept.begin(), kept.end(), [&](const Remembered& newer) {
                return newer.bytes == at->bytes && end_alike(*newer.span, *at->span);
            });
            if (!again) kept.push_back(std::move(*at));
            continue;
        }
        const Run run = at->bytes.run(0);
        for (const Run& left : covered.uncovered(run)) {
            kept.push_back(*at);
            kept.back().bytes = of_run(left);
        }
        covered.add(run);
    }
    std::reverse(kept.begin(), kept.end());
    accesses = std::move(kept);
}

void Shadow::forget_synchronisations(const std::vector<Tick>& known_to_all) {
    for (Parts& parts : parts_) {
        for (Part& part : parts) part.to_public.forget(known_to_all);
        for (Part& part : parts) {
            // From one window's public copy to that of another over the same memory: both calls count, in their order.
            std::vector<Moment> others;
            for (const Part& other : parts) {
                if (&other != &part && other.memory == part.memory) other.to_public.append_to(others);
            }
            part.to_private.forget(known_to_all, others);
        }
    }
}

// Of the accesses of these classes that are remembered.
template <class Chosen>
std::vector<Ending> Shadow::endings(Rank rank, MemoryId id, Chosen chosen) {
    std::vector<Ending> found;
    for (const Bucket& bucket : memory(rank, id).buckets) {
        if (!chosen(bucket.is)) continue;
        for (const Track& track : bucket.tracks) {
            for (const Remembered& one : track.accesses) {
                if (one.span->ended()) found.push_back({one.span->ended_by, one.span->end});
            }
        }
    }
    return found;
}

// When the private copy got the updates through other windows over the memory.
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

// Who updates through another window over the same memory asks for the last call before this part's (MM-COPY-3).
void Shadow::synchronise_public(Rank rank, WindowId window, const Moment& moment) {
    Part& equal = part(rank, window);
    if (!equal.asked) return;
    if (equal.to_public.full(4 * clean_up_at_)) {
        std::vector<Ending> found = endings(rank, equal.memory, [](const Class& is) { return is.local(); });
        std::vector<Moment> others;
        for (const Part& other : parts_[static_cast<std::size_t>(rank)]) {
            if (&other != &equal && other.memory == equal.memory) other.to_private.append_to(others);
        }
        for (const Moment& other : others) found.push_back({other.thread, other.own});
        append_notes(rank, window, found);
        equal.to_public.keep_first_after(found);
    }
    equal.to_public.add(of_rank(moment));
}

void Shadow::synchronise_private(Rank rank, WindowId window, const Moment& moment, bool settled) {
    Part& equal = part(rank, window);
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
        for (const Part& part : parts) sum += part.to_public.size() + part.to_private.size();
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
