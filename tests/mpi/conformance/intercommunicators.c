// Intercommunicators, from sections 6.2.3 and 7.6 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Two groups: rank 0, and ranks 1 to 3. Rank 1 leads the second group.
typedef struct {
    MPI_Comm local, inter;
    int in_first, rank, other_leader;
} Sides;

static Sides begin(int rank) {
    Sides sides;
    sides.in_first = rank == 0;
    sides.other_leader = sides.in_first ? 1 : 0;
    PMPI_Comm_split(MPI_COMM_WORLD, sides.in_first, rank, &sides.local);
    PMPI_Intercomm_create(sides.local, 0, MPI_COMM_WORLD, sides.other_leader, 3, &sides.inter);
    PMPI_Comm_rank(sides.inter, &sides.rank);
    return sides;
}

static void end(Sides* sides) {
    PMPI_Comm_free(&sides->inter);
    PMPI_Comm_free(&sides->local);
}

// program inter_sizes: Local and remote sizes, groups and ranks (7.6.1).
PROGRAM(inter_sizes) {
    Sides sides = begin(rank);
    int found[4] = {-1, -1, -1, -1}, in_world = -1, flag = 0;
    const int first = 0;
    MPI_Group remote = MPI_GROUP_NULL, all;
    MPI_Comm_test_inter(sides.inter, &flag);
    IS(flag, 1);
    MPI_Comm_test_inter(sides.local, &flag);
    IS(flag, 0);
    MPI_Comm_size(sides.inter, &found[0]);
    MPI_Comm_remote_size(sides.inter, &found[1]);
    MPI_Comm_rank(sides.inter, &found[2]);
    IS(found[0], sides.in_first ? 1 : 3);
    IS(found[1], sides.in_first ? 3 : 1);
    IS(found[2], sides.in_first ? 0 : rank - 1);
    MPI_Comm_remote_group(sides.inter, &remote);
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_translate_ranks(remote, 1, &first, all, &in_world);
    IS(in_world, sides.other_leader);
    PMPI_Group_free(&remote);
    PMPI_Group_free(&all);
    end(&sides);
}

// program inter_create: The call needs the peer communicator at the leaders only (7.6.2).
PROGRAM(inter_create) {
    MPI_Comm local, inter = MPI_COMM_NULL;
    int found = -1, value = -1;
    PMPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &local);
    MPI_Intercomm_create(local, 1, rank % 2 == 1 ? MPI_COMM_WORLD : MPI_COMM_NULL, rank < 2 ? 3 : 1, 8, &inter);
    PMPI_Comm_remote_size(inter, &found);
    IS(found, 2);
    PMPI_Sendrecv(&rank, 1, MPI_INT, rank % 2, 0, &value, 1, MPI_INT, rank % 2, 0, inter, MPI_STATUS_IGNORE);
    IS(value, (rank + 2) % 4);
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&local);
}

// program inter_messages: Ranks of messages are those of the remote group (7.6).
PROGRAM(inter_messages) {
    Sides sides = begin(rank);
    MPI_Status status;
    int value = -1;
    if (sides.in_first) {
        for (int i = 0; i < 3; ++i) MPI_Send(&(int){40 + i}, 1, MPI_INT, i, i, sides.inter);
    } else {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, sides.inter, &status);
        IS(value, 40 + sides.rank);
        IS(status.MPI_SOURCE, 0);
        IS(status.MPI_TAG, sides.rank);
    }
    end(&sides);
}

// program inter_merge: The group with high set comes second in the merged communicator (7.6.2).
PROGRAM(inter_merge) {
    Sides sides = begin(rank);
    MPI_Comm merged = MPI_COMM_NULL;
    int found = -1, flag = 1;
    MPI_Intercomm_merge(sides.inter, sides.in_first, &merged);
    PMPI_Comm_rank(merged, &found);
    IS(found, rank == 0 ? 3 : rank - 1);
    PMPI_Comm_test_inter(merged, &flag);
    IS(flag, 0);
    PMPI_Comm_free(&merged);
    MPI_Intercomm_merge(sides.inter, !sides.in_first, &merged);
    PMPI_Comm_rank(merged, &found);
    IS(found, rank);
    PMPI_Comm_free(&merged);
    end(&sides);
}

