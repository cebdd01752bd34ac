// Collective calls on intercommunicators and of neighbours, persistent ones, reductions with operations of the program,
// and forms with large counts. The programs are for 2 to 16 ranks.
#include "tests/mpi/hosted/collective_helpers.h"
#include "tests/mpi/programs/check.h"

// program hosted_inter_blocks: Each collective call of blocks between two groups.
PROGRAM(hosted_inter_blocks) {
    MPI_Comm local, inter = halves(rank, size, &local);
    int mine, members, remote;
    MPI_Comm_rank(inter, &mine);
    MPI_Comm_size(inter, &members);
    MPI_Comm_remote_size(inter, &remote);
    const int is_first = rank < size / 2, first_of_remote = is_first ? size / 2 : 0;
    MPI_Barrier(inter);
    int value = is_first ? 7 : -1;
    MPI_Bcast(&value, 1, MPI_INT, !is_first ? 0 : mine == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    EXPECT(value == 7);
    int all[max_ranks], back[max_ranks], counts[max_ranks] = {0}, disps[max_ranks] = {0};
    memset(all, -1, sizeof(all));
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < max_ranks; ++i) EXPECT(all[i] == (i < remote ? first_of_remote + i : -1));
    for (int i = 0; i < remote; ++i) all[i] = 100 * rank + i;
    MPI_Alltoall(all, 1, MPI_INT, back, 1, MPI_INT, inter);
    for (int i = 0; i < remote; ++i) EXPECT(back[i] == 100 * (first_of_remote + i) + mine);
    // The second group gathers at its last rank, and scatters the doubled numbers.
    const int root = is_first ? (size - size / 2) - 1 : mine == members - 1 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Request request;
    memset(back, 0, sizeof(back));
    MPI_Igather(&rank, 1, MPI_INT, back, 1, MPI_INT, root, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; root == MPI_ROOT && i < remote; ++i) EXPECT(back[i] == i);
    for (int i = 0; i < remote; ++i) back[i] *= 2;
    value = -1;
    MPI_Scatter(back, 1, MPI_INT, &value, 1, MPI_INT, root, inter);
    EXPECT(value == (is_first ? 2 * rank : -1));
    for (int i = 0; i < remote; ++i) counts[i] = 1, disps[i] = remote - 1 - i;
    memset(back, 0, sizeof(back));
    MPI_Allgatherv(&rank, 1, MPI_INT, back, counts, disps, MPI_INT, inter);
    for (int i = 0; i < remote; ++i) EXPECT(back[remote - 1 - i] == first_of_remote + i);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
}

// program hosted_inter_reductions: Each group gets the result of the other one.
PROGRAM(hosted_inter_reductions) {
    MPI_Comm local, inter = halves(rank, size, &local);
    const int is_first = rank < size / 2, low = is_first ? size / 2 : 0, high = is_first ? size : size / 2;
    int mine, sum = -1, of_remote = 0;
    MPI_Comm_rank(inter, &mine);
    for (int i = low; i < high; ++i) of_remote += i + 1;
    const int value = rank + 1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter);
    EXPECT(sum == of_remote);
    MPI_Request request;
    sum = -1;
    MPI_Ireduce(&value, &sum, 1, MPI_INT, MPI_MAX, is_first ? 0 : mine == 0 ? MPI_ROOT : MPI_PROC_NULL, inter,
                &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(sum == (!is_first && mine == 0 ? size / 2 : -1));
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
}

