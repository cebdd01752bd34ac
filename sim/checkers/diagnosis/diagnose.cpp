// Derives from the wait-for graph one sentence: the reason why the run cannot finish.
#include "sim/checkers/diagnosis/cycle_fix.h"
#include "sim/checkers/diagnosis/missing_calls.h"
#include "sim/checkers/diagnosis/thread_waits.h"
#include "sim/checkers/diagnosis/wait_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_named = 3;
constexpr std::size_t max_in_cycle = 4;

// True if the loss of packet `lost` explains this wait of `rank`. Returns false if the rank waits until another rank
// releases a lock: `is_missed_by_lock` covers such waits.
bool waits_because_of_loss(const Family& family, const Packet& lost, Rank rank, const Wait& wait) {
    if (wait.lock_of != no_rank || lost.window != wait.window) return false;
    return family.reports.waits_because_of_loss(lost, rank, {wait.to, wait.what, wait.window});
}

// True if the holder of the awaited lock sent the request `lost`, and the request never reached the target. The target
// then never releases the lock. In some families UNLOCK does not wait for the target, so the holder itself may not wait
// for anything.
bool is_missed_by_lock(const Family& family, const Packet& lost, const Wait& wait) {
    return wait.holds && lost.source == wait.to && lost.target == wait.lock_of && lost.window == wait.window &&
           family.packets().is_request(lost.kind);
}

// Returns a subject with its verb: "rank 1 waits", "ranks 1, 2, 3 and 4 more wait".
std::string ranks_wait(const std::vector<Rank>& ranks) {
    const std::size_t shown = std::min(ranks.size(), max_named);
    const std::string named =
        fmt::format("{}", fmt::join(ranks.begin(), ranks.begin() + static_cast<int>(shown), ", "));
    if (ranks.size() == 1) return fmt::format("rank {} waits", named);
    if (ranks.size() == shown) return fmt::format("ranks {} wait", named);
    return fmt::format("ranks {} and {} more wait", named, ranks.size() - shown);
}

std::string through_others(std::size_t count) {
    return count == 0 ? "" : fmt::format(", and {} more indirectly", count);
}

std::string others_waiting(std::size_t count, Rank rank) {
    return count == 0 ? "" : fmt::format("; {} more wait for rank {} directly or indirectly", count, rank);
}

std::string dead_text(const std::vector<DeadRank>& dead) {
    std::string text;
    for (std::size_t i = 0; i < std::min(dead.size(), max_named); ++i) {
        text += (i == 0 ? "" : ", ") + text_of(dead[i]);
    }
    if (dead.size() > max_named) text += fmt::format(", {} more died", dead.size() - max_named);
    return text;
}

class Causes {
public:
    Causes(const Ranks& ranks, const LostThings& lost) : ranks_(ranks), lost_(lost), graph_(ranks, lost) {}

    Diagnosis first() const {
        for (const auto look : {&Causes::death, &Causes::death_of_target, &Causes::loss, &Causes::loss_behind_lock,
                                &Causes::shrinking, &Causes::fault, &Causes::threads}) {
            if (std::string cause = (this->*look)(); !cause.empty()) return {.cause = std::move(cause)};
        }
        if (!ranks_.unmatched_calls().empty()) return unmatched(ranks_.unmatched_calls().front());
        if (std::vector<Rank> cycle = shortest_cycle(graph_); !cycle.empty()) {
            return diagnosis_of(std::move(cycle));
        }
        std::string cause = finished_rank();
        return {.cause = cause.empty() ? whatever_is_awaited() : std::move(cause)};
    }

private:
    std::string death() const {
        std::vector<Rank> dead;
        for (const DeadRank& one : lost_.dead) dead.push_back(one.rank);
        const std::vector<Rank> leading = graph_.leading_to(dead);
        std::vector<Rank> direct;
        std::copy_if(leading.begin(), leading.end(), std::back_inserter(direct), [&](Rank rank) {
            const std::vector<Wait>& waits = graph_.waits_of(rank);
            return std::any_of(waits.begin(), waits.end(),
                               [&](const Wait& wait) { return std::binary_search(dead.begin(), dead.end(), wait.to); });
        });
        if (direct.empty()) return {};
        return fmt::format("{}; {} for {}{}", dead_text(lost_.dead), ranks_wait(direct),
                           dead.size() == 1 ? "it" : "them", through_others(leading.size() - direct.size()));
    }

