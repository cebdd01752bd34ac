#include "sim/untimed/world/stanzas.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

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
    if (described.has(Argument::tag)) {
        const Message& message = call.message;
        text += message.peer == any_source ? " any" : fmt::format(" {}", message.peer);
        text += message.tag == rmasim::any_tag ? " tag=any" : fmt::format(" tag={}", message.tag);
    }
    if (is_collective_call(call.call) && described.has(Argument::from)) {
        if (described.has(Argument::root)) text += fmt::format(" root={}", call.message.peer);
        text += fmt::format(" len={}", call.message.count * bytes_of(call.message.datatype));
    }
    if (call.comm != no_window) text += fmt::format(" comm={}", communicators->numbered(call.comm).name());
    return text + asserts_of(call);
}

}  // namespace

void Stanzas::open(std::string command, const std::string& actor) {
    if (!accesses_.empty() && accessing_ != actor) flush_accesses();
    if (!first_) add("");
    first_ = false;
    add(std::move(command));
    add("----");
    for (std::string& line : std::exchange(accesses_, {})) add(std::move(line));
}

void Stanzas::flush_accesses() {
    if (!accesses_.empty()) open(accessing_ + " goes on", accessing_);
}

void Stanzas::end() { flush_accesses(); }

void Stanzas::accessed(const Thread& thread, const MemoryAccess& access, const Region& region) {
    const WindowSettings& space = scenario_.space(access.window);
    if (space.shared) return;  // shared_window_accessed has its line
    if (accessing_ != caller(thread)) flush_accesses();
    accessing_ = caller(thread);
    const std::string values = values_ ? values_->of(access, region) : fmt::format("{}", access.value);
    accesses_.push_back(fmt::format("{}: {}{} {} {}[{},{})", accessing_, access.stores ? "stores" : "loads",
                                    values.empty() ? "" : " " + values, access.stores ? "in" : "from", space.name,
                                    access.disp_bytes, access.disp_bytes + region.bytes()));
}

void Stanzas::packet_delivered(const Packet& packet) { open("deliver " + vocabulary().describe(packet)); }

void Stanzas::send_completed(const Packet& packet) { open(fmt::format("sent {} op={}", packet.source, packet.op)); }

void Stanzas::shared_window_accessed(const Thread& thread, const MemoryAccess& access) {
    open(fmt::format("{} {} {}[{}] of {}", caller(thread), access.stores ? "store" : "load",
                     scenario_.windows[access.window].name, access.disp_bytes, access.owner),
         caller(thread));
    add(fmt::format("{}: {} {}", caller(thread), access.stores ? "stores" : "loads", access.value));
}

void Stanzas::sync_began(const Thread& thread) {
    open(fmt::format("{} {}", caller(thread), name_of(thread.current())), caller(thread));
}

void Stanzas::sync_ended(const Thread& thread) {
    add(fmt::format("{}: {} returns", caller(thread), name_of(thread.current())));
}

void Stanzas::mem_sync(Rank rank, MemSync sync_point) {
    if (!scenario_.platform.memory.leaves_out(sync_point)) return Transcript::mem_sync(rank, sync_point);
    add(fmt::format("{}: MEM_SYNC {} is omitted", rank, name_of(sync_point)));
}

void Stanzas::call_began(const Thread& thread, const CallRequest& call) {
    std::string command =
        fmt::format("{} {}{}", caller(thread), name_of(call.call), arguments_of(call, scenario_.communicators.get()));
    if (values_ && is_operation(call.call)) command += values_->arguments(thread.rank, call.operation);
    open(std::move(command), caller(thread));
}

void Stanzas::program_ended(const Thread& thread) {
    if (accessing_ == caller(thread)) flush_accesses();
}

void Stanzas::op_applied(Rank rank, const Packet& packet) {
    add(text_of_applied(rank, packet) + (values_ ? values_->applied(rank, packet) : ""));
}

void Stanzas::op_local(Rank rank, const Operation& operation) {
    add(text_of_local(rank, operation) + (values_ ? values_->applied(rank, operation) : ""));
}

void Stanzas::call_returned(const Thread& thread) {
    add(fmt::format("{}: {} returns", caller(thread), name_of(thread.current().call)));
}

}  // namespace rmasim::sim
