/* Uses memory wrongly (first argument), on rank 1 between MPI_Init and MPI_Barrier, or passes such memory to MPI. */
#define _GNU_SOURCE
#include <alloca.h>
#include <errno.h>
#include <malloc.h>
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char* how = "";
static int rank, size;
static int is(const char* name) { return strcmp(how, name) == 0; }
static int numbers[8];

static void store(volatile char* volatile address) { *address = 1; }
static void store_all(volatile char* volatile address, long bytes) {
    for (long i = 0; i < bytes; ++i) address[i] = -1;
}

/* ---- Blocks of the heap. */

static void misuse_blocks(void) {
    char* volatile block = malloc(100);
    char* volatile after = malloc(100);
    char* volatile large = malloc(1 << 20);
    char on_stack[64] = {0};
    if (is("double_free")) free(block), free(block);
    if (is("double_free_large")) free(large), free(large);
    if (is("double_free_aligned")) {
        void* volatile aligned = aligned_alloc(256, 512);
        free(aligned), free(aligned);
    }
    if (is("free_realloced")) {
        void* volatile moved = realloc(block, 100000);
        free(block), free(moved);
    }
    if (is("realloc_freed")) free(block), block = realloc(block, 200);
    if (is("free_stack")) free((void*)((uintptr_t)on_stack & ~15UL));
    if (is("free_static")) free(numbers);
    if (is("free_middle")) free(block + 32);
    if (is("free_odd")) free(block + 1);
    if (is("free_wild")) free((void*)0x123456789000);
    if (is("free_text")) free((void*)how);
    if (is("overflow_by_one")) store_all(block, malloc_usable_size(block) + 1), free(after);
    if (is("overflow")) store_all(block, malloc_usable_size(block) + 64), free(after);
    if (is("underflow")) store_all(block - 8, 8), free(block);
    if (is("underflow_large")) store_all(large - 16, 16), free(large);
    if (is("overflow_realloc")) store_all(block, malloc_usable_size(block) + 16), after = realloc(after, 3000);
    if (is("overflow_calloc")) {
        char* volatile zeros = calloc(10, 10);
        char* volatile next = calloc(10, 10);
        store_all(zeros, malloc_usable_size(zeros) + 32);
        free(next);
    }
}

/* ---- Addresses. */

