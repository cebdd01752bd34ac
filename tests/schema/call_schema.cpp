#include "tests/schema/call_schema.h"

#include "protocol/base/collective.h"
#include "protocol/base/types.h"
#include "sim/scenario/model/instruction.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/null_ranks.h"
#include "tests/schema/handle_schema.h"
#include "tests/schema/schema_text.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace rmasim::schema {

namespace {

using sim::Json;
namespace limits = sim::limits;

Json reference(const char* definition) { return std::string("#/$defs/") + definition; }

template <class Named>
Json names_of(const Named& named) {
    Json names = Json::array();
    for (const auto& [name, value] : named) names.push_back(name);
    return names;
}

// The schema of an integer or an expression.
Json number(sim::IntegerBounds bounds) {
    Json integer{{"type", "integer"}, {"minimum", bounds.min}, {"maximum", bounds.max}};
    return Json::array({std::move(integer), Json{{"$ref", reference("expression")}}});
}
// The schema of an integer, an expression, or "any" for a wildcard.
Json or_any(sim::IntegerBounds bounds) {
    Json alternatives = number(bounds);
    alternatives.insert(alternatives.begin(), Json{{"const", "any"}});
    return alternatives;
}
Json rank() { return number({0, limits::max_ranks - 1}); }
Json rank_or_null() { return number({proc_null, limits::max_ranks - 1}); }

Json described_number(const char* description, Json alternatives) {
    return {{"description", description}, {"anyOf", std::move(alternatives)}};
}
Json number_or(int usual, const char* description, sim::IntegerBounds bounds) {
    return {{"description", description}, {"default", usual}, {"anyOf", number(bounds)}};
}
Json referring(const char* description, const char* definition) {
    return {{"description", description}, {"$ref", reference(definition)}};
}

Json datatype_of(const CallDescription& row) {
    if (takes_handles(row)) return datatype_or_handle();
    if (!row.has(Argument::compare)) {
        return {{"description", "The datatype of the elements."}, {"$ref", reference("datatype")}, {"default", "byte"}};
    }
    Json integers = Json::array();
    for (const auto& [name, datatype] : sim::datatypes()) {
        if (is_integer(datatype)) integers.push_back(name);
    }
    return {{"description", "The datatype of the element."}, {"enum", std::move(integers)}, {"default", "byte"}};
}

// The schema of the name of an operator, which is not that of an operation of MPI.
Json own_operator() {
    return {
        {"allOf", {Json{{"$ref", reference("identifier")}}, Json{{"not", {{"enum", names_of(sim::fetching_ops())}}}}}}};
}

Json reduction_of(const CallDescription& row) {
    if (is_collective_call(row.call)) {
        return {{"description",
                 "The reduction, or the name of one of the scenario's operators. Bitwise and logical reductions and "
                 "operators need integers. minloc and maxloc need pairs."},
                {"anyOf", {Json{{"enum", names_of(sim::combining_ops())}}, own_operator()}},
                {"default", "sum"}};
    }
    const bool reads = fetches(row.operation);
    constexpr const char* fits = "Bitwise and logical reductions need integers. minloc and maxloc need pairs.";
    return {{"description", fmt::format("The reduction{} {}", reads ? ". no_op only reads." : ".", fits)},
            {"enum", reads ? names_of(sim::fetching_ops()) : names_of(sim::reduce_ops())},
            {"default", "sum"}};
}

Json value_of(const CallDescription& row) {
    if (takes_handles(row)) return value_or_handles();
    const char* const description = row.has(Argument::step)      ? "Element k is value + k * step."
                                    : row.has(Argument::compare) ? "The new value."
                                                                 : "The element that is sent.";
    return {{"description", description}, {"default", "rank"}, {"$ref", reference("value")}};
}

Json variable_of(const CallDescription& row) {
    if (has_flag(row.call)) return referring("The variable that receives the flag of the call: 1 or 0.", "written");
    if (!row.has(Argument::count)) {
        return referring("The variable that receives the old value when the operation is complete.", "written");
    }
    if (takes_handles(row)) return variable_of_handles(row);
    const bool posted = row.kind == CallClass::operation;
    return {
        {"description", fmt::format("The variable that receives the only element{}. Floats are truncated to integers.",
                                    posted ? " when the operation is complete" : "")},
        {"$ref", reference("written")}};
}

Json group() {
    Json array{{"type", "array"}, {"maxItems", limits::max_group_items}, {"items", {{"anyOf", rank_or_null()}}}};
    Json text{{"type", "string"},
              {"minLength", 1},
              {"maxLength", limits::max_rank_list_length},
              {"pattern", "^(all|[0-9,\\- ]+)$"}};
    return {{"description",
             "The ranks of the group. A list, in which each rank occurs once and -1 (MPI_PROC_NULL) is skipped; or "
             "\"all\"; or a text such as \"0\" or \"1-3,7\"; or the name of an array."},
            {"anyOf", {std::move(array), std::move(text), Json{{"$ref", reference("variable")}}}}};
}

Json requests() {
    Json list{{"type", "array"},
              {"minItems", 1},
              {"maxItems", limits::max_requests},
              {"items", {{"$ref", reference("value")}}}};
    return {{"description", "The requests: a list, or the name of an array."},
            {"anyOf", {std::move(list), Json{{"$ref", reference("variable")}}}}};
}

Json counters() {
    Json list{{"type", "array"},
              {"minItems", 1},
              {"maxItems", limits::max_requests},
              {"items", {{"$ref", reference("written")}}}};
    return {{"description", "The variables that hold the handles, or an array of handles. They are set to 0."},
            {"anyOf", {std::move(list), Json{{"$ref", reference("written")}}}}};
}

Json modes() {
    return {{"description", "The operations that the request waits for. If there are none, it only signals."},
            {"type", "array"},
            {"maxItems", sim::sync_modes.size()},
            {"default", Json::array()},
            {"items", {{"enum", names_of(sim::sync_modes)}}}};
}

Json asserts_of(const CallDescription& row) {
    Json legal = Json::array();
    for (const Assert one : all_asserts) {
        if (has(row.asserts, one)) legal.push_back(name_of(one));
    }
    return {{"description", "The assertions."},
            {"type", "array"},
            {"maxItems", legal.size()},
            {"default", Json::array()},
            {"items", {{"enum", std::move(legal)}}}};
}

Json origin_of(const CallDescription& row) {
    return referring(row.has(Argument::compare)
                         ? "The caller's window segment or buffer that contains two elements: the new value and, "
                           "stride bytes later, the value to compare with."
                         : "The caller's window segment or buffer that contains the data, instead of value and step.",
                     "local_window");
}

Json info() {
    return Json::parse(R"({"description": "Info keys.", "type": "object", "additionalProperties": false,
        "properties": {"restart": {"description": "True if WAIT and TEST start the request again.",
                                   "type": "boolean", "default": false}}})");
}

