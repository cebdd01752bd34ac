// WIN_ATTACH and WIN_DETACH in the graph.
#include "tests/memmodel/oracle.h"

#include <algorithm>

namespace rmasim::memmodel_test::oracle {

// Detached memory is identified by its first byte.
void Graph::attach(const Event& event, Node now) {
    const CallRequest& call = event.step->call;
    const memmodel::Buffer& memory = event.step->buffers.result;
    std::vector<Attached>& all = attached_[{call.window, event.rank}];
    std::set<std::uint64_t> bytes = all_of(memory.bytes);
    if (call.call == Call::win_attach) {
        all.push_back({bytes, now});
    } else {
        const auto found = std::find_if(all.begin(), all.end(), [&](const Attached& one) {
            return one.until < 0 && *one.bytes.begin() == memory.bytes.begin;
        });
        found->until = now;
        bytes = found->bytes;
    }
    const int made = touch(event, What::attach, event.rank, memory.memory, std::move(bytes), now, now, now);
    touches_[static_cast<std::size_t>(made)].window = call.window;
}

}  // namespace rmasim::memmodel_test::oracle
