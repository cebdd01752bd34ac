// The memory of programs that create their own windows. It has a segment for each rank and window. Programs use one
// word of each segment.
#pragma once

#include "protocol/base/world.h"

#include <functional>
#include <map>
#include <vector>

namespace rmasim::windows_test {

class LiveMemory final : public Memory {
public:
    LiveMemory(Rank ranks, Rank ranks_per_node) : ranks_(ranks), ranks_per_node_(ranks_per_node) {}
    ~LiveMemory() override;
    // Returns true if the window is shared.
    std::function<bool(Rank, WindowId)> is_shared;

    // Creates the rank's segment of a window, as WIN_CREATE does. The segment has a displacement unit of its own. The
    // word that programs use is at displacement 1.
    void begin(Rank owner, WindowId window);
    std::int64_t word(Rank owner, WindowId window) const;
    void end(Rank owner, WindowId window) { parts_.erase({owner, window}); }
    std::size_t payloads() const { return payloads_; }
    static OriginBuffer value(std::int64_t value) { return {value, 0, 0}; }

    Payload gather(Rank, const OriginBuffer& origin, Datatype, std::uint32_t) override;
    void scatter(Rank, const OriginBuffer&, Datatype, std::uint32_t, Payload) override {}
    Payload read(Rank, Rank owner, WindowId window, const Region& region) override;
    void write(Rank, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank, Rank, WindowId, const Region&, ReduceOp, Payload) override {}
    void compare_and_swap(Rank, Rank, WindowId, const Region&, Payload) override {}
    WindowShape shape(Rank owner, WindowId window) const override { return part(owner, window).shape; }
    bool exists(Rank owner, WindowId window) const override { return parts_.contains({owner, window}); }
    bool shared(Rank rank, WindowId window) const override { return is_shared(rank, window); }
    NodeRanks node_of(Rank rank) const override { return NodeRanks::of(rank, ranks_per_node_, ranks_); }
    Payload allocate(std::size_t bytes) override;
    void release(Payload payload) override;

private:
    struct Part {
        WindowShape shape;
        std::vector<std::byte> bytes;
    };
    const Part& part(Rank owner, WindowId window) const;
    std::byte* at(Rank owner, WindowId window, const Region& region);

    Rank ranks_, ranks_per_node_;
    std::map<std::pair<Rank, WindowId>, Part> parts_;
    std::size_t payloads_ = 0;
};

}  // namespace rmasim::windows_test
