/* Functions that SMPI lacks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int k = atoi(argv[1]), me, a[4] = {0}, b[4];
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Request q;
    MPI_Status st;
    MPI_Comm c;
    switch (k) {
        case 0: {
            int d[1] = {2}, p[1] = {1};
            MPI_Cart_create(MPI_COMM_WORLD, 1, d, p, 0, &c);
            MPI_Neighbor_alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
            break;
        }
        case 1:
            MPI_Comm_idup(MPI_COMM_WORLD, &c, &q);
            MPI_Wait(&q, &st);
            break;
        case 2: {
            MPI_Message m;
            int f;
            MPI_Improbe(0, 1, MPI_COMM_WORLD, &f, &m, &st);
            break;
        }
        case 3: {
            int s[1] = {me}, dg[1] = {1}, ds[1] = {1 - me};
            MPI_Dist_graph_create(MPI_COMM_WORLD, 1, s, dg, ds, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
            break;
        }
        case 4: MPI_Reduce_local(a, b, 4, MPI_INT, MPI_SUM); break;
        case 6: {
            MPI_Comm ic;
            MPI_Comm_split(MPI_COMM_WORLD, me, 0, &c);
            MPI_Intercomm_create(c, 0, MPI_COMM_WORLD, 1 - me, 3, &ic);
            MPI_Comm_free(&ic);
            break;
        }
        case 7: {
            char n[MPI_MAX_PROCESSOR_NAME];
            int l;
            MPI_Get_processor_name(n, &l);
            char v[MPI_MAX_LIBRARY_VERSION_STRING];
            MPI_Get_library_version(v, &l);
            printf("%s", me ? "" : v);
            break;
        }
    }
    printf("%d ok\n", me);
    MPI_Finalize();
}
