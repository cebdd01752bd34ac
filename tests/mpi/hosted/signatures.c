// Messages and collective calls whose datatypes differ, and messages of more than 2^31 - 1 bytes. The argument chooses;
// rank 0 sends to rank 1. "returned" is printed if MPI_Recv returns the error.
#define _GNU_SOURCE
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char data[64];

static MPI_Datatype structure(int count, const MPI_Datatype types[]) {
    MPI_Datatype made;
    int lengths[4] = {1, 1, 1, 1};
    MPI_Aint disps[4] = {0, 8, 16, 24};
    MPI_Type_create_struct(count, lengths, disps, types, &made);
    MPI_Type_commit(&made);
    return made;
}

static void transfer(int rank, int sent, MPI_Datatype sent_type, int count, MPI_Datatype type) {
    if (rank == 0) MPI_Send(data, sent, sent_type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1 && MPI_Recv(data, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
        puts("returned");
    }
}

static void wrong_types(int rank, const char* how) {
    const MPI_Datatype mixed[2] = {MPI_INT, MPI_DOUBLE}, other[2] = {MPI_DOUBLE, MPI_INT};
    const MPI_Datatype long_ones[4] = {MPI_INT, MPI_DOUBLE, MPI_INT, MPI_FLOAT};
    if (strcmp(how, "int_float") == 0) transfer(rank, 1, MPI_INT, 1, MPI_FLOAT);
    if (strcmp(how, "order") == 0) transfer(rank, 1, structure(2, mixed), 1, structure(2, other));
    if (strcmp(how, "last") == 0) transfer(rank, 2, structure(2, mixed), 1, structure(4, long_ones));
    if (strcmp(how, "bytes") == 0) transfer(rank, 4, MPI_BYTE, 1, MPI_INT);
    if (strcmp(how, "returns") == 0) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        transfer(rank, 1, MPI_INT, 1, MPI_FLOAT);
    }
}

