// The environment, timers, memory, handles and removed names, from chapters 9, 11, 17 and 19 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program versions: The version is that of the header; the library has a name (9.1.1).
// openmpi: the length is not that of the text
PROGRAM(versions) {
    int version = -1, subversion = -1, length = -1;
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    MPI_Get_version(&version, &subversion);
    IS(version == MPI_VERSION && subversion == MPI_SUBVERSION, 1);
    MPI_Get_library_version(text, &length);
    IS(length > 0 && length == (int)strlen(text), 1);
}

// program processor_name: A name with its length (9.1.2).
PROGRAM(processor_name) {
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int length = -1;
    MPI_Get_processor_name(name, &length);
    IS(length > 0 && length == (int)strlen(name), 1);
}

// program states: MPI is initialized, and not finalized (11.2.2).
PROGRAM(states) {
    int flag = -1;
    MPI_Initialized(&flag);
    IS(flag, 1);
    flag = -1;
    MPI_Finalized(&flag);
    IS(flag, 0);
}

// program clock_advances: The clock does not go back, and its tick is positive (9.6).
PROGRAM(clock_advances) {
    const double first = MPI_Wtime();
    double last = first;
    for (int i = 0; i < 1000000 && last <= first; ++i) {
        const double now = MPI_Wtime();
        CHECK(now >= last);
        last = now;
    }
    IS(last > first, 1);
    IS(MPI_Wtick() > 0 && MPI_Wtick() < 1, 1);
}

// program clock_measures: A rank that waits for another one measures at least the time that this one takes (9.6).
PROGRAM(clock_measures) {
    const int other = rank ^ 1;
    const double begin = MPI_Wtime();
    if (rank % 2 == 0) PMPI_Send(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD);
    else PMPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const double received = MPI_Wtime();
    while (rank % 2 == 1 && MPI_Wtime() - received < 0.002) continue;
    if (rank % 2 == 1) PMPI_Send(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD);
    else PMPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(MPI_Wtime() - begin >= 0.002, 1);
}

// program allocated_memory: Memory can be written, also with count 0 and with hints (9.2).
PROGRAM(allocated_memory) {
    int* memory = NULL;
    MPI_Info info;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "mpi_minimum_memory_alignment", "64");
    MPI_Alloc_mem(100 * sizeof(int), info, &memory);
    CHECK(memory != NULL);
    for (int i = 0; i < 100; ++i) memory[i] = i * rank;
    IS(memory[99], 99 * rank);
    IS(MPI_Free_mem(memory), MPI_SUCCESS);
    IS(MPI_Alloc_mem(0, MPI_INFO_NULL, &memory), MPI_SUCCESS);
    MPI_Free_mem(memory);
    PMPI_Info_free(&info);
}

// program aligned_memory: Memory has the alignment of the hint (9.2; MPI 4.0).
// openmpi: 4.1 lacks the hint
// mpich: 4.0 lacks the hint
PROGRAM(aligned_memory) {
    char* memory[3];
    MPI_Info info;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "mpi_minimum_memory_alignment", "256");
    for (int i = 0; i < 3; ++i) {
        MPI_Alloc_mem(40 + i, info, &memory[i]);
        IS((uintptr_t)memory[i] % 256, 0);
    }
    for (int i = 0; i < 3; ++i) MPI_Free_mem(memory[i]);
    PMPI_Info_free(&info);
}

// program thread_level: The level is one of four; the calling thread is the main one (11.6.2).
PROGRAM(thread_level) {
    int level = -1, flag = 0;
    MPI_Query_thread(&level);
    CHECK(level == MPI_THREAD_SINGLE || level == MPI_THREAD_FUNNELED || level == MPI_THREAD_SERIALIZED ||
          level == MPI_THREAD_MULTIPLE);
    CHECK(MPI_THREAD_SINGLE < MPI_THREAD_FUNNELED && MPI_THREAD_SERIALIZED < MPI_THREAD_MULTIPLE);
    MPI_Is_thread_main(&flag);
    IS(flag, 1);
}

// program profiled: Functions of the profiling interface have the same effect (15.2).
PROGRAM(profiled) {
    int found = -1, sum = -1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &found);
    IS(found, rank);
    PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(sum, 6);
    CHECK(PMPI_Wtime() > 0 || PMPI_Wtime() == 0);
}

