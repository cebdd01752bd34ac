// Pairs that this run has ordered, and another order of it makes concurrent (MM-PREDICT).
#include "protocol/base/call_table.h"
#include "protocol/memmodel/shadow/shadow.h"

#include <algorithm>

namespace rmasim::memmodel {

// The early access has ended for the late one in this run.
void Shadow::predict(Model model, const Memory& memory, const Bucket& bucket, const Track& track, Remembered& early,
                     const Access& late, const Start& start) {
    if (!start.knows_end_of(*early.span) || start.needs_end_of(*early.span)) return;
    if (early.is_settled(late.thread)) return;
    std::optional<Forbidden> forbidden = if_at_once(model, memory, bucket, track, early, late, start);
    if (!forbidden) return;
    const bool same_bytes = common(early.bytes, late.bytes).has_value();
    const bool near = forbidden->near == Near::window && in_reach(memory, bucket.is, early, late, start, false);
    if (!same_bytes && !near) return;
    if (same_bytes && forbidden->rule == Rule::concurrent_store_and_update) forbidden->rule = Rule::concurrent_local;
    const Findings::Key key = key_of(forbidden->rule, model, bucket, track, early, late);
    if (findings_.has(key)) return;
    Concerned first{early.call, early.gate(), early.span, track.thread, bucket.is.buffer};
    Concerned second{start.call, start.gate, late.span, late.thread, late.is.buffer};
    // WIN_ATTACH and WIN_DETACH have a moment of their own, which is not before them.
    if (bucket.is.attaches()) --first.call.own;
    if (late.is.attaches()) --second.call.own;
    bool settled = false;
    const Prediction found = orders_->ask(first, second, settled);
    if (settled) early.settle(late.thread);
    if (found == Prediction::ordered_by_lock) findings_.note_ordered(key, first, second);
    if (found != Prediction::concurrent) return;
    report(findings_, *forbidden, model, bucket, track, early, late, {.predicted = true});
}

// Any earlier write to the same bytes may have left what is read: a sum has several writers.
Needed Shadow::writes_read(const Access& access, const Start& start) {
    const Class& is = access.is;
    const bool reads = is.kind == AccessKind::load || is.kind == AccessKind::get ||
                       (is.kind == AccessKind::accumulate && fetches(description_of(access.call).operation));
    Needed needs;
    if (access.bytes.empty() || !reads || !start.needs_less()) return needs;
    for (const Bucket& bucket : memory(access.rank, access.memory).buckets) {
        if (bucket.is.reads_only() || bucket.is.attaches()) continue;
        for (const Track& track : bucket.tracks) {
            for (const Remembered& early : track.accesses) {
                const bool new_need = start.knows_end_of(*early.span) && !start.needs_end_of(*early.span);
                if (!new_need || !common(early.bytes, access.bytes)) continue;
                needs.add(early.call);
                needs.add(early.gate());
                if (early.span->section != nullptr) needs.held.push_back(early.span->section);
            }
        }
    }
    return needs;
}

}  // namespace rmasim::memmodel
