// Makes and frees objects of one kind in a loop, on two ranks of one node. Prints by how many bytes the process grows
// after the first tenth of the iterations.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, other;

static long resident_bytes(void) {
    long pages = 0, resident = 0;
    FILE* const file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &pages, &resident) != 2) abort();
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

static void expect(int holds, const char* text) {
    if (holds) return;
    fprintf(stderr, "rank %d: %s\n", rank, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void use(MPI_Comm comm) {
    int sum = 0, one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    expect(sum == 2, "the sum is wrong");
}

static void duplicate(int i) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (i % 2) use(comm);
    MPI_Comm_free(&comm);
}

static void duplicate_later(int i) {
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (i % 2) use(comm);
    MPI_Comm_free(&comm);
}

static void split(int i) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, i % 3 == 0 ? rank : 0, i % 2 ? rank : other, &comm);
    if (i % 3) use(comm);
    MPI_Comm_free(&comm);
}

static void create_by_group(int i) {
    MPI_Group group;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, i % 4, &comm);
    if (i % 2) use(comm);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
}

static void intercommunicator(int i) {
    MPI_Comm between, all;
    int got = -1;
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, other, i % 4, &between);
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, between, MPI_STATUS_IGNORE);
    expect(got == other, "the message is wrong");
    MPI_Intercomm_merge(between, rank, &all);
    use(all);
    MPI_Comm_free(&all);
    MPI_Comm_free(&between);
}

static void topology(int i) {
    MPI_Comm comm;
    int size = 2, periodic = i % 2, from[2] = {-1, -1};
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, comm);
    expect(from[1 - rank] == other, "the neighbour is wrong");
    MPI_Comm_free(&comm);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   0, &comm);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, comm);
    expect(from[0] == other, "the neighbour of the graph is wrong");
    MPI_Comm_free(&comm);
}

