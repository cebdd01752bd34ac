// Messages of each kind, on MPI_COMM_WORLD and on others. The programs are for any number of ranks from 2 on.
#include "tests/mpi/programs/check.h"

#include <stddef.h>

// program hosted_modes: Each mode of a send, blocking and not, with statuses and counts.
PROGRAM(hosted_modes) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    char room[8 * (sizeof(long) + MPI_BSEND_OVERHEAD)];
    MPI_Buffer_attach(room, sizeof(room));
    long sent[6] = {0}, got[3];
    MPI_Request requests[8];
    MPI_Irecv(got, 3, MPI_LONG, from, 4, MPI_COMM_WORLD, &requests[4]);
    for (int i = 0; i < 6; ++i) sent[i] = 10 * rank + i;
    MPI_Isend(&sent[0], 1, MPI_LONG, to, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(&sent[1], 1, MPI_LONG, to, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibsend(&sent[2], 1, MPI_LONG, to, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Bsend(&sent[3], 1, MPI_LONG, to, 3, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irsend(&sent[4], 2, MPI_LONG, to, 4, MPI_COMM_WORLD, &requests[3]);
    for (int tag = 3; tag >= 0; --tag) {
        long value = -1;
        MPI_Status status;
        MPI_Recv(&value, 1, MPI_LONG, from, tag, MPI_COMM_WORLD, &status);
        EXPECT(value == 10 * from + tag && status.MPI_SOURCE == from && status.MPI_TAG == tag);
    }
    MPI_Status all[5];
    MPI_Waitall(5, requests, all);
    int count = -1;
    MPI_Get_count(&all[4], MPI_LONG, &count);
    EXPECT(count == 2 && got[0] == 10 * from + 4 && got[1] == 10 * from + 5 && all[4].MPI_SOURCE == from);
    for (int i = 0; i < 5; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
    void* buffer = NULL;
    int bytes = 0;
    MPI_Buffer_detach(&buffer, &bytes);
    EXPECT(buffer == room && bytes == (int)sizeof(room));
}

// program hosted_wildcards: MPI_ANY_SOURCE and MPI_ANY_TAG, probes, and messages that a probe takes.
PROGRAM(hosted_wildcards) {
    if (rank > 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 100 + rank, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
        return;
    }
    int seen = 0;
    for (int i = 1; i < size; ++i) {
        MPI_Status status;
        int value = 0, flag = 0, count = 0;
        MPI_Probe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        EXPECT(count == 1 && status.MPI_TAG == 7);
        MPI_Message message;
        MPI_Mprobe(status.MPI_SOURCE, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        EXPECT(message == MPI_MESSAGE_NULL && value == status.MPI_SOURCE);
        while (flag == 0) MPI_Iprobe(value, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        EXPECT(status.MPI_TAG == 100 + value);
        MPI_Recv(&value, 1, MPI_INT, value, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        seen += value;
    }
    EXPECT(seen == size * (size - 1) / 2);
    int flag = 1;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    EXPECT(flag == 0);
}

// program hosted_persistent: Persistent requests, MPI_Startall, MPI_Testany and MPI_Waitsome.
PROGRAM(hosted_persistent) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int sent = 0, got = -1, rounds = 3;
    MPI_Request both[2];
    MPI_Send_init(&sent, 1, MPI_INT, to, 5, MPI_COMM_WORLD, &both[0]);
    MPI_Recv_init(&got, 1, MPI_INT, from, 5, MPI_COMM_WORLD, &both[1]);
    for (int i = 0; i < rounds; ++i) {
        sent = 10 * rank + i;
        MPI_Startall(2, both);
        int done = 0, total = 0, indices[2];
        while (total < 2) {
            MPI_Waitsome(2, both, &done, indices, MPI_STATUSES_IGNORE);
            total += done;
        }
        EXPECT(got == 10 * from + i);
    }
    int index = 0, flag = 0;
    MPI_Testany(2, both, &index, &flag, MPI_STATUS_IGNORE);
    EXPECT(flag == 1 && index == MPI_UNDEFINED);
    for (int i = 0; i < 2; ++i) MPI_Request_free(&both[i]);
}

// program hosted_datatypes: A column of a matrix to a row, and a structure with holes.
PROGRAM(hosted_datatypes) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    static int matrix[4][4];  // a variable that each rank has
    int row[4] = {0};
    MPI_Datatype column, record;
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < 4; ++i) matrix[i][2] = 100 * rank + i;
    MPI_Sendrecv(&matrix[0][2], 1, column, to, 1, row, 4, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; ++i) EXPECT(row[i] == 100 * from + i);
    MPI_Sendrecv_replace(&matrix[0][2], 1, column, to, 2, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; ++i) EXPECT(matrix[i][2] == 100 * from + i && matrix[i][1] == 0);
    struct {
        char letter;
        double number;
    } mine = {(char)('a' + rank), rank / 2.0}, theirs = {'-', -1};
    const int lengths[2] = {1, 1};
    const MPI_Aint disps[2] = {0, (MPI_Aint)((char*)&mine.number - &mine.letter)};
    const MPI_Datatype types[2] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Type_create_struct(2, lengths, disps, types, &record);
    MPI_Type_commit(&record);
    MPI_Sendrecv(&mine, 1, record, to, 3, &theirs, 1, record, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(theirs.letter == (char)('a' + from) && theirs.number == from / 2.0);
    MPI_Type_free(&column);
    MPI_Type_free(&record);
}

// program hosted_signatures: Datatypes of other constructors with the same basic types in order; MPI_PACKED.
PROGRAM(hosted_signatures) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    struct {
        int number;
        double value;
    } mine[2] = {{rank, rank / 4.0}, {-rank, rank / 8.0}}, theirs[2] = {{0, 0}, {0, 0}};
    const MPI_Aint value = (MPI_Aint)((char*)&mine[0].value - (char*)&mine[0]), whole = sizeof(mine[0]);
    const MPI_Datatype pair[2] = {MPI_INT, MPI_DOUBLE}, four[4] = {MPI_INT, MPI_DOUBLE, MPI_INT, MPI_DOUBLE};
    const int ones[4] = {1, 1, 1, 1};
    const MPI_Aint in_pair[2] = {0, value}, in_four[4] = {0, value, whole, whole + value};
    MPI_Datatype two, both, packed_number;
    MPI_Type_create_struct(2, ones, in_pair, pair, &two);
    MPI_Type_commit(&two);
    MPI_Type_create_struct(4, ones, in_four, four, &both);
    MPI_Type_commit(&both);
    MPI_Sendrecv(mine, 2, two, to, 1, theirs, 1, both, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(theirs[0].number == from && theirs[1].value == from / 8.0);
    // A message may end within an element of the receive, and a receive may have room for more.
    MPI_Status status;
    int elements = 0;
    MPI_Sendrecv(mine, 1, two, to, 2, theirs, 1, both, from, 2, MPI_COMM_WORLD, &status);
    MPI_Get_elements(&status, both, &elements);
    EXPECT(elements == 2 && theirs[0].value == from / 4.0);
    MPI_Sendrecv_replace(mine, 1, both, to, 3, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(mine[0].number == from && mine[1].value == from / 8.0);
    // A packed message to another datatype, and another datatype to a packed receive.
    char room[64];
    int end = 0;
    MPI_Pack(mine, 1, both, room, sizeof(room), &end, MPI_COMM_WORLD);
    MPI_Sendrecv(room, end, MPI_PACKED, to, 4, theirs, 2, two, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(theirs[0].number == (from + size - 1) % size);
    MPI_Sendrecv(mine, 2, two, to, 5, room, sizeof(room), MPI_PACKED, from, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_PACKED, &end);
    EXPECT(end == 2 * (int)(sizeof(int) + sizeof(double)));
    MPI_Type_contiguous(4, MPI_PACKED, &packed_number);
    MPI_Type_commit(&packed_number);
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 6, &end, 1, packed_number, from, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(end == from);
    MPI_Type_free(&two);
    MPI_Type_free(&both);
    MPI_Type_free(&packed_number);
}

// program hosted_no_process: MPI_PROC_NULL sends and receives nothing.
PROGRAM(hosted_no_process) {
    int value = 5;
    MPI_Status status;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT(value == 5 && status.MPI_SOURCE == MPI_PROC_NULL && count == 0 && rank < size);
}

// program hosted_communicators: Messages of two communicators do not match each other; ranks are those of each.
PROGRAM(hosted_communicators) {
    MPI_Comm copy, half, back;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int first = 1, second = 2, got = 0;
    MPI_Request requests[2];
    MPI_Isend(&first, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&second, 1, MPI_INT, to, 0, copy, &requests[1]);
    MPI_Recv(&got, 1, MPI_INT, from, 0, copy, MPI_STATUS_IGNORE);
    EXPECT(got == 2);
    MPI_Recv(&got, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT(got == 1);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_split(copy, rank % 2, -rank, &half);
    int mine = 0, count = 0;
    MPI_Comm_rank(half, &mine);
    MPI_Comm_size(half, &count);
    EXPECT(mine == (size - 1 - rank) / 2);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half);
    int expected = 0;
    for (int i = rank % 2; i < size; i += 2) expected += i;
    EXPECT(sum == expected);
    MPI_Status status;
    if (mine == 0 && count > 1) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 9, half, &status);
        EXPECT(status.MPI_SOURCE == 1);
    } else if (mine == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 9, half);
    }
    MPI_Comm_create(copy, MPI_GROUP_EMPTY, &back);
    EXPECT(back == MPI_COMM_NULL);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

// program hosted_intercommunicator: Messages between the groups of an intercommunicator.
PROGRAM(hosted_intercommunicator) {
    MPI_Comm half, inter, merged;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &inter);
    int mine = 0, others = 0, got = -1;
    MPI_Comm_rank(inter, &mine);
    MPI_Comm_remote_size(inter, &others);
    if (mine < others) {
        MPI_Status status;
        MPI_Sendrecv(&rank, 1, MPI_INT, mine, 1, &got, 1, MPI_INT, MPI_ANY_SOURCE, 1, inter, &status);
        EXPECT(got == (rank % 2 == 0 ? rank + 1 : rank - 1) && status.MPI_SOURCE == mine && size > 1);
    }
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    int in_merged = -1;
    MPI_Comm_rank(merged, &in_merged);
    EXPECT(in_merged == rank / 2 + (rank % 2 == 0 ? 0 : (size + 1) / 2));
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}
