// Info objects, from chapter 10 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program info_values: A value that is set is returned; a new value replaces it (10).
PROGRAM(info_values) {
    MPI_Info info = MPI_INFO_NULL;
    char value[20] = "unset";
    int flag = 0;
    MPI_Info_create(&info);
    CHECK(info != MPI_INFO_NULL);
    MPI_Info_set(info, "color", "red");
    MPI_Info_get(info, "color", 19, value, &flag);
    IS(flag, 1);
    IS_TEXT(value, "red");
    MPI_Info_set(info, "color", "dark green");
    MPI_Info_get(info, "color", 19, value, &flag);
    IS_TEXT(value, "dark green");
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
}

// program info_missing_key: A key that is not set leaves the value as it is (10).
PROGRAM(info_missing_key) {
    MPI_Info info;
    char value[20] = "unset";
    int flag = 1, length = -1;
    PMPI_Info_create(&info);
    MPI_Info_get(info, "nothing", 19, value, &flag);
    IS(flag, 0);
    IS_TEXT(value, "unset");
    flag = 1;
    MPI_Info_get_valuelen(info, "nothing", &length, &flag);
    IS(flag, 0);
    IS(length, -1);
    PMPI_Info_free(&info);
}

// program info_truncates: A value is cut to the given length, and ends (10).
// mpich: an error
PROGRAM(info_truncates) {
    MPI_Info info;
    char value[20] = "xxxxxxxxxxxx";
    int flag = 0, length = -1;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "k", "abcdefgh");
    MPI_Info_get(info, "k", 3, value, &flag);
    IS_TEXT(value, "abc");
    IS(value[4], 'x');
    MPI_Info_get_valuelen(info, "k", &length, &flag);
    IS(length, 8);
    PMPI_Info_free(&info);
}

// program info_get_string: The length includes the end of the text, and is that of the whole value (10; MPI 4.0).
PROGRAM(info_get_string) {
    MPI_Info info;
    char value[20] = "xxxxxxxxxxxx";
    int flag = 0, length = 4;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "k", "abcdefgh");
    MPI_Info_get_string(info, "k", &length, value, &flag);
    IS(flag, 1);
    IS_TEXT(value, "abc");
    IS(length, 9);
    length = 20;
    MPI_Info_get_string(info, "k", &length, value, &flag);
    IS_TEXT(value, "abcdefgh");
    IS(length, 9);
    length = 0;
    MPI_Info_get_string(info, "k", &length, value, &flag);
    IS(length, 9);
    length = 7;
    MPI_Info_get_string(info, "other", &length, value, &flag);
    IS(flag, 0);
    IS(length, 7);
    PMPI_Info_free(&info);
}

// program info_keys: The number of keys; each has a number below that (10).
PROGRAM(info_keys) {
    MPI_Info info;
    int keys = -1, found = 0;
    PMPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &keys);
    IS(keys, 0);
    for (int i = 0; i < 5; ++i) PMPI_Info_set(info, (char[]){(char)('a' + i), 0}, "v");
    PMPI_Info_set(info, "a", "w");
    MPI_Info_get_nkeys(info, &keys);
    IS(keys, 5);
    for (int i = 0; i < keys; ++i) {
        char key[MPI_MAX_INFO_KEY + 1] = "";
        MPI_Info_get_nthkey(info, i, key);
        if (strlen(key) == 1 && key[0] >= 'a' && key[0] <= 'e') found |= 1 << (key[0] - 'a');
    }
    IS(found, 31);
    PMPI_Info_free(&info);
}

// program info_deletes: A key that is deleted does not exist; to delete another one is an error (10).
PROGRAM(info_deletes) {
    MPI_Info info;
    int keys = -1, flag = 1;
    char value[5];
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "a", "1");
    PMPI_Info_set(info, "b", "2");
    MPI_Info_delete(info, "a");
    PMPI_Info_get_nkeys(info, &keys);
    IS(keys, 1);
    PMPI_Info_get(info, "a", 4, value, &flag);
    IS(flag, 0);
    FAILS(MPI_Info_delete(info, "a"), MPI_ERR_INFO_NOKEY);
    PMPI_Info_free(&info);
}

