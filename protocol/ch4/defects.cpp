#include "protocol/ch4/defects.h"

namespace rmasim::ch4 {

namespace {

constexpr std::string_view started_early =
    "START has counted the POST of a rank outside of its group, because POSTs are counted without their senders "
    "(defect 1)";
constexpr std::string_view ended_early =
    "WAIT has counted the COMPLETE of a rank outside of its group, whose START returned too early (defect 1)";
constexpr std::string_view lock_kept =
    "LOCK has acquired a lock, and UNLOCK does not release this lock, because the target's state still has the NOCHECK "
    "of an earlier epoch (defect 2)";
constexpr std::string_view get_forgotten =
    "FLUSH_LOCAL has not waited for a GET, because a later PUT has overwritten the mark of the GET (defect 3)";
constexpr std::string_view request_early =
    "an RPUT or RGET was sent as an active message in a window with native operations, and its request was complete at "
    "once (defect 4)";
constexpr std::string_view holds_while_waiting =
    "LOCK_ALL has requested all locks at once, and holds the granted locks while it waits for the other locks (defect "
    "5)";

std::string_view behind_post(const Window& window) {
    const Pscw& pscw = *window.pscw_if_any;
    if (pscw.started_early) return started_early;
    if (!pscw.post_senders.has_all(pscw.start_group)) return {};
    return pscw.forgot_posts && pscw.posts < pscw.start_group.size()
               ? "all ranks in the group of START have posted, but a START with NOCHECK has set the count of POSTs to "
                 "0 (defect 1)"
               : "all ranks in the group of START have posted, but other ranks have posted, too, so the count of POSTs "
                 "exceeds the number that START waits for (defect 1)";
}

std::string_view behind_complete(const Window& window) {
    const Pscw& pscw = *window.pscw_if_any;
    const bool others = pscw.ended_early || pscw.complete_senders.has_all(pscw.post_group);
    return others ? ended_early : std::string_view{};
}

// Returns a defect that has taken effect on the window, at any time of the run.
std::string_view on_window(const Window& window) {
    if (window.pscw_if_any && window.pscw_if_any->started_early) return started_early;
    if (window.pscw_if_any && window.pscw_if_any->ended_early) return ended_early;
    if (window.get_forgotten) return get_forgotten;
    if (window.request_early) return request_early;
    return window.lock_kept ? lock_kept : std::string_view{};
}

std::string_view behind_wait(const Window& window, const WaitReason& reason) {
    if (reason.awaited == Awaited::post) return behind_post(window);
    if (reason.awaited == Awaited::complete) return behind_complete(window);
    if (window.lock_kept) return lock_kept;
    const bool holds = reason.call == Call::lock_all && window.lock_all->granted > 0;
    return holds ? holds_while_waiting : std::string_view{};
}

}  // namespace

std::string defect_behind(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window) || engine.config.fixed) return {};
    const Window* const window = engine.windows.find(reason.window);
    if (window == nullptr) return {};
    if (reason.call != Call::none) return std::string(behind_wait(*window, reason));
    if (reason.target != no_rank) return std::string(window->lock_kept ? lock_kept : std::string_view{});
    return std::string(on_window(*window));
}

}  // namespace rmasim::ch4
