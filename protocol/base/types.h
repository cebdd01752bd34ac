// The types that all protocol families share: ranks, windows, and MPI's operations, datatypes, reductions, locks and
// assertions. They are independent of any protocol.
#pragma once

#include "protocol/base/call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim {

using Rank = std::int32_t;        // number among all processes, from 0
using WindowId = std::uint16_t;   // number of a window or communicator; windows have the same number on every rank
using OpId = std::uint32_t;       // number of an operation element of the origin, in a request and its reply
using Group = std::vector<Rank>;  // the group of a POST or START
using RequestId = std::uint32_t;  // number of the request of an r-form or a message, or of a persistent request

inline constexpr Rank no_rank = -1;
// Packets and waits of MPI_BARRIER and of messages belong to a communicator, not to a window. Communicators have
// numbers of the same type, counted down from `no_window`, the communicator of all processes. Several communicators may
// have the same number if no process is a member of two of them.
inline constexpr WindowId no_window = 0xFFFF;
inline constexpr WindowId min_communicator = 0xF000;
constexpr bool is_window(WindowId number) { return number < min_communicator; }
inline constexpr RequestId no_request = 0;  // MPI_REQUEST_NULL
// Bits that mark the requests of messages and collective calls, and persistent requests of any kind. The request of an
// r-form has neither bit.
inline constexpr RequestId message_request = 0x8000'0000;
inline constexpr RequestId persistent_request = 0x4000'0000;

enum class LockType : std::uint8_t { shared, exclusive };

// MPI's predefined datatypes. Sizes are sizes in memory, padding included: float80 (long double) has 16 bytes, a pair
// of int16 and int32 has 8. Pairs are a value and an index, for MINLOC and MAXLOC: MPI_2INT, MPI_FLOAT_INT, ...,
// MPI_2DOUBLE_PRECISION. A complex number is two real numbers: complex128 is MPI_C_DOUBLE_COMPLEX. Logical types are
// C's bool, which has 8 bits, and Fortran's LOGICAL.
enum class Datatype : std::uint8_t {
    byte,
    int32,
    int64,
    uint32,
    uint64,
    float32,
    float64,
    int8,
    int16,
    uint16,
    int32_int32,
    float32_int32,
    complex128,
    uint8,
    logical8,
    logical32,
    float80,
    complex64,
    complex160,
    int16_int32,
    int64_int32,
    float64_int32,
    float80_int32,
    float32_float32,
    float64_float64,
    handle_sync,  // MPI_HANDLE_SYNC of family synccount: a handle of a counter, only in messages and collective calls
};
inline constexpr std::size_t datatype_count = 25;  // without handle_sync, which no memory contains

// MPI's reductions. no_op reads without writing (GET_ACCUMULATE, FETCH_AND_OP).
enum class ReduceOp : std::uint8_t {
    replace,
    sum,
    prod,
    min,
    max,
    band,
    bor,
    bxor,
    land,
    lor,
    lxor,
    minloc,
    maxloc,
    no_op,
    user,  // an operator of the program; only in collective calls
};
inline constexpr std::size_t reduce_op_count = 14;  // without `user`; with it at most 16, see Packet::why

// The one-sided operations of MPI.
enum class OpKind : std::uint8_t { put, get, accumulate, get_accumulate, fetch_and_op, compare_and_swap };

// True if the operation fetches data. It is then complete at its origin when the response arrives, not when its own
// data have left.
constexpr bool fetches(OpKind kind) { return kind != OpKind::put && kind != OpKind::accumulate; }
// True for the accumulate family. MPI orders these operations between the same origin and target, at the same location.
constexpr bool accumulates(OpKind kind) { return kind != OpKind::put && kind != OpKind::get; }

// Assertions of the synchronisation calls, combined as a set.
enum class Assert : std::uint8_t { none = 0, noprecede = 1, nosucceed = 2, nocheck = 4, nostore = 8, noput = 16 };

constexpr Assert operator|(Assert a, Assert b) {
    return static_cast<Assert>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(Assert set, Assert one) { return (static_cast<unsigned>(set) & static_cast<unsigned>(one)) != 0; }
inline constexpr std::array<Assert, 5> all_asserts{Assert::nocheck, Assert::nostore, Assert::noput, Assert::noprecede,
                                                   Assert::nosucceed};  // in MPI's order

// The positions of MEM_SYNC: in the synchronisation calls (design, "RMA + shared memory"), before and after a target
// applies an operation from another node, before a GET from shared memory, and in critical sections.
enum class MemSync : std::uint8_t {
    fence_before,  // before PROC_SYNC
    fence_after,   // after PROC_SYNC
    post_before,
    start_after,
    complete_before,
    wait_after,  // also TEST
    lock_after,
    unlock_before,
    lock_all_after,
    unlock_all_before,
    flush,  // also FLUSH_ALL
    sync,
    apply_before,
    apply_after,
    mutex_lock,    // family shm: after a mutex is locked
    mutex_unlock,  // family shm: before a mutex is unlocked
    get_before,    // before a GET from a target on the caller's node, in a passive-target epoch
};
inline constexpr std::size_t mem_sync_count = 17;

// The sizes of the datatypes in bytes. The array is not a local variable of `bytes_of`, because each call would then
// copy it to the stack.
inline constexpr std::array<std::size_t, datatype_count + 1> datatype_bytes{
    1, 4, 8, 4, 8, 4, 8, 1, 2, 2, 8, 8, 16, 1, 1, 4, 16, 8, 32, 8, 16, 16, 32, 8, 16, 8};
inline constexpr std::size_t max_datatype_bytes = 32;
constexpr std::size_t bytes_of(Datatype datatype) { return datatype_bytes[static_cast<std::size_t>(datatype)]; }
std::string_view name_of(LockType type);
std::string_view name_of(Assert one);
std::string_view name_of(Datatype datatype);
std::string_view name_of(ReduceOp op);
std::string_view name_of(OpKind kind);
std::string_view name_of(MemSync sync_point);  // "fence.before"

// ---- MPI_PROC_NULL as the target of an operation or the peer of a message. A call with this rank checks its epoch
// like any other call. It then returns at once, without a packet and without access to its buffers. Its request is
// complete from the start (MPI 3.1, 3.11 and 11.3). Groups and locks must name ranks and do not accept MPI_PROC_NULL.

inline constexpr Rank proc_null = no_rank;

}  // namespace rmasim
