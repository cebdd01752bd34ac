#include "sim/untimed/fuzz/lower/program_compiler.h"

#include "sim/scenario/program/write_call.h"
#include "sim/scenario/read/program_uses.h"
#include "sim/untimed/fuzz/lower/message_arguments.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/program/random_operators.h"
#include "sim/untimed/fuzz/program/thread_calls.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::fuzz {

namespace {

using sim::ElementCount;
using sim::Expression;
using sim::Instruction;
using sim::IntegerList;
using sim::LocalData;
using sim::SentData;
using sim::Slot;
using sim::WrittenName;

const Expression& rank_expression() {
    static const Expression rank = Expression::compile("rank", sim::Scope{});
    return rank;
}

// Sets the arguments of a step's call. There is one function for each type of field in the structs of calls.
class StepArguments {
public:
    // `written` is null if the call is not written.
    StepArguments(const RandomProgram& program, Rank rank, const Step& step, VariableNames& names,
                  sim::WrittenCall* written)
        : random_(program), rank_(rank), step_(step), names_(names), written_(written) {}

    // Returns the arguments of `call` that are not the defaults.
    ArgumentSet given(Call call) const {
        const auto unless = [](bool condition, ArgumentSet arguments) { return condition ? ArgumentSet() : arguments; };
        const ArgumentSet defaults =
            ArgumentSet{Argument::from, Argument::indices, Argument::tested_index, Argument::status} |
            unless(step_.comm >= 0, {Argument::comm}) |
            unless(!step_.region.basic(), {Argument::block_length, Argument::stride}) |
            unless(step_.origin_derived, {Argument::origin_derived}) | unless(!into_variable(step_), {Argument::into}) |
            unless(into_variable(step_), {Argument::as}) | unless(step_.asserts != Assert::none, {Argument::asserts}) |
            unless(call != Call::request_wait, {Argument::requests}) |
            unless(!description_of(call).has(Argument::root) || step_.target == rank_, {Argument::counts});
        return description_of(call).arguments.without(defaults);
    }

    void operator()(ArgumentSet held, WindowId& id) const {
        if (held.contains(Argument::window)) id = step_.window;
        else if (step_.comm >= 0) id = sim::CommunicatorTable::number_of(static_cast<std::size_t>(step_.comm));
    }
    void operator()(ArgumentSet held, Expression& value) {
        switch (held.first()) {
            case Argument::target:
                value = step_.read.of_last ? target_of_last()
                                           : number(rank_in_window(random_, step_.window, rank_, step_.target));
                return;
            case Argument::root: value = number(peer_of(random_, rank_, step_)); return;
            case Argument::compare: value = number(step_.value + step_.step); return;
            default: return;
        }
    }
    void operator()(ArgumentSet, sim::TargetElement& element) { set_element(element); }
    void operator()(ArgumentSet, sim::TargetElements& elements) {
        set_element(elements);
        elements.count = number(step_.region.count);
        if (step_.region.basic()) return;
        elements.block_length = number(step_.region.block_length);
        elements.stride = number(step_.region.stride);
    }
    void operator()(ArgumentSet held, ElementCount& elements) const {
        const std::uint32_t count = is_collective(step_) ? count_of(random_, rank_, step_) : step_.region.count;
        elements = {held.contains(Argument::count) ? number(count) : number(1), step_.region.datatype};
    }
    void operator()(ArgumentSet, bool& origin_derived) const { origin_derived = step_.origin_derived; }
    void operator()(ArgumentSet, ReduceOp& op) const { op = step_.reduce; }
    void operator()(ArgumentSet, sim::CollectiveOp& op) const {
        op.op = step_.reduce;
        if (op.op == ReduceOp::user) op.own = user_operator(step_.own_operator);
    }
    void operator()(ArgumentSet held, sim::DatatypeList& list) const {
        BlockTypes types = block_types(random_, rank_, step_);
        list.datatypes = std::move(held.contains(Argument::datatypes) ? types.sent : types.received);
    }
    void operator()(ArgumentSet held, SentData& data) const {
        data = computed(number(step_.value), number(held.contains(Argument::step) ? step_.step : 0));
    }
    void operator()(ArgumentSet, sim::ReceivedData& data) {
        if (!into_variable(step_)) return set_result(data);
        data.kind = LocalData::variable;
        data.variable.variable = step_.read.ticket
                                     ? names_.slot(ticket_letter, static_cast<std::uint32_t>(step_.read.exchange))
                                     : names_.slot(result_letter, step_.result);
    }
    void operator()(ArgumentSet held, WrittenName& name) {
        switch (held.first()) {
            case Argument::new_request: name.variable = names_.slot(request_letter, step_.request); return;
            case Argument::index:
            case Argument::outcount: name.variable = names_.slot(which_letter, 0); return;
            case Argument::as: name.variable = names_.slot(result_letter, step_.result); return;
            default: return;
        }
    }
    void operator()(ArgumentSet held, IntegerList& list) {
        if (held.contains(Argument::counts) || held.contains(Argument::received_counts)) return set_counts(held, list);
        if (!held.contains(Argument::group)) {
            list = names_.list(request_letter, {step_.request});
            return;
        }
        for (const Rank rank : step_.group) {
            list.expressions.push_back(number(rank_in_window(random_, step_.window, rank_, rank)));
        }
    }
    void operator()(ArgumentSet, LockType& type) const { type = step_.lock_type; }
    void operator()(ArgumentSet, Assert& asserts) const { asserts = step_.asserts; }
    void operator()(ArgumentSet held, sim::AttachedMemory& memory) const {
        const BlockLocation blocks = blocks_of(random_, step_.window, rank_);
        memory.space = blocks.space;
        memory.first = number(blocks.first + step_.region.disp);
        if (held.contains(Argument::memory_size)) memory.bytes = number(step_.region.count);
    }
    template <class Other>
    void operator()(ArgumentSet, Other&) const {}

private:
    Expression target_of_last() {
        if (written_ != nullptr) {
            const std::string ticket = ticket_of(step_);
            written_->texts.emplace_back(Argument::target, fuzz::target_of_last(random_, rank_, step_, ticket));
        }
        const Slot ticket = names_.slot(ticket_letter, static_cast<std::uint32_t>(step_.read.exchange));
        return Expression::compile(fuzz::target_of_last(random_, rank_, step_, "v"), sim::Scope{{{"v", ticket}}});
    }

