#include "sim/untimed/fuzz/program_compiler.h"

#include "sim/scenario/read/program_uses.h"
#include "sim/untimed/fuzz/random_collectives.h"
#include "sim/untimed/fuzz/random_communicators.h"
#include "sim/untimed/fuzz/random_dynamic.h"
#include "sim/untimed/fuzz/scenario_writer.h"
#include "sim/untimed/fuzz/thread_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rmasim::fuzz {

namespace {

using sim::Expression;
using sim::Instruction;
using sim::InstructionKind;
using sim::IntegerList;
using sim::LocalData;
using sim::Slot;
using sim::WrittenName;

const Expression& rank_expression() {
    static const Expression rank = Expression::compile("rank", sim::Scope{});
    return rank;
}

// The variables of a thread. As in the JSON of the scenario writer, the name of a variable is a letter and a number.
class VariableNames {
public:
    // `first` is the first slot for the program's own variables.
    explicit VariableNames(Slot first) : next_(first) {}

    // Returns the slot of a variable. Declares the variable if it is not declared.
    Slot slot(char letter, std::uint32_t number) {
        std::vector<Slot>& slots = slots_[static_cast<std::size_t>(letter - 'a')];
        if (slots.size() <= number) slots.resize(std::size_t{number} + 1, 0);
        if (slots[number] == 0) slots[number] = static_cast<Slot>(next_++);
        return slots[number];
    }
    Expression value(char letter, std::uint32_t number) {
        return Expression::compile("v", sim::Scope{{{"v", slot(letter, number)}}});
    }
    template <class Number>
    Expression sum(char letter, std::uint32_t number, Number more) {
        return Expression::compile(fmt::format("v + {}", more), sim::Scope{{{"v", slot(letter, number)}}});
    }
    std::size_t slots() const { return next_; }

private:
    std::array<std::vector<Slot>, 26> slots_;  // by letter and number; 0 if not declared
    std::size_t next_;
};

constexpr char result_letter = 'f', request_letter = 'r', handle_letter = 'h', counter_request_letter = 'q';
constexpr char access_letter = 'l', address_letter = 'a', ticket_letter = 'k';
constexpr char done_letter = 'd', which_letter = 'w';  // each is the letter of one variable: "done" and "which"

// Numbers of threads that have a flag, in the order in which programs name the flags.
using Flags = std::vector<std::uint32_t>;

class ThreadCompiler {
public:
    // `first` is the first slot for a program's own variables.
    ThreadCompiler(const RandomProgram& program, Rank rank, Flags& flags, Slot first)
        : random_(program), rank_(rank), flags_(flags), names_(first) {}

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
    Instruction& start(InstructionKind kind, std::string_view verb) {
        const std::string number = std::to_string(program_.locations.size());
        std::string& location = program_.locations.emplace_back();
        location.reserve(location_->size() + number.size() + verb.size() + 3);
        location.append(*location_).append("[").append(number).append("].").append(verb);
        Instruction& made = program_.code.emplace_back();
        made.kind = kind;
        made.location = static_cast<std::uint32_t>(program_.locations.size() - 1);
        return made;
    }

    void add(const ThreadCall& call) {
        if (call.step != nullptr) return add_step(*call.step);
        if (call.address) return add_address(call, *call.address);
        if (call.message != Call::none) return add_message(call);
        if (call.among == InstructionKind::thread_barrier) {
            start(call.among, "thread_barrier");
            return;
        }
        Instruction& made = start(call.among, call.among == InstructionKind::set_flag ? "set_flag" : "wait_flag");
        const auto known = std::find(flags_.begin(), flags_.end(), call.flag);
        made.variable = static_cast<Slot>(known - flags_.begin());
        if (known == flags_.end()) flags_.push_back(call.flag);
        made.value = Expression(std::int64_t{call.value});
    }

    Instruction& start(Call call) {
        Instruction& made = start(InstructionKind::call, verb_of(description_of(call)));
        made.call = call;
        return made;
    }

