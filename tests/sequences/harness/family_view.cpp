#include "tests/sequences/harness/family_view.h"

#include "protocol/newrma/engine.h"
#include "sim/scenario/families/family.h"
#include "tests/sequences/harness/queue_view.h"

#include <fmt/core.h>

namespace rmasim::seq {

namespace {

using newrma::Window;

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

const newrma::Engine& engine_of(const Process& process) { return dynamic_cast<const newrma::Engine&>(process); }

std::string level_text(const PoolLevelCounter& level) { return fmt::format("{}/{}", level.free(), level.size()); }

class NewRmaView final : public FamilyView {
public:
    explicit NewRmaView(const sim::Scenario& scenario) : scenario_(scenario) {}

    Lines state_of(const Process& process) const override {
        Lines lines;
        for_each_window(process, [&](WindowId id, const Window& window) {
            const std::string rank = fmt::format("{}: ", process.rank());
            append_state(window, scenario_.windows.size() > 1 ? fmt::format("{}w{} ", rank, id) : rank, lines);
        });
        return lines;
    }

    Lines pools_of(const Process& process) const override {
        Lines lines;
        for_each_window(process, [&](WindowId id, const Window& window) {
            lines.push_back(fmt::format("{}: w{} op {} target {}", process.rank(), id, level_text(window.local_ops),
                                        level_text(window.local_targets)));
        });
        const newrma::Engine& engine = engine_of(process);
        lines.push_back(fmt::format("{}: global op {} target {}", process.rank(), level_text(engine.global_ops()),
                                    level_text(engine.global_targets())));
        return lines;
    }

    Lines tables_of(const Process& process) const override {
        Lines lines;
        for_each_window(process, [&](WindowId id, const Window& window) {
            lines.push_back(fmt::format("{}: w{}: {} of {} slots in use, a traversal looks at {}", process.rank(), id,
                                        window.table.occupied_slots(), window.table.slots(),
                                        window.table.slots_walked()));
        });
        return lines;
    }

    Lines elements_out(const Process& process) const override {
        Lines lines;
        const auto check = [&](const std::string& what, const PoolLevelCounter& level) {
            if (!level.full()) lines.push_back(fmt::format("{}: {} {} free", process.rank(), what, level_text(level)));
        };
        for_each_window(process, [&](WindowId id, const Window& window) {
            check(fmt::format("w{} op", id), window.local_ops);
            check(fmt::format("w{} target", id), window.local_targets);
        });
        check("global op", engine_of(process).global_ops());
        check("global target", engine_of(process).global_targets());
        return lines;
    }

private:
    template <class Use>
    void for_each_window(const Process& process, Use use) const {
        for (WindowId id = 0; id < scenario_.windows.size(); ++id) use(id, engine_of(process).window(id));
    }

    static void append_state(const Window& window, const std::string& who, Lines& lines) {
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

    const sim::Scenario& scenario_;
};

}  // namespace

std::unique_ptr<FamilyView> view_of(const sim::Scenario& scenario) {
    if (scenario.family->name() == "newrma") return std::make_unique<NewRmaView>(scenario);
    if (scenario.family->name() == "oldqueue") return queue_view_of(scenario);
    return std::make_unique<FamilyView>();
}

}  // namespace rmasim::seq
