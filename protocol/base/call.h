// The MPI calls, and sets of calls. call_table.h describes each call.
#pragma once

#include "protocol/base/enum_set.h"

#include <string_view>

namespace rmasim {

// An MPI call. Errors and wait reports name calls by these values. Add a new call before `win_attach`, with a row in
// call_table.h.
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
    request_wait,  // MPI_WAIT for the request of an r-form; `wait` and `test` are MPI_WIN_WAIT and MPI_WIN_TEST
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
    bcast,
    reduce,
    allreduce,
    gather,
    allgather,
    scatter,
    alltoall,
    probe,
    iprobe,
    mprobe,
    improbe,
    mrecv,
    imrecv,
    ssend,
    issend,
    bsend,
    ibsend,
    rsend,
    irsend,
    request_cancel,  // MPI_CANCEL
    buffer_attach,
    buffer_detach,
    win_attach,
    win_detach,
    win_create,
    win_free,
};
inline constexpr std::size_t call_count = static_cast<std::size_t>(Call::win_free) + 1;
std::string_view name_of(Call call);

using CallSet = EnumSet<Call, call_count>;
inline constexpr CallSet all_calls = CallSet::all();  // including `none`

// The calls that every family implements in addition to calls on windows: messages, completion of requests, barriers
// and other collective calls.
inline constexpr CallSet message_calls{Call::send,
                                       Call::recv,
                                       Call::isend,
                                       Call::irecv,
                                       Call::barrier,
                                       Call::request_wait,
                                       Call::request_test,
                                       Call::request_waitall,
                                       Call::request_waitany,
                                       Call::request_testall,
                                       Call::request_waitsome,
                                       Call::request_testany,
                                       Call::request_testsome,
                                       Call::request_free,
                                       Call::request_cancel,
                                       Call::probe,
                                       Call::iprobe,
                                       Call::mprobe,
                                       Call::improbe,
                                       Call::mrecv,
                                       Call::imrecv,
                                       Call::ssend,
                                       Call::issend,
                                       Call::bsend,
                                       Call::ibsend,
                                       Call::rsend,
                                       Call::irsend,
                                       Call::buffer_attach,
                                       Call::buffer_detach,
                                       Call::bcast,
                                       Call::reduce,
                                       Call::allreduce,
                                       Call::gather,
                                       Call::allgather,
                                       Call::scatter,
                                       Call::alltoall};
// The one-sided calls of MPI-2 (mpi2_window_calls), and the one-sided calls of all versions of MPI (mpi3_window_calls).
inline constexpr CallSet mpi2_window_calls{Call::put,  Call::get,   Call::accumulate, Call::fence,
                                           Call::post, Call::start, Call::complete,   Call::wait,
                                           Call::test, Call::lock,  Call::unlock};
inline constexpr CallSet mpi3_window_calls =
    mpi2_window_calls |
    CallSet{Call::get_accumulate, Call::fetch_and_op,    Call::compare_and_swap, Call::rput,       Call::rget,
            Call::raccumulate,    Call::rget_accumulate, Call::lock_all,         Call::unlock_all, Call::flush,
            Call::flush_local,    Call::flush_all,       Call::flush_local_all,  Call::sync,       Call::win_attach,
            Call::win_detach,     Call::win_create,      Call::win_free};

}  // namespace rmasim
