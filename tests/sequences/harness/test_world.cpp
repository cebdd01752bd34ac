#include "tests/sequences/harness/test_world.h"

#include <fmt/format.h>

#include <utility>

namespace rmasim::seq {

TestWorld::TestWorld(const WorldSettings& settings)
    : settings_(settings), packets_(transcript_),
      memory_(settings.ranks, settings.windows, settings.window_bytes, transcript_),
      running_(static_cast<std::size_t>(settings.ranks)) {
    transcript_.name_windows(settings.windows > 1);
    for (Rank rank = 0; rank < settings_.ranks; ++rank) {
        engines_.push_back(std::make_unique<newrma::Engine>(rank, settings_.ranks, settings_.windows, settings_.config,
                                                            World{packets_, memory_, transcript_}));
    }
}

void TestWorld::begin(Rank rank, const std::string& name, const Begin& begin) {
    auto& running = running_.at(static_cast<std::size_t>(rank));
    if (running) {
        transcript_.add_always(fmt::format("{}: error: {} while still inside {}", rank, name, running->name));
        return;
    }
    running.emplace(Running{name, begin(*engines_[static_cast<std::size_t>(rank)]), std::nullopt});
    running->task.start();
    note_progress(rank);
}

// Says that the call of `rank` has begun to wait, waits for something else now, or is over.
void TestWorld::note_progress(Rank rank) {
    auto& running = running_[static_cast<std::size_t>(rank)];
    if (!running) return;
    if (running->task.done()) {
        finish(rank);
        return;
    }
    const auto reason = wait_of(rank);
    if (!reason || running->awaited == reason->awaited) return;
    running->awaited = reason->awaited;
    const auto& engine = *engines_[static_cast<std::size_t>(rank)];
    transcript_.add(fmt::format("{}: {} waits for {}", rank, running->name, engine.describe(*reason)));
}

// A call that never waited ends without a word, unless it is an error.
void TestWorld::finish(Rank rank) {
    auto& slot = running_[static_cast<std::size_t>(rank)];
    Running ended = std::move(*slot);
    slot.reset();
    try {
        ended.task.result();
        if (ended.awaited) transcript_.add(fmt::format("{}: {} returns", rank, ended.name));
    } catch (const ErroneousProgram& error) {
        transcript_.add_always(fmt::format("{}: error: {}", rank, error.what()));
    } catch (const ProtocolError& error) {
        transcript_.add_always(fmt::format("{}: protocol error: {}", rank, error.what()));
    }
}

std::optional<WaitReason> TestWorld::wait_of(Rank rank) const {
    std::optional<WaitReason> last;
    engines_[static_cast<std::size_t>(rank)]->waiting().for_each([&](const WaitReason& reason) { last = reason; });
    return last;
}

void TestWorld::deliver(Pair pair) {
    const Packet packet = packets_.take(pair);
    try {
        engines_[static_cast<std::size_t>(packet.target)]->deliver(packet);
    } catch (const ProtocolError& error) {
        transcript_.add_always(fmt::format("{}: protocol error: {}", packet.target, error.what()));
    }
    note_progress(packet.target);
}

void TestWorld::settle(const Choose& choose) {
    for (auto pairs = packets_.deliverable(); !pairs.empty(); pairs = packets_.deliverable()) {
        const auto choice = choose(pairs);
        if (!choice) return;
        deliver(pairs.at(*choice));
    }
}

void TestWorld::settle() {
    settle([](const std::vector<Pair>&) { return std::size_t{0}; });
}

}  // namespace rmasim::seq