// program inter_duplicate: A duplicate is an intercommunicator, congruent to the original (7.4.1, 7.6).
PROGRAM(inter_duplicate) {
    Sides sides = begin(rank);
    MPI_Comm copy = MPI_COMM_NULL;
    int result = -1;
    MPI_Comm_dup(sides.inter, &copy);
    MPI_Comm_compare(sides.inter, copy, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(sides.inter, sides.local, &result);
    CHECK(result == MPI_UNEQUAL);
    PMPI_Comm_remote_size(copy, &result);
    IS(result, sides.in_first ? 3 : 1);
    PMPI_Comm_free(&copy);
    end(&sides);
}

// program inter_split: A split has the ranks of each color of both groups (7.4.2).
PROGRAM(inter_split) {
    MPI_Comm local, inter, part = MPI_COMM_NULL;
    int found = -1;
    PMPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &local);
    PMPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
    MPI_Comm_split(inter, rank % 2, 0, &part);
    PMPI_Comm_size(part, &found);
    IS(found, 1);
    PMPI_Comm_remote_size(part, &found);
    IS(found, 1);
    int value = -1;
    PMPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, part, MPI_STATUS_IGNORE);
    IS(value, (rank + 2) % 4);
    PMPI_Comm_free(&part);
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&local);
}

// program inter_create_groups: MPI_Comm_create of an intercommunicator takes subsets of both groups (7.4.2).
PROGRAM(inter_create_groups) {
    Sides sides = begin(rank);
    MPI_Group group, part;
    MPI_Comm comm = MPI_COMM_NULL;
    int found = -1;
    PMPI_Comm_group(sides.inter, &group);
    if (sides.in_first) PMPI_Group_incl(group, 1, (const int[]){0}, &part);
    else PMPI_Group_incl(group, 2, (const int[]){2, 0}, &part);
    MPI_Comm_create(sides.inter, part, &comm);
    if (rank == 2) {
        CHECK(comm == MPI_COMM_NULL);
    } else {
        PMPI_Comm_remote_size(comm, &found);
        IS(found, rank == 0 ? 2 : 1);
        PMPI_Comm_rank(comm, &found);
        IS(found, rank == 1 ? 1 : 0);
        PMPI_Comm_free(&comm);
    }
    PMPI_Group_free(&group);
    PMPI_Group_free(&part);
    end(&sides);
}

// program inter_bcast: The root passes MPI_ROOT, its group MPI_PROC_NULL, the others the root's rank (6.2.3, 6.4).
PROGRAM(inter_bcast) {
    Sides sides = begin(rank);
    int value = rank == 2 ? 22 : -1;
    MPI_Bcast(&value, 1, MPI_INT, sides.in_first ? 1 : rank == 2 ? MPI_ROOT : MPI_PROC_NULL, sides.inter);
    IS(value, rank == 0 || rank == 2 ? 22 : -1);
    end(&sides);
}

// program inter_gather: The root gathers from the other group (6.5).
PROGRAM(inter_gather) {
    Sides sides = begin(rank);
    int got[3] = {-1, -1, -1}, value = 10 * rank;
    MPI_Gather(&value, 1, MPI_INT, got, 1, MPI_INT, sides.in_first ? MPI_ROOT : 0, sides.inter);
    for (int i = 0; i < 3; ++i) IS(got[i], sides.in_first ? 10 * (i + 1) : -1);
    end(&sides);
}

// program inter_scatter: The root scatters over the other group (6.6).
PROGRAM(inter_scatter) {
    Sides sides = begin(rank);
    int all[3] = {7, 8, 9}, value = -1;
    MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, sides.in_first ? MPI_ROOT : 0, sides.inter);
    IS(value, sides.in_first ? -1 : 7 + sides.rank);
    end(&sides);
}