    // Returns the cause if a rank waits for the lock of a dead rank; otherwise an empty string. In the graph, such a
    // wait is an edge to the holder of the lock. That holder may have finished, since its UNLOCK need not wait for the
    // target.
    std::string death_of_target() const {
        std::vector<Rank> waiting;
        for (Rank rank = 0; rank < graph_.ranks(); ++rank) {
            const Wait* const wait = first_wait(rank, [&](const Wait& one) {
                return std::any_of(lost_.dead.begin(), lost_.dead.end(),
                                   [&](const DeadRank& dead) { return dead.rank == one.lock_of; });
            });
            if (wait != nullptr) waiting.push_back(rank);
        }
        if (waiting.empty()) return {};
        return fmt::format("{}; {} for a lock of a dead rank", dead_text(lost_.dead), ranks_wait(waiting));
    }

    std::string loss() const {
        return loss_that([&](const Packet& lost, Rank rank, const Wait& wait) {
            return waits_because_of_loss(ranks_.family(), lost, rank, wait);
        });
    }

    std::string loss_behind_lock() const {
        return loss_that(
            [&](const Packet& lost, Rank, const Wait& wait) { return is_missed_by_lock(ranks_.family(), lost, wait); });
    }

    template <class Explains>
    std::string loss_that(Explains explains) const {
        for (const LostPacket& lost : lost_.packets) {
            for (Rank rank = 0; rank < graph_.ranks(); ++rank) {
                const Wait* const wait =
                    first_wait(rank, [&](const Wait& one) { return explains(lost.packet, rank, one); });
                if (wait == nullptr) continue;
                return text_of(lost) + "; " + sentence_of(ranks_, rank, *wait) +
                       through_others(graph_.leading_to({rank}).size());
            }
        }
        return {};
    }

    std::string shrinking() const {
        for (const ShrunkPool& pool : lost_.shrunken) {
            const Awaited element =
                pool.kind == ElementKind::operation ? Awaited::operation_element : Awaited::target_element;
            bool awaited = false;
            ranks_.process(pool.rank).waiting().for_each([&](const WaitReason& reason) {
                awaited |=
                    reason.awaited == element && (pool.level == PoolLevel::global || reason.window == pool.window);
            });
            if (!awaited) continue;
            return fmt::format("{}; rank {} waits for {} {}{}", text_of(pool), pool.rank,
                               pool.kind == ElementKind::operation ? "an" : "a", name_of(element),
                               through_others(graph_.leading_to({pool.rank}).size()));
        }
        return {};
    }

    std::string fault() const {
        std::string found;
        for (Rank rank = 0; rank < ranks_.count() && found.empty(); ++rank) {
            if (lost_.died(rank)) continue;
            const Process& process = ranks_.process(rank);
            process.waiting().for_each([&](const WaitReason& reason) {
                if (!found.empty()) return;
                found = process.fault(reason);
                if (!found.empty()) found = fault_text(rank, found);
            });
        }
        return found.empty() ? fault_of_holder() : found;
    }

    static std::string fault_text(Rank rank, const std::string& what) {
        return fmt::format("a fault of the implementation at rank {}: {}", rank, what);
    }

    // Returns the cause if a rank waits for a lock that its holder cannot release because of a fault of the
    // implementation; otherwise an empty string. Only the holder's process records the fault.
    std::string fault_of_holder() const {
        for (Rank rank = 0; rank < graph_.ranks(); ++rank) {
            const Wait* const wait = first_wait(rank, [&](const Wait& one) { return one.holds; });
            if (wait == nullptr) continue;
            const std::string what =
                ranks_.process(wait->to).fault({Call::none, wait->window, Awaited::lock_granted, rank});
            if (!what.empty()) return fault_text(wait->to, what) + "; " + sentence_of(ranks_, rank, *wait);
        }
        return {};
    }

    std::string threads() const {
        for (Rank rank = 0; rank < ranks_.count(); ++rank) {
            if (lost_.died(rank)) continue;
            const std::string cause = cause_among(ranks_.threads(rank));
            if (!cause.empty()) return cause + others_waiting(graph_.leading_to({rank}).size(), rank);
        }
        return {};
    }

