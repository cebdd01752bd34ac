#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int kind = atoi(argv[1]), me, n, *cell, v = 4, to;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    to = (me + 1) % n;
    MPI_Win win, other;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    int* gone = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    gone[0] = 1;
    if (kind == 0) { /* a null source */
        MPI_Win_fence(0, win);
        if (me == 0) MPI_Put(NULL, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
    }
    if (kind == 1) { /* a null result */
        MPI_Win_fence(0, win);
        if (me == 0) MPI_Get(NULL, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
    }
    if (kind == 2) { /* a window that claims memory it does not have */
        MPI_Win_create(NULL, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
        MPI_Win_fence(0, other);
        if (me == 0) MPI_Put(&v, 1, MPI_INT, to, 0, 1, MPI_INT, other);
        MPI_Win_fence(0, other);
        MPI_Win_free(&other);
    }
    if (kind == 3) { /* the source is unmapped before the fence */
        MPI_Win_fence(0, win);
        if (me == 0) MPI_Put(gone, 1, MPI_INT, to, 0, 1, MPI_INT, win);
        munmap(gone, 4096);
        MPI_Win_fence(0, win);
    }
    if (kind == 4) { /* the window's memory is freed while the window lives */
        int* memory = malloc(1 << 20);
        MPI_Win_create(memory, 1 << 20, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
        MPI_Win_fence(0, other);
        free(memory);
        if (me == 0) MPI_Put(&v, 1, MPI_INT, to, 0, 1, MPI_INT, other);
        MPI_Win_fence(0, other);
        MPI_Win_free(&other);
    }
    if (kind == 5) { /* nothing is transferred: null is allowed */
        MPI_Win_fence(0, win);
        MPI_Put(NULL, 0, MPI_INT, to, 0, 0, MPI_INT, win);
        MPI_Win_fence(0, win);
    }
    if (kind == 6) { /* the address of the pointer in place of the pointer */
        int** wrong = &cell;
        int* buffer = malloc(4096);
        buffer[0] = 3;
        MPI_Win_fence(0, win);
        if (me == 0) MPI_Get(&buffer, 2, MPI_INT, to, 0, 2, MPI_INT, win); /* overwrites the pointer */
        MPI_Win_fence(0, win);
        printf("%d %p\n", buffer[0], (void*)wrong);
    }
    MPI_Win_free(&win);
    printf("rank %d: done\n", me);
    MPI_Finalize();
}
