// The graph of waits and its shortest cycle, for random waits, random queues of locks and random losses, compared with
// a simple second implementation.
#include "sim/checkers/diagnosis/wait_graph.h"

#include "tests/unit/protocol/stub_family.h"
#include "tests/unit/protocol/stub_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

namespace rmasim::sim {

namespace {

bool operator==(const Wait& a, const Wait& b) {
    return a.to == b.to && a.window == b.window && a.what == b.what && a.lock_of == b.lock_of && a.holds == b.holds &&
           a.queued_after == b.queued_after && a.behind == b.behind;
}

class RandomWaits : public testing::TestWithParam<int>, public Ranks {
protected:
    const Family& family() const override { return family_; }
    Rank count() const override { return static_cast<Rank>(processes_.size()); }
    const Process& process(Rank rank) const override { return *processes_[static_cast<std::size_t>(rank)]; }
    std::span<const Thread> threads(Rank) const override { return {}; }

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    Rank any() { return static_cast<Rank>(below(processes_.size())); }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(values.size())];
    }

    void make(std::size_t ranks) {
        processes_.clear();
        family_.reported_locks.clear();
        family_.reported_tree_nodes.clear();
        family_.reported_awaited.clear();
        lost_ = {};
        for (std::size_t i = 0; i < ranks; ++i)
            processes_.push_back(std::make_unique<StubProcess>(static_cast<Rank>(i)));
        const std::uint64_t locks = below(3);
        for (std::uint64_t i = 0; i < locks; ++i) choose_lock();
        for (const auto& process : processes_) {
            for (std::uint64_t calls = below(3); calls > 0; --calls) choose_call(*process);
        }
        for (Rank rank = 0; rank < count(); ++rank) {
            if (below(12) == 0) lost_.dead.push_back({rank, "at 5 ns"});
            if (below(3) == 0) family_.reported_awaited[{rank, static_cast<WindowId>(below(2))}] = any();
            choose_tree_nodes(rank);
        }
        for (std::uint64_t i = below(3); i > 0; --i) {
            Packet packet;
            packet.source = any();
            packet.target = any();
            lost_.packets.push_back({packet, 1, &family_.packets()});
        }
    }
    void choose_lock() {
        LockAtTarget lock;
        lock.window = static_cast<WindowId>(below(2));
        std::vector<Rank> others;
        for (Rank rank = 0; rank < count(); ++rank) others.push_back(rank);
        std::shuffle(others.begin(), others.end(), random_);
        const std::size_t holders = below(4);
        for (std::size_t i = 0; i < std::min(holders, others.size()); ++i) lock.holders.push_back(others[i]);
        if (lock.holders.size() == 1 && below(2) == 0) lock.exclusive_holder = lock.holders.front();
        for (std::size_t i = holders; i < others.size() && lock.requests.size() < 60; ++i) {
            const LockType type = below(2) == 0 ? LockType::shared : LockType::exclusive;
            lock.requests.push_back({others[i], type, type == LockType::shared && below(3) == 0});
        }
        family_.reported_locks[any()].push_back(lock);
    }
    // At most one for each root and window.
    void choose_tree_nodes(Rank rank) {
        for (std::uint64_t i = below(3); i > 0; --i) {
            const TreeNode node{static_cast<WindowId>(below(2)), static_cast<Rank>(below(2)), any(),
                                static_cast<std::uint32_t>(below(3)), below(2) == 0};
            std::vector<TreeNode>& nodes = family_.reported_tree_nodes[rank];
            const bool known = std::any_of(nodes.begin(), nodes.end(), [&node](const TreeNode& one) {
                return one.window == node.window && one.root == node.root;
            });
            if (!known) nodes.push_back(node);
        }
    }
    void choose_call(StubProcess& process) {
        AwaitedRanks awaited;
        const auto window = static_cast<WindowId>(below(2));
        const std::uint64_t ranks = 1 + below(2);
        for (std::uint64_t i = 0; i < ranks; ++i) {
            const Awaited what = one_of({Awaited::lock_granted, Awaited::operations, Awaited::acknowledgements,
                                         Awaited::request, Awaited::post, Awaited::complete, Awaited::message,
                                         Awaited::barrier, Awaited::mutex, Awaited::op_counts});
            // Often one in whose queue it stands.
            Rank to = any();
            for (const auto& [target, locks] : family_.reported_locks) to = below(2) == 0 ? target : to;
            awaited.ranks.push_back({to, what, window});
        }
        awaited.others = below(6) == 0;
        process.waits({Call::flush, window, Awaited::operations, ++calls_}, awaited);
    }

