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
    Payload allocate(std::size_t) override { return {}; }
    void release(Payload) override {}
};

}  // namespace rmasim
