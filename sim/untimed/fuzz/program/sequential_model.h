// A sequential model of MPI RMA. The model executes each operation when it is called. When a window is created, the
// model sets its memory to zero. It does not do so for a dynamic window, whose memory is attached later. The model uses
// neither the protocol's code nor the simulator, only the common types of protocol/base.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace rmasim::fuzz {

class SequentialModel {
public:
    explicit SequentialModel(const RandomProgram& program);

    // Executes the program phase by phase (Step::phase). Within a phase, executes the steps of one rank after those of
    // another.
    void run();
    void carry_out(Rank rank, const Step& step);

    const std::vector<std::byte>& window(Rank rank, WindowId id) const {
        return memory_[static_cast<std::size_t>(rank) * program_.windows + id];
    }
    const std::vector<std::int64_t>& results(Rank rank) const { return results_[static_cast<std::size_t>(rank)]; }

private:
    void store_locally(Rank rank, const Step& step);

    const RandomProgram& program_;
    std::vector<std::vector<std::byte>> memory_;  // [rank * windows + window]
    std::vector<std::vector<std::int64_t>> results_;
};

inline bool same_bytes(std::span<const std::byte> one, std::span<const std::byte> other) {
    return one.size() == other.size() && (one.empty() || std::memcmp(one.data(), other.data(), one.size()) == 0);
}
// The following functions access bytes as integers of a datatype. `in_words` returns a region of 16-byte elements as a
// region of 8-byte words, and other regions unchanged.
Region in_words(const Region& region);
std::int64_t load(std::span<const std::byte> at, Datatype datatype);
void store(std::span<std::byte> at, Datatype datatype, std::int64_t value);
std::int64_t reduce(std::int64_t left, std::int64_t right, ReduceOp op);
// Returns the offset of element `k` of a region, in bytes from the beginning of the window.
std::size_t position(const Region& region, std::uint32_t k);

}  // namespace rmasim::fuzz
