#include "protocol/synccount/routines/seek.h"

#include "protocol/synccount/routines/send.h"
#include "protocol/synccount/routines/signal.h"

namespace rmasim::synccount {

namespace {

std::uint32_t open_operations(const Target& target, SyncModes modes, std::uint32_t upto) {
    const auto all = target.open();
    return static_cast<std::uint32_t>(std::count_if(
        all.begin(), all.end(), [&](const Target::Open& open) { return has(modes, open.mode) && open.number < upto; }));
}

void cover(Target& target, const SyncRequest& request) {
    for (const SyncModes mode : each_mode) {
        std::uint32_t& covered = target.covered[index_of(mode)];
        if (has(request.modes, mode)) covered = std::max(covered, request.upto);
    }
}

bool is_held_for(const EngineState& engine, const Target& target, const SyncRequest& request) {
    if (target.held == no_operation) return false;
    const StoredOperation& held = engine.operations[target.held];
    return has(request.modes, mode_of(held.kind)) && held.number < request.upto;
}

// True if the request's signal can be piggybacked on the held operation, as flag COMPLETE: the request waits for no
// other operation.
bool can_ride(const EngineState& engine, const Target& target, const SyncRequest& request) {
    return !engine.acknowledges() && request.pending == 0 && is_held_for(engine, target, request);
}

void signal_at(EngineState& engine, Window& window, Target& target, SyncRequest& request, RequestId id) {
    if (request.modes != SyncModes::none && !target.has_uncovered(request.modes, request.upto)) ++window.use.vacuous;
    cover(target, request);
    if (can_ride(engine, target, request)) send_held_with_signal(engine, window, target, request, id);
    else signal(engine, request, id);
}

// Completes the request. The target stays in the window's list, because callers may have a reference to the target.
void finish(EngineState& engine, Window& window, Target* target, SyncRequest& request, RequestId id) {
    request.seeking = false;
    if (target != nullptr) {
        signal_at(engine, window, *target, request, id);
    } else {
        if (request.modes != SyncModes::none) ++window.use.vacuous;
        signal(engine, request, id);
    }
    request.state = SyncRequest::State::complete;
    engine.world.observer.request_stepped(engine.rank, id, RequestStep::complete, request.window, request.target,
                                          static_cast<unsigned>(request.modes));
}

void seek_at(EngineState& engine, Window& window, Target& target, SyncRequest& request, RequestId id) {
    request.upto = target.posted;
    request.pending = open_operations(target, request.modes, request.upto);
    if (can_ride(engine, target, request)) return;
    if (engine.acknowledges()) ask_for(engine, window, target, request.modes, request.upto);
    else if (is_held_for(engine, target, request)) send_held(engine, window, target);
    request.pending = open_operations(target, request.modes, request.upto);
    if (request.pending > 0) target.make_unfinished().seekers.push_back(SyncRequests::index_of(id));
}

}  // namespace

void seek(EngineState& engine, SyncRequest& request, RequestId id, bool reports) {
    Window& window = engine.windows[request.window];
    Target* const target = window.targets.find(request.target);
    request.seeking = true;
    request.reports = reports;
    request.upto = request.pending = 0;
    if (target != nullptr) seek_at(engine, window, *target, request, id);
    if (reports && request.pending == 0) cover_and_signal(engine, request, id);
}

bool is_satisfied(const SyncRequest& request) { return request.seeking && request.pending == 0; }

void cover_and_signal(EngineState& engine, SyncRequest& request, RequestId id) {
    Window& window = engine.windows[request.window];
    finish(engine, window, window.targets.find(request.target), request, id);
    tidy(window, request.target);
}

void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id) {
    if (!request.seeking) return;
    request.seeking = false;
    if (request.pending == 0) return;
    std::erase(engine.windows[request.window].targets.find(request.target)->unfinished->seekers,
               SyncRequests::index_of(id));
}

void note_complete(EngineState& engine, Window& window, Target& target, const Target::Open& done) {
    const std::vector<std::uint32_t> seekers = target.unfinished->seekers;
    for (const std::uint32_t index : seekers) {
        SyncRequest& request = engine.requests[index];
        if (!has(request.modes, done.mode) || done.number >= request.upto || --request.pending > 0) continue;
        std::erase(target.unfinished->seekers, index);
        if (request.reports) finish(engine, window, &target, request, SyncRequests::id_of(index));
    }
}

void tidy(Window& window, Rank rank) {
    const Target* const target = window.targets.find(rank);
    if (target != nullptr && target->is_over()) window.targets.erase(rank);
}

}  // namespace rmasim::synccount
