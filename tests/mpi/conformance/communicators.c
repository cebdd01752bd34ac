// Intracommunicators, from sections 7.4 and 7.8 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static int rank_in(MPI_Comm comm) {
    int rank = -99;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

static int size_of(MPI_Comm comm) {
    int size = -99;
    PMPI_Comm_size(comm, &size);
    return size;
}

// program predefined: MPI_COMM_WORLD has all ranks, MPI_COMM_SELF one (7.2.4).
PROGRAM(predefined) {
    int found[4] = {-1, -1, -1, -1};
    MPI_Comm_size(MPI_COMM_WORLD, &found[0]);
    MPI_Comm_rank(MPI_COMM_WORLD, &found[1]);
    MPI_Comm_size(MPI_COMM_SELF, &found[2]);
    MPI_Comm_rank(MPI_COMM_SELF, &found[3]);
    IS(found[0], 4);
    IS(found[1], rank);
    IS(found[2], 1);
    IS(found[3], 0);
}

// program compare_communicators: The four results (7.4.1).
PROGRAM(compare_communicators) {
    MPI_Comm copy, reversed, half;
    int result = -1;
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_IDENT);
    PMPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
    CHECK(result == MPI_CONGRUENT);
    PMPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_compare(MPI_COMM_WORLD, reversed, &result);
    CHECK(result == MPI_SIMILAR);
    PMPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
    MPI_Comm_compare(MPI_COMM_WORLD, half, &result);
    CHECK(result == MPI_UNEQUAL);
    PMPI_Comm_free(&copy);
    PMPI_Comm_free(&reversed);
    PMPI_Comm_free(&half);
}

// program duplicate: A duplicate has the same group and another context (7.4.2).
PROGRAM(duplicate) {
    MPI_Comm comm = MPI_COMM_NULL;
    int flag = 1, value = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    IS(rank_in(comm), rank);
    MPI_Request request;
    PMPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 0, comm, &request);
    all_arrive();
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    IS(flag, 0);
    PMPI_Recv(&value, 1, MPI_INT, left_of(rank, size), 0, comm, MPI_STATUS_IGNORE);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
}

// program split_colors: Ranks with the same color get a communicator; the key orders, and ties keep the order (7.4.2).
PROGRAM(split_colors) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &comm);
    IS(size_of(comm), 2);
    IS(rank_in(comm), rank / 2);
    MPI_Comm_free(&comm);
    MPI_Comm_split(MPI_COMM_WORLD, 5, rank / 2 == 0 ? 7 : -7, &comm);
    IS(rank_in(comm), (rank + 2) % 4);
    MPI_Comm_free(&comm);
}

// program split_undefined: Ranks with the color MPI_UNDEFINED get MPI_COMM_NULL (7.4.2).
PROGRAM(split_undefined) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1 ? MPI_UNDEFINED : 3, -rank, &comm);
    if (rank == 1) {
        CHECK(comm == MPI_COMM_NULL);
    } else {
        IS(size_of(comm), 3);
        IS(rank_in(comm), rank == 0 ? 2 : 3 - rank);
        MPI_Comm_free(&comm);
    }
}

// program split_shared: Ranks that share memory get a communicator, in the order of keys (7.4.2).
// options: --set platform.ranks_per_node=4
PROGRAM(split_shared) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &comm);
    IS(size_of(comm), 4);
    IS(rank_in(comm), 3 - rank);
    MPI_Comm_free(&comm);
    comm = MPI_COMM_WORLD;
    MPI_Comm_split_type(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank == 0));
    if (comm != MPI_COMM_NULL) {
        IS(size_of(comm), 3);
        MPI_Comm_free(&comm);
    }
}

// program create_of_groups: Disjoint groups in one call; ranks of an empty group get MPI_COMM_NULL (7.4.2).
PROGRAM(create_of_groups) {
    MPI_Group all, mine;
    MPI_Comm comm = MPI_COMM_WORLD;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_incl(all, rank < 3 ? 3 : 1, rank < 3 ? (const int[]){2, 0, 1} : (const int[]){3}, &mine);
    MPI_Comm_create(MPI_COMM_WORLD, mine, &comm);
    IS(size_of(comm), rank < 3 ? 3 : 1);
    IS(rank_in(comm), ((const int[]){1, 2, 0, 0})[rank]);
    MPI_Comm_free(&comm);
    PMPI_Group_free(&mine);
    PMPI_Group_incl(all, 2, (const int[]){1, 3}, &mine);
    comm = MPI_COMM_WORLD;
    MPI_Comm_create(MPI_COMM_WORLD, rank % 2 ? mine : MPI_GROUP_EMPTY, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank % 2 == 0));
    if (rank % 2) MPI_Comm_free(&comm);
    PMPI_Group_free(&mine);
    PMPI_Group_free(&all);
}

// program create_group: Only the members of the group call; different tags separate concurrent calls (7.4.2).
PROGRAM(create_group) {
    MPI_Group all, mine;
    MPI_Comm comm = MPI_COMM_NULL;
    int sum = -1;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_incl(all, 3, (const int[]){3, 1, 0}, &mine);
    if (rank != 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, mine, 9, &comm);
        IS(rank_in(comm), ((const int[]){2, 1, -1, 0})[rank]);
        PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        IS(sum, 4);
        MPI_Comm_free(&comm);
    }
    PMPI_Group_free(&mine);
    PMPI_Group_free(&all);
}

