// Converts an instruction to a call request: evaluates and checks the arguments.
#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"
#include "protocol/base/proc_null.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/reject.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/null_ranks.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

std::int64_t size_of(const Instruction& at) { return static_cast<std::int64_t>(bytes_of(at.datatype)); }

constexpr Slot nowhere = 0;  // the index of a predefined variable, to which no program writes

// True if all requests of the call still exist after the call, so that it does not write to their variables.
bool keeps_requests(const CallRequest& call) {
    const auto stays = [](RequestId id) { return id == no_request || (id & sync_request) != 0; };
    return starts_requests(call.call) ||
           (call.call != Call::request_free && std::all_of(call.requests.begin(), call.requests.end(), stays));
}

}  // namespace

// Returns the rank that a call names, or MPI_PROC_NULL if the call allows that. Inlined, like all evaluations.
[[gnu::always_inline]] inline Rank Interpreter::rank_or_null(Thread& thread, const Instruction& at,
                                                             const char* what) const {
    const std::int64_t min = takes_proc_null(at.call) ? proc_null : 0;
    return static_cast<Rank>(evaluate_within(thread, at, at.target, what, min, scenario_.ranks - 1));
}

// Returns the communicator that the call names. Raises BadInput if the thread's rank is not in this communicator.
const RankGroup& Interpreter::members(const Thread& thread, const Instruction& at) const {
    const Split& split = scenario_.communicators->numbered(at.comm);
    const RankGroup* const group = split.group_of(thread.rank);
    if (group != nullptr) return *group;
    reject(thread, at, "comm", fmt::format("\"{}\"", split.name()),
           fmt::format("a communicator that the rank is in: rank {} {}", thread.rank, split.absence_text()));
}

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

Rank Interpreter::member_at(Thread& thread, const Instruction& at, const char* what, const RankGroup& group,
                            WindowId comm, bool may_be_null) const {
    const std::int64_t comm_rank = evaluate(thread, at, at.target, what);
    if (comm_rank == proc_null && may_be_null) return proc_null;
    if (comm_rank >= 0 && comm_rank < group.size()) return group.member(static_cast<Rank>(comm_rank));
    const std::string whose = comm == no_window
                                  ? "the window's communicator has"
                                  : "this rank's \"" + scenario_.communicators->numbered(comm).name() + "\" has";
    reject(thread, at, what, std::to_string(comm_rank),
           fmt::format("{} to {}: {} {} ranks", may_be_null ? "-1 (MPI_PROC_NULL)" : "0", group.size() - 1, whose,
                       group.size()));
}

Rank Interpreter::member_argument(Thread& thread, const Instruction& at, const char* what) const {
    const RankGroup* const group = window_members(thread, at, at.window);
    if (group == nullptr) return rank_argument(thread, at, what);
    return member_at(thread, at, what, *group, scenario_.space(at.window).comm, false);
}

// Returns the rank of the call's peer. The program gives the peer as a communicator rank.
Rank Interpreter::peer_argument(Thread& thread, const Instruction& at, const char* what) const {
    if (at.comm == no_window) return rank_or_null(thread, at, what);
    return member_at(thread, at, what, members(thread, at), at.comm, true);
}