// The schema of the argument that receives the complete requests of a list.
Json completed(Argument argument) {
    switch (argument) {
        case Argument::index:
            return referring("The variable that receives the index of the request. -1: no request is active.",
                             "written");
        case Argument::tested_index:
            return referring(
                "The variable that receives the index of the request. -1: no request is active or complete.",
                "written");
        case Argument::outcount:
            return referring("The variable that receives the number of complete requests. -1: no request is active.",
                             "written");
        default:
            return {{"description", "The array that receives the indices of complete requests, in ascending order."},
                    {"$ref", reference("variable")}};
    }
}

Json tag_of(const CallDescription& row) {
    if (!row.has(Argument::source)) return number_or(0, "The tag. Sender and receiver use the same one.", limits::tag);
    return {{"description", "The tag. Sender and receiver use the same one. \"any\" or -1: any tag."},
            {"default", 0},
            {"anyOf", or_any({sim::any_tag_value, limits::tag.max})}};
}

Json status_of(const CallDescription& row) {
    const bool one = row.has(Argument::source) || !row.has(Argument::requests) || row.has(Argument::index) ||
                     row.has(Argument::tested_index);
    return {{"description", fmt::format("The array that receives the {}: source, tag and number of elements{}.",
                                        one ? "status" : "statuses", one ? "" : " of each message")},
            {"$ref", reference("variable")}};
}

Json argument_of_messages(Argument argument) {
    switch (argument) {
        case Argument::matched:
            return referring("The variable that holds the message. The call sets it to 0.", "written");
        case Argument::new_message:
            return referring("The variable that receives the message, for mrecv or imrecv.", "written");
        default:
            return described_number("The number of bytes. Each message needs its own bytes and 512.",
                                    number(limits::window_bytes));
    }
}

Json signals() { return described_number("The number of signals that complete the request.", number(limits::signals)); }

Json peer() { return described_number("A rank of both groups. It sends WIN_INFO to the new members.", rank()); }

