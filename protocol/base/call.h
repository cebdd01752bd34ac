// The MPI calls, and sets of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace rmasim {

// The MPI calls a rank can be inside of. Errors and wait reports name them.
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
    request_wait,  // MPI_WAIT of an r-form's request; `wait` and `test` are MPI_WIN_WAIT and MPI_WIN_TEST
    request_test,
    fence,
    post,
    start,
    complete,
    wait,
    test,
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
    send,
    recv,
    win_free,
};
inline constexpr std::size_t call_count = 32;
std::string_view name_of(Call call);

// Some of the calls: those that a protocol family has.
class CallSet {
public:
    constexpr CallSet(std::initializer_list<Call> calls) {
        for (const Call call : calls) bits_ |= bit(call);
    }
    static constexpr CallSet all() {
        CallSet calls{};
        calls.bits_ = (std::uint64_t{1} << call_count) - 1;
        return calls;
    }
    constexpr bool contains(Call call) const { return (bits_ & bit(call)) != 0; }
    constexpr bool contains(CallSet calls) const { return (bits_ & calls.bits_) == calls.bits_; }

private:
    static constexpr std::uint64_t bit(Call call) { return std::uint64_t{1} << static_cast<unsigned>(call); }
    std::uint64_t bits_ = 0;
};
static_assert(call_count <= 64);

}  // namespace rmasim