    void set_counts(ArgumentSet held, IntegerList& list) const {
        const BlockCounts counts = block_counts(random_, rank_, step_);
        const BlockTypes types = block_types(random_, rank_, step_);
        const bool sent = held.contains(Argument::counts) && !counts.sent.empty();
        const std::vector<Datatype>& of_blocks = sent ? types.sent : types.received;
        for (const std::uint32_t words : sent ? counts.sent : counts.received) {
            const std::size_t nth = list.expressions.size();
            list.expressions.push_back(number(of_blocks.empty() ? words : words * 8 / bytes_of(of_blocks[nth])));
            list.names.emplace_back();
        }
    }

    void set_element(sim::TargetElement& element) {
        element.datatype = step_.region.datatype;
        const std::uint64_t disp = random_.disp_of(step_);
        if (random_.is_dynamic(step_.window) && step_.target != proc_null) {
            const BlocksAddress address{step_.window, step_.target};
            element.disp = names_.sum(address_letter, address.variable(random_), disp);
            if (written_ == nullptr) return;
            const std::string variable = VariableNames::text(address_letter, address.variable(random_));
            written_->texts.emplace_back(Argument::disp, fmt::format("{} + {}", variable, disp));
        } else {
            element.disp = number(disp);
        }
    }

    // Sets the result buffer of an operation to the window "results". The elements of this window are words.
    void set_result(sim::ReceivedData& data) const {
        data.kind = LocalData::window;
        if (step_.read.into_window) {
            const BlockLocation blocks = blocks_of(random_, step_.window, rank_);
            data.space = blocks.space;
            data.first = number(blocks.first + step_.read.into);
            data.step = number(8);
            return;
        }
        data.space = random_.windows;
        data.first = number(std::int64_t{step_.result} * 8);
        data.step = number(result_stride(step_));
    }

    const RandomProgram& random_;
    Rank rank_;
    const Step& step_;
    VariableNames& names_;
    sim::WrittenCall* written_;
};

// Sets the arguments of a call on synchronisation counters or their requests, or of a call that transfers handles.
class CounterStepArguments {
public:
    CounterStepArguments(const RandomProgram& program, Rank rank, const Step& step, VariableNames& names)
        : random_(program), rank_(rank), step_(step), names_(names),
          message_(description_of(step.call).kind == CallClass::message), of_handle_(transfers_handles(step)) {}