    void add_address(const ThreadCall& call, const BlocksAddress& address) {
        const std::uint32_t variable = address.variable(random_);
        if (call.message == Call::none) {
            Instruction& made = start(InstructionKind::address, "get_address");
            const BlockLocation blocks = blocks_of(random_, address.window, rank_);
            made.window = blocks.space;
            made.disp = Expression(static_cast<std::int64_t>(blocks.first));
            return set_variable(made, address_letter, variable);
        }
        Instruction& made = start(call.message);
        made.target = Expression(std::int64_t{call.peer});
        made.value = Expression(std::int64_t{call.tag});
        made.datatype = Datatype::int64;
        if (call.message == Call::recv) set_variable(made, address_letter, variable);
        else set_affine(made, names_.value(address_letter, variable));
    }

    // Adds a message by which threads of one rank synchronise.
    void add_message(const ThreadCall& call) {
        set_message(start(call.message), Expression(std::int64_t{rank_}), call.tag);
    }

    void set_message(Instruction& made, Expression other, std::uint32_t tag) {
        made.target = std::move(other);
        made.value = Expression(std::int64_t{tag});
        if (description_of(made.call).has(Argument::value)) set_affine(made, rank_expression());
    }

    void add_load(const Step& step) {
        Instruction& made = start(InstructionKind::load, "load");
        const BlockLocation blocks = blocks_of(random_, step.window, step.target);
        made.window = blocks.space;
        made.elsewhere = !random_.is_dynamic(step.window);
        if (made.elsewhere) {
            made.target = Expression(std::int64_t{rank_in_window(random_, step.window, rank_, step.target)});
        }
        made.disp = Expression(static_cast<std::int64_t>(blocks.first + step.region.disp));
        made.datatype = step.region.datatype;
        set_variable(made, result_letter, step.result);
    }

    // Adds a load or store of the rank's window, or of the window "results".
    void add_access(const Step& step) {
        const LocalAccess& access = step.access;
        const bool loads = access.kind == LocalAccess::Kind::load;
        Instruction& made = start(loads ? InstructionKind::load : InstructionKind::store, loads ? "load" : "store");
        const BlockLocation blocks = blocks_of(random_, step.window, rank_);
        made.window = access.of_results ? random_.windows : blocks.space;
        made.disp =
            Expression(static_cast<std::int64_t>((access.of_results ? 0 : blocks.first) + disp_of_access(step)));
        made.datatype = Datatype::int64;
        const bool other = access.operand == LocalAccess::Operand::variable;
        if (loads) {
            made.checked = access.operand != LocalAccess::Operand::none;
            if (made.checked) made.value = other ? names_.value(access_letter, access.other) : Expression(step.value);
            set_variable(made, access_letter, access.variable);
        } else if (other) {
            set_affine(made, names_.sum(access_letter, access.other, step.value));
        } else {
            set_affine(made, Expression(step.value));
        }
    }

    void add_step(const Step& step) {
        if (step.read.loads) return add_load(step);
        if (step.access.kind != LocalAccess::Kind::none) return add_access(step);
        if (step.by_store) return add_store_of_owner(step);
        Instruction& made = start(step.call == Call::request_wait ? step.waits_by : step.call);
        if (description_of(step.call).kind == CallClass::message && step.more.unit < 0) {
            made.count = Expression(std::int64_t{0});  // without data, the message is eager with any limit
            set_communicator(made, step);
            return set_message(made, Expression(std::int64_t{peer_of(random_, rank_, step)}), step.more.tag);
        }
        if (step.more.unit >= 0 && !is_operation(step.call)) add_counter_arguments(step, made);
        else add_arguments(step, made);
    }

    static void set_communicator(Instruction& made, const Step& step) {
        if (step.comm < 0) return;
        made.comm = sim::CommunicatorTable::number_of(static_cast<std::size_t>(step.comm));
    }

    void add_store_of_owner(const Step& step) {
        Instruction& made = start(InstructionKind::store, "store");
        made.window = step.window;
        made.disp = Expression(static_cast<std::int64_t>(step.region.disp));
        made.count = Expression(std::int64_t{step.region.count});
        made.datatype = step.region.datatype;
        set_affine(made, Expression(step.value), Expression(step.step));
    }

    static void set_affine(Instruction& made, Expression first, Expression step = Expression()) {
        made.origin.kind = LocalData::affine;
        made.origin.first = std::move(first);
        made.origin.step = std::move(step);
    }

