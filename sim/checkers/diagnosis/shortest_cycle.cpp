// Finds a shortest cycle in the wait-for graph.
#include "sim/checkers/diagnosis/wait_graph.h"

#include <algorithm>
#include <deque>

namespace rmasim::sim {

namespace {

// The maximum number of waits that the search inspects. If tens of thousands of ranks have many waits each, the search
// can reach this maximum. It then returns the shortest cycle that it has found.
constexpr std::size_t max_work = 20'000'000;

class Search {
public:
    explicit Search(const WaitGraph& graph)
        : graph_(graph), open_(static_cast<std::size_t>(graph.ranks()), true),
          distance_(static_cast<std::size_t>(graph.ranks()), 0),
          predecessor_(static_cast<std::size_t>(graph.ranks()), no_rank) {}

    std::vector<Rank> shortest() {
        close_ranks_without_cycle();
        for (Rank rank = 0; rank < graph_.ranks() && work_ < max_work; ++rank) {
            if (is_open(rank)) look_from(rank);
            if (best_.size() == 1) break;
        }
        return best_;
    }

private:
    bool is_open(Rank rank) const { return open_[static_cast<std::size_t>(rank)]; }
    // True if the search follows this wait. The search follows a rank's wait for itself only if the rank waits for no
    // other rank. If the rank also waits for another rank, a second thread of the rank is inside that other call. This
    // second thread may still perform the step that the first call needs.
    bool counts(Rank rank, const Wait& wait) const {
        if (!is_open(wait.to) || wait.behind) return false;
        const std::vector<Wait>& waits = graph_.waits_of(rank);
        return wait.to != rank ||
               std::all_of(waits.begin(), waits.end(), [rank](const Wait& one) { return one.to == rank; });
    }

    // Repeatedly removes ranks that wait for no remaining rank, because such ranks cannot be part of a cycle.
    void close_ranks_without_cycle() {
        std::vector<std::vector<Rank>> waited_for_by(open_.size());
        std::vector<std::size_t> left(open_.size(), 0);
        std::deque<Rank> outside;
        for (Rank rank = 0; rank < graph_.ranks(); ++rank) {
            for (const Wait& wait : graph_.waits_of(rank)) {
                if (!counts(rank, wait)) continue;
                waited_for_by[static_cast<std::size_t>(wait.to)].push_back(rank);
                ++left[static_cast<std::size_t>(rank)];
            }
            if (left[static_cast<std::size_t>(rank)] == 0) outside.push_back(rank);
        }
        for (; !outside.empty(); outside.pop_front()) {
            open_[static_cast<std::size_t>(outside.front())] = false;
            for (const Rank rank : waited_for_by[static_cast<std::size_t>(outside.front())]) {
                if (--left[static_cast<std::size_t>(rank)] == 0) outside.push_back(rank);
            }
        }
    }

    // Searches breadth-first for a path from `start` back to `start` that is shorter than the shortest cycle found so
    // far.
    void look_from(Rank start) {
        std::deque<Rank> next{start};
        std::vector<Rank> reached{start};
        while (!next.empty()) {
            const Rank rank = next.front();
            next.pop_front();
            const std::size_t length = distance_[static_cast<std::size_t>(rank)] + 1;
            if (!best_.empty() && length >= best_.size()) break;
            for (const Wait& wait : graph_.waits_of(rank)) {
                ++work_;
                if (!counts(rank, wait)) continue;
                if (wait.to == start) {
                    remember(start, rank);
                    next.clear();
                    break;
                }
                if (predecessor_[static_cast<std::size_t>(wait.to)] != no_rank) continue;
                predecessor_[static_cast<std::size_t>(wait.to)] = rank;
                distance_[static_cast<std::size_t>(wait.to)] = length;
                reached.push_back(wait.to);
                next.push_back(wait.to);
            }
        }
        for (const Rank rank : reached) {
            predecessor_[static_cast<std::size_t>(rank)] = no_rank;
            distance_[static_cast<std::size_t>(rank)] = 0;
        }
    }

    void remember(Rank start, Rank last) {
        best_.clear();
        for (Rank rank = last; rank != start; rank = predecessor_[static_cast<std::size_t>(rank)])
            best_.push_back(rank);
        best_.push_back(start);
        std::reverse(best_.begin(), best_.end());
    }

    const WaitGraph& graph_;
    std::vector<bool> open_;
    std::vector<std::size_t> distance_;
    std::vector<Rank> predecessor_;
    std::vector<Rank> best_;
    std::size_t work_ = 0;
};

}  // namespace

std::vector<Rank> shortest_cycle(const WaitGraph& graph) { return Search(graph).shortest(); }

}  // namespace rmasim::sim
