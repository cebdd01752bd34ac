// The compiler of MPI calls. The table of calls determines which arguments it reads. If several arguments have errors,
// the first reader that fails determines the error.
#include "protocol/base/collective.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"
#include "sim/scenario/program/null_ranks.h"
#include "sim/scenario/program/number_list.h"

#include <fmt/core.h>

namespace rmasim::sim {

namespace {

// The state while a call is read. The readers fill in `instruction`.
struct Reading {
    Compiler& compiler;
    const JsonObject& call;
    const CallDescription& described;
    Instruction& instruction;

    bool takes(Argument argument) const { return described.has(argument); }
};

// Reads the window. For operations it does nothing, because read_elements reads their window together with the accessed
// region.
void read_window(const Reading& to) {
    if (!to.takes(Argument::disp)) to.instruction.window = to.compiler.window(to.call);
}

void read_communicator(const Reading& to) { to.instruction.comm = to.compiler.communicator(to.call); }

void read_requests(const Reading& to) {
    const JsonObject& call = to.call;
    if (call.has("request") && call.has("requests")) {
        call.at("requests").fail("either \"request\" or \"requests\", not both");
    }
    IntegerList list;
    if (to.takes(Argument::request) && call.has("request")) add_number(to.compiler, call.at("request"), list);
    else list = numbers_in(to.compiler, call.at("requests"));
    to.instruction.list = to.compiler.add_list(std::move(list));
}

void read_peer(const Reading& to) {
    const std::string_view key = key_of(to.takes(Argument::target) ? Argument::target : Argument::source);
    const bool may_be_null = takes_proc_null(to.described.call);
    const WindowId of_window = to.compiler.comm_of_window(to.call);
    const IntegerBounds bounds = to.takes(Argument::comm) ? to.compiler.peers(to.instruction.comm)
                                 : may_be_null            ? to.compiler.targets_or_null(of_window)
                                                          : to.compiler.targets(of_window);
    to.instruction.target = to.compiler.expression(to.call.at(key), bounds);
}

// Reads the root. The interpreter checks the root again, because the communicator's size may differ from rank to rank.
void read_root(const Reading& to) {
    to.compiler.read(to.call, "root", to.instruction.target, {0, to.compiler.peers(to.instruction.comm).max});
}

void read_tag(const Reading& to) { to.compiler.read(to.call, "tag", to.instruction.value, limits::tag); }

void read_elements(const Reading& to) {
    if (to.takes(Argument::disp)) to.compiler.read_access(to.call, to.instruction);
    else to.compiler.read_elements(to.call, to.instruction);
}

void read_origin_derived(const Reading& to) {
    if (const auto derived = to.call.find("origin_derived")) to.instruction.origin_derived = derived->boolean();
}

ReduceOp reduction_in(const Reading& to) {
    const auto op = to.call.find("op");
    if (!op) return ReduceOp::sum;
    if (to.described.kind == CallClass::collective) return op->one_of(combining_ops());
    return fetches(to.described.operation) ? op->one_of(fetching_ops()) : op->one_of(reduce_ops());
}

void read_op(const Reading& to) {
    const Datatype datatype = to.instruction.datatype;
    const ReduceOp reduce = reduction_in(to);
    to.instruction.reduce = reduce;
    const auto op = to.call.find("op");
    if (is_defined(reduce, datatype)) return;
    const JsonValue culprit = op ? *op : to.call.at("datatype");
    if (needs_pairs(reduce) || is_pair(datatype)) {
        culprit.fail(
            "minloc, maxloc, replace or no_op with a datatype of pairs such as int32_int32; another op with "
            "another datatype");
    }
    if (is_bitwise(reduce)) culprit.fail("an integer datatype with band, bor or bxor");
    if (is_logical(reduce)) culprit.fail("an integer or logical datatype with land, lor or lxor");
    culprit.fail(fmt::format("{}, replace or no_op with {}", is_logical(datatype) ? "land, lor, lxor" : "sum, prod",
                             name_of(datatype)));
}

// Reads the handles that a call sends: one value for all of them, a list, or the name of an array.
void read_sent_handles(const Reading& to) {
    for (const char* const key : {"from", "step"}) {
        if (to.call.has(key)) to.call.at(key).fail("\"value\" alone: handles are in variables");
    }
    const auto value = to.call.find("value");
    if (!value && root_sends.contains(to.described.call)) return;  // the other ranks send nothing
    const JsonValue handles = value ? *value : to.call.at("value");
    if (handles.is_number() || (handles.is_text() && !is_array(to.compiler, handles))) {
        to.instruction.origin.kind = LocalData::affine;
        to.instruction.origin.first = to.compiler.expression(handles);
        return;
    }
    IntegerList list = numbers_in(to.compiler, handles);
    const auto given = static_cast<std::int64_t>(list.expressions.size());
    const std::int64_t sent = constant_or(to.instruction.count, 0);
    if (sent > given && !sends_to_each.contains(to.described.call)) {
        handles.fail(fmt::format("a list or an array of at least {}, for all handles that are sent", sent));
    }
    to.instruction.origin.kind = LocalData::variable;
    to.instruction.list = to.compiler.add_list(std::move(list));
}

void read_origin(const Reading& to) {
    if (to.instruction.datatype == Datatype::handle_sync) return read_sent_handles(to);
    const bool swaps = to.takes(Argument::compare);
    if (swaps && !is_integer(to.instruction.datatype)) {
        to.call.at("datatype").fail("an integer datatype, or byte");
    }
    to.compiler.read_origin(to.call, to.instruction);
    if (!swaps) return;
    if (!to.call.has("from")) to.instruction.origin.step = to.compiler.expression(to.call.at("compare"));
    else if (to.call.has("compare")) {
        to.call.at("compare").fail(
            "no \"compare\" together with \"from\", whose memory has both the new value and the "
            "value to compare with");
    }
}

// Reads `as` for handles. It is a variable, an element, or a whole array.
void read_handles(const Reading& to) {
    const JsonValue as = to.call.at("as");
    const bool several = is_array(to.compiler, as);
    const std::int64_t room = several ? to.compiler.array_named(as).length : 1;
    const bool from_each = receives_from_each.contains(to.described.call);
    const std::int64_t received = to.takes(Argument::datatype) ? constant_or(to.instruction.count, 0) : 0;
    if (received > room && !from_each) {
        as.fail(fmt::format("an array of at least {}, for all handles that may be received", received));
    }
    if (!several) return to.compiler.read_variable(to.call, to.instruction);
    const VisibleName array = to.compiler.array_named(as);
    to.instruction.result.kind = LocalData::variable;
    to.instruction.variable = array.slot;
    to.instruction.element = {array.length, Expression()};
    to.instruction.whole_array = true;
}

void read_result(const Reading& to) {
    if (to.instruction.datatype == Datatype::handle_sync) {
        if (to.call.has("into")) to.call.at("into").fail("\"as\": handles are stored in variables");
        if (to.call.has("as")) read_handles(to);
        return;
    }
    if (has_flag(to.described.call)) to.compiler.read_variable(to.call, to.instruction);
    else to.compiler.read_result(to.call, to.instruction);
}

void read_new_request(const Reading& to) {
    const WrittenName name = to.compiler.written(to.call.at("request"));
    to.instruction.request = name.variable;
    to.instruction.request_at = name.element;
}

void read_index(const Reading& to) { to.compiler.read_variable(to.call, to.instruction); }

// Reads `index`, the variable for an index. The call returns this index in addition to the result in `as`. The variable
// is stored in `request`, which other calls use for the request that they create.
void read_tested_index(const Reading& to) {
    const auto index = to.call.find("index");
    if (!index) return;
    const WrittenName name = to.compiler.written(*index);
    to.instruction.request = name.variable;
    to.instruction.request_at = name.element;
}

void read_indices(const Reading& to) {
    const auto indices = to.call.find("indices");
    if (!indices) return;
    const VisibleName array = to.compiler.array_named(*indices);
    const std::size_t requests = to.compiler.list(to.instruction.list).expressions.size();
    if (requests > array.length) indices->fail(fmt::format("an array of at least {} elements", requests));
    to.instruction.request = array.slot;
    to.instruction.request_at = {array.length, Expression()};
}

void read_number(const Reading& to) { to.compiler.read(to.call, "n", to.instruction.count, limits::counters); }

void read_counters(const Reading& to) {
    const JsonValue counters = to.call.at("counters");
    IntegerList list;
    if (const auto name = to.compiler.known_name(counters)) {
        add_number(to.compiler, counters, list);
    } else {
        list = numbers_in(to.compiler, counters);
    }
    for (std::size_t i = 0; i < list.names.size(); ++i) {
        if (!list.names[i]) counters.fail("variables that hold handles, or the name of an array");
    }
    to.instruction.list = to.compiler.add_list(std::move(list));
}

void read_modes(const Reading& to) {
    const auto modes = to.call.find("mode");
    if (!modes) return;
    for (const JsonValue& mode : modes->items(sync_modes.size())) {
        to.instruction.modes = to.instruction.modes | mode.one_of(sync_modes);
    }
}

void read_counter(const Reading& to) { to.instruction.value = to.compiler.expression(to.call.at("counter")); }

void read_initial(const Reading& to) {
    to.instruction.count = to.compiler.expression(to.call.at("count"), limits::signals);
}

void read_info(const Reading& to) {
    const auto info = to.call.find("info");
    if (info) JsonObject(*info, {"restart"}).read("restart", to.instruction.restart);
}

// Reads `ranks` of WIN_CHANGE_COMM. Without it, all ranks of `comm` get the window: `count` is 0.
void read_new_size(const Reading& to) {
    const WindowId comm = to.instruction.comm;
    if (!to.call.has("ranks")) {
        if (comm == no_window) {
            throw BadInput(to.call.location(), "neither \"comm\" nor \"ranks\"", "\"comm\" or \"ranks\", or both");
        }
        to.instruction.count = Expression(std::int64_t{0});
        return;
    }
    const Rank all = to.compiler.comm_size(comm != no_window ? comm : to.compiler.comm_of_window(to.call));
    to.instruction.count = to.compiler.expression(to.call.at("ranks"), {1, all});
}

void read_peer_rank(const Reading& to) {
    const WindowId comm = to.instruction.comm;
    to.instruction.target = to.compiler.expression(
        to.call.at("peer"), to.compiler.targets(comm != no_window ? comm : to.compiler.comm_of_window(to.call)));
}

void read_attached(const Reading& to) { to.compiler.read_attached(to.call, to.instruction); }

// Reads a group that is a string: "all", a list of ranks, or the name of an array. In contrast to programs[].ranks, the
// string must not be a condition, because `rank` would not be the calling rank. If communicators create the window, the
// numbers are communicator ranks of the caller's communicator. The interpreter then determines the ranks of "all",
// because the communicator's size may differ from rank to rank.
IntegerList ranks_in(Compiler& compiler, const JsonValue& group, WindowId comm) {
    const std::string text = group.text(limits::max_rank_list_length, 1);
    if (comm != no_window && text == "all") {
        IntegerList all;
        all.all_of_comm = true;
        return all;
    }
    if (comm != no_window && text.find_first_not_of("0123456789,- ") == std::string::npos) {
        return {RankReader(compiler.comm_size(comm)).meant(text, group.location()), {}};
    }
    if (text == "all" || text.find_first_not_of("0123456789,- ") == std::string::npos) {
        return {compiler.rank_reader().meant(text, group.location()), {}};
    }
    const VisibleName* const array = compiler.names().scope().find(text);
    if (array == nullptr || array->length == 0) {
        group.fail(
            "\"all\", a list such as \"0\" or \"1-3,7\", the name of an array, or a list of integers and expressions");
    }
    IntegerList list;
    for (Slot index = 0; index < array->length; ++index) add_element(*array, index, list);
    return list;
}

void read_group(const Reading& to) {
    const JsonValue group = to.call.at("group");
    const WindowId comm = to.compiler.comm_of_window(to.call);
    IntegerList list;
    if (group.is_text()) {
        list = ranks_in(to.compiler, group, comm);
    } else {
        for (const JsonValue& item : group.items(limits::max_group_items)) {
            list.expressions.push_back(to.compiler.expression(item, to.compiler.targets_or_null(comm)));
        }
    }
    to.instruction.list = to.compiler.add_list(std::move(list));
}

void read_lock_type(const Reading& to) { to.instruction.lock_type = to.call.at("type").one_of(lock_types()); }

void read_asserts(const Reading& to) {
    const auto list = to.call.find("assert");
    if (!list) return;
    std::vector<Named<Assert>> legal;
    for (const Assert one : all_asserts) {
        if (has(to.described.asserts, one)) legal.emplace_back(name_of(one), one);
    }
    for (const JsonValue& item : list->items(legal.size())) {
        to.instruction.asserts = to.instruction.asserts | item.one_of(legal);
    }
}

// A function that reads one or several arguments.
struct Reader {
    ArgumentSet arguments;
    void (*read)(const Reading&);
};

constexpr std::array<Reader, 29> readers = [] {
    using enum Argument;
    return std::array<Reader, 29>{{{{window}, read_window},
                                   {{comm}, read_communicator},
                                   {{request, requests}, read_requests},
                                   {{target, source}, read_peer},
                                   {{root}, read_root},
                                   {{tag}, read_tag},
                                   {{disp, count, datatype, block_length, stride}, read_elements},
                                   {{origin_derived}, read_origin_derived},
                                   {{op}, read_op},
                                   {{value, step, from, compare}, read_origin},
                                   {{into, as}, read_result},
                                   {{new_request}, read_new_request},
                                   {{index}, read_index},
                                   {{tested_index}, read_tested_index},
                                   {{outcount}, read_index},
                                   {{indices}, read_indices},
                                   {{number}, read_number},
                                   {{handles}, read_handles},
                                   {{counters}, read_counters},
                                   {{modes}, read_modes},
                                   {{counter}, read_counter},
                                   {{initial}, read_initial},
                                   {{info}, read_info},
                                   {{new_size}, read_new_size},
                                   {{peer}, read_peer_rank},
                                   {{memory, memory_size}, read_attached},
                                   {{group}, read_group},
                                   {{type}, read_lock_type},
                                   {{asserts}, read_asserts}}};
}();

constexpr bool each_argument_has_a_reader() {
    ArgumentSet read;
    for (const Reader& reader : readers) read = read | reader.arguments;
    return read == all_arguments;
}
static_assert(each_argument_has_a_reader());

// The call that a verb stands for. It is the call with the verb's name, unless the object has an argument that only
// another call of the verb has.
Call call_meant(const Verb& verb, const JsonObject& object) {
    Call meant = verb.named;
    verb.calls.for_each([&](Call other) {
        description_of(other).arguments.for_each([&](Argument argument) {
            const bool only_here = !description_of(verb.named).has(argument);
            if (only_here && object.has(key_of(argument))) meant = other;
        });
    });
    return meant;
}

// Raises BadInput if the family does not have the call. The family may have other calls of the verb: `start` with a
// group, but not `start` with a request.
void require_known(const Compiler& compiler, const Verb& verb, Call meant, const JsonValue& arguments) {
    const Family& family = compiler.family();
    if (family.calls().contains(meant)) return;
    std::string others;
    (verb.calls & family.calls()).for_each([&](Call call) {
        others += others.empty() ? "" : ", ";
        others += description_of(call).mpi_name;
    });
    throw BadInput(arguments.location(), std::string(description_of(meant).mpi_name),
                   fmt::format("the calls of this name in family {}: {}", family.name(), others));
}

void require_no_other(const CallDescription& described, const JsonObject& object) {
    for (const auto& [key, member] : object.value().members(argument_count)) {
        bool taken = false;
        described.arguments.for_each([&, &key = key](Argument argument) { taken = taken || key_of(argument) == key; });
        if (!taken) member.fail(fmt::format("no {} together with requests", key == "win" ? "window" : '"' + key + '"'));
    }
}

}  // namespace

void compile_call(Compiler& compiler, const Verb& verb, const JsonValue& arguments) {
    const JsonObject object(arguments, verb.keys);
    const Call meant = verb.calls == CallSet{verb.named} ? verb.named : call_meant(verb, object);
    const CallDescription& described = description_of(meant);
    Instruction instruction = compiler.start(InstructionKind::call, arguments);
    instruction.call = meant;
    require_known(compiler, verb, meant, arguments);
    if (meant != verb.named) require_no_other(described, object);
    const Reading reading{compiler, object, described, instruction};
    for (const Reader& reader : readers) {
        if (!(reader.arguments & described.arguments).empty()) reader.read(reading);
    }
    compiler.append(std::move(instruction));
}

}  // namespace rmasim::sim
