// Groups, from sections 7.3 and 7.4 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static MPI_Group world(void) {
    MPI_Group group;
    PMPI_Comm_group(MPI_COMM_WORLD, &group);
    return group;
}

// Checks the ranks in MPI_COMM_WORLD of the members.
static void has_members(MPI_Group group, int count, const int* expected) {
    int found = -1;
    PMPI_Group_size(group, &found);
    IS(found, count);
    MPI_Group all = world();
    for (int i = 0; i < count && found == count; ++i) {
        int in_world = -1;
        PMPI_Group_translate_ranks(group, 1, &i, all, &in_world);
        IS(in_world, expected[i]);
    }
    PMPI_Group_free(&all);
}

// program group_of_world: A communicator's group has its size and rank (7.3.1, 7.3.2).
PROGRAM(group_of_world) {
    MPI_Group group = MPI_GROUP_NULL;
    int members = -1, own = -1;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_size(group, &members);
    MPI_Group_rank(group, &own);
    IS(members, size);
    IS(own, rank);
    MPI_Group_free(&group);
    CHECK(group == MPI_GROUP_NULL);
}

// program group_incl: Members are in the order of the list (7.3.2).
PROGRAM(group_incl) {
    MPI_Group all = world(), some = MPI_GROUP_NULL;
    int own = -5;
    MPI_Group_incl(all, 3, (const int[]){3, 0, 2}, &some);
    has_members(some, 3, (const int[]){3, 0, 2});
    MPI_Group_rank(some, &own);
    CHECK(own == ((const int[]){1, MPI_UNDEFINED, 2, 0})[rank]);
    MPI_Group_free(&some);
    MPI_Group_incl(all, 0, NULL, &some);
    CHECK(some == MPI_GROUP_EMPTY);
    MPI_Group_free(&all);
}

// program group_excl: The members that are not in the list keep their order (7.3.2).
PROGRAM(group_excl) {
    MPI_Group all = world(), some = MPI_GROUP_NULL;
    int result = -1;
    MPI_Group_excl(all, 2, (const int[]){2, 0}, &some);
    has_members(some, 2, (const int[]){1, 3});
    MPI_Group_free(&some);
    MPI_Group_excl(all, 0, NULL, &some);
    MPI_Group_compare(all, some, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

// program group_ranges: Ranges with strides, also downwards (7.3.2).
PROGRAM(group_ranges) {
    MPI_Group all = world(), some = MPI_GROUP_NULL;
    int down[1][3] = {{3, 0, -2}}, two[2][3] = {{2, 3, 1}, {0, 0, 1}}, up[1][3] = {{0, 3, 3}};
    MPI_Group_range_incl(all, 1, down, &some);
    has_members(some, 2, (const int[]){3, 1});
    MPI_Group_free(&some);
    MPI_Group_range_incl(all, 2, two, &some);
    has_members(some, 3, (const int[]){2, 3, 0});
    MPI_Group_free(&some);
    MPI_Group_range_excl(all, 1, up, &some);
    has_members(some, 2, (const int[]){1, 2});
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

// program group_sets: Unions begin with the first group, intersections and differences have its order (7.3.2).
PROGRAM(group_sets) {
    MPI_Group all = world(), first, second, result = MPI_GROUP_NULL;
    PMPI_Group_incl(all, 3, (const int[]){3, 1, 0}, &first);
    PMPI_Group_incl(all, 3, (const int[]){0, 2, 3}, &second);
    MPI_Group_union(first, second, &result);
    has_members(result, 4, (const int[]){3, 1, 0, 2});
    MPI_Group_free(&result);
    MPI_Group_intersection(first, second, &result);
    has_members(result, 2, (const int[]){3, 0});
    MPI_Group_free(&result);
    MPI_Group_difference(first, second, &result);
    has_members(result, 1, (const int[]){1});
    MPI_Group_free(&result);
    MPI_Group_free(&first);
    MPI_Group_free(&second);
    MPI_Group_free(&all);
}

// program empty_groups: Sets that are empty are MPI_GROUP_EMPTY (7.3.2).
PROGRAM(empty_groups) {
    MPI_Group all = world(), result = MPI_GROUP_NULL;
    int members = -1, own = 0, compared = -1;
    MPI_Group_difference(all, all, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    result = MPI_GROUP_NULL;
    MPI_Group_intersection(all, MPI_GROUP_EMPTY, &result);
    CHECK(result == MPI_GROUP_EMPTY);
    MPI_Group_size(MPI_GROUP_EMPTY, &members);
    IS(members, 0);
    MPI_Group_rank(MPI_GROUP_EMPTY, &own);
    CHECK(own == MPI_UNDEFINED);
    MPI_Group_compare(MPI_GROUP_EMPTY, all, &compared);
    CHECK(compared == MPI_UNEQUAL);
    MPI_Group_free(&all);
}

// program group_compare: Identical, similar and unequal groups (7.3.2).
PROGRAM(group_compare) {
    MPI_Group all = world(), same, reversed, fewer;
    int result = -1;
    MPI_Comm_group(MPI_COMM_WORLD, &same);
    MPI_Group_incl(all, 4, (const int[]){3, 2, 1, 0}, &reversed);
    MPI_Group_incl(all, 3, (const int[]){0, 1, 2}, &fewer);
    MPI_Group_compare(all, same, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_compare(all, reversed, &result);
    CHECK(result == MPI_SIMILAR);
    MPI_Group_compare(all, fewer, &result);
    CHECK(result == MPI_UNEQUAL);
    MPI_Group_free(&same);
    MPI_Group_free(&reversed);
    MPI_Group_free(&fewer);
    MPI_Group_free(&all);
}

// program translate_ranks: Ranks that the other group lacks are MPI_UNDEFINED; null processes stay (7.3.2).
PROGRAM(translate_ranks) {
    MPI_Group all = world(), some;
    const int ranks[4] = {0, 1, 3, MPI_PROC_NULL};
    int found[4] = {-7, -7, -7, -7};
    MPI_Group_incl(all, 2, (const int[]){3, 1}, &some);
    MPI_Group_translate_ranks(all, 4, ranks, some, found);
    CHECK(found[0] == MPI_UNDEFINED && found[3] == MPI_PROC_NULL);
    IS(found[1], 1);
    IS(found[2], 0);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

// program group_outlives: A group stays when its communicator is freed, and while a communicator of it exists (7.3.3).
PROGRAM(group_outlives) {
    MPI_Comm comm;
    MPI_Group group = MPI_GROUP_NULL;
    int members = -1;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_group(comm, &group);
    PMPI_Comm_free(&comm);
    MPI_Group_size(group, &members);
    IS(members, 4);
    PMPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Group_free(&group);
    PMPI_Comm_size(comm, &members);
    IS(members, 4);
    PMPI_Comm_free(&comm);
}

// program group_errors: Ranks that are no members are errors (7.3.2).
PROGRAM(group_errors) {
    MPI_Group all = world(), some = MPI_GROUP_NULL;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    FAILS(MPI_Group_incl(all, 1, (const int[]){4}, &some), MPI_ERR_RANK);
    FAILS(MPI_Group_size(MPI_GROUP_NULL, &size), MPI_ERR_GROUP);
    MPI_Group_free(&all);
}
