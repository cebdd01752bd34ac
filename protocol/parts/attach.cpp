#include "protocol/parts/attach.h"

namespace rmasim {

Task<> attach_or_detach(const World& world, Rank rank, CallRequest request) {
    const RequestArguments& arguments = *request.more;
    if (request.call == Call::win_attach) {
        world.memory.attach(rank, request.window, arguments.memory, arguments.memory_bytes);
    } else {
        world.memory.detach(rank, request.window, arguments.memory);
    }
    co_return;
}

}  // namespace rmasim
