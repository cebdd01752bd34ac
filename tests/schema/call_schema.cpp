#include "tests/schema/call_schema.h"

#include "protocol/base/proc_null.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/null_ranks.h"
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
    if (row.kind == CallClass::message) {
        Json one{{"$ref", reference("datatype")}};
        return {{"description", "Of the elements; handle_sync: the handle of a counter (family synccount)."},
                {"anyOf", {std::move(one), Json{{"const", sim::handle_datatype}}}},
                {"default", "byte"}};
    }
    if (!row.has(Argument::compare)) {
        return {{"description", "Of the elements."}, {"$ref", reference("datatype")}, {"default", "byte"}};
    }
    Json integers = Json::array();
    for (const auto& [name, datatype] : sim::datatypes()) {
        if (is_integer(datatype)) integers.push_back(name);
    }
    return {{"description", "Of the element."}, {"enum", std::move(integers)}, {"default", "byte"}};
}

Json reduction_of(const CallDescription& row) {
    if (row.kind == CallClass::collective) {
        return {{"description", "The reduction. Bitwise and logical ones need integers, minloc and maxloc pairs."},
                {"enum", names_of(sim::combining_ops())},
                {"default", "sum"}};
    }
    const bool reads = fetches(row.operation);
    constexpr const char* fits = "Bitwise and logical ones need integers, minloc and maxloc pairs.";
    return {{"description", fmt::format("The reduction{} {}", reads ? "; no_op only reads." : ".", fits)},
            {"enum", reads ? names_of(sim::fetching_ops()) : names_of(sim::reduce_ops())},
            {"default", "sum"}};
}

Json value_of(const CallDescription& row) {
    const char* const description = row.has(Argument::step)      ? "Element k is value + k * step."
                                    : row.has(Argument::compare) ? "The new value."
                                                                 : "The element sent.";
    return {{"description", description}, {"default", "rank"}, {"$ref", reference("value")}};
}

Json variable_of(const CallDescription& row) {
    if (has_flag(row.call)) return referring("The variable that gets 1 when it is over, else 0.", "written");
    if (!row.has(Argument::count)) {
        return referring("The variable that gets what was there, once the operation has completed.", "written");
    }
    const bool posted = row.kind == CallClass::operation;
    return {{"description", fmt::format("Leave the only element in this variable{}. Floats are cut to integers.",
                                        posted ? "; it is there once the operation has completed" : "")},
            {"$ref", reference("written")}};
}

Json group() {
    Json array{{"type", "array"}, {"maxItems", limits::max_group_items}, {"items", {{"anyOf", rank_or_null()}}}};
    Json text{{"type", "string"},
              {"minLength", 1},
              {"maxLength", limits::max_rank_list_length},
              {"pattern", "^(all|[0-9,\\- ]+)$"}};
    return {{"description",
             "The ranks: a list, each once, -1 (MPI_PROC_NULL) is left out; \"all\"; a text such as \"0\" or "
             "\"1-3,7\"; or the name of an array."},
            {"anyOf", {std::move(array), std::move(text), Json{{"$ref", reference("variable")}}}}};
}

Json requests() {
    Json list{{"type", "array"},
              {"minItems", 1},
              {"maxItems", limits::max_requests},
              {"items", {{"$ref", reference("value")}}}};
    return {{"description", "All of them: a list, or the name of an array."},
            {"anyOf", {std::move(list), Json{{"$ref", reference("variable")}}}}};
}

Json counters() {
    Json list{{"type", "array"},
              {"minItems", 1},
              {"maxItems", limits::max_requests},
              {"items", {{"$ref", reference("written")}}}};
    return {{"description", "Variables that hold handles, or an array; they become 0."},
            {"anyOf", {std::move(list), Json{{"$ref", reference("written")}}}}};
}

Json modes() {
    return {{"description", "The operations that the request waits for. None: it only signals."},
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
    return {{"description", "Assertions."},
            {"type", "array"},
            {"maxItems", legal.size()},
            {"default", Json::array()},
            {"items", {{"enum", std::move(legal)}}}};
}

Json origin_of(const CallDescription& row) {
    return referring(row.has(Argument::compare)
                         ? "Two elements in the caller's window or buffer: the new value and, one stride further, "
                           "the one to compare with."
                         : "Send what stands in the caller's window or buffer, instead of value and step.",
                     "local_window");
}

Json info() {
    return Json::parse(R"({"description": "Info keys.", "type": "object", "additionalProperties": false,
        "properties": {"restart": {"description": "WAIT and TEST start the request again.",
                                   "type": "boolean", "default": false}}})");
}

// The schema of the argument that receives the complete requests of a list.
Json completed(Argument argument) {
    switch (argument) {
        case Argument::index:
            return referring("The variable that gets the place of the request in the list; -1: none is active.",
                             "written");
        case Argument::tested_index:
            return referring("The variable that gets the place of the request; -1: none is active, or none complete.",
                             "written");
        case Argument::outcount:
            return referring("The variable that gets how many are complete; -1: none is active.", "written");
        default:
            return {{"description", "The array that gets the places of those that are complete, ascending."},
                    {"$ref", reference("variable")}};
    }
}

Json memory_of(const CallDescription& row) {
    return referring(row.has(Argument::memory_size) ? "The memory that it reaches from now on."
                                                    : "Memory that it reached, from the first byte attached.",
                     "local_memory");
}

Json target_of(const CallDescription& row) {
    const bool message = row.kind == CallClass::message;
    if (!sim::takes_proc_null(row.call)) return described_number("The rank whose window is meant.", rank());
    return described_number(message ? "The rank that receives; -1: nobody (MPI_PROC_NULL)."
                                    : "The rank whose window is meant; -1: nobody's (MPI_PROC_NULL).",
                            rank_or_null());
}

