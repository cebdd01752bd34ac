// The memory of the simulation, as a process inside the communicator accesses it (in_communicator.h).
#pragma once

#include "tests/property/in_communicator.h"

#include <algorithm>
#include <vector>

namespace rmasim::property {

class Parts final : public Memory {
public:
    Parts(const InCommunicator& map, Memory& next) : map_(map), next_(next) {}

    Payload gather(Rank r, const OriginBuffer& from, Datatype type, std::uint32_t count) override {
        return next_.gather(at(r), from, type, count);
    }
    void scatter(Rank r, const OriginBuffer& to, Datatype type, std::uint32_t count, Payload data) override {
        next_.scatter(at(r), to, type, count, data);
    }
    void write_words(Rank r, const OriginBuffer& to, std::span<const std::int64_t> words) override {
        std::vector<std::int64_t> outside;
        for (const std::int64_t word : words) {
            outside.push_back(static_cast<std::int64_t>(map_.handle_outside(static_cast<std::uint64_t>(word))));
        }
        next_.write_words(at(r), to, outside);
    }
    bool in_shared_memory(Rank r, const OriginBuffer& buffer) const override {
        return next_.in_shared_memory(at(r), buffer);
    }
    Payload read(Rank by, Rank owner, WindowId w, const Region& region) override {
        return next_.read(at(by), at(owner), w, region);
    }
    Payload read_atomic(Rank by, Rank owner, WindowId w, const Region& region, ReduceOp reduce) override {
        return next_.read_atomic(at(by), at(owner), w, region, reduce);
    }
    void write(Rank by, Rank owner, WindowId w, const Region& region, Payload data) override {
        next_.write(at(by), at(owner), w, region, data);
    }
    void accumulate(Rank by, Rank owner, WindowId w, const Region& region, ReduceOp reduce, Payload data) override {
        next_.accumulate(at(by), at(owner), w, region, reduce, data);
    }
    void compare_and_swap(Rank by, Rank owner, WindowId w, const Region& region, Payload data) override {
        next_.compare_and_swap(at(by), at(owner), w, region, data);
    }
    WindowShape shape(Rank owner, WindowId w) const override { return next_.shape(at(owner), w); }
    bool exists(Rank owner, WindowId w) const override { return next_.exists(at(owner), w); }
    void create(Rank owner, WindowId w) override { next_.create(at(owner), w); }
    void free(Rank owner, WindowId w) override { next_.free(at(owner), w); }
    void attach(Rank owner, WindowId w, const OriginBuffer& memory, std::uint64_t bytes) override {
        next_.attach(at(owner), w, memory, bytes);
    }
    void detach(Rank owner, WindowId w, const OriginBuffer& memory) override { next_.detach(at(owner), w, memory); }
    bool shared(Rank rank, WindowId w) const override { return next_.shared(map_.comm_rank_of(rank), w); }
    // Returns the ranks from the first to the last member on the node. Ranks of other nodes may be between them.
    NodeRanks node_of(Rank r) const override {
        const NodeRanks comm_ranks = next_.node_of(at(r));
        Rank first = r, last = r;
        for (Rank comm_rank = comm_ranks.first; comm_rank < comm_ranks.first + comm_ranks.size; ++comm_rank) {
            first = std::min(first, map_.rank_of(comm_rank));
            last = std::max(last, map_.rank_of(comm_rank));
        }
        return {first, last - first + 1};
    }
    void mem_sync(Rank r, MemSync sync_point) override { next_.mem_sync(at(r), sync_point); }
    bool coherent() const override { return next_.coherent(); }
    std::uint32_t flush_cache(Rank r, const WindowPart& part) override { return next_.flush_cache(at(r), at(part)); }
    std::uint32_t invalidate_cache(Rank r, const WindowPart& part) override {
        return next_.invalidate_cache(at(r), at(part));
    }
    void reduce(Payload into, Payload operand, Datatype type, std::uint32_t count, ReduceOp op) override {
        next_.reduce(into, operand, type, count, op);
    }
    OriginBuffer behind(const OriginBuffer& buffer, std::uint64_t elements) const override {
        return next_.behind(buffer, elements);
    }
    const Operators& operators() const override { return next_.operators(); }
    Payload allocate(std::size_t bytes) override { return next_.allocate(bytes); }
    void release(Payload payload) override { next_.release(payload); }

private:
    Rank at(Rank rank) const { return map_.comm_rank_of(rank); }
    WindowPart at(WindowPart part) const {
        part.owner = at(part.owner);
        return part;
    }
    const InCommunicator& map_;
    Memory& next_;
};

}  // namespace rmasim::property
