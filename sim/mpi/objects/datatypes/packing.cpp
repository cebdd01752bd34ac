#include "sim/mpi/objects/datatypes/packing.h"

#include "sim/mpi/objects/datatypes/runs.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rmasim::mpi {

namespace {

// Copies `count` runs of `bytes` bytes. A constant length becomes a load and a store.
template <std::size_t bytes>
void copy_short(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
                std::int64_t count) {
    for (; count != 0; --count, to += to_stride, from += from_stride) std::memcpy(to, from, bytes);
}

void copy_runs(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
               std::int64_t bytes, std::int64_t count) {
    switch (bytes) {
        case 1: return copy_short<1>(to, to_stride, from, from_stride, count);
        case 2: return copy_short<2>(to, to_stride, from, from_stride, count);
        case 4: return copy_short<4>(to, to_stride, from, from_stride, count);
        case 8: return copy_short<8>(to, to_stride, from, from_stride, count);
        case 12: return copy_short<12>(to, to_stride, from, from_stride, count);
        case 16: return copy_short<16>(to, to_stride, from, from_stride, count);
        case 32: return copy_short<32>(to, to_stride, from, from_stride, count);
        default: break;
    }
    const auto length = static_cast<std::size_t>(bytes);
    for (; count != 0; --count, to += to_stride, from += from_stride) std::memcpy(to, from, length);
}

}  // namespace

void pack(const void* buffer, std::int64_t count, const Datatype& type, std::int64_t from, std::int64_t to,
          std::byte* packed) {
    const auto* const base = static_cast<const std::byte*>(buffer);
    visit_runs(runs_of(type, count), 0, from, to,
               [&](std::int64_t disp, std::int64_t bytes, std::int64_t times, std::int64_t stride) {
                   copy_runs(packed, bytes, base + disp, stride, bytes, times);
                   packed += bytes * times;
               });
}

void unpack(const std::byte* packed, std::int64_t count, const Datatype& type, std::int64_t from, std::int64_t to,
            void* buffer) {
    auto* const base = static_cast<std::byte*>(buffer);
    visit_runs(runs_of(type, count), 0, from, to,
               [&](std::int64_t disp, std::int64_t bytes, std::int64_t times, std::int64_t stride) {
                   copy_runs(base + disp, stride, packed, bytes, bytes, times);
                   packed += bytes * times;
               });
}

}  // namespace rmasim::mpi
