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
    MPI_Finalize();
    return 0;
}