// program info_duplicates: A duplicate has the keys in the same order, and is independent (10).
PROGRAM(info_duplicates) {
    MPI_Info info, copy = MPI_INFO_NULL;
    char first[MPI_MAX_INFO_KEY + 1], second[MPI_MAX_INFO_KEY + 1], value[5] = "";
    int flag = 0, keys = -1;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "z", "1");
    PMPI_Info_set(info, "a", "2");
    MPI_Info_dup(info, &copy);
    CHECK(copy != MPI_INFO_NULL && copy != info);
    for (int i = 0; i < 2; ++i) {
        PMPI_Info_get_nthkey(info, i, first);
        PMPI_Info_get_nthkey(copy, i, second);
        IS(strcmp(first, second), 0);
    }
    PMPI_Info_set(info, "z", "3");
    PMPI_Info_set(info, "n", "3");
    PMPI_Info_get(copy, "z", 4, value, &flag);
    IS_TEXT(value, "1");
    PMPI_Info_get_nkeys(copy, &keys);
    IS(keys, 2);
    PMPI_Info_free(&info);
    PMPI_Info_free(&copy);
}

// program info_case: Keys are case-sensitive, and values may be long (10).
PROGRAM(info_case) {
    MPI_Info info;
    char text[MPI_MAX_INFO_VAL], value[MPI_MAX_INFO_VAL + 1] = "";
    int flag = 1;
    memset(text, 'v', sizeof(text));
    text[MPI_MAX_INFO_VAL - 1] = 0;
    PMPI_Info_create(&info);
    MPI_Info_set(info, "Key", text);
    MPI_Info_get(info, "key", 5, value, &flag);
    IS(flag, 0);
    MPI_Info_get(info, "Key", MPI_MAX_INFO_VAL, value, &flag);
    IS(strlen(value) == MPI_MAX_INFO_VAL - 1, 1);
    PMPI_Info_free(&info);
}

// program info_errors: Errors have the classes of keys, values and objects (10, 9.4).
PROGRAM(info_errors) {
    MPI_Info info;
    char key[MPI_MAX_INFO_KEY + 2], value[4];
    int flag;
    memset(key, 'k', sizeof(key));
    key[MPI_MAX_INFO_KEY + 1] = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Info_create(&info);
    FAILS(MPI_Info_set(info, key, "v"), MPI_ERR_INFO_KEY);
    FAILS(MPI_Info_set(info, "", "v"), MPI_ERR_INFO_KEY);
    const int null_class = class_of(MPI_Info_get(MPI_INFO_NULL, "k", 3, value, &flag));
    CHECK(null_class == MPI_ERR_INFO || null_class == MPI_ERR_ARG);
    CHECK(MPI_Info_get_nthkey(info, 0, key) != MPI_SUCCESS);
    PMPI_Info_free(&info);
}

// program info_env: MPI_INFO_ENV exists, and an object like it can be created (10.1, 11.2.1).
PROGRAM(info_env) {
    int keys = -1;
    IS(MPI_Info_get_nkeys(MPI_INFO_ENV, &keys), MPI_SUCCESS);
    IS(keys >= 0, 1);
}

// program info_create_env: The object with the start of the program is a new one (10.1; MPI 4.0).
// mpich: returns MPI_INFO_ENV
PROGRAM(info_create_env) {
    MPI_Info info = MPI_INFO_NULL;
    int keys = -1;
    MPI_Info_create_env(0, NULL, &info);
    CHECK(info != MPI_INFO_NULL && info != MPI_INFO_ENV);
    PMPI_Info_get_nkeys(info, &keys);
    IS(keys >= 0, 1);
    MPI_Info_free(&info);
    CHECK(info == MPI_INFO_NULL);
}
