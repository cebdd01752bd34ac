// Prepares calls on windows, operations and calls on requests. Checks of arguments that loads and stores have, too.
#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/base/types.h"
#include "sim/programs/call_preparation.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/null_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rmasim::sim {

namespace {

constexpr Slot nowhere = 0;  // the index of a predefined variable, to which no program writes

// The results of a call that the program may store in its variables, as bits.
enum Results : std::uint8_t {
    number_result = 1,  // of a request or a message
    flag_result = 2,
    index_result = 4,  // or the number of complete requests
    status_result = 8,
    tested_index_result = 16,
    indices_result = 32
};

// By call.
constexpr auto results_of_calls = [] {
    std::array<std::uint8_t, call_table.size()> results{};
    for (std::size_t call = 0; call < call_table.size(); ++call) {
        const CallDescription& described = call_table[call];
        const auto add = [&](bool has, Results result) { results[call] |= has ? result : 0; };
        add(described.has(Argument::new_request) || described.has(Argument::new_message), number_result);
        add(has_flag(described.call), flag_result);
        add(described.has(Argument::index) || described.has(Argument::outcount), index_result);
        add(described.has(Argument::status), status_result);
        add(described.has(Argument::tested_index), tested_index_result);
        add(described.has(Argument::indices), indices_result);
    }
    return results;
}();

// True if all requests of the call still exist after the call, so that it does not write to their variables.
bool keeps_requests(const CallRequest& call) {
    const auto stays = [](RequestId id) { return id == no_request || (id & persistent_request) != 0; };
    return starts_requests(call.call) ||
           (call.call != Call::request_free && std::all_of(call.requests.begin(), call.requests.end(), stays));
}

}  // namespace

// ---- Checks of arguments.

const RankGroup* Interpreter::window_members(const Thread& thread, const Instruction& at, SpaceId window,
                                             const char* what) const {
    const WindowSettings& settings = scenario_.space(window);
    if (settings.comm == no_window || settings.changes_comm) return nullptr;
    const Split& split = scenario_.communicators->numbered(settings.comm);
    const RankGroup* const group = split.group_of(thread.rank);
    if (group != nullptr) return group;
    reject(thread, at, what, fmt::format("\"{}\", a window of \"{}\"", settings.name, split.name()),
           fmt::format("a window that the rank has: rank {} {}", thread.rank, split.absence_text()));
}

Rank Interpreter::member_at(Thread& thread, const Instruction& at, const Expression& rank, const char* what,
                            const RankGroup& group, WindowId comm, bool may_be_null) const {
    return member_numbered(thread, at, evaluate(thread, at, rank, what), what, group, comm, may_be_null);
}

Rank Interpreter::member_numbered(const Thread& thread, const Instruction& at, std::int64_t comm_rank, const char* what,
                                  const RankGroup& group, WindowId comm, bool may_be_null) const {
    if (comm_rank == proc_null && may_be_null) return proc_null;
    if (comm_rank >= 0 && comm_rank < group.size()) return group.member(static_cast<Rank>(comm_rank));
    const std::string whose = comm == no_window
                                  ? "the window's communicator has"
                                  : "this rank's \"" + scenario_.communicators->numbered(comm).name() + "\" has";
    reject(thread, at, what, std::to_string(comm_rank),
           fmt::format("{} to {}: {} {} ranks", may_be_null ? "-1 (MPI_PROC_NULL)" : "0", group.size() - 1, whose,
                       group.size()));
}

Rank Interpreter::member_argument(Thread& thread, const Instruction& at, SpaceId window, const Expression& rank) const {
    const RankGroup* const group = window_members(thread, at, window);
    if (group == nullptr) return rank_argument(thread, at, rank, "target");
    return member_at(thread, at, rank, "target", *group, scenario_.space(window).comm, false);
}

std::uint32_t Interpreter::prepare_count(Thread& thread, const Instruction& at, const Expression& count,
                                         Datatype datatype) const {
    const std::int64_t max = limits::max_bytes_per_call / static_cast<std::int64_t>(bytes_of(datatype));
    return static_cast<std::uint32_t>(evaluate_within(thread, at, count, "count", 0, max));
}