    void set_variable(Instruction& made, char letter, std::uint32_t number) {
        made.result.kind = LocalData::variable;
        made.variable = names_.slot(letter, number);
    }

    // ---- The arguments of calls, in the order of the scenario reader. The reader numbers new variables in this order.
    void add_arguments(const Step& step, Instruction& made) {
        const CallDescription& described = description_of(step.call);
        if (described.has(Argument::window)) made.window = step.window;
        if (described.has(Argument::request)) add_list(made, {step.request}, request_letter);
        const CallDescription& waits = description_of(made.call);
        if (waits.has(Argument::index) || waits.has(Argument::outcount)) set_variable(made, which_letter, 0);
        if (described.has(Argument::comm)) set_communicator(made, step);
        if (described.has(Argument::target)) {
            made.target = Expression(std::int64_t{rank_in_window(random_, step.window, rank_, step.target)});
            if (step.read.of_last) made.target = target_of_last(step);
        }
        if (described.has(Argument::root)) made.target = Expression(std::int64_t{peer_of(random_, rank_, step)});
        if (is_collective(step)) {
            made.count = Expression(std::int64_t{step.region.count});
            made.datatype = step.region.datatype;
        }
        if (described.has(Argument::disp)) set_region(step, described, made);
        if (described.has(Argument::memory)) set_attached(step, described, made);
        made.origin_derived = described.has(Argument::origin_derived) && step.origin_derived;
        if (described.has(Argument::op)) made.reduce = step.reduce;
        if (described.has(Argument::value)) {
            const bool steps = described.has(Argument::step);
            set_affine(made, Expression(step.value), Expression(steps ? step.step : 0));
        }
        if (described.has(Argument::compare)) made.origin.step = Expression(step.value + step.step);
        if (described.has(Argument::into) && !into_variable(step)) set_result(step, made);
        if (into_variable(step) && !step.read.ticket) set_variable(made, result_letter, step.result);
        if (step.read.ticket) set_variable(made, ticket_letter, static_cast<std::uint32_t>(step.read.exchange));
        if (described.has(Argument::new_request)) made.request = names_.slot(request_letter, step.request);
        if (described.has(Argument::group)) add_group(step, made);
        if (described.has(Argument::type)) made.lock_type = step.lock_type;
        if (described.has(Argument::asserts)) made.asserts = step.asserts;
    }

    Expression target_of_last(const Step& step) {
        const Slot ticket = names_.slot(ticket_letter, static_cast<std::uint32_t>(step.read.exchange));
        return Expression::compile(fuzz::target_of_last(random_, rank_, step, "v"), sim::Scope{{{"v", ticket}}});
    }

    void set_attached(const Step& step, const CallDescription& described, Instruction& made) const {
        const BlockLocation blocks = blocks_of(random_, step.window, rank_);
        made.origin.kind = LocalData::window;
        made.origin.window = blocks.space;
        made.origin.first = Expression(static_cast<std::int64_t>(blocks.first + step.region.disp));
        if (described.has(Argument::memory_size)) made.count = Expression(std::int64_t{step.region.count});
    }

    void set_region(const Step& step, const CallDescription& described, Instruction& made) {
        const std::uint64_t disp = random_.disp_of(step);
        if (random_.is_dynamic(step.window) && step.target != proc_null) {
            const BlocksAddress address{step.window, step.target};
            made.disp = names_.sum(address_letter, address.variable(random_), disp);
        } else {
            made.disp = Expression(static_cast<std::int64_t>(disp));
        }
        if (described.has(Argument::count)) made.count = Expression(std::int64_t{step.region.count});
        if (described.has(Argument::datatype)) made.datatype = step.region.datatype;
        if (step.region.basic() || !described.has(Argument::block_length)) return;
        made.block_length = Expression(std::int64_t{step.region.block_length});
        made.stride = Expression(std::int64_t{step.region.stride});
    }

    // Sets the result buffer of an operation to the window "results". The elements of this window are words.
    void set_result(const Step& step, Instruction& made) const {
        made.result.kind = LocalData::window;
        if (step.read.into_window) {
            const BlockLocation blocks = blocks_of(random_, step.window, rank_);
            made.result.window = blocks.space;
            made.result.first = Expression(static_cast<std::int64_t>(blocks.first + step.read.into));
            made.result.step = Expression(std::int64_t{8});
            return;
        }
        made.result.window = random_.windows;
        made.result.first = Expression(std::int64_t{step.result} * 8);
        made.result.step = Expression(static_cast<std::int64_t>(result_stride(step)));
    }