    // Returns the arguments of the call that are not the defaults.
    ArgumentSet given() const {
        using enum Argument;
        const auto only_if = [](bool condition, ArgumentSet arguments) {
            return condition ? arguments : ArgumentSet();
        };
        const CounterArguments& more = step_.more;
        const ArgumentSet given =
            ArgumentSet{window,  target, source,  peer,  root,     tag,          handles, counters,
                        counter, modes,  initial, index, outcount, tested_index, new_size} |
            only_if(of_handle_, {datatype}) | only_if(of_handle_ && (message_ || step_.target == rank_), {value}) |
            only_if(of_handle_ || !message_, {as}) | only_if(more.restart, {info}) |
            only_if(!more.requests.empty(), {request, new_request}) |
            only_if(step_.call != Call::request_wait, {requests});
        return description_of(step_.call).arguments & given;
    }

    void operator()(ArgumentSet held, WindowId& id) const {
        if (held.contains(Argument::window)) id = step_.window;
    }
    void operator()(ArgumentSet held, Expression& value) {
        switch (held.first()) {
            case Argument::target:
            case Argument::source:
            case Argument::peer: value = number(rank()); return;
            case Argument::root: value = number(step_.target); return;
            case Argument::tag: value = number(step_.more.tag); return;
            case Argument::counter: value = names_.value(handle_letter, step_.more.handles.front()); return;
            case Argument::initial: value = Expression(step_.more.count); return;
            default: return;
        }
    }
    void operator()(ArgumentSet, std::optional<Expression>& new_size) const { new_size = number(step_.more.new_size); }
    void operator()(ArgumentSet, ElementCount& elements) const {
        if (of_handle_) elements.datatype = Datatype::handle_sync;
    }
    void operator()(ArgumentSet, SentData& data) {
        if (!message_ && step_.target != rank_) return;
        data = computed(of_handle_ ? names_.value(handle_letter, step_.more.handles.front()) : rank_expression());
    }
    void operator()(ArgumentSet, sim::ReceivedData& data) {
        if (!of_handle_) return;
        data.kind = LocalData::variable;
        data.variable.variable = names_.slot(handle_letter, step_.more.handles.front());
    }
    void operator()(ArgumentSet held, WrittenName& name) {
        switch (held.first()) {
            case Argument::new_request:
                if (step_.more.requests.empty()) return;
                name.variable = names_.slot(counter_request_letter, step_.more.requests.front());
                return;
            case Argument::as: name.variable = names_.slot(done_letter, 0); return;
            case Argument::handles: name.variable = names_.slot(handle_letter, step_.more.handles.front()); return;
            case Argument::index:
            case Argument::outcount:
            case Argument::tested_index: name.variable = names_.slot(which_letter, 0); return;
            default: return;
        }
    }
    void operator()(ArgumentSet held, IntegerList& list) {
        const CounterArguments& more = step_.more;
        if (held.contains(Argument::counters)) list = names_.list(handle_letter, more.handles);
        else if (held.contains(Argument::request) && !more.requests.empty())
            list = names_.list(counter_request_letter, {more.requests.front()});
        else list = names_.list(counter_request_letter, more.requests);
    }
    void operator()(ArgumentSet, SyncModes& modes) const { modes = step_.more.modes; }
    void operator()(ArgumentSet held, bool& restart) const {
        if (held.contains(Argument::info)) restart = step_.more.restart;
    }
    template <class Other>
    void operator()(ArgumentSet, Other&) const {}

private:
    Rank rank() const { return message_ ? step_.target : rank_in_window(random_, step_.window, rank_, step_.target); }

    const RandomProgram& random_;
    Rank rank_;
    const Step& step_;
    VariableNames& names_;
    bool message_, of_handle_;
};

// Numbers of threads that have a flag, in the order in which programs name the flags.
using Flags = std::vector<std::uint32_t>;

class ThreadCompiler {
public:
    // `first` is the first slot for a program's own variables.
    ThreadCompiler(const RandomProgram& program, Rank rank, Flags& flags, Slot first)
        : random_(program), rank_(rank), flags_(flags), names_(first) {}

