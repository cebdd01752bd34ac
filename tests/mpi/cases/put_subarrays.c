#include <mpi.h>
#include <stdio.h>
#include <string.h>
/* Puts whose target datatype is (1) two subarrays of 4 of one dimension, (2) a vector of negative stride, two of them.
 */
static int cells[64];
static void put(int me, MPI_Win w, MPI_Datatype t, int count, int disp, int n, const int* want, const char* what) {
    int line[64];
    for (int i = 0; i < 64; ++i) cells[i] = -1, line[i] = i;
    MPI_Type_commit(&t);
    MPI_Win_fence(0, w);
    if (me == 0) MPI_Put(line, n, MPI_INT, 1, disp, count, t, w);
    MPI_Win_fence(0, w);
    if (me == 1) {
        int bad = 0, set = 0;
        for (int i = 0; i < 64; ++i) set += cells[i] != -1;
        for (int i = 0; i < n; ++i) bad += cells[want[i]] != i;
        printf("%s: %s (", what, bad || set != n ? "WRONG" : "right");
        for (int i = 0; i < 64; ++i)
            if (cells[i] != -1) printf(" [%d]=%d", i, cells[i]);
        printf(" )\n");
    }
    MPI_Type_free(&t);
}
int main(int argc, char** argv) {
    int me, size = 8, sub = 2, start = 3;
    MPI_Datatype t;
    MPI_Win w;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Win_create(cells, sizeof(cells), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Type_create_subarray(1, &size, &sub, &start, MPI_ORDER_C, MPI_INT, &t);
    put(me, w, t, 1, 0, 2, (int[]){3, 4}, "one subarray");
    MPI_Type_create_subarray(1, &size, &sub, &start, MPI_ORDER_C, MPI_INT, &t);
    put(me, w, t, 2, 0, 4, (int[]){3, 4, 11, 12}, "two subarrays");
    int sizes[] = {4, 4}, subs[] = {2, 2}, starts[] = {1, 1};
    MPI_Type_create_subarray(2, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &t);
    put(me, w, t, 1, 0, 4, (int[]){5, 6, 9, 10}, "one subarray, two dimensions");
    MPI_Type_create_subarray(2, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &t);
    put(me, w, t, 2, 0, 8, (int[]){5, 6, 9, 10, 21, 22, 25, 26}, "two subarrays, two dimensions");
    MPI_Type_vector(3, 1, -2, MPI_INT, &t);
    put(me, w, t, 1, 20, 3, (int[]){20, 18, 16}, "one vector, negative stride");
    MPI_Type_vector(3, 1, -2, MPI_INT, &t);
    put(me, w, t, 2, 20, 6, (int[]){20, 18, 16, 25, 23, 21}, "two vectors, negative stride");
    MPI_Win_free(&w);
    MPI_Finalize();
}
