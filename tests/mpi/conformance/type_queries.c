// Decoding, names and other queries of datatypes, from sections 5.1.13, 7.8 and 19.1 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Checks the combiner and the numbers of arguments of a datatype.
static void has_envelope(MPI_Datatype type, int combiner, int integers, int addresses, int types) {
    int found[4] = {-1, -1, -1, -1};
    MPI_Type_get_envelope(type, &found[0], &found[1], &found[2], &found[3]);
    CHECK(found[3] == combiner);
    IS(found[0], integers);
    IS(found[1], addresses);
    IS(found[2], types);
}

// program envelope_named: A predefined datatype has no arguments, and its contents are an error (5.1.13).
PROGRAM(envelope_named) {
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    has_envelope(MPI_DOUBLE, MPI_COMBINER_NAMED, 0, 0, 0);
    has_envelope(MPI_FLOAT_INT, MPI_COMBINER_NAMED, 0, 0, 0);
    int integers[1];
    MPI_Aint addresses[1];
    MPI_Datatype types[1];
    CHECK(MPI_Type_get_contents(MPI_INT, 0, 0, 0, integers, addresses, types) != MPI_SUCCESS);
}

// program contents_of_vector: The contents are the arguments of the constructor, in their order (5.1.13).
PROGRAM(contents_of_vector) {
    MPI_Datatype type, old;
    int integers[3] = {0};
    MPI_Aint none[1];
    MPI_Type_vector(3, 2, 5, MPI_SHORT, &type);
    has_envelope(type, MPI_COMBINER_VECTOR, 3, 0, 1);
    MPI_Type_get_contents(type, 3, 0, 1, integers, none, &old);
    IS(integers[0] * 100 + integers[1] * 10 + integers[2], 325);
    CHECK(old == MPI_SHORT);
    MPI_Type_free(&type);
}

// program contents_of_hvector: The stride in bytes is an address (5.1.13).
PROGRAM(contents_of_hvector) {
    MPI_Datatype type, old;
    int integers[2] = {0};
    MPI_Aint stride = 0;
    MPI_Type_create_hvector(4, 2, 33, MPI_CHAR, &type);
    has_envelope(type, MPI_COMBINER_HVECTOR, 2, 1, 1);
    MPI_Type_get_contents(type, 2, 1, 1, integers, &stride, &old);
    IS(stride, 33);
    IS(integers[0], 4);
    CHECK(old == MPI_CHAR);
    MPI_Type_free(&type);
}

// program contents_of_indexed: Count, lengths and displacements are integers (5.1.13).
PROGRAM(contents_of_indexed) {
    MPI_Datatype type, old;
    int integers[5] = {0};
    MPI_Aint none[1];
    MPI_Type_indexed(2, (const int[]){3, 4}, (const int[]){7, 1}, MPI_INT, &type);
    has_envelope(type, MPI_COMBINER_INDEXED, 5, 0, 1);
    MPI_Type_get_contents(type, 5, 0, 1, integers, none, &old);
    for (int i = 0; i < 5; ++i) IS(integers[i], ((const int[]){2, 3, 4, 7, 1})[i]);
    MPI_Type_free(&type);
}

// program contents_of_hindexed: Displacements in bytes are addresses (5.1.13).
PROGRAM(contents_of_hindexed) {
    MPI_Datatype type, old;
    int integers[3] = {0};
    MPI_Aint addresses[2] = {0};
    MPI_Type_create_hindexed(2, (const int[]){3, 4}, (const MPI_Aint[]){40, -8}, MPI_INT, &type);
    has_envelope(type, MPI_COMBINER_HINDEXED, 3, 2, 1);
    MPI_Type_get_contents(type, 3, 2, 1, integers, addresses, &old);
    IS(integers[2], 4);
    IS(addresses[1], -8);
    MPI_Type_free(&type);
}

// program contents_of_blocks: Indexed blocks, with displacements in elements and in bytes (5.1.13).
PROGRAM(contents_of_blocks) {
    MPI_Datatype type, old;
    int integers[4] = {0};
    MPI_Aint addresses[2] = {0};
    MPI_Type_create_indexed_block(2, 5, (const int[]){6, 20}, MPI_INT, &type);
    has_envelope(type, MPI_COMBINER_INDEXED_BLOCK, 4, 0, 1);
    MPI_Type_get_contents(type, 4, 0, 1, integers, addresses, &old);
    for (int i = 0; i < 4; ++i) IS(integers[i], ((const int[]){2, 5, 6, 20})[i]);
    MPI_Type_free(&type);
    MPI_Type_create_hindexed_block(2, 5, (const MPI_Aint[]){60, 100}, MPI_INT, &type);
    has_envelope(type, MPI_COMBINER_HINDEXED_BLOCK, 2, 2, 1);
    MPI_Type_get_contents(type, 2, 2, 1, integers, addresses, &old);
    IS(addresses[0] + addresses[1], 160);
    MPI_Type_free(&type);
}

