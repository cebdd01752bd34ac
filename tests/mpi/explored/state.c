/* What a program has in its memory, and in that of the C library, is that of its own order: variables, a heap that
   grows and shrinks, thread-local variables, random numbers, strtok. Each round checks what the rounds before left. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variable = 0;
static int large[50000];
static _Thread_local int of_thread = 0;

struct Link {
    struct Link* next;
    int value;
    char more[5000];
};

int main(int argc, char** argv) {
    int rank, size, counter = 0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    struct Link* list = NULL;
    char text[] = "0 1 2 3 4 5 6 7";
    char* word = strtok(text, " ");
    unsigned sum = 0, again = 0;
    srand(7);
    for (int round = 0; round < 2; ++round) {
        const int one = 1;
        int old = -1;
        assert(variable == round && large[49999] == round && of_thread == round);
        assert(atoi(word) == round);
        int links = 0;
        for (const struct Link* link = list; link != NULL; link = link->next) {
            ++links;
            assert(link->value == round - links && link->more[4999] == 'x');
        }
        assert(links == round);
        ++variable, ++large[49999], ++of_thread;
        word = strtok(NULL, " ");
        sum = sum * 31 + (unsigned)rand();
        struct Link* const link = malloc(sizeof *link);
        link->next = list, link->value = round, link->more[4999] = 'x';
        list = link;
        int* const zeros = calloc(20000, sizeof(int));
        for (int i = 0; i < 20000; ++i) assert(zeros[i] == 0);
        zeros[19999] = 1;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        assert(old >= 0 && old < 2 * size && zeros[19999] == 1);
        free(zeros);
        printf("round %d\n", round);
    }
    srand(7);
    for (int round = 0; round < 2; ++round) again = again * 31 + (unsigned)rand();
    assert(sum == again);
    while (list != NULL) {
        struct Link* const next = list->next;
        free(list);
        list = next;
    }
    MPI_Win_free(&win);
    assert(rank != 0 || counter == 2 * size);
    MPI_Finalize();
    return 0;
}
