// Probes, from section 3.8 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program probe_then_recv: A probe returns source, tag and length of the message that the next receive takes (3.8.1).
PROGRAM(probe_then_recv) {
    MPI_Status status;
    int values[7] = {0}, count = -1;
    if (rank == 0) MPI_Send(values, 7, MPI_INT, 1, 13, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        IS(status.MPI_SOURCE, 0);
        IS(status.MPI_TAG, 13);
        IS(count, 7);
        MPI_Recv(values, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

// program probe_keeps_order: A probe returns the earliest message that matches (3.8.1).
PROGRAM(probe_keeps_order) {
    MPI_Status status;
    int values[3] = {1, 2, 3};
    if (rank == 0) {
        for (int i = 0; i < 3; ++i) MPI_Send(values, i + 1, MPI_INT, 1, i == 0 ? 1 : 2, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        int count = -1;
        MPI_Probe(0, 2, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        IS(count, 2);
        MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        IS(count, 1);
        for (int i = 0; i < 3; ++i) MPI_Recv(values, 3, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

// program iprobe_finds: MPI_Iprobe returns false before a message is there, and true later (3.8.1).
PROGRAM(iprobe_finds) {
    MPI_Status status;
    int flag = 1, value = -1;
    if (rank == 1) {
        MPI_Iprobe(0, 5, MPI_COMM_WORLD, &flag, &status);
        IS(flag, 0);
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){21}, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; !flag && i < 1000000; ++i) MPI_Iprobe(0, 5, MPI_COMM_WORLD, &flag, &status);
        IS(flag, 1);
        IS(status.MPI_TAG, 5);
        flag = 1;
        MPI_Iprobe(0, 6, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        IS(flag, 0);
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(value, 21);
    }
}

// program probe_null_process: A probe of MPI_PROC_NULL returns an empty message at once (3.11).
PROGRAM(probe_null_process) {
    MPI_Status status;
    int flag = 0, count = -1;
    memset(&status, 1, sizeof(status));
    MPI_Probe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_BYTE, &count);
    IS(count, 0);
    MPI_Iprobe(MPI_PROC_NULL, 4, MPI_COMM_WORLD, &flag, &status);
    IS(flag, 1);
}

// program matched_receive: A message that a matched probe has found is not found by other receives (3.8.2).
PROGRAM(matched_receive) {
    int sent[2] = {1, 2}, value = -1, flag = 1;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (rank == 0) {
        MPI_Send(&sent[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&sent[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
        CHECK(message != MPI_MESSAGE_NULL);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(value, 2);
        MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        IS(flag, 0);
        MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        IS(value, 1);
        CHECK(message == MPI_MESSAGE_NULL);
        IS(status.MPI_SOURCE, 0);
    }
}

// program improbe_finds: MPI_Improbe returns no message before there is one, and takes it later (3.8.2).
PROGRAM(improbe_finds) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int flag = 1, value = -1;
    if (rank == 1) {
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
        IS(flag, 0);
    }
    all_arrive();
    if (rank == 0) MPI_Send(&(int){31}, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    if (rank == 1) {
        for (int i = 0; !flag && i < 1000000; ++i) {
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
        }
        IS(status.MPI_TAG, 2);
        MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
        CHECK(message == MPI_MESSAGE_NULL);
        MPI_Wait(&request, &status);
        IS(value, 31);
        IS(status.MPI_SOURCE, 0);
        IS(status.MPI_TAG, 2);
    }
}

// program no_process_message: A matched probe of MPI_PROC_NULL returns MPI_MESSAGE_NO_PROC (3.8.2).
PROGRAM(no_process_message) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int value = 3, flag = 0, count = -1;
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    memset(&status, 1, sizeof(status));
    MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    IS(count, 0);
    IS(value, 3);
    MPI_Improbe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &message, &status);
    IS(flag, 1);
    MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

// program matched_truncated: A matched receive with less room than the message is an error (3.8.3).
PROGRAM(matched_truncated) {
    int values[3] = {1, 2, 3};
    MPI_Message message;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) MPI_Send(values, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        FAILS(MPI_Mrecv(values, 2, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    }
}

// program matched_long: A matched receive takes a long message, which another one with the same tag follows (3.8.3).
PROGRAM(matched_long) {
    enum { count = 100000 };
    static int data[count];
    int value = -1;
    MPI_Message message;
    if (rank == 0) {
        MPI_Request request;
        data[count - 1] = 55;
        MPI_Isend(data, count, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Send(&(int){56}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(value, 56);
        MPI_Mrecv(data, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        IS(data[count - 1], 55);
    }
}
