// Packing, from sections 5.2 and 5.3 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program pack_and_send: Packed data are sent as MPI_PACKED, and unpacked in the same order (5.2).
PROGRAM(pack_and_send) {
    char buffer[100];
    int at = 0, number = -1;
    double value = -1;
    if (rank == 0) {
        MPI_Pack(&(int){7}, 1, MPI_INT, buffer, 100, &at, MPI_COMM_WORLD);
        IS(at > 0, 1);
        MPI_Pack(&(double){1.5}, 1, MPI_DOUBLE, buffer, 100, &at, MPI_COMM_WORLD);
        MPI_Send(buffer, at, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Status status;
        int bytes = -1;
        MPI_Recv(buffer, 100, MPI_PACKED, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_PACKED, &bytes);
        MPI_Unpack(buffer, bytes, &at, &number, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(buffer, bytes, &at, &value, 1, MPI_DOUBLE, MPI_COMM_WORLD);
        IS(number, 7);
        IS(value * 2, 3);
        IS(at == bytes, 1);
    }
}

// program packed_as_type: A packed message is received with the datatypes of its parts, and the reverse (5.2).
PROGRAM(packed_as_type) {
    char buffer[100];
    int at = 0, numbers[3] = {1, 2, 3};
    if (rank == 0) {
        MPI_Pack(numbers, 3, MPI_INT, buffer, 100, &at, MPI_COMM_WORLD);
        MPI_Send(buffer, at, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
        MPI_Send(numbers, 3, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        memset(numbers, 0, sizeof(numbers));
        MPI_Recv(numbers, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        IS(numbers[2], 3);
        MPI_Recv(buffer, 100, MPI_PACKED, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memset(numbers, 0, sizeof(numbers));
        MPI_Unpack(buffer, 100, &at, numbers, 3, MPI_INT, MPI_COMM_WORLD);
        IS(numbers[1], 2);
    }
}

// program pack_size: The size is an upper limit of the packed bytes (5.2).
PROGRAM(pack_size) {
    int bytes = 0, at = 0;
    MPI_Datatype type;
    short values[20] = {0};
    char buffer[1000];
    MPI_Type_vector(3, 2, 5, MPI_SHORT, &type);
    MPI_Type_commit(&type);
    MPI_Pack_size(1, type, MPI_COMM_WORLD, &bytes);
    MPI_Pack(values, 1, type, buffer, 1000, &at, MPI_COMM_WORLD);
    IS(bytes >= at && at >= 12, 1);
    MPI_Type_free(&type);
}

// program pack_positions: Position advances from its initial value; data in front of it stay (5.2).
PROGRAM(pack_positions) {
    char buffer[64];
    int at = 10, value = -1;
    memset(buffer, 'x', sizeof(buffer));
    MPI_Pack(&(int){77}, 1, MPI_INT, buffer, 64, &at, MPI_COMM_WORLD);
    IS(at, 14);
    IS(buffer[9], 'x');
    IS(buffer[14], 'x');
    at = 10;
    MPI_Unpack(buffer, 64, &at, &value, 1, MPI_INT, MPI_COMM_WORLD);
    IS(value, 77);
}

// program pack_no_room: A buffer that is too small is an error (5.2).
// mpich: does not check the room
PROGRAM(pack_no_room) {
    char buffer[6];
    int at = 0, values[2] = {1, 2};
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Pack(values, 2, MPI_INT, buffer, 6, &at, MPI_COMM_WORLD) != MPI_SUCCESS);
}

// program external_is_big_endian: The format external32 is big-endian, whatever the machine has (5.3, 14.5.2).
PROGRAM(external_is_big_endian) {
    unsigned char buffer[16];
    MPI_Aint at = 0, bytes = 0;
    int value = -1;
    MPI_Pack_external("external32", &(int){0x01020304}, 1, MPI_INT, buffer, 16, &at);
    IS(at, 4);
    for (int i = 0; i < 4; ++i) IS(buffer[i], i + 1);
    at = 0;
    MPI_Unpack_external("external32", buffer, 16, &at, &value, 1, MPI_INT);
    IS(value, 0x01020304);
    MPI_Pack_external_size("external32", 3, MPI_INT, &bytes);
    IS(bytes, 12);
}

// program external_double: Reals are of IEEE's formats (14.5.2).
PROGRAM(external_double) {
    unsigned char buffer[16];
    MPI_Aint at = 0;
    double value = -1;
    MPI_Pack_external("external32", &(double){-2.0}, 1, MPI_DOUBLE, buffer, 16, &at);
    IS(at, 8);
    IS(buffer[0], 0xc0);
    IS(buffer[1] + buffer[7], 0);
    at = 0;
    MPI_Unpack_external("external32", buffer, 16, &at, &value, 1, MPI_DOUBLE);
    IS(value, -2);
}

// program external_structure: A structure is packed without its gaps (5.3).
// mpich: the call ends by a signal
PROGRAM(external_structure) {
    struct {
        char c;
        int n;
    } value = {'a', 258}, got = {0, 0};
    MPI_Datatype type;
    unsigned char buffer[16];
    MPI_Aint at = 0, bytes = 0;
    MPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 4}, (const MPI_Datatype[]){MPI_CHAR, MPI_INT},
                           &type);
    MPI_Type_commit(&type);
    MPI_Pack_external_size("external32", 1, type, &bytes);
    IS(bytes, 5);
    MPI_Pack_external("external32", &value, 1, type, buffer, 16, &at);
    IS(at, 5);
    IS(buffer[0], 'a');
    IS(buffer[3], 1);
    IS(buffer[4], 2);
    at = 0;
    MPI_Unpack_external("external32", buffer, 16, &at, &got, 1, type);
    IS(got.n, 258);
    MPI_Type_free(&type);
}
