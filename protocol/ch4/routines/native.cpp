#include "protocol/ch4/routines/native.h"

#include "protocol/ch4/routines/origin_side.h"
#include "protocol/ch4/routines/progress.h"

#include <algorithm>

namespace rmasim::ch4 {

NativeFlush::NativeFlush(Window& window, Reach reach, Rank target) : window_(window), target_(target) {
    if (target == no_rank) {
        flushes_ = begins_for_all(reach);
    } else if (Target* const known = window.targets.find(target)) {
        flushes_ = begins_for_target(*known, reach);
    }
}

NativeFlush::~NativeFlush() {
    if (!flushes_) return;
    if (target_ == no_rank) {
        --window_.flushes_of_all;
    } else if (Target* const known = window_.targets.find(target_)) {
        --known->flushes;
    }
}

bool NativeFlush::begins_for_target(Target& target, Reach reach) {
    const bool marked = reach == Reach::local ? target.mark == Mark::local : target.mark != Mark::none;
    if (marked) target.mark = Mark::none;
    const bool flushes = marked || target.flushes > 0 || window_.flushes_of_all > 0;
    if (flushes) ++target.flushes;
    else window_.get_forgotten = window_.get_forgotten || target.gets > 0;
    return flushes;
}

bool NativeFlush::begins_for_all(Reach reach) {
    TargetList& targets = window_.targets;
    const bool marked = reach == Reach::local ? targets.any_marked_local() : targets.any_marked();
    if (marked) targets.clear_marks();
    const bool flushes = marked || targets.any_flushed() || window_.flushes_of_all > 0;
    if (flushes) {
        ++window_.flushes_of_all;
        return true;
    }
    const auto& all = targets.all();
    const bool forgets = std::any_of(all.begin(), all.end(), [](const Target& target) { return target.gets > 0; });
    window_.get_forgotten = window_.get_forgotten || forgets;
    return false;
}

bool NativeFlush::is_done(const EngineState& engine) const {
    if (!window_.network.marks) return window_.native_unanswered == 0;
    return !flushes_ || (target_ == no_rank ? engine.native.all() : engine.native.of(target_)) == 0;
}

void wait_for_other_accumulates(EngineState& engine, Window& window, const Operation& operation) {
    const Call call = call_of(operation);
    const Rank target = operation.target;
    if (is_native(engine, window, operation)) {
        wait_until(engine, {call, window.id, Awaited::operations, target},
                   [&window, target] { return window.accumulates == 0 && window.targets.accumulates(target) == 0; });
    } else {
        wait_until(engine, {call, window.id, Awaited::operations, no_rank},
                   [&window] { return window.native_unanswered == 0; });
    }
}

}  // namespace rmasim::ch4
