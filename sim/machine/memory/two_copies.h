// The private and public copies of the windows of a WindowMemory. The private copies are in the WindowMemory's own
// memory. Only files in sim/machine/memory include this header.
#pragma once

#include "protocol/memmodel/shadow/copies.h"
#include "sim/machine/memory/memory_choices.h"
#include "sim/machine/memory/window_memory.h"

namespace rmasim::sim {

struct WindowMemory::TwoCopies final : memmodel::PrivateMemory, memmodel::Propagation {
    TwoCopies(WindowMemory& memory, bool lazy) : memory(memory), lazy(lazy), copies(memory.ranks_, *this, *this) {}

    void read(Rank rank, memmodel::MemoryId id, std::uint64_t begin, std::span<std::byte> to) const override {
        const Over position = space_at(id, begin);
        memory.peek(rank, position.space, position.disp_bytes, to.data(), to.size());
    }
    void write(Rank rank, memmodel::MemoryId id, std::uint64_t begin, std::span<const std::byte> from) override {
        const Over position = space_at(id, begin);
        memory.store_bytes(rank, rank, position.space, position.disp_bytes, from.data(), from.size());
    }
    // Returns the window or buffer that contains a byte, and the byte's position in it. All windows and buffers of a
    // rank that have addresses form one memory with one number. Each read or write is within one window or buffer.
    Over space_at(memmodel::MemoryId id, std::uint64_t begin) const {
        if (id < memory.areas_.size()) return {static_cast<SpaceId>(id), begin};
        const auto found = memory.scenario_.addresses->at(begin);
        return {static_cast<SpaceId>(found->first), found->second};
    }
    bool at_once(Rank rank, std::uint64_t nth) override {
        return !lazy && (choices == nullptr || choices->copies_at_once(rank, nth));
    }

    WindowMemory& memory;
    bool lazy;
    MemoryChoices* choices = nullptr;
    memmodel::Copies copies;
};

}  // namespace rmasim::sim
