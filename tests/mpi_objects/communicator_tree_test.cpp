// Random trees of communicators, compared with lists of processes, and their context ids.
#include "sim/mpi/objects/context_ids.h"
#include "tests/mpi_objects/ranks.h"
#include "tests/random_rounds.h"
#include "tests/twister.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rmasim::mpi {
namespace {

using Processes = std::vector<int>;

// A communicator of the reference: the processes of one or two groups, by rank; and the handle at each process.
struct Known {
    std::vector<Processes> groups;
    std::map<int, MPI_Comm> handles;

    bool has(int process) const { return handles.count(process) != 0; }
    bool is_inter() const { return groups.size() == 2; }
    std::size_t side_of(int process) const {
        return std::count(groups[0].begin(), groups[0].end(), process) != 0 ? 0 : 1;
    }
    Processes members() const {
        Processes all;
        for (const Processes& group : groups) all.insert(all.end(), group.begin(), group.end());
        return all;
    }
};

// The groups of a split of these groups: by colour, in the order of key and old rank.
std::vector<std::vector<Processes>> split_groups(const Known& parent, const std::vector<int>& colours,
                                                 const std::vector<int>& keys) {
    std::vector<std::vector<Processes>> results;
    const std::set<int> all(colours.begin(), colours.end());
    for (const int colour : all) {
        if (colour < 0) continue;
        std::vector<Processes> groups;
        for (const Processes& group : parent.groups) {
            std::vector<std::pair<int, std::size_t>> chosen;
            for (std::size_t rank = 0; rank < group.size(); ++rank)
                if (colours[static_cast<std::size_t>(group[rank])] == colour)
                    chosen.emplace_back(keys[static_cast<std::size_t>(group[rank])], rank);
            std::sort(chosen.begin(), chosen.end());
            Processes members;
            for (const auto& [key, rank] : chosen) members.push_back(group[rank]);
            groups.push_back(members);
        }
        if (std::none_of(groups.begin(), groups.end(), [](const Processes& one) { return one.empty(); }))
            results.push_back(groups);
    }
    return results;
}

class Tree {
public:
    Tree(std::uint64_t seed, int size) : twister_(seed), size_(size), ranks_(nodes(size)) {
        Known world{{Processes()}, {}};
        for (int process = 0; process < size; ++process) {
            world.groups[0].push_back(process);
            world.handles[process] = MPI_COMM_WORLD;
        }
        known_.push_back(world);
    }

    void step() {
        switch (twister_.below(8)) {
            case 0: return duplicate();
            case 1:
            case 2: return split();
            case 3: return split_by_node();
            case 4: return create();
            case 5: return known_.size() > 1 ? free() : split();
            case 6: return bridge();
            default: return merge();
        }
    }

    // Each process has the expected groups, and no two communicators with a common member have the same context id.
    void check() {
        std::set<std::pair<int, int>> used;  // process and context id
        for (const Known& one : known_)
            for (const auto& [process, handle] : one.handles) check_comm(one, process, handle, used);
        for (int process = 0; process < size_; ++process) {
            const auto count =
                std::count_if(known_.begin(), known_.end(), [&](const Known& one) { return one.has(process); });
            EXPECT_EQ(ranks_.objects_of(process).comms.derived() + 1, static_cast<std::size_t>(count));
        }
    }

private:
    static std::vector<int> nodes(int size) {
        std::vector<int> all;
        for (int process = 0; process < size; ++process) all.push_back(process / 3);
        return all;
    }

    void check_comm(const Known& one, int process, MPI_Comm handle, std::set<std::pair<int, int>>& used) {
        Library& own = ranks_.objects_of(process);
        const Comm& comm = own.comms.find(to_int(handle));
        const std::size_t side = one.side_of(process);
        ASSERT_EQ(comm.shared->is_inter(), one.is_inter());
        EXPECT_EQ(comm.group().processes(), one.groups[side]);
        if (one.is_inter()) {
            EXPECT_EQ(comm.remote()->processes(), one.groups[1 - side]);
        }
        EXPECT_EQ(one.groups[side][static_cast<std::size_t>(comm.rank)], process);
        EXPECT_TRUE(used.emplace(process, comm.shared->context).second);
        EXPECT_TRUE(ranks_.job().contexts().is_used(process, comm.shared->context));
        // All members have the same context id.
        const auto& [first, first_handle] = *one.handles.begin();
        EXPECT_EQ(comm.shared->context, ranks_.objects_of(first).comms.find(to_int(first_handle)).shared->context);
    }