CallRequest Interpreter::prepare(Thread& thread, const Instruction& at, const Process& process) const {
    const CallDescription& described = description_of(at.call);
    std::optional<RankGroup> current;
    const RankGroup* group = nullptr;
    if (window_comms_ && described.has(Argument::window)) {
        if (scenario_.windows[at.window].changes_comm) current = process.current_members(at.window);
        group = current ? &*current : window_members(thread, at, at.window);
    }
    CallRequest call;
    call.call = at.call;
    call.window = at.window;
    call.lock_type = at.lock_type;
    call.asserts = at.asserts;
    if (described.kind != CallClass::changes_group) call.comm = at.comm;
    switch (described.kind) {
        case CallClass::message:
            call.message = prepare_message(thread, at);
            if (at.datatype == Datatype::handle_sync && described.has(Argument::target)) {
                call.more = sent_handles(thread, at, call.message.count);
            }
            break;
        case CallClass::barrier:
            if (at.comm != no_window) (void)members(thread, at);
            break;
        case CallClass::collective: prepare_collective(thread, at, call); return call;
        case CallClass::request: prepare_requests(thread, at, call); break;
        case CallClass::counters: prepare_counters(thread, at, call); break;
        case CallClass::changes_group: prepare_change(thread, at, group, call); return call;
        case CallClass::attaches: prepare_attached(thread, at, call); break;
        default: break;
    }
    if (described.has(Argument::new_request)) thread.made = slot_of(thread, at, at.request, at.request_at, "request");
    if (described.kind == CallClass::message) return call;
    if (described.has(Argument::tested_index) || described.has(Argument::indices)) prepare_indices(thread, at);
    if (has_flag(at.call) || described.has(Argument::index) || described.has(Argument::outcount)) {
        thread.answered = slot_of(thread, at, at.variable, at.element, "as");
    }
    if (described.has(Argument::group)) call.group = prepare_group(thread, at, group);
    if (described.has(Argument::target)) {
        call.target = group == nullptr ? rank_or_null(thread, at, "target")
                                       : member_at(thread, at, "target", *group,
                                                   current ? no_window : scenario_.windows[at.window].comm,
                                                   takes_proc_null(at.call));
    }
    if (described.kind == CallClass::operation) call.operation = prepare_operation(thread, at, call.target);
    return call;
}

void Interpreter::store_answer(Thread& thread) {
    const Instruction& at = thread.current();
    if (has_request(at.call)) thread.variables[thread.made] = thread.answer.request;
    if (has_flag(at.call)) thread.variables[thread.answered] = thread.answer.done ? 1 : 0;
    const CallDescription& described = description_of(at.call);
    if (described.has(Argument::index) || described.has(Argument::outcount)) {
        thread.variables[thread.answered] = thread.answer.index;
    }
    if (thread.made == nowhere) return;
    if (described.has(Argument::tested_index)) thread.variables[thread.made] = thread.answer.index;
    if (!described.has(Argument::indices) || !thread.answer.indices) return;
    for (std::size_t i = 0; i < thread.answer.indices->size(); ++i) {
        thread.variables[thread.made + i] = (*thread.answer.indices)[i];
    }
}

// Sets the variable for the indices that TESTANY and similar calls return. It is `nowhere` if the program does not
// request indices.
void Interpreter::prepare_indices(Thread& thread, const Instruction& at) const {
    thread.made = at.request == nowhere ? nowhere : slot_of(thread, at, at.request, at.request_at, "index");
}

Time Interpreter::computation(Thread& thread, const Instruction& at) const {
    return from_ns(evaluate_within(thread, at, at.value, "ns", 0, limits::max_nanoseconds));
}

std::uint32_t Interpreter::prepare_count(Thread& thread, const Instruction& at) const {
    const std::int64_t max = limits::max_bytes_per_call / size_of(at);
    return static_cast<std::uint32_t>(evaluate_within(thread, at, at.count, "count", 0, max));
}

// Returns the region of an operation. require_inside() checks later that the region is inside the window.
Region Interpreter::prepare_region(Thread& thread, const Instruction& at) const {
    Region region;
    region.datatype = at.datatype;
    region.count = prepare_count(thread, at);
    prepare_vector(thread, at, region);
    region.disp = static_cast<std::uint64_t>(evaluate(thread, at, at.disp, "disp"));
    return region;
}

