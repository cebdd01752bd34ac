#include "sim/untimed/world/untimed_world.h"

#include "protocol/base/prefetch.h"
#include "sim/programs/thread_sync.h"

#include <fmt/core.h>

namespace rmasim::sim {

void UntimedWorld::set_up() {
    interpreter_.set_store_watcher(&store_watcher());
    interpreter_.set_access_watcher(access_watcher());
    reset();
}

void UntimedWorld::continue_program(Thread& thread) {
    const Instruction* at = interpreter_.advance(thread);
    while (at != nullptr && at->is<ComputeInstruction>()) at = interpreter_.advance(thread);
    if (texts_wanted()) add_to_text(at == nullptr ? ": end" : fmt::format(": {}", name_of(*at)));
    if (at == nullptr) {
        finish(thread);
    } else if (is_access(*at)) {
        events().shared_window_accessed(thread, interpreter_.access(thread, *at));
        note_returned(thread);
        if (thread.position == thread.program->code.size()) finish(thread);
    } else if (is_among_threads(*at)) {
        interpreter_.block_at_sync(thread, *at);
        events().sync_began(thread);
        release_blocked_threads(thread.rank);
    } else if (lives_to_call(thread)) {
        begin(thread, interpreter_.prepare(thread, *at, process(thread.rank)));
    }
}

bool UntimedWorld::returns_from_call(Thread& thread) {
    interpreter_.store_answer(thread);
    if (thread.position == thread.program->code.size()) return true;
    prefetch<sizeof(Instruction)>(&thread.program->code[thread.position]);
    return false;
}

}  // namespace rmasim::sim
