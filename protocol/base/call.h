// The MPI calls, and sets of them. call_table.h describes each.
#pragma once

#include "protocol/base/enum_set.h"

#include <string_view>

namespace rmasim {

// The MPI calls a rank can be inside of. Errors and wait reports name them. New ones go before `win_attach`, each with
// a row in call_table.h.
enum class Call : std::uint8_t {
    none,
    put,
    get,
    accumulate,
    get_accumulate,
    fetch_and_op,
    compare_and_swap,
    rput,
    rget,
    raccumulate,
    rget_accumulate,
    fence,
    lock,
    unlock,
    lock_all,
    unlock_all,
    flush,
    flush_local,
    flush_all,
    flush_local_all,
    sync,
    barrier,
    post,
    start,
    complete,
    wait,
    test,
    request_wait,  // MPI_WAIT of an r-form's request; `wait` and `test` are MPI_WIN_WAIT and MPI_WIN_TEST
    request_test,
    send,
    recv,
    request_waitall,
    request_waitany,
    request_testall,
    request_free,
    request_start,  // MPI_START; `start` is MPI_WIN_START
    request_startall,
    isend,
    irecv,
    win_alloc_sync_objects,
    win_free_sync_objects,
    win_sync_ops_init,
    win_sync_object_init,
    win_change_comm,
    request_waitsome,
    request_testany,
    request_testsome,
    win_attach,
    win_detach,
    win_create,
    win_free,
};
inline constexpr std::size_t call_count = static_cast<std::size_t>(Call::win_free) + 1;
std::string_view name_of(Call call);

using CallSet = EnumSet<Call, call_count>;
inline constexpr CallSet all_calls = CallSet::all();  // including `none`

}  // namespace rmasim