Json source() {
    return described_number("The rank that sends. \"any\" or -2: any rank. -1: none (MPI_PROC_NULL).",
                            or_any({any_source, limits::max_ranks - 1}));
}

Json memory_of(const CallDescription& row) {
    return referring(row.has(Argument::memory_size) ? "The memory to attach."
                                                    : "The memory to detach. It begins at the first attached byte.",
                     "local_memory");
}

Json target_of(const CallDescription& row) {
    const bool message = row.kind == CallClass::message || row.kind == CallClass::persistent;
    if (!sim::takes_proc_null(row.call)) return described_number("The rank whose window segment is accessed.", rank());
    return described_number(message ? "The rank that receives. -1: none (MPI_PROC_NULL)."
                                    : "The rank whose window segment is accessed. -1: none (MPI_PROC_NULL).",
                            rank_or_null());
}

Json root() { return {{"description", "The root: its communicator rank."}, {"default", 0}, {"anyOf", rank()}}; }

Json count_of(const CallDescription& row) {
    const bool receives = row.has(Argument::source), of_each = is_collective_call(row.call);
    const bool of_message = row.kind == CallClass::message ||
                            (row.kind == CallClass::persistent && !is_persistent_collective(row.call));
    return number_or(1,
                     receives     ? "The number of elements, at least that of the message."
                     : of_each    ? "The number of elements of each rank."
                     : of_message ? "The number of elements. Their size is at most 2^40 bytes."
                                  : "The number of elements. Their size is at most 2^31 - 1 bytes.",
                     of_message ? limits::message_count : limits::count);
}

Json new_size() {
    return described_number(
        "The number of ranks, from rank 0 on, that have the window after the call. If omitted, all have it.",
        number({1, limits::max_ranks}));
}

Json counts_of(const CallDescription& row, Argument argument) {
    Json list{{"type", "array"},
              {"minItems", 1},
              {"maxItems", limits::max_requests},
              {"items", {{"anyOf", number(limits::count)}}}};
    const char* const who = neighbour_calls.contains(row.call) ? "neighbour" : "rank";
    const char* const description =
        argument == Argument::received_counts ? "The numbers of elements that the rank receives from each"
        : row.has(Argument::root)             ? "Only for the root: the number of elements of each"
        : row.has(Argument::received_counts)  ? "The numbers of elements that the rank sends to each"
                                              : "The number of elements of each";
    return {{"description", fmt::format("{} {}: a list, or the name of an array.", description, who)},
            {"anyOf", {std::move(list), Json{{"$ref", reference("variable")}}}}};
}

Json request_of(const CallDescription& row) {
    return referring(row.kind == CallClass::persistent
                         ? "The variable that receives the request, for start, wait or test."
                         : "The variable that receives the request, for wait or test.",
                     "written");
}

Json datatypes_of(Argument argument) {
    const Json one{{"$ref", reference("datatype")}};
    Json list{{"type", "array"}, {"maxItems", limits::max_group_items}, {"items", one}};
    return {{"description", fmt::format("The datatypes of the elements that the rank {}: one for all blocks, or a list "
                                        "with one for each block.",
                                        argument == Argument::datatypes ? "sends" : "receives")},
            {"anyOf", {one, std::move(list)}}};
}

Json argument_of_vectors(Argument argument) {
    return described_number(
        argument == Argument::block_length
            ? "The number of elements in a block. block_length and stride together describe blocks of elements. If "
              "both are omitted, all elements are contiguous."
            : "The distance between block starts in elements, at least block_length.",
        number(limits::block_length));
}