// program contents_of_struct: The datatypes of a structure are new handles, except predefined ones (5.1.13).
PROGRAM(contents_of_struct) {
    MPI_Datatype pair, type, old[2] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
    int integers[3] = {0}, bytes = -1;
    MPI_Aint addresses[2] = {0};
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_struct(2, (const int[]){1, 3}, (const MPI_Aint[]){0, 16}, (const MPI_Datatype[]){MPI_DOUBLE, pair},
                           &type);
    MPI_Type_free(&pair);
    has_envelope(type, MPI_COMBINER_STRUCT, 3, 2, 2);
    MPI_Type_get_contents(type, 3, 2, 2, integers, addresses, old);
    IS(integers[2], 3);
    IS(addresses[1], 16);
    CHECK(old[0] == MPI_DOUBLE);
    has_envelope(old[1], MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    MPI_Type_size(old[1], &bytes);
    IS(bytes, 8);
    MPI_Type_free(&old[1]);
    MPI_Type_free(&type);
}

// program contents_of_arrays: Subarrays and distributed arrays (5.1.13).
PROGRAM(contents_of_arrays) {
    MPI_Datatype type, old;
    int integers[16] = {0};
    MPI_Aint none[1];
    MPI_Type_create_subarray(2, (const int[]){9, 8}, (const int[]){3, 4}, (const int[]){1, 2}, MPI_ORDER_C, MPI_INT,
                             &type);
    has_envelope(type, MPI_COMBINER_SUBARRAY, 8, 0, 1);
    MPI_Type_get_contents(type, 8, 0, 1, integers, none, &old);
    for (int i = 0; i < 7; ++i) IS(integers[i], ((const int[]){2, 9, 8, 3, 4, 1, 2})[i]);
    CHECK(integers[7] == MPI_ORDER_C);
    MPI_Type_free(&type);
    MPI_Type_create_darray(4, rank, 1, (const int[]){20}, (const int[]){MPI_DISTRIBUTE_CYCLIC}, (const int[]){3},
                           (const int[]){4}, MPI_ORDER_FORTRAN, MPI_INT, &type);
    has_envelope(type, MPI_COMBINER_DARRAY, 8, 0, 1);
    MPI_Type_get_contents(type, 8, 0, 1, integers, none, &old);
    IS(integers[1], rank);
    IS(integers[3], 20);
    CHECK(integers[4] == MPI_DISTRIBUTE_CYCLIC && integers[7] == MPI_ORDER_FORTRAN);
    IS(integers[5], 3);
    MPI_Type_free(&type);
}

// program contents_of_resized: Lower bound and extent are addresses (5.1.13).
PROGRAM(contents_of_resized) {
    MPI_Datatype type, old;
    int none[1];
    MPI_Aint addresses[2] = {0};
    MPI_Type_create_resized(MPI_INT, -5, 50, &type);
    has_envelope(type, MPI_COMBINER_RESIZED, 0, 2, 1);
    MPI_Type_get_contents(type, 0, 2, 1, none, addresses, &old);
    IS(addresses[0], -5);
    IS(addresses[1], 50);
    MPI_Type_free(&type);
}

// program contents_of_duplicate: A duplicate is one of its kind, of the original (5.1.13).
PROGRAM(contents_of_duplicate) {
    MPI_Datatype type, old = MPI_DATATYPE_NULL;
    int none[1];
    MPI_Aint no_address[1];
    MPI_Type_dup(MPI_FLOAT, &type);
    has_envelope(type, MPI_COMBINER_DUP, 0, 0, 1);
    MPI_Type_get_contents(type, 0, 0, 1, none, no_address, &old);
    CHECK(old == MPI_FLOAT);
    MPI_Type_free(&type);
}

// program names_of_types: Predefined datatypes have their own names as initial names; others have an empty one (7.8).
PROGRAM(names_of_types) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    int length = -1;
    MPI_Datatype type;
    MPI_Type_get_name(MPI_DOUBLE, name, &length);
    IS_TEXT(name, "MPI_DOUBLE");
    IS(length, 10);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_name(type, name, &length);
    IS_TEXT(name, "");
    IS(length, 0);
    MPI_Type_set_name(type, "a pair of ints");
    MPI_Type_get_name(type, name, &length);
    IS_TEXT(name, "a pair of ints");
    MPI_Type_free(&type);
}

// program predefined_renamed: A predefined datatype can have a new name (7.8).
PROGRAM(predefined_renamed) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    int length = -1;
    MPI_Type_set_name(MPI_SHORT, "short indeed");
    MPI_Type_get_name(MPI_SHORT, name, &length);
    IS_TEXT(name, "short indeed");
    MPI_Type_set_name(MPI_SHORT, "MPI_SHORT");
}

