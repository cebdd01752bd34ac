// Requests, statuses and their completion, from sections 3.7, 3.8.4 and 13.3 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// The functions of generalized requests, and their calls.
static int query_calls, free_calls, cancel_calls, cancel_complete;

static int query_fn(void* state, MPI_Status* status) {
    ++query_calls;
    PMPI_Status_set_elements(status, MPI_INT, *(int*)state);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 1;
    status->MPI_TAG = 17;
    return MPI_SUCCESS;
}

static int free_fn(void* state) {
    ++free_calls;
    *(int*)state = -5;
    return MPI_SUCCESS;
}

static int cancel_fn(void* state, int complete) {
    ++cancel_calls;
    cancel_complete = complete;
    (void)state;
    return MPI_SUCCESS;
}

// program wait_frees: MPI_Wait sets the request of a nonblocking call to MPI_REQUEST_NULL (3.7.3).
PROGRAM(wait_frees) {
    int value = -1;
    MPI_Status status;
    MPI_Request requests[2];
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, left_of(rank, size), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], &status);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    IS(value, left_of(rank, size));
    IS(status.MPI_TAG, 1);
}

// program empty_status: A wait for MPI_REQUEST_NULL returns at once, with an empty status (3.7.3).
PROGRAM(empty_status) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int count = -1, cancelled = 1, flag = 0, elements = -1;
    memset(&status, 1, sizeof(status));
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    IS(count, 0);
    MPI_Get_elements(&status, MPI_INT, &elements);
    IS(elements, 0);
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 0);
    MPI_Test(&request, &flag, &status);
    IS(flag, 1);
}

