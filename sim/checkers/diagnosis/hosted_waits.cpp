#include "sim/checkers/diagnosis/hosted_waits.h"

#include "sim/checkers/diagnosis/cycle_fix.h"

#include <fmt/format.h>

#include <deque>
#include <map>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_shown = 4;

std::string sentence_of(const StuckCall& call, Rank to) {
    // A reason may begin with the awaited rank.
    const std::string head = fmt::format("rank {}: ", to);
    return fmt::format("rank {} waits in {} at {} for rank {} ({})", call.rank, call.call, call.location, to,
                       call.reason.starts_with(head) ? call.reason.substr(head.size()) : call.reason);
}

class Waits {
public:
    Waits(const std::vector<StuckCall>& calls, const std::vector<StuckCall>& hosted) : hosted_(hosted) {
        for (const auto* const list : {&calls, &hosted}) {
            for (const StuckCall& call : *list) by_rank_[call.rank].push_back(&call);
        }
    }

    // Returns the first call that waits for a rank for which `fits` is true, as a sentence with the text of `fits`.
    template <class TextOf>
    std::string first(const TextOf& text_of) const {
        for (const auto& [rank, calls] : by_rank_) {
            for (const StuckCall* const call : calls) {
                for (const Rank to : call->awaited) {
                    if (const std::string text = text_of(*call, to); !text.empty())
                        return sentence_of(*call, to) + text;
                }
            }
        }
        return {};
    }

    std::string cycle() const {
        std::vector<Step> shortest;
        for (const StuckCall& call : hosted_) {
            std::vector<Step> found = cycle_from(call.rank);
            if (!found.empty() && (shortest.empty() || found.size() < shortest.size())) shortest = std::move(found);
        }
        if (shortest.empty()) return {};
        std::string text = "a cycle of waits: ";
        for (std::size_t i = 0; i < shortest.size() && i < max_shown; ++i) {
            text += (i == 0 ? "" : "; ") + sentence_of(*shortest[i].call, shortest[i].to);
        }
        if (shortest.size() <= max_shown) return text;
        return text + fmt::format("; and so on through {} more ranks back to rank {}", shortest.size() - max_shown,
                                  shortest.front().call->rank);
    }

    bool waits(Rank rank) const { return by_rank_.contains(rank); }

private:
    // A call of a rank, and the rank that it waits for.
    struct Step {
        const StuckCall* call;
        Rank to;
    };

    // Returns a shortest cycle that contains the rank, or an empty list.
    std::vector<Step> cycle_from(Rank start) const {
        std::map<Rank, Step> reached_by;  // by rank: the wait through which the search has reached it
        std::deque<Rank> next{start};
        for (; !next.empty(); next.pop_front()) {
            const auto calls = by_rank_.find(next.front());
            if (calls == by_rank_.end()) continue;
            for (const StuckCall* const call : calls->second) {
                for (const Rank to : call->awaited) {
                    if (reached_by.try_emplace(to, Step{call, to}).second && to != start) next.push_back(to);
                }
            }
        }
        if (!reached_by.contains(start)) return {};
        std::vector<Step> cycle;
        Rank at = start;
        do {
            cycle.insert(cycle.begin(), reached_by.at(at));
            at = cycle.front().call->rank;
        } while (at != start);
        return cycle;
    }

    const std::vector<StuckCall>& hosted_;
    std::map<Rank, std::vector<const StuckCall*>> by_rank_;
};

}  // namespace

Diagnosis cause_among(const std::vector<StuckCall>& calls, const std::vector<StuckCall>& hosted,
                      const EndedEarly& ended_early) {
    const Waits waits(calls, hosted);
    std::string cause = waits.first([&](const StuckCall&, Rank to) {
        const std::string how = ended_early(to);
        return how.empty() ? how : ", whose program has ended " + how;
    });
    if (!cause.empty()) return {.cause = std::move(cause)};
    if (cause = waits.cycle(); !cause.empty()) return {.cause = std::move(cause), .fix = fix_of_mixed_cycle()};
    const Waits in_hosted({}, hosted);
    return {.cause = in_hosted.first([&](const StuckCall&, Rank to) {
        return std::string(waits.waits(to) ? "" : ", whose program has ended");
    })};
}

}  // namespace rmasim::sim