// program fortran_handles: A handle is the same after its conversion to Fortran and back (19.3.4).
PROGRAM(fortran_handles) {
    MPI_Group group;
    MPI_Errhandler handler = MPI_ERRORS_RETURN;
    MPI_Info info;
    MPI_Request request;
    MPI_Win win;
    MPI_Datatype type;
    MPI_Message message = MPI_MESSAGE_NO_PROC;
    int value = 0;
    PMPI_Comm_group(MPI_COMM_WORLD, &group);
    PMPI_Info_create(&info);
    PMPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    PMPI_Win_create(&value, sizeof(value), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Type_contiguous(2, MPI_INT, &type);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Group_f2c(MPI_Group_c2f(group)) == group);
    CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(handler)) == handler);
    CHECK(MPI_Info_f2c(MPI_Info_c2f(info)) == info);
    CHECK(MPI_Request_f2c(MPI_Request_c2f(request)) == request);
    CHECK(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(type)) == type);
    CHECK(MPI_Op_f2c(MPI_Op_c2f(MPI_MAX)) == MPI_MAX);
    CHECK(MPI_Message_f2c(MPI_Message_c2f(message)) == message);
    CHECK(MPI_Comm_c2f(MPI_COMM_WORLD) != MPI_Comm_c2f(MPI_COMM_SELF));
    PMPI_Group_free(&group);
    PMPI_Info_free(&info);
    PMPI_Request_free(&request);
    PMPI_Win_free(&win);
    PMPI_Type_free(&type);
}

// program fortran_null_handles: Null handles of files and sessions convert, too (19.3.4).
PROGRAM(fortran_null_handles) {
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    CHECK(MPI_Session_f2c(MPI_Session_c2f(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_NULL)) == MPI_COMM_NULL);
}

// program integer_handles: A handle is the same after its conversion to an integer and back (19.3.4; MPI 5.0).
PROGRAM(integer_handles) {
    CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Group_fromint(MPI_Group_toint(MPI_GROUP_EMPTY)) == MPI_GROUP_EMPTY);
    CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
    CHECK(MPI_Info_fromint(MPI_Info_toint(MPI_INFO_ENV)) == MPI_INFO_ENV);
    CHECK(MPI_Request_fromint(MPI_Request_toint(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
    CHECK(MPI_Win_fromint(MPI_Win_toint(MPI_WIN_NULL)) == MPI_WIN_NULL);
    CHECK(MPI_Type_fromint(MPI_Type_toint(MPI_DOUBLE)) == MPI_DOUBLE);
    CHECK(MPI_Op_fromint(MPI_Op_toint(MPI_MAX)) == MPI_MAX);
    CHECK(MPI_Message_fromint(MPI_Message_toint(MPI_MESSAGE_NO_PROC)) == MPI_MESSAGE_NO_PROC);
    CHECK(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
    CHECK(MPI_Session_fromint(MPI_Session_toint(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
}

// program fortran_status: A status keeps its fields in Fortran's form (19.3.5).
PROGRAM(fortran_status) {
    MPI_Status status, back;
    MPI_Fint numbers[sizeof(MPI_Status) / sizeof(MPI_Fint) + 8];
    int count = -1;
    memset(&status, 0, sizeof(status));
    memset(&back, 0, sizeof(back));
    memset(numbers, 0, sizeof(numbers));
    status.MPI_SOURCE = 2;
    status.MPI_TAG = 22;
    PMPI_Status_set_elements(&status, MPI_INT, 5);
    MPI_Status_c2f(&status, numbers);
    MPI_Status_f2c(numbers, &back);
    IS(back.MPI_SOURCE, 2);
    IS(back.MPI_TAG, 22);
    PMPI_Get_count(&back, MPI_INT, &count);
    IS(count, 5);
}

// program removed_constructors: The constructors of MPI 1 that programs still use (17.1).
// openmpi: declares these names with an error
PROGRAM(removed_constructors) {
    int values[8] = {0}, bytes = -1, lengths[2] = {1, 2};
    MPI_Aint at[2] = {-1, -1}, lb = -9, ub = -9, extent = -9;
    MPI_Datatype type, types[2] = {MPI_INT, MPI_INT};
    MPI_Address(&values[0], &at[0]);
    MPI_Address(&values[3], &at[1]);
    IS(at[1] - at[0], 12);
    at[0] = 4;
    at[1] = 16;
    MPI_Type_struct(2, lengths, at, types, &type);
    MPI_Type_lb(type, &lb);
    MPI_Type_ub(type, &ub);
    MPI_Type_extent(type, &extent);
    IS(lb, 4);
    IS(ub, 24);
    IS(extent, 20);
    PMPI_Type_free(&type);
    MPI_Type_hindexed(2, lengths, at, MPI_INT, &type);
    MPI_Type_extent(type, &extent);
    IS(extent, 20);
    PMPI_Type_free(&type);
    MPI_Type_hvector(2, 1, 20, MPI_INT, &type);
    MPI_Type_extent(type, &extent);
    IS(extent, 24);
    PMPI_Type_size(type, &bytes);
    IS(bytes, 8);
    PMPI_Type_free(&type);
}

// program memory_is_freed: Memory that is freed can be allocated again: far more than there is (9.2).
PROGRAM(memory_is_freed) {
    int failed = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < 40000; ++i) {
        char* memory = NULL;
        failed += MPI_Alloc_mem((MPI_Aint)1 << 30, MPI_INFO_NULL, &memory) != MPI_SUCCESS;
        MPI_Free_mem(memory);
    }
    IS(failed, 0);
}