// program nonblocking_duplicate: A duplicate is used when its request is complete (7.4.2).
PROGRAM(nonblocking_duplicate) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int sum = -1;
    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(rank_in(comm), rank);
    PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    IS(sum, 6);
    MPI_Comm_free(&comm);
}

// program duplicates_in_flight: Two duplicates are made at a time, and completed in the other order (7.4.2).
PROGRAM(duplicates_in_flight) {
    MPI_Comm comms[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
    MPI_Request requests[2];
    int value[2] = {rank == 0 ? 1 : -1, rank == 0 ? 2 : -1};
    MPI_Comm_idup(MPI_COMM_WORLD, &comms[0], &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &comms[1], &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    PMPI_Bcast(&value[1], 1, MPI_INT, 0, comms[1]);
    PMPI_Bcast(&value[0], 1, MPI_INT, 0, comms[0]);
    IS(value[0], 1);
    IS(value[1], 2);
    MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
}

// program duplicate_with_hints: Hints of the call, not those of the original, are the new communicator's (7.4.2).
PROGRAM(duplicate_with_hints) {
    MPI_Info info, found = MPI_INFO_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_source", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    IS(rank_in(comm), rank);
    MPI_Comm_get_info(comm, &found);
    CHECK(found != MPI_INFO_NULL);
    MPI_Info_free(&found);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
}

// program nonblocking_with_hints: The nonblocking form (7.4.2; MPI 4.0).
PROGRAM(nonblocking_with_hints) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int sum = -1;
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    IS(sum, 6);
    MPI_Comm_free(&comm);
}

// program hints_of_communicator: Hints that are set can be asked for, if they are supported (7.4.4).
PROGRAM(hints_of_communicator) {
    MPI_Info info, found = MPI_INFO_NULL;
    MPI_Comm comm;
    char value[8] = "";
    int flag = 0;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    IS(MPI_Comm_set_info(comm, info), MPI_SUCCESS);
    MPI_Comm_get_info(comm, &found);
    PMPI_Info_get(found, "mpi_assert_no_any_tag", 7, value, &flag);
    if (flag) IS_TEXT(value, "true");
    else say("value: true");
    PMPI_Info_free(&found);
    PMPI_Info_free(&info);
    PMPI_Comm_free(&comm);
}

// program hints_are_applied: A hint that our library supports is the communicator's (7.4.4).
// mpich: does not return this hint
// openmpi: does not return this hint
PROGRAM(hints_are_applied) {
    MPI_Info info, found;
    MPI_Comm comm;
    char value[8] = "";
    int flag = 0;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_set_info(comm, info);
    PMPI_Comm_get_info(comm, &found);
    PMPI_Info_get(found, "mpi_assert_no_any_tag", 7, value, &flag);
    IS(flag, 1);
    IS_TEXT(value, "true");
    PMPI_Info_free(&found);
    PMPI_Info_free(&info);
    PMPI_Comm_free(&comm);
}

// program names_of_communicators: Initial names, names that are set, and empty names of duplicates (7.8).
PROGRAM(names_of_communicators) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    int length = -1;
    MPI_Comm comm;
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    IS_TEXT(name, "MPI_COMM_WORLD");
    IS(length, 14);
    MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
    IS_TEXT(name, "MPI_COMM_SELF");
    PMPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
    MPI_Comm_set_name(comm, "the ring");
    MPI_Comm_get_name(comm, name, &length);
    IS_TEXT(name, "the ring");
    IS(length, 8);
    MPI_Comm_set_name(comm, "");
    MPI_Comm_get_name(comm, name, &length);
    IS(length, 0);
    PMPI_Comm_free(&comm);
}

// program name_of_null: The name of the null communicator (7.8; MPI 4.1).
// mpich: an error before MPI 4.1
// openmpi: an error before MPI 4.1
PROGRAM(name_of_null) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    int length = -1;
    MPI_Comm_get_name(MPI_COMM_NULL, name, &length);
    IS_TEXT(name, "MPI_COMM_NULL");
    MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
    IS_TEXT(name, "MPI_DATATYPE_NULL");
}

// program free_with_messages: A communicator that is freed exists until its messages are received (7.4.3).
PROGRAM(free_with_messages) {
    MPI_Comm comm;
    int value = -1;
    MPI_Request requests[2];
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    PMPI_Irecv(&value, 1, MPI_INT, left_of(rank, size), 0, comm, &requests[0]);
    PMPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 0, comm, &requests[1]);
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
    PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(value, left_of(rank, size));
}

// program many_communicators: Communicators are made and freed in a loop, without an end of numbers (7.4.3).
PROGRAM(many_communicators) {
    int sum = 0;
    for (int i = 0; i < 300; ++i) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        if (i % 100 == 0) {
            int value = rank == 0 ? i : -1;
            PMPI_Bcast(&value, 1, MPI_INT, 0, comm);
            sum += value;
        }
        MPI_Comm_free(&comm);
    }
    IS(sum, 300);
}
