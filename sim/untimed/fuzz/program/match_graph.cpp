#include "sim/untimed/fuzz/program/match_graph.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

bool same_part(const MatchGraph::Span& one, const MatchGraph::Span& other) {
    const bool same = one.target == other.target || one.target == no_rank || other.target == no_rank;
    return one.window == other.window && same && one.first <= other.last && other.first <= one.last;
}

std::string illegal_group(const MatchGraph& matches) {
    for (const auto& [ranks, pair] : matches.groups) {
        const auto& [window, origin, target] = ranks;
        const auto alike = [](const MatchGraph::Half& post, const MatchGraph::Half& start) {
            return post.nocheck == start.nocheck;
        };
        if (!std::equal(pair.posts.begin(), pair.posts.end(), pair.starts.begin(), pair.starts.end(), alike)) {
            return fmt::format("the posts of rank {} do not match the starts of rank {}", target, origin);
        }
        for (std::size_t i = 0; i < pair.posts.size(); ++i) {
            if (pair.posts[i].nocheck && pair.posts[i].barriers >= pair.starts[i].barriers) {
                return fmt::format("start of rank {} with nocheck, but no barrier after the post of rank {}", origin,
                                   target);
            }
        }
    }
    return {};
}

std::string illegal_lock(const MatchGraph& matches) {
    for (const MatchGraph::Span& lock : matches.locks) {
        for (const MatchGraph::Span& exposure : matches.exposures) {
            if (same_part(lock, exposure))
                return fmt::format("lock of rank {} while its window is exposed", exposure.owner);
        }
        for (const MatchGraph::Span& other : matches.locks) {
            const bool conflict = lock.type == LockType::exclusive || other.type == LockType::exclusive;
            if (lock.nocheck && conflict && lock.owner != other.owner && same_part(lock, other)) {
                return fmt::format(
                    "lock by rank {} with nocheck, which is concurrent with a conflicting lock by rank {}", lock.owner,
                    other.owner);
            }
        }
        for (const auto& [window, epoch, target] : matches.used_in_fence) {
            const bool same = lock.target == target || lock.target == no_rank;
            if (window == lock.window && epoch == lock.fence && same) {
                return fmt::format("lock of rank {}, which is a target of an operation in the same fence epoch",
                                   target);
            }
        }
    }
    return {};
}

// Returns an error text if a rank reads bytes that another rank writes in the same fence epoch. Fence epochs with equal
// numbers are concurrent. Fence epochs with different numbers are ordered.
std::string illegal_read(const MatchGraph& matches) {
    for (const auto& byte : matches.read_by_others) {
        if (!matches.written.contains(byte)) continue;
        return fmt::format("get of byte {} of rank {}, which another rank writes in the same fence epoch",
                           std::get<3>(byte), std::get<2>(byte));
    }
    return {};
}

std::string illegal_rank(const MatchGraph& matches) {
    for (std::size_t rank = 1; rank < matches.calls.size(); ++rank) {
        if (matches.calls[rank] != matches.calls[0])
            return fmt::format("the fences or barriers of rank {} differ from those of rank 0", rank);
        if (matches.lives[rank] != matches.lives[0])
            return fmt::format("the calls of win_create or win_free of rank {} differ from those of rank 0", rank);
        if (matches.fences[rank] != matches.fences[0])
            return fmt::format("rank {} gives noprecede or nosucceed to other fences than rank 0", rank);
    }
    return {};
}

std::string illegal_message(const MatchGraph& matches) {
    Messages::Noprecede noprecede;
    for (const auto& [window, asserts] : matches.fences[0]) {
        for (const auto& [first, second] : asserts) noprecede[window].push_back(first);
    }
    return matches.messages.illegal(noprecede);
}

}  // namespace

std::string illegality_of(const MatchGraph& matches) {
    for (const auto rule : {illegal_group, illegal_lock, illegal_read, illegal_rank, illegal_message}) {
        if (std::string broken = rule(matches); !broken.empty()) return broken;
    }
    return {};
}

}  // namespace rmasim::fuzz
