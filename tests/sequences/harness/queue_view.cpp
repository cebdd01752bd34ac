#include "tests/sequences/harness/queue_view.h"

#include "protocol/oldqueue/engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rmasim::seq {

namespace {

const oldqueue::Engine& queue_engine_of(const Process& process) {
    return dynamic_cast<const oldqueue::Engine&>(process);
}

std::string text_of(const oldqueue::WindowLock& lock) {
    if (lock.exclusive_holder() != no_rank) return fmt::format("exclusive by {}", lock.exclusive_holder());
    if (lock.is_free()) return "free";
    return fmt::format("shared by {}", fmt::join(lock.shared_holders(), ", "));
}

class QueueView final : public FamilyView {
public:
    explicit QueueView(const sim::Scenario& scenario) : several_windows_(scenario.windows.size() > 1) {}

    Lines state_of(const Process& process) const override {
        const oldqueue::Engine& engine = queue_engine_of(process);
        Lines lines;
        for (const oldqueue::Window& window : engine.windows()) {
            lines.push_back(fmt::format("{}: {}fences {}, lock {}", process.rank(), name_of(window.id), window.fences,
                                        text_of(window.lock)));
        }
        Lines queue = elements_out(process);
        lines.insert(lines.end(), queue.begin(), queue.end());
        return lines;
    }

    // Requests in the queue.
    Lines elements_out(const Process& process) const override {
        Lines lines;
        for (auto at = queue_engine_of(process).queue().first(); at != nullptr; at = at->next) {
            lines.push_back(fmt::format("{}: {}queue: {} of {}", process.rank(), name_of(at->packet.window),
                                        oldqueue::packet_vocabulary.name(at->packet.type()), at->packet.source));
        }
        return lines;
    }

private:
    std::string name_of(WindowId window) const { return several_windows_ ? fmt::format("w{} ", window) : ""; }

    bool several_windows_;
};

}  // namespace

std::unique_ptr<FamilyView> queue_view_of(const sim::Scenario& scenario) {
    return std::make_unique<QueueView>(scenario);
}

}  // namespace rmasim::seq
