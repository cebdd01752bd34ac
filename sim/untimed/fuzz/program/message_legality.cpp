#include "sim/untimed/fuzz/program/message_legality.h"

#include <fmt/core.h>

namespace rmasim::fuzz {

namespace {

// True if the sender has called a fence that the receiver calls only after the message, and this fence waits for other
// ranks.
bool waits_in_fence(const Messages::End& sent, const Messages::End& received, const Messages::Noprecede& fences) {
    for (const auto& [window, noprecede] : fences) {
        for (int nth = received.fences[window]; nth < sent.fences[window]; ++nth) {
            if (!noprecede[static_cast<std::size_t>(nth)]) return true;
        }
    }
    return false;
}

}  // namespace

std::string Messages::illegal(const Noprecede& fences) const {
    for (const auto& [route, ends] : ends_) {
        const auto [from, to, tag] = route;
        const auto broken = [from = from, to = to, tag = tag](const char* what) {
            return fmt::format("message of rank {} to {}, tag {}: {}", from, to, tag, what);
        };
        if (ends.first.size() != ends.second.size()) return broken("the numbers of sends and receives differ");
        for (std::size_t i = 0; i < ends.first.size(); ++i) {
            const End& sent = ends.first[i];
            const End& received = ends.second[i];
            if (sent.barriers != received.barriers)
                return broken("the send and the receive are on different sides of a barrier");
            if (from == to && sent.index > received.index) return broken("the receive precedes the send");
            if (waits_in_fence(sent, received, fences))
                return broken("the send follows a fence that waits for the receiver");
        }
    }
    return {};
}

}  // namespace rmasim::fuzz
