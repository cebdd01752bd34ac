// The functions of MPI for groups (MPI 4.1, 7.3).
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <span>
#include <vector>

namespace rmasim::mpi {

namespace {

void store_group(Library& own, MPI_Group* result, const GroupRef& group) {
    checked(result) = to_handle<MPI_Group>(own.groups.add(group));
}

const Group& group_of(Library& own, MPI_Group group) { return *own.groups.find(to_int(group)); }

std::span<const int> rank_list(int count, const int* ranks) {
    require(count >= 0, MPI_ERR_ARG, "the number of ranks is negative");
    require(count == 0 || ranks != nullptr, MPI_ERR_ARG, "the array is a null pointer");
    return {ranks, static_cast<std::size_t>(count)};
}

int combine(const char* function, MPI_Group a, MPI_Group b, MPI_Group* result,
            GroupRef (*operation)(const Group&, const Group&)) {
    return call(function, 0, [&](Library& own) {
        checked(result);
        store_group(own, result, operation(group_of(own, a), group_of(own, b)));
    });
}

int choose(const char* function, MPI_Group group, int count, const int* ranks, MPI_Group* result,
           GroupRef (*operation)(const Group&, std::span<const int>)) {
    return call(function, 0, [&](Library& own) {
        checked(result);
        store_group(own, result, operation(group_of(own, group), rank_list(count, ranks)));
    });
}

int choose_ranges(const char* function, MPI_Group group, int count, const int (*ranges)[3], MPI_Group* result,
                  GroupRef (*operation)(const Group&, std::span<const int>)) {
    return call(function, 0, [&](Library& own) {
        checked(result);
        const Group& from = group_of(own, group);
        require(count >= 0, MPI_ERR_ARG, "the number of ranges is negative");
        require(count == 0 || ranges != nullptr, MPI_ERR_ARG, "the array is a null pointer");
        store_group(own, result, operation(from, ranks_of_ranges(from, ranges, count)));
    });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Group_size(MPI_Group group, int* size) {
    return call("MPI_Group_size", 0, [&](Library& own) { checked(size) = group_of(own, group).size(); });
}

int PMPI_Group_rank(MPI_Group group, int* rank) {
    return call("MPI_Group_rank", 0, [&](Library& own) {
        const int found = group_of(own, group).rank_of(own.comms.process());
        checked(rank) = found < 0 ? MPI_UNDEFINED : found;
    });
}

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) {
    return call("MPI_Group_translate_ranks", 0, [&](Library& own) {
        const Group& from = group_of(own, group1);
        const Group& to = group_of(own, group2);
        require(n == 0 || ranks2 != nullptr, MPI_ERR_ARG, "the array is a null pointer");
        std::size_t next = 0;
        for (const int rank : rank_list(n, ranks1)) {
            require(rank == MPI_PROC_NULL || (rank >= 0 && rank < from.size()), MPI_ERR_RANK,
                    "a rank is not in the group");
            const int found = rank == MPI_PROC_NULL ? MPI_PROC_NULL : to.rank_of(from.process(rank));
            ranks2[next++] = found == -1 ? MPI_UNDEFINED : found;
        }
    });
}

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
    return call("MPI_Group_compare", 0,
                [&](Library& own) { checked(result) = compare(group_of(own, group1), group_of(own, group2)); });
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return combine("MPI_Group_union", group1, group2, newgroup, united);
}

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return combine("MPI_Group_intersection", group1, group2, newgroup, intersected);
}

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return combine("MPI_Group_difference", group1, group2, newgroup, without);
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
    return choose("MPI_Group_incl", group, n, ranks, newgroup, included);
}

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
    return choose("MPI_Group_excl", group, n, ranks, newgroup, excluded);
}

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
    return choose_ranges("MPI_Group_range_incl", group, n, ranges, newgroup, included);
}

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
    return choose_ranges("MPI_Group_range_excl", group, n, ranges, newgroup, excluded);
}

int PMPI_Group_free(MPI_Group* group) {
    return call("MPI_Group_free", 0, [&](Library& own) {
        own.groups.free(to_int(checked(group)));
        *group = MPI_GROUP_NULL;
    });
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
    return call("MPI_Comm_group", to_int(comm),
                [&](Library& own) { store_group(own, group, own.comms.find(to_int(comm)).local()); });
}

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
    return call("MPI_Comm_remote_group", to_int(comm),
                [&](Library& own) { store_group(own, group, own.comms.find_inter(to_int(comm)).remote()); });
}
