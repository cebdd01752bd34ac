// What `cc --watch` costs: kernels that only compute, and arrays that are windows, with a fence after each sweep.
// Meanwhile puts are open, whose buffers are watched. Prints the CPU nanoseconds of an element.
//
//     kernels stencil|2d|product ELEMENTS SWEEPS arrays|window OPEN_PUTS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double seconds(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &now);  // SMPI has its own
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void stencil(double* to, const double* from, int n) {
    for (int i = 1; i < n - 1; ++i) to[i] = 0.25 * (from[i - 1] + 2 * from[i] + from[i + 1]);
}

static void stencil_2d(double* to, const double* from, int side) {
    for (int i = 1; i < side - 1; ++i) {
        for (int j = 1; j < side - 1; ++j) {
            const double* at = from + i * side + j;
            to[i * side + j] = 0.25 * (at[-1] + at[1] + at[-side] + at[side]);
        }
    }
}

static void product(double* y, const double* x, const double* values, const int* columns, const int* rows, int n) {
    for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int k = rows[i]; k < rows[i + 1]; ++k) sum += values[k] * x[columns[k]];
        y[i] = sum;
    }
}

int main(int argc, char** argv) {
    const char* const kernel = argv[1];
    const int n = atoi(argv[2]), sweeps = atoi(argv[3]), in_window = strcmp(argv[4], "window") == 0;
    const int open = atoi(argv[5]);
    const int side = (int)(n > 1 << 20 ? 1024 : 128), per_row = 8;
    MPI_Init(&argc, &argv);
    MPI_Win win = MPI_WIN_NULL, small;
    double *from = calloc((size_t)n, sizeof(double)), *to = calloc((size_t)n, sizeof(double));
    if (in_window) {
        double* both;
        MPI_Win_allocate(2 * (MPI_Aint)n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &both, &win);
        from = both;
        to = both + n;
        memset(both, 0, 2 * (size_t)n * 8);
        MPI_Win_fence(0, win);
    }
    double *cells, *sources = calloc((size_t)open * 8 + 1, sizeof(double));
    MPI_Win_allocate((MPI_Aint)open * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &small);
    double* values = malloc((size_t)n * per_row * sizeof(double));
    int *columns = malloc((size_t)n * per_row * sizeof(int)), *rows = malloc((size_t)(n + 1) * sizeof(int));
    for (int i = 0; i <= n; ++i) rows[i] = i * per_row;
    for (int k = 0; k < n * per_row; ++k) {
        values[k] = 1;
        columns[k] = (int)(((long)k * 7919) % n);
    }
    MPI_Win_lock_all(0, small);
    for (int i = 0; i < open; ++i) MPI_Put(sources + 8 * i, 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, small);
    const double began = seconds();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        if (strcmp(kernel, "stencil") == 0) stencil(to, from, n);
        else if (strcmp(kernel, "2d") == 0) stencil_2d(to, from, side);
        else product(to, from, values, columns, rows, n);
        if (in_window) MPI_Win_fence(0, win);
        double* const other = from;
        from = to;
        to = other;
    }
    const double took = seconds() - began;
    MPI_Win_unlock_all(small);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double elements = (double)sweeps * (kernel[0] == '2' ? side * side : n);
    if (rank == 0) printf("%-8s %8.2f ns\n", kernel, 1e9 * took / elements);
    MPI_Win_free(&small);
    if (in_window) MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