    // Returns the calls as JSON. `names` has all names except those of variables.
    sim::Json write(const std::vector<ThreadCall>& calls, sim::WrittenNames names) {
        std::vector<sim::WrittenCall> written;
        written_ = &written;
        const sim::Program program = compile(calls, {});
        const std::vector<std::string> variables = names_.texts();
        names.variable = [&](Slot slot) { return variables[slot]; };
        sim::Json list = sim::Json::array();
        for (std::size_t i = 0; i < program.code.size(); ++i) {
            list.push_back(write_call(program.code[i], written[i], names));
        }
        return list;
    }

    // Compiles the calls of a thread. `location` is the location of the thread's list of calls.
    sim::Program compile(const std::vector<ThreadCall>& calls, const std::string& location) {
        location_ = &location;
        program_.code.reserve(calls.size());
        program_.locations.reserve(calls.size());
        for (const ThreadCall& call : calls) add(call);
        for (const ThreadCall& call : calls) add_store(call.step);
        program_.variables = names_.slots();
        for (const std::uint32_t thread : flags_) program_.flags.push_back('t' + std::to_string(thread));
        return std::move(program_);
    }

private:
    Instruction& start(std::string_view verb) {
        const std::string number = std::to_string(program_.locations.size());
        std::string& location = program_.locations.emplace_back();
        location.reserve(location_->size() + number.size() + verb.size() + 3);
        location.append(*location_).append("[").append(number).append("].").append(verb);
        Instruction& made = program_.code.emplace_back();
        made.location = static_cast<std::uint32_t>(program_.locations.size() - 1);
        if (written_ != nullptr) written_->emplace_back();
        return made;
    }
    // Records the arguments that the JSON of the last call has.
    void give(ArgumentSet arguments) {
        if (written_ != nullptr) written_->back().arguments = arguments;
    }
    template <class Body>
    Body& start(std::string_view verb) {
        return start(verb).body.emplace<Body>();
    }
    Instruction& start(Call call) {
        Instruction& made = start(verb_of(description_of(call)));
        made.call = call;
        made.body = sim::body_of(call);
        return made;
    }

    void add(const ThreadCall& call) {
        if (call.step != nullptr) return add_step(*call.step);
        if (call.array) return add_array(*call.array);
        if (call.address) return add_address(call, *call.address);
        if (call.message != Call::none) return add_message(call.message, no_window, rank_, call.tag, std::nullopt);
        switch (call.among) {
            case ThreadSyncCall::barrier: start<sim::ThreadBarrierInstruction>("thread_barrier"); return;
            case ThreadSyncCall::set_flag: return set_flag(start<sim::SetFlagInstruction>("set_flag"), call);
            case ThreadSyncCall::wait_flag: return set_flag(start<sim::WaitFlagInstruction>("wait_flag"), call);
        }
    }

    void set_flag(sim::FlagInstruction& made, const ThreadCall& call) {
        const auto known = std::find(flags_.begin(), flags_.end(), call.flag);
        made.flag = static_cast<Slot>(known - flags_.begin());
        if (known == flags_.end()) flags_.push_back(call.flag);
        made.value = number(call.value);
    }

    void add_address(const ThreadCall& call, const BlocksAddress& address) {
        const std::uint32_t variable = address.variable(random_);
        if (call.message == Call::none) {
            auto& made = start<sim::AddressInstruction>("get_address");
            const BlockLocation blocks = blocks_of(random_, address.window, rank_);
            made.space = blocks.space;
            made.disp = number(blocks.first);
            made.variable = names_.name(address_letter, variable);
            return;
        }
        Instruction& made = start(call.message);
        give({Argument::target, Argument::source, Argument::tag, Argument::datatype, Argument::value, Argument::as});
        const ElementCount one{number(1), Datatype::int64};
        if (auto* const receive = std::get_if<sim::ReceiveInstruction>(&made.body)) {
            set_envelope(*receive, receive->source, call.peer, call.tag, one);
            receive->data.kind = LocalData::variable;
            receive->data.variable = names_.name(address_letter, variable);
        } else {
            auto& send = std::get<sim::SendInstruction>(made.body);
            set_envelope(send, send.target, call.peer, call.tag, one);
            send.data = computed(names_.value(address_letter, variable));
        }
    }

    void set_envelope(auto& message, Expression& peer, Rank rank, std::uint32_t tag, const ElementCount& elements) {
        peer = number(rank);
        message.tag = number(tag);
        message.elements = elements;
    }