std::uint64_t Interpreter::prepare_message_count(Thread& thread, const Instruction& at, const Expression& count,
                                                 Datatype datatype) const {
    const std::int64_t max = limits::max_bytes_per_message / static_cast<std::int64_t>(bytes_of(datatype));
    return static_cast<std::uint64_t>(evaluate_within(thread, at, count, "count", 0, max));
}

void Interpreter::require_accessed(Thread& thread, const Instruction& at, SpaceId space, const Region& region,
                                   Rank owner) const {
    if (window_comms_) (void)window_members(thread, at, space);
    require_exists(thread, at, owner, space);
    require_inside(thread, at, space, region, owner, 1);
}

void Interpreter::require_inside(Thread& thread, const Instruction& at, SpaceId space, const Region& region, Rank owner,
                                 std::uint64_t disp_unit) const {
    const WindowSettings& window = scenario_.space(space);
    if (window.dynamic) return;  // the target checks attached memory when the operation arrives
    const std::uint64_t part = window.bytes.of(owner);
    const std::uint64_t bytes = region.extent_bytes();
    if (bytes <= part && region.disp <= (part - bytes) / disp_unit) return;
    const std::string_view kind = kind_of_space(scenario_.windows, space);
    const std::string whose =
        window.is_plain() ? "" : fmt::format(": rank {} has {} bytes of {} \"{}\"", owner, part, kind, window.name);
    if (bytes > part) {
        reject(thread, at, region.basic() ? "count" : "stride", std::to_string(bytes) + " bytes",
               fmt::format("at most the {}'s {} bytes{}", kind, part, whose));
    }
    const std::string unit_text = disp_unit == 1 ? "" : fmt::format(" units of {} bytes", disp_unit);
    reject(thread, at, "disp", std::to_string(static_cast<std::int64_t>(region.disp)) + unit_text,
           fmt::format("0 to {}{}", (part - bytes) / disp_unit, whose));
}

// Raises ErroneousProgram if the window does not exist. Used for loads, stores and local buffers, which the library
// does not check.
void Interpreter::require_exists(const Thread& thread, const Instruction& at, Rank owner, SpaceId window) const {
    if (scenario_.space(window).always || memory_.exists(owner, window)) return;
    const std::string whose = owner == thread.rank ? "" : " of rank " + std::to_string(owner);
    throw ErroneousProgram(name_of(at), "window \"" + scenario_.windows[window].name + "\"" + whose +
                                            " does not exist: a window exists from win_create to win_free");
}

// ---- Calls.

CallRequest Interpreter::prepare(Thread& thread, const Instruction& at, const Process& process) const {
    CallRequest call;
    call.call = at.call;
    CallPreparation(*this, thread, at, process, call).prepare();
    return call;
}

void Interpreter::store_answer(Thread& thread) const {
    const Instruction& at = thread.current();
    const std::uint8_t results = results_of_calls[static_cast<std::size_t>(at.call)];
    if (results == 0) return;
    if (results == number_result) {
        thread.variables[thread.made] = thread.answer.request;
        return;
    }
    if (results == status_result) {
        if (thread.answer.lists) store_statuses(thread, at);
        return;
    }
    if (results & number_result) thread.variables[thread.made] = thread.answer.request;
    if (results & flag_result) thread.variables[thread.answered] = thread.answer.done ? 1 : 0;
    if (results & index_result) thread.variables[thread.answered] = thread.answer.index;
    if ((results & status_result) && thread.answer.lists) store_statuses(thread, at);
    if (thread.made == nowhere) return;
    if (results & tested_index_result) thread.variables[thread.made] = thread.answer.index;
    if (!(results & indices_result) || !thread.answer.lists) return;
    const std::vector<std::int32_t>& indices = thread.answer.lists->indices;
    for (std::size_t i = 0; i < indices.size(); ++i) thread.variables[thread.made + i] = indices[i];
}

