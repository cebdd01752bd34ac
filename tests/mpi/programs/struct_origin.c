// A structure with a gap goes to bytes side by side.
#include <stddef.h>

#include "tests/mpi/programs/check.h"

typedef struct {
    char letter;
    double number;
} Pair;

void test(int rank, int size) {
    Pair from[2] = {{'a', rank + 0.5}, {'b', rank + 1.5}};
    char memory[2 * 9] = {0};
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {offsetof(Pair, letter), offsetof(Pair, number)};
    const MPI_Datatype parts[2] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Datatype loose, type;
    MPI_Type_create_struct(2, lengths, places, parts, &loose);
    MPI_Type_create_resized(loose, 0, sizeof(Pair), &type);
    MPI_Type_commit(&type);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(from, 2, type, (rank + 1) % size, 0, 18, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 2; ++i) {
        double number;
        memcpy(&number, memory + 9 * i + 1, sizeof(number));
        EXPECT(memory[9 * i] == 'a' + i && number == left + 0.5 + i);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Type_free(&loose);
}
