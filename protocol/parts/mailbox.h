// The unexpected two-sided messages of a process: those that arrive before their RECV. Messages match by communicator,
// source and tag in the order of sending. An eager message is kept with its data, a long message only as its
// announcement.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"

#include <optional>
#include <vector>

namespace rmasim {

// The unexpected messages of a process, oldest first.
class Mailbox {
public:
    void arrived(const Packet& message) { unexpected_.push_back(message); }

    bool has(const Message& wanted) const;
    // Removes and returns the oldest message that matches `wanted`. There must be one.
    Packet take(const Message& wanted);

    const Packet& oldest() const { return unexpected_.front(); }
    std::size_t waiting() const { return unexpected_.size(); }
    std::size_t bytes() const { return unexpected_.capacity() * sizeof(Packet); }

private:
    std::vector<Packet> unexpected_;
};

}  // namespace rmasim
