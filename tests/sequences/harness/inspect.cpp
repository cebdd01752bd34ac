// What can be seen of a test world from outside.
#include "tests/sequences/harness/test_world.h"
#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

namespace rmasim::seq {

namespace {

using newrma::Window;

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

std::string lock_text(const TargetLock& lock) {
    std::string text = "free";
    if (lock.exclusive_holder() != no_rank) text = fmt::format("exclusive by {}", lock.exclusive_holder());
    if (lock.shared_holders() > 0) text = fmt::format("shared by {}", lock.shared_holders());
    return lock.waiting() == 0 ? text : fmt::format("{}, {} waiting", text, lock.waiting());
}

std::string fence_text(const Window& window) {
    if (!window.fence_req) return "none";
    return window.fence_complete() ? "complete" : "pending";
}

std::string level_text(const PoolLevelCounter& level) { return fmt::format("{}/{}", level.free(), level.size()); }

}  // namespace

std::vector<std::string> TestWorld::waiting() const {
    std::vector<std::string> lines;
    for (Rank rank = 0; rank < settings_.ranks; ++rank) {
        const auto& engine = *engines_[static_cast<std::size_t>(rank)];
        for (const auto& [caller, reason] : waits_of(rank)) {
            lines.push_back(fmt::format("{}: {} waits for {}", text_of(caller), name_of(running_.at(caller).call),
                                        engine.describe(reason)));
        }
    }
    return lines;
}

std::vector<std::string> TestWorld::state_of(Rank rank) const {
    const auto& engine = *engines_.at(static_cast<std::size_t>(rank));
    std::vector<std::string> lines;
    for (WindowId id = 0; id < settings_.windows; ++id) {
        const Window& window = engine.window(id);
        const std::string who = settings_.windows > 1 ? fmt::format("{}: w{} ", rank, id) : fmt::format("{}: ", rank);
        lines.push_back(fmt::format("{}window {} fence_req={} ack_count={} locks_held={}", who, name_of(window.state),
                                    fence_text(window), window.ack_count, window.locks_held));
        if (window.exposure != newrma::WindowState::unset) {
            lines.push_back(fmt::format("{}exposure {} completes_due={}", who, name_of(window.exposure),
                                        window.completes.missing()));
        }
        window.table.for_each([&](const newrma::TargetElement& target) {
            lines.push_back(fmt::format("{}target {} {} pending={} acks_due={}", who, target.rank,
                                        name_of(target.state), target.pending, target.acks_due()));
        });
        lines.push_back(fmt::format("{}own lock {}", who, lock_text(window.lock)));
    }
    return lines;
}

std::vector<std::string> TestWorld::table_of(Rank rank) const {
    std::vector<std::string> lines;
    for (WindowId id = 0; id < settings_.windows; ++id) {
        const std::uint32_t used = engines_.at(static_cast<std::size_t>(rank))->window(id).table.occupied_slots();
        lines.push_back(fmt::format("{}: w{}: {} of {} slots in use", rank, id, used, settings_.config.slots));
    }
    lines.push_back(fmt::format("{}: the last search looked at {}", rank, transcript_.last_search(rank)));
    return lines;
}

// Free elements of all; local levels of each window, then the global ones.
std::vector<std::string> TestWorld::pools_of(Rank rank) const {
    const auto& engine = *engines_.at(static_cast<std::size_t>(rank));
    std::vector<std::string> lines;
    for (WindowId id = 0; id < settings_.windows; ++id) {
        const Window& window = engine.window(id);
        lines.push_back(fmt::format("{}: w{} op {} target {}", rank, id, level_text(window.local_ops),
                                    level_text(window.local_targets)));
    }
    lines.push_back(fmt::format("{}: global op {} target {}", rank, level_text(engine.global_ops()),
                                level_text(engine.global_targets())));
    return lines;
}

std::vector<std::string> TestWorld::elements_out() const {
    std::vector<std::string> lines;
    const auto check = [&](Rank rank, const std::string& what, const PoolLevelCounter& level) {
        if (!level.full()) lines.push_back(fmt::format("{}: {} {} free", rank, what, level_text(level)));
    };
    for (Rank rank = 0; rank < settings_.ranks; ++rank) {
        const auto& engine = *engines_[static_cast<std::size_t>(rank)];
        for (WindowId id = 0; id < settings_.windows; ++id) {
            check(rank, fmt::format("w{} op", id), engine.window(id).local_ops);
            check(rank, fmt::format("w{} target", id), engine.window(id).local_targets);
        }
        check(rank, "global op", engine.global_ops());
        check(rank, "global target", engine.global_targets());
    }
    return lines;
}

std::vector<std::string> TestWorld::end_state(bool with_counts) {
    std::vector<std::string> lines = leftovers();
    for (Rank rank = 0; rank < settings_.ranks; ++rank) {
        append(lines, state_of(rank));
        for (WindowId id = 0; id < settings_.windows; ++id) {
            const auto all = memory_.part(rank, id, 0, settings_.window_bytes);
            lines.push_back(fmt::format("{}: w{} memory {}", rank, id, text_of(all, Datatype::byte)));
        }
    }
    if (with_counts) append(lines, packets_.counts().by_kind());
    return lines;
}

std::vector<std::string> TestWorld::leftovers() const {
    std::vector<std::string> lines = waiting();
    append(lines, elements_out());
    if (packets_.in_flight() > 0) lines.push_back(fmt::format("{} packets in flight", packets_.in_flight()));
    if (memory_.payloads_out() > 0) lines.push_back(fmt::format("{} payloads not given back", memory_.payloads_out()));
    return lines;
}

}  // namespace rmasim::seq