// program empty_lists: Calls without active requests return MPI_UNDEFINED as index or as number of requests (3.7.5).
PROGRAM(empty_lists) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    int index = 7, flag = 0, count = 7, indices[2];
    MPI_Waitany(2, requests, &index, statuses);
    CHECK(index == MPI_UNDEFINED);
    index = 7;
    MPI_Testany(2, requests, &index, &flag, statuses);
    CHECK(index == MPI_UNDEFINED && flag == 1);
    MPI_Waitsome(2, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    count = 7;
    MPI_Testsome(2, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    flag = 0;
    MPI_Testall(2, requests, &flag, statuses);
    IS(flag, 1);
    MPI_Waitany(0, NULL, &index, MPI_STATUS_IGNORE);
    CHECK(index == MPI_UNDEFINED);
}

// program waitany_takes_one: MPI_Waitany completes one request, and changes no other one (3.7.5).
PROGRAM(waitany_takes_one) {
    int values[3] = {-1, -1, -1}, index = -1;
    MPI_Request requests[4];
    MPI_Status status;
    if (rank == 1) {
        for (int i = 0; i < 3; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i + (i > 1)]);
        requests[2] = MPI_REQUEST_NULL;
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){44}, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Waitany(4, requests, &index, &status);
        IS(index, 1);
        IS(status.MPI_TAG, 1);
        CHECK(requests[1] == MPI_REQUEST_NULL && requests[0] != MPI_REQUEST_NULL && requests[3] != MPI_REQUEST_NULL);
        IS(values[1], 44);
    }
    all_arrive();
    if (rank == 0) {
        MPI_Send(&(int){45}, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Send(&(int){46}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        IS(values[0], 46);
        IS(values[2], 45);
    }
}

// program testany_finds: MPI_Testany completes a request that is complete, and returns its index (3.7.5).
PROGRAM(testany_finds) {
    int value = -1, other = -1, index = -1, flag = 0;
    MPI_Request requests[2];
    MPI_Status status;
    if (rank == 0) MPI_Send(&(int){9}, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Irecv(&other, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &requests[1]);
        for (int i = 0; !flag && i < 1000000; ++i) MPI_Testany(2, requests, &index, &flag, &status);
        IS(flag, 1);
        IS(index, 1);
        IS(value, 9);
        IS(status.MPI_SOURCE, 0);
        MPI_Testany(2, requests, &index, &flag, &status);
        IS(flag, 0);
        CHECK(index == MPI_UNDEFINED);
    }
    all_arrive();
    if (rank == 2) MPI_Send(&(int){10}, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    if (rank == 1) MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

// program testall_is_all: MPI_Testall sets no request to null before all are complete (3.7.5).
PROGRAM(testall_is_all) {
    int values[2] = {-1, -1}, flag = 1;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    if (rank == 0) MPI_Send(&(int){1}, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Irecv(&values[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[1]);
        for (int i = 0; i < 20; ++i) MPI_Testall(2, requests, &flag, statuses);
        IS(flag, 0);
        CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){2}, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; !flag && i < 1000000; ++i) MPI_Testall(2, requests, &flag, statuses);
        IS(flag, 1);
        CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
        IS(statuses[1].MPI_TAG, 2);
        IS(values[0] + values[1], 3);
    }
}

// program waitsome_returns: MPI_Waitsome returns complete requests, with statuses in the same order (3.7.5).
PROGRAM(waitsome_returns) {
    int values[3] = {-1, -1, -1}, indices[3], done = 0, count = -1;
    MPI_Request requests[3];
    MPI_Status statuses[3];
    if (rank == 0) {
        for (int tag = 2; tag >= 0; --tag) MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    }
    if (rank != 1) return;
    for (int i = 0; i < 3; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    for (int turn = 0; done < 3 && turn < 3; ++turn) {
        MPI_Waitsome(3, requests, &count, indices, statuses);
        CHECK(count >= 1);
        for (int i = 0; i < count; ++i) {
            CHECK(statuses[i].MPI_TAG == indices[i]);
            CHECK(requests[indices[i]] == MPI_REQUEST_NULL);
        }
        done += count;
    }
    IS(done, 3);
    MPI_Waitsome(3, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
    IS(values[2], 2);
}

// program testsome_returns: MPI_Testsome returns 0 requests as long as none is complete (3.7.5).
PROGRAM(testsome_returns) {
    int value = -1, indices[1], count = -1;
    MPI_Request request;
    MPI_Status status;
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
        MPI_Testsome(1, &request, &count, indices, &status);
        IS(count, 0);
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){8}, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; count == 0 && i < 1000000; ++i) MPI_Testsome(1, &request, &count, indices, &status);
        IS(count, 1);
        IS(indices[0], 0);
        IS(status.MPI_TAG, 3);
        IS(value, 8);
    }
}

// program errors_in_statuses: MPI_Waitall returns MPI_ERR_IN_STATUS, and each status has its error (3.7.5).
PROGRAM(errors_in_statuses) {
    int values[4] = {1, 2, 3, 4}, got[2][2];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Irecv(got[0], 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got[1], 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[1]);
        FAILS(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
        FAILS(statuses[0].MPI_ERROR, MPI_ERR_TRUNCATE);
        if (statuses[1].MPI_ERROR == MPI_ERR_PENDING) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        else CHECK(statuses[1].MPI_ERROR == MPI_SUCCESS);
        IS(got[1][1], 2);
    }
}

// program error_of_a_wait: A receive that is too short fails in the call that completes it (3.7.3).
PROGRAM(error_of_a_wait) {
    int values[4] = {1, 2, 3, 4}, flag = 0;
    MPI_Request request;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        IS(MPI_Irecv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request), MPI_SUCCESS);
        FAILS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
        MPI_Irecv(values, 3, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        int code = MPI_SUCCESS;
        while (!flag && code == MPI_SUCCESS) code = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        FAILS(code, MPI_ERR_TRUNCATE);
    }
}

// program get_status_keeps: MPI_Request_get_status does not free a request that is complete (3.7.6).
PROGRAM(get_status_keeps) {
    int value = -1, flag = 1;
    MPI_Request request;
    MPI_Status status;
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &request);
        MPI_Request_get_status(request, &flag, &status);
        IS(flag, 0);
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){5}, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    if (rank == 1) {
        for (int turn = 0; turn < 2; ++turn) {
            flag = 0;
            for (int i = 0; !flag && i < 1000000; ++i) MPI_Request_get_status(request, &flag, &status);
            IS(status.MPI_TAG, 6);
            CHECK(request != MPI_REQUEST_NULL);
        }
        IS(value, 5);
        MPI_Wait(&request, &status);
        IS(status.MPI_SOURCE, 0);
    }
    MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
    IS(flag, 1);
}

