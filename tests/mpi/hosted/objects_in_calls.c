// Objects of MPI in calls: pairs, communicators that are freed, requests that are cancelled or freed, hints. The
// programs are for any number of ranks up to 16.
#include "tests/mpi/programs/check.h"

// program hosted_pairs: Pairs with padding are moved as structures with the same parts, and reduced.
PROGRAM(hosted_pairs) {
    enum { elements = 3 };
    struct double_int {
        double value;
        int rank;
    } mine[elements], all[elements], best[elements];
    for (int i = 0; i < elements; ++i) mine[i] = (struct double_int){rank * (i + 1.0), rank};
    memset(all, 0, sizeof(all));
    MPI_Allreduce(mine, best, elements, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    for (int i = 0; i < elements; ++i) EXPECT(best[i].rank == size - 1 && best[i].value == (size - 1) * (i + 1.0));
    MPI_Reduce(mine, best, elements, MPI_DOUBLE_INT, MPI_MINLOC, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < elements; ++i) EXPECT(best[i].rank == 0 && best[i].value == 0);
    if (rank == size - 1) memcpy(all, mine, sizeof(all));
    MPI_Bcast(all, elements, MPI_DOUBLE_INT, size - 1, MPI_COMM_WORLD);
    for (int i = 0; i < elements; ++i) EXPECT(all[i].rank == size - 1 && all[i].value == (size - 1) * (i + 1.0));
    // A structure of the same parts receives pairs.
    const MPI_Aint disps[] = {0, sizeof(double)};
    const MPI_Datatype parts[] = {MPI_DOUBLE, MPI_INT};
    MPI_Datatype structure, sized;
    MPI_Type_create_struct(2, (const int[]){1, 1}, disps, parts, &structure);
    MPI_Type_create_resized(structure, 0, sizeof(struct double_int), &sized);
    MPI_Type_commit(&sized);
    MPI_Status status;
    int count;
    MPI_Sendrecv(mine, elements, MPI_DOUBLE_INT, (rank + 1) % size, 0, all, elements, sized, (rank + size - 1) % size,
                 0, MPI_COMM_WORLD, &status);
    for (int i = 0; i < elements; ++i) EXPECT(all[i].rank == (rank + size - 1) % size);
    MPI_Get_count(&status, MPI_DOUBLE_INT, &count);
    EXPECT(count == elements);
    MPI_Type_free(&sized);
    MPI_Type_free(&structure);
}

// program hosted_pairs_in_windows: Pairs are put and accumulated.
PROGRAM(hosted_pairs_in_windows) {
    enum { elements = 3 };
    struct double_int {
        double value;
        int rank;
    } cells[2 * elements], mine[2 * elements];
    memset(cells, 0, sizeof(cells));
    for (int i = 0; i < 2 * elements; ++i) mine[i] = (struct double_int){rank + i, rank};
    MPI_Win win;
    MPI_Win_create(cells, sizeof(cells), sizeof(cells[0]), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 2 * elements, MPI_DOUBLE_INT, (rank + 1) % size, 0, 2 * elements, MPI_DOUBLE_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 2 * elements; ++i) EXPECT(cells[i].rank == (rank + size - 1) % size);
    for (int i = 0; i < 2 * elements; ++i) mine[i] = (struct double_int){100.0 + rank + i % 2, 100 + rank};
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 2 * elements, MPI_DOUBLE_INT, 0, 0, 2 * elements, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 0 && i < 2 * elements; ++i) EXPECT(cells[i].rank == 100 + size - 1);
    MPI_Win_free(&win);
}

// program hosted_vectors_of_pairs: A vector of pairs is accumulated, and put into structures of the same parts.
// options: --semantics separate
PROGRAM(hosted_vectors_of_pairs) {
    enum { elements = 3 };
    struct double_int {
        double value;
        int rank;
    } cells[2 * elements], mine[2 * elements];
    memset(cells, 0, sizeof(cells));
    for (int i = 0; i < 2 * elements; ++i) mine[i] = (struct double_int){rank + 1, rank + 1};
    MPI_Datatype every_second, structure, structures;
    MPI_Type_vector(elements, 1, 2, MPI_DOUBLE_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, sizeof(double)},
                           (const MPI_Datatype[]){MPI_DOUBLE, MPI_INT}, &structure);
    MPI_Type_create_resized(structure, 0, sizeof(struct double_int), &structures);
    MPI_Type_commit(&structures);
    MPI_Win win;
    MPI_Win_create(cells, sizeof(cells), sizeof(cells[0]), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 1, every_second, 0, 0, 1, every_second, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 0 && i < 2 * elements; ++i) EXPECT(cells[i].rank == (i % 2 == 0 ? size : 0));
    MPI_Win_fence(0, win);
    MPI_Put(mine, elements, MPI_DOUBLE_INT, (rank + 1) % size, elements, elements, structures, win);
    MPI_Win_fence(0, win);
    for (int i = elements; i < 2 * elements; ++i) EXPECT(cells[i].rank == (rank + size - 1) % size + 1);
    MPI_Win_free(&win);
    MPI_Type_free(&every_second);
    MPI_Type_free(&structures);
    MPI_Type_free(&structure);
}

