#include "tests/schema/handle_schema.h"

#include "protocol/base/collective.h"
#include "sim/scenario/model/limits.h"

#include <nlohmann/json.hpp>

namespace rmasim::schema {

using sim::Json;

bool takes_handles(const CallDescription& row) {
    return row.kind == CallClass::message ||
           (row.kind == CallClass::collective && !row.has(Argument::op) && !row.has(Argument::counts) &&
            !row.has(Argument::new_request) && !neighbour_calls.contains(row.call));
}

Json communicator_of(const CallDescription& row) {
    return {{"description",
             row.has(Argument::new_size)
                 ? "The window's communicator after the call. If omitted, the communicator that it has at the start."
                 : "The communicator whose ranks take part. If omitted, all ranks do."},
            {"$ref", "#/$defs/identifier"}};
}

Json datatype_or_handle() {
    return Json::parse(R"({
        "description": "The datatype of the elements. handle_sync: handles of counters (family synccount).",
        "anyOf": [{"$ref": "#/$defs/datatype"}, {"const": "handle_sync"}],
        "default": "byte"})");
}

Json value_or_handles() {
    Json value = Json::parse(R"({
        "description": "Element k is value + k * step. handle_sync: one handle for all, a list, or an array's name.",
        "default": "rank",
        "anyOf": [{"$ref": "#/$defs/value"},
                  {"type": "array", "minItems": 1, "maxItems": 0, "items": {"$ref": "#/$defs/value"}}]})");
    value["anyOf"][1]["maxItems"] = sim::limits::max_requests;
    return value;
}

Json variable_of_handles(const CallDescription& row) {
    const char* const description =
        receives_from_each.contains(row.call)
            ? "handle_sync: the array that receives the handles of all ranks."
            : "The variable that receives the only element. Floats are truncated to integers. handle_sync: the "
              "variable or array that receives the handles.";
    return {{"description", description}, {"$ref", "#/$defs/written"}};
}

void add_rules_of_handles(const CallDescription& row, Json& rules) {
    if (row.has(Argument::as) && receives_from_each.contains(row.call)) {
        rules.push_back(Json::parse(R"({"if": {"required": ["as"]},
            "then": {"required": ["datatype"], "properties": {"datatype": {"const": "handle_sync"}}}})"));
    } else if (row.has(Argument::as)) {
        rules.push_back(Json::parse(R"({
            "if": {"required": ["as"], "properties": {"datatype": {"not": {"const": "handle_sync"}}}},
            "then": {"properties": {"count": {"anyOf": [{"const": 1}, {"type": "string"}]}}}})"));
    }
    rules.push_back(Json::parse(R"({
        "if": {"required": ["datatype"], "properties": {"datatype": {"const": "handle_sync"}}},
        "then": {"not": {"anyOf": [{"required": ["from"]}, {"required": ["step"]}, {"required": ["into"]}]}},
        "else": {"properties": {"value": {"not": {"type": "array"}}}}})"));
}

}  // namespace rmasim::schema