static void type(int i) {
    MPI_Datatype vector, mixed;
    int data[12] = {0}, all[12], blocks[2] = {1, 1};
    MPI_Aint at[2] = {0, 16};
    MPI_Datatype of[2] = {MPI_INT, MPI_INT};
    MPI_Type_vector(2 + i % 2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Type_create_struct(2, blocks, at, of, &mixed);
    MPI_Type_commit(&mixed);
    MPI_Sendrecv(data, 1, vector, other, 0, data + 6, 1, vector, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allgather(data, 1, mixed, all, 1, mixed, MPI_COMM_WORLD);
    MPI_Type_free(&vector);
    MPI_Type_free(&mixed);
}

static MPI_Win win;
static int memory[64];

static void type_of_window(int i) {
    MPI_Datatype vector;
    int data[12] = {i};
    MPI_Type_vector(2 + i % 2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win);
    MPI_Put(data, 1, vector, other, 0, 1, vector, win);
    MPI_Accumulate(data, 1, vector, other, 8, 1, vector, MPI_SUM, win);
    MPI_Win_unlock(other, win);
    MPI_Type_free(&vector);
}

static void group(int i) {
    MPI_Group all, some, none;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int member = i % 2, all_ranks;
    MPI_Group_incl(all, 1, &member, &some);
    MPI_Group_difference(all, some, &none);
    MPI_Group_size(none, &all_ranks);
    expect(all_ranks == 1, "the group is wrong");
    MPI_Group_free(&none);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

static void add(void* in, void* out, int* count, MPI_Datatype* datatype) {
    for (int i = 0; i < *count && *datatype == MPI_INT; ++i) ((int*)out)[i] += ((int*)in)[i];
}

static void operator(int i) {
    MPI_Op op;
    int sum = 0;
    MPI_Op_create(add, i % 2, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    expect(sum == 1, "the sum is wrong");
    MPI_Op_free(&op);
}

static void window(int i) {
    MPI_Win made;
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_fence(0, made);
    MPI_Put(&i, 1, MPI_INT, other, 0, 1, MPI_INT, made);
    MPI_Win_fence(0, made);
    MPI_Win_free(&made);
}

static void allocated_window(int i) {
    MPI_Win made;
    int* base;
    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made);
    MPI_Win_lock_all(0, made);
    MPI_Put(&i, 1, MPI_INT, other, 0, 1, MPI_INT, made);
    MPI_Win_unlock_all(made);
    MPI_Win_free(&made);
}

static void shared_window(int i) {
    MPI_Win made;
    int *base, *theirs, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &made);
    MPI_Win_shared_query(made, other, &bytes, &unit, &theirs);
    base[0] = i;
    MPI_Win_fence(0, made);
    expect(theirs[0] == i, "the memory is wrong");
    MPI_Win_fence(0, made);
    MPI_Win_free(&made);
}

static void dynamic_window(int i) {
    MPI_Win made;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_attach(made, memory, sizeof memory);
    MPI_Win_fence(0, made);
    if (i % 2) MPI_Win_detach(made, memory);
    MPI_Win_free(&made);
}

static MPI_Win dynamic;

static void attachment(int i) {
    int* const base = malloc(64 + 16 * (i % 4));
    MPI_Win_attach(dynamic, base, 64);
    MPI_Win_detach(dynamic, base);
    free(base);
}

static void request(int i) {
    MPI_Request both[2];
    int got = -1;
    MPI_Irecv(&got, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(&i, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &both[1]);
    if (i % 2) MPI_Request_free(&both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    expect(got == i, "the message is wrong");
}

static void persistent(int i) {
    MPI_Request both[2];
    int got = -1;
    MPI_Recv_init(&got, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Send_init(&i, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &both[1]);
    MPI_Startall(2, both);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    expect(got == i, "the message is wrong");
    MPI_Request_free(&both[0]);
    MPI_Request_free(&both[1]);
}

static void persistent_collective(int i) {
    MPI_Request sum;
    int result = 0;
    MPI_Allreduce_init(&i, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &sum);
    MPI_Start(&sum);
    MPI_Wait(&sum, MPI_STATUS_IGNORE);
    expect(result == 2 * i, "the sum is wrong");
    MPI_Request_free(&sum);
}

static int no_state(void* state, MPI_Status* status) {
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 0;
    return MPI_SUCCESS;
}
static int freed(void* state) { return state == NULL ? MPI_SUCCESS : MPI_ERR_OTHER; }
static int cancelled(void* state, int complete) { return state == NULL || complete ? MPI_SUCCESS : MPI_ERR_OTHER; }

static void generalized(int i) {
    MPI_Request made;
    (void)i;
    MPI_Grequest_start(no_state, freed, cancelled, NULL, &made);
    MPI_Grequest_complete(made);
    MPI_Wait(&made, MPI_STATUS_IGNORE);
}

static void request_of_window(int i) {
    MPI_Request both[2];
    int got = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
    MPI_Rput(&i, 1, MPI_INT, other, 0, 1, MPI_INT, win, &both[0]);
    MPI_Rget(&got, 1, MPI_INT, other, 4, 1, MPI_INT, win, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(other, win);
}

static void message(int i) {
    MPI_Message held;
    int got = -1;
    MPI_Send(&i, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Mprobe(rank, 0, MPI_COMM_WORLD, &held, MPI_STATUS_IGNORE);
    MPI_Mrecv(&got, 1, MPI_INT, &held, MPI_STATUS_IGNORE);
    expect(got == i, "the message is wrong");
}

static void buffered(int i) {
    int size = 64 + MPI_BSEND_OVERHEAD, got = -1;
    char *buffer = malloc((size_t)size), *back = NULL;
    MPI_Buffer_attach(buffer, size);
    MPI_Bsend(&i, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&back, &size);
    expect(got == i && back == buffer, "the message is wrong");
    free(buffer);
}

static void attribute_key(int i) {
    int comm_key, type_key, win_key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &comm_key, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_key, NULL);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &win_key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, comm_key, &i);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, comm_key);
    MPI_Comm_free_keyval(&comm_key);
    MPI_Type_free_keyval(&type_key);
    MPI_Win_free_keyval(&win_key);
}

static void hint(int i) {
    MPI_Info info, copy;
    char value[16];
    MPI_Info_create(&info);
    sprintf(value, "%d", i);
    MPI_Info_set(info, "hint", value);
    MPI_Info_dup(info, &copy);
    MPI_Comm_set_info(MPI_COMM_WORLD, copy);
    MPI_Win_set_info(win, copy);
    MPI_Info_free(&info);
    MPI_Info_free(&copy);
}

static void handle(MPI_Comm* comm, int* code, ...) { expect(comm == NULL && code == NULL, "an error occurred"); }
static void handle_of_window(MPI_Win* of, int* code, ...) { expect(of == NULL && code == NULL, "an error occurred"); }

static void error_handler(int i) {
    MPI_Errhandler of_comm, of_win;
    MPI_Comm_create_errhandler(handle, &of_comm);
    MPI_Win_create_errhandler(handle_of_window, &of_win);
    if (i % 2) MPI_Comm_set_errhandler(MPI_COMM_SELF, of_comm);
    if (i % 2) MPI_Win_set_errhandler(win, of_win);
    MPI_Errhandler_free(&of_comm);
    MPI_Errhandler_free(&of_win);
}

static void error_class(int i) {
    int class, code;
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "an error");
    expect(i >= 0, "no error");
    MPI_Remove_error_string(code);
    MPI_Remove_error_code(code);
    MPI_Remove_error_class(class);
}

static void allocation(int i) {
    char* base;
    MPI_Alloc_mem(64 + i % 64, MPI_INFO_NULL, &base);
    base[0] = 1;
    MPI_Free_mem(base);
}

static void name(int i) {
    char text[MPI_MAX_OBJECT_NAME];
    int length;
    sprintf(text, "a long name of a communicator and a window, %d", i);
    MPI_Comm_set_name(MPI_COMM_WORLD, text);
    MPI_Win_set_name(win, text);
    MPI_Type_set_name(MPI_INT, text);
    MPI_Comm_get_name(MPI_COMM_WORLD, text, &length);
}

static void probe(int i) {
    int flag;
    MPI_Status status;
    MPI_Send(&i, 1, MPI_INT, rank, i % 1000, MPI_COMM_WORLD);
    while (MPI_Iprobe(rank, i % 1000, MPI_COMM_WORLD, &flag, &status), !flag) {
    }
    MPI_Recv(&i, 1, MPI_INT, rank, i % 1000, MPI_COMM_WORLD, &status);
}

static const struct {
    const char* name;
    void (*make)(int);
} kinds[] = {
    {"dup", duplicate},
    {"idup", duplicate_later},
    {"split", split},
    {"create_group", create_by_group},
    {"intercomm", intercommunicator},
    {"topology", topology},
    {"type", type},
    {"type_of_window", type_of_window},
    {"group", group},
    {"op", operator},
    {"window", window},
    {"allocated_window", allocated_window},
    {"shared_window", shared_window},
    {"dynamic_window", dynamic_window},
    {"attachment", attachment},
    {"request", request},
    {"persistent", persistent},
    {"persistent_collective", persistent_collective},
    {"generalized", generalized},
    {"request_of_window", request_of_window},
    {"message", message},
    {"buffered", buffered},
    {"keyval", attribute_key},
    {"info", hint},
    {"errhandler", error_handler},
    {"error_class", error_class},
    {"alloc_mem", allocation},
    {"name", name},
    {"probe", probe},
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    const int count = argc > 2 ? atoi(argv[2]) : 10000;
    void (*make)(int) = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (argc > 1 && strcmp(argv[1], kinds[i].name) == 0) make = kinds[i].make;
    }
    expect(make != NULL, "there is no such kind");
    long before = 0;
    for (int i = 0; i < count; ++i) {
        if (i == count / 10) before = resident_bytes();
        make(i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) printf("%ld bytes more\n", resident_bytes() - before);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
