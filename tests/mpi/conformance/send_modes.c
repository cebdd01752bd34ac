// Blocking messages and send modes, from sections 3.1 to 3.6 and 3.11 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program send_to_right: A blocking send returns source, tag and count in the status of its receive (3.2.5).
PROGRAM(send_to_right) {
    int values[3] = {rank, rank + 10, rank + 20}, got[3] = {-1, -1, -1}, count = -1;
    MPI_Status status;
    if (rank % 2 == 0) MPI_Send(values, 3, MPI_INT, right_of(rank, size), rank, MPI_COMM_WORLD);
    MPI_Recv(got, 3, MPI_INT, left_of(rank, size), left_of(rank, size), MPI_COMM_WORLD, &status);
    if (rank % 2 == 1) MPI_Send(values, 3, MPI_INT, right_of(rank, size), rank, MPI_COMM_WORLD);
    MPI_Get_count(&status, MPI_INT, &count);
    IS(status.MPI_SOURCE, left_of(rank, size));
    IS(status.MPI_TAG, left_of(rank, size));
    IS(count, 3);
    IS(got[2], left_of(rank, size) + 20);
}

// program recv_leaves_rest: A receive changes only the elements that the message has (3.2.4).
PROGRAM(recv_leaves_rest) {
    int values[5] = {-1, -1, -1, -1, -1}, sent[2] = {7, 8}, count = -1;
    MPI_Status status;
    if (rank == 0) MPI_Send(sent, 2, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(values, 5, MPI_INT, 0, 3, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        IS(count, 2);
        IS(values[1], 8);
        IS(values[2], -1);
    }
}

// program tags_select: Receives select messages by tag, in any order (3.2.3).
PROGRAM(tags_select) {
    int one = 1, two = 2, got = -1;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&one, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&two, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 1) {
        MPI_Recv(&got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(got, 2);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(got, 1);
    }
}

// program order_is_kept: Messages that match the same receive do not overtake each other, whatever their length (3.5).
PROGRAM(order_is_kept) {
    enum { longest = 1 << 16, messages = 6 };
    static int data[longest];
    const int lengths[messages] = {1, longest, 2, 30000, 0, 5};
    if (rank == 0) {
        for (int i = 0; i < messages; ++i) {
            data[0] = i;
            MPI_Send(data, lengths[i], MPI_INT, 1, 5, MPI_COMM_WORLD);
        }
    }
    if (rank == 1) {
        for (int i = 0; i < messages; ++i) {
            MPI_Status status;
            int count = -1;
            MPI_Recv(data, longest, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &count);
            IS(count, lengths[i]);
            if (count > 0) IS(data[0], i);
        }
    }
}

// program order_of_receives: Two posted receives that match the same messages are completed in their order (3.5).
PROGRAM(order_of_receives) {
    int values[2] = {-1, -1}, sent[2] = {4, 5};
    MPI_Request requests[2];
    if (rank == 1) {
        MPI_Irecv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
    }
    all_arrive();
    if (rank == 0) {
        MPI_Send(&sent[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&sent[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        IS(values[0], 4);
        IS(values[1], 5);
    }
}

// program any_source: A receive from any source returns the source, and messages of each source keep their order (3.5).
PROGRAM(any_source) {
    int next[4] = {0, 0, 0, 0};
    if (rank != 0) {
        for (int i = 0; i < 5; ++i) MPI_Send(&i, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        return;
    }
    for (int i = 0; i < 5 * (size - 1); ++i) {
        int value = -1;
        MPI_Status status;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == status.MPI_SOURCE);
        CHECK(value == next[status.MPI_SOURCE]++);
    }
    for (int i = 1; i < size; ++i) IS(next[i], 5);
}

// program communicators_separate: A message on one communicator matches no receive on another one (3.2.3).
PROGRAM(communicators_separate) {
    MPI_Comm other;
    int sent[2] = {1, 2}, got[2] = {-1, -1};
    PMPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 0) {
        MPI_Send(&sent[0], 1, MPI_INT, 1, 0, other);
        MPI_Send(&sent[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Recv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
        IS(got[0], 2);
        IS(got[1], 1);
    }
    PMPI_Comm_free(&other);
}

// program to_itself: A rank sends to itself when a receive is posted (3.2.4).
PROGRAM(to_itself) {
    int got = -1;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&got, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    IS(got, rank);
    IS(status.MPI_SOURCE, rank);
}

// program empty_message: A message with count 0 has source and tag, and no elements of any datatype (3.2.5).
PROGRAM(empty_message) {
    MPI_Status status;
    int count = -1, elements = -1;
    if (rank == 0) MPI_Send(NULL, 0, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(NULL, 0, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        MPI_Get_elements(&status, MPI_DOUBLE, &elements);
        IS(status.MPI_SOURCE, 0);
        IS(status.MPI_TAG, 2);
        IS(count, 0);
        IS(elements, 0);
    }
}

// program null_process: A receive from MPI_PROC_NULL returns at once; its status has no data (3.11).
PROGRAM(null_process) {
    int value = 5, count = -1;
    MPI_Status status;
    memset(&status, 1, sizeof(status));
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    CHECK(status.MPI_TAG == MPI_ANY_TAG);
    IS(count, 0);
    IS(value, 5);
}

// program null_process_modes: Each mode sends to MPI_PROC_NULL without an effect (3.11).
PROGRAM(null_process_modes) {
    int value = 1, complete = 0;
    MPI_Request request;
    IS(MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
    IS(complete, 1);
}

// program truncated: A message that is longer than the receive's room is an error of class MPI_ERR_TRUNCATE (3.2.4).
PROGRAM(truncated) {
    int values[4] = {1, 2, 3, 4};
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) FAILS(MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
}

// program error_field_stays: A call that returns one status does not change its error field (3.2.5).
PROGRAM(error_field_stays) {
    int value = -1;
    MPI_Status status;
    status.MPI_ERROR = 12345;
    if (rank == 0) MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        IS(status.MPI_ERROR, 12345);
        IS(value, 0);
    }
}

// program get_count_by_type: The count of a message depends on the datatype; it is undefined between elements (3.2.5).
PROGRAM(get_count_by_type) {
    char bytes[12] = {0};
    int count = -1;
    MPI_Status status;
    if (rank == 0) MPI_Send(bytes, 12, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(bytes, 12, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        IS(count, 12);
        MPI_Get_count(&status, MPI_INT, &count);
        IS(count, 3);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        CHECK(count == MPI_UNDEFINED);
    }
}

// program synchronous_waits: A synchronous send is complete only when its receive has started (3.4).
PROGRAM(synchronous_waits) {
    int token = 0, flag = 1, value = -1;
    MPI_Request request;
    if (rank == 0) {
        MPI_Issend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 50; ++i) {
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            if (flag) break;
        }
        IS(flag, 0);
        MPI_Send(&token, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(request == MPI_REQUEST_NULL);
    }
    if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(value, 0);
    }
}

// program synchronous_send: MPI_Ssend delivers its data (3.4).
PROGRAM(synchronous_send) {
    double value = -1;
    if (rank == 2) MPI_Ssend(&(double){2.5}, 1, MPI_DOUBLE, 3, 4, MPI_COMM_WORLD);
    if (rank == 3) {
        MPI_Recv(&value, 1, MPI_DOUBLE, 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(value * 2, 5);
    }
}

// program ready_send: A ready send delivers its data if the receive is posted (3.4).
PROGRAM(ready_send) {
    int value = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    all_arrive();
    if (rank == 0) MPI_Rsend(&(int){6}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1) IS(value, 6);
}

// program ready_isend: The nonblocking ready send is as the blocking one (3.7.2).
PROGRAM(ready_isend) {
    int value = -1, sent = 16;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1) MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    all_arrive();
    if (rank == 0) MPI_Irsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1) IS(value, 16);
}

// program buffered_returns: A buffered send returns before a receive is posted; its buffer can be changed (3.4).
PROGRAM(buffered_returns) {
    enum { bytes = 400000 + MPI_BSEND_OVERHEAD };
    char* room = malloc(bytes);
    static int data[100000], got[100000];
    for (int i = 0; i < 100000; ++i) data[i] = rank + i;
    MPI_Buffer_attach(room, bytes);
    MPI_Bsend(data, 100000, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD);
    memset(data, 0, sizeof(data));
    MPI_Recv(got, 100000, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(got[99999], 99999 + left_of(rank, size));
    void* detached = NULL;
    int detached_bytes = 0;
    MPI_Buffer_detach(&detached, &detached_bytes);
    CHECK(detached == room);
    IS(detached_bytes == bytes, 1);
    free(room);
}

// program buffer_is_full: A buffered send for which the buffer has no room is an error of class MPI_ERR_BUFFER (3.6).
PROGRAM(buffer_is_full) {
    char room[MPI_BSEND_OVERHEAD + 100], data[4000] = {0};
    void* detached;
    int bytes = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(room, sizeof(room));
    FAILS(MPI_Bsend(data, sizeof(data), MPI_CHAR, rank, 0, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    MPI_Buffer_detach(&detached, &bytes);
    IS(bytes == sizeof(room), 1);
}

// program one_buffer: A second buffer cannot be attached before the first one is detached (3.6).
PROGRAM(one_buffer) {
    char room[2][2000];
    void* detached = NULL;
    int bytes = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(room[0], 2000);
    CHECK(MPI_Buffer_attach(room[1], 2000) != MPI_SUCCESS);
    MPI_Buffer_detach(&detached, &bytes);
    CHECK(detached == room[0]);
    MPI_Buffer_attach(room[1], 1000);
    MPI_Buffer_detach(&detached, &bytes);
    CHECK(detached == room[1]);
    IS(bytes, 1000);
}

// program room_is_reused: The buffer's room is used again for each message that was received (3.6).
// openmpi: the second message to itself waits for ever
PROGRAM(room_is_reused) {
    char room[MPI_BSEND_OVERHEAD + 1000];
    void* detached;
    int data[200] = {0}, got[200], bytes;
    MPI_Buffer_attach(room, sizeof(room));
    for (int i = 0; i < 20; ++i) {
        data[199] = i;
        MPI_Bsend(data, 200, MPI_INT, rank, 0, MPI_COMM_WORLD);
        got[199] = -1;
        MPI_Recv(got, 200, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(got[199] == i);
    }
    IS(got[199], 19);
    MPI_Buffer_detach(&detached, &bytes);
}

// program detach_waits: MPI_Buffer_detach returns when the messages have left the buffer (3.6).
PROGRAM(detach_waits) {
    char* room = malloc(MPI_BSEND_OVERHEAD + 10000);
    char data[10000];
    void* detached = NULL;
    int bytes = 0;
    memset(data, 'a' + rank, sizeof(data));
    MPI_Request request;
    char got[10000] = "";
    MPI_Irecv(got, 10000, MPI_CHAR, left_of(rank, size), 0, MPI_COMM_WORLD, &request);
    MPI_Buffer_attach(room, MPI_BSEND_OVERHEAD + 10000);
    MPI_Bsend(data, 10000, MPI_CHAR, right_of(rank, size), 0, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes);
    CHECK(detached == room);
    memset(room, 0, MPI_BSEND_OVERHEAD + 10000);
    free(room);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(got[0], 'a' + left_of(rank, size));
    IS(got[9999], 'a' + left_of(rank, size));
}

// program buffered_isend: A nonblocking buffered send is complete at once (3.7.2).
// openmpi: waits for ever after other buffered sends
PROGRAM(buffered_isend) {
    char room[MPI_BSEND_OVERHEAD + 100];
    void* detached;
    int value = 3, got = -1, flag = 0, bytes;
    MPI_Request request;
    MPI_Buffer_attach(room, sizeof(room));
    MPI_Ibsend(&value, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    IS(flag, 1);
    value = 4;
    MPI_Recv(&got, 1, MPI_INT, rank, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(got, 3);
    MPI_Buffer_detach(&detached, &bytes);
}

// program from_bottom: With MPI_BOTTOM, a datatype has the addresses of the data (5.1.5).
PROGRAM(from_bottom) {
    int one = rank, got = -1;
    double two = rank + 0.5, got_two = -1;
    MPI_Aint sent[2], received[2];
    MPI_Datatype from, to, types[2] = {MPI_INT, MPI_DOUBLE};
    int lengths[2] = {1, 1};
    MPI_Get_address(&one, &sent[0]);
    MPI_Get_address(&two, &sent[1]);
    MPI_Get_address(&got, &received[0]);
    MPI_Get_address(&got_two, &received[1]);
    MPI_Type_create_struct(2, lengths, sent, types, &from);
    MPI_Type_create_struct(2, lengths, received, types, &to);
    MPI_Type_commit(&from);
    MPI_Type_commit(&to);
    MPI_Request request;
    MPI_Isend(MPI_BOTTOM, 1, from, right_of(rank, size), 0, MPI_COMM_WORLD, &request);
    MPI_Recv(MPI_BOTTOM, 1, to, left_of(rank, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(got, left_of(rank, size));
    IS(got_two * 2, 2 * left_of(rank, size) + 1);
    MPI_Type_free(&from);
    MPI_Type_free(&to);
}

// program largest_tag: The largest tag is that of the attribute MPI_TAG_UB, at least 32767 (3.2.3, 9.1.2).
PROGRAM(largest_tag) {
    int *largest = NULL, flag = 0, value = -1;
    MPI_Status status;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &flag);
    IS(flag, 1);
    IS(*largest >= 32767, 1);
    if (rank == 0) MPI_Send(&rank, 1, MPI_INT, 1, *largest, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_TAG == *largest);
        IS(value, 0);
    }
}

// program messages_in_progress: Ranks that exchange long messages with posted receives do not wait for ever (3.5).
PROGRAM(messages_in_progress) {
    enum { count = 200000 };
    int* data = malloc(2 * count * sizeof(int));
    for (int i = 0; i < count; ++i) data[i] = rank, data[count + i] = -1;
    MPI_Request request;
    MPI_Irecv(data + count, count, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &request);
    MPI_Send(data, count, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(data[2 * count - 1], rank ^ 1);
    free(data);
}