// A test that finds nothing complete returns no status. It does not change the array.
void Interpreter::store_statuses(Thread& thread, const Instruction& at) const {
    const WrittenName* const name = status_name(at);
    if (name == nullptr) return;
    std::size_t slot = name->variable;
    for (const MessageStatus& status : thread.answer.lists->statuses) {
        const bool has_rank = status.source >= 0 && status.comm != no_window;
        const Rank source =
            has_rank ? scenario_.communicators->group_of(thread.rank, status.comm).comm_rank_of(status.source)
                     : status.source;
        thread.variables[slot++] = source;
        thread.variables[slot++] = status.tag == any_tag ? any_tag_value : status.tag;
        thread.variables[slot++] = status.cancelled ? cancelled_count : static_cast<std::int64_t>(status.count);
    }
}

Time Interpreter::computation(Thread& thread, const Instruction& at) const {
    return from_ns(evaluate_within(thread, at, at.as<ComputeInstruction>().time_ns, "ns", 0, limits::max_nanoseconds));
}

void CallPreparation::set_window_members(WindowId window) {
    if (!scenario_.windows[window].changes_comm) {
        window_members_ = interpreter_.window_members(thread_, at_, window);
        return;
    }
    changed_members_ = process_.current_members(window);
    window_members_ = changed_members_ ? &*changed_members_ : interpreter_.window_members(thread_, at_, window);
}

// Sets the target, which may be MPI_PROC_NULL if the call allows that.
void CallPreparation::set_target(const Expression& target) {
    const bool may_be_null = takes_proc_null(at_.call);
    if (window_members_ == nullptr) [[likely]] {
        call_.target =
            static_cast<Rank>(evaluate_within(target, "target", may_be_null ? proc_null : 0, scenario_.ranks - 1));
        return;
    }
    const WindowId comm = changed_members_ ? no_window : scenario_.windows[call_.window].comm;
    call_.target = interpreter_.member_at(thread_, at_, target, "target", *window_members_, comm, may_be_null);
}

void CallPreparation::fill(const TargetInstruction& on) { set_target(on.target); }

void CallPreparation::fill(const AssertedInstruction& on) { call_.asserts = on.asserts; }

void CallPreparation::fill(const LockInstruction& lock) {
    call_.lock_type = lock.type;
    call_.asserts = lock.asserts;
    set_target(lock.target);
}

void CallPreparation::fill(const GroupInstruction& on) {
    call_.asserts = on.asserts;
    call_.group = group(on.group);
}

void CallPreparation::fill(const WindowTestInstruction& test) { set_answer(test.flag); }

// Returns the group of a call. Like a program that prepares the arguments of MPI_Group_incl, it omits MPI_PROC_NULL,
// which stands for a missing neighbour. A rank that occurs twice is an error of the program, as in MPI. The group has
// the order of the list, which contains ranks of the window's communicator.
std::vector<Rank> CallPreparation::group(const IntegerList& list) {
    const RankGroup* const members = window_members_;
    const Rank max = (members == nullptr ? scenario_.ranks : members->size()) - 1;
    std::vector<Rank> group = list.ranks;
    for (Rank comm_rank = 0; list.all_of_comm && comm_rank <= max; ++comm_rank) group.push_back(comm_rank);
    if (members != nullptr && !group.empty() && group.back() > max) reject_member(group.back());
    for (const Expression& expression : list.expressions) {
        const std::int64_t rank = evaluate_within(expression, "group", proc_null, max);
        if (rank != proc_null) group.push_back(static_cast<Rank>(rank));
    }
    std::vector<Rank> sorted = group;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
        reject("group", "rank " + std::to_string(*twice) + " twice",
               "each rank at most once, as in MPI_Group_incl; only -1 (MPI_PROC_NULL, ignored) may be repeated");
    }
    if (members == nullptr) return group;
    for (Rank& one : group) one = members->member(one);
    return group;
}

void CallPreparation::reject_member(Rank comm_rank) const {
    reject("group", std::to_string(comm_rank),
           fmt::format("0 to {}: this rank's \"{}\" has {} ranks", window_members_->size() - 1,
                       scenario_.communicators->numbered(scenario_.windows[call_.window].comm).name(),
                       window_members_->size()));
}

// ---- Operations.

