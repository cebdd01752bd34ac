// Corners of objects: freed objects in use, callbacks that call MPI, errors of callbacks, from MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static int query_code, free_code, queries, frees;

static int query_fn(void* state, MPI_Status* status) {
    ++queries;
    (void)state;
    PMPI_Status_set_elements(status, MPI_BYTE, 3);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 2;
    status->MPI_TAG = 3;
    return query_code;
}

static int free_fn(void* state) {
    ++frees;
    (void)state;
    return free_code;
}

static int cancel_fn(void* state, int complete) {
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

static MPI_Request new_request(void) {
    MPI_Request request;
    query_code = free_code = MPI_SUCCESS;
    queries = frees = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Grequest_start(query_fn, free_fn, cancel_fn, NULL, &request);
    return request;
}

// Adds ints, and asks MPI for the extent of the datatype.
static void add_by_extent(void* in, void* inout, int* length, MPI_Datatype* type) {
    MPI_Aint lb = 0, extent = 0;
    PMPI_Type_get_extent(*type, &lb, &extent);
    for (int i = 0; i < *length; ++i) {
        *(int*)((char*)inout + i * extent) += *(int*)((char*)in + i * extent);
    }
}

static int delete_calls_mpi(MPI_Comm comm, int keyval, void* value, void* state) {
    int rank = -1;
    (void)keyval, (void)state;
    PMPI_Comm_rank(comm, &rank);
    *(int*)value = rank + 100;
    return MPI_SUCCESS;
}

static int nested;

static void handler_with_error(MPI_Comm* comm, int* code, ...) {
    (void)code;
    if (++nested == 1) PMPI_Send(NULL, 0, MPI_INT, -90, 0, *comm);
}

// program query_fails: The code that the query function returns is that of the wait (13.2).
PROGRAM(query_fails) {
    MPI_Request request = new_request();
    query_code = MPI_ERR_INTERN;
    MPI_Grequest_complete(request);
    FAILS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_INTERN);
    IS(queries, 1);
    IS(frees, 1);
}

// program generalized_status: MPI_Request_get_status calls the query function, and frees nothing (13.2, 3.7.6).
PROGRAM(generalized_status) {
    int flag = 1, count = -1;
    MPI_Status status;
    MPI_Request request = new_request();
    MPI_Request_get_status(request, &flag, &status);
    IS(flag, 0);
    MPI_Grequest_complete(request);
    MPI_Request_get_status(request, &flag, &status);
    IS(flag, 1);
    IS(status.MPI_TAG, 3);
    IS(frees, 0);
    MPI_Test(&request, &flag, &status);
    IS(flag, 1);
    IS(frees, 1);
    PMPI_Get_count(&status, MPI_BYTE, &count);
    IS(count, 3);
}

// program generalized_some: Calls for some of many generalized requests return those that are complete (13.2).
PROGRAM(generalized_some) {
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int indices[3], count = -1, index = -1, flag = 0;
    for (int i = 0; i < 3; ++i) requests[i] = new_request();
    MPI_Testsome(3, requests, &count, indices, statuses);
    IS(count, 0);
    MPI_Grequest_complete(requests[1]);
    MPI_Waitsome(3, requests, &count, indices, statuses);
    IS(count, 1);
    IS(indices[0], 1);
    IS(statuses[0].MPI_SOURCE, 2);
    MPI_Grequest_complete(requests[2]);
    MPI_Testany(3, requests, &index, &flag, statuses);
    IS(index, 2);
    MPI_Grequest_complete(requests[0]);
    MPI_Testall(3, requests, &flag, statuses);
    IS(flag, 1);
    IS(frees, 3);
}

