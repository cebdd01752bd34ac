// What the core asks of the world it runs in, and nothing more: a transport, a memory, an observer. One object of each
// serves every rank of a world; the rank is an argument.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/operation.h"
#include "protocol/base/packet.h"

namespace rmasim {

// The only way out of a process. Packets of one (source, target) pair arrive in the order they were sent.
class Transport {
public:
    virtual ~Transport() = default;
    virtual void send(const Packet& packet) = 0;
};

// Window memory and origin buffers. Every Payload that `gather` or `read` returns is given back by one `release`.
class Memory {
public:
    virtual ~Memory() = default;

    // The caller's side: origin data of an operation being issued; result data of a GET that came back.
    virtual Payload gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) = 0;
    virtual void scatter(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count,
                         Payload payload) = 0;

    // The window's side.
    virtual Payload read(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes) = 0;
    virtual void write(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes, Payload payload) = 0;
    virtual void accumulate(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes,
                            Datatype datatype, ReduceOp reduce, Payload payload) = 0;

    virtual void release(Payload payload) = 0;
};

struct World {
    Transport& transport;
    Memory& memory;
    Observer& observer;
};

}  // namespace rmasim
