#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
/* Rank 0 puts to rank 1 and flushes; rank 2 gets it there, after it was told in one of many ways. */
int main(int argc, char** argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int kind = atoi(argv[1]), me, n, *cell, value = 7, got = -1, word = 1, flag = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Win win;
    MPI_Request q = MPI_REQUEST_NULL;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock_all(0, win);
    if (me == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Status st;
    int a[8] = {0}, b[8] = {0}, counts[8], displacements[8];
    for (int i = 0; i < 8; ++i) counts[i] = 1, displacements[i] = i;
    switch (kind) {
        case 0:
            MPI_Ibarrier(MPI_COMM_WORLD, &q);
            MPI_Wait(&q, &st);
            break;
        case 1:
            MPI_Ibarrier(MPI_COMM_WORLD, &q);
            while (!flag) MPI_Test(&q, &flag, &st);
            break;
        case 2:
            if (me == 0) MPI_Ssend(&word, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
            if (me == 2) MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
            break;
        case 3:
            if (me == 0) MPI_Send(&word, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
            if (me == 2) {
                MPI_Message m;
                MPI_Mprobe(0, 5, MPI_COMM_WORLD, &m, &st);
                MPI_Mrecv(&word, 1, MPI_INT, &m, &st);
            }
            break;
        case 4: MPI_Reduce_scatter_block(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
        case 5:
            MPI_Alltoallv(a, counts, displacements, MPI_INT, b, counts, displacements, MPI_INT, MPI_COMM_WORLD);
            break;
        case 6: {
            MPI_Comm d;
            MPI_Comm_split(MPI_COMM_WORLD, 0, me, &d);
            MPI_Comm_free(&d);
            break;
        }
        case 7:
            MPI_Sendrecv(a, 1, MPI_INT, (me + 2) % n, 1, b, 1, MPI_INT, (me + n - 2) % n, 1, MPI_COMM_WORLD, &st);
            break;
        case 8:
            MPI_Iallreduce(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q);
            MPI_Wait(&q, &st);
            break;
        case 9:
            if (me == 0) {
                MPI_Send_init(&word, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &q);
                MPI_Start(&q);
                MPI_Wait(&q, &st);
                MPI_Request_free(&q);
            }
            if (me == 2) {
                MPI_Recv_init(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &q);
                MPI_Start(&q);
                MPI_Wait(&q, &st);
                MPI_Request_free(&q);
            }
            break;
        case 10: MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
        case 11: {
            MPI_Win w;
            int x;
            MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
            MPI_Win_free(&w);
            break;
        }
        case 12:
            MPI_Ibcast(a, 1, MPI_INT, 0, MPI_COMM_WORLD, &q);
            MPI_Wait(&q, &st);
            break;
        case 13:
            if (me == 0) {
                MPI_Request two[2];
                MPI_Isend(a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, two);
                MPI_Isend(a, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, two + 1);
                MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
            } else {
                int index;
                MPI_Irecv(b, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &q);
                MPI_Waitany(1, &q, &index, &st);
            }
            break;
        case 14:
            if (me == 0) {
                char* space = malloc(1000);
                MPI_Buffer_attach(space, 1000);
                MPI_Bsend(&word, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
                int s;
                MPI_Buffer_detach(&space, &s);
            }
            if (me == 2) MPI_Recv(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &st);
            break;
        case 15:
            if (me == 0) MPI_Send(&word, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
            if (me == 2) {
                while (!flag) MPI_Iprobe(0, 5, MPI_COMM_WORLD, &flag, &st);
                MPI_Win_sync(win);
            }
            break;
        case 16: MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, 2, MPI_COMM_WORLD); break;
        case 17: MPI_Scan(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
        case 18:
            MPI_Ialltoall(a, 1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD, &q);
            MPI_Wait(&q, &st);
            break;
    }
    if (me == 2) {
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        printf("%d\n", got);
        if (kind == 15) MPI_Recv(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &st);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
