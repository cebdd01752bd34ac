#include "sim/checkers/usage/window_rules.h"

namespace rmasim::sim::usage {

void WindowRules::synchronises(const Thread& thread, const CallRequest& call) {
    const auto stored = stored_.find({call.window, thread.rank});
    if (stored == stored_.end()) return;
    const CallRecord store = stored->second;
    stored_.erase(stored);
    if (!has(call.asserts, Assert::nostore)) return;
    throw ErroneousProgram(call.call,
                           fmt::format("nostore, but since the last synchronisation of the window {}", text_of(store)))
        .in_section("nostore");
}

void WindowRules::updated_locally(const Thread& thread, Call call, WindowId window) {
    stored_[{window, thread.rank}] = happens_before_.record(thread, call);
}

void WindowRules::fence_began(const Thread& thread, const CallRequest& call, std::uint32_t epoch) {
    if (!has(call.asserts, Assert::noput)) return;
    const Part part{call.window, thread.rank};
    noput_[part] = {epoch, happens_before_.record(thread, Call::fence)};
    const auto updated = updated_.find(part);
    if (updated == updated_.end() || updated->second.epoch != epoch) return;
    throw BrokenBetween("noput", Call::fence,
                        fmt::format("noput promises that the rank's window is not updated until the next {}, but {}",
                                    updated->second.record.name_of(Call::fence), text_of(updated->second.record)),
                        updated->second.record);
}

void WindowRules::updates_in_fence(const Thread& thread, const CallRequest& call, std::uint32_t epoch) {
    const Part part{call.window, call.target};
    updated_[part] = {epoch, happens_before_.record(thread, call.call)};
    const auto noput = noput_.find(part);
    if (noput == noput_.end() || noput->second.epoch != epoch) return;
    throw BrokenBetween(
        "noput", call.call,
        fmt::format("{}, with noput, which promises that the rank's window is not updated until the next {}",
                    text_of(noput->second.record), noput->second.record.name_of(Call::fence)),
        noput->second.record);
}

void WindowRules::clear() {
    stored_.clear();
    noput_.clear();
    updated_.clear();
}

}  // namespace rmasim::sim::usage
