#include "sim/scenario/model/instruction.h"

namespace rmasim::sim {

InstructionBody body_of(Call call) {
    switch (call) {
        case Call::none: return JumpInstruction{};
        case Call::put:
        case Call::rput: return PutInstruction{};
        case Call::get:
        case Call::rget: return GetInstruction{};
        case Call::accumulate:
        case Call::raccumulate: return AccumulateInstruction{};
        case Call::get_accumulate:
        case Call::rget_accumulate: return GetAccumulateInstruction{};
        case Call::fetch_and_op: return FetchAndOpInstruction{};
        case Call::compare_and_swap: return CompareAndSwapInstruction{};
        case Call::unlock_all:
        case Call::flush_all:
        case Call::flush_local_all:
        case Call::sync:
        case Call::complete:
        case Call::wait:
        case Call::win_create:
        case Call::win_free: return WindowInstruction{};
        case Call::unlock:
        case Call::flush:
        case Call::flush_local: return TargetInstruction{};
        case Call::fence:
        case Call::lock_all: return AssertedInstruction{};
        case Call::lock: return LockInstruction{};
        case Call::post:
        case Call::start: return GroupInstruction{};
        case Call::test: return WindowTestInstruction{};
        case Call::barrier: return BarrierInstruction{};
        case Call::send:
        case Call::isend: return SendInstruction{};
        case Call::recv:
        case Call::irecv: return ReceiveInstruction{};
        case Call::bcast:
        case Call::reduce:
        case Call::allreduce:
        case Call::gather:
        case Call::allgather:
        case Call::scatter:
        case Call::alltoall: return CollectiveInstruction{};
        case Call::request_wait:
        case Call::request_waitall:
        case Call::request_free:
        case Call::request_start:
        case Call::request_startall: return RequestsInstruction{};
        case Call::request_test:
        case Call::request_testall:
        case Call::request_testany: return TestInstruction{};
        case Call::request_waitany: return WaitAnyInstruction{};
        case Call::request_waitsome:
        case Call::request_testsome: return CompleteSomeInstruction{};
        case Call::win_alloc_sync_objects: return AllocateCountersInstruction{};
        case Call::win_free_sync_objects: return FreeCountersInstruction{};
        case Call::win_sync_ops_init: return SignalingRequestInstruction{};
        case Call::win_sync_object_init: return CounterRequestInstruction{};
        case Call::win_change_comm: return ChangeCommInstruction{};
        case Call::win_attach:
        case Call::win_detach: return AttachInstruction{};
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

const WrittenName* request_name(const Instruction& at) {
    return is_call(at) ? name_written_by_call(at, {Argument::new_request}) : nullptr;
}

}  // namespace rmasim::sim
