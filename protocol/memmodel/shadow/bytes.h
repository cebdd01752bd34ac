// The bytes of an access: one contiguous run, or several at equal distances. All runs have the same length, except that
// the last may be shorter.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <optional>

namespace rmasim::memmodel {

// The number of a contiguous memory of one rank: the memory of a window, or a named buffer. A window segment is a part
// of such a memory. The caller of Checker numbers the memories of each rank. Numbers of different ranks are unrelated.
using MemoryId = std::uint32_t;

// A contiguous run of bytes, as offsets from the start of the memory.
struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // one past the last byte
    friend auto operator<=>(const Run&, const Run&) = default;
};

// The bytes of an access, as offsets from the start of the memory.
struct Bytes {
    std::uint64_t begin = 0;
    std::uint64_t length = 0;  // length of one run
    std::uint64_t stride = 0;  // from the start of a run to the start of the next, at least `length`
    std::uint64_t runs = 1;
    std::uint64_t missing = 0;  // bytes missing at the end of the last run

    bool empty() const { return length == 0 || runs == 0; }
    std::uint64_t end() const { return begin + (runs - 1) * stride + length - missing; }
    Run run(std::uint64_t n) const {
        return {begin + n * stride, begin + n * stride + length - (n + 1 == runs ? missing : 0)};
    }
    friend bool operator==(const Bytes&, const Bytes&) = default;
};

inline bool is_run(const Bytes& bytes) { return bytes.runs == 1; }
inline Bytes of_run(const Run& run) { return {run.begin, run.end - run.begin, 0, 1}; }
inline Run extent_of(const Bytes& bytes) { return {bytes.begin, bytes.end()}; }

// Returns the bytes of `count` elements of `size` bytes, `step` bytes apart. `step` may be negative, or smaller than
// `size`.
inline Bytes elements(std::uint64_t first, std::uint64_t size, std::int64_t step, std::uint64_t count) {
    if (count == 0 || size == 0) return {first, 0, 0, 0};
    const std::uint64_t away = step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
    const std::uint64_t begin = step < 0 ? first - away * (count - 1) : first;
    if (away <= size) return {begin, away * (count - 1) + size, 0, 1};
    return {begin, size, away, count};
}

// The members of an element, which operations read and write: one value, or a pair. Padding between the members and
// after the last member is never accessed.
struct Members {
    Run first, second{0, 0};  // offsets in the element; `second` is empty if the element has only one member

    template <class Visit>
    constexpr void for_each(Visit visit) const {
        visit(first);
        if (second.end > 0) visit(second);
    }
};
constexpr Members members_of(Datatype datatype) {
    switch (datatype) {
        case Datatype::float80: return {{0, 10}};
        case Datatype::complex160: return {{0, 10}, {16, 26}};
        case Datatype::int16_int32: return {{0, 2}, {4, 8}};
        case Datatype::int64_int32:
        case Datatype::float64_int32: return {{0, 12}};
        case Datatype::float80_int32: return {{0, 10}, {16, 20}};
        default: return {{0, bytes_of(datatype)}};
    }
}
// Returns the bytes of one member in `count` contiguous elements.
inline Bytes member_of_each(const Run& member, std::uint64_t first, std::uint64_t size, std::uint32_t count) {
    return elements(first + member.begin, member.end - member.begin, static_cast<std::int64_t>(size), count);
}

inline constexpr Run everywhere{0, UINT64_MAX};

// Returns the first contiguous run of bytes that `a` and `b` have in common inside `within`.
inline std::optional<Run> common(const Bytes& a, const Bytes& b, const Run& within = everywhere) {
    if (a.empty() || b.empty() || a.end() <= b.begin || b.end() <= a.begin) return std::nullopt;
    const Bytes& few = a.runs <= b.runs ? a : b;
    const Bytes& many = a.runs <= b.runs ? b : a;
    for (std::uint64_t i = 0; i < few.runs; ++i) {
        const Run whole = few.run(i);
        const Run run{std::max(whole.begin, within.begin), std::min(whole.end, within.end)};
        if (run.begin >= run.end) continue;
        if (run.end <= many.begin) continue;
        if (run.begin >= many.end()) break;
        // The index of the first run of `many` that ends after `run` begins.
        std::uint64_t k = 0;
        if (many.runs > 1 && run.begin >= many.begin + many.length) {
            k = (run.begin - many.begin - many.length) / many.stride + 1;
        }
        if (k >= many.runs) continue;
        const Run other = many.run(k);
        const Run both{std::max(run.begin, other.begin), std::min(run.end, other.end)};
        if (both.begin < both.end) return both;
    }
    return std::nullopt;
}

}  // namespace rmasim::memmodel
