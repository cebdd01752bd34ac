// The preparation of one call: evaluates and checks the arguments of an instruction, and sets them in a CallRequest.
//
// The order of evaluation is fixed, because expressions may use the random numbers of the thread.
#pragma once

#include "sim/programs/interpreter.h"
#include "sim/programs/reject.h"

namespace rmasim::sim {

class CallPreparation {
public:
    CallPreparation(const Interpreter& interpreter, Thread& thread, const Instruction& at, const Process& process,
                    CallRequest& call)
        : interpreter_(interpreter), scenario_(interpreter.scenario_), thread_(thread), at_(at), process_(process),
          call_(call) {}

    // Sets all arguments.
    void prepare() {
        std::visit(
            [this](const auto& body) {
                if constexpr (requires { body.window; }) set_window(body.window);
                if constexpr (is_call_body<std::remove_cvref_t<decltype(body)>>) fill(body);
            },
            at_.body);
    }

private:
    // Sets the window of the call. This precedes the other arguments, which may be ranks of the window.
    void set_window(WindowId window) {
        call_.window = window;
        if (interpreter_.window_comms_) [[unlikely]]
            set_window_members(window);
    }
    // Sets the other arguments. There is one function for each struct of calls.
    void fill(const PutInstruction& put);
    void fill(const GetInstruction& get);
    void fill(const AccumulateInstruction& accumulate);
    void fill(const GetAccumulateInstruction& accumulate);
    void fill(const FetchAndOpInstruction& fetch);
    void fill(const CompareAndSwapInstruction& swap);
    void fill(const WindowInstruction&) {}
    void fill(const TargetInstruction& on);
    void fill(const AssertedInstruction& on);
    void fill(const LockInstruction& lock);
    void fill(const GroupInstruction& on);
    void fill(const WindowTestInstruction& test);
    void fill(const BarrierInstruction& barrier);
    void fill(const SendInstruction& send);
    void fill(const ReceiveInstruction& receive);
    void fill(const ProbeInstruction& probe);
    void fill(const MatchedReceiveInstruction& receive);
    void fill(const BufferInstruction& buffer);
    void fill(const CollectiveInstruction& collective);
    void fill(const RequestsInstruction& on);
    void fill(const TestInstruction& test);
    void fill(const WaitAnyInstruction& wait);
    void fill(const CompleteSomeInstruction& some);
    void fill(const AllocateCountersInstruction& allocate);
    void fill(const FreeCountersInstruction& free);
    void fill(const SignalingRequestInstruction& init);
    void fill(const CounterRequestInstruction& init);
    void fill(const ChangeCommInstruction& change);
    void fill(const AttachInstruction& attach);

    [[gnu::always_inline]] std::int64_t evaluate(const Expression& expression, const char* what) {
        return Interpreter::evaluate(thread_, at_, expression, what);
    }
    [[gnu::always_inline]] std::int64_t evaluate_within(const Expression& expression, const char* what,
                                                        std::int64_t min, std::int64_t max) {
        return Interpreter::evaluate_within(thread_, at_, expression, what, min, max);
    }
    [[noreturn]] void reject(const std::string& what, const std::string& found, const std::string& allowed) const {
        sim::reject(thread_, at_, what, found, allowed);
    }
    bool has(Argument argument) const { return description_of(at_.call).has(argument); }

    void set_window_members(WindowId window);
    // ---- Ranks.
    void set_target(const Expression& target);
    const RankGroup& members_of(WindowId comm) const;
    Rank target(WindowId comm, const Expression& rank);
    Rank source(WindowId comm, const Expression& rank);
    Rank root(const CollectiveInstruction& collective, Rank size);
    // Returns the ends of `blocks` blocks of a collective call, in elements. `list` has the number of elements of each
    // block. If `types` is not null, the ends are in bytes.
    std::vector<std::uint64_t> ends_of(const IntegerList& list, Argument argument, std::size_t blocks,
                                       const std::vector<Datatype>* types);
    // Returns the datatypes of the blocks; none if the call has one datatype.
    std::vector<Datatype> types_of(const DatatypeList& list, Argument argument, std::size_t blocks) const;
    void require_own_count(const std::vector<std::uint64_t>& ends, Rank comm_rank, std::uint64_t count);
    void set_blocks(const CollectiveInstruction& collective, Rank size, Rank comm_rank);
    void set_blocks_of_neighbours(const CollectiveInstruction& collective, const Neighbours& neighbours, Rank own);
    void require_equal_to_itself(const RequestArguments& blocks, const Neighbours& neighbours, Rank own) const;
    void set_operator(const UserOperator& op);
    std::vector<Rank> group(const IntegerList& list);
    [[noreturn]] void reject_member(Rank comm_rank) const;
    const RankGroup* new_group(const ChangeCommInstruction& change) const;
    // ---- Regions and data.
    void set_vector(const TargetElements& elements, Region& region);
    // Sets the target, its region and the request of an operation. Returns the number of elements.
    std::uint32_t begin_operation(const TargetElements& elements, const WrittenName& request);
    void begin_operation(const TargetElement& element);
    void begin_operation(const TargetElement& element, const Region& region);
    void set_envelope(WindowId comm, const Expression& tag, std::int64_t min_tag);
    void set_elements(const ElementCount& elements);
    void set_received(const ReceivedData& data);
    // Returns the buffer of elements in the memory of the caller, or of computed elements.
    OriginBuffer local_data(const LocalElements& elements, const char* what, std::uint64_t count, Datatype datatype) {
        if (elements.kind == LocalData::discard) return discard_buffer();
        if (elements.kind == LocalData::affine && elements.first.is_constant() && elements.step.is_constant()) {
            return affine_buffer(elements.first.constant(), elements.step.constant());
        }
        return evaluated_data(elements, what, count, datatype);
    }
    OriginBuffer evaluated_data(const LocalElements& elements, const char* what, std::uint64_t count,
                                Datatype datatype);
    OriginBuffer received(const ReceivedData& data, std::uint64_t count, Datatype datatype);
    OriginBuffer received_handles(const ReceivedData& data, std::uint64_t count);
    std::shared_ptr<const RequestArguments> sent_handles(const SentData& data, std::uint64_t count);
    // ---- Variables and requests.
    Slot slot_of(const WrittenName& name, const char* what) { return Interpreter::slot_of(thread_, at_, name, what); }
    void set_new_request(const WrittenName& name) { thread_.made = slot_of(name, "request"); }
    void set_status(const WrittenName& name) { call_.wants_status = name.variable != 0; }
    void set_answer(const WrittenName& name) { thread_.answered = slot_of(name, "as"); }
    void set_indices(const WrittenName& name);
    void set_requests(const IntegerList& list);
    bool copy_requests(const IntegerList& list);
    std::vector<OriginBuffer> names_of(const IntegerList& list);

    const Interpreter& interpreter_;
    const Scenario& scenario_;
    Thread& thread_;
    const Instruction& at_;
    const Process& process_;
    CallRequest& call_;
    std::optional<RankGroup> changed_members_;   // of a window that changes its group
    const RankGroup* window_members_ = nullptr;  // null if all ranks have the window
};

}  // namespace rmasim::sim