    // Adds a message to or from a rank of `comm`. The default count is 1.
    void add_message(Call call, WindowId comm, Rank peer, std::uint32_t tag, std::optional<std::int64_t> count) {
        Instruction& made = start(call);
        give(ArgumentSet{Argument::target, Argument::source, Argument::tag} |
             (comm == no_window ? ArgumentSet() : ArgumentSet{Argument::comm}) |
             (count ? ArgumentSet{Argument::count} : ArgumentSet()));
        const ElementCount elements{number(count.value_or(1)), Datatype::byte};
        if (auto* const receive = std::get_if<sim::ReceiveInstruction>(&made.body)) {
            receive->comm = comm;
            set_envelope(*receive, receive->source, peer, tag, elements);
        } else {
            auto& send = std::get<sim::SendInstruction>(made.body);
            send.comm = comm;
            set_envelope(send, send.target, peer, tag, elements);
            send.data = computed(rank_expression());
        }
    }

    void add_load(const Step& step) {
        auto& made = start<sim::LoadInstruction>("load");
        const BlockLocation blocks = blocks_of(random_, step.window, step.target);
        made.space = blocks.space;
        if (!random_.is_dynamic(step.window)) {
            made.target = number(rank_in_window(random_, step.window, rank_, step.target));
        }
        made.disp = number(blocks.first + step.region.disp);
        made.datatype = step.region.datatype;
        made.variable = names_.name(result_letter, step.result);
    }

    // Adds a load or store of the rank's window, or of the window "results".
    void add_access(const Step& step) {
        const LocalAccess& access = step.access;
        const bool other = access.operand == LocalAccess::Operand::variable;
        if (access.kind == LocalAccess::Kind::load) {
            auto& made = start<sim::LoadInstruction>("load");
            set_accessed(made, step);
            if (other) made.expected = names_.value(access_letter, access.other);
            else if (access.operand == LocalAccess::Operand::value) made.expected = Expression(step.value);
            made.variable = names_.name(access_letter, access.variable);
            return;
        }
        auto& made = start<sim::StoreInstruction>("store");
        set_accessed(made, step);
        made.value = other ? names_.sum(access_letter, access.other, step.value) : Expression(step.value);
        if (!other || written_ == nullptr) return;
        const std::string variable = VariableNames::text(access_letter, access.other);
        written_->back().texts.emplace_back(Argument::value, fmt::format("{} + {}", variable, step.value));
    }

    void set_accessed(sim::AccessInstruction& made, const Step& step) const {
        const BlockLocation blocks = blocks_of(random_, step.window, rank_);
        made.space = step.access.of_results ? random_.windows : blocks.space;
        made.disp = number((step.access.of_results ? 0 : blocks.first) + disp_of_access(step));
        made.datatype = Datatype::int64;
    }

    void add_step(const Step& step) {
        if (step.read.loads) return add_load(step);
        if (step.access.kind != LocalAccess::Kind::none) return add_access(step);
        if (step.by_store) return add_store_of_owner(step);
        if (is_in_round(step)) return add_step_of_round(step);
        if (description_of(step.call).kind == CallClass::message && step.more.unit < 0) {
            const WindowId comm =
                step.comm < 0 ? no_window : sim::CommunicatorTable::number_of(static_cast<std::size_t>(step.comm));
            // Without data, the message is eager with any limit.
            return add_message(step.call, comm, peer_of(random_, rank_, step), step.more.tag, 0);
        }
        Instruction& made = start(step.call == Call::request_wait ? step.waits_by : step.call);
        if (step.more.unit >= 0 && !is_operation(step.call)) {
            CounterStepArguments arguments(random_, rank_, step, names_);
            if (written_ != nullptr) give(arguments.given());
            each_argument(made, arguments);
        } else {
            StepArguments arguments(random_, rank_, step, names_, written_ ? &written_->back() : nullptr);
            if (written_ != nullptr) give(arguments.given(made.call));
            each_argument(made, arguments);
        }
    }

    void add_step_of_round(const Step& step) {
        Instruction& made = start(step.call == Call::request_wait ? step.waits_by : step.call);
        MessageStepArguments arguments(random_, rank_, step, names_, written_ ? &written_->back() : nullptr);
        if (written_ != nullptr) give(arguments.given(made.call));
        each_argument(made, arguments);
    }

    void add_array(const StatusArray& array) {
        auto& made = start<sim::ClearInstruction>("array");
        made.first = names_.array(array.letter, array.number);
        made.length = sim::status_length;
    }