    void add_counter_arguments(const Step& step, Instruction& made) {
        const CallDescription& described = description_of(step.call);
        const CounterArguments& more = step.more;
        const bool message = described.kind == CallClass::message;
        const bool of_handle = transfers_handles(step);
        if (described.has(Argument::window) && !message) made.window = step.window;
        const bool one = described.has(Argument::request) && !more.requests.empty();
        if (one) add_list(made, {more.requests.front()}, counter_request_letter);
        else if (described.has(Argument::requests)) add_list(made, more.requests, counter_request_letter);
        if (described.has(Argument::target) || described.has(Argument::source) || described.has(Argument::peer)) {
            const bool of_window = described.has(Argument::window) && !message;
            made.target = Expression(
                std::int64_t{of_window ? rank_in_window(random_, step.window, rank_, step.target) : step.target});
        }
        if (described.has(Argument::root)) made.target = Expression(std::int64_t{step.target});
        if (described.has(Argument::tag)) made.value = Expression(std::int64_t{more.tag});
        if (of_handle) {
            made.datatype = Datatype::handle_sync;
        }
        if (described.has(Argument::value) && (message || step.target == rank_)) {
            set_affine(made, of_handle ? names_.value(handle_letter, more.handles.front()) : rank_expression());
        }
        if (described.has(Argument::as) && (of_handle || !message)) {
            if (of_handle) set_variable(made, handle_letter, more.handles.front());
            else set_variable(made, done_letter, 0);
        }
        if (described.has(Argument::new_request) && !more.requests.empty()) {
            made.request = names_.slot(counter_request_letter, more.requests.front());
        }
        if (described.has(Argument::index) || described.has(Argument::outcount)) set_variable(made, which_letter, 0);
        if (described.has(Argument::tested_index)) made.request = names_.slot(which_letter, 0);
        if (described.has(Argument::handles)) set_variable(made, handle_letter, more.handles.front());
        if (described.has(Argument::counters)) add_list(made, more.handles, handle_letter);
        if (described.has(Argument::modes)) made.modes = more.modes;
        if (described.has(Argument::counter)) made.value = names_.value(handle_letter, more.handles.front());
        if (described.has(Argument::initial)) made.count = Expression(more.count);
        made.restart = described.has(Argument::info) && more.restart;
        if (described.has(Argument::new_size)) made.count = Expression(std::int64_t{more.new_size});
    }

    // Adds a list of variables as an argument.
    void add_list(Instruction& made, const std::vector<std::uint32_t>& numbers, char letter) {
        IntegerList list;
        for (const std::uint32_t number : numbers) {
            list.names.push_back(WrittenName{names_.slot(letter, number), {}});
            list.expressions.push_back(names_.value(letter, number));
        }
        add_list(made, std::move(list));
    }

    void add_group(const Step& step, Instruction& made) {
        IntegerList list;
        for (const Rank rank : step.group) {
            list.expressions.emplace_back(std::int64_t{rank_in_window(random_, step.window, rank_, rank)});
        }
        add_list(made, std::move(list));
    }

    void add_list(Instruction& made, IntegerList list) {
        made.list = static_cast<std::uint32_t>(program_.lists.size());
        program_.lists.push_back(std::move(list));
    }

    // Adds a store of a fetched variable to "results". All epochs have ended, so the variable has its value.
    void add_store(const Step* step) {
        if (step == nullptr || !has_results(*step) || !into_variable(*step)) return;
        Instruction& made = start(InstructionKind::store, "store");
        made.window = random_.windows;
        made.disp = Expression(std::int64_t{step->result} * 8);
        made.datatype = Datatype::int64;
        set_affine(made, names_.value(result_letter, step->result));
    }

    const RandomProgram& random_;
    Rank rank_;
    Flags& flags_;
    const std::string* location_ = nullptr;
    sim::Program program_;
    VariableNames names_;
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

}  // namespace rmasim::fuzz
