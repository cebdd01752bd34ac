#include "sim/untimed/stanzas.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace rmasim::sim {

namespace {

std::string caller(const Thread& thread) {
    return thread.alone ? fmt::format("{}", thread.rank) : fmt::format("{}.{}", thread.rank, thread.number);
}

std::string asserts_of(const PreparedCall& call) {
    std::string text;
    constexpr std::pair<Assert, std::string_view> names[] = {{Assert::noprecede, "noprecede"},
                                                             {Assert::nosucceed, "nosucceed"},
                                                             {Assert::nocheck, "nocheck"},
                                                             {Assert::nostore, "nostore"},
                                                             {Assert::noput, "noput"}};
    for (const auto& [one, name] : names) {
        if (has(call.asserts, one)) text += fmt::format(" {}", name);
    }
    return text;
}

std::string arguments_of(const PreparedCall& call) {
    std::string text;
    if (call.target != no_rank) text += fmt::format(" {}", call.target);
    if (is_operation(call.kind)) {
        text += fmt::format(" disp={} len={}", call.operation.region.disp_bytes, call.operation.region.bytes());
    }
    if (call.kind == InstructionKind::lock) text += fmt::format(" {}", name_of(call.lock_type));
    if (call.kind == InstructionKind::post || call.kind == InstructionKind::start) {
        text += fmt::format(" group={}", fmt::join(call.group, ","));
    }
    if (call.kind == InstructionKind::send || call.kind == InstructionKind::recv) {
        text += fmt::format(" {} tag={}", call.message.peer, call.message.tag);
    }
    return text + asserts_of(call);
}

}  // namespace

void Stanzas::open(std::string command) {
    if (!first_) add("");
    first_ = false;
    add(std::move(command));
    add("----");
}

void Stanzas::packet_delivered(const Packet& packet) { open("deliver " + describe(packet)); }

void Stanzas::accessed(const Thread& thread, const MemoryAccess& access) {
    open(fmt::format("{} {} {}[{}] of {}", caller(thread), access.stores ? "store" : "load",
                     scenario_.windows[access.window].name, access.disp_bytes, access.owner));
    add(fmt::format("{}: {} {}", caller(thread), access.stores ? "stores" : "loads", access.value));
}

void Stanzas::mem_sync(Rank rank, MemSync place) {
    if (!scenario_.platform.memory.leaves_out(place)) return Transcript::mem_sync(rank, place);
    add(fmt::format("{}: MEM_SYNC {} is left out", rank, name_of(place)));
}

void Stanzas::call_began(const Thread& thread, const PreparedCall& call) {
    open(fmt::format("{} {}{}", caller(thread), name_of(call_of(call.kind)), arguments_of(call)));
}

void Stanzas::call_returned(const Thread& thread) {
    add(fmt::format("{}: {} returns", caller(thread), name_of(call_of(thread.current().kind))));
}

}  // namespace rmasim::sim