// program get_status_of_lists: The forms for lists do not free requests (3.7.6; MPI 4.1).
PROGRAM(get_status_of_lists) {
    int values[2] = {-1, -1}, flag = 0, index = -1, count = -1, indices[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    if (rank == 0) {
        for (int i = 0; i < 2; ++i) MPI_Send(&i, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    }
    if (rank != 1) return;
    for (int i = 0; i < 2; ++i) MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; !flag && i < 1000000; ++i) MPI_Request_get_status_all(2, requests, &flag, statuses);
    IS(flag, 1);
    IS(statuses[1].MPI_TAG, 1);
    flag = 0;
    MPI_Request_get_status_any(2, requests, &index, &flag, statuses);
    IS(flag, 1);
    IS(index == 0 || index == 1, 1);
    MPI_Request_get_status_some(2, requests, &count, indices, statuses);
    IS(count, 2);
    IS(indices[0] + indices[1], 1);
    CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_get_status_any(2, requests, &index, &flag, statuses);
    CHECK(index == MPI_UNDEFINED && flag);
    MPI_Request_get_status_some(2, requests, &count, indices, statuses);
    CHECK(count == MPI_UNDEFINED);
}

// program freed_request: The message of a freed request is sent (3.7.3).
PROGRAM(freed_request) {
    int value = -1;
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Recv(&value, 1, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
    all_arrive();
}

// program cancelled_receive: A cancelled receive completes, and takes no message (3.8.4).
PROGRAM(cancelled_receive) {
    int value = -1, cancelled = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    CHECK(request != MPI_REQUEST_NULL);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 1);
    all_arrive();
    MPI_Sendrecv(&rank, 1, MPI_INT, right_of(rank, size), 77, &value, 1, MPI_INT, left_of(rank, size), 77,
                 MPI_COMM_WORLD, &status);
    IS(value, left_of(rank, size));
    cancelled = 1;
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 0);
}

// program cancelled_too_late: A receive that has its message is not cancelled (3.8.4).
PROGRAM(cancelled_too_late) {
    int value = -1, cancelled = 1, flag = 0;
    MPI_Request request;
    MPI_Status status;
    if (rank == 0) MPI_Send(&(int){3}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        IS(cancelled, 0);
        IS(value, 3);
    }
}

// program set_status: A status has the elements and the flag that the program sets (13.3).
PROGRAM(set_status) {
    MPI_Status status;
    int count = -1, cancelled = 0;
    memset(&status, 0, sizeof(status));
    MPI_Status_set_elements(&status, MPI_INT, 5);
    MPI_Get_count(&status, MPI_INT, &count);
    IS(count, 5);
    MPI_Get_elements(&status, MPI_INT, &count);
    IS(count, 5);
    MPI_Status_set_elements_x(&status, MPI_BYTE, 6000000000);
    MPI_Count large = -1;
    MPI_Get_elements_x(&status, MPI_BYTE, &large);
    IS(large, 6000000000);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 1);
    MPI_Status_set_cancelled(&status, 0);
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 0);
}

// program fields_of_status: Functions return and change the public fields of a status (3.2.5; MPI 4.1).
PROGRAM(fields_of_status) {
    MPI_Status status;
    int value = -1;
    memset(&status, 0, sizeof(status));
    MPI_Status_set_source(&status, 3);
    MPI_Status_set_tag(&status, 33);
    MPI_Status_set_error(&status, MPI_ERR_OTHER);
    IS(status.MPI_SOURCE, 3);
    IS(status.MPI_TAG, 33);
    CHECK(status.MPI_ERROR == MPI_ERR_OTHER);
    MPI_Status_get_source(&status, &value);
    IS(value, 3);
    MPI_Status_get_tag(&status, &value);
    IS(value, 33);
    MPI_Status_get_error(&status, &value);
    CHECK(value == MPI_ERR_OTHER);
}

// program elements_of_parts: MPI_Get_elements counts basic elements of a part of a structure (5.1.11).
PROGRAM(elements_of_parts) {
    MPI_Datatype pair;
    MPI_Status status;
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, count = -1, elements = -1;
    MPI_Count many = -1;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank == 0) MPI_Send(values, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(values, 4, pair, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, pair, &count);
        CHECK(count == MPI_UNDEFINED);
        MPI_Get_elements(&status, pair, &elements);
        IS(elements, 3);
        MPI_Get_elements_x(&status, pair, &many);
        IS(many, 3);
    }
    MPI_Type_free(&pair);
}