// Raises BadInput if an element is outside the segment of `owner`. Displacements of loads and stores are in bytes.
// Displacements of operations are in units of the segment's disp_unit.
void Interpreter::require_inside(Thread& thread, const Instruction& at, const Region& region, Rank owner) const {
    const WindowSettings& window = scenario_.space(at.window);
    if (window_comms_ && is_access(at.kind)) (void)window_members(thread, at, at.window);
    if (is_access(at.kind)) require_exists(thread, at, owner, at.window);
    if (window.dynamic) return;  // the target checks attached memory when the operation arrives
    const std::uint64_t part = window.bytes.of(owner);
    const std::uint64_t unit = is_access(at.kind) ? 1 : window.disp_unit.of(owner);
    const std::uint64_t bytes = region.extent_bytes();
    if (bytes <= part && region.disp <= (part - bytes) / unit) return;
    const std::string_view kind = kind_of_space(scenario_.windows, at.window);
    const std::string whose =
        window.is_plain() ? "" : fmt::format(": rank {} has {} bytes of {} \"{}\"", owner, part, kind, window.name);
    if (bytes > part) {
        reject(thread, at, region.basic() ? "count" : "stride", std::to_string(bytes) + " bytes",
               fmt::format("at most the {}'s {} bytes{}", kind, part, whose));
    }
    const std::string unit_text = unit == 1 ? "" : fmt::format(" units of {} bytes", unit);
    reject(thread, at, "disp", std::to_string(static_cast<std::int64_t>(region.disp)) + unit_text,
           fmt::format("0 to {}{}", (part - bytes) / unit, whose));
}

// Raises ErroneousProgram if the window does not exist. Used for loads, stores and local buffers, which the library
// does not check.
void Interpreter::require_exists(const Thread& thread, const Instruction& at, Rank owner, SpaceId window) const {
    if (scenario_.space(window).always || memory_.exists(owner, window)) return;
    const std::string whose = owner == thread.rank ? "" : " of rank " + std::to_string(owner);
    throw ErroneousProgram(name_of(at), "window \"" + scenario_.windows[window].name + "\"" + whose +
                                            " does not exist: a window exists from win_create to win_free");
}

void Interpreter::prepare_vector(Thread& thread, const Instruction& at, Region& region) const {
    const auto is_zero = [&](const Expression& expression) {
        return expression.is_constant() && expression.evaluate({}, thread.random) == 0;
    };
    if (is_zero(at.block_length)) return;
    const auto [min, max] = limits::block_length;
    const std::int64_t length = evaluate_within(thread, at, at.block_length, "block_length", min, max);
    region.block_length = static_cast<std::uint32_t>(length);
    region.stride = static_cast<std::uint32_t>(evaluate_within(thread, at, at.stride, "stride", length, max));
}

Operation Interpreter::prepare_operation(Thread& thread, const Instruction& at, Rank target) const {
    Operation operation;
    operation.kind = description_of(at.call).operation;
    operation.reduce = at.reduce;
    operation.window = at.window;
    operation.target = target;
    operation.origin_derived = at.origin_derived;
    operation.region = prepare_region(thread, at);
    if (target != proc_null) require_inside(thread, at, operation.region, target);
    const std::uint32_t count = operation.region.count;
    if (operation.kind == OpKind::compare_and_swap && at.origin.kind == LocalData::window) {
        operation.origin = prepare_data(thread, at, at.origin, "from", 2);
    } else if (operation.kind == OpKind::compare_and_swap) {
        // The origin buffer has two elements, the new value and the compare value. It is encoded as a sequence.
        const std::int64_t value = evaluate(thread, at, at.origin.first, "value");
        const std::int64_t compare = evaluate(thread, at, at.origin.step, "compare");
        const auto step = static_cast<std::uint64_t>(compare) - static_cast<std::uint64_t>(value);
        operation.origin = affine_buffer(value, static_cast<std::int64_t>(step));
    } else {
        operation.origin = prepare_data(thread, at, at.origin, "from", count);
    }
    operation.result = prepare_data(thread, at, at.result, "into", count);
    return operation;
}

Message Interpreter::prepare_message(Thread& thread, const Instruction& at) const {
    const bool sends = description_of(at.call).has(Argument::target);
    Message message;
    message.peer = peer_argument(thread, at, sends ? "target" : "source");
    message.comm = at.comm;
    message.tag =
        static_cast<std::uint32_t>(evaluate_within(thread, at, at.value, "tag", limits::tag.min, limits::tag.max));
    message.datatype = at.datatype;
    message.count = prepare_count(thread, at);
    if (at.datatype == Datatype::handle_sync) {
        if (!sends) message.buffer = received_handles(thread, at, message.count);
        return message;
    }
    message.buffer = sends ? prepare_data(thread, at, at.origin, "from", message.count)
                           : prepare_data(thread, at, at.result, "into", message.count);
    return message;
}