Json schema_of(const CallDescription& row, Argument argument) {
    switch (argument) {
        case Argument::window: return referring("The window. It may be omitted if there is only one.", "identifier");
        case Argument::comm: return communicator_of(row);
        case Argument::target: return target_of(row);
        case Argument::source: return source();
        case Argument::root: return root();
        case Argument::tag: return tag_of(row);
        case Argument::disp:
            return number_or(0,
                             "The distance from the start of the target's window segment, in the target's displacement "
                             "units (1 byte by default). In a dynamic window, an address.",
                             limits::disp);
        case Argument::count: return count_of(row);
        case Argument::datatype: return datatype_of(row);
        case Argument::counts:
        case Argument::received_counts: return counts_of(row, argument);
        case Argument::datatypes:
        case Argument::received_datatypes: return datatypes_of(argument);
        case Argument::block_length:
        case Argument::stride: return argument_of_vectors(argument);
        case Argument::origin_derived:
            return {{"description", "True if the caller's data have a derived datatype. Only family ch3 uses it."},
                    {"type", "boolean"},
                    {"default", false}};
        case Argument::op: return reduction_of(row);
        case Argument::value: return value_of(row);
        case Argument::step:
            return {{"description", "Element k is value + k * step."}, {"default", 0}, {"$ref", reference("value")}};
        case Argument::from: return origin_of(row);
        case Argument::compare: return referring("The value to compare with.", "value");
        case Argument::request: return referring("The request, from the variable that received it.", "value");
        case Argument::requests: return requests();
        case Argument::index:
        case Argument::tested_index:
        case Argument::outcount:
        case Argument::indices: return completed(argument);
        case Argument::status: return status_of(row);
        case Argument::number: return number_or(1, "The number of counters.", limits::counters);
        case Argument::handles: return referring("The variable or the array that receives the handles.", "written");
        case Argument::counters: return counters();
        case Argument::modes: return modes();
        case Argument::counter: return referring("The handle of the counter.", "value");
        case Argument::initial: return signals();
        case Argument::info: return info();
        case Argument::new_size: return new_size();
        case Argument::peer: return peer();
        case Argument::memory: return memory_of(row);
        case Argument::memory_size:
            return described_number("The number of bytes. If omitted, all bytes up to the end of the memory.",
                                    number({1, limits::max_window_bytes}));
        case Argument::into:
            return referring("The caller's window segment or buffer that receives the data.", "local_window");
        case Argument::as: return variable_of(row);
        case Argument::new_message:
        case Argument::matched:
        case Argument::buffer_size: return argument_of_messages(argument);
        case Argument::new_request: return request_of(row);
        case Argument::group: return group();
        case Argument::type: return referring("The type of the lock. It has no default, as in MPI.", "lock_type");
        case Argument::asserts: return asserts_of(row);
    }
    throw std::logic_error("an argument without a schema");
}

Json not_both(std::string_view one, std::string_view other) { return {{"not", {{"required", {one, other}}}}}; }

// Adds rules about combinations of one call's arguments.
void add_rules(const CallDescription& row, Json& rules) {
    if (row.has(Argument::from)) {
        rules.push_back(Json::parse(
            R"({"not": {"required": ["from"], "anyOf": [{"required": ["value"]}, {"required": ["step"]}]}})"));
    }
    if (row.has(Argument::compare)) {
        rules.push_back(Json::parse(R"({"oneOf": [{"required": ["compare"]}, {"required": ["from"]}]})"));
    }
    if (row.has(Argument::op)) rules.push_back({{"$ref", reference("reduction_fits")}});
    if (row.has(Argument::into)) rules.push_back(not_both("into", "as"));
    if (takes_handles(row)) {
        add_rules_of_handles(row, rules);
    } else if (row.has(Argument::count) && row.has(Argument::as)) {
        rules.push_back(Json::parse(R"({"if": {"required": ["as"]},
            "then": {"properties": {"count": {"anyOf": [{"const": 1}, {"type": "string"}]}}}})"));
    }
    if (row.has(Argument::stride)) {
        rules.push_back(
            Json::parse(R"({"dependentRequired": {"block_length": ["stride"], "stride": ["block_length"]}})"));
    }
    if (row.has(Argument::requests)) rules.push_back(not_both("request", "requests"));
    if (row.has(Argument::new_size)) {
        rules.push_back(Json::parse(R"({"anyOf": [{"required": ["ranks"]}, {"required": ["comm"]}]})"));
    }
}

// Adds rules for calls that share a verb: arguments that only one call takes exclude those that only the other takes.
void add_exclusions(const CallDescription& one, const CallDescription& other, Json& rules) {
    one.arguments.for_each([&](Argument mine) {
        if (other.has(mine)) return;
        other.arguments.for_each([&](Argument theirs) {
            if (!one.has(theirs)) rules.push_back(not_both(key_of(mine), key_of(theirs)));
        });
    });
}

// Adds a rule for calls that share a verb: at least the required arguments of one of them.
void add_alternatives(const sim::Verb& verb, ArgumentSet common, Json& rules) {
    Json alternatives = Json::array();
    bool one_has_no_more = false;
    verb.calls.for_each([&](Call call) {
        Json keys = Json::array();
        description_of(call).required.for_each([&](Argument argument) { keys.push_back(key_of(argument)); });
        alternatives.push_back({{"required", std::move(keys)}});
        one_has_no_more = one_has_no_more || description_of(call).required == common;
    });
    if (!one_has_no_more) rules.push_back({{"anyOf", std::move(alternatives)}});
}

