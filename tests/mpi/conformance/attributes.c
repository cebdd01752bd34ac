// Attributes of communicators and datatypes, from section 7.7 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// The calls of the functions of attributes, in their order.
static struct {
    char text[200];
    int copies, deletes, fails;
} seen;

static void* const extra = &seen;

static int copy_comm(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* flag) {
    ++seen.copies;
    CHECK(state == extra && comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID);
    *(void**)out = (char*)in + 1;
    *flag = 1;
    return seen.fails ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete_comm(MPI_Comm comm, int keyval, void* value, void* state) {
    ++seen.deletes;
    CHECK(state == extra && comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID);
    const size_t length = strlen(seen.text);
    snprintf(seen.text + length, sizeof(seen.text) - length, " %d", (int)(intptr_t)value);
    return seen.fails ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int refuse_copy(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* flag) {
    (void)comm, (void)keyval, (void)state, (void)in, (void)out;
    *flag = 0;
    return MPI_SUCCESS;
}

static int copy_type(MPI_Datatype type, int keyval, void* state, void* in, void* out, int* flag) {
    ++seen.copies;
    CHECK(state == extra && type != MPI_DATATYPE_NULL && keyval != MPI_KEYVAL_INVALID);
    *(void**)out = (char*)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_type(MPI_Datatype type, int keyval, void* value, void* state) {
    ++seen.deletes;
    CHECK(state == extra && type != MPI_DATATYPE_NULL && keyval != MPI_KEYVAL_INVALID && value != NULL);
    return MPI_SUCCESS;
}

static int new_key(void) {
    int keyval = MPI_KEYVAL_INVALID;
    memset(&seen, 0, sizeof(seen));
    PMPI_Comm_create_keyval(copy_comm, delete_comm, &keyval, extra);
    return keyval;
}

// Returns the attribute as a number, or -1.
static int value_of(MPI_Comm comm, int keyval) {
    void* value = NULL;
    int flag = -1;
    PMPI_Comm_get_attr(comm, keyval, &value, &flag);
    return flag == 1 ? (int)(intptr_t)value : -1;
}

// program attribute_set: An attribute that is not set has no value; one that is set has its own on each rank (7.7.2).
PROGRAM(attribute_set) {
    int keyval = MPI_KEYVAL_INVALID, flag = 1;
    void* value = NULL;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    CHECK(keyval != MPI_KEYVAL_INVALID);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, (void*)(intptr_t)(rank + 5));
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, rank + 5);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Comm_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
}

// program attribute_copied: MPI_Comm_dup calls the copy function; the new value is the one that it returns (7.7.2).
PROGRAM(attribute_copied) {
    int keyval = new_key();
    MPI_Comm first, second;
    MPI_Comm_dup(MPI_COMM_SELF, &first);
    IS(seen.copies, 0);
    MPI_Comm_set_attr(first, keyval, (void*)10);
    MPI_Comm_dup(first, &second);
    IS(seen.copies, 1);
    IS(value_of(second, keyval), 11);
    IS(value_of(first, keyval), 10);
    MPI_Comm_free(&second);
    IS_TEXT(seen.text, " 11");
    MPI_Comm_free(&first);
    IS_TEXT(seen.text, " 11 10");
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_not_split: Other constructors do not copy attributes (7.7.2).
PROGRAM(attribute_not_split) {
    int keyval = new_key();
    MPI_Comm first, second;
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    MPI_Comm_set_attr(first, keyval, (void*)10);
    MPI_Comm_split(first, 0, 0, &second);
    IS(seen.copies, 0);
    IS(value_of(second, keyval), -1);
    MPI_Comm_free(&second);
    IS(seen.deletes, 0);
    MPI_Comm_free(&first);
    IS(seen.deletes, 1);
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_not_copied: A copy function can refuse to copy (7.7.2).
PROGRAM(attribute_not_copied) {
    int keyval = MPI_KEYVAL_INVALID;
    MPI_Comm first, second;
    MPI_Comm_create_keyval(refuse_copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    MPI_Comm_set_attr(first, keyval, (void*)3);
    MPI_Comm_dup(first, &second);
    IS(value_of(second, keyval), -1);
    IS(value_of(first, keyval), 3);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_simple_copy: MPI_COMM_DUP_FN copies the value, MPI_COMM_NULL_COPY_FN does not (7.7.2).
PROGRAM(attribute_simple_copy) {
    int copied, left;
    MPI_Comm first, second;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &copied, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &left, NULL);
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    MPI_Comm_set_attr(first, copied, (void*)1);
    MPI_Comm_set_attr(first, left, (void*)2);
    MPI_Comm_dup(first, &second);
    IS(value_of(second, copied), 1);
    IS(value_of(second, left), -1);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    MPI_Comm_free_keyval(&copied);
    MPI_Comm_free_keyval(&left);
}

// program attribute_replaced: A new value deletes the old one first (7.7.2).
PROGRAM(attribute_replaced) {
    int keyval = new_key();
    MPI_Comm comm;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_attr(comm, keyval, (void*)1);
    MPI_Comm_set_attr(comm, keyval, (void*)2);
    IS_TEXT(seen.text, " 1");
    IS(value_of(comm, keyval), 2);
    MPI_Comm_delete_attr(comm, keyval);
    IS_TEXT(seen.text, " 1 2");
    MPI_Comm_free(&comm);
    IS(seen.deletes, 2);
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_key_freed: A key that is freed stays in use as long as attributes have it (7.7.2).
PROGRAM(attribute_key_freed) {
    int keyval = new_key(), kept = keyval;
    MPI_Comm first, second;
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    MPI_Comm_set_attr(first, keyval, (void*)20);
    MPI_Comm_free_keyval(&keyval);
    IS(value_of(first, kept), 20);
    MPI_Comm_dup(first, &second);
    IS(seen.copies, 1);
    IS(value_of(second, kept), 21);
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
    IS(seen.deletes, 2);
}

// program attribute_delete_fails: An object is not freed if a delete function fails (7.7.2, 7.4.3).
PROGRAM(attribute_delete_fails) {
    int keyval = new_key();
    MPI_Comm comm;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_attr(comm, keyval, (void*)4);
    seen.fails = 1;
    CHECK(MPI_Comm_delete_attr(comm, keyval) != MPI_SUCCESS);
    IS(value_of(comm, keyval), 4);
    CHECK(MPI_Comm_set_attr(comm, keyval, (void*)5) != MPI_SUCCESS);
    seen.fails = 0;
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_copy_fails: A duplicate is not made if a copy function fails (7.7.2).
PROGRAM(attribute_copy_fails) {
    int keyval = new_key();
    MPI_Comm first, second = MPI_COMM_NULL;
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    PMPI_Comm_set_errhandler(first, MPI_ERRORS_RETURN);
    MPI_Comm_set_attr(first, keyval, (void*)4);
    seen.fails = 1;
    CHECK(MPI_Comm_dup(first, &second) != MPI_SUCCESS);
    seen.fails = 0;
    MPI_Comm_free(&first);
    MPI_Comm_free_keyval(&keyval);
}

// program attribute_order_self: Attributes are deleted when the communicator is freed, each once (7.7.2).
PROGRAM(attribute_order_self) {
    int keys[3], sum = 0;
    MPI_Comm comm;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    for (int i = 0; i < 3; ++i) {
        keys[i] = new_key();
        MPI_Comm_set_attr(comm, keys[i], (void*)(intptr_t)(i + 1));
    }
    MPI_Comm_free(&comm);
    IS(seen.deletes, 3);
    for (const char* at = seen.text; *at; ++at) sum += *at == ' ' ? 0 : *at - '0';
    IS(sum, 6);
    for (int i = 0; i < 3; ++i) MPI_Comm_free_keyval(&keys[i]);
}

// program attribute_foreign_key: A key of datatypes is none of communicators, and a freed one is none at all (7.7.2).
PROGRAM(attribute_foreign_key) {
    int keyval = MPI_KEYVAL_INVALID;
    void* value;
    int flag;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag), MPI_ERR_KEYVAL);
    MPI_Type_create_keyval(copy_type, delete_type, &keyval, extra);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, NULL) != MPI_SUCCESS);
    MPI_Type_free_keyval(&keyval);
}

// program attribute_of_type: Datatypes have attributes; a duplicate copies them (7.7.4, 5.1.10).
PROGRAM(attribute_of_type) {
    int keyval = MPI_KEYVAL_INVALID, flag = 1;
    void* value = NULL;
    MPI_Datatype type, copy;
    memset(&seen, 0, sizeof(seen));
    MPI_Type_create_keyval(copy_type, delete_type, &keyval, extra);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_attr(type, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Type_set_attr(type, keyval, (void*)30);
    MPI_Type_dup(type, &copy);
    IS(seen.copies, 1);
    MPI_Type_get_attr(copy, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, 31);
    MPI_Type_delete_attr(copy, keyval);
    IS(seen.deletes, 1);
    MPI_Type_get_attr(copy, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Type_free(&copy);
    IS(seen.deletes, 1);
    MPI_Type_free(&type);
    IS(seen.deletes, 2);
    MPI_Type_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
}

// program attribute_of_predefined: A predefined datatype has attributes, too (7.7.4).
PROGRAM(attribute_of_predefined) {
    int keyval = MPI_KEYVAL_INVALID, flag = 0;
    void* value = NULL;
    memset(&seen, 0, sizeof(seen));
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, delete_type, &keyval, extra);
    MPI_Type_set_attr(MPI_INT, keyval, (void*)8);
    MPI_Type_get_attr(MPI_INT, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, 8);
    MPI_Type_delete_attr(MPI_INT, keyval);
    IS(seen.deletes, 1);
    MPI_Type_free_keyval(&keyval);
}

// program predefined_attributes: The attributes of MPI_COMM_WORLD (9.1.2, 11.2.1).
PROGRAM(predefined_attributes) {
    int *value = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
    IS(flag && *value >= 32767, 1);
    flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
    CHECK(!flag || *value == 0 || *value == 1);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag);
    CHECK(flag);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    IS(flag && *value >= MPI_ERR_LASTCODE, 1);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, value) != MPI_SUCCESS);
}

// program old_attributes: The functions of MPI 1, with their predefined functions (16.1).
PROGRAM(old_attributes) {
    int keyval = MPI_KEYVAL_INVALID, flag = 1;
    void* value = NULL;
    MPI_Comm comm;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    memset(&seen, 0, sizeof(seen));
    MPI_Keyval_create(copy_comm, delete_comm, &keyval, extra);
    MPI_Attr_get(comm, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Attr_put(comm, keyval, (void*)9);
    MPI_Attr_get(comm, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, 9);
    MPI_Attr_delete(comm, keyval);
    IS_TEXT(seen.text, " 9");
    PMPI_Comm_free(&comm);
    MPI_Keyval_free(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
}
