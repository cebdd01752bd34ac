// Two-sided messages (SEND, RECV), as far as RMA programs need them: matched by communicator, source and tag in the
// order they were sent. A message that arrives before its RECV is kept here with its data; of a long one only the
// announcement.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"

#include <optional>
#include <vector>

namespace rmasim {

class Mailbox {
public:
    void arrived(const Packet& message) { unexpected_.push_back(message); }

    bool has(const Message& wanted) const;
    // Removes and returns the oldest message that matches; there must be one.
    Packet take(const Message& wanted);

    const Packet& oldest() const { return unexpected_.front(); }
    std::size_t waiting() const { return unexpected_.size(); }
    std::size_t bytes() const { return unexpected_.capacity() * sizeof(Packet); }

private:
    std::vector<Packet> unexpected_;
};

}  // namespace rmasim