// program hosted_own_operations: Operations of the program, not commutative, in each form.
PROGRAM(hosted_own_operations) {
    MPI_Datatype matrix;
    MPI_Op op;
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &op);
    const int mine[4] = {0, 1, 1, rank};
    int found[4] = {0}, expected[4];
    MPI_Request request;
    expected_product(size, expected);
    MPI_Iallreduce(mine, found, 1, matrix, op, MPI_COMM_WORLD, &request);
    int flag = 0;
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    EXPECT(memcmp(found, expected, sizeof(found)) == 0);
    expected_product(rank + 1, expected);
    MPI_Scan(mine, found, 1, matrix, op, MPI_COMM_WORLD);
    EXPECT(memcmp(found, expected, sizeof(found)) == 0);
    int from[4] = {0, 1, 1, 0};
    MPI_Allreduce_init(from, found, 1, matrix, op, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Type_free(&matrix);
    MPI_Op_free(&op);
    for (int round = 0; round < 3; ++round) {
        from[3] = rank + round;
        int product[4] = {0, 1, 1, size - 1 + round}, count = 1;
        for (int i = size - 2; i >= 0; --i) {
            int left[4] = {0, 1, 1, i + round};
            multiply(left, product, &count, NULL);
        }
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT(memcmp(found, product, sizeof(found)) == 0);
    }
    MPI_Request_free(&request);
}

// program hosted_operations_on_their_ranks: An operation runs on the stack of the rank whose call it completes, with
// the variables of this rank, while the other ranks are in other functions.
static int rank_of_variables = -1, applied, is_elsewhere;
static _Thread_local int rank_of_thread = -1;
static const char* stack_of_rank;
static void multiply_watched(void* in, void* inout, int* count, MPI_Datatype* type) {
    const char here = 0;
    ++applied;
    if (rank_of_variables != rank_of_thread || labs((long)(&here - stack_of_rank)) > 1 << 16) is_elsewhere = 1;
    multiply(in, inout, count, type);
}
PROGRAM(hosted_operations_on_their_ranks) {
    const char here = 0;
    MPI_Datatype matrix;
    MPI_Op op;
    MPI_Request requests[3];
    int before = -1, flag = 0, sum = 0, expected[4], found[3][4] = {{0}};
    const int mine[4] = {0, 1, 1, rank};
    rank_of_variables = rank_of_thread = rank;
    stack_of_rank = &here;
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply_watched, 0, &op);
    // The ranks call the functions at different times. MPI_Iprobe takes time.
    for (int i = 0; i < 20 * rank; ++i) MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Reduce(mine, found[0], 1, matrix, op, size - 1, MPI_COMM_WORLD);
    expected_product(size, expected);
    if (rank == size - 1) EXPECT(memcmp(found[0], expected, sizeof(expected)) == 0);
    // n processes combine n contributions in n - 1 applications.
    MPI_Allreduce(&applied, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(sum == size - 1);
    MPI_Iallreduce(mine, found[0], 1, matrix, op, MPI_COMM_WORLD, &requests[0]);
    MPI_Iscan(mine, found[1], 1, matrix, op, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&before, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[2]);
    for (int i = 0; i < 20 * (size - rank); ++i) MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    EXPECT(before == (rank + size - 1) % size && memcmp(found[0], expected, sizeof(expected)) == 0);
    expected_product(rank + 1, expected);
    EXPECT(memcmp(found[1], expected, sizeof(expected)) == 0);
    // Each rank but the first applies the operation for its own result.
    EXPECT(rank == 0 || applied > 0);
    EXPECT(!is_elsewhere);
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
}

