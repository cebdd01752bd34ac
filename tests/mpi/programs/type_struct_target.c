// A struct with gaps, an element of which is put into every second one of the target's array.
// needs: any_layout
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    struct one {
        char letter;
        double number;
        int count;
    } memory[4], mine[2];
    memset(memory, 0, sizeof(memory));
    memset(mine, 0, sizeof(mine));
    for (int i = 0; i < 2; ++i) mine[i].letter = (char)('a' + i), mine[i].number = 0.5 + i, mine[i].count = rank + i;
    const int lengths[3] = {1, 1, 1};
    const MPI_Aint places[3] = {0, (char*)&mine[0].number - (char*)mine, (char*)&mine[0].count - (char*)mine};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Datatype bare, whole, wide;
    MPI_Type_create_struct(3, lengths, places, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct one), &whole);
    MPI_Type_create_resized(bare, 0, 2 * sizeof(struct one), &wide);
    MPI_Type_commit(&whole);
    MPI_Type_commit(&wide);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 2, whole, (rank + 1) % size, 0, 2, wide, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    EXPECT(memory[0].letter == 'a' && memory[0].number == 0.5 && memory[0].count == left);
    EXPECT(memory[2].letter == 'b' && memory[2].number == 1.5 && memory[2].count == left + 1);
    EXPECT(memory[1].count == 0 && memory[3].count == 0);
    MPI_Type_free(&bare);
    MPI_Type_free(&whole);
    MPI_Type_free(&wide);
    MPI_Win_free(&win);
}
