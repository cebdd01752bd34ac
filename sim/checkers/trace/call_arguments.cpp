#include "sim/checkers/trace/call_arguments.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

void add_operation(nlohmann::ordered_json& to, const Operation& operation) {
    to["target"] = operation.target;
    to["bytes"] = operation.region.bytes();
    const bool reduces = operation.kind != OpKind::put && operation.kind != OpKind::get;
    if (reduces && operation.kind != OpKind::compare_and_swap) to["op"] = name_of(operation.reduce);
}

// Adds the arguments of a message or a probe. MRECV and IMRECV have neither a peer nor a tag.
void add_message(nlohmann::ordered_json& to, const CallDescription& call, const Message& message) {
    const bool sends = call.has(Argument::target);
    if (sends || call.has(Argument::source)) {
        auto& peer = to[sends ? "target" : "source"];
        if (message.peer == any_source) peer = "any";
        else peer = message.peer;
    }
    if (call.has(Argument::count)) to["bytes"] = message.count * bytes_of(message.datatype);
    if (!call.has(Argument::tag)) return;
    auto& tag = to["tag"];
    if (message.tag == any_tag) tag = "any";
    else tag = message.tag;
}

// Adds the arguments of a collective call. "bytes" is the size of one process's data. Calls such as GATHER transfer
// this number of bytes for each process.
void add_collective(nlohmann::ordered_json& to, const CallRequest& call) {
    if (description_of(call.call).has(Argument::root)) to["root"] = call.message.peer;
    to["bytes"] = call.message.count * bytes_of(call.message.datatype);
    if (description_of(call.call).has(Argument::op)) to["op"] = name_of(call.operation.reduce);
}

void add_request_of_operations(nlohmann::ordered_json& to, const CallRequest& call) {
    to["target"] = call.target;
    auto& modes = to["modes"] = nlohmann::ordered_json::array();
    const SyncModes all = call.more ? call.more->modes : SyncModes::none;
    if (has(all, SyncModes::put)) modes.push_back("put");
    if (has(all, SyncModes::get)) modes.push_back("get");
    if (has(all, SyncModes::accumulate)) modes.push_back("accumulate");
}

void add_answer(nlohmann::ordered_json& to, const CallRequest& call, const CallAnswer* answer) {
    if (answer != nullptr && has_request(call.call)) to["request"] = answer->request;
    if (!call.requests.empty()) to["requests"] = call.requests;
    if (call.call == Call::mrecv || call.call == Call::imrecv) to["message"] = call.more ? call.more->handle : 0;
    if (answer == nullptr) return;
    if (has_flag(call.call)) to["flag"] = answer->done;
    const CallDescription& described = description_of(call.call);
    if (described.has(Argument::new_message)) to["message"] = answer->request;
    if (described.has(Argument::index) || described.has(Argument::tested_index)) to["index"] = answer->index;
    if (!described.has(Argument::outcount)) return;
    to["outcount"] = answer->index;
    if (answer->lists) to["indices"] = answer->lists->indices;
}

// Adds the statuses of messages: source, tag and number of elements of each message.
void add_statuses(nlohmann::ordered_json& to, const std::vector<MessageStatus>& statuses) {
    auto& all = to["statuses"] = nlohmann::ordered_json::array();
    for (const MessageStatus& one : statuses) {
        all.push_back({one.source, static_cast<std::int32_t>(one.tag), one.count});
    }
}

}  // namespace

nlohmann::ordered_json call_arguments(const CallRequest& call, const CallAnswer* answer, const std::string& location,
                                      const std::string* window, const std::vector<std::string>& communicators) {
    const CallDescription& description = description_of(call.call);
    nlohmann::ordered_json arguments{{"place", location}};
    if (window != nullptr) arguments["win"] = *window;
    if (call.comm != no_window) arguments["comm"] = communicators[std::size_t{no_window} - 1 - call.comm];
    if (is_operation(call.call)) {
        add_operation(arguments, call.operation);
    } else if (description.kind == CallClass::collective || is_persistent_collective(call.call)) {
        if (blocking_form(call.call) != Call::barrier) add_collective(arguments, call);
    } else if (description.kind == CallClass::message || description.kind == CallClass::persistent ||
               description.kind == CallClass::probe) {
        add_message(arguments, description, call.message);
    } else if (call.call == Call::win_sync_ops_init) {
        add_request_of_operations(arguments, call);
    } else if (has_target(call.call)) {
        arguments["target"] = call.target;
    }
    if (call.call == Call::lock) arguments["type"] = name_of(call.lock_type);
    if (description.has(Argument::group)) arguments["group"] = call.group;
    if (call.call == Call::win_change_comm) arguments["new_size"] = call.more ? call.more->new_size : 0;
    add_answer(arguments, call, answer);
    if (answer != nullptr && answer->lists && call.wants_status) add_statuses(arguments, answer->lists->statuses);
    return arguments;
}

}  // namespace rmasim::sim