    Known& pick() { return known_[twister_.below(known_.size())]; }

    // Executes a creation on a communicator's members, and records the communicators that it returns.
    template <class Create>
    void create_on(const Known& parent, const std::vector<std::vector<Processes>>& expected, Create&& create) {
        std::map<int, MPI_Comm> made;
        for (const int process : parent.members()) made[process] = MPI_COMM_NULL;
        const std::map<int, MPI_Comm> handles = parent.handles;
        ranks_.run([&](int process) {
            const auto found = handles.find(process);
            if (found != handles.end()) {
                EXPECT_EQ(create(process, found->second, &made.at(process)), MPI_SUCCESS);
            }
        });
        record(made, expected);
    }

    void record(std::map<int, MPI_Comm>& made, const std::vector<std::vector<Processes>>& expected) {
        for (const auto& groups : expected) {
            Known one{groups, {}};
            for (const int process : one.members()) {
                EXPECT_NE(made.at(process), MPI_COMM_NULL);
                one.handles[process] = made.at(process);
                made.erase(process);
            }
            known_.push_back(one);
        }
        for (const auto& [process, handle] : made) EXPECT_EQ(handle, MPI_COMM_NULL) << process;
    }

    void duplicate() {
        const Known parent = pick();
        if (twister_.below(2) == 0)
            return create_on(parent, {parent.groups},
                             [](int, MPI_Comm comm, MPI_Comm* made) { return MPI_Comm_dup(comm, made); });
        create_on(parent, {parent.groups}, [](int, MPI_Comm comm, MPI_Comm* made) {
            MPI_Request request = MPI_REQUEST_NULL;
            const int error = MPI_Comm_idup(comm, made, &request);
            return error != MPI_SUCCESS ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
        });
    }

    void split() {
        const Known parent = pick();
        std::vector<int> colours(static_cast<std::size_t>(size_)), keys(colours.size());
        for (std::size_t i = 0; i < colours.size(); ++i) {
            colours[i] = static_cast<int>(twister_.below(3)) - (twister_.below(4) == 0 ? 3 : 0);
            if (colours[i] < 0) colours[i] = -1;
            keys[i] = static_cast<int>(twister_.below(5)) - 2;
        }
        create_on(parent, split_groups(parent, colours, keys), [&](int process, MPI_Comm comm, MPI_Comm* made) {
            const int colour = colours[static_cast<std::size_t>(process)];
            return MPI_Comm_split(comm, colour < 0 ? MPI_UNDEFINED : colour, keys[static_cast<std::size_t>(process)],
                                  made);
        });
    }

    void split_by_node() {
        const Known parent = pick();
        if (parent.is_inter()) return split();
        const std::vector<int> keys(static_cast<std::size_t>(size_), 0);
        create_on(parent, split_groups(parent, nodes(size_), keys), [](int, MPI_Comm comm, MPI_Comm* made) {
            return MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, made);
        });
    }

    // The members of each side that are chosen, in a random order.
    void create() {
        const Known parent = pick();
        std::vector<Processes> chosen(parent.groups.size());
        for (std::size_t side = 0; side < chosen.size(); ++side) {
            for (const int process : parent.groups[side])
                if (twister_.below(3) != 0) chosen[side].push_back(process);
            for (std::size_t i = chosen[side].size(); i > 1; --i)
                std::swap(chosen[side][i - 1], chosen[side][twister_.below(i)]);
        }
        const bool some_empty =
            std::any_of(chosen.begin(), chosen.end(), [](const Processes& one) { return one.empty(); });
        const bool by_group = !parent.is_inter() && twister_.below(2) == 0;
        create_on(parent,
                  some_empty ? std::vector<std::vector<Processes>>() : std::vector<std::vector<Processes>>{chosen},
                  [&](int process, MPI_Comm comm, MPI_Comm* made) {
                      const std::size_t side = parent.side_of(process);
                      const Processes& all = parent.groups[side];
                      std::vector<int> list;
                      for (const int one : chosen[side])
                          list.push_back(static_cast<int>(std::find(all.begin(), all.end(), one) - all.begin()));
                      MPI_Group whole = MPI_GROUP_NULL, part = MPI_GROUP_NULL;
                      MPI_Comm_group(comm, &whole);
                      MPI_Group_incl(whole, static_cast<int>(list.size()), list.data(), &part);
                      const int error =
                          by_group ? MPI_Comm_create_group(comm, part, 7, made) : MPI_Comm_create(comm, part, made);
                      MPI_Group_free(&whole);
                      MPI_Group_free(&part);
                      return error;
                  });
    }

