// A work-stealing deque after Chase and Lev (2005), without its growth. Rank 0 takes items from the bottom, the other
// ranks steal from the top. Each item is taken once.
#include "tests/mpi/explored/structures/structure.h"

enum { top, bottom, first_item, items = 2, taken = first_item + items };

static void take(int item) { add(0, taken + item, 1); }

static int take_bottom(void) {
    const int last = read_word(0, bottom) - 1;
    exchange(0, bottom, last);
    const int begin = read_word(0, top);
    if (begin > last) {
        exchange(0, bottom, begin);
        return 0;
    }
    if (begin == last) {
        exchange(0, bottom, last + 1);
        IF_WRONG(exchange(0, top, begin + 1), if (swap_if(0, top, begin, begin + 1) != begin) return 0);
    }
    take(last);
    return 1;
}

static int steal(void) {
    const int begin = read_word(0, top);
    const int end = read_word(0, bottom);
    if (begin >= end || swap_if(0, top, begin, begin + 1) != begin) return 0;
    take(begin);
    return 1;
}

int main(int argc, char** argv) {
    begin_structure(&argc, &argv);
    if (rank == 0) exchange(0, bottom, items);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        while (take_bottom()) {
        }
    } else {
        steal();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int item = 0; rank == 0 && item < items; ++item) assert(own[taken + item] == 1);
    end_structure();
    return 0;
}
