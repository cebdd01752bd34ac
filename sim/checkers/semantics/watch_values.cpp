// The part of Watch that provides the values that the memory-model checker compares
// (protocol/memmodel/shadow/values.h). It reads the contents of windows, and reports the moments at which operations
// are applied.
#include "protocol/base/packet.h"
#include "sim/checkers/semantics/watch.h"

namespace rmasim::sim::semantics {

// Returns a function that reads the contents of windows. Returns an empty function if the programs of a scenario have
// no memory yet, or if the run keeps no contents.
memmodel::Contents Watch::contents() const {
    if (live_ != nullptr) {
        return [live = live_](Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) {
            live->peek(owner, window, disp_bytes, to);
            return true;
        };
    }
    if (memory_ == nullptr || !memory_->kept()) return {};
    return [memory = memory_](Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) {
        return memory->peek_public(owner, window, disp_bytes, to);
    };
}

void Watch::watches(WindowMemory& memory) {
    memory_ = &memory;
    copies_ = memory.copies();
    reset();
}

std::uint32_t Watch::unit_of(Rank rank, WindowId window) const {
    if (live_ != nullptr) return live_->segment_of(rank, window).disp_unit;
    return static_cast<std::uint32_t>(scenario_.windows[window].disp_unit.of(rank));
}

void Watch::op_applied(Rank rank, const Packet& packet) {
    if (!compares_values_) return;
    const Region region = in_bytes(packet.region, unit_of(rank, packet.window));
    checker_->operation_applied(rank, packet.window, packet.source, op_kind_of(packet.kind), packet.reduce, region);
}

void Watch::op_local(Rank rank, const Operation& operation) {
    if (!compares_values_) return;
    checker_->operation_applied(operation.target, operation.window, rank, operation.kind, operation.reduce,
                                operation.region);
}

}  // namespace rmasim::sim::semantics