    // Whom a request waits for: the holders, and those before it that it cannot overtake.
    std::vector<Wait> before(Rank target, const LockAtTarget& lock, std::size_t nth) const {
        const LockRequestAtTarget& mine = lock.requests[nth];
        const bool exclusive = mine.type == LockType::exclusive;
        std::size_t upto = nth;  // those before this one
        Rank writer = no_rank;   // the last before this one
        for (std::size_t i = 0; i < nth; ++i) {
            if (lock.requests[i].type == LockType::exclusive) writer = lock.requests[i].origin;
        }
        if (mine.overtakes && !exclusive) {
            upto = 0;
            while (upto < nth && lock.requests[upto].type == LockType::exclusive) ++upto;
        } else if (!exclusive) {
            while (upto > 0 && lock.requests[upto - 1].type != LockType::exclusive) --upto;
        }
        std::vector<Wait> waits;
        const std::size_t first = upto > 32 ? upto - 32 : 0;
        for (const Rank holder : lock.holders) {
            if (first > 0) break;
            const bool shares = !exclusive && lock.exclusive_holder == no_rank;
            waits.push_back(
                {holder, lock.window, Awaited::lock_granted, target, true, shares ? writer : no_rank, false});
        }
        for (std::size_t i = first; i < upto; ++i) {
            waits.push_back(
                {lock.requests[i].origin, lock.window, Awaited::lock_granted, target, false, no_rank, false});
        }
        return waits;
    }
    // Returns the ranks whose COMPLETE is missing in the tree with this root. More COMPLETEs are due from such a rank
    // than its children will forward.
    std::optional<std::vector<Rank>> owing_to(Rank root, WindowId window) const {
        std::vector<Rank> owing;
        for (const auto& [rank, nodes] : family_.reported_tree_nodes) {
            for (const TreeNode& node : nodes) {
                if (node.root != root || node.window != window) continue;
                std::uint32_t missing = node.completes_due;
                for (const auto& [child, others] : family_.reported_tree_nodes) {
                    for (const TreeNode& other : others) {
                        if (other.root != root || other.window != window || other.parent != rank) continue;
                        missing = missing == 0 ? 0 : missing - 1;
                    }
                }
                if (missing == 0) continue;
                if (node.owes_own || lost_.died(rank) || lost_.dead.empty()) owing.push_back(rank);
                if (missing == 1 && node.owes_own) continue;
                for (const DeadRank& dead : lost_.dead) owing.push_back(dead.rank);
            }
        }
        return owing.empty() ? std::nullopt : std::optional(owing);
    }
    // Behind the calls, from each rank whose barrier is awaited.
    void add_barriers(std::vector<std::vector<Wait>>& graph) const {
        std::vector<std::pair<Rank, WindowId>> line;
        for (const auto& waits : graph) {
            for (const Wait& wait : waits) {
                if (wait.what == Awaited::barrier) line.emplace_back(wait.to, wait.window);
            }
        }
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto waiting = line[i];
            const auto awaited = family_.reported_awaited.find(waiting);
            const bool again = std::find(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i), waiting) !=
                               line.begin() + static_cast<std::ptrdiff_t>(i);
            if (again || lost_.died(waiting.first) || awaited == family_.reported_awaited.end()) continue;
            graph[static_cast<std::size_t>(waiting.first)].push_back(
                {awaited->second, waiting.second, Awaited::barrier, no_rank, false, no_rank, true});
            line.emplace_back(awaited->second, waiting.second);
        }
    }
    std::vector<Wait> waits_of_call(Rank rank, const AwaitedRanks& awaited, const WaitReason& reason) const {
        std::vector<Wait> waits;
        for (const AwaitedRank& one : awaited.ranks) {
            const bool on_lock = one.what == Awaited::lock_granted || one.what == Awaited::operations ||
                                 one.what == Awaited::acknowledgements || one.what == Awaited::request;
            std::vector<Wait> behind;
            if (const auto owing = owing_to(rank, one.window); one.what == Awaited::complete && owing) {
                for (const Rank to : *owing) {
                    waits.push_back({to, one.window, one.what, no_rank, false, no_rank, false});
                }
                continue;
            }
            for_queued(rank, one.window, [&](Rank target, const std::vector<Wait>& before) {
                if (on_lock && target == one.rank && behind.empty()) behind = before;
            });
            if (behind.empty()) behind.push_back({one.rank, one.window, one.what, no_rank, false, no_rank, false});
            waits.insert(waits.end(), behind.begin(), behind.end());
        }
        if (!awaited.others) return waits;
        for_queued(rank, reason.window, [&](Rank, const std::vector<Wait>& before) {
            waits.insert(waits.end(), before.begin(), before.end());
        });
        const auto add = [&](Rank to) {
            waits.push_back({to, reason.window, reason.awaited, no_rank, false, no_rank, false});
        };
        for (const DeadRank& dead : lost_.dead) add(dead.rank);
        for (const LostPacket& one : lost_.packets) {
            if (one.packet.source == rank) add(one.packet.target);
            if (one.packet.target == rank) add(one.packet.source);
        }
        return waits;
    }
    template <class Use>
    void for_queued(Rank origin, WindowId window, Use use) const {
        for (const auto& [target, locks] : family_.reported_locks) {
            for (const LockAtTarget& lock : locks) {
                for (std::size_t i = 0; i < lock.requests.size() && lock.window == window; ++i) {
                    if (lock.requests[i].origin == origin) use(target, before(target, lock, i));
                }
            }
        }
    }
    std::vector<std::vector<Wait>> plain_graph() const {
        std::vector<std::vector<Wait>> graph(processes_.size());
        for (Rank rank = 0; rank < count(); ++rank) {
            if (lost_.died(rank)) continue;
            const StubProcess& process = *processes_[static_cast<std::size_t>(rank)];
            for (const WaitReason& reason : process.reported()) {
                const auto waits = waits_of_call(rank, process.awaited_ranks(reason), reason);
                auto& of_rank = graph[static_cast<std::size_t>(rank)];
                of_rank.insert(of_rank.end(), waits.begin(), waits.end());
            }
        }
        add_barriers(graph);
        return graph;
    }

    std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
    StubFamily family_;
    Rank calls_ = 0;  // tells them apart
    std::vector<std::unique_ptr<StubProcess>> processes_;
    LostThings lost_;
};

