// Requests of operations, alone and with those of messages.
#include "tests/mpi/programs/check.h"

// program persistent: Messages of persistent requests between epochs: each round starts them again.
PROGRAM(persistent) {
    int memory = -1, out = -1, in = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Send_init(&out, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, left, 5, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 4; ++round) {
        out = 10 * rank + round;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
        MPI_Put(&out, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_unlock(right, win);
        if (round % 2 == 0) MPI_Startall(2, requests);
        for (int i = 0; round % 2 == 1 && i < 2; ++i) MPI_Start(&requests[i]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
        EXPECT(in == 10 * left + round && memory == in);
        MPI_Win_unlock(rank, win);
        EXPECT(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
    EXPECT(requests[0] == MPI_REQUEST_NULL);
    MPI_Win_free(&win);
}

// program persistent_mixed: Persistent requests, active and inactive, and those of operations in one array.
// SMPI's own: MPI_Waitsome counts inactive requests.
enum { receive, get, send, idle, all };

static int on_the_way(const MPI_Request* requests) { return requests[get] != MPI_REQUEST_NULL; }

PROGRAM(persistent_mixed) {
    int memory = 7 * rank, out = rank, in = -1, got = -1, index = -1, count = 0, done = 0, indices[all];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[all];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Recv_init(&in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[receive]);
    MPI_Send_init(&out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[send]);
    MPI_Recv_init(&in, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[idle]);  // never started
    MPI_Win_lock_all(0, win);
    for (int way = 0; way < 5; ++way) {
        in = got = -1;
        MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[get]);
        MPI_Start(&requests[receive]);
        MPI_Start(&requests[send]);
        if (way == 0) MPI_Waitall(all, requests, MPI_STATUSES_IGNORE);
        for (int finished = 0; way == 1 && finished < 3; ++finished) {
            MPI_Waitany(all, requests, &index, MPI_STATUS_IGNORE);
            EXPECT(index >= receive && index <= send);
        }
        for (done = 0; way == 2 && !done;) MPI_Testall(all, requests, &done, MPI_STATUSES_IGNORE);
        if (way == 3) MPI_Waitsome(all, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (way == 4) MPI_Testsome(all, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (way >= 3) {
            EXPECT(count >= (way == 3) && count <= 3);
            for (int i = 0; i < count; ++i) EXPECT(indices[i] >= receive && indices[i] <= send);
            MPI_Waitall(all, requests, MPI_STATUSES_IGNORE);
        }
        EXPECT(in == left && got == 7 * right && !on_the_way(requests));
    }
    // With the others inactive, the operation alone is waited for.
    MPI_Rget(&got, 1, MPI_INT, left, 0, 1, MPI_INT, win, &requests[get]);
    MPI_Waitany(all, requests, &index, MPI_STATUS_IGNORE);
    EXPECT(index == get && got == 7 * left);
    MPI_Win_unlock_all(win);
    for (int i = 0; i < all; ++i) {
        if (requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&requests[i]);
    }
    MPI_Win_free(&win);
}

// program raccumulate: MPI_Raccumulate and MPI_Rget_accumulate.
// SMPI's own: MPI_Rget_accumulate ends the process
PROGRAM(raccumulate) {
    (void)size;
    int memory[2] = {0, 100}, one = 1, before = -1;
    MPI_Request requests[2];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &requests[0]);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &before, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    EXPECT(before >= 100 && before < 104);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[0] == 4 && memory[1] == 104);
    MPI_Win_free(&win);
}

// program request_handles: A request of an operation goes to Fortran's integer and back.
// SMPI's own: its requests of operations have no integer that comes back
PROGRAM(request_handles) {
    int memory = rank, got = -1;
    MPI_Request request;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rget(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request);
    const MPI_Fint number = MPI_Request_c2f(request);
    EXPECT(MPI_Request_f2c(number) == request && MPI_Request_c2f(request) == number);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(got == (rank + 1) % size);
    EXPECT(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program request_proc_null: Operations with requests whose target is MPI_PROC_NULL are complete at once.
// SMPI's own: its MPI_Rput makes no request then
PROGRAM(request_proc_null) {
    (void)size;
    int memory = -1, done = 0;
    MPI_Request requests[2];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rput(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget(&memory, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[1]);
    EXPECT(requests[0] != MPI_REQUEST_NULL);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
    EXPECT(done && requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL && memory == -1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program requests_mixed: Operations and messages in one array.
PROGRAM(requests_mixed) {
    int memory = 7 * rank, got = -1, message = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[4];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 0; round < 2; ++round) {
        got = message = -1;
        MPI_Win_lock_all(0, win);
        MPI_Irecv(&message, 1, MPI_INT, left, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[1]);
        MPI_Isend(&rank, 1, MPI_INT, right, round, MPI_COMM_WORLD, &requests[2]);
        requests[3] = MPI_REQUEST_NULL;
        if (round == 0) {
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else {
            for (int i = 0; i < 3; ++i) {
                int index = -1;
                MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
                EXPECT(index >= 0 && index < 3);
            }
        }
        for (int i = 0; i < 4; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
        EXPECT(got == 7 * right && message == left);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

// program requests_persistent: Persistent requests that carry a window's contents around a ring, in one array with
// requests of operations.
PROGRAM(requests_persistent) {
    int memory[3] = {rank, -1, -1};
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[3];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Send_init(&memory[0], 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&memory[1], 1, MPI_INT, left, 5, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; ++round) {
        MPI_Win_lock_all(0, win);
        if (round % 2 == 0) {
            MPI_Startall(2, requests);
        } else {
            for (int i = 0; i < 2; ++i) MPI_Start(&requests[i]);
        }
        MPI_Rput(&rank, 1, MPI_INT, right, 2, 1, MPI_INT, win, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        EXPECT(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        EXPECT(memory[1] == left && memory[2] == left);
        memory[1] = memory[2] = -1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
    EXPECT(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    MPI_Win_free(&win);
}

// program requests_test: MPI_Test, MPI_Testall and MPI_Testany until operations are complete.
PROGRAM(requests_test) {
    int memory[3] = {1, 2, 3}, got[3] = {-1, -1, -1}, done = 0, index = -1;
    const int right = (rank + 1) % size;
    MPI_Request requests[3];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rget(&got[0], 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[0]);
    while (!done) MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    EXPECT(got[0] == 1 && requests[0] == MPI_REQUEST_NULL);
    for (int i = 0; i < 3; ++i) MPI_Rget(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    done = 0;
    while (!done) MPI_Testany(3, requests, &index, &done, MPI_STATUS_IGNORE);
    EXPECT(index >= 0 && index < 3 && got[index] == index + 1 && requests[index] == MPI_REQUEST_NULL);
    done = 0;
    while (!done) MPI_Testall(3, requests, &done, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; ++i) EXPECT(got[i] == i + 1 && requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program requests_waitany: MPI_Waitany and MPI_Waitsome take each operation once.
PROGRAM(requests_waitany) {
    int memory[4] = {1, 2, 3, 4}, got[4] = {0, 0, 0, 0}, seen = 0, left = 2;
    const int right = (rank + 1) % size;
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 4; ++i) MPI_Rget(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    for (int i = 0; i < 2; ++i) {
        int index = -1;
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        EXPECT(index >= 0 && index < 4 && !(seen & 1 << index) && got[index] == index + 1);
        seen |= 1 << index;
    }
    while (left > 0) {
        int found = 0, indices[4];
        MPI_Waitsome(4, requests, &found, indices, MPI_STATUSES_IGNORE);
        EXPECT(found > 0);
        for (int i = 0; i < found; ++i) {
            EXPECT(!(seen & 1 << indices[i]) && got[indices[i]] == indices[i] + 1);
            seen |= 1 << indices[i];
        }
        left -= found;
    }
    EXPECT(seen == 15);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program rget_accumulate: The requests of RGET_ACCUMULATE are over when the old values are there.
// SMPI's own: its request is complete before the values are there
PROGRAM(rget_accumulate) {
    int memory[2] = {1, 2}, mine[2] = {10, 20}, old[2] = {0, 0};
    MPI_Request request;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Rget_accumulate(mine, 2, MPI_INT, old, 2, MPI_INT, rank, 0, 2, MPI_INT, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(request == MPI_REQUEST_NULL && old[0] == 1 && old[1] == 2);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[0] == 11 && memory[1] == 22 && rank < size);
    MPI_Win_free(&win);
}

// program rget_wait: MPI_Rget: the data are there when MPI_Wait returns, inside the epoch.
PROGRAM(rget_wait) {
    int memory = 5 * rank, got = -1;
    const int right = (rank + 1) % size;
    MPI_Request request;
    MPI_Status status;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &request);
    EXPECT(request != MPI_REQUEST_NULL);
    MPI_Wait(&request, &status);
    EXPECT(got == 5 * right && request == MPI_REQUEST_NULL);
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
}

// program rput_many: Two hundred requests in one waitall, and their statuses.
PROGRAM(rput_many) {
    enum { count = 200 };
    int memory[count], values[count];
    MPI_Request requests[count];
    MPI_Status statuses[count];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; ++i) {
        values[i] = 1000 * rank + i;
        MPI_Rput(values + i, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, requests + i);
    }
    MPI_Waitall(count, requests, statuses);
    for (int i = 0; i < count; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_free(&win);
}

// program rput_waitall: MPI_Rput to all ranks; MPI_Waitall completes them at the origin.
PROGRAM(rput_waitall) {
    int memory[4] = {-1, -1, -1, -1}, values[4];
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; ++target) {
        values[target] = 10 * rank + target;
        MPI_Rput(&values[target], 1, MPI_INT, target, rank, 1, MPI_INT, win, &requests[target]);
    }
    MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < size; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 10 * i + rank);
}

// program waitsome: waitsome and testsome give each request once.
// SMPI's own: its waitsome takes them for complete at once
PROGRAM(waitsome) {
    int memory[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8], found, indices[8], done[8] = {0, 0, 0, 0, 0, 0, 0, 0}, left = 8;
    MPI_Request requests[8];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 8; ++i) MPI_Rget(got + i, 1, MPI_INT, (rank + i) % size, i, 1, MPI_INT, win, requests + i);
    while (left > 0) {
        if (left > 4) MPI_Waitsome(8, requests, &found, indices, MPI_STATUSES_IGNORE);
        else MPI_Testsome(8, requests, &found, indices, MPI_STATUSES_IGNORE);
        for (int i = 0; i < found; ++i) {
            EXPECT(!done[indices[i]] && got[indices[i]] == indices[i]);
            done[indices[i]] = 1;
            --left;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