// program hosted_persistent_calls: Persistent collective calls, which start in another order than they were made.
PROGRAM(hosted_persistent_calls) {
    MPI_Request requests[3];
    int value = 0, all[max_ranks], sum = 0;
    MPI_Bcast_init(&value, 1, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allgather_init(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    for (int round = 0; round < 3; ++round) {
        value = rank == size - 1 ? round : -1;
        memset(all, 0, sizeof(all));
        sum = 0;
        if (rank % 2 == 0) MPI_Startall(3, requests);
        else for (int i = 2; i >= 0; --i) MPI_Start(&requests[i]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        EXPECT(value == round && sum == size * (size - 1) / 2);
        for (int i = 0; i < size; ++i) EXPECT(all[i] == i);
    }
    for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
    MPI_Request barrier;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    MPI_Start(&barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    EXPECT(barrier != MPI_REQUEST_NULL);
    MPI_Request_free(&barrier);
}

// program hosted_neighbours: A ring and a line of all ranks, and a graph in which each rank sends to the next two.
PROGRAM(hosted_neighbours) {
    MPI_Comm ring;
    int periodic = 1, all[2] = {-1, -1}, to[2] = {10 * rank, 10 * rank + 1};
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    const int before = (rank + size - 1) % size, behind = (rank + 1) % size;
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, ring);
    EXPECT(all[0] == before && all[1] == behind);
    MPI_Request request;
    MPI_Ineighbor_alltoall(to, 1, MPI_INT, all, 1, MPI_INT, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(all[0] == 10 * before + 1 && all[1] == 10 * behind);
    MPI_Comm_free(&ring);
    MPI_Comm line;
    periodic = 0;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
    all[0] = all[1] = -1;
    const int ones[2] = {1, 1}, disps[2] = {1, 0};
    MPI_Neighbor_allgatherv(&rank, 1, MPI_INT, all, ones, disps, MPI_INT, line);
    EXPECT(all[1] == (rank > 0 ? rank - 1 : -1) && all[0] == (rank < size - 1 ? rank + 1 : -1));
    MPI_Comm_free(&line);
    MPI_Comm graph;
    const int sources[2] = {before, (rank + size - 2) % size}, targets[2] = {behind, (rank + 2) % size};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, MPI_UNWEIGHTED, 2, targets, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    const MPI_Aint offsets[2] = {0, sizeof(int)};
    MPI_Neighbor_alltoallw_init(to, ones, offsets, types, all, ones, offsets, types, graph, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(all[0] == 10 * sources[0] && all[1] == 10 * sources[1] + 1);
    MPI_Request_free(&request);
    MPI_Comm_free(&graph);
}

// program hosted_large_counts: Forms with large counts.
PROGRAM(hosted_large_counts) {
    MPI_Count counts[max_ranks] = {0};
    MPI_Aint disps[max_ranks] = {0};
    int all[max_ranks] = {0}, value = rank, sum;
    for (int i = 0; i < size; ++i) counts[i] = 1, disps[i] = size - 1 - i;
    MPI_Allgatherv_c(&rank, 1, MPI_INT, all, counts, disps, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(all[i] == size - 1 - i);
    MPI_Allreduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(sum == size * (size - 1) / 2);
    MPI_Status status;
    MPI_Sendrecv_replace_c(&value, 1, MPI_INT, (rank + 1) % size, 3, (rank + size - 1) % size, 3, MPI_COMM_WORLD,
                           &status);
    MPI_Count received;
    MPI_Get_count_c(&status, MPI_INT, &received);
    EXPECT(value == (rank + size - 1) % size && received == 1);
    MPI_Request request;
    MPI_Ireduce_scatter_c(all, &sum, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(sum == size * (size - 1 - rank));
}

// program hosted_errors_of_messages: A message that does not fit is an error of the receive, if errors return.
PROGRAM(hosted_errors_of_messages) {
    if (rank > 1 || size < 2) return;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int numbers[4] = {1, 2, 3, 4}, class;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    for (int i = 0; i < 5; ++i) {
        if (rank == 0) MPI_Send(numbers, i == 3 ? 1 : 4, MPI_INT, 1, i, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Error_class(MPI_Recv(numbers, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), &class);
        EXPECT(class == MPI_ERR_TRUNCATE);
        MPI_Irecv(numbers, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Error_class(MPI_Wait(&requests[0], &statuses[0]), &class);
        EXPECT(class == MPI_ERR_TRUNCATE && statuses[0].MPI_SOURCE == 0 && statuses[0].MPI_TAG == 1);
        MPI_Irecv(numbers, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(numbers + 2, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[1]);
        MPI_Error_class(MPI_Waitall(2, requests, statuses), &class);
        EXPECT(class == MPI_ERR_IN_STATUS && statuses[0].MPI_ERROR == MPI_ERR_TRUNCATE);
        EXPECT(statuses[1].MPI_ERROR == MPI_SUCCESS && numbers[2] == 1);
        MPI_Error_class(MPI_Recv(numbers, 3, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &statuses[0]), &class);
        EXPECT(class == MPI_ERR_TRUNCATE);
    }
}