// Returns a sentence about a collective call that is not blocking.
std::string waiting_of(const CallDescription& row) {
    if (row.kind == CallClass::persistent) return " It creates an inactive request, which start starts.";
    return row.blocking == Call::none ? "" : " It does not wait.";
}

std::string description_of_call(const CallDescription& row) {
    const std::string name(row.mpi_name);
    if (row.kind == CallClass::persistent && row.blocking == Call::none) {
        return name + ". It creates an inactive request, which start starts.";
    }
    if (neighbour_calls.contains(row.call)) {
        return name + " over the ranks of a communicator with cart or graph." + waiting_of(row);
    }
    if (row.blocking != Call::none) return name + " over all ranks, or over those of a communicator." + waiting_of(row);
    if (row.kind == CallClass::collective) return name + " over all ranks, or over those of a communicator.";
    if (row.has(Argument::into) && row.has(Argument::count)) {
        return fmt::format(
            "{}. The {} are stored in the caller's window or buffer, or in a variable, or are discarded.", name,
            row.has(Argument::op) ? "old values" : "data");
    }
    if (row.has(Argument::compare)) {
        return name + ": one element of an integer datatype is replaced by value if it is equal to compare.";
    }
    if (row.kind == CallClass::operation && !row.has(Argument::count)) return name + ": one element.";
    if (row.kind == CallClass::barrier) return name + " over all ranks, or over those of a communicator.";
    if (row.kind == CallClass::frees_window) return name + " over all ranks.";
    if (row.kind == CallClass::creates_window) return name + " over all ranks. All bytes of the window become 0.";
    if (row.kind == CallClass::attaches) return name + " for a dynamic window. The call is local.";
    if (row.kind == CallClass::message && row.call == Call::ssend) return name + ". It waits for the receiver.";
    if (row.kind == CallClass::message) return name + ". It does not wait for the receiver.";
    return name + ".";
}

std::string description_of_verb(const sim::Verb& verb) {
    std::string text = description_of_call(description_of(verb.named));
    verb.calls.for_each([&](Call other) {
        if (other == verb.named) return;
        const CallDescription& row = description_of(other);
        const bool several = row.has(Argument::requests);
        text += fmt::format(" With request{}, {}{}.", several ? " or requests" : "", row.mpi_name,
                            several ? ", one after the other" : "");
    });
    return text;
}

}  // namespace

Json schema_of(const sim::Verb& verb) {
    ArgumentSet required = all_arguments;
    Json properties = Json::object();
    Json rules = Json::array();
    const CallDescription& named = description_of(verb.named);
    verb.calls.for_each([&](Call call) {
        const CallDescription& row = description_of(call);
        required = required & row.required;
        add_rules(row, rules);
        if (call != verb.named) add_exclusions(named, row, rules);
    });
    add_alternatives(verb, required, rules);
    all_arguments.for_each([&](Argument argument) {
        verb.calls.for_each([&](Call call) {
            const CallDescription& row = description_of(call);
            if (row.has(argument)) properties[std::string(key_of(argument))] = schema_of(row, argument);
        });
    });
    Json schema{{"description", description_of_verb(verb)}, {"type", "object"}};
    required.for_each([&](Argument argument) { schema["required"].push_back(key_of(argument)); });
    schema["additionalProperties"] = false;
    schema["properties"] = std::move(properties);
    if (!rules.empty()) schema["allOf"] = std::move(rules);
    return schema;
}

std::string with_calls_renewed(const std::string& schema) {
    const std::size_t call = schema.find("\n    \"call\": {");
    const std::string opening = "\"properties\": {\n";
    const std::size_t properties = call == std::string::npos ? call : schema.find(opening, call);
    const std::size_t local = properties == std::string::npos ? properties : schema.find("        \"compute\":", call);
    if (local == std::string::npos) throw std::runtime_error("the schema has no calls where they were");
    std::string calls;
    for (const sim::Verb& verb : sim::verbs()) calls += member_text(std::string(verb.name), schema_of(verb), 8) + ",\n";
    return schema.substr(0, properties + opening.size()) + calls + schema.substr(local);
}

}  // namespace rmasim::schema
