// The collective calls that transfer data: their packet kinds, and the processes and elements that send and receive.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/packet.h"

#include <algorithm>
#include <array>

namespace rmasim {

// Returns the blocking form of a nonblocking or persistent collective call; other calls unchanged.
constexpr Call blocking_form(Call call) {
    const Call blocking = description_of(call).blocking;
    return blocking == Call::none ? call : blocking;
}
constexpr bool is_nonblocking_collective(Call call) {
    const CallDescription& row = description_of(call);
    return row.blocking != Call::none && row.kind != CallClass::persistent;
}
// True for a call that creates a persistent request of a collective call.
constexpr bool is_persistent_collective(Call call) {
    const CallDescription& row = description_of(call);
    return row.blocking != Call::none && row.kind == CallClass::persistent;
}
// True for collective calls, including BARRIER and calls that create persistent requests.
constexpr bool is_collective_call(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::collective || kind == CallClass::barrier || is_persistent_collective(call);
}

// Returns the set with the nonblocking and persistent forms of its calls.
constexpr CallSet with_nonblocking(CallSet blocking) {
    CallSet all = blocking;
    for (const CallDescription& row : call_table) {
        if (blocking.contains(row.blocking) && row.blocking != Call::none) all = all | CallSet{row.call};
    }
    return all;
}

inline constexpr CallSet collective_calls = [] {
    CallSet calls;
    for (const CallDescription& row : call_table) {
        if (row.kind == CallClass::collective) calls = calls | CallSet{row.call};
    }
    return calls;
}();

// A blocking collective call and the kind of its packets. BARRIER has messages only in its persistent form. Calls with
// blocks of different sizes have the kind of the call with blocks of one size.
struct CollectiveKind {
    Call call;
    PacketKind packet;
};
inline constexpr std::array collective_kinds{
    CollectiveKind{Call::barrier, PacketKind::barrier},
    CollectiveKind{Call::bcast, PacketKind::bcast},
    CollectiveKind{Call::reduce, PacketKind::reduce},
    CollectiveKind{Call::allreduce, PacketKind::allreduce},
    CollectiveKind{Call::gather, PacketKind::gather},
    CollectiveKind{Call::allgather, PacketKind::allgather},
    CollectiveKind{Call::scatter, PacketKind::scatter},
    CollectiveKind{Call::alltoall, PacketKind::alltoall},
    CollectiveKind{Call::scan, PacketKind::scan},
    CollectiveKind{Call::exscan, PacketKind::exscan},
    CollectiveKind{Call::reduce_scatter_block, PacketKind::reduce_scatter_block},
    CollectiveKind{Call::reduce_scatter, PacketKind::reduce_scatter_block},
    CollectiveKind{Call::gatherv, PacketKind::gather},
    CollectiveKind{Call::scatterv, PacketKind::scatter},
    CollectiveKind{Call::allgatherv, PacketKind::allgather},
    CollectiveKind{Call::alltoallv, PacketKind::alltoall},
    CollectiveKind{Call::alltoallw, PacketKind::alltoall},
    CollectiveKind{Call::neighbor_allgather, PacketKind::neighbor_allgather},
    CollectiveKind{Call::neighbor_allgatherv, PacketKind::neighbor_allgather},
    CollectiveKind{Call::neighbor_alltoall, PacketKind::neighbor_alltoall},
    CollectiveKind{Call::neighbor_alltoallv, PacketKind::neighbor_alltoall},
    CollectiveKind{Call::neighbor_alltoallw, PacketKind::neighbor_alltoall}};

// Returns the kind of the packets of a collective call, which may be nonblocking.
constexpr PacketKind packet_kind_of(Call collective) {
    const auto is_its = [call = blocking_form(collective)](const CollectiveKind& kind) { return kind.call == call; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->packet;
}
// Returns the blocking call with blocks of one size whose packets are of this kind.
constexpr Call collective_of(PacketKind packet) {
    const auto is_its = [=](const CollectiveKind& kind) { return kind.packet == packet; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->call;
}

// Calls in which a process sends to its neighbours in the communicator's topology and receives from them.
// `RequestArguments::received_ends` always has the blocks of the result, and `sent_ends` those of a send buffer with a
// block for each neighbour.
inline constexpr CallSet neighbour_calls =
    with_nonblocking({Call::neighbor_allgather, Call::neighbor_allgatherv, Call::neighbor_alltoall,
                      Call::neighbor_alltoallv, Call::neighbor_alltoallw});
inline constexpr CallSet neighbour_allgathers = with_nonblocking({Call::neighbor_allgather, Call::neighbor_allgatherv});
// Calls in which the sender has different data for each process, and calls in which a receiver gets different data from
// each process. The buffer for these data holds `count` elements for each process.
inline constexpr CallSet sends_to_each = with_nonblocking({Call::scatter, Call::alltoall, Call::reduce_scatter_block});
inline constexpr CallSet receives_from_each = with_nonblocking({Call::gather, Call::allgather, Call::alltoall});
// Calls in which only the root sends, and calls in which only the root receives.
inline constexpr CallSet root_sends = with_nonblocking({Call::bcast, Call::scatter, Call::scatterv});
inline constexpr CallSet root_receives = with_nonblocking({Call::reduce, Call::gather, Call::gatherv});
// Calls in which a process receives data only from processes with lower communicator ranks (or from itself).
inline constexpr CallSet scans = with_nonblocking({Call::scan, Call::exscan});
inline constexpr CallSet exclusive_scans = with_nonblocking({Call::exscan});

// `sends` returns true if the call reads the send buffer of process `rank`. `receives` returns true if the call writes
// the result buffer of process `rank`. The root of the call is `collective.message.peer`.
inline bool sends(const CallRequest& collective, Rank rank) {
    return collective.message.peer == rank || !root_sends.contains(collective.call);
}
inline bool receives(const CallRequest& collective, Rank rank, Rank comm_rank) {
    if (comm_rank == 0 && exclusive_scans.contains(collective.call)) return false;
    return collective.message.peer == rank || !root_receives.contains(collective.call);
}

// Return the number of elements in the send buffer and in the result buffer of a process, if the call uses this buffer.
// `size` is the number of processes.
inline std::uint64_t elements_sent(const CallRequest& collective, Rank size) {
    if (collective.more && !collective.more->sent_ends.empty()) return collective.more->sent_ends.back();
    if (neighbour_calls.contains(collective.call) && !neighbour_allgathers.contains(collective.call)) return 0;
    return std::uint64_t{collective.message.count} *
           (sends_to_each.contains(collective.call) ? static_cast<std::uint64_t>(size) : 1);
}
inline std::uint64_t elements_received(const CallRequest& collective, Rank size) {
    if (collective.more && !collective.more->received_ends.empty()) return collective.more->received_ends.back();
    if (neighbour_calls.contains(collective.call)) return 0;
    return std::uint64_t{collective.message.count} *
           (receives_from_each.contains(collective.call) ? static_cast<std::uint64_t>(size) : 1);
}

}  // namespace rmasim