void CallPreparation::set_vector(const TargetElements& elements, Region& region) {
    if (elements.block_length.is_constant() && elements.block_length.constant() == 0) return;
    const auto [min, max] = limits::block_length;
    const std::int64_t length = evaluate_within(elements.block_length, "block_length", min, max);
    region.block_length = static_cast<std::uint32_t>(length);
    region.stride = static_cast<std::uint32_t>(evaluate_within(elements.stride, "stride", length, max));
}

// The displacement of the region is in units of the segment's disp_unit.
void CallPreparation::begin_operation(const TargetElement& element, const Region& region) {
    Operation& operation = call_.operation;
    operation.kind = description_of(at_.call).operation;
    operation.window = element.window;
    operation.target = call_.target;
    operation.region = region;
    operation.region.disp = static_cast<std::uint64_t>(evaluate(element.disp, "disp"));
    if (call_.target == proc_null) return;
    const std::uint64_t unit = scenario_.space(element.window).disp_unit.of(call_.target);
    interpreter_.require_inside(thread_, at_, element.window, operation.region, call_.target, unit);
}

void CallPreparation::begin_operation(const TargetElement& element) {
    set_target(element.target);
    begin_operation(element, {.count = 1, .datatype = element.datatype});
}

std::uint32_t CallPreparation::begin_operation(const TargetElements& elements, const WrittenName& request) {
    if (has_request(at_.call)) set_new_request(request);
    set_target(elements.target);
    Region region{.count = interpreter_.prepare_count(thread_, at_, elements.count, elements.datatype),
                  .datatype = elements.datatype};
    set_vector(elements, region);
    begin_operation(elements, region);
    call_.operation.origin_derived = elements.origin_derived;
    return region.count;
}

void CallPreparation::fill(const PutInstruction& put) {
    const std::uint32_t count = begin_operation(put, put.request);
    call_.operation.origin = local_data(put.origin, "from", count, put.datatype);
    call_.operation.result = discard_buffer();
}

void CallPreparation::fill(const GetInstruction& get) {
    const std::uint32_t count = begin_operation(get, get.request);
    call_.operation.origin = discard_buffer();
    call_.operation.result = received(get.result, count, get.datatype);
}

void CallPreparation::fill(const AccumulateInstruction& accumulate) {
    const std::uint32_t count = begin_operation(accumulate, accumulate.request);
    call_.operation.reduce = accumulate.op;
    call_.operation.origin = local_data(accumulate.origin, "from", count, accumulate.datatype);
    call_.operation.result = discard_buffer();
}

void CallPreparation::fill(const GetAccumulateInstruction& accumulate) {
    const std::uint32_t count = begin_operation(accumulate, accumulate.request);
    call_.operation.reduce = accumulate.op;
    call_.operation.origin = local_data(accumulate.origin, "from", count, accumulate.datatype);
    call_.operation.result = received(accumulate.result, count, accumulate.datatype);
}

void CallPreparation::fill(const FetchAndOpInstruction& fetch) {
    begin_operation(fetch);
    call_.operation.reduce = fetch.op;
    call_.operation.origin = local_data(fetch.origin, "from", 1, fetch.datatype);
    call_.operation.result = received(fetch.result, 1, fetch.datatype);
}

void CallPreparation::fill(const CompareAndSwapInstruction& swap) {
    begin_operation(swap);
    if (swap.origin.kind == LocalData::window) {
        call_.operation.origin = local_data(swap.origin, "from", 2, swap.datatype);
    } else {
        // The origin buffer has two elements, the new value and the compare value. It is encoded as a sequence.
        const std::int64_t value = evaluate(swap.origin.first, "value");
        const std::int64_t compare = evaluate(swap.compare, "compare");
        const auto step = static_cast<std::uint64_t>(compare) - static_cast<std::uint64_t>(value);
        call_.operation.origin = affine_buffer(value, static_cast<std::int64_t>(step));
    }
    call_.operation.result = received(swap.result, 1, swap.datatype);
}

OriginBuffer CallPreparation::received(const ReceivedData& data, std::uint64_t count, Datatype datatype) {
    if (data.kind == LocalData::variable) return variable_buffer(thread_.number, slot_of(data.variable, "as"));
    return local_data(data, "into", count, datatype);
}