// program elements_of_mixed: Basic elements of different sizes are counted in the order of the type map (5.1.11).
PROGRAM(elements_of_mixed) {
    struct mixed {
        double a;
        int b;
        char c;
    } values[2], got[2];
    MPI_Datatype type, types[3] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
    const MPI_Aint at[3] = {0, 8, 12};
    const int lengths[3] = {1, 1, 1};
    MPI_Status status;
    int elements = -1;
    memset(values, 0, sizeof(values));
    MPI_Type_create_struct(3, lengths, at, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Datatype part;
        MPI_Type_create_struct(2, lengths, at, types, &part);
        MPI_Type_commit(&part);
        MPI_Send(values, 1, type, 1, 0, MPI_COMM_WORLD);
        MPI_Send(values, 1, part, 1, 0, MPI_COMM_WORLD);
        MPI_Type_free(&part);
    }
    if (rank == 1) {
        MPI_Recv(got, 2, type, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_elements(&status, type, &elements);
        IS(elements, 3);
        MPI_Recv(got, 2, type, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_elements(&status, type, &elements);
        IS(elements, 2);
    }
    MPI_Type_free(&type);
}

// program waitall_ignores: MPI_STATUSES_IGNORE is allowed for any list, with null requests in it (3.2.6, 3.7.5).
PROGRAM(waitall_ignores) {
    int values[2] = {-1, -1}, flag = 0;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&values[0], 1, MPI_INT, left_of(rank, size), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
    IS(values[0], left_of(rank, size));
    MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE);
    IS(flag, 1);
}

// program statuses_of_null: Null requests in MPI_Waitall have empty statuses (3.7.5).
PROGRAM(statuses_of_null) {
    int value = -1, count = -1;
    MPI_Status statuses[2];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    memset(statuses, 1, sizeof(statuses));
    MPI_Waitall(2, requests, statuses);
    CHECK(statuses[0].MPI_SOURCE == MPI_ANY_SOURCE && statuses[0].MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&statuses[0], MPI_BYTE, &count);
    IS(count, 0);
    IS(statuses[1].MPI_SOURCE, rank);
}

// program generalized_request: The program's functions determine the status, and free the state once (13.2).
PROGRAM(generalized_request) {
    int state = 12, flag = 1, count = -1;
    MPI_Request request;
    MPI_Status status;
    query_calls = free_calls = cancel_calls = 0;
    cancel_complete = -1;
    MPI_Grequest_start(query_fn, free_fn, cancel_fn, &state, &request);
    MPI_Test(&request, &flag, &status);
    IS(flag, 0);
    MPI_Cancel(&request);
    IS(cancel_calls, 1);
    IS(cancel_complete, 0);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL);
    IS(query_calls, 1);
    IS(free_calls, 1);
    IS(state, -5);
    IS(status.MPI_TAG, 17);
    MPI_Get_count(&status, MPI_INT, &count);
    IS(count, 12);
}

// program generalized_freed: MPI_Request_free calls the function that frees, after the request is complete (13.2).
PROGRAM(generalized_freed) {
    int state = 1;
    MPI_Request request, kept;
    query_calls = free_calls = cancel_calls = 0;
    MPI_Grequest_start(query_fn, free_fn, cancel_fn, &state, &request);
    kept = request;
    MPI_Grequest_complete(kept);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    IS(free_calls, 1);
    IS(query_calls, 0);
}

// program generalized_in_lists: Generalized requests complete in lists, with requests of messages (13.2).
PROGRAM(generalized_in_lists) {
    int state = 3, value = -1, count = -1;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    query_calls = free_calls = 0;
    MPI_Irecv(&value, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Grequest_start(query_fn, free_fn, cancel_fn, &state, &requests[1]);
    MPI_Grequest_complete(requests[1]);
    MPI_Send(&rank, 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, statuses);
    IS(value, rank);
    IS(free_calls, 1);
    MPI_Get_count(&statuses[1], MPI_INT, &count);
    IS(count, 3);
    IS(statuses[0].MPI_TAG, 2);
}