// program match_size: The datatype of a class with a size (19.1.9).
PROGRAM(match_size) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int bytes = -1;
    const int classes[3] = {MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_REAL, MPI_TYPECLASS_COMPLEX};
    const int sizes[3] = {8, 4, 16};
    for (int i = 0; i < 3; ++i) {
        MPI_Type_match_size(classes[i], sizes[i], &type);
        MPI_Type_size(type, &bytes);
        IS(bytes, sizes[i]);
    }
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 3, &type) != MPI_SUCCESS);
}

// program types_by_precision: Parameterized datatypes have their size and combiner, and need no commit (19.1.9).
PROGRAM(types_by_precision) {
    MPI_Datatype type = MPI_DATATYPE_NULL, again = MPI_DATATYPE_NULL, none[1];
    int bytes = -1, arguments[2] = {0};
    MPI_Aint no_address[1];
    MPI_Type_create_f90_real(15, 300, &type);
    MPI_Type_size(type, &bytes);
    IS(bytes, 8);
    has_envelope(type, MPI_COMBINER_F90_REAL, 2, 0, 0);
    MPI_Type_get_contents(type, 2, 0, 0, arguments, no_address, none);
    IS(arguments[0], 15);
    IS(arguments[1], 300);
    MPI_Type_create_f90_real(15, 300, &again);
    CHECK(type == again);
    MPI_Type_create_f90_integer(4, &type);
    MPI_Type_size(type, &bytes);
    IS(bytes, 2);
    has_envelope(type, MPI_COMBINER_F90_INTEGER, 1, 0, 0);
    MPI_Type_create_f90_complex(6, 30, &type);
    MPI_Type_size(type, &bytes);
    IS(bytes, 8);
    has_envelope(type, MPI_COMBINER_F90_COMPLEX, 2, 0, 0);
}

// program value_index_types: The datatype of a value and an index; predefined pairs are found (5.1.2; MPI 4.1).
PROGRAM(value_index_types) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type);
    CHECK(type == MPI_DOUBLE_INT);
    MPI_Type_get_value_index(MPI_INT, MPI_INT, &type);
    CHECK(type == MPI_2INT);
    MPI_Type_get_value_index(MPI_INT64_T, MPI_INT64_T, &type);
    if (type != MPI_DATATYPE_NULL) {
        int bytes = -1;
        MPI_Type_size(type, &bytes);
        IS(bytes, 16);
    }
    type = MPI_INT;
    MPI_Type_get_value_index(MPI_PACKED, MPI_PACKED, &type);
    CHECK(type == MPI_DATATYPE_NULL);
}

// program sizes_of_c: Predefined datatypes have the sizes of C's (3.2.2).
PROGRAM(sizes_of_c) {
    const MPI_Datatype types[] = {MPI_CHAR,      MPI_SHORT,      MPI_INT,      MPI_LONG,
                                  MPI_LONG_LONG, MPI_FLOAT,      MPI_DOUBLE,   MPI_WCHAR,
                                  MPI_C_BOOL,    MPI_INT8_T,     MPI_UINT16_T, MPI_INT32_T,
                                  MPI_UINT64_T,  MPI_AINT,       MPI_COUNT,    MPI_C_DOUBLE_COMPLEX,
                                  MPI_BYTE,      MPI_LONG_DOUBLE};
    const size_t sizes[] = {sizeof(char),
                            sizeof(short),
                            sizeof(int),
                            sizeof(long),
                            sizeof(long long),
                            sizeof(float),
                            sizeof(double),
                            sizeof(wchar_t),
                            sizeof(_Bool),
                            1,
                            2,
                            4,
                            8,
                            sizeof(MPI_Aint),
                            sizeof(MPI_Count),
                            sizeof(double _Complex),
                            1,
                            sizeof(long double)};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) {
        int bytes = -1;
        MPI_Type_size(types[i], &bytes);
        IS(bytes, sizes[i]);
    }
}

// program extents_of_pairs: Pairs have the extents of C's structures (6.9.4).
PROGRAM(extents_of_pairs) {
    struct pair_of_short {
        short a;
        int b;
    };
    struct pair_of_double {
        double a;
        int b;
    };
    MPI_Aint lb = -1, extent = -1;
    int bytes = -1;
    MPI_Type_get_extent(MPI_SHORT_INT, &lb, &extent);
    IS(extent, sizeof(struct pair_of_short));
    MPI_Type_get_extent(MPI_DOUBLE_INT, &lb, &extent);
    IS(extent, sizeof(struct pair_of_double));
    MPI_Type_size(MPI_DOUBLE_INT, &bytes);
    IS(bytes, 12);
    MPI_Type_size(MPI_2INT, &bytes);
    IS(bytes, 8);
}
