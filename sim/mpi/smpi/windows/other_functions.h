// The table of MPI functions that SMPI executes and that may block, test for a message, or create a request or a
// communicator. Each row has a function's name, parameters and arguments. The table has no functions of one-sided
// communication, and none that complete or start requests. The file that includes the table defines two macros:
// RMASIM_BLOCKS_IN_SMPI for functions that may block, which also names the non-blocking function, and
// RMASIM_GOES_ON_TO_SMPI for all others.
#pragma once

// clang-format off
RMASIM_BLOCKS_IN_SMPI(MPI_Send, MPI_Isend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Ssend, MPI_Issend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Bsend, MPI_Ibsend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Rsend, MPI_Irsend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_GOES_ON_TO_SMPI(MPI_Isend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Irecv, (void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Sendrecv_replace,
                       (void* a, int b, MPI_Datatype c, int d, int e, int f, int g, MPI_Comm h, MPI_Status* i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_BLOCKS_IN_SMPI(MPI_Barrier, MPI_Ibarrier, (MPI_Comm a), (a))
RMASIM_BLOCKS_IN_SMPI(MPI_Bcast, MPI_Ibcast, (void* a, int b, MPI_Datatype c, int d, MPI_Comm e), (a, b, c, d, e))
RMASIM_BLOCKS_IN_SMPI(MPI_Gather, MPI_Igather,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h),
                       (a, b, c, d, e, f, g, h))
RMASIM_BLOCKS_IN_SMPI(MPI_Gatherv, MPI_Igatherv,
                       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g,
                        int h, MPI_Comm i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_BLOCKS_IN_SMPI(MPI_Scatter, MPI_Iscatter,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h),
                       (a, b, c, d, e, f, g, h))
RMASIM_BLOCKS_IN_SMPI(MPI_Scatterv, MPI_Iscatterv,
                       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, int f, MPI_Datatype g,
                        int h, MPI_Comm i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_BLOCKS_IN_SMPI(MPI_Allgather, MPI_Iallgather,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
                       (a, b, c, d, e, f, g))
RMASIM_BLOCKS_IN_SMPI(MPI_Allgatherv, MPI_Iallgatherv,
                       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g,
                        MPI_Comm h),
                       (a, b, c, d, e, f, g, h))
RMASIM_BLOCKS_IN_SMPI(MPI_Alltoall, MPI_Ialltoall,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
                       (a, b, c, d, e, f, g))
RMASIM_BLOCKS_IN_SMPI(MPI_Alltoallv, MPI_Ialltoallv,
                       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, const int* f, const int* g,
                        MPI_Datatype h, MPI_Comm i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_BLOCKS_IN_SMPI(MPI_Alltoallw, MPI_Ialltoallw,
                       (const void* a, const int* b, const int* c, const MPI_Datatype* d, void* e, const int* f,
                        const int* g, const MPI_Datatype* h, MPI_Comm i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_BLOCKS_IN_SMPI(MPI_Reduce, MPI_Ireduce,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, int f, MPI_Comm g),
                       (a, b, c, d, e, f, g))
RMASIM_BLOCKS_IN_SMPI(MPI_Allreduce, MPI_Iallreduce,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Reduce_scatter, MPI_Ireduce_scatter,
                       (const void* a, void* b, const int* c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f), (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Scan, MPI_Iscan, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_BLOCKS_IN_SMPI(MPI_Exscan, MPI_Iexscan, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
                       (a, b, c, d, e, f))
RMASIM_GOES_ON_TO_SMPI(MPI_Ibarrier, (MPI_Comm a, MPI_Request* b), (a, b))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_dup, (MPI_Comm a, MPI_Comm* b), (a, b))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_split, (MPI_Comm a, int b, int c, MPI_Comm* d), (a, b, c, d))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_split_type, (MPI_Comm a, int b, int c, MPI_Info d, MPI_Comm* e), (a, b, c, d, e))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_create, (MPI_Comm a, MPI_Group b, MPI_Comm* c), (a, b, c))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_create_group, (MPI_Comm a, MPI_Group b, int c, MPI_Comm* d), (a, b, c, d))
RMASIM_GOES_ON_TO_SMPI(MPI_Issend,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Ibsend,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Irsend,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Send_init,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Ssend_init,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Bsend_init,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Rsend_init,
                       (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Recv_init,
                       (void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Ibcast,
                       (void* a, int b, MPI_Datatype c, int d, MPI_Comm e, MPI_Request* f),
                       (a, b, c, d, e, f))
RMASIM_GOES_ON_TO_SMPI(MPI_Igather,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h,
                        MPI_Request* i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_GOES_ON_TO_SMPI(MPI_Igatherv,
                       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g,
                        int h, MPI_Comm i, MPI_Request* j),
                       (a, b, c, d, e, f, g, h, i, j))
RMASIM_GOES_ON_TO_SMPI(MPI_Iscatter,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h,
                        MPI_Request* i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_GOES_ON_TO_SMPI(MPI_Iscatterv,
                       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, int f, MPI_Datatype g,
                        int h, MPI_Comm i, MPI_Request* j),
                       (a, b, c, d, e, f, g, h, i, j))
RMASIM_GOES_ON_TO_SMPI(MPI_Iallgather,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g,
                        MPI_Request* h),
                       (a, b, c, d, e, f, g, h))
RMASIM_GOES_ON_TO_SMPI(MPI_Iallgatherv,
                       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g,
                        MPI_Comm h, MPI_Request* i),
                       (a, b, c, d, e, f, g, h, i))
RMASIM_GOES_ON_TO_SMPI(MPI_Ialltoall,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g,
                        MPI_Request* h),
                       (a, b, c, d, e, f, g, h))
RMASIM_GOES_ON_TO_SMPI(MPI_Ialltoallv,
                       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, const int* f,
                        const int* g, MPI_Datatype h, MPI_Comm i, MPI_Request* j),
                       (a, b, c, d, e, f, g, h, i, j))
RMASIM_GOES_ON_TO_SMPI(MPI_Ialltoallw,
                       (const void* a, const int* b, const int* c, const MPI_Datatype* d, void* e, const int* f,
                        const int* g, const MPI_Datatype* h, MPI_Comm i, MPI_Request* j),
                       (a, b, c, d, e, f, g, h, i, j))
RMASIM_GOES_ON_TO_SMPI(MPI_Ireduce,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, int f, MPI_Comm g, MPI_Request* h),
                       (a, b, c, d, e, f, g, h))
RMASIM_GOES_ON_TO_SMPI(MPI_Iallreduce,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Ireduce_scatter,
                       (const void* a, void* b, const int* c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Ireduce_scatter_block,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Iscan,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Iexscan,
                       (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
                       (a, b, c, d, e, f, g))
RMASIM_GOES_ON_TO_SMPI(MPI_Comm_dup_with_info, (MPI_Comm a, MPI_Info b, MPI_Comm* c), (a, b, c))
RMASIM_GOES_ON_TO_SMPI(MPI_Cart_create,
                       (MPI_Comm a, int b, const int* c, const int* d, int e, MPI_Comm* f),
                       (a, b, c, d, e, f))
RMASIM_GOES_ON_TO_SMPI(MPI_Cart_sub, (MPI_Comm a, const int* b, MPI_Comm* c), (a, b, c))
RMASIM_GOES_ON_TO_SMPI(MPI_Graph_create,
                       (MPI_Comm a, int b, const int* c, const int* d, int e, MPI_Comm* f),
                       (a, b, c, d, e, f))
// clang-format on