OriginBuffer Interpreter::prepare_data(Thread& thread, const Instruction& at, const LocalElements& elements,
                                       const char* what, std::uint32_t count) const {
    if (elements.kind == LocalData::discard) return discard_buffer();
    if (elements.kind == LocalData::variable) {
        return variable_buffer(thread.number, slot_of(thread, at, at.variable, at.element, "as"));
    }
    const bool in_window = elements.kind == LocalData::window;
    const std::int64_t first = evaluate(thread, at, elements.first, in_window ? "disp" : "value");
    const std::int64_t step = evaluate(thread, at, elements.step, in_window ? "stride" : "step");
    if (!in_window) return affine_buffer(first, step);

    if (window_comms_) (void)window_members(thread, at, elements.window, what);
    require_exists(thread, at, thread.rank, elements.window);
    const auto window_bytes = static_cast<std::int64_t>(scenario_.space(elements.window).bytes.of(thread.rank));
    const std::int64_t steps = count == 0 ? 0 : static_cast<std::int64_t>(count) - 1;
    const std::int64_t max = window_bytes - size_of(at);
    std::int64_t reach = 0;
    std::int64_t last = 0;
    const bool overflow = __builtin_mul_overflow(steps, step, &reach) || __builtin_add_overflow(first, reach, &last);
    const bool fits = !overflow && first >= 0 && last >= 0 && first <= max && last <= max;
    if (!fits && count > 0) {
        reject(thread, at, what, "elements from byte " + std::to_string(first) + " in steps of " + std::to_string(step),
               fmt::format("elements inside the {}'s {} bytes", kind_of_space(scenario_.windows, elements.window),
                           window_bytes));
    }
    return window_buffer(elements.window, first, step);
}

void Interpreter::prepare_attached(Thread& thread, const Instruction& at, CallRequest& call) const {
    const SpaceId space = at.origin.window;
    if (window_comms_) (void)window_members(thread, at, space, "over");
    require_exists(thread, at, thread.rank, space);
    const auto room = static_cast<std::int64_t>(scenario_.space(space).bytes.of(thread.rank));
    const std::int64_t first = evaluate_within(thread, at, at.origin.first, "over.disp", 0, room);
    auto more = std::make_shared<RequestArguments>();
    more->memory = window_buffer(space, first, 0);
    if (at.call == Call::win_attach) {
        const std::int64_t bytes =
            at.to_the_end ? room - first : evaluate_within(thread, at, at.count, "bytes", 1, INT64_MAX);
        if (bytes == 0 || bytes > room - first) {
            reject(thread, at, at.to_the_end ? "over" : "bytes", fmt::format("{} bytes from byte {} on", bytes, first),
                   fmt::format("at least one byte, inside the {}'s {} bytes", kind_of_space(scenario_.windows, space),
                               room));
        }
        more->memory_bytes = static_cast<std::uint64_t>(bytes);
    }
    call.more = std::move(more);
}

// Returns the group of a call. Like a program that prepares the arguments of MPI_Group_incl, it omits MPI_PROC_NULL,
// which stands for a missing neighbour. A rank that occurs twice is an error of the program, as in MPI. The list
// contains ranks of `members`, or ranks of MPI_COMM_WORLD if `members` is null.
std::vector<Rank> Interpreter::prepare_group(Thread& thread, const Instruction& at, const RankGroup* members) const {
    const IntegerList& list = thread.program->lists[at.list];
    const Rank max = (members == nullptr ? scenario_.ranks : members->size()) - 1;
    std::vector<Rank> group = list.ranks;
    for (Rank comm_rank = 0; list.all_of_comm && comm_rank <= max; ++comm_rank) group.push_back(comm_rank);
    if (members != nullptr && !group.empty() && group.back() > max)
        reject_rank_argument(thread, at, group.back(), *members);
    for (const Expression& expression : list.expressions) {
        const std::int64_t rank = evaluate_within(thread, at, expression, "group", proc_null, max);
        if (rank != proc_null) group.push_back(static_cast<Rank>(rank));
    }
    std::sort(group.begin(), group.end());
    const auto twice = std::adjacent_find(group.begin(), group.end());
    if (twice != group.end()) {
        reject(thread, at, "group", "rank " + std::to_string(*twice) + " twice",
               "each rank at most once, as in MPI_Group_incl; only -1 (MPI_PROC_NULL, ignored) may be repeated");
    }
    if (members == nullptr) return group;
    for (Rank& one : group) one = members->member(one);
    return group;
}

