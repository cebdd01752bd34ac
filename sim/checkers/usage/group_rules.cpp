#include "sim/checkers/usage/group_rules.h"

namespace rmasim::sim::usage {

namespace {

bool nocheck(Assert asserts) { return has(asserts, Assert::nocheck); }

[[noreturn]] void refuse_update(Call call, const CallRecord& update, const CallRecord& post) {
    const bool at_update = call == update.call;
    throw BrokenBetween(
        "noput", call,
        fmt::format("{}, with noput, which promises that the rank's window is not updated until the next {}{}",
                    text_of(post), post.name_of(Call::wait), at_update ? "" : ", but " + text_of(update)),
        at_update ? post : update);
}

}  // namespace

GroupRules::Pairs& GroupRules::pairs_of(WindowId window, Rank origin) {
    if (pairs_.size() <= window) pairs_.resize(window + std::size_t{1});
    std::vector<Pairs>& origins = pairs_[window];
    const auto number = static_cast<std::size_t>(origin);
    if (origins.size() <= number) origins.resize(number + 1);
    return origins[number];
}

void GroupRules::post_began(const Thread& thread, const CallRequest& call) {
    const CallRecord mine = happens_before_.record(thread, Call::post);
    for (const Rank origin : call.group) {
        Pair& pair = pairs_of(call.window, origin)[thread.rank];
        if (pair.starts.empty()) {
            pair.posts.push_back({mine, call.asserts, {}});
            continue;
        }
        const Half start = pair.starts.front();
        pair.starts.erase(pair.starts.begin());
        if (nocheck(call.asserts)) {
            throw BrokenBetween("group_nocheck", Call::post,
                                fmt::format("nocheck, but the matching {} was called without nocheck: {}",
                                            start.record.name_of(Call::start), text_of(start.record)),
                                start.record);
        }
        if (has(call.asserts, Assert::noput) && start.update) refuse_update(Call::post, *start.update, mine);
        if (pair.open && pair.starts.empty()) pair.post_of_open = Half{mine, call.asserts, {}};
    }
}

void GroupRules::start_began(const Thread& thread, const CallRequest& call) {
    for (const Rank target : call.group) {
        Pair& pair = pairs_of(call.window, thread.rank)[target];
        pair.open = true;
        pair.post_of_open.reset();
        match(thread, call, target, pair);
    }
}

void GroupRules::match(const Thread& thread, const CallRequest& call, Rank target, Pair& pair) {
    const auto refuse = [target] {
        throw ErroneousProgram(
            Call::start, fmt::format("nocheck, but rank {} has not called the matching {{}} yet", target), {Call::post})
            .in_section("group_nocheck");
    };
    if (pair.posts.empty()) {
        if (nocheck(call.asserts)) refuse();
        pair.starts.push_back({happens_before_.record(thread, Call::start), call.asserts, {}});
        return;
    }
    const Half post = pair.posts.front();
    pair.posts.erase(pair.posts.begin());
    if (nocheck(call.asserts) != nocheck(post.asserts)) {
        const std::string_view name = post.record.name_of(Call::post);
        throw BrokenBetween(
            "group_nocheck", Call::start,
            nocheck(call.asserts)
                ? fmt::format("nocheck, but the matching {} was called without nocheck: {}", name, text_of(post.record))
                : fmt::format("without nocheck, but the matching {} was called with nocheck: {}", name,
                              text_of(post.record)),
            post.record);
    }
    if (nocheck(call.asserts) && !happens_before_.is_past(post.record.step)) refuse();
    pair.post_of_open = post;
}

void GroupRules::updates(const Thread& thread, const CallRequest& call) {
    Pairs& pairs = pairs_of(call.window, thread.rank);
    const auto found = pairs.find(call.target);
    if (found == pairs.end() || !found->second.open) return;
    Pair& pair = found->second;
    const CallRecord mine = happens_before_.record(thread, call.call);
    if (!pair.post_of_open) {
        if (!pair.starts.empty() && !pair.starts.back().update) pair.starts.back().update = mine;
    } else if (has(pair.post_of_open->asserts, Assert::noput)) {
        refuse_update(call.call, mine, pair.post_of_open->record);
    }
}

void GroupRules::complete_began(Rank origin, WindowId window) {
    for (auto& [target, pair] : pairs_of(window, origin)) pair.open = false;
}

}  // namespace rmasim::sim::usage
