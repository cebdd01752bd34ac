// Window memory as plain bytes, every rank's in one place. Payloads are blocks from malloc, counted, so that a packet
// whose data is forgotten or given back twice is found.
#pragma once

#include "protocol/base/world.h"
#include "sim/untimed/transcript.h"

#include <set>
#include <span>
#include <vector>

namespace rmasim::seq {

using sim::Transcript;

// An origin buffer is made of numbers: `tag` says which rule below holds, `first` and `second` are its values.
enum class Buffer : std::uint32_t {
    value,     // every element is `first`
    exchange,  // COMPARE_AND_SWAP: the first element is `first`, the one to compare with is `second`
    fetched,   // a result of the operation of kind `first`: printed when it comes
    message,   // a RECV's: printed when it comes
};

class ByteMemory : public Memory {
public:
    // `node`: ranks a node; with more than one the windows are shared.
    ByteMemory(Rank ranks, WindowId windows, std::size_t window_bytes, Rank node, Transcript& transcript);
    ~ByteMemory() override;
    ByteMemory(const ByteMemory&) = delete;
    ByteMemory& operator=(const ByteMemory&) = delete;

    Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) override;
    void scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                 Payload payload) override;

    Payload read(Rank by, Rank owner, WindowId window, const Region& region) override;
    void write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    void accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                    Payload payload) override;
    void compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) override;
    Payload allocate(std::size_t bytes) override;
    bool shared(WindowId) const override { return node_ > 1; }
    NodeRanks node_of(Rank rank) const override;
    void release(Payload payload) override;

    std::span<std::byte> part(Rank rank, WindowId window, std::uint64_t disp_bytes, std::size_t bytes);
    std::size_t window_bytes() const { return window_bytes_; }
    // Payloads not given back.
    std::size_t payloads_out() const { return payloads_.size(); }

private:
    // Calls `use(window_bytes, payload_bytes)` for every block of `region`.
    template <class Use>
    void for_each_block(Rank rank, WindowId window, const Region& region, Payload payload, Use use);

    Rank ranks_;
    WindowId windows_;
    Rank node_;
    std::size_t window_bytes_;
    std::vector<std::vector<std::byte>> memory_;  // [rank * windows + window]
    std::set<std::byte*> payloads_;
    Transcript& transcript_;
};

}  // namespace rmasim::seq