// Steps from each rank to each other one; 0: there is no way. A wait for oneself counts if there is no other.
std::vector<std::vector<std::size_t>> distances(const std::vector<std::vector<Wait>>& graph, bool cycles) {
    const std::size_t ranks = graph.size();
    std::vector<std::vector<std::size_t>> ways(ranks, std::vector<std::size_t>(ranks, 0));
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (const Wait& wait : graph[rank]) {
            const auto to = static_cast<std::size_t>(wait.to);
            const bool only_itself = std::all_of(graph[rank].begin(), graph[rank].end(), [rank](const Wait& one) {
                return static_cast<std::size_t>(one.to) == rank;
            });
            if (cycles && wait.behind) continue;
            if (!cycles || to != rank || only_itself) ways[rank][to] = 1;
        }
    }
    for (std::size_t over = 0; over < ranks; ++over) {
        for (std::size_t from = 0; from < ranks; ++from) {
            for (std::size_t to = 0; to < ranks; ++to) {
                if (ways[from][over] == 0 || ways[over][to] == 0) continue;
                const std::size_t length = ways[from][over] + ways[over][to];
                if (ways[from][to] == 0 || length < ways[from][to]) ways[from][to] = length;
            }
        }
    }
    return ways;
}

}  // namespace

TEST_P(RandomWaits, MakeThePlainGraph) {
    for (int i = 0; i < 40; ++i) {
        make(i % 8 == 7 ? 50 : 2 + below(6));
        const WaitGraph graph(*this, lost_);
        const auto plain = plain_graph();
        ASSERT_EQ(graph.ranks(), count());
        for (Rank rank = 0; rank < count(); ++rank) {
            const auto& right = plain[static_cast<std::size_t>(rank)];
            ASSERT_EQ(graph.waits_of(rank).size(), right.size()) << rank;
            for (std::size_t k = 0; k < right.size(); ++k) EXPECT_TRUE(graph.waits_of(rank)[k] == right[k]) << k;
        }
        const auto ways = distances(plain, false);
        std::vector<Rank> goals{any()};
        if (below(2) == 0) goals.push_back(any());
        std::vector<Rank> leading;
        for (Rank rank = 0; rank < count(); ++rank) {
            const bool leads = std::any_of(goals.begin(), goals.end(), [&](Rank goal) {
                return ways[static_cast<std::size_t>(rank)][static_cast<std::size_t>(goal)] > 0;
            });
            if (leads && std::find(goals.begin(), goals.end(), rank) == goals.end()) leading.push_back(rank);
        }
        EXPECT_EQ(graph.leading_to(goals), leading);
    }
}

TEST_P(RandomWaits, HaveAShortestCycle) {
    int cycles = 0;
    for (int i = 0; i < 60; ++i) {
        make(2 + below(8));
        const auto plain = plain_graph();
        const auto ways = distances(plain, true);
        std::size_t min = 0, first = 0;
        for (std::size_t rank = plain.size(); rank-- > 0;) {
            if (ways[rank][rank] == 0 || (min != 0 && ways[rank][rank] > min)) continue;
            min = ways[rank][rank];
            first = rank;
        }
        const std::vector<Rank> cycle = shortest_cycle(WaitGraph(*this, lost_));
        ASSERT_EQ(cycle.size(), min);
        if (cycle.empty()) continue;
        ++cycles;
        EXPECT_EQ(cycle.front(), static_cast<Rank>(first));
        for (std::size_t k = 0; k < cycle.size(); ++k) {
            const auto at = static_cast<std::size_t>(cycle[k]), next = static_cast<std::size_t>(cycle[(k + 1) % min]);
            EXPECT_EQ(ways[at][next], 1u);
        }
    }
    EXPECT_GT(cycles, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWaits, testing::Range(0, 8));

TEST(WaitText, SaysWhatIsAwaited) {
    const auto text = [](const Wait& wait) { return text_of(wait); };
    EXPECT_EQ(text({1, 0, Awaited::barrier, no_rank, false, no_rank, false}), "BARRIER");
    EXPECT_EQ(text({1, 0, Awaited::request, no_rank, false, no_rank, false}), "completion of operations");
    EXPECT_EQ(text({1, 0, Awaited::operations, no_rank, false, no_rank, false}), "completion of operations");
}

}  // namespace rmasim::sim
