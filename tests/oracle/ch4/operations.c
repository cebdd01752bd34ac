#include "tests/oracle/ch4/operations.h"

#include "tests/oracle/ch4/windows.h"

#include <stdlib.h>
#include <string.h>

enum { most_requests = 128 };

static MPI_Request requests[most_requests];
static MPI_Status statuses[most_requests];
static int request_count;
static volatile int64_t* last_got;  // its first element

void begin_operations(void) { request_count = 0; }

int has_got(void) { return *last_got != not_yet; }

// What an operation moves, at one side: so many of a type.
struct layout {
    int count;
    MPI_Datatype type;
    int elements;  // that it spans
};

static struct layout plain(int count) { return (struct layout){count, MPI_INT64_T, count}; }

static struct layout vector(int blocks, int length, int stride) {
    struct layout made = {.count = 1, .elements = blocks * stride};
    MPI_Type_vector(blocks, length, stride, MPI_INT64_T, &made.type);
    MPI_Type_commit(&made.type);
    return made;
}

// Blocks of one element, at places that no vector describes.
static struct layout irregular(int blocks) {
    struct layout made = {.count = 1, .elements = 2 * blocks + 1};
    int* places = malloc(sizeof(int) * blocks);
    for (int i = 0; i < blocks; i++) places[i] = 2 * i + i % 2;
    MPI_Type_create_indexed_block(blocks, 1, places, MPI_INT64_T, &made.type);
    MPI_Type_commit(&made.type);
    free(places);
    return made;
}

static struct layout at_target(const struct call* call, int count) {
    const int stride = number(call, "stride", 0), length = number(call, "block_length", 1);
    if (number(call, "blocks", 0) > 0) return irregular(count);
    return stride > 0 ? vector(count / length, length, stride) : plain(count);
}

static void release(struct layout* layout) {
    if (layout->type != MPI_INT64_T) MPI_Type_free(&layout->type);
}

struct operation {
    MPI_Win win;
    int target;
    MPI_Aint disp;
    struct layout here, there;
    int64_t* data;    // what is sent
    int64_t* result;  // where what is fetched goes
    MPI_Op op;
};

static MPI_Op op_of(const struct call* call) {
    const char* op = option(call, "op", "sum");
    return strcmp(op, "replace") == 0 ? MPI_REPLACE : strcmp(op, "no_op") == 0 ? MPI_NO_OP : MPI_SUM;
}

static struct operation begin(const struct call* call) {
    const int count = number(call, "blocks", number(call, "count", 1));
    struct window* window = window_of(call);
    struct operation made = {.win = window->win, .target = rank_of(window, call->word[1]), .op = op_of(call)};
    made.there = at_target(call, count);
    made.here = has(call, "origin_derived") ? vector(count, 1, 2) : plain(count);
    const int span = made.here.elements > made.there.elements ? made.here.elements : made.there.elements;
    const int place = next_place(window, span, number(call, "at", -1));
    made.disp = made.target == MPI_PROC_NULL ? 0 : disp_of(window, made.target, place);
    made.data = window->local + place;
    made.result = window->results + place;
    return made;
}

static int end(struct operation* made, int fetches, int error) {
    if (fetches) last_got = made->result;
    release(&made->here);
    release(&made->there);
    return error;
}

static MPI_Request* new_request(void) {
    if (request_count == most_requests) exit(2);
    return &requests[request_count++];
}

#define HERE o.here.count, o.here.type
#define THERE o.target, o.disp, o.there.count, o.there.type
#define OPERATION(name, fetches, ...)         \
    int name(const struct call* call) {       \
        struct operation o = begin(call);     \
        return end(&o, fetches, __VA_ARGS__); \
    }

OPERATION(put, 0, MPI_Put(o.data, HERE, THERE, o.win))
OPERATION(get, 1, MPI_Get(o.result, HERE, THERE, o.win))
OPERATION(accumulate, 0, MPI_Accumulate(o.data, HERE, THERE, o.op, o.win))
OPERATION(get_accumulate, 1, MPI_Get_accumulate(o.data, HERE, o.result, HERE, THERE, o.op, o.win))
OPERATION(fetch_and_op, 1, MPI_Fetch_and_op(o.data, o.result, MPI_INT64_T, o.target, o.disp, o.op, o.win))
OPERATION(compare_and_swap, 1, MPI_Compare_and_swap(o.data, o.data, o.result, MPI_INT64_T, o.target, o.disp, o.win))
OPERATION(rput, 0, MPI_Rput(o.data, HERE, THERE, o.win, new_request()))
OPERATION(rget, 1, MPI_Rget(o.result, HERE, THERE, o.win, new_request()))
OPERATION(raccumulate, 0, MPI_Raccumulate(o.data, HERE, THERE, o.op, o.win, new_request()))
OPERATION(rget_accumulate, 1, MPI_Rget_accumulate(o.data, HERE, o.result, HERE, THERE, o.op, o.win, new_request()))

int wait_requests(const struct call* call) {
    (void)call;
    const int count = request_count;
    request_count = 0;
    return MPI_Waitall(count, requests, statuses);
}
