#include "sim/scenario/model/instruction.h"

namespace rmasim::sim {

namespace {

InstructionBody body_of_operation(OpKind kind) {
    switch (kind) {
        case OpKind::put: return PutInstruction{};
        case OpKind::get: return GetInstruction{};
        case OpKind::accumulate: return AccumulateInstruction{};
        case OpKind::get_accumulate: return GetAccumulateInstruction{};
        case OpKind::fetch_and_op: return FetchAndOpInstruction{};
        case OpKind::compare_and_swap: return CompareAndSwapInstruction{};
    }
    return JumpInstruction{};
}

InstructionBody body_on_window(const CallDescription& call) {
    if (call.has(Argument::type)) return LockInstruction{};
    if (call.has(Argument::group)) return GroupInstruction{};
    if (call.has(Argument::asserts)) return AssertedInstruction{};
    if (call.has(Argument::as)) return WindowTestInstruction{};
    if (call.has(Argument::target)) return TargetInstruction{};
    return WindowInstruction{};
}

InstructionBody body_of_message(const CallDescription& call) {
    if (call.has(Argument::target)) return SendInstruction{};
    if (call.has(Argument::matched)) return MatchedReceiveInstruction{};
    return ReceiveInstruction{};
}

InstructionBody body_of_persistent(const CallDescription& call) {
    if (call.blocking == Call::none) return body_of_message(call);
    if (call.blocking == Call::barrier) return BarrierInstruction{};
    return CollectiveInstruction{};
}

InstructionBody body_on_requests(const CallDescription& call) {
    if (call.has(Argument::outcount)) return CompleteSomeInstruction{};
    if (call.has(Argument::index)) return WaitAnyInstruction{};
    if (call.has(Argument::as)) return TestInstruction{};
    return RequestsInstruction{};
}

InstructionBody body_on_counters(const CallDescription& call) {
    if (call.has(Argument::number)) return AllocateCountersInstruction{};
    if (call.has(Argument::counters)) return FreeCountersInstruction{};
    if (call.has(Argument::modes)) return SignalingRequestInstruction{};
    return CounterRequestInstruction{};
}

}  // namespace

InstructionBody body_of(Call call) {
    const CallDescription& row = description_of(call);
    switch (row.kind) {
        case CallClass::none: return JumpInstruction{};
        case CallClass::operation: return body_of_operation(row.operation);
        case CallClass::fence:
        case CallClass::opens_access:
        case CallClass::closes_access:
        case CallClass::opens_exposure:
        case CallClass::closes_exposure:
        case CallClass::flush:
        case CallClass::sync:
        case CallClass::creates_window:
        case CallClass::frees_window: return body_on_window(row);
        case CallClass::barrier: return BarrierInstruction{};
        case CallClass::request: return body_on_requests(row);
        case CallClass::message: return body_of_message(row);
        case CallClass::persistent: return body_of_persistent(row);
        case CallClass::probe: return ProbeInstruction{};
        case CallClass::buffering: return BufferInstruction{};
        case CallClass::collective: return CollectiveInstruction{};
        case CallClass::counters: return body_on_counters(row);
        case CallClass::changes_group: return ChangeCommInstruction{};
        case CallClass::attaches: return AttachInstruction{};
    }
    return JumpInstruction{};
}

std::string_view name_of(const Instruction& at) {
    switch (at.kind()) {
        case index_of_body<LoadInstruction>: return "load";
        case index_of_body<StoreInstruction>: return "store";
        case index_of_body<ThreadBarrierInstruction>: return "thread_barrier";
        case index_of_body<JoinInstruction>: return "join";
        case index_of_body<SetFlagInstruction>: return "set_flag";
        case index_of_body<WaitFlagInstruction>: return "wait_flag";
        case index_of_body<RoundInstruction>: return "while";
        case index_of_body<AddressInstruction>: return "get_address";
        case index_of_body<ClearInstruction>: return "array";
        default: return name_of(at.call);
    }
}

namespace {

// Returns the variable that an action writes, other than a loop variable; null if there is none.
const WrittenName* name_written_by_action(const Instruction& at) {
    if (const auto* let = at.find<LetInstruction>()) return &let->name;
    if (const auto* load = at.find<LoadInstruction>()) return &load->variable;
    if (const auto* address = at.find<AddressInstruction>()) return &address->variable;
    return nullptr;
}

// Returns null if the instruction writes no such variable.
const WrittenName* name_written_by_call(const Instruction& at, ArgumentSet arguments) {
    const WrittenName* found = nullptr;
    each_argument(at, [&](ArgumentSet held, const auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if ((held & arguments).empty()) return;
        if constexpr (std::is_same_v<Field, WrittenName>) found = &field;
        if constexpr (std::is_same_v<Field, ReceivedData>) {
            if (field.kind == LocalData::variable) found = &field.variable;
        }
    });
    return found;
}

}  // namespace

void each_written_name(const Instruction& at, const std::function<void(const WrittenName&)>& visit) {
    if (const WrittenName* const name = name_written_by_action(at)) visit(*name);
    each_argument(at, [&](ArgumentSet, const auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, WrittenName>) visit(field);
        if constexpr (std::is_same_v<Field, ReceivedData>) {
            if (field.kind == LocalData::variable) visit(field.variable);
        }
    });
}

const WrittenName* result_name(const Instruction& at) {
    if (!is_call(at)) return at.is<LetInstruction>() ? nullptr : name_written_by_action(at);
    return name_written_by_call(at, {Argument::as, Argument::index, Argument::outcount, Argument::handles});
}

// The interpreter calls this function after each call.
const WrittenName* status_name(const Instruction& at) {
    if (!description_of(at.call).has(Argument::status)) return nullptr;
    return std::visit(
        [](const auto& body) -> const WrittenName* {
            if constexpr (requires { body.status; }) return body.status.variable == 0 ? nullptr : &body.status;
            else return nullptr;
        },
        at.body);
}

const WrittenName* request_name(const Instruction& at) {
    return is_call(at) ? name_written_by_call(at, {Argument::new_request}) : nullptr;
}

}  // namespace rmasim::sim
