#define _GNU_SOURCE
#include "tests/oracle/ch4/windows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct one_case* current;
static struct window windows[most_windows];

__attribute__((weak)) void ch4_trace_mark(const char* text);  // in the tracer, which is preloaded

void mark(const char* format, ...) {
    char text[200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (ch4_trace_mark != NULL) ch4_trace_mark(text);
}

static int64_t* filled(int64_t* memory, int64_t value) {
    for (int i = 0; i < window_elements; i++) memory[i] = value;
    return memory;
}

static int64_t* new_memory(int64_t value) { return filled(malloc(window_elements * sizeof(int64_t)), value); }

MPI_Comm comm_named(const char* name) {
    static MPI_Comm parity = MPI_COMM_NULL;
    if (name == NULL) return MPI_COMM_WORLD;
    if (strcmp(name, "parity") != 0) exit(2);
    if (parity == MPI_COMM_NULL) {
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &parity);
    }
    return parity;
}

// Of "key=value key=value"; the text stays as it is.
static MPI_Info info_of(const char* text) {
    if (text == NULL) return MPI_INFO_NULL;
    char copy[400], *rest = copy, *word;
    MPI_Info info;
    MPI_Info_create(&info);
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strsep(&rest, " ")) != NULL) {
        const char* key = strsep(&word, "=");
        if (word != NULL) MPI_Info_set(info, key, word);
    }
    return info;
}

static void create(struct window* made, const char* flavour, MPI_Info info) {
    const MPI_Aint bytes = window_elements * sizeof(int64_t);
    const int is_dynamic = strcmp(flavour, "dynamic") == 0, is_own = strcmp(flavour, "create") == 0;
    if (is_dynamic || is_own) made->memory = new_memory(initial_value);
    mark("creating");
    if (is_dynamic) MPI_Win_create_dynamic(info, made->comm, &made->win);
    else if (is_own) MPI_Win_create(made->memory, bytes, 8, info, made->comm, &made->win);
    else if (strcmp(flavour, "allocate") == 0) MPI_Win_allocate(bytes, 8, info, made->comm, &made->memory, &made->win);
    else if (strcmp(flavour, "shared") == 0)
        MPI_Win_allocate_shared(bytes, 8, info, made->comm, &made->memory, &made->win);
    else exit(2);
    mark("created");
    if (!is_dynamic && !is_own) filled(made->memory, initial_value);
}

static void exchange_addresses(struct window* made) {
    MPI_Aint mine;
    MPI_Win_attach(made->win, made->memory, window_elements * sizeof(int64_t));
    MPI_Get_address(made->memory, &mine);
    made->bases = malloc(made->size * sizeof(MPI_Aint));
    MPI_Allgather(&mine, 1, MPI_AINT, made->bases, 1, MPI_AINT, made->comm);
}

void make_windows(const struct one_case* played, const char* flavour) {
    current = played;
    MPI_Info info = info_of(played->info);
    for (int i = 0; i < played->windows; i++) {
        struct window* made = &windows[i];
        *made = (struct window){.comm = comm_named(played->window[i].comm)};
        MPI_Comm_rank(made->comm, &made->rank);
        MPI_Comm_size(made->comm, &made->size);
        made->share = window_elements / made->size;
        create(made, flavour, info);
        MPI_Win_set_errhandler(made->win, MPI_ERRORS_RETURN);
        made->local = new_memory(made->rank + 1);
        made->results = new_memory(not_yet);
        if (strcmp(flavour, "dynamic") == 0) exchange_addresses(made);
    }
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
}

void free_windows(void) {
    for (int i = 0; i < current->windows; i++) {
        struct window* made = &windows[i];
        int* flavour;
        int found;
        MPI_Win_get_attr(made->win, MPI_WIN_CREATE_FLAVOR, &flavour, &found);
        const int is_ours = *flavour == MPI_WIN_FLAVOR_CREATE || *flavour == MPI_WIN_FLAVOR_DYNAMIC;
        mark("freeing");
        MPI_Win_free(&made->win);
        mark("freed");
        if (is_ours) free(made->memory);
        free(made->local);
        free(made->results);
        free(made->bases);
    }
}

struct window* window_of(const struct call* call) {
    const char* name = option(call, "win", current->window[0].name);
    for (int i = 0; i < current->windows; i++)
        if (strcmp(current->window[i].name, name) == 0) return &windows[i];
    exit(2);
}

int rank_of(const struct window* window, const char* word) {
    if (strcmp(word, "nobody") == 0) return MPI_PROC_NULL;
    if (strcmp(word, "me") == 0) return window->rank;
    if (*word == '+' || *word == '-') return (window->rank + window->size + atoi(word)) % window->size;
    return atoi(word);
}

MPI_Group group_of(const struct window* window, const char* list) {
    int ranks[64], count = 0;
    const int is_neighbour = *list == '+' || *list == '-';
    for (int rank = 0; rank < window->size; rank++)
        if (is_neighbour ? rank == rank_of(window, list) : is_in(list, rank)) ranks[count++] = rank;
    MPI_Group all, group;
    MPI_Comm_group(window->comm, &all);
    MPI_Group_incl(all, count, ranks, &group);
    MPI_Group_free(&all);
    return group;
}

int next_place(struct window* window, int elements, int at) {
    if (at >= 0) return at;
    const int place = window->rank * window->share + window->used;
    window->used += elements;
    if (window->used > window->share) exit(2);
    return place;
}

MPI_Aint disp_of(const struct window* window, int target, int place) {
    return window->bases == NULL ? place : MPI_Aint_add(window->bases[target], place * (MPI_Aint)sizeof(int64_t));
}
