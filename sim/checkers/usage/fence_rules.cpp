#include "sim/checkers/usage/fence_rules.h"

namespace rmasim::sim::usage {

void FenceRules::fence_began(const Thread& thread, const CallRequest& call, std::uint32_t nth) {
    const auto [at, is_first] = fences_.try_emplace({windows_.key(thread.rank, call.window), nth});
    Fence& fence = at->second;
    if (is_first) {
        fence.first = happens_before_.record(thread, Call::fence);
        fence.asserts = call.asserts;
    }
    const Fence begun = fence;
    if (++fence.begun == windows_.members(thread.rank, call.window)) fences_.erase(at);
    for (const Assert one : {Assert::noprecede, Assert::nosucceed}) {
        if (has(call.asserts, one) == has(begun.asserts, one)) continue;
        throw BrokenBetween(
            "fence_asserts", Call::fence,
            fmt::format("{} {}, but {} {} this assert; either all ranks or no rank must give this assert to a fence",
                        has(call.asserts, one) ? "with" : "without", name_of(one), text_of(begun.first),
                        has(call.asserts, one) ? "without" : "with"),
            begun.first);
    }
}

}  // namespace rmasim::sim::usage