    void free() {
        const std::size_t index = 1 + twister_.below(known_.size() - 1);
        std::map<int, MPI_Comm> handles = known_[index].handles;
        ranks_.run([&](int process) {
            const auto found = handles.find(process);
            if (found != handles.end()) {
                EXPECT_EQ(MPI_Comm_free(&found->second), MPI_SUCCESS);
            }
        });
        known_.erase(known_.begin() + static_cast<std::ptrdiff_t>(index));
    }

    // An intercommunicator of two disjoint communicators, whose leaders meet in the world.
    void bridge() {
        const Known a = pick(), b = pick();
        if (a.is_inter() || b.is_inter()) return duplicate();
        for (const int process : a.groups[0])
            if (b.has(process)) return split();
        const int a_leader = static_cast<int>(twister_.below(a.groups[0].size()));
        const int b_leader = static_cast<int>(twister_.below(b.groups[0].size()));
        const int a_process = a.groups[0][static_cast<std::size_t>(a_leader)];
        const int b_process = b.groups[0][static_cast<std::size_t>(b_leader)];
        std::map<int, MPI_Comm> made;
        for (const Known* one : {&a, &b})
            for (const int process : one->groups[0]) made[process] = MPI_COMM_NULL;
        ranks_.run([&](int process) {
            const bool in_a = a.has(process);
            if (!in_a && !b.has(process)) return;
            EXPECT_EQ(MPI_Intercomm_create((in_a ? a : b).handles.at(process), in_a ? a_leader : b_leader,
                                           MPI_COMM_WORLD, in_a ? b_process : a_process, 5, &made.at(process)),
                      MPI_SUCCESS);
        });
        record(made, {{a.groups[0], b.groups[0]}});
    }

    // The order of two sides with the same value is the library's.
    void merge() {
        const auto found = std::find_if(known_.begin(), known_.end(), [](const Known& one) { return one.is_inter(); });
        if (found == known_.end()) return bridge();
        const Known parent = *found;
        const std::size_t high_side = twister_.below(2);
        Processes all = parent.groups[1 - high_side];
        all.insert(all.end(), parent.groups[high_side].begin(), parent.groups[high_side].end());
        create_on(parent, {{all}}, [&](int process, MPI_Comm comm, MPI_Comm* made) {
            return MPI_Intercomm_merge(comm, parent.side_of(process) == high_side ? 1 : 0, made);
        });
    }

    Twister twister_;
    int size_;
    Ranks ranks_;
    std::vector<Known> known_;
};

void check_tree(std::uint64_t seed) {
    Tree tree(seed, 2 + static_cast<int>(seed % 7));
    for (int step = 0; step < 25; ++step) {
        tree.step();
        tree.check();
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << step;
    }
}

TEST(CommunicatorTrees, AreTheReferencesLists) {
    for (std::uint64_t seed = 0; seed < random_rounds(400) && !HasFailure(); ++seed) check_tree(seed);
}

TEST(LongCommunicatorTrees, FiveThousand) {
    for (std::uint64_t seed = 1000; seed < 6000 && !HasFailure(); ++seed) check_tree(seed);
}

TEST(ContextIds, AreTheSmallestNumbersThatAreFreeAtAllMembers) {
    ContextIds ids(3);
    const int all[] = {0, 1, 2}, low[] = {0, 1}, high[] = {2};
    EXPECT_EQ(ids.agree(all), 0);
    EXPECT_EQ(ids.agree(low), 1);
    EXPECT_EQ(ids.agree(high), 1);
    EXPECT_EQ(ids.agree(all), 2);
    ids.free(0, 1);
    EXPECT_EQ(ids.agree(low), 3);
    ids.free(1, 1);
    EXPECT_EQ(ids.agree(low), 1);
    for (int i = 4; i < 200; ++i) EXPECT_EQ(ids.agree(all), i);
}

TEST(ContextIds, AreTakenAgainForTheSameProcessesInTheSameOrder) {
    ContextIds ids(3);
    const int low[] = {0, 1}, reversed[] = {1, 0}, outer[] = {0, 2};
    EXPECT_EQ(ids.agree(low), 0);
    for (const int process : low) ids.free(process, 0);
    EXPECT_EQ(ids.agree(reversed), 1);
    EXPECT_EQ(ids.agree(outer), 2);
    EXPECT_EQ(ids.agree(low), 0);
    EXPECT_TRUE(ids.is_used(0, 0));
    EXPECT_FALSE(ids.is_used(2, 0));
}

}  // namespace
}  // namespace rmasim::mpi