    Diagnosis unmatched(const UnmatchedCall& one) const {
        const Thread& thread = ranks_.threads(one.rank)[one.thread];
        const auto name = [&thread](Call call) { return thread.program->call_name(call); };
        const std::string fences = fences_of(ranks_, one);
        return {.cause = fmt::format("collective calls do not match: {}, and {} calls {} instead at {}{}{}", one.theirs,
                                     thread.name(), ranks_.call_name(thread, one.call),
                                     thread.program->location_text(thread.location), fences.empty() ? "" : "; ",
                                     fences),
                .fix = fmt::format("let all ranks of the window make the same calls of {}, {} and {} on it, in the "
                                   "same order: rank {} lacks the call of rank {}, or one of the two is superfluous",
                                   name(Call::fence), name(Call::win_create), name(Call::win_free), one.rank,
                                   one.other)};
    }

    Diagnosis diagnosis_of(std::vector<Rank> cycle) const {
        Diagnosis found{.cause = text_of_cycle(cycle), .cycle = std::move(cycle)};
        std::vector<Wait> waits;
        for (std::size_t i = 0; i < found.cycle.size(); ++i) {
            waits.push_back(next_wait(found.cycle, i));
            found.waits.push_back(record_of(ranks_, found.cycle[i], waits.back()));
        }
        const Thread& first = ranks_.threads(found.cycle.front()).front();
        found.fix = fix_of_cycle(waits, [&first](Call call) { return first.program->call_name(call); });
        return found;
    }

    std::string text_of_cycle(const std::vector<Rank>& cycle) const {
        std::string text = "a cycle of waits: ";
        for (std::size_t i = 0; i < cycle.size() && i < max_in_cycle; ++i) {
            text += (i == 0 ? "" : "; ") + sentence_of(ranks_, cycle[i], next_wait(cycle, i));
        }
        if (cycle.size() <= max_in_cycle) return text;
        return text +
               fmt::format("; and so on through {} more ranks back to rank {}", cycle.size() - max_in_cycle, cycle[0]);
    }

    // The wait of the cycle's rank with this index for the next rank.
    const Wait& next_wait(const std::vector<Rank>& cycle, std::size_t index) const {
        const Rank next = cycle[(index + 1) % cycle.size()];
        return *first_wait(cycle[index], [&](const Wait& one) { return one.to == next; });
    }

    std::string finished_rank() const {
        for (Rank rank = 0; rank < graph_.ranks(); ++rank) {
            const Wait* const wait = first_wait(
                rank, [&](const Wait& one) { return is_over(ranks_, one.to) && !another_may_act(rank, one); });
            if (wait == nullptr) continue;
            const std::size_t others = graph_.leading_to({wait->to}).size() - 1;
            return sentence_of(ranks_, rank, *wait) + ", whose program has ended" + others_waiting(others, wait->to);
        }
        return {};
    }

    // True if the rank waits for one of several ranks, and the programs of some of these have not ended.
    bool another_may_act(Rank rank, const Wait& wait) const {
        return wait.any && first_wait(rank, [&](const Wait& one) { return one.any && !is_over(ranks_, one.to); });
    }

    std::string whatever_is_awaited() const {
        std::vector<std::string> parts;
        if (!lost_.dead.empty()) parts.push_back(dead_text(lost_.dead));
        if (!lost_.packets.empty()) parts.push_back(text_of(lost_.packets.front()));
        if (!lost_.shrunken.empty()) parts.push_back(text_of(lost_.shrunken.front()));
        const std::vector<StuckCall> stuck = stuck_calls(ranks_, lost_);
        if (stuck.empty()) return lost_.dead.empty() ? "" : parts.front() + "; no other rank waits";
        parts.push_back(fmt::format("rank {} waits for {}", stuck.front().rank, stuck.front().reason));
        return fmt::format("{}", fmt::join(parts, "; "));
    }

    template <class Fits>
    const Wait* first_wait(Rank rank, Fits fits) const {
        const std::vector<Wait>& waits = graph_.waits_of(rank);
        const auto found = std::find_if(waits.begin(), waits.end(), fits);
        return found == waits.end() ? nullptr : &*found;
    }

    const Ranks& ranks_;
    const LostThings& lost_;
    WaitGraph graph_;
};

}  // namespace

Diagnosis diagnose(const Ranks& ranks, const LostThings& lost) { return Causes(ranks, lost).first(); }

}  // namespace rmasim::sim
