// Persistent requests, and calls that send and receive, from sections 3.9 to 3.11 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program persistent_ring: A persistent request is inactive after its completion, and can be started again (3.9).
PROGRAM(persistent_ring) {
    int sent = -1, value = -1;
    MPI_Request requests[2], kept[2];
    MPI_Send_init(&sent, 1, MPI_INT, right_of(rank, size), 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 3, MPI_COMM_WORLD, &requests[1]);
    memcpy(kept, requests, sizeof(kept));
    for (int round = 0; round < 3; ++round) {
        sent = 10 * round + rank;
        MPI_Start(&requests[1]);
        MPI_Start(&requests[0]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        IS(value, 10 * round + left_of(rank, size));
        CHECK(requests[0] == kept[0] && requests[1] == kept[1]);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
}

// program persistent_inactive: Completion calls treat an inactive request as a null request (3.7.3, 3.9).
PROGRAM(persistent_inactive) {
    int value = -1, flag = 0, index = 9, count = 9, indices[1];
    MPI_Request request;
    MPI_Status status;
    memset(&status, 1, sizeof(status));
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Test(&request, &flag, &status);
    IS(flag, 1);
    MPI_Waitany(1, &request, &index, &status);
    CHECK(index == MPI_UNDEFINED);
    MPI_Testsome(1, &request, &count, indices, &status);
    CHECK(count == MPI_UNDEFINED);
    MPI_Request_get_status(request, &flag, &status);
    IS(flag, 1);
    CHECK(request != MPI_REQUEST_NULL);
    MPI_Request_free(&request);
}

// program persistent_modes: Each send mode has a persistent request (3.9).
PROGRAM(persistent_modes) {
    int sent[4], values[4] = {-1, -1, -1, -1};
    MPI_Request sends[4], receives[4];
    char room[4 * (MPI_BSEND_OVERHEAD + 100)];
    void* detached;
    int bytes;
    MPI_Buffer_attach(room, sizeof(room));
    MPI_Send_init(&sent[0], 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Ssend_init(&sent[1], 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Bsend_init(&sent[2], 1, MPI_INT, right_of(rank, size), 2, MPI_COMM_WORLD, &sends[2]);
    MPI_Rsend_init(&sent[3], 1, MPI_INT, right_of(rank, size), 3, MPI_COMM_WORLD, &sends[3]);
    for (int i = 0; i < 4; ++i) {
        sent[i] = 10 * i + rank;
        MPI_Recv_init(&values[i], 1, MPI_INT, left_of(rank, size), i, MPI_COMM_WORLD, &receives[i]);
    }
    MPI_Startall(4, receives);
    all_arrive();
    MPI_Startall(4, sends);
    MPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(4, receives, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; ++i) IS(values[i], 10 * i + left_of(rank, size));
    for (int i = 0; i < 4; ++i) {
        MPI_Request_free(&sends[i]);
        MPI_Request_free(&receives[i]);
    }
    MPI_Buffer_detach(&detached, &bytes);
}

// program persistent_with_plain: A persistent send matches a plain receive, and the reverse (3.9).
PROGRAM(persistent_with_plain) {
    int value = -1;
    MPI_Request request;
    if (rank % 2 == 0) {
        MPI_Send_init(&rank, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
        MPI_Recv_init(&value, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD);
    }
    IS(value, rank ^ 1);
}

// program persistent_null_process: A started request of MPI_PROC_NULL is complete (3.11).
// mpich: the status has another source
PROGRAM(persistent_null_process) {
    int value = 2;
    MPI_Request request;
    MPI_Status status;
    memset(&status, 1, sizeof(status));
    MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && request != MPI_REQUEST_NULL);
    MPI_Request_free(&request);
}

// program persistent_cancelled: A cancelled persistent receive can be started again (3.8.4, 3.9).
PROGRAM(persistent_cancelled) {
    int value = -1, cancelled = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 8, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    IS(cancelled, 1);
    all_arrive();
    MPI_Start(&request);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 8, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    IS(value, left_of(rank, size));
    MPI_Request_free(&request);
}

// program persistent_frees_active: MPI_Request_free of an active persistent receive lets it take its message (3.9).
PROGRAM(persistent_frees_active) {
    static int value;
    MPI_Request request;
    value = -1;
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 2, MPI_COMM_WORLD);
    int other = -1;
    MPI_Recv(&other, 1, MPI_INT, left_of(rank, size), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    all_arrive();
    IS(value, left_of(rank, size));
}

// program sendrecv_ring: MPI_Sendrecv of all ranks of a ring does not wait for ever; the two halves may differ (3.10).
PROGRAM(sendrecv_ring) {
    double sent[2] = {rank, rank + 0.5}, got[3] = {-1, -1, -1};
    MPI_Status status;
    int count = -1;
    MPI_Sendrecv(sent, 2, MPI_DOUBLE, right_of(rank, size), rank, got, 3, MPI_DOUBLE, left_of(rank, size), MPI_ANY_TAG,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    IS(count, 2);
    IS(status.MPI_TAG, left_of(rank, size));
    IS(got[1] * 2, 2 * left_of(rank, size) + 1);
    IS(got[2], -1);
}

// program sendrecv_with_others: The message of MPI_Sendrecv matches a plain receive, its receive a plain send (3.10).
PROGRAM(sendrecv_with_others) {
    int value = -1;
    if (rank % 2 == 0) {
        MPI_Sendrecv(&rank, 1, MPI_INT, rank + 1, 1, &value, 1, MPI_INT, rank + 1, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, rank - 1, 2, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    IS(value, rank ^ 1);
}

// program sendrecv_at_border: Null processes at the ends of a line leave the buffer as it is (3.11).
PROGRAM(sendrecv_at_border) {
    int value = -7;
    MPI_Status status;
    const int up = rank == size - 1 ? MPI_PROC_NULL : rank + 1, down = rank == 0 ? MPI_PROC_NULL : rank - 1;
    MPI_Sendrecv(&rank, 1, MPI_INT, up, 0, &value, 1, MPI_INT, down, 0, MPI_COMM_WORLD, &status);
    IS(value, rank == 0 ? -7 : rank - 1);
    CHECK(status.MPI_SOURCE == down);
}

// program sendrecv_replaces: MPI_Sendrecv_replace sends the old content of the buffer that it receives into (3.10).
PROGRAM(sendrecv_replaces) {
    int values[50000];
    for (int i = 0; i < 50000; ++i) values[i] = rank * 100000 + i;
    MPI_Status status;
    MPI_Sendrecv_replace(values, 50000, MPI_INT, right_of(rank, size), 0, left_of(rank, size), 0, MPI_COMM_WORLD,
                         &status);
    IS(values[49999], left_of(rank, size) * 100000 + 49999);
    IS(status.MPI_SOURCE, left_of(rank, size));
}

// program sendrecv_replaces_parts: MPI_Sendrecv_replace changes only the elements of the datatype (3.10).
PROGRAM(sendrecv_replaces_parts) {
    int values[6];
    MPI_Datatype every_second;
    for (int i = 0; i < 6; ++i) values[i] = 10 * rank + i;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Sendrecv_replace(values, 1, every_second, right_of(rank, size), 0, left_of(rank, size), 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    IS(values[4], 10 * left_of(rank, size) + 4);
    IS(values[3], 10 * rank + 3);
    MPI_Type_free(&every_second);
}

// program isendrecv_ring: The nonblocking form has one request, with the status of the receive (3.10; MPI 4.0).
// mpich: the status has neither source nor tag
PROGRAM(isendrecv_ring) {
    int value = -1;
    MPI_Request request;
    MPI_Status status;
    MPI_Isendrecv(&rank, 1, MPI_INT, right_of(rank, size), rank, &value, 1, MPI_INT, left_of(rank, size), MPI_ANY_TAG,
                  MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL);
    IS(value, left_of(rank, size));
    IS(status.MPI_TAG, left_of(rank, size));
    IS(status.MPI_SOURCE, left_of(rank, size));
}

// program isendrecv_replaces: The nonblocking form that replaces its buffer (3.10; MPI 4.0).
// mpich: the status has neither source nor tag
PROGRAM(isendrecv_replaces) {
    int values[2] = {rank, rank + 50};
    MPI_Request request;
    MPI_Status status;
    MPI_Isendrecv_replace(values, 2, MPI_INT, right_of(rank, size), 5, left_of(rank, size), 5, MPI_COMM_WORLD,
                          &request);
    MPI_Wait(&request, &status);
    IS(values[1], left_of(rank, size) + 50);
    IS(status.MPI_TAG, 5);
}

// program isendrecv_null: Both halves of a nonblocking exchange may be with a null process (3.11; MPI 4.0).
// mpich: the call ends by a signal
PROGRAM(isendrecv_null) {
    int value = 4;
    MPI_Request request;
    MPI_Status status;
    memset(&status, 1, sizeof(status));
    MPI_Isendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    IS(value, 4);
}