void Interpreter::reject_rank_argument(const Thread& thread, const Instruction& at, Rank comm_rank,
                                       const RankGroup& members) const {
    reject(thread, at, "group", std::to_string(comm_rank),
           fmt::format("0 to {}: this rank's \"{}\" has {} ranks", members.size() - 1,
                       scenario_.communicators->numbered(scenario_.windows[at.window].comm).name(), members.size()));
}

void Interpreter::prepare_requests(Thread& thread, const Instruction& at, CallRequest& call) const {
    const IntegerList& list = thread.program->lists[at.list];
    call.requests.reserve(list.expressions.size());
    for (const Expression& expression : list.expressions) {
        call.requests.push_back(
            static_cast<RequestId>(evaluate_within(thread, at, expression, "request", 0, UINT32_MAX)));
    }
    if (keeps_requests(call)) return;
    auto more = std::make_shared<RequestArguments>();
    more->names = prepare_names(thread, at, list);
    call.more = std::move(more);
}

std::vector<OriginBuffer> Interpreter::prepare_names(Thread& thread, const Instruction& at,
                                                     const IntegerList& list) const {
    std::vector<OriginBuffer> names;
    names.reserve(list.names.size());
    for (const std::optional<WrittenName>& name : list.names) {
        names.push_back(
            name ? variable_buffer(thread.number, slot_of(thread, at, name->variable, name->element, "request"))
                 : discard_buffer());
    }
    return names;
}

// Prepares WIN_ALLOC_SYNC_OBJECTS, which stores its handles in a variable, or in the first elements of an array.
void Interpreter::prepare_allocated(Thread& thread, const Instruction& at, RequestArguments& more) const {
    more.count = evaluate_within(thread, at, at.count, "n", limits::counters.min, limits::counters.max);
    const std::int64_t room = at.whole_array ? at.element.length : 1;
    if (more.count > room) reject(thread, at, "n", std::to_string(more.count), "at most " + std::to_string(room));
    const Slot first = slot_of(thread, at, at.variable, at.element, "as");
    for (std::int64_t i = 0; i < more.count; ++i) {
        more.names.push_back(variable_buffer(thread.number, static_cast<Slot>(first + i)));
    }
}

void Interpreter::prepare_counters(Thread& thread, const Instruction& at, CallRequest& call) const {
    const CallDescription& described = description_of(at.call);
    auto prepared = std::make_shared<RequestArguments>();
    RequestArguments& more = *prepared;
    more.modes = at.modes;
    more.restart = at.restart;
    if (described.has(Argument::number)) prepare_allocated(thread, at, more);
    if (described.has(Argument::counters)) {
        const IntegerList& list = thread.program->lists[at.list];
        for (const Expression& expression : list.expressions) {
            more.handles.push_back(static_cast<std::uint64_t>(evaluate(thread, at, expression, "counters")));
        }
        more.names = prepare_names(thread, at, list);
    }
    if (described.has(Argument::counter)) {
        more.handle = static_cast<std::uint64_t>(evaluate(thread, at, at.value, "counter"));
    }
    if (described.has(Argument::initial)) more.count = evaluate_within(thread, at, at.count, "count", 0, INT64_MAX);
    call.more = std::move(prepared);
}

}  // namespace rmasim::sim
