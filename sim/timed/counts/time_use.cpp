#include "sim/timed/counts/time_use.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::array<std::string_view, cause_count> cause_names{
    "compute",     "call",         "post",         "search",        "walk",         "send",       "handle",
    "copy",        "mem_sync",     "mutex",        "cache",         "wait_barrier", "wait_lock",  "wait_operations",
    "wait_ack",    "wait_element", "wait_post",    "wait_complete", "wait_message", "wait_mutex", "wait_send",
    "wait_counts", "wait_info",    "wait_counter", "wait_thread",   "agent"};

}  // namespace

std::string_view name_of(Cause cause) { return cause_names.at(static_cast<std::size_t>(cause)); }

Cause cause_named(std::string_view name) {
    return static_cast<Cause>(std::ranges::find(cause_names, name) - cause_names.begin());
}

Cause cause_of(Awaited awaited) {
    switch (awaited) {
        case Awaited::op_counts: return Cause::wait_counts;
        case Awaited::reduction:
        case Awaited::barrier: return Cause::wait_barrier;
        case Awaited::lock_granted: return Cause::wait_lock;
        case Awaited::operations:
        case Awaited::request: return Cause::wait_operations;
        case Awaited::acknowledgements: return Cause::wait_ack;
        case Awaited::operation_element:
        case Awaited::target_element: return Cause::wait_element;
        case Awaited::post: return Cause::wait_post;
        case Awaited::complete: return Cause::wait_complete;
        case Awaited::message:
        case Awaited::receive:
        case Awaited::match:
        case Awaited::buffered:
        case Awaited::collective: return Cause::wait_message;
        case Awaited::mutex: return Cause::wait_mutex;
        case Awaited::send_completed: return Cause::wait_send;
        case Awaited::window_info: return Cause::wait_info;
        case Awaited::counter: return Cause::wait_counter;
    }
    return Cause::wait_operations;
}

}  // namespace rmasim::sim