// program hosted_communicators_again: New communicators of other processes than the freed ones. The members have made
// different numbers of calls on those.
PROGRAM(hosted_communicators_again) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2 ? 1 : MPI_UNDEFINED, -rank, &part);
    if (part != MPI_COMM_NULL) {
        int sum;
        for (int i = 0; i < 3; ++i) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
        for (int i = 0; i < 2; ++i) MPI_Barrier(part);
        MPI_Comm_free(&part);
    }
    enum { most_ranks = 16 };
    MPI_Group world, even;
    int odd[most_ranks], members = 0, sum = 0, expected = 0;
    for (int i = 1; i < size; i += 2) odd[members++] = i;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, members, odd, &even);
    if (rank % 2 == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 7, &part);
        MPI_Barrier(part);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
        for (int i = 0; i < size; i += 2) expected += i;
        EXPECT(sum == expected);
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&even);
    MPI_Group_free(&world);
}

// program hosted_cancelled_and_freed: A cancelled receive is complete, and matches no message. A freed request needs no
// completion by the program.
PROGRAM(hosted_cancelled_and_freed) {
    int cancelled_value = -1, value = -1, flag = 0, send = rank;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&cancelled_value, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    EXPECT(flag && request == MPI_REQUEST_NULL);
    MPI_Recv_init(&cancelled_value, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    EXPECT(flag);
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(&send, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    EXPECT(request == MPI_REQUEST_NULL);
    MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(value == (rank + size - 1) % size && cancelled_value == -1);
}

// program hosted_hints: Objects have the hints that MPI defines, and ignore others.
PROGRAM(hosted_hints) {
    (void)rank, (void)size;
    MPI_Info info, used;
    char text[MPI_MAX_INFO_VAL];
    int found, cell = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "unheard_of", "true");
    MPI_Comm comm;
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Comm_get_info(comm, &used);
    MPI_Info_get(used, "mpi_assert_no_any_tag", MPI_MAX_INFO_VAL - 1, text, &found);
    EXPECT(found && strcmp(text, "true") == 0);
    MPI_Info_get(used, "unheard_of", MPI_MAX_INFO_VAL - 1, text, &found);
    EXPECT(!found);
    MPI_Info_free(&used);
    MPI_Win win;
    MPI_Win_create(&cell, sizeof(cell), 1, info, comm, &win);
    MPI_Win_get_info(win, &used);
    MPI_Info_get(used, "no_locks", MPI_MAX_INFO_VAL - 1, text, &found);
    EXPECT(found && strcmp(text, "true") == 0);
    MPI_Info_get(used, "same_size", MPI_MAX_INFO_VAL - 1, text, &found);
    EXPECT(found && strcmp(text, "false") == 0);
    MPI_Info_get(used, "unheard_of", MPI_MAX_INFO_VAL - 1, text, &found);
    EXPECT(!found);
    MPI_Info_free(&used);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
}

// program hosted_numeric_datatypes: MPI_Type_get_contents returns the arguments of a datatype by precision and range.
PROGRAM(hosted_numeric_datatypes) {
    (void)rank, (void)size;
    MPI_Datatype made;
    int integers, addresses, types, combiner, arguments[2] = {0};
    MPI_Type_create_f90_real(6, 30, &made);
    MPI_Type_get_envelope(made, &integers, &addresses, &types, &combiner);
    EXPECT(integers == 2 && types == 0 && combiner == MPI_COMBINER_F90_REAL);
    MPI_Type_get_contents(made, 2, 0, 0, arguments, NULL, NULL);
    EXPECT(arguments[0] == 6 && arguments[1] == 30);
}

// program hosted_errors_that_return: The handler of MPI_COMM_WORLD gets errors without a communicator if that of
// MPI_COMM_SELF is the default. Every rank gets the error of a reduction that is not defined.
PROGRAM(hosted_errors_that_return) {
    int bytes = 0, error_class = MPI_SUCCESS;
    char value = 1, result = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Type_size(MPI_DATATYPE_NULL, &bytes), &error_class);
    EXPECT(error_class == MPI_ERR_TYPE);
    MPI_Error_class(MPI_Reduce(&value, &result, 1, MPI_BYTE, MPI_MAX, 0, MPI_COMM_WORLD), &error_class);
    EXPECT(error_class == MPI_ERR_OP);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    EXPECT(rank < size);
}

// program hosted_freed_keys: A freed key is valid while an attribute has it.
PROGRAM(hosted_freed_keys) {
    (void)rank, (void)size;
    int key, freed, found = 1, value = 7, *got = NULL;
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_SELF, &copy);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    freed = key;
    MPI_Comm_set_attr(copy, key, &value);
    MPI_Comm_free_keyval(&freed);
    EXPECT(freed == MPI_KEYVAL_INVALID);
    MPI_Comm_get_attr(copy, key, &got, &found);
    EXPECT(found && got == &value);
    MPI_Comm_delete_attr(copy, key);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    EXPECT(MPI_Comm_get_attr(copy, key, &got, &found) != MPI_SUCCESS);
    MPI_Comm_free(&copy);
}
