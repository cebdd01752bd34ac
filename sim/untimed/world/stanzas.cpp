#include "sim/untimed/world/stanzas.h"

#include "protocol/base/call_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rmasim::sim {

namespace {

std::string caller(const Thread& thread) {
    return thread.alone ? fmt::format("{}", thread.rank) : fmt::format("{}.{}", thread.rank, thread.number);
}

std::string asserts_of(const CallRequest& call) {
    std::string text;
    for (const Assert one : all_asserts) {
        if (has(call.asserts, one)) text += fmt::format(" {}", name_of(one));
    }
    return text;
}

std::string arguments_of(const CallRequest& call, const CommunicatorTable* communicators) {
    const CallDescription& described = description_of(call.call);
    std::string text;
    if (call.target != no_rank) text += fmt::format(" {}", call.target);
    if (described.kind == CallClass::operation) {
        text += fmt::format(" disp={} len={}", call.operation.region.disp, call.operation.region.bytes());
    }
    if (described.has(Argument::type)) text += fmt::format(" {}", name_of(call.lock_type));
    if (described.has(Argument::group)) text += fmt::format(" group={}", fmt::join(call.group, ","));
    if (described.kind == CallClass::message) {
        text += fmt::format(" {} tag={}", call.message.peer, call.message.tag);
    }
    if (described.kind == CallClass::collective) {
        if (described.has(Argument::root)) text += fmt::format(" root={}", call.message.peer);
        text += fmt::format(" len={}", call.message.count * bytes_of(call.message.datatype));
    }
    if (call.comm != no_window) text += fmt::format(" comm={}", communicators->numbered(call.comm).name());
    return text + asserts_of(call);
}

}  // namespace

void Stanzas::open(std::string command) {
    if (!first_) add("");
    first_ = false;
    add(std::move(command));
    add("----");
}

void Stanzas::packet_delivered(const Packet& packet) { open("deliver " + vocabulary().describe(packet)); }

void Stanzas::send_completed(const Packet& packet) { open(fmt::format("sent {} op={}", packet.source, packet.op)); }

void Stanzas::shared_window_accessed(const Thread& thread, const MemoryAccess& access) {
    open(fmt::format("{} {} {}[{}] of {}", caller(thread), access.stores ? "store" : "load",
                     scenario_.windows[access.window].name, access.disp_bytes, access.owner));
    add(fmt::format("{}: {} {}", caller(thread), access.stores ? "stores" : "loads", access.value));
}

void Stanzas::sync_began(const Thread& thread) {
    open(fmt::format("{} {}", caller(thread), name_of(thread.current())));
}

void Stanzas::sync_ended(const Thread& thread) {
    add(fmt::format("{}: {} returns", caller(thread), name_of(thread.current())));
}

void Stanzas::mem_sync(Rank rank, MemSync sync_point) {
    if (!scenario_.platform.memory.leaves_out(sync_point)) return Transcript::mem_sync(rank, sync_point);
    add(fmt::format("{}: MEM_SYNC {} is omitted", rank, name_of(sync_point)));
}

void Stanzas::call_began(const Thread& thread, const CallRequest& call) {
    open(fmt::format("{} {}{}", caller(thread), name_of(call.call), arguments_of(call, scenario_.communicators.get())));
}

void Stanzas::call_returned(const Thread& thread) {
    add(fmt::format("{}: {} returns", caller(thread), name_of(thread.current().call)));
}

}  // namespace rmasim::sim