static void use_addresses(void) {
    const long page = 4096;
    char* const pages =
        mmap(NULL, (size_t)(3 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (is("null")) store(NULL);
    if (is("null_member")) store((char*)0x18);
    if (is("wild")) store((char*)0x123456789000);
    if (is("noncanonical")) store((char*)0x8000000000000000);
    if (is("kernel")) store((char*)0xffffffffff600000);
    if (is("negative")) store((char*)-1);
    if (is("code")) store((char*)(uintptr_t)use_addresses);
    if (is("constant")) store((char*)(uintptr_t)"constant");
    if (is("guard")) mprotect(pages + page, (size_t)page, PROT_NONE), store_all(pages, 3 * page);
    if (is("read_only")) mprotect(pages, (size_t)page, PROT_READ), store(pages);
    if (is("unmapped")) munmap(pages, (size_t)(3 * page)), store(pages + page);
    if (is("not_executable")) ((void (*)(void))(uintptr_t)pages)();
    if (is("read_null")) numbers[0] = *(volatile int*)NULL;
    if (is("strlen_null")) numbers[0] = (int)strlen(getenv("NO_SUCH_VARIABLE"));
    if (is("memcpy_null")) memcpy(getenv("NO_SUCH_VARIABLE"), numbers, sizeof numbers);
    if (is("printf_wild")) printf("%s\n", (char*)0x123456789000);
    if (is("fclose_null")) fclose(fopen("/no such file", "r"));
    if (is("index_before")) numbers[-(1L << 44)] = 1;
}

/* ---- The stack. */

__attribute__((noinline)) static int recurse(int depth) {
    volatile char room[4000];
    room[depth % 4000] = 1;
    return depth < 0 ? room[1] : recurse(depth + 1) + room[0];
}
__attribute__((noinline)) static int recurse_in_small_steps(volatile int depth) {
    return depth < 0 ? 1 : recurse_in_small_steps(depth + 1) + 1;
}
__attribute__((noinline)) static void take_with_alloca(size_t bytes) {
    volatile char* const room = alloca(bytes);
    for (size_t i = bytes; i > 0; i -= 512) room[i - 1] = 1;
}
__attribute__((noinline)) static void take_array(volatile int count) {
    volatile char room[count];
    for (int i = count; i > 0; i -= 512) room[i - 1] = 1;
}
__attribute__((noinline)) static void take_frame(void) {
    volatile char room[16 << 20];
    for (int i = sizeof room; i > 0; i -= 512) room[i - 1] = 1;
}
static void exit_in_handler(int signal) { _exit(signal == SIGSEGV ? 9 : 1); }
static sigjmp_buf back;
static void jump_in_handler(int signal) { siglongjmp(back, signal); }

static void catch_on_own_stack(void (*handler)(int)) {
    static char room[1 << 16];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
}

static void use_stack(void) {
    if (is("deep")) recurse(0);
    if (is("deep_small")) recurse_in_small_steps(0);
    if (is("alloca")) take_with_alloca((size_t)64 << 20);
    if (is("array")) take_array(64 << 20);
    if (is("frame")) take_frame();
    if (is("large_but_fits")) take_array(4 << 20);
    if (is("deep_caught")) catch_on_own_stack(exit_in_handler), recurse(0);
    if (is("null_caught")) catch_on_own_stack(exit_in_handler), store(NULL);
    if (is("null_jump")) {
        signal(SIGSEGV, jump_in_handler);
        if (sigsetjmp(back, 1) == 0) store(NULL);
    }
    if (is("null_jump_twice")) {
        for (volatile int i = 0; i < 3; ++i) {
            signal(SIGSEGV, jump_in_handler);
            if (sigsetjmp(back, 1) == 0) store(NULL);
        }
    }
    if (is("null_ignored")) signal(SIGSEGV, SIG_IGN), store(NULL);
    if (is("null_default")) signal(SIGSEGV, jump_in_handler), signal(SIGSEGV, SIG_DFL), store(NULL);
}

/* ---- Memory that does not exist. Exits with 0 if the caller is told so. */

static void require(int is_right) {
    if (!is_right) abort();
}
static void return_errors(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN); /* for functions without a communicator */
}
static int class_of(int code) {
    int class_ = -1;
    MPI_Error_class(code, &class_);
    return class_;
}

static void exhaust(void) {
    const size_t much = (size_t)1 << 60;
    void* memory = NULL;
    errno = 0;
    if (is("malloc_much")) require(malloc(much) == NULL && errno == ENOMEM);
    if (is("malloc_all")) require(malloc(SIZE_MAX) == NULL && errno == ENOMEM);
    if (is("calloc_much")) require(calloc(much, 64) == NULL && errno == ENOMEM);
    if (is("realloc_much")) require(realloc(malloc(10), much) == NULL && errno == ENOMEM);
    if (is("memalign_much")) require(posix_memalign(&memory, 64, much) == ENOMEM);
    if (is("reallocarray_much")) require(reallocarray(NULL, much, 64) == NULL && errno == ENOMEM);
    if (is("aligned_odd")) require(aligned_alloc(3, 12) == NULL && errno == EINVAL);
    if (is("memalign_odd")) require(posix_memalign(&memory, 4, 64) == EINVAL);
    if (is("mmap_much")) require(mmap(NULL, much, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    if (is("malloc_zero")) require(malloc(0) != NULL);
    if (is("alloc_mem_returned")) {
        return_errors();
        require(class_of(MPI_Alloc_mem((MPI_Aint)much, MPI_INFO_NULL, &memory)) == MPI_ERR_NO_MEM);
    }
    if (is("alloc_mem")) MPI_Alloc_mem((MPI_Aint)much, MPI_INFO_NULL, &memory);
    if (is("alloc_mem_negative")) MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory);
    if (is("free_mem_wild")) MPI_Free_mem((void*)0x123456789000);
    if (is("free_mem_twice")) {
        MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
        MPI_Free_mem(memory);
        MPI_Free_mem(memory);
    }
}

static void allocate_windows(void) {
    const MPI_Aint much = (MPI_Aint)1 << 60, gib = (MPI_Aint)1 << 30;
    MPI_Win window;
    char* memory = NULL;
    if (is("window_much")) MPI_Win_allocate(much, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (is("shared_much")) MPI_Win_allocate_shared(much, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (is("window_much_returned")) {
        return_errors();
        require(class_of(MPI_Win_allocate(much, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window)) ==
                MPI_ERR_NO_MEM);
    }
    if (is("shared_much_returned")) {
        return_errors();
        require(class_of(MPI_Win_allocate_shared(much, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window)) ==
                MPI_ERR_NO_MEM);
    }
    const int is_shared = is("shared_large"), is_own = is("window_large");
    if (is_shared) MPI_Win_allocate_shared(4 * gib, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (is_own) MPI_Win_allocate(4 * gib, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    if (is_shared || is_own) {
        memory[3 * gib] = 1;
        MPI_Win_free(&window);
    }
    if (is("window_behind")) {
        MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
        if (rank == 1) store((char*)((uintptr_t)memory + ((size_t)1 << 45)));
    }
    if (is("shared_freed")) {
        MPI_Win_allocate_shared(1 << 20, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
        MPI_Win_free(&window);
        if (rank == 1) store(memory);
    }
}

/* ---- Memory that a rank passes to MPI. */

static void pass_to_messages(void* gone) {
    MPI_Request request;
    char* const wild = (char*)0x123000;
    if (is("send_null")) MPI_Send(NULL, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("send_wild")) MPI_Send(wild, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("send_gone")) {
        MPI_Isend(gone, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (is("send_constant_ok")) MPI_Send("text", 4, MPI_CHAR, 1, 0, MPI_COMM_SELF);
    if (is("status_null")) MPI_Wait(NULL, MPI_STATUS_IGNORE);
    if (is("comm_rank_null")) MPI_Comm_rank(MPI_COMM_WORLD, NULL);
    if (is("comm_rank_wild")) MPI_Comm_rank(MPI_COMM_WORLD, (int*)0x123000);
    if (is("get_address")) MPI_Get_address(numbers, NULL);
}

static void pass_to_collectives(void* gone) {
    if (is("bcast_wild")) MPI_Bcast(rank == 1 ? (void*)0x123000 : numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    if (is("bcast_constant")) {
        MPI_Bcast(rank == 1 ? (void*)(uintptr_t)"constant" : numbers, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (is("allreduce_wild")) {
        MPI_Allreduce(rank == 1 ? (void*)0x123000 : numbers, numbers + 4, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (is("gather_gone"))
        MPI_Gather(rank == 1 ? gone : numbers, 1, MPI_INT, numbers + 4, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (is("alltoall_null")) {
        MPI_Alltoall(rank == 1 ? NULL : numbers, 1, MPI_INT, numbers + 4, 1, MPI_INT, MPI_COMM_WORLD);
    }
    if (is("scan_read_only")) {
        MPI_Scan(numbers, rank == 1 ? (void*)(uintptr_t)"constants" : numbers + 4, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* Rank 1 accesses the window of rank 0 between two fences. */
static void access_window(void* gone) {
    MPI_Win window;
    void* base = numbers;
    if (rank == 0 && is("window_null")) base = NULL;
    if (rank == 0 && is("window_wild")) base = (void*)0x123000;
    if (rank == 0 && is("window_gone")) base = gone;
    if (rank == 0 && is("window_constant")) base = (void*)(uintptr_t)"a window in constant memory";
    MPI_Win_create(base, sizeof numbers, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    void* const wild = (void*)0x123000;
    void* const data = is("put_null") || is("get_null") ? NULL
                       : is("put_wild") || is("get_wild") || is("acc_wild") ? wild
                       : is("put_gone") || is("get_gone")                   ? gone
                                                                            : numbers;
    if (rank == 1) {
        if (strncmp(how, "get", 3) == 0) MPI_Get(data, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        const int count = is("put_nothing") ? 0 : 1;
        if (strncmp(how, "put", 3) == 0) MPI_Put(data, count, MPI_INT, 0, 0, count, MPI_INT, window);
        if (strncmp(how, "acc", 3) == 0) MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        if (strncmp(how, "window", 6) == 0) MPI_Put(numbers, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        if (is("get_constant")) MPI_Get((void*)(uintptr_t)"constant", 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

/* Puts with a datatype of many blocks, which exists for one operation only. */
static void create_types(void) {
    enum { blocks = 2000, rounds = 3000 };
    static int lengths[blocks];
    static MPI_Aint disps[blocks];
    static char data[2 * blocks], memory[2 * blocks];
    MPI_Win window;
    for (int i = 0; i < blocks; ++i) lengths[i] = 1, disps[i] = 2 * i;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    for (int round = 0; rank == 1 && round < rounds; ++round) {
        MPI_Datatype type;
        MPI_Type_create_hindexed(blocks, lengths, disps, MPI_CHAR, &type);
        MPI_Type_commit(&type);
        MPI_Put(data, 1, type, 0, 0, 1, type, window);
        MPI_Type_free(&type);
        if (round % 100 == 0) MPI_Win_fence(0, window);
    }
    for (int round = 0; rank == 0 && round < rounds; round += 100) MPI_Win_fence(0, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

int main(int argc, char** argv) {
    how = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    void* const gone = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(gone, 4096, PROT_NONE); /* as after munmap, but nothing else is mapped there */
    if (rank == 1) {
        misuse_blocks();
        use_addresses();
        use_stack();
        exhaust();
        pass_to_messages(gone);
    }
    if (rank == 0 && strncmp(how, "send_", 5) == 0 && !is("send_constant_ok")) {
        MPI_Recv(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    allocate_windows();
    pass_to_collectives(gone);
    if (argc > 2) access_window(gone);
    if (is("types")) create_types();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
