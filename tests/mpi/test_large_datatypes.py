"""Target datatypes of many blocks. Family ch4 sends a datatype ahead if it does not fit into a header. In the traces,
1,995 blocks fit and 1,996 blocks do not (CH4-LARGE-1). Family ch3 sends each datatype with its operation (CH3-PKT-5).
"""

import pathlib

import pytest
from mpi_runner import FOLDER, result

SOURCE = r"""
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int blocks = atoi(argv[1]);
    int* const memory = calloc((size_t)blocks, 3 * sizeof(int));
    int* const from = malloc((size_t)blocks * sizeof(int));
    int* const old = malloc((size_t)blocks * sizeof(int));
    int* const places = malloc((size_t)blocks * sizeof(int));
    for (int i = 0; i < blocks; ++i) from[i] = i, places[i] = 3 * i + (i % 3 == 0);
    MPI_Datatype type;
    MPI_Type_create_indexed_block(blocks, 1, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win win;
    MPI_Win_create(memory, (MPI_Aint)blocks * 3 * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(from, blocks, MPI_INT, 1, 0, 1, type, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(from, blocks, MPI_INT, 1, 0, 1, type, MPI_SUM, win);
        MPI_Get_accumulate(from, blocks, MPI_INT, old, blocks, MPI_INT, 1, 0, 1, type, MPI_SUM, win);
        MPI_Win_unlock(1, win);
        for (int i = 0; i < blocks; ++i) {
            if (old[i] != 2 * i) MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; rank == 1 && i < blocks; ++i) {
        if (memory[places[i]] != 3 * i) MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    free(memory), free(from), free(old), free(places);
    return 0;
}
"""
LARGE = {f"{name}_{step}" for name in ("PUT", "ACC", "GET_ACC") for step in ("DT_REQ", "DT_ACK", "DAT_REQ")}
SMALL = {"PUT", "ACC", "GET_ACC"}


def kinds_of(blocks, family):
    source = pathlib.Path(FOLDER.name) / "large_datatypes.c"
    source.write_text(SOURCE)
    return result(source, blocks, ranks=2, options=("--family", family))["messages"]["by_kind"]


@pytest.mark.parametrize("blocks, large", [(1995, False), (1996, True)])
def test_in_ch4_a_datatype_that_does_not_fit_into_a_header_is_sent_ahead(blocks, large):
    by_kind = kinds_of(blocks, "ch4")
    sent = LARGE if large else SMALL
    assert {kind: by_kind.get(kind, 0) for kind in LARGE | SMALL} == {kind: int(kind in sent) for kind in LARGE | SMALL}
    assert (by_kind["PUT_ACK"], by_kind["ACC_ACK"], by_kind["GET_ACC_RESP"]) == (1, 1, 1)


def test_in_ch3_each_operation_is_one_packet():
    by_kind = kinds_of(1996, "ch3")
    assert sum(count for kind, count in by_kind.items() if kind.partition("+")[0] in SMALL) == 3
