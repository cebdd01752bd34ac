// The table of all MPI calls, one description each. The scenario reader, the schema, the program writers and the checks
// use this table.
#pragma once

#include "protocol/base/call_description.h"
#include "protocol/base/operation.h"

#include <array>
#include <optional>

namespace rmasim {

// The descriptions of all MPI calls, indexed by Call.
// clang-format off
inline constexpr std::array<CallDescription, call_count> call_table = [] {
    using enum Argument;
    constexpr ArgumentSet element{window, target, disp, datatype};
    constexpr ArgumentSet elements = element | ArgumentSet{count, block_length, stride, origin_derived};
    constexpr ArgumentSet sent{value, step, from};
    constexpr ArgumentSet reduced = sent | ArgumentSet{op};
    constexpr ArgumentSet received{into, as};
    constexpr ArgumentSet message{comm, tag, count, datatype};
    constexpr ArgumentSet sends = message | sent | ArgumentSet{target};
    constexpr ArgumentSet probed{comm, source, tag, status};
    constexpr ArgumentSet r_form{new_request};
    constexpr ArgumentSet collective = sent | received | ArgumentSet{comm, count, datatype};
    constexpr ArgumentSet on_neighbours = collective.without({as});
    constexpr ArgumentSet of_blocks = sent | ArgumentSet{into, comm, counts, datatype};
    constexpr ArgumentSet of_two = of_blocks | ArgumentSet{received_counts};
    constexpr ArgumentSet lists_of_two{counts, received_counts};
    constexpr ArgumentSet of_types =
        sent | ArgumentSet{into, comm, counts, received_counts, datatypes, received_datatypes};
    constexpr ArgumentSet lists_of_types{counts, received_counts, datatypes, received_datatypes};
    constexpr auto blocking = [](Call call, std::string_view name, std::string_view mpi_name, ArgumentSet arguments,
                                 ArgumentSet required = {}) {
        return CallDescription{.call = call, .name = name, .mpi_name = mpi_name, .kind = CallClass::collective,
                               .arguments = arguments, .required = required};
    };
    constexpr auto nonblocking = [](Call call, std::string_view name, std::string_view mpi_name, Call form,
                                    ArgumentSet arguments, ArgumentSet required = {}) {
        return CallDescription{.call = call, .name = name, .mpi_name = mpi_name, .kind = CallClass::collective,
                               .blocking = form, .arguments = arguments | ArgumentSet{new_request},
                               .required = required | ArgumentSet{new_request}};
    };
    constexpr auto persistent = [](Call call, std::string_view name, std::string_view mpi_name, Call form,
                                   Call started, ArgumentSet arguments, ArgumentSet required = {}) {
        return CallDescription{.call = call, .name = name, .mpi_name = mpi_name, .kind = CallClass::persistent,
                               .blocking = form, .started = started,
                               .arguments = arguments | ArgumentSet{new_request},
                               .required = required | ArgumentSet{new_request}};
    };
    return std::array<CallDescription, call_count>{{
        {.name = "none", .mpi_name = "none"},
        {.call = Call::put, .name = "put", .mpi_name = "MPI_Put",
         .kind = CallClass::operation, .operation = OpKind::put, .arguments = elements | sent, .required = {target}},
        {.call = Call::get, .name = "get", .mpi_name = "MPI_Get",
         .kind = CallClass::operation, .operation = OpKind::get, .arguments = elements | received,
         .required = {target}},
        {.call = Call::accumulate, .name = "accumulate", .mpi_name = "MPI_Accumulate",
         .kind = CallClass::operation, .operation = OpKind::accumulate, .arguments = elements | reduced,
         .required = {target}},
        {.call = Call::get_accumulate, .name = "get_accumulate", .mpi_name = "MPI_Get_accumulate",
         .kind = CallClass::operation, .operation = OpKind::get_accumulate, .arguments = elements | reduced | received,
         .required = {target}},
        {.call = Call::fetch_and_op, .name = "fetch_and_op", .mpi_name = "MPI_Fetch_and_op",
         .kind = CallClass::operation, .operation = OpKind::fetch_and_op,
         .arguments = element | ArgumentSet{op, value, from, into, as}, .required = {target}},
        {.call = Call::compare_and_swap, .name = "compare_and_swap", .mpi_name = "MPI_Compare_and_swap",
         .kind = CallClass::operation, .operation = OpKind::compare_and_swap,
         .arguments = element | ArgumentSet{value, from, compare, into, as}, .required = {target}},
        {.call = Call::rput, .name = "rput", .mpi_name = "MPI_Rput",
         .kind = CallClass::operation, .operation = OpKind::put, .arguments = elements | sent | r_form,
         .required = {target, new_request}},
        {.call = Call::rget, .name = "rget", .mpi_name = "MPI_Rget",
         .kind = CallClass::operation, .operation = OpKind::get, .arguments = elements | received | r_form,
         .required = {target, new_request}},
        {.call = Call::raccumulate, .name = "raccumulate", .mpi_name = "MPI_Raccumulate",
         .kind = CallClass::operation, .operation = OpKind::accumulate, .arguments = elements | reduced | r_form,
         .required = {target, new_request}},
        {.call = Call::rget_accumulate, .name = "rget_accumulate", .mpi_name = "MPI_Rget_accumulate",
         .kind = CallClass::operation, .operation = OpKind::get_accumulate,
         .arguments = elements | reduced | received | r_form, .required = {target, new_request}},
        {.call = Call::fence, .name = "fence", .mpi_name = "MPI_Win_fence",
         .kind = CallClass::fence, .guarantee = Guarantee::applied, .arguments = {window, asserts},
         .asserts = Assert::nostore | Assert::noput | Assert::noprecede | Assert::nosucceed},
        {.call = Call::lock, .name = "lock", .mpi_name = "MPI_Win_lock",
         .kind = CallClass::opens_access, .arguments = {window, target, type, asserts}, .required = {target, type},
         .asserts = Assert::nocheck},
        {.call = Call::unlock, .name = "unlock", .mpi_name = "MPI_Win_unlock",
         .kind = CallClass::closes_access, .guarantee = Guarantee::applied, .arguments = {window, target},
         .required = {target}},
        {.call = Call::lock_all, .name = "lock_all", .mpi_name = "MPI_Win_lock_all",
         .kind = CallClass::opens_access, .arguments = {window, asserts}, .asserts = Assert::nocheck},
        {.call = Call::unlock_all, .name = "unlock_all", .mpi_name = "MPI_Win_unlock_all",
         .kind = CallClass::closes_access, .guarantee = Guarantee::applied, .arguments = {window}},
        {.call = Call::flush, .name = "flush", .mpi_name = "MPI_Win_flush",
         .kind = CallClass::flush, .guarantee = Guarantee::applied, .arguments = {window, target},
         .required = {target}},
        {.call = Call::flush_local, .name = "flush_local", .mpi_name = "MPI_Win_flush_local",
         .kind = CallClass::flush, .guarantee = Guarantee::complete_at_origin, .arguments = {window, target},
         .required = {target}},
        {.call = Call::flush_all, .name = "flush_all", .mpi_name = "MPI_Win_flush_all",
         .kind = CallClass::flush, .guarantee = Guarantee::applied, .arguments = {window}},
        {.call = Call::flush_local_all, .name = "flush_local_all", .mpi_name = "MPI_Win_flush_local_all",
         .kind = CallClass::flush, .guarantee = Guarantee::complete_at_origin, .arguments = {window}},
        {.call = Call::sync, .name = "sync", .mpi_name = "MPI_Win_sync",
         .kind = CallClass::sync, .arguments = {window}},
        {.call = Call::barrier, .name = "barrier", .mpi_name = "MPI_Barrier",
         .kind = CallClass::barrier, .arguments = {comm}},
        {.call = Call::post, .name = "post", .mpi_name = "MPI_Win_post",
         .kind = CallClass::opens_exposure, .arguments = {window, group, asserts}, .required = {group},
         .asserts = Assert::nocheck | Assert::nostore | Assert::noput},
        {.call = Call::start, .name = "start", .mpi_name = "MPI_Win_start",
         .kind = CallClass::opens_access, .arguments = {window, group, asserts}, .required = {group},
         .asserts = Assert::nocheck},
        {.call = Call::complete, .name = "complete", .mpi_name = "MPI_Win_complete",
         .kind = CallClass::closes_access, .guarantee = Guarantee::applied, .arguments = {window}},
        {.call = Call::wait, .name = "wait", .mpi_name = "MPI_Win_wait",
         .kind = CallClass::closes_exposure, .arguments = {window}},
        {.call = Call::test, .name = "test", .mpi_name = "MPI_Win_test",
         .kind = CallClass::closes_exposure, .arguments = {window, as}, .required = {as}},
        {.call = Call::request_wait, .name = "request_wait", .verb = "wait", .mpi_name = "MPI_Wait",
         .kind = CallClass::request, .arguments = {request, requests, status}},
        {.call = Call::request_test, .name = "request_test", .verb = "test", .mpi_name = "MPI_Test",
         .kind = CallClass::request, .arguments = {request, as, status}, .required = {request, as}},
        {.call = Call::send, .name = "send", .mpi_name = "MPI_Send",
         .kind = CallClass::message, .arguments = sends, .required = {target}},
        {.call = Call::recv, .name = "recv", .mpi_name = "MPI_Recv",
         .kind = CallClass::message, .arguments = message | received | ArgumentSet{source, status},
         .required = {source}},
        {.call = Call::request_waitall, .name = "waitall", .mpi_name = "MPI_Waitall",
         .kind = CallClass::request, .arguments = {requests, status}, .required = {requests}},
        {.call = Call::request_waitany, .name = "waitany", .mpi_name = "MPI_Waitany",
         .kind = CallClass::request, .arguments = {requests, index, status}, .required = {requests, index}},
        {.call = Call::request_testall, .name = "testall", .mpi_name = "MPI_Testall",
         .kind = CallClass::request, .arguments = {requests, as, status}, .required = {requests, as}},
        {.call = Call::request_free, .name = "request_free", .mpi_name = "MPI_Request_free",
         .kind = CallClass::request, .arguments = {request}, .required = {request}},
        {.call = Call::request_start, .name = "request_start", .verb = "start", .mpi_name = "MPI_Start",
         .kind = CallClass::request, .arguments = {request}, .required = {request}},
        {.call = Call::request_startall, .name = "startall", .mpi_name = "MPI_Startall",
         .kind = CallClass::request, .arguments = {requests}, .required = {requests}},
        {.call = Call::isend, .name = "isend", .mpi_name = "MPI_Isend",
         .kind = CallClass::message, .arguments = sends | ArgumentSet{new_request}, .required = {target, new_request}},
        {.call = Call::irecv, .name = "irecv", .mpi_name = "MPI_Irecv",
         .kind = CallClass::message, .arguments = message | received | ArgumentSet{source, new_request},
         .required = {source, new_request}},
        {.call = Call::win_alloc_sync_objects, .name = "win_alloc_sync_objects",
         .mpi_name = "MPI_Win_alloc_sync_objects",
         .kind = CallClass::counters, .arguments = {window, number, handles}, .required = {handles}},
        {.call = Call::win_free_sync_objects, .name = "win_free_sync_objects",
         .mpi_name = "MPI_Win_free_sync_objects",
         .kind = CallClass::counters, .arguments = {window, counters}, .required = {counters}},
        {.call = Call::win_sync_ops_init, .name = "win_sync_ops_init", .mpi_name = "MPI_Win_sync_ops_init",
         .kind = CallClass::counters, .arguments = {window, target, modes, counter, info, new_request},
         .required = {target, counter, new_request}},
        {.call = Call::win_sync_object_init, .name = "win_sync_object_init", .mpi_name = "MPI_Win_sync_object_init",
         .kind = CallClass::counters, .arguments = {window, counter, initial, info, new_request},
         .required = {counter, initial, new_request}},
        {.call = Call::win_change_comm, .name = "win_change_comm", .mpi_name = "MPI_Win_change_comm",
         .kind = CallClass::changes_group, .arguments = {window, new_size, comm, peer}, .required = {peer}},
        {.call = Call::request_waitsome, .name = "waitsome", .mpi_name = "MPI_Waitsome",
         .kind = CallClass::request, .arguments = {requests, outcount, indices, status},
         .required = {requests, outcount}},
        {.call = Call::request_testany, .name = "testany", .mpi_name = "MPI_Testany",
         .kind = CallClass::request, .arguments = {requests, as, tested_index, status},
         .required = {requests, as}},
        {.call = Call::request_testsome, .name = "testsome", .mpi_name = "MPI_Testsome",
         .kind = CallClass::request, .arguments = {requests, outcount, indices, status},
         .required = {requests, outcount}},
        {.call = Call::bcast, .name = "bcast", .mpi_name = "MPI_Bcast",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{root}},
        {.call = Call::reduce, .name = "reduce", .mpi_name = "MPI_Reduce",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{root, op}},
        {.call = Call::allreduce, .name = "allreduce", .mpi_name = "MPI_Allreduce",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{op}},
        {.call = Call::gather, .name = "gather", .mpi_name = "MPI_Gather",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{root}},
        {.call = Call::allgather, .name = "allgather", .mpi_name = "MPI_Allgather",
         .kind = CallClass::collective, .arguments = collective},
        {.call = Call::scatter, .name = "scatter", .mpi_name = "MPI_Scatter",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{root}},
        {.call = Call::alltoall, .name = "alltoall", .mpi_name = "MPI_Alltoall",
         .kind = CallClass::collective, .arguments = collective},
        {.call = Call::probe, .name = "probe", .mpi_name = "MPI_Probe",
         .kind = CallClass::probe, .arguments = probed, .required = {source}},
        {.call = Call::iprobe, .name = "iprobe", .mpi_name = "MPI_Iprobe",
         .kind = CallClass::probe, .arguments = probed | ArgumentSet{as}, .required = {source, as}},
        {.call = Call::mprobe, .name = "mprobe", .mpi_name = "MPI_Mprobe",
         .kind = CallClass::probe, .arguments = probed | ArgumentSet{new_message}, .required = {source, new_message}},
        {.call = Call::improbe, .name = "improbe", .mpi_name = "MPI_Improbe",
         .kind = CallClass::probe, .arguments = probed | ArgumentSet{as, new_message},
         .required = {source, as, new_message}},
        {.call = Call::mrecv, .name = "mrecv", .mpi_name = "MPI_Mrecv",
         .kind = CallClass::message, .arguments = received | ArgumentSet{count, datatype, matched, status},
         .required = {matched}},
        {.call = Call::imrecv, .name = "imrecv", .mpi_name = "MPI_Imrecv",
         .kind = CallClass::message, .arguments = received | ArgumentSet{count, datatype, matched, new_request},
         .required = {matched, new_request}},
        {.call = Call::ssend, .name = "ssend", .mpi_name = "MPI_Ssend",
         .kind = CallClass::message, .arguments = sends, .required = {target}},
        {.call = Call::issend, .name = "issend", .mpi_name = "MPI_Issend",
         .kind = CallClass::message, .arguments = sends | ArgumentSet{new_request}, .required = {target, new_request}},
        {.call = Call::bsend, .name = "bsend", .mpi_name = "MPI_Bsend",
         .kind = CallClass::message, .arguments = sends, .required = {target}},
        {.call = Call::ibsend, .name = "ibsend", .mpi_name = "MPI_Ibsend",
         .kind = CallClass::message, .arguments = sends | ArgumentSet{new_request}, .required = {target, new_request}},
        {.call = Call::rsend, .name = "rsend", .mpi_name = "MPI_Rsend",
         .kind = CallClass::message, .arguments = sends, .required = {target}},
        {.call = Call::irsend, .name = "irsend", .mpi_name = "MPI_Irsend",
         .kind = CallClass::message, .arguments = sends | ArgumentSet{new_request}, .required = {target, new_request}},
        {.call = Call::request_cancel, .name = "cancel", .mpi_name = "MPI_Cancel",
         .kind = CallClass::request, .arguments = {request}, .required = {request}},
        {.call = Call::buffer_attach, .name = "buffer_attach", .mpi_name = "MPI_Buffer_attach",
         .kind = CallClass::buffering, .arguments = {buffer_size}, .required = {buffer_size}},
        {.call = Call::buffer_detach, .name = "buffer_detach", .mpi_name = "MPI_Buffer_detach",
         .kind = CallClass::buffering},
        {.call = Call::scan, .name = "scan", .mpi_name = "MPI_Scan",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{op}},
        {.call = Call::exscan, .name = "exscan", .mpi_name = "MPI_Exscan",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{op}},
        {.call = Call::reduce_scatter_block, .name = "reduce_scatter_block", .mpi_name = "MPI_Reduce_scatter_block",
         .kind = CallClass::collective, .arguments = collective | ArgumentSet{op}},
        {.call = Call::reduce_scatter, .name = "reduce_scatter", .mpi_name = "MPI_Reduce_scatter",
         .kind = CallClass::collective, .arguments = of_blocks | ArgumentSet{op}, .required = {counts}},
        {.call = Call::gatherv, .name = "gatherv", .mpi_name = "MPI_Gatherv",
         .kind = CallClass::collective, .arguments = of_blocks | ArgumentSet{root, count}},
        {.call = Call::scatterv, .name = "scatterv", .mpi_name = "MPI_Scatterv",
         .kind = CallClass::collective, .arguments = of_blocks | ArgumentSet{root, count, as}},
        {.call = Call::allgatherv, .name = "allgatherv", .mpi_name = "MPI_Allgatherv",
         .kind = CallClass::collective, .arguments = of_blocks, .required = {counts}},
        {.call = Call::alltoallv, .name = "alltoallv", .mpi_name = "MPI_Alltoallv",
         .kind = CallClass::collective, .arguments = of_blocks | ArgumentSet{received_counts},
         .required = {counts, received_counts}},
        {.call = Call::ibarrier, .name = "ibarrier", .mpi_name = "MPI_Ibarrier",
         .kind = CallClass::barrier, .blocking = Call::barrier,
         .arguments = ArgumentSet{comm} | r_form, .required = {new_request}},
        {.call = Call::ibcast, .name = "ibcast", .mpi_name = "MPI_Ibcast",
         .kind = CallClass::collective, .blocking = Call::bcast,
         .arguments = collective | ArgumentSet{root} | r_form, .required = {new_request}},
        {.call = Call::ireduce, .name = "ireduce", .mpi_name = "MPI_Ireduce",
         .kind = CallClass::collective, .blocking = Call::reduce,
         .arguments = collective | ArgumentSet{root, op} | r_form, .required = {new_request}},
        {.call = Call::iallreduce, .name = "iallreduce", .mpi_name = "MPI_Iallreduce",
         .kind = CallClass::collective, .blocking = Call::allreduce,
         .arguments = collective | ArgumentSet{op} | r_form, .required = {new_request}},
        {.call = Call::igather, .name = "igather", .mpi_name = "MPI_Igather",
         .kind = CallClass::collective, .blocking = Call::gather,
         .arguments = collective | ArgumentSet{root} | r_form, .required = {new_request}},
        {.call = Call::iallgather, .name = "iallgather", .mpi_name = "MPI_Iallgather",
         .kind = CallClass::collective, .blocking = Call::allgather,
         .arguments = collective | r_form, .required = {new_request}},
        {.call = Call::iscatter, .name = "iscatter", .mpi_name = "MPI_Iscatter",
         .kind = CallClass::collective, .blocking = Call::scatter,
         .arguments = collective | ArgumentSet{root} | r_form, .required = {new_request}},
        {.call = Call::ialltoall, .name = "ialltoall", .mpi_name = "MPI_Ialltoall",
         .kind = CallClass::collective, .blocking = Call::alltoall,
         .arguments = collective | r_form, .required = {new_request}},
        {.call = Call::iscan, .name = "iscan", .mpi_name = "MPI_Iscan",
         .kind = CallClass::collective, .blocking = Call::scan,
         .arguments = collective | ArgumentSet{op} | r_form, .required = {new_request}},
        {.call = Call::iexscan, .name = "iexscan", .mpi_name = "MPI_Iexscan",
         .kind = CallClass::collective, .blocking = Call::exscan,
         .arguments = collective | ArgumentSet{op} | r_form, .required = {new_request}},
        {.call = Call::ireduce_scatter_block, .name = "ireduce_scatter_block", .mpi_name = "MPI_Ireduce_scatter_block",
         .kind = CallClass::collective, .blocking = Call::reduce_scatter_block,
         .arguments = collective | ArgumentSet{op} | r_form, .required = {new_request}},
        {.call = Call::ireduce_scatter, .name = "ireduce_scatter", .mpi_name = "MPI_Ireduce_scatter",
         .kind = CallClass::collective, .blocking = Call::reduce_scatter,
         .arguments = of_blocks | ArgumentSet{op} | r_form, .required = {counts, new_request}},
        {.call = Call::igatherv, .name = "igatherv", .mpi_name = "MPI_Igatherv",
         .kind = CallClass::collective, .blocking = Call::gatherv,
         .arguments = of_blocks | ArgumentSet{root, count} | r_form, .required = {new_request}},
        {.call = Call::iscatterv, .name = "iscatterv", .mpi_name = "MPI_Iscatterv",
         .kind = CallClass::collective, .blocking = Call::scatterv,
         .arguments = of_blocks | ArgumentSet{root, count, as} | r_form, .required = {new_request}},
        {.call = Call::iallgatherv, .name = "iallgatherv", .mpi_name = "MPI_Iallgatherv",
         .kind = CallClass::collective, .blocking = Call::allgatherv,
         .arguments = of_blocks | r_form, .required = {counts, new_request}},
        {.call = Call::ialltoallv, .name = "ialltoallv", .mpi_name = "MPI_Ialltoallv",
         .kind = CallClass::collective, .blocking = Call::alltoallv,
         .arguments = of_blocks | ArgumentSet{received_counts} | r_form,
         .required = {counts, received_counts, new_request}},
        {.call = Call::send_init, .name = "send_init", .mpi_name = "MPI_Send_init",
         .kind = CallClass::persistent, .started = Call::isend, .arguments = sends | ArgumentSet{new_request},
         .required = {target, new_request}},
        {.call = Call::bsend_init, .name = "bsend_init", .mpi_name = "MPI_Bsend_init",
         .kind = CallClass::persistent, .started = Call::ibsend, .arguments = sends | ArgumentSet{new_request},
         .required = {target, new_request}},
        {.call = Call::ssend_init, .name = "ssend_init", .mpi_name = "MPI_Ssend_init",
         .kind = CallClass::persistent, .started = Call::issend, .arguments = sends | ArgumentSet{new_request},
         .required = {target, new_request}},
        {.call = Call::rsend_init, .name = "rsend_init", .mpi_name = "MPI_Rsend_init",
         .kind = CallClass::persistent, .started = Call::irsend, .arguments = sends | ArgumentSet{new_request},
         .required = {target, new_request}},
        {.call = Call::recv_init, .name = "recv_init", .mpi_name = "MPI_Recv_init",
         .kind = CallClass::persistent, .started = Call::irecv,
         .arguments = message | received | ArgumentSet{source, new_request}, .required = {source, new_request}},
        blocking(Call::alltoallw, "alltoallw", "MPI_Alltoallw", of_types, lists_of_types),
        blocking(Call::neighbor_allgather, "neighbor_allgather", "MPI_Neighbor_allgather", on_neighbours, {comm}),
        blocking(Call::neighbor_allgatherv, "neighbor_allgatherv", "MPI_Neighbor_allgatherv",
                 of_blocks | ArgumentSet{count}, {comm, counts}),
        blocking(Call::neighbor_alltoall, "neighbor_alltoall", "MPI_Neighbor_alltoall", on_neighbours, {comm}),
        blocking(Call::neighbor_alltoallv, "neighbor_alltoallv", "MPI_Neighbor_alltoallv", of_two,
                 lists_of_two | ArgumentSet{comm}),
        blocking(Call::neighbor_alltoallw, "neighbor_alltoallw", "MPI_Neighbor_alltoallw", of_types,
                 lists_of_types | ArgumentSet{comm}),
        nonblocking(Call::ialltoallw, "ialltoallw", "MPI_Ialltoallw", Call::alltoallw, of_types, lists_of_types),
        nonblocking(Call::ineighbor_allgather, "ineighbor_allgather", "MPI_Ineighbor_allgather",
                    Call::neighbor_allgather, on_neighbours, {comm}),
        nonblocking(Call::ineighbor_allgatherv, "ineighbor_allgatherv", "MPI_Ineighbor_allgatherv",
                    Call::neighbor_allgatherv, of_blocks | ArgumentSet{count}, {comm, counts}),
        nonblocking(Call::ineighbor_alltoall, "ineighbor_alltoall", "MPI_Ineighbor_alltoall", Call::neighbor_alltoall,
                    on_neighbours, {comm}),
        nonblocking(Call::ineighbor_alltoallv, "ineighbor_alltoallv", "MPI_Ineighbor_alltoallv",
                    Call::neighbor_alltoallv, of_two, lists_of_two | ArgumentSet{comm}),
        nonblocking(Call::ineighbor_alltoallw, "ineighbor_alltoallw", "MPI_Ineighbor_alltoallw",
                    Call::neighbor_alltoallw, of_types, lists_of_types | ArgumentSet{comm}),
        persistent(Call::barrier_init, "barrier_init", "MPI_Barrier_init", Call::barrier, Call::ibarrier,
                   ArgumentSet{comm}),
        persistent(Call::bcast_init, "bcast_init", "MPI_Bcast_init", Call::bcast, Call::ibcast,
                   collective | ArgumentSet{root}),
        persistent(Call::reduce_init, "reduce_init", "MPI_Reduce_init", Call::reduce, Call::ireduce,
                   collective | ArgumentSet{root, op}),
        persistent(Call::allreduce_init, "allreduce_init", "MPI_Allreduce_init", Call::allreduce, Call::iallreduce,
                   collective | ArgumentSet{op}),
        persistent(Call::gather_init, "gather_init", "MPI_Gather_init", Call::gather, Call::igather,
                   collective | ArgumentSet{root}),
        persistent(Call::allgather_init, "allgather_init", "MPI_Allgather_init", Call::allgather, Call::iallgather,
                   collective),
        persistent(Call::scatter_init, "scatter_init", "MPI_Scatter_init", Call::scatter, Call::iscatter,
                   collective | ArgumentSet{root}),
        persistent(Call::alltoall_init, "alltoall_init", "MPI_Alltoall_init", Call::alltoall, Call::ialltoall,
                   collective),
        persistent(Call::scan_init, "scan_init", "MPI_Scan_init", Call::scan, Call::iscan,
                   collective | ArgumentSet{op}),
        persistent(Call::exscan_init, "exscan_init", "MPI_Exscan_init", Call::exscan, Call::iexscan,
                   collective | ArgumentSet{op}),
        persistent(Call::reduce_scatter_block_init, "reduce_scatter_block_init", "MPI_Reduce_scatter_block_init",
                   Call::reduce_scatter_block, Call::ireduce_scatter_block, collective | ArgumentSet{op}),
        persistent(Call::reduce_scatter_init, "reduce_scatter_init", "MPI_Reduce_scatter_init", Call::reduce_scatter,
                   Call::ireduce_scatter, of_blocks | ArgumentSet{op}, {counts}),
        persistent(Call::gatherv_init, "gatherv_init", "MPI_Gatherv_init", Call::gatherv, Call::igatherv,
                   of_blocks | ArgumentSet{root, count}),
        persistent(Call::scatterv_init, "scatterv_init", "MPI_Scatterv_init", Call::scatterv, Call::iscatterv,
                   of_blocks | ArgumentSet{root, count, as}),
        persistent(Call::allgatherv_init, "allgatherv_init", "MPI_Allgatherv_init", Call::allgatherv, Call::iallgatherv,
                   of_blocks, {counts}),
        persistent(Call::alltoallv_init, "alltoallv_init", "MPI_Alltoallv_init", Call::alltoallv, Call::ialltoallv,
                   of_two, lists_of_two),
        persistent(Call::alltoallw_init, "alltoallw_init", "MPI_Alltoallw_init", Call::alltoallw, Call::ialltoallw,
                   of_types, lists_of_types),
        persistent(Call::neighbor_allgather_init, "neighbor_allgather_init", "MPI_Neighbor_allgather_init",
                   Call::neighbor_allgather, Call::ineighbor_allgather, on_neighbours, {comm}),
        persistent(Call::neighbor_allgatherv_init, "neighbor_allgatherv_init", "MPI_Neighbor_allgatherv_init",
                   Call::neighbor_allgatherv, Call::ineighbor_allgatherv, of_blocks | ArgumentSet{count},
                   {comm, counts}),
        persistent(Call::neighbor_alltoall_init, "neighbor_alltoall_init", "MPI_Neighbor_alltoall_init",
                   Call::neighbor_alltoall, Call::ineighbor_alltoall, on_neighbours, {comm}),
        persistent(Call::neighbor_alltoallv_init, "neighbor_alltoallv_init", "MPI_Neighbor_alltoallv_init",
                   Call::neighbor_alltoallv, Call::ineighbor_alltoallv, of_two, lists_of_two | ArgumentSet{comm}),
        persistent(Call::neighbor_alltoallw_init, "neighbor_alltoallw_init", "MPI_Neighbor_alltoallw_init",
                   Call::neighbor_alltoallw, Call::ineighbor_alltoallw, of_types, lists_of_types | ArgumentSet{comm}),
        {.call = Call::win_attach, .name = "win_attach", .mpi_name = "MPI_Win_attach",
         .kind = CallClass::attaches, .arguments = {window, memory, memory_size}, .required = {memory}},
        {.call = Call::win_detach, .name = "win_detach", .mpi_name = "MPI_Win_detach",
         .kind = CallClass::attaches, .arguments = {window, memory}, .required = {memory}},
        {.call = Call::win_create, .name = "win_create", .mpi_name = "MPI_Win_create",
         .kind = CallClass::creates_window, .arguments = {window}},
        {.call = Call::win_free, .name = "win_free", .mpi_name = "MPI_Win_free",
         .kind = CallClass::frees_window, .arguments = {window}},
    }};
}();
// clang-format on

// True if the table has a row for each call, in the order of Call, the row has the call's names, and the call's
// required arguments are among its arguments. The table does not compile if this is false.
constexpr bool each_call_has_its_row() {
    for (std::size_t index = 0; index < call_count; ++index) {
        const CallDescription& row = call_table[index];
        if (row.call != static_cast<Call>(index) || row.name.empty() || row.mpi_name.empty()) return false;
        if ((row.required & row.arguments) != row.required) return false;
    }
    return true;
}
static_assert(each_call_has_its_row(), "a row for each call, in the order of Call");

constexpr const CallDescription& description_of(Call call) { return call_table[static_cast<std::size_t>(call)]; }
constexpr std::string_view verb_of(const CallDescription& row) { return row.verb.empty() ? row.name : row.verb; }
constexpr bool is_operation(Call call) { return description_of(call).kind == CallClass::operation; }
// True if the call creates a request: an r-form, ISEND, IRECV, a nonblocking collective call, or a call that creates a
// persistent request.
constexpr bool has_request(Call call) { return description_of(call).has(Argument::new_request); }
// True for the test calls (MPI_Test, MPI_Win_test, ...): they never wait, and return a flag that reports completion.
constexpr bool has_flag(Call call) {
    return description_of(call).has(Argument::as) && !description_of(call).has(Argument::datatype);
}
// True for the calls that send a message. The other calls of class `message` receive one.
constexpr bool sends_message(Call call) {
    const CallDescription& row = description_of(call);
    return row.kind == CallClass::message && row.has(Argument::target);
}
constexpr bool receives_message(Call call) {
    return description_of(call).kind == CallClass::message && !sends_message(call);
}
// True for START and STARTALL of persistent requests.
constexpr bool starts_requests(Call call) { return call == Call::request_start || call == Call::request_startall; }
// True for a call on one target of a window. (False for SEND and RECV: they name a rank, but no window.)
constexpr bool has_target(Call call) {
    return description_of(call).has(Argument::window) && description_of(call).has(Argument::target);
}
// True if the call has a verb in scenarios.
constexpr bool is_in_scenarios(Call call) { return description_of(call).kind != CallClass::none; }

// Returns the MPI call for an operation of this kind. If `with_request` is true, returns the r-form of that call
// (MPI_Rput). Throws ProtocolError if MPI has no such call.
Call call_posting(OpKind operation, bool with_request);
// Returns the MPI call that began the operation.
inline Call call_of(const Operation& operation) {
    return call_posting(operation.kind, operation.request != no_request);
}
// Returns the call with this `name` in the table; nullopt if no call has this name.
std::optional<Call> call_named(std::string_view name);

}  // namespace rmasim