// Collective calls with other datatypes at rank 1. "collectives" has the same sequences of basic datatypes in other
// words, which is right.
static void collectives(int rank, const char* how) {
    static char all[2 * sizeof data];
    const int counts[2] = {2, 2}, disps[2] = {0, 2};
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    if (strcmp(how, "bcast") == 0) {
        MPI_Bcast(data, rank == 0 ? 2 : 1, rank == 0 ? MPI_INT : MPI_LONG, 0, MPI_COMM_WORLD);
    }
    if (strcmp(how, "gather") == 0) {
        MPI_Gather(data, rank == 0 ? 2 : 1, rank == 0 ? MPI_INT : MPI_DOUBLE, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (strcmp(how, "alltoall") == 0) MPI_Alltoall(data, 2, MPI_INT, all, 1, MPI_LONG, MPI_COMM_WORLD);
    if (strcmp(how, "gatherv") == 0) {
        MPI_Gatherv(data, rank == 0 ? 2 : 1, MPI_INT, all, counts, disps, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (strcmp(how, "collectives") != 0) return;
    const MPI_Datatype type = rank == 0 ? MPI_INT : two;
    const int count = rank == 0 ? 4 : 2;
    MPI_Request request;
    MPI_Bcast(data, count, type, 1, MPI_COMM_WORLD);
    MPI_Allgather(data, count, type, all, 4, MPI_INT, MPI_COMM_WORLD);
    MPI_Ialltoall(data, 2, two, all, count, type, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Bcast(data, rank == 0 ? 16 : count, rank == 0 ? MPI_PACKED : type, 0, MPI_COMM_WORLD);
    puts("right");
}

// Collective calls with blocks for each process or neighbour, and on an intercommunicator. Rank 1 sends MPI_FLOAT to
// rank 0, which expects MPI_INT; with "own", a process sends MPI_INT to itself, and expects MPI_FLOAT.
static void with_blocks(int rank, const char* how) {
    static int all[4];
    const int counts[2] = {1, 1}, disps[2] = {0, 1}, bytes[2] = {0, sizeof(int)}, two[1] = {2}, periodic[1] = {1};
    const MPI_Datatype sent = rank == 0 ? MPI_INT : MPI_FLOAT, ints[2] = {MPI_INT, MPI_INT};
    const MPI_Datatype mixed[2] = {sent, MPI_INT};
    MPI_Comm ring, inter;
    if (strcmp(how, "Gatherv") == 0) {
        MPI_Gatherv(data, 1, sent, all, counts, disps, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (strcmp(how, "Scatterv") == 0) {
        MPI_Scatterv(data, counts, disps, MPI_FLOAT, all, 1, rank == 1 ? MPI_FLOAT : MPI_INT, 1, MPI_COMM_WORLD);
    }
    if (strcmp(how, "Allgatherv") == 0) {
        MPI_Allgatherv(data, 1, sent, all, counts, disps, sent, MPI_COMM_WORLD);
    }
    if (strcmp(how, "Alltoallv") == 0) {
        const int to[2] = {1, rank}, from[2] = {1 - rank, 1};
        MPI_Alltoallv(data, to, disps, sent, all, from, disps, sent, MPI_COMM_WORLD);
    }
    if (strcmp(how, "Alltoallw") == 0) {
        MPI_Alltoallw(data, counts, bytes, mixed, all, counts, bytes, ints, MPI_COMM_WORLD);
    }
    if (strcmp(how, "own") == 0) {
        MPI_Alltoallv(data, counts, disps, MPI_INT, all, counts, disps, MPI_FLOAT, MPI_COMM_WORLD);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 1, two, periodic, 0, &ring);
    if (strcmp(how, "Neighbor_allgather") == 0) MPI_Neighbor_allgather(data, 1, sent, all, 1, MPI_INT, ring);
    if (strcmp(how, "Neighbor_allgatherv") == 0) {
        MPI_Neighbor_allgatherv(data, 1, sent, all, counts, disps, MPI_INT, ring);
    }
    if (strcmp(how, "Neighbor_alltoall") == 0) MPI_Neighbor_alltoall(data, 1, sent, all, 1, MPI_INT, ring);
    if (strcmp(how, "Neighbor_alltoallw") == 0) {
        const MPI_Aint far[2] = {0, sizeof(int)};
        MPI_Neighbor_alltoallw(data, counts, far, mixed, all, counts, far, ints, ring);
    }
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    if (strcmp(how, "Allgather") == 0) MPI_Allgather(data, 1, sent, all, 1, MPI_INT, inter);
    if (strcmp(how, "Bcast") == 0) {
        MPI_Bcast(data, 1, rank == 1 ? MPI_FLOAT : MPI_INT, rank == 1 ? MPI_ROOT : 0, inter);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&ring);
}

// Right calls: the same sequences of basic datatypes in other words.
static void with_equal_blocks(int rank) {
    static char all[8 * sizeof data];
    const MPI_Datatype mixed[2] = {MPI_INT, MPI_DOUBLE}, twice[4] = {MPI_INT, MPI_DOUBLE, MPI_INT, MPI_DOUBLE};
    const MPI_Datatype one = structure(2, mixed), both = structure(4, twice);
    const MPI_Datatype type = rank == 0 ? one : both, types[2] = {one, both};
    const int count = rank == 0 ? 2 : 1, counts[2] = {2, 2}, disps[2] = {0, 2}, of_types[2] = {2, 1};
    const int own[2] = {count, count}, far[2] = {0, 128}, own_disps[2] = {0, 128 / (rank == 0 ? 16 : 32)};
    const int none[2] = {0, 0}, size[1] = {2}, periodic[1] = {1};
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, size, periodic, 0, &ring);
    MPI_Gatherv(data, count, type, all, counts, disps, one, 0, MPI_COMM_WORLD);
    MPI_Scatterv(all, own, own_disps, type, data, 2, one, 1, MPI_COMM_WORLD);
    MPI_Allgatherv(data, count, type, all, own, own_disps, type, MPI_COMM_WORLD);
    MPI_Alltoallv(all, own, own_disps, type, all + 2 * sizeof data, counts, disps, one, MPI_COMM_WORLD);
    MPI_Alltoallw(all, of_types, far, types, all + 2 * sizeof data, of_types, far, types, MPI_COMM_WORLD);
    MPI_Alltoallv(all, none, far, MPI_CHAR, all, none, far, MPI_INT, MPI_COMM_WORLD);
    MPI_Neighbor_allgather(data, count, type, all, 2, one, ring);
    MPI_Neighbor_alltoallv(all, own, own_disps, type, all + 2 * sizeof data, counts, disps, one, ring);
    puts("right");
    MPI_Comm_free(&ring);
}

enum { block_bytes = 1 << 20, blocks = 2049 };

// Returns the memory of all blocks, which are at consecutive addresses and share one block of real memory.
static char* shared_blocks(void) {
    const size_t bytes = (size_t)block_bytes * blocks;
    char* const first = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    const int file = memfd_create("block", 0);
    if (first == MAP_FAILED || file < 0 || ftruncate(file, block_bytes) != 0) abort();
    for (int i = 0; i < blocks; ++i) {
        char* const at = first + (size_t)i * block_bytes;
        if (mmap(at, block_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != at) abort();
    }
    return first;
}

// Sends 2^31 + 2^20 bytes. The sender repeats one block, by a datatype of extent 0.
static void large(int rank) {
    const MPI_Count bytes = (MPI_Count)block_bytes * blocks;
    if (rank == 0) {
        char* const block = malloc(block_bytes);
        for (int i = 0; i < block_bytes; ++i) block[i] = (char)(i * 7 + i / 251);
        MPI_Datatype whole, repeated;
        MPI_Type_contiguous(block_bytes, MPI_CHAR, &whole);
        MPI_Type_create_resized(whole, 0, 0, &repeated);
        MPI_Type_commit(&repeated);
        MPI_Send(block, blocks, repeated, 1, 0, MPI_COMM_WORLD);
        free(block);
        return;
    }
    char* const room = shared_blocks();
    MPI_Message message;
    MPI_Status status;
    MPI_Count count = 0, elements = 0;
    int small = 0;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count_c(&status, MPI_CHAR, &count);
    MPI_Get_elements_c(&status, MPI_CHAR, &elements);
    MPI_Get_count(&status, MPI_CHAR, &small);
    if (count != bytes || elements != bytes || small != MPI_UNDEFINED) puts("wrong count of the probe");
    MPI_Mrecv_c(room, bytes, MPI_CHAR, &message, &status);
    MPI_Get_count_c(&status, MPI_CHAR, &count);
    if (count != bytes) puts("wrong count");
    for (int i = 0; i < block_bytes; ++i) {
        if (room[i] != (char)(i * 7 + i / 251)) abort();
    }
    printf("received %lld\n", (long long)count);
}

int main(int argc, char** argv) {
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "large") == 0) large(rank);
    wrong_types(rank, argv[1]);
    collectives(rank, argv[1]);
    if (argc > 2) with_blocks(rank, argv[2]);
    if (strcmp(argv[1], "blocks") == 0) with_equal_blocks(rank);
    MPI_Finalize();
    return 0;
}