// program inter_allgather: Each group gets the values of the other one (6.7).
PROGRAM(inter_allgather) {
    Sides sides = begin(rank);
    int got[3] = {-1, -1, -1}, value = rank + 50;
    MPI_Allgather(&value, 1, MPI_INT, got, 1, MPI_INT, sides.inter);
    IS(got[0], sides.in_first ? 51 : 50);
    IS(got[2], sides.in_first ? 53 : -1);
    end(&sides);
}

// program inter_alltoall: Each rank exchanges with all of the other group (6.8).
PROGRAM(inter_alltoall) {
    Sides sides = begin(rank);
    int sent[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2}, got[3] = {-1, -1, -1};
    MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, sides.inter);
    for (int i = 0; i < 3; ++i) {
        if (sides.in_first) IS(got[i], 10 * (i + 1));
        else IS(got[i], i == 0 ? sides.rank : -1);
    }
    end(&sides);
}

// program inter_reductions: Each group gets the result of the values of the other one (6.9).
PROGRAM(inter_reductions) {
    Sides sides = begin(rank);
    int sum = -1, total = -1, value = rank + 1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, sides.inter);
    IS(sum, sides.in_first ? 9 : 1);
    MPI_Reduce(&value, &total, 1, MPI_INT, MPI_PROD, sides.in_first ? MPI_ROOT : 0, sides.inter);
    IS(total, sides.in_first ? 24 : -1);
    end(&sides);
}

// program inter_barrier: A barrier of both groups (6.3).
PROGRAM(inter_barrier) {
    Sides sides = begin(rank);
    MPI_Request request = MPI_REQUEST_NULL;
    int arrived = 0, flag = 0;
    if (rank == 0) PMPI_Irecv(&arrived, 1, MPI_INT, 3, 5, MPI_COMM_WORLD, &request);
    if (rank == 3) PMPI_Ssend(&(int){1}, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    IS(MPI_Barrier(sides.inter), MPI_SUCCESS);
    if (rank == 0) {
        PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        IS(flag, 1);
    }
    end(&sides);
}

// program inter_nonblocking: Nonblocking calls of both groups (6.12).
PROGRAM(inter_nonblocking) {
    Sides sides = begin(rank);
    int sum = -1, value = -1;
    MPI_Request requests[2];
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, sides.inter, &requests[0]);
    if (rank == 3) value = 33;
    MPI_Ibcast(&value, 1, MPI_INT,
               sides.in_first ? 2
               : rank == 3    ? MPI_ROOT
                              : MPI_PROC_NULL,
               sides.inter, &requests[1]);
    PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(sum, sides.in_first ? 6 : 0);
    IS(value, rank == 0 || rank == 3 ? 33 : -1);
    end(&sides);
}

// program inter_reduce_scatter: The result of one group's values is scattered over the other group (6.10).
PROGRAM(inter_reduce_scatter) {
    MPI_Comm local, inter;
    int values[2] = {rank, 10 * rank}, result = -1;
    PMPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &local);
    PMPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
    MPI_Reduce_scatter_block(values, &result, 1, MPI_INT, MPI_SUM, inter);
    const int sum = rank < 2 ? 5 : 1;
    IS(result, rank % 2 ? 10 * sum : sum);
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&local);
}

// program inter_alltoallv: Lengths for each rank of the other group (6.8).
PROGRAM(inter_alltoallv) {
    Sides sides = begin(rank);
    const int to_many[3] = {1, 2, 0}, at_many[3] = {0, 1, 0};
    int got[3] = {-1, -1, -1}, sent[3] = {100, 101, 102};
    if (sides.in_first) {
        const int none[3] = {0, 0, 0};
        MPI_Alltoallv(sent, to_many, at_many, MPI_INT, got, none, none, MPI_INT, sides.inter);
        IS(got[0], -1);
    } else {
        const int none = 0;
        MPI_Alltoallv(sent, &none, &none, MPI_INT, got, &to_many[sides.rank], &none, MPI_INT, sides.inter);
        IS(got[0], ((const int[]){100, 101, -1})[sides.rank]);
        IS(got[1], sides.rank == 1 ? 102 : -1);
    }
    end(&sides);
}
