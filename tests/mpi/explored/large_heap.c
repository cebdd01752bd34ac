/* As lock_put.c, with 2 MB of heap for each rank. Ranks change a few pages of it, also pages that were not changed
   before the exploration began, and check that the other ones have their first contents in each order. */
#define _GNU_SOURCE  /* statx */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { count = 1 << 17, step = 4096 };  /* numbers, and those between two that are changed */

static void check(const long* numbers, int changed) {
    for (int i = 0; i < count; i += step) assert(numbers[i] == (i / step < changed ? -i : i));
    assert(numbers[count - 1] == count - 1);
}

/* The kernel and the C library write a file's bytes to two pages that no step has written. */
static void read_file(const char* path, char* bytes) {
    const int file = open(path, O_RDONLY);
    assert(read(file, bytes + (3 << 16), 20000) == 20000);
    assert((unsigned char)bytes[(3 << 16) + 255] == 255);
    close(file);
    FILE* const stream = fopen(path, "r");
    assert(fread(bytes + (4 << 16), 1, 60000, stream) == 60000);
    assert((unsigned char)bytes[(4 << 16) + 256 + 254] == 254);
    fclose(stream);
}

/* Other calls by which the kernel writes to such pages: their own, and those of the buffers of streams and folders. */
static void read_by_other_calls(const char* path, char* bytes) {
    const int file = open(path, O_RDONLY);
    const struct iovec parts[2] = {{bytes + (5 << 16), 20000}, {bytes + (6 << 16), 20000}};
    assert(readv(file, parts, 2) == 40000);
    assert((unsigned char)bytes[(6 << 16) + 19999] == 39999 % 256);
    close(file);
    assert(getrandom(bytes + (7 << 16), 20000, 0) == 20000);
    memset(bytes + (7 << 16), 0, 20000);  /* each execution has the same end */
    struct stat* const about = (struct stat*)(bytes + (8 << 16) + 4000);
    assert(stat(path, about) == 0 && about->st_size == 1 << 20);
    memset(about, 0, sizeof *about);
    char* const line = bytes + (9 << 16);
    FILE* streams[8];
    for (int i = 0; i < 8; ++i) {
        streams[i] = fopen(path, "r");
        assert(fgets(line, 12, streams[i]) != NULL && line[1] == 1);
    }
    for (int i = 0; i < 8; ++i) fclose(streams[i]);
    DIR* const folder = opendir("/");
    assert(folder != NULL && readdir(folder) != NULL);
    closedir(folder);
}

/* Calls whose buffers only the kernel has: their arguments, and addresses in memory that they are passed. */
static void read_by_kernel_calls(const char* path, char* bytes) {
    const int file = open(path, O_RDONLY);
    int* const left = (int*)(bytes + (10 << 16));
    assert(ioctl(file, FIONREAD, left) == 0 && *left == 1 << 20);
    struct statx* const about = (struct statx*)(bytes + (11 << 16) + 4000);
    assert(statx(AT_FDCWD, path, 0, STATX_SIZE, about) == 0 && about->stx_size == 1 << 20);
    memset(about, 0, sizeof *about);
    assert(syscall(SYS_read, file, bytes + (12 << 16), 4000) == 4000);
    assert((unsigned char)bytes[(12 << 16) + 255] == 255);
    const struct iovec part = {bytes + (13 << 16), 20000};
    assert(syscall(SYS_readv, file, &part, 1) == 20000);
    assert((unsigned char)bytes[(13 << 16) + 19999] == 23999 % 256);
    close(file);
}

static long by_instruction(long number, long a, const void* b, long c) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

/* Calls without the C library. */
static void read_by_instructions(const char* path, char* bytes) {
    const int file = open(path, O_RDONLY);
    char* const page = bytes + (14 << 16) + 4096;
    errno = 0;
    assert(by_instruction(SYS_read, file, page, 4000) == 4000);
    assert((unsigned char)page[255] == 255);
    close(file);
    assert(by_instruction(SYS_read, file, page, 1) == -EBADF && errno == 0);
    assert(by_instruction(SYS_getppid, 0, NULL, 0) == getppid());
}

int main(int argc, char** argv) {
    int rank, size, memory = 0;
    const int rounds = argc > 1 ? atoi(argv[1]) : 3;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long* const numbers = malloc(count * sizeof *numbers);
    char* const of_file = calloc(1 << 20, 1);
    for (int i = 0; i < count; ++i) numbers[i] = i;
    MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check(numbers, 0);
    if (rank > 0) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        for (int i = 0; i < value + rounds; ++i) numbers[i * step] = -i * step;
        check(numbers, value + rounds);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        check(numbers, value - 1 + rounds);
    }
    if (argc > 2) {
        assert(of_file[3 << 16] == 0 && of_file[(3 << 16) + 255] == 0 && of_file[(4 << 16) + 510] == 0);
        read_file(argv[2], of_file);
        read_by_other_calls(argv[2], of_file);
        read_by_instructions(argv[2], of_file);
        read_by_kernel_calls(argv[2], of_file);
    }
    long* more = calloc(count / 2, sizeof *more);
    more[count / 2 - 1] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    assert(rank != 0 || memory == size - 1);
    assert(more[count / 2 - 1] == 1 && more[0] == 0);
    free(more);
    free(numbers);
    free(of_file);
    more = malloc(count * sizeof *more);
    memset(more, 1, count * sizeof *more);
    MPI_Win_free(&win);
    assert(more[count / 3] == 0x0101010101010101);
    free(more);
    MPI_Finalize();
    return 0;
}
