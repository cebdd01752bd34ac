#include "protocol/memmodel/shadow/shadow.h"

#include <algorithm>
#include <iterator>

namespace rmasim::memmodel {

namespace {

// True if two calls of one rank are ordered. The later call may be `a` if one operation had to wait for its target.
bool in_order(const Moment& a, const Moment& b) {
    return a.thread == b.thread || b.at(a.thread) >= a.own || a.at(b.thread) >= b.own;
}

// True if the call of the late access is ordered after the call of the early one, not only in this run.
bool is_called_before(const Moment& early, const Start& late) {
    return late.call.at(early.thread) >= early.own && late.call.needs(early.thread) >= early.own;
}

// True if two accesses conflict only on common bytes, not by being in the same window.
bool only_bytes_matter(const Class& early, const Class& late, Model model) {
    const auto near = [](const std::optional<Forbidden>& rule) { return rule && rule->near == Near::window; };
    return model == Model::unified ||
           (!near(if_concurrent(early, late, model, false)) && !near(if_not_synchronised(early, late)));
}

bool overlap(const Run& a, const Run& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace

Shadow::Shadow(Model model, std::vector<Rank> rank_of_thread, bool threads_may_start, Findings& findings,
               std::size_t clean_up_at, bool of_programs, Findings* notes)
    : model_(model), rank_of_thread_(std::move(rank_of_thread)), findings_(findings), notes_(notes),
      clean_up_at_(clean_up_at), of_programs_(of_programs) {
    const auto ranks = static_cast<std::size_t>(rank_of_thread_.empty() ? 0 : rank_of_thread_.back() + 1);
    parts_.resize(ranks);
    memories_.resize(ranks);
    std::vector<std::size_t> threads(ranks, 0);
    for (const Rank rank : rank_of_thread_) ++threads[static_cast<std::size_t>(rank)];
    for (const Rank rank : rank_of_thread_) {
        one_thread_.push_back(threads[static_cast<std::size_t>(rank)] == 1 && !threads_may_start);
    }
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

void Shadow::add(const Access& access, const Start& start) {
    if (access.bytes.empty()) return;
    ++added_;
    Memory& there = memory(access.rank, access.memory);
    const bool by_some = rank_of_thread_[access.thread] != access.rank || !one_thread_[access.thread];
    if (of_programs_ && access.is.local() && by_some) there.shared = true;
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

std::size_t Shadow::Track::first_near(std::size_t i, const Run& bytes) {
    while ((blocks.size() + 1) * per_block < accesses.size()) {
        Run all{UINT64_MAX, 0};
        for (std::size_t at = blocks.size() * per_block; at < (blocks.size() + 1) * per_block; ++at) {
            const Run one = extent_of(accesses[at].bytes);
            all = {std::min(all.begin, one.begin), std::max(all.end, one.end)};
        }
        blocks.push_back(all);
    }
    while (i < accesses.size()) {
        const std::size_t block = i / per_block;
        if (block < blocks.size() && !overlap(blocks[block], bytes)) i = (block + 1) * per_block;
        else if (overlap(extent_of(accesses[i].bytes), bytes)) return i;
        else ++i;
    }
    return i;
}

void Shadow::Track::changed() {
    ended_first = 0;
    ended = {};
    blocks.clear();
}

// An update that is not marked yet may be marked later.
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

// True if the pair gets a note where memory has a single copy: an operation on what its owner, another rank, has
// stored, which would need both in the public copy.
bool Shadow::may_be_noted(const Memory& memory, const Class& early, const Class& late) const {
    if (notes_ == nullptr || !may_be_noted_later(early) || late.local() || late.attaches()) return false;
    return !parts_[static_cast<std::size_t>(memory.rank)][late.window].unified;
}

void Shadow::compare(const Memory& memory, Bucket& bucket, const Access& late, const Start& start) {
    const Model model = model_of(memory, bucket.is, late.is);
    const Shared shared = needs_mem_sync(bucket.is, late.is) ? shared_part(memory, bucket.is, late.is) : Shared{};
    const bool noted = may_be_noted(memory, bucket.is, late.is);
    const bool copies = shared.part == nullptr && (model == Model::separate || noted) &&
                        if_not_synchronised(bucket.is, late.is).has_value();
    const bool in_shared = memory.shared && if_concurrent_in_shared(bucket.is, late.is);
    if (!copies && shared.part == nullptr && !in_shared && !if_concurrent(bucket.is, late.is, model, false)) return;
    const bool by_bytes = only_bytes_matter(bucket.is, late.is, model);
    const Run where = extent_of(late.bytes);
    for (const auto& entry : bucket.by_thread) {
        Track& track = bucket.tracks[entry.second];
        track.sum_up();
        if (copies || shared.part != nullptr) track.sum_up_notes();
        const auto nothing = [](const Run&) { return false; };  // attachments are checked for each access
        const Rank by = rank_of_thread_[track.thread];
        const bool fine = start.knows_end_of(track.ended) && (orders_ == nullptr || start.needs_end_of(track.ended)) &&
                          (!copies || synchronised(memory, bucket.is, track.ended, late.is, start, nothing)) &&
                          (shared.part == nullptr || is_ordered(shared, bucket.is, track.ended, by, late, start));
        for (std::size_t i = fine ? track.ended_first : 0; i < track.accesses.size(); ++i) {
            if (by_bytes) i = track.first_near(i, where);
            if (i == track.accesses.size()) break;
            Remembered& early = track.accesses[i];
            if (!judge(model, memory, bucket, track, early, late, start) && orders_ != nullptr)
                predict(model, memory, bucket, track, early, late, start);
        }
    }
}

// Operations of one rank on one target: the early one had left before its thread called the late one.
bool Shadow::left_before(const Track& track, const Class& is, const Span& early, const Access& late,
                         const Start& start) const {
    return is.window == late.is.window && rank_of_thread_[track.thread] == rank_of_thread_[late.thread] &&
           early.has_left_for(start.call);
}

bool Shadow::in_unified_part(const Memory& memory, const Remembered& one) const {
    const Parts& parts = parts_[static_cast<std::size_t>(memory.rank)];
    return std::ranges::any_of(parts, [&](const Part& part) {
        const auto window = static_cast<WindowId>(&part - parts.data());
        return part.exists && part.unified && in_part(memory, window, one.bytes, one.call);
    });
}

bool Shadow::judge(Model model, const Memory& memory, const Bucket& bucket, const Track& track,
                   const Remembered& early, const Access& late, const Start& start) {
    const bool ordered = start.knows_end_of(*early.span);
    if (!ordered && left_before(track, bucket.is, *early.span, late, start)) return false;
    if (ordered && needs_mem_sync(bucket.is, late.is)) {
        const Shared shared = shared_part(memory, bucket.is, late.is);
        if (shared.part != nullptr) return judge_order(shared, bucket, track, early, late, start);
    }
    if (ordered && model == Model::unified) {
        if (may_be_noted(memory, bucket.is, late.is)) note(memory, bucket, track, early, late, start);
        return false;
    }
    std::optional<Forbidden> forbidden = ordered ? if_not_synchronised(bucket.is, late.is)
                                                 : if_at_once(model, memory, bucket, track, early, late, start);
    if (!forbidden) return false;
    // A pair that only the rules of shared memory forbid has the model of the window.
    const bool one_rank = rank_of_thread_[track.thread] == rank_of_thread_[late.thread];
    const bool calls_ordered = one_rank && in_order(early.call, start.call);
    const bool by_shared_memory = !ordered && memory.shared && track.thread != late.thread &&
                                  !if_concurrent(bucket.is, late.is, model, calls_ordered);
    if (by_shared_memory && in_unified_part(memory, early)) model = Model::unified;
    const bool same_bytes = common(early.bytes, late.bytes).has_value();
    const bool near = forbidden->near == Near::window && in_reach(memory, bucket.is, early, late, start, ordered);
    const auto stale = [&](const Run& bytes) {
        return !ordered || !synchronised(memory, bucket.is, *early.span, late.is, start, containing(bytes));
    };
    const Run where_both{std::max(early.bytes.begin, late.bytes.begin), std::min(early.bytes.end(), late.bytes.end())};
    if (!(same_bytes && stale(where_both)) && !(near && stale(extent_of(early.bytes)))) return false;
    if (same_bytes && forbidden->rule == Rule::concurrent_store_and_update) forbidden->rule = Rule::concurrent_local;
    report(findings_, *forbidden, model, bucket, track, early, late,
           {.ordered = ordered, .calls_ordered = is_called_before(early.call, start)});
    return true;
}

// Returns the rule that forbids the two to be concurrent.
std::optional<Forbidden> Shadow::if_at_once(Model model, const Memory& memory, const Bucket& bucket,
                                            const Track& track, const Remembered& early, const Access& late,
                                            const Start& start) const {
    const bool one_rank = rank_of_thread_[track.thread] == rank_of_thread_[late.thread];
    const bool calls_ordered = one_rank && in_order(early.call, start.call);
    const std::optional<Forbidden> forbidden = if_concurrent(bucket.is, late.is, model, calls_ordered);
    if (forbidden || !memory.shared || track.thread == late.thread) return forbidden;
    return if_concurrent_in_shared(bucket.is, late.is);
}

// The pair is ordered. In the separate model the owner would have to make its copies equal in between.
void Shadow::note(const Memory& memory, const Bucket& bucket, const Track& track, const Remembered& early,
                  const Access& late, const Start& start) {
    const std::optional<Run> both = common(early.bytes, late.bytes);
    if (!both || rank_of_thread_[track.thread] == rank_of_thread_[late.thread]) return;
    if (synchronised(memory, bucket.is, *early.span, late.is, start, containing(*both))) return;
    report(*notes_, {Rule::stale_public, Near::bytes}, Model::separate, bucket, track, early, late, {.ordered = true});
}

// True if the owner made the copies equal between the two accesses (MM-COPY), or the pair does not need this.
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

// True if some bytes of an access are in the window; in a dynamic one, at the time of the access.
bool Shadow::in_part(const Memory& memory, WindowId window, const Bytes& bytes, const Moment& call) const {
    const Part& part = parts_[static_cast<std::size_t>(memory.rank)][window];
    if (part.memory != memory.id) return false;
    if (!part.dynamic) return common(of_run(part.bytes), bytes).has_value();
    return std::any_of(part.attachments.begin(), part.attachments.end(), [&](const Attachment& attached) {
        return attached.overlaps(bytes) && attached.was_there(call);
    });
}

// True if the two accesses are in the same window, for rules that concern a window as a whole.
bool Shadow::in_reach(const Memory& memory, const Class& early, const Remembered& one, const Access& late,
                      const Start& start, bool ordered) const {
    const auto early_in = [&](WindowId window) { return in_part(memory, window, one.bytes, one.call); };
    const auto late_in = [&](WindowId window) { return in_part(memory, window, late.bytes, start.call); };
    if (early.local()) return early_in(late.is.window);
    if (late.is.local()) return late_in(early.window);
    return early_in(late.is.window) || (!ordered && late_in(early.window));
}

void Shadow::report(Findings& findings, const Forbidden& rule, Model model, const Bucket& bucket, const Track& track,
                    const Remembered& early, const Access& late, const Circumstances& circumstances) {
    const Findings::Key key = key_of(rule.rule, model, bucket, track, early, late);
    if (!findings.add(key)) return;
    Finding finding{};
    static_cast<Circumstances&>(finding) = circumstances;
    finding.rule = rule.rule;
    finding.model = model;
    finding.first = {bucket.is,    late.rank,      late.memory, early.bytes,  early.span,
                     track.thread, early.location, early.time,  early.made_by};
    finding.second = late;
    const std::optional<Run> both = common(early.bytes, late.bytes);
    finding.bytes = both.value_or(late.bytes.run(0));
    finding.same_bytes = both.has_value();
    findings.keep(key, std::move(finding));
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
        if (!access.is.reads_only()) note_store(memory, access);
        for (Part& part : parts_[static_cast<std::size_t>(memory.rank)]) part.asked |= part.memory == memory.id;
    }
    if (model_ == Model::separate && access.is.updates_window()) {
        Part& part = parts_[static_cast<std::size_t>(memory.rank)][access.is.window];
        if (part.only_thread != no_thread && !part.unified) part.unnoted.add(access.span);
    }
    Track& track = bucket->track(access.thread);
    if (!track.accesses.empty()) {
        Remembered& last = track.accesses.back();
        if (last.span == access.span && last.location == access.location) {
            if (last.bytes == access.bytes) return;
            if (is_run(last.bytes) && is_run(access.bytes) && last.bytes.end() == access.bytes.begin) {
                last.bytes.length += access.bytes.length;
                return;
            }
        }
    }
    track.accesses.push_back(
        {access.bytes, access.span, access.location, of_rank(start.call), access.time, access.call});
    if (orders_ != nullptr && start.gate.exists()) {
        track.accesses.back().predictable = make_ref<Predictable>();
        track.accesses.back().predictable->gate = start.gate;
    }
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

}  // namespace rmasim::memmodel
