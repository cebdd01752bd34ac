// The forms with large counts of functions for messages, packing and statuses, from sections 3 to 5 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static MPI_Count extent_of(MPI_Datatype* type) {
    MPI_Count lb = -1, extent = -1;
    PMPI_Type_get_extent_c(*type, &lb, &extent);
    PMPI_Type_free(type);
    return extent;
}

// program large_blocking: Blocking sends in each mode, and receives (3.2, 3.4).
PROGRAM(large_blocking) {
    int values[4] = {-1, -1, -1, -1};
    char room[MPI_BSEND_OVERHEAD + 100];
    void* detached = NULL;
    MPI_Count bytes = -1, count = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Buffer_attach_c(room, sizeof(room));
    if (rank == 1) PMPI_Irecv(&values[3], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    all_arrive();
    if (rank == 0) {
        MPI_Send_c(&(int){10}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Ssend_c(&(int){11}, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Bsend_c(&(int){12}, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Rsend_c(&(int){13}, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        for (int i = 0; i < 3; ++i) {
            MPI_Recv_c(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &status);
            count = -1;
            MPI_Get_count_c(&status, MPI_INT, &count);
            IS(count, 1);
        }
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < 4; ++i) IS(values[i], 10 + i);
    }
    MPI_Buffer_detach_c(&detached, &bytes);
    CHECK(detached == room);
    IS(bytes == sizeof(room), 1);
}

// program large_nonblocking: Nonblocking sends in each mode, and receives (3.7).
PROGRAM(large_nonblocking) {
    int values[4] = {-1, -1, -1, -1}, sent[4] = {rank, rank + 10, rank + 20, rank + 30};
    char room[MPI_BSEND_OVERHEAD + 100];
    void* detached;
    MPI_Count bytes;
    MPI_Request sends[4], receives[4];
    for (int i = 0; i < 4; ++i) sends[i] = receives[i] = MPI_REQUEST_NULL;
    PMPI_Buffer_attach(room, sizeof(room));
    for (int i = 0; i < 4; ++i) {
        MPI_Irecv_c(&values[i], 1, MPI_INT, left_of(rank, size), i, MPI_COMM_WORLD, &receives[i]);
    }
    all_arrive();
    MPI_Isend_c(&sent[0], 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Issend_c(&sent[1], 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Ibsend_c(&sent[2], 1, MPI_INT, right_of(rank, size), 2, MPI_COMM_WORLD, &sends[2]);
    MPI_Irsend_c(&sent[3], 1, MPI_INT, right_of(rank, size), 3, MPI_COMM_WORLD, &sends[3]);
    PMPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
    PMPI_Waitall(4, receives, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; ++i) IS(values[i], left_of(rank, size) + 10 * i);
    PMPI_Buffer_detach_c(&detached, &bytes);
}

// program large_persistent: Persistent requests (3.9).
PROGRAM(large_persistent) {
    int values[4], sent[4];
    char room[2 * (MPI_BSEND_OVERHEAD + 100)];
    void* detached;
    MPI_Count bytes;
    MPI_Request sends[4], receives[4];
    for (int i = 0; i < 4; ++i) sends[i] = receives[i] = MPI_REQUEST_NULL;
    PMPI_Buffer_attach(room, sizeof(room));
    for (int i = 0; i < 4; ++i) {
        MPI_Recv_init_c(&values[i], 1, MPI_INT, left_of(rank, size), i, MPI_COMM_WORLD, &receives[i]);
    }
    MPI_Send_init_c(&sent[0], 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD, &sends[0]);
    MPI_Ssend_init_c(&sent[1], 1, MPI_INT, right_of(rank, size), 1, MPI_COMM_WORLD, &sends[1]);
    MPI_Bsend_init_c(&sent[2], 1, MPI_INT, right_of(rank, size), 2, MPI_COMM_WORLD, &sends[2]);
    MPI_Rsend_init_c(&sent[3], 1, MPI_INT, right_of(rank, size), 3, MPI_COMM_WORLD, &sends[3]);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) sent[i] = 100 * round + 10 * i + rank, values[i] = -1;
        PMPI_Startall(4, receives);
        all_arrive();
        PMPI_Startall(4, sends);
        PMPI_Waitall(4, sends, MPI_STATUSES_IGNORE);
        PMPI_Waitall(4, receives, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4; ++i) IS(values[i], 100 * round + 10 * i + left_of(rank, size));
        all_arrive();
    }
    for (int i = 0; i < 4; ++i) {
        PMPI_Request_free(&sends[i]);
        PMPI_Request_free(&receives[i]);
    }
    PMPI_Buffer_detach_c(&detached, &bytes);
}

// program large_sendrecv: Calls that send and receive (3.10).
PROGRAM(large_sendrecv) {
    int value = -1, replaced = rank;
    MPI_Sendrecv_c(&rank, 1, MPI_INT, right_of(rank, size), 0, &value, 1, MPI_INT, left_of(rank, size), 0,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
    MPI_Sendrecv_replace_c(&replaced, 1, MPI_INT, right_of(rank, size), 0, left_of(rank, size), 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    IS(replaced, left_of(rank, size));
}

// program large_isendrecv: The nonblocking ones (3.10; MPI 4.0).
PROGRAM(large_isendrecv) {
    int value = -1, replaced = rank;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isendrecv_c(&rank, 1, MPI_INT, right_of(rank, size), 0, &value, 1, MPI_INT, left_of(rank, size), 0,
                    MPI_COMM_WORLD, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
    MPI_Isendrecv_replace_c(&replaced, 1, MPI_INT, right_of(rank, size), 0, left_of(rank, size), 0, MPI_COMM_WORLD,
                            &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(replaced, left_of(rank, size));
}

// program large_matched: Receives of messages that a probe has found (3.8).
PROGRAM(large_matched) {
    int first = -1, second = -1;
    MPI_Message message;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) {
        PMPI_Send(&(int){5}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        PMPI_Send(&(int){6}, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        PMPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv_c(&first, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        IS(first, 5);
        PMPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv_c(&second, 1, MPI_INT, &message, &request);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        IS(second, 6);
    }
}

// program large_statuses: Counts of statuses that int cannot express (3.2.5, 13.3).
PROGRAM(large_statuses) {
    MPI_Status status;
    MPI_Count count = -1, elements = -1;
    memset(&status, 0, sizeof(status));
    MPI_Status_set_elements_c(&status, MPI_BYTE, 5000000000);
    MPI_Get_count_c(&status, MPI_BYTE, &count);
    IS(count, 5000000000);
    MPI_Get_elements_c(&status, MPI_BYTE, &elements);
    IS(elements, 5000000000);
    MPI_Get_count_c(&status, MPI_INT, &count);
    IS(count, 1250000000);
    int small = -1;
    PMPI_Get_count(&status, MPI_BYTE, &small);
    CHECK(small == MPI_UNDEFINED);
}

// program large_packing: Packing with large positions (5.2, 5.3).
PROGRAM(large_packing) {
    unsigned char buffer[100];
    MPI_Count at = 0, bytes = -1;
    int value = -1;
    MPI_Pack_c(&(int){70}, 1, MPI_INT, buffer, 100, &at, MPI_COMM_WORLD);
    MPI_Pack_size_c(1, MPI_INT, MPI_COMM_WORLD, &bytes);
    IS(at > 0 && bytes >= at, 1);
    at = 0;
    MPI_Unpack_c(buffer, 100, &at, &value, 1, MPI_INT, MPI_COMM_WORLD);
    IS(value, 70);
    MPI_Pack_external_size_c("external32", 2, MPI_INT, &bytes);
    IS(bytes, 8);
    at = 0;
    MPI_Pack_external_c("external32", &(int){258}, 1, MPI_INT, buffer, 100, &at);
    IS(at, 4);
    IS(buffer[2] * 10 + buffer[3], 12);
    at = 0;
    value = -1;
    MPI_Unpack_external_c("external32", buffer, 100, &at, &value, 1, MPI_INT);
    IS(value, 258);
}

// program large_type_bounds: Sizes and bounds of many bytes (5.1).
PROGRAM(large_type_bounds) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Count lb = -1, extent = -1, bytes = -1;
    MPI_Type_contiguous_c(3000000000, MPI_INT, &type);
    MPI_Type_size_c(type, &bytes);
    IS(bytes, 12000000000);
    MPI_Type_get_extent_c(type, &lb, &extent);
    IS(lb, 0);
    IS(extent, 12000000000);
    extent = -1;
    MPI_Type_get_true_extent_c(type, &lb, &extent);
    IS(extent, 12000000000);
    PMPI_Type_free(&type);
}

// program large_constructors: Constructors with displacements that int cannot express (5.1.2).
PROGRAM(large_constructors) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const MPI_Count lengths[2] = {1, 1}, at[2] = {0, 3000000000};
    const MPI_Datatype types[2] = {MPI_INT, MPI_CHAR};
    MPI_Type_vector_c(2, 1, 3000000000, MPI_INT, &type);
    IS(extent_of(&type), 12000000004);
    MPI_Type_create_hvector_c(2, 1, 3000000000, MPI_INT, &type);
    IS(extent_of(&type), 3000000004);
    MPI_Type_indexed_c(2, lengths, at, MPI_INT, &type);
    IS(extent_of(&type), 12000000004);
    MPI_Type_create_hindexed_c(2, lengths, at, MPI_INT, &type);
    IS(extent_of(&type), 3000000004);
    MPI_Type_create_indexed_block_c(2, 1, at, MPI_INT, &type);
    IS(extent_of(&type), 12000000004);
    MPI_Type_create_hindexed_block_c(2, 1, at, MPI_INT, &type);
    IS(extent_of(&type), 3000000004);
    MPI_Type_create_struct_c(2, lengths, at, types, &type);
    IS(extent_of(&type), 3000000004);
    MPI_Type_create_resized_c(MPI_INT, 0, 5000000000, &type);
    IS(extent_of(&type), 5000000000);
}

// program large_arrays: Arrays with more elements than int can express (5.1.3, 5.1.4).
PROGRAM(large_arrays) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const MPI_Count sizes[2] = {100000, 100000}, parts[2] = {10, 10}, starts[2] = {99990, 5};
    const int how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE}, grid[2] = {4, 1};
    const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_CHAR, &type);
    IS(extent_of(&type), 10000000000);
    MPI_Type_create_darray_c(4, rank, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_CHAR, &type);
    IS(extent_of(&type), 10000000000);
}

// program large_contents: Datatypes of constructors with large counts have large counts as arguments (5.1.13).
PROGRAM(large_contents) {
    MPI_Datatype type, old = MPI_DATATYPE_NULL;
    MPI_Count integers = -1, addresses = -1, counts = -1, types = -1, large[3] = {0};
    int combiner = -1, none[1];
    MPI_Aint no_address[1];
    PMPI_Type_vector_c(2, 1, 3000000000, MPI_INT, &type);
    MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner);
    CHECK(combiner == MPI_COMBINER_VECTOR);
    IS(integers, 0);
    IS(addresses, 0);
    IS(counts, 3);
    IS(types, 1);
    MPI_Type_get_contents_c(type, 0, 0, 3, 1, none, no_address, large, &old);
    IS(large[2], 3000000000);
    CHECK(old == MPI_INT);
    PMPI_Type_free(&type);
}

// program large_contents_refused: The small form cannot decode a datatype of a large constructor (5.1.13).
PROGRAM(large_contents_refused) {
    MPI_Datatype type;
    int integers, addresses, types, combiner;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Type_vector_c(2, 1, 3, MPI_INT, &type);
    CHECK(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS);
    PMPI_Type_free(&type);
}