    void add_store_of_owner(const Step& step) {
        auto& made = start<sim::StoreInstruction>("store");
        give({Argument::count, Argument::step});
        made.space = step.window;
        made.disp = number(step.region.disp);
        made.count = number(step.region.count);
        made.datatype = step.region.datatype;
        made.value = Expression(step.value);
        made.step = Expression(step.step);
    }

    // Adds stores of variables to "results": of a fetched variable, or of the status of a message. All epochs have
    // ended, so the variables have their values.
    void add_store(const Step* step) {
        if (step != nullptr && receives_in_round(*step)) return add_stores_of_message(*step);
        if (step == nullptr || !has_results(*step) || !into_variable(*step)) return;
        auto& made = start<sim::StoreInstruction>("store");
        made.space = random_.windows;
        made.disp = number(std::int64_t{step->result} * 8);
        made.datatype = Datatype::int64;
        made.value = names_.value(result_letter, step->result);
    }

    void add_stores_of_message(const Step& receive) {
        for (const MessageStore& store : stores_of_message(random_, rank_, receive)) {
            auto& made = start<sim::StoreInstruction>("store");
            made.space = random_.windows;
            made.datatype = Datatype::int64;
            made.disp = names_.element_expression(store.disp, store.letter, receive.result);
            made.value = store.element < 0 ? names_.value(data_letter, receive.result)
                                           : names_.element(store.letter, receive.result, store.element);
            if (written_ == nullptr) continue;
            const std::string array = VariableNames::text(store.letter, receive.result);
            auto& texts = written_->back().texts;
            if (!made.disp.is_constant()) {
                texts.emplace_back(Argument::disp, VariableNames::with_name(store.disp, array));
            }
            if (store.element >= 0) texts.emplace_back(Argument::value, fmt::format("{}[{}]", array, store.element));
        }
    }

    const RandomProgram& random_;
    Rank rank_;
    Flags& flags_;
    const std::string* location_ = nullptr;
    sim::Program program_;
    VariableNames names_;
    std::vector<sim::WrittenCall>* written_ = nullptr;  // for each instruction; null if the calls are not written
};

}  // namespace

void compile_programs(const RandomProgram& program, sim::Scenario& scenario) {
    Flags flags;
    const Slot own = scenario.scope.first_free_slot();
    scenario.programs.clear();
    scenario.program_of_rank.clear();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        std::vector<sim::Program> threads;
        for (const std::vector<ThreadCall>& calls : calls_of_threads(program, rank)) {
            const std::string location = program.threads == 1
                                             ? fmt::format("programs[{}].calls", rank)
                                             : fmt::format("programs[{}].threads[{}]", rank, threads.size());
            threads.push_back(ThreadCompiler(program, rank, flags, own).compile(calls, location));
        }
        scenario.programs.push_back(std::move(threads));
        scenario.program_of_rank.push_back(rank);
    }
    for (const std::uint32_t thread : flags) scenario.flags.push_back('t' + std::to_string(thread));
    note_uses(scenario);
}

sim::Json written_programs(const RandomProgram& program) {
    std::vector<std::string> spaces = window_names(program);
    spaces.emplace_back("results");
    sim::WrittenNames names;
    names.windows = spaces.size();
    for (WindowId window = 0; window < program.windows; ++window) {
        if (program.is_dynamic(window)) spaces.push_back(buffer_name(window));
    }
    Flags flags;
    names.space = [&](sim::SpaceId space) { return spaces[space]; };
    names.communicator = [](WindowId comm) { return communicator_name(sim::CommunicatorTable::name_of(comm)); };
    names.flag = [&](Slot flag) { return 't' + std::to_string(flags[flag]); };
    names.reduction = [](std::uint32_t number) { return std::string(random_operators[number].name); };
    sim::Json programs = sim::Json::array();
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        sim::Json lists = sim::Json::array();
        for (const std::vector<ThreadCall>& calls : calls_of_threads(program, rank)) {
            lists.push_back(ThreadCompiler(program, rank, flags, sim::first_own_slot).write(calls, names));
        }
        sim::Json& entry = programs.emplace_back(sim::Json{{"ranks", std::to_string(rank)}});
        if (program.threads == 1) entry["calls"] = lists.front();
        else entry["threads"] = std::move(lists);
    }
    return programs;
}

}  // namespace rmasim::fuzz
