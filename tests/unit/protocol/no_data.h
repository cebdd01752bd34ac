// A memory without contents, for tests of the core that check only packets and states.
#pragma once

#include "protocol/base/world.h"

namespace rmasim {

class NoData : public Memory {
public:
    Payload gather(Rank, const OriginBuffer&, Datatype, std::uint32_t) override { return {}; }
    void scatter(Rank, const OriginBuffer&, Datatype, std::uint32_t, Payload) override {}
    Payload read(Rank, Rank, WindowId, const Region&) override { return {}; }
    void write(Rank, Rank, WindowId, const Region&, Payload) override {}
    void accumulate(Rank, Rank, WindowId, const Region&, ReduceOp, Payload) override {}
    void compare_and_swap(Rank, Rank, WindowId, const Region&, Payload) override {}
    OriginBuffer behind(const OriginBuffer& buffer, std::uint64_t) const override { return buffer; }
    Payload allocate(std::size_t bytes) override { return {new std::byte[bytes]}; }
    void release(Payload payload) override { delete[] payload.bytes; }
};

}  // namespace rmasim
