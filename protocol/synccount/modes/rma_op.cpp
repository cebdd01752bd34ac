#include "protocol/synccount/modes/modes.h"

#include "protocol/base/types.h"
#include "protocol/synccount/routines/apply.h"
#include "protocol/synccount/routines/send.h"

namespace rmasim::synccount {

namespace {

[[noreturn]] void refuse_outsider(const EngineState& engine, const Window& window, Call call, Rank target) {
    const std::string of_window = " has not window " + std::to_string(window.id);
    if (!window.member) throw ErroneousProgram(call, "rank " + std::to_string(engine.rank) + of_window);
    throw ErroneousProgram(call, "rank " + std::to_string(target) + of_window + ": only the first " +
                                     std::to_string(window.ranks) + " ranks " +
                                     (window.group == nullptr ? "" : "of its communicator ") + "have it");
}

// True if `rank` has the window: its communicator rank is less than the window's size.
bool has_it(const Window& window, Rank rank) { return members_of(window.group, window.ranks).contains(rank); }

}  // namespace

void require_members(const EngineState& engine, const Window& window, Call call, Rank target) {
    if (!window.member || (target != no_rank && !has_it(window, target))) {
        refuse_outsider(engine, window, call, target);
    }
}

void rma_op(EngineState& engine, Window& window, Call call, const Operation& operation) {
    if (operation.target == proc_null) return require_members(engine, window, call, engine.rank);
    require_members(engine, window, call, operation.target);
    Target& target = window.targets.make(operation.target);
    if (operation.target != engine.rank) return post_operation(engine, window, target, operation);
    count_operation(target, mode_of(operation.kind));
    run_own(engine, window, operation);
}

}  // namespace rmasim::synccount
