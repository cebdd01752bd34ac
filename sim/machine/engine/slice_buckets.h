// The events of one slice before the slice is executed, in one list per block. A block is 4,096 nodes with consecutive
// numbers. Packets are copied into the list of their block and stay in the list until they are handled. So a block's
// events are consecutive in memory.
#pragma once

#include "sim/machine/engine/block_pool.h"
#include "sim/machine/engine/event.h"
#include "sim/machine/engine/key_list.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

using NodeNumber = std::uint32_t;

// An event in a slice, with its time.
struct TimedEvent {
    std::uint32_t time;  // relative to the slice's beginning
    NodeNumber node;
    Event event;
};

class SliceBuckets {
    struct Chunk;

public:
    static constexpr unsigned block_bits = 12;

    // The events of one block in one slice.
    class Block {
    public:
        bool empty() const { return count_ == 0; }
        std::uint32_t count() const { return count_; }

    private:
        friend class SliceBuckets;
        KeyLists<TimedEvent>::List of_ranks_;
        Chunk* last_ = nullptr;
        std::uint32_t count_ = 0;
    };

    void append(Block& block, const TimedEvent& due) {
        keys_.append(block.of_ranks_, due);
        ++block.count_;
    }
    // Copies the packet into the list.
    void append(Block& block, std::uint32_t time, NodeNumber node, EventKind kind, const Packet& packet) {
        if (block.last_ == nullptr || block.last_->count == Chunk::size) add_chunk(block);
        Chunk& chunk = *block.last_;
        Packet& stored = chunk.packets[chunk.count];
        stored = packet;
        chunk.dues[chunk.count++] = {time, node, Event::of_packet(kind, &stored)};
        ++block.count_;
    }

    // Moves the block's events to the end of `dues`: first the events without packets, then the events with packets.
    // Each of the two sequences is in the order in which its events were appended. The packets keep their addresses
    // until give_back() is called.
    void take(Block& block, std::vector<TimedEvent>& dues) {
        dues.reserve(dues.size() + block.count_);
        keys_.take_all(block.of_ranks_, [&dues](const TimedEvent& due) { dues.push_back(due); });
        const std::size_t first = taken_.size();
        for (Chunk* chunk = block.last_; chunk != nullptr; chunk = chunk->before) taken_.push_back(chunk);
        for (std::size_t i = taken_.size(); i > first; --i) {
            const Chunk& chunk = *taken_[i - 1];
            dues.insert(dues.end(), chunk.dues.begin(), chunk.dues.begin() + chunk.count);
        }
        block = {};
    }
    void give_back() {
        for (Chunk* const chunk : taken_) chunks_.give_back(chunk);
        taken_.clear();
    }

private:
    struct alignas(Event::packet_alignment) Chunk {
        static constexpr std::uint32_t size = 24;
        std::array<Packet, size> packets;
        std::array<TimedEvent, size> dues;
        Chunk* before;
        std::uint32_t count;
    };
    static_assert(sizeof(Packet) % Event::packet_alignment == 0);

    [[gnu::noinline]] void add_chunk(Block& block) {
        Chunk* const chunk = chunks_.take();
        chunk->before = block.last_;
        chunk->count = 0;
        block.last_ = chunk;
    }

    KeyLists<TimedEvent> keys_;
    BlockPool<Chunk, Event::packet_alignment> chunks_;
    std::vector<Chunk*> taken_;
};

}  // namespace rmasim::sim
