#include "tests/sequences/harness/test_world.h"

#include "protocol/base/call_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace rmasim::seq {

TestWorld::TestWorld(const WorldSettings& settings)
    : settings_(settings), packets_(transcript_, settings.ordered),
      memory_(settings.ranks, settings.windows, settings.window_bytes, settings.node, transcript_) {
    transcript_.name_windows(settings.windows > 1);
    for (Rank rank = 0; rank < settings_.ranks; ++rank) {
        engines_.push_back(std::make_unique<newrma::Engine>(rank, settings_.ranks, settings_.windows, settings_.config,
                                                            World{packets_, memory_, transcript_}));
    }
}

RequestId TestWorld::begin(Caller caller, CallRequest request) {
    const Call call = request.call;
    if (const auto busy = running_.find(caller); busy != running_.end()) {
        transcript_.add_always(fmt::format("{}: error: {} while still inside {}", text_of(caller), name_of(call),
                                           name_of(busy->second.call)));
        return no_request;
    }
    newrma::Engine& own = engine(caller.rank);
    Running& running = running_.emplace(caller, Running{call, request.target, {}, {}, std::nullopt}).first->second;
    running.task = own.begin(std::move(request), running.answer);
    const RequestId made = running.answer.request;
    running.task.start();
    own.make_progress();
    note_progress(caller.rank);
    return made;
}

// Says which calls of `rank` have begun to wait, wait for something else now, or are over.
void TestWorld::note_progress(Rank rank) {
    std::vector<Caller> over;
    const auto waits = waits_of(rank);
    for (auto& [caller, running] : running_) {
        if (caller.rank != rank) continue;
        if (running.task.done()) {
            over.push_back(caller);
            continue;
        }
        const WaitReason& reason = waits.at(caller);
        if (running.awaited == reason.awaited) continue;
        running.awaited = reason.awaited;
        transcript_.add(
            fmt::format("{}: {} waits for {}", text_of(caller), name_of(running.call), engine(rank).describe(reason)));
    }
    for (const Caller caller : over) finish(caller);
}

// A call that never waited ends without a word, unless it is an error.
void TestWorld::finish(Caller caller) {
    Running ended = std::move(running_.extract(caller).mapped());
    try {
        ended.task.result();
        if (has_flag(ended.call)) {
            transcript_.add_always(
                fmt::format("{}: {} returns {}", text_of(caller), name_of(ended.call), ended.answer.done));
        }
        if (ended.awaited) transcript_.add(fmt::format("{}: {} returns", text_of(caller), name_of(ended.call)));
    } catch (const ErroneousProgram& error) {
        transcript_.add_always(fmt::format("{}: error: {}", text_of(caller), error.what()));
    } catch (const ProtocolError& error) {
        transcript_.add_always(fmt::format("{}: protocol error: {}", text_of(caller), error.what()));
    }
}

// A process knows what its calls wait for, not which thread makes them: the call's name and target tell.
std::map<Caller, WaitReason> TestWorld::waits_of(Rank rank) const {
    std::vector<WaitReason> reasons;
    engines_[static_cast<std::size_t>(rank)]->waiting().for_each(
        [&](const WaitReason& reason) { reasons.push_back(reason); });
    std::map<Caller, WaitReason> waits;
    for (const auto& [caller, running] : running_) {
        if (caller.rank != rank || running.task.done()) continue;
        const auto fits = [&running = running](const WaitReason& reason, bool target_too) {
            return reason.call == running.call && (!target_too || reason.target == running.target);
        };
        auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return fits(r, true); });
        if (found == reasons.end()) {
            found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return fits(r, false); });
        }
        if (found == reasons.end()) throw ProtocolError("a call is not over and waits for nothing");
        waits.emplace(caller, *found);
        reasons.erase(found);
    }
    return waits;
}

void TestWorld::deliver(const Delivery& delivery) {
    const Packet packet = packets_.take(delivery);
    try {
        engine(packet.target).deliver(packet);
    } catch (const ProtocolError& error) {
        transcript_.add_always(fmt::format("{}: protocol error: {}", packet.target, error.what()));
    }
    note_progress(packet.target);
}

void TestWorld::settle(const Choose& choose) {
    for (auto ready = packets_.deliverable(); !ready.empty(); ready = packets_.deliverable()) {
        const auto choice = choose(ready);
        if (!choice) return;
        deliver(ready.at(*choice));
    }
}

void TestWorld::settle() {
    settle([](const std::vector<Delivery>&) { return std::size_t{0}; });
}

}  // namespace rmasim::seq