// program types_freed_before_start: A persistent request uses datatypes that are freed after its creation (5.1.9, 3.9).
PROGRAM(types_freed_before_start) {
    int values[3] = {rank, -1, rank + 10}, got[2] = {-1, -1};
    MPI_Datatype every_second;
    MPI_Request requests[2];
    MPI_Type_vector(2, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Send_init(values, 1, every_second, right_of(rank, size), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(got, 2, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&every_second);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(got[1], left_of(rank, size) + 10);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program operations_freed_before_start: The same for operations and datatypes of persistent reductions (6.13, 6.9.5).
PROGRAM(operations_freed_before_start) {
    int values[4] = {rank, 50, rank + 1, 50}, result[4] = {-1, -1, -1, -1};
    MPI_Datatype wide;
    MPI_Op op;
    MPI_Request request;
    MPI_Type_create_resized(MPI_INT, 0, 8, &wide);
    MPI_Type_commit(&wide);
    MPI_Op_create(add_by_extent, 1, &op);
    MPI_Allreduce_init(values, result, 2, wide, op, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Op_free(&op);
    MPI_Type_free(&wide);
    for (int i = 0; i < 2; ++i) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        IS(result[0], 6);
        IS(result[2], 10);
        IS(result[1], -1);
    }
    MPI_Request_free(&request);
}

// program communicator_freed_before_start: A persistent request uses its communicator after MPI_Comm_free (7.4.3, 3.9).
// openmpi: messages do not arrive
PROGRAM(communicator_freed_before_start) {
    int value = -1;
    MPI_Comm comm;
    MPI_Request requests[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Send_init(&rank, 1, MPI_INT, right_of(rank, size), 0, comm, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 0, comm, &requests[1]);
    MPI_Comm_free(&comm);
    for (int i = 0; i < 2; ++i) {
        value = -1;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        IS(value, left_of(rank, size));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program inactive_in_lists: Lists with null, inactive and active requests (3.7.5, 3.9).
PROGRAM(inactive_in_lists) {
    int values[2] = {-1, -1}, index = -1, count = -1, indices[4], flag = 0;
    MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[4];
    MPI_Recv_init(&values[0], 1, MPI_INT, left_of(rank, size), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&values[1], 1, MPI_INT, left_of(rank, size), 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Testany(4, requests, &index, &flag, statuses);
    if (!flag) CHECK(index == MPI_UNDEFINED);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 2, MPI_COMM_WORLD);
    if (!flag) MPI_Waitany(4, requests, &index, statuses);
    IS(index, 3);
    IS(values[1], left_of(rank, size));
    MPI_Start(&requests[1]);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD);
    MPI_Waitsome(4, requests, &count, indices, statuses);
    IS(count, 1);
    IS(indices[0], 1);
    CHECK(requests[1] != MPI_REQUEST_NULL);
    MPI_Waitsome(4, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    MPI_Waitall(4, requests, statuses);
    CHECK(statuses[1].MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Request_free(&requests[1]);
}

// program start_of_active: A request that is active cannot be started (3.9).
// mpich: does not check it
// openmpi: does not check it
PROGRAM(start_of_active) {
    int value = -1;
    MPI_Request request;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Recv_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    FAILS(MPI_Start(&request), MPI_ERR_REQUEST);
    MPI_Send(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(value, rank);
    MPI_Request_free(&request);
}

// program operations_call_mpi: The function of an operation calls MPI, in blocking and nonblocking reductions (6.9.5).
PROGRAM(operations_call_mpi) {
    int values[2] = {rank, 10 * rank}, result[2] = {-1, -1};
    MPI_Op op;
    MPI_Request request;
    MPI_Op_create(add_by_extent, 1, &op);
    MPI_Allreduce(values, result, 2, MPI_INT, op, MPI_COMM_WORLD);
    IS(result[1], 60);
    MPI_Ireduce(values, result, 2, MPI_INT, op, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1) IS(result[0], 6);
    MPI_Op_free(&op);
}

// program deletes_call_mpi: A delete function calls MPI with the communicator that is freed (7.7.2).
PROGRAM(deletes_call_mpi) {
    int keyval, seen = -1;
    MPI_Comm comm;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_calls_mpi, &keyval, NULL);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    MPI_Comm_set_attr(comm, keyval, &seen);
    MPI_Comm_free(&comm);
    IS(seen, 103 - rank);
    MPI_Comm_free_keyval(&keyval);
}

// program handler_calls_handler: An error handler makes a call with an error, which calls the handler again (9.3).
// mpich: an error in an error handler ends a program with threads
PROGRAM(handler_calls_handler) {
    MPI_Comm comm;
    MPI_Errhandler handler;
    nested = 0;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_errhandler(handler_with_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    FAILS(MPI_Send(NULL, 0, MPI_INT, 500, 0, comm), MPI_ERR_RANK);
    IS(nested, 2);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

// program hints_not_copied: MPI_Comm_dup does not copy hints; MPI_Comm_dup_with_info has those of its argument (7.4.2).
// openmpi: copies hints as in MPI 3.1
PROGRAM(hints_not_copied) {
    MPI_Comm first, second;
    MPI_Info info, found;
    char value[8] = "";
    int flag = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_exact_length", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &first);
    MPI_Comm_dup(first, &second);
    MPI_Comm_get_info(second, &found);
    MPI_Info_get(found, "mpi_assert_exact_length", 7, value, &flag);
    CHECK(!flag || strcmp(value, "false") == 0);
    MPI_Info_free(&found);
    MPI_Info_free(&info);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
}

// program long_names: A name is cut to MPI_MAX_OBJECT_NAME - 1 characters (7.8).
// openmpi: has no limit
PROGRAM(long_names) {
    char name[MPI_MAX_OBJECT_NAME] = "", wanted[MPI_MAX_OBJECT_NAME + 20];
    int length = -1;
    MPI_Comm comm;
    memset(wanted, 'n', sizeof(wanted));
    wanted[sizeof(wanted) - 1] = 0;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_name(comm, wanted);
    MPI_Comm_get_name(comm, name, &length);
    IS(length == MPI_MAX_OBJECT_NAME - 1 && name[MPI_MAX_OBJECT_NAME - 2] == 'n', 1);
    MPI_Comm_free(&comm);
}

// program cancelled_send: A send is either cancelled, or its message is received (3.8.4).
PROGRAM(cancelled_send) {
    int value = -1, cancelled = -1, flag = 0;
    MPI_Request request;
    MPI_Status status;
    if (rank % 2 == 0) {
        MPI_Isend(&rank, 1, MPI_INT, rank + 1, 40, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        MPI_Send(&cancelled, 1, MPI_INT, rank + 1, 41, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&cancelled, 1, MPI_INT, rank - 1, 41, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Iprobe(rank - 1, 40, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(flag == !cancelled);
        if (flag) MPI_Recv(&value, 1, MPI_INT, rank - 1, 40, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == (flag ? rank - 1 : -1));
    }
    IS(cancelled == 0 || cancelled == 1, 1);
}

// program empty_graphs: Graphs without nodes give no communicator; dimensions of one process are 1 (8.5).
PROGRAM(empty_graphs) {
    MPI_Comm comm = MPI_COMM_WORLD;
    int dims[3] = {0, 0, 0};
    MPI_Graph_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &comm);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Dims_create(1, 3, dims);
    IS(dims[0] * 100 + dims[1] * 10 + dims[2], 111);
}

// program mixed_null_exchange: One half of an exchange is with a null process (3.10, 3.11).
PROGRAM(mixed_null_exchange) {
    int value = -1;
    MPI_Status status;
    if (rank == 0) {
        MPI_Sendrecv(&rank, 1, MPI_INT, 1, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
        IS(value, -1);
    }
    if (rank == 1) {
        MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                     MPI_COMM_WORLD, &status);
        IS(status.MPI_SOURCE, 0);
        IS(value, 0);
    }
}

// program messages_of_freed: A message that a probe found is received after its communicator is freed (3.8.3, 7.4.3).
PROGRAM(messages_of_freed) {
    MPI_Comm comm;
    MPI_Message message;
    int value = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 0, comm, &request);
    MPI_Mprobe(left_of(rank, size), 0, comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
}

// program texts_of_predefined: Texts of MPI's own classes cannot be changed (9.5).
PROGRAM(texts_of_predefined) {
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Add_error_string(MPI_ERR_TAG, "mine") != MPI_SUCCESS);
}
