#include "protocol/synccount/routines/seek.h"

#include "protocol/synccount/routines/send.h"
#include "protocol/synccount/routines/signal.h"

namespace rmasim::synccount {

namespace {

std::uint32_t open_operations(const Target& target, SyncModes modes, std::uint32_t upto) {
    const auto all = target.open();
    return static_cast<std::uint32_t>(std::count_if(all.begin(), all.end(), [&](const Target::Open& open) {
        return has(modes, open.mode) && open.number < upto;
    }));
}

void cover(Target& target, const SyncRequest& request) {
    for (const SyncModes mode : each_mode) {
        std::uint32_t& covered = target.covered[index_of(mode)];
        if (has(request.modes, mode)) covered = std::max(covered, request.upto);
    }
}

// It is complete, and has signalled or does so now.
void finish(EngineState& engine, SyncRequest& request, RequestId id) {
    request.seeking = false;
    request.state = SyncRequest::State::complete;
    engine.world.observer.request_stepped(engine.rank, id, RequestStep::complete, request.window, request.target,
                                          static_cast<unsigned>(request.modes));
}

bool is_held_for(const EngineState& engine, const Target& target, SyncModes modes) {
    return target.held != no_operation && has(modes, mode_of(engine.operations[target.held].kind));
}

// COMPLETE rides on the held operation if the request waits for nothing else. True if it did.
bool ride(EngineState& engine, Window& window, Target& target, SyncRequest& request, RequestId id) {
    if (engine.acknowledges() || request.pending > 0 || !is_held_for(engine, target, request.modes)) return false;
    send_held_with_signal(engine, window, target, request, id);
    cover(target, request);
    finish(engine, request, id);
    return true;
}

void seek_at(EngineState& engine, Window& window, Target& target, SyncRequest& request, RequestId id) {
    request.upto = target.posted;
    request.pending = open_operations(target, request.modes, request.upto);
    if (!target.has_uncovered(request.modes) && request.modes != SyncModes::none) ++window.use.vacuous;
    if (ride(engine, window, target, request, id)) return;
    if (engine.acknowledges()) ask_for(engine, window, target, request.modes, request.upto);
    else if (is_held_for(engine, target, request.modes)) send_held(engine, window, target);
    request.pending = open_operations(target, request.modes, request.upto);
    if (request.pending > 0) {
        request.seeking = true;
        target.make_unfinished().seekers.push_back(SyncRequests::index_of(id));
        return;
    }
    cover(target, request);
    signal(engine, request, id);
    finish(engine, request, id);
}

}  // namespace

void seek(EngineState& engine, SyncRequest& request, RequestId id) {
    Window& window = engine.windows[request.window];
    Target* const target = window.targets.find(request.target);
    if (target != nullptr) {
        seek_at(engine, window, *target, request, id);
        return tidy(window, request.target);
    }
    if (request.modes != SyncModes::none) ++window.use.vacuous;
    signal(engine, request, id);
    finish(engine, request, id);
}

void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id) {
    if (!request.seeking) return;
    request.seeking = false;
    std::erase(engine.windows[request.window].targets.find(request.target)->unfinished->seekers,
               SyncRequests::index_of(id));
}

void note_complete(EngineState& engine, Window&, Target& target, const Target::Open& done) {
    const std::vector<std::uint32_t> seekers = target.unfinished->seekers;
    for (const std::uint32_t index : seekers) {
        SyncRequest& request = engine.requests[index];
        if (!has(request.modes, done.mode) || done.number >= request.upto || --request.pending > 0) continue;
        std::erase(target.unfinished->seekers, index);
        cover(target, request);
        signal(engine, request, SyncRequests::id_of(index));
        finish(engine, request, SyncRequests::id_of(index));
    }
}

void tidy(Window& window, Rank rank) {
    const Target* const target = window.targets.find(rank);
    if (target != nullptr && target->is_over()) window.targets.erase(rank);
}

}  // namespace rmasim::synccount