OriginBuffer CallPreparation::evaluated_data(const LocalElements& elements, const char* what, std::uint64_t count,
                                             Datatype datatype) {
    const bool in_window = elements.kind == LocalData::window;
    const std::int64_t first = evaluate(elements.first, in_window ? "disp" : "value");
    const std::int64_t step = evaluate(elements.step, in_window ? "stride" : "step");
    if (!in_window) return affine_buffer(first, step);

    if (interpreter_.window_comms_) (void)interpreter_.window_members(thread_, at_, elements.space, what);
    interpreter_.require_exists(thread_, at_, thread_.rank, elements.space);
    const auto window_bytes = static_cast<std::int64_t>(scenario_.space(elements.space).bytes.of(thread_.rank));
    const std::int64_t steps = count == 0 ? 0 : static_cast<std::int64_t>(count) - 1;
    const std::int64_t max = window_bytes - static_cast<std::int64_t>(bytes_of(datatype));
    std::int64_t reach = 0;
    std::int64_t last = 0;
    const bool overflow = __builtin_mul_overflow(steps, step, &reach) || __builtin_add_overflow(first, reach, &last);
    const bool fits = !overflow && first >= 0 && last >= 0 && first <= max && last <= max;
    if (!fits && count > 0) {
        reject(what, "elements from byte " + std::to_string(first) + " in steps of " + std::to_string(step),
               fmt::format("elements inside the {}'s {} bytes", kind_of_space(scenario_.windows, elements.space),
                           window_bytes));
    }
    return window_buffer(elements.space, first, step);
}

// ---- Requests.

void CallPreparation::set_requests(const IntegerList& list) {
    const bool is_array = list.whole_array != 0;
    if (!is_array || !copy_requests(list)) {
        call_.requests.reserve(list.expressions.size());
        for (const Expression& expression : list.expressions) {
            call_.requests.push_back(static_cast<RequestId>(evaluate_within(expression, "request", 0, UINT32_MAX)));
        }
    }
    if (keeps_requests(call_)) return;
    auto more = std::make_shared<RequestArguments>();
    if (is_array) more->names.push_back(variable_buffer(thread_.number, list.whole_array));
    else more->names = names_of(list);
    more->names_are_array = is_array;
    call_.more = std::move(more);
}

// Copies the requests of a whole array. Returns false, without effect, if an element cannot be a request.
bool CallPreparation::copy_requests(const IntegerList& list) {
    const auto array = thread_.variables.subspan(list.whole_array, list.expressions.size());
    std::uint64_t bits = 0;
    for (const std::int64_t value : array) bits |= static_cast<std::uint64_t>(value);
    if (bits > UINT32_MAX) return false;
    call_.requests.resize(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) call_.requests[i] = static_cast<RequestId>(array[i]);
    return true;
}

std::vector<OriginBuffer> CallPreparation::names_of(const IntegerList& list) {
    std::vector<OriginBuffer> names;
    names.reserve(list.names.size());
    for (const std::optional<WrittenName>& name : list.names) {
        names.push_back(name ? variable_buffer(thread_.number, slot_of(*name, "request")) : discard_buffer());
    }
    return names;
}

// Sets the variable for the indices that TESTANY and similar calls return. It is `nowhere` if the program does not
// request indices.
void CallPreparation::set_indices(const WrittenName& name) {
    thread_.made = name.variable == nowhere ? nowhere : slot_of(name, "index");
}

void CallPreparation::fill(const RequestsInstruction& on) {
    set_requests(on.requests);
    set_status(on.status);
}

void CallPreparation::fill(const TestInstruction& test) {
    set_requests(test.requests);
    if (has(Argument::tested_index)) set_indices(test.index);
    set_status(test.status);
    set_answer(test.flag);
}

void CallPreparation::fill(const WaitAnyInstruction& wait) {
    set_requests(wait.requests);
    set_answer(wait.index);
    set_status(wait.status);
}

void CallPreparation::fill(const CompleteSomeInstruction& some) {
    set_requests(some.requests);
    set_indices(some.indices);
    set_answer(some.count);
    set_status(some.status);
}

}  // namespace rmasim::sim