Json root() { return {{"description", "The root, a rank of the communicator."}, {"default", 0}, {"anyOf", rank()}}; }

Json count_of(const CallDescription& row) {
    const bool receives = row.has(Argument::source), of_each = row.kind == CallClass::collective;
    return number_or(1,
                     receives  ? "Elements, at least the message's."
                     : of_each ? "Elements, of each rank."
                               : "Elements; with their datatype's size 2^31 - 1 bytes at most.",
                     limits::count);
}

Json schema_of(const CallDescription& row, Argument argument) {
    switch (argument) {
        case Argument::window: return referring("The window; may be left out when there is one only.", "identifier");
        case Argument::comm:
            return referring("The communicator, whose ranks are meant; left out: all ranks.", "identifier");
        case Argument::target: return target_of(row);
        case Argument::source:
            return described_number("The rank that sends; -1: nobody (MPI_PROC_NULL).", rank_or_null());
        case Argument::root: return root();
        case Argument::tag: return number_or(0, "Both sides name the same one.", limits::tag);
        case Argument::disp:
            return number_or(0,
                             "Displacement units of the target from the start of its part of the window; 1 byte each "
                             "by default. In a dynamic window an address.",
                             limits::disp);
        case Argument::count: return count_of(row);
        case Argument::datatype: return datatype_of(row);
        case Argument::block_length:
            return described_number(
                "Elements in a block; with a stride, the elements lie in blocks. Left out: one run.",
                number(limits::block_length));
        case Argument::stride:
            return described_number("Elements from the start of one block to the next, at least block_length.",
                                    number(limits::block_length));
        case Argument::origin_derived:
            return {{"description",
                     "The caller's data lie in a derived datatype; only family ch3 sends them in another way."},
                    {"type", "boolean"},
                    {"default", false}};
        case Argument::op: return reduction_of(row);
        case Argument::value: return value_of(row);
        case Argument::step:
            return {{"description", "Element k is value + k * step."}, {"default", 0}, {"$ref", reference("value")}};
        case Argument::from: return origin_of(row);
        case Argument::compare: return referring("The value to compare with.", "value");
        case Argument::request: return referring("What the call gave that made it.", "value");
        case Argument::requests: return requests();
        case Argument::index:
        case Argument::tested_index:
        case Argument::outcount:
        case Argument::indices: return completed(argument);
        case Argument::number: return number_or(1, "How many counters.", limits::counters);
        case Argument::handles: return referring("The variable, or the array, that gets the handles.", "written");
        case Argument::counters: return counters();
        case Argument::modes: return modes();
        case Argument::counter: return referring("The handle of the counter.", "value");
        case Argument::initial:
            return described_number("Signals until the request is complete.", number(limits::signals));
        case Argument::info: return info();
        case Argument::new_size:
            return described_number("The first so many ranks have the window then.", number({1, limits::max_ranks}));
        case Argument::peer: return described_number("A rank of both groups; it tells newcomers.", rank());
        case Argument::memory: return memory_of(row);
        case Argument::memory_size:
            return described_number("How many bytes; left out: all that follow.",
                                    number({1, limits::max_window_bytes}));
        case Argument::into: return referring("Leave the data in the caller's window or buffer.", "local_window");
        case Argument::as: return variable_of(row);
        case Argument::new_request:
            return referring("The variable that gets the request, for wait or test.", "written");
        case Argument::group: return group();
        case Argument::type: return referring("MPI knows no default, either.", "lock_type");
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
    if (row.has(Argument::count) && row.has(Argument::as)) {
        rules.push_back(Json::parse(R"({"if": {"required": ["as"]},
            "then": {"properties": {"count": {"anyOf": [{"const": 1}, {"type": "string"}]}}}})"));
    }
    if (row.has(Argument::stride)) {
        rules.push_back(
            Json::parse(R"({"dependentRequired": {"block_length": ["stride"], "stride": ["block_length"]}})"));
    }
    if (row.has(Argument::requests)) rules.push_back(not_both("request", "requests"));
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

std::string description_of_call(const CallDescription& row) {
    const std::string name(row.mpi_name);
    if (row.kind == CallClass::collective) return name + " over all ranks, or those of a communicator.";
    if (row.has(Argument::into) && row.has(Argument::count)) {
        return fmt::format("{}. {} goes to the caller's window or buffer, to a variable, or nowhere.", name,
                           row.has(Argument::op) ? "What was there" : "The data");
    }
    if (row.has(Argument::compare)) {
        return name + ": one element of an integer datatype becomes value if it is equal to compare.";
    }
    if (row.kind == CallClass::operation && !row.has(Argument::count)) return name + ": one element.";
    if (row.kind == CallClass::barrier) return name + " over all ranks, or those of a communicator.";
    if (row.kind == CallClass::frees_window) return name + " over all ranks.";
    if (row.kind == CallClass::creates_window) return name + " over all ranks; all zeros.";
    if (row.kind == CallClass::attaches) return name + ", of a dynamic window; local.";
    if (row.kind == CallClass::message) return name + "; does not wait for the receiver.";
    return name + ".";
}

std::string description_of_verb(const sim::Verb& verb) {
    std::string text = description_of_call(description_of(verb.named));
    verb.calls.for_each([&](Call other) {
        if (other == verb.named) return;
        const CallDescription& row = description_of(other);
        const bool several = row.has(Argument::requests);
        text.pop_back();
        text += fmt::format("; with request{} {}{}.", several ? " or requests" : "", row.mpi_name,
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
