#include "sim/untimed/fuzz/lower/message_arguments.h"

#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/thread_calls.h"

#include <fmt/format.h>

#include <utility>

namespace rmasim::fuzz {

using Match = MessageArguments::Match;

// PROBE and IPROBE in front of a receive share the array of its probes. IPROBE may find nothing, and then changes no
// array; it has no status.
bool MessageStepArguments::has_status(Call call) const {
    if (receive_ == nullptr || call == Call::iprobe) return false;
    const bool probes = description_of(call).kind == CallClass::probe;
    return probes ? receive_->message.probed : description_of(call).has(Argument::status);
}

ArgumentSet MessageStepArguments::given(Call call) const {
    using enum Argument;
    const auto only_if = [](bool condition, ArgumentSet arguments) { return condition ? arguments : ArgumentSet(); };
    const bool any = receives_in_round(step_) && receives_any();
    const bool probes = description_of(call).kind == CallClass::probe;
    const ArgumentSet given =
        ArgumentSet{target, source, tag, count, datatype, value, step, new_request, new_message, matched, buffer_size} |
        only_if(step_.comm >= 0, {comm}) | only_if(has_status(call), {status}) | only_if(!any, {into}) |
        only_if(any || probes, {as}) | (call == Call::request_waitall ? ArgumentSet{requests} : ArgumentSet{request});
    return description_of(call).arguments & given;
}

void MessageStepArguments::operator()(ArgumentSet, WindowId& comm) const {
    if (step_.comm >= 0) comm = sim::CommunicatorTable::number_of(static_cast<std::size_t>(step_.comm));
}

void MessageStepArguments::operator()(ArgumentSet held, Expression& value) {
    switch (held.first()) {
        case Argument::target:
            value = number(step_.target == proc_null ? proc_null : peer_of(random_, rank_, step_));
            return;
        case Argument::source: return set_source(value);
        case Argument::tag: return set_tag(value);
        case Argument::buffer_size: value = number(step_.message.bytes); return;
        default: return;
    }
}

// A RECV of any message, after a PROBE, names the message that the PROBE has found.
void MessageStepArguments::set_source(Expression& source) {
    const bool any = receives_any();
    if (any && receives_in_round(step_) && step_.message.probed) return set_by_probe(Argument::source, source, 0);
    if (!any && step_.message.match != Match::any_source) {
        source = number(step_.target == proc_null ? proc_null : peer_of(random_, rank_, step_));
        return;
    }
    source = number(any_source);
    write(Argument::source, "any");
}

void MessageStepArguments::set_tag(Expression& tag) {
    const bool any = receives_any();
    if (any && receives_in_round(step_) && step_.message.probed) return set_by_probe(Argument::tag, tag, 1);
    if (!any && step_.message.match != Match::any_tag) {
        tag = number(step_.message.tag);
        return;
    }
    tag = number(sim::any_tag_value);
    write(Argument::tag, "any");
}

void MessageStepArguments::set_by_probe(Argument argument, Expression& value, int element) {
    value = names_.element(probe_letter, step_.result, element);
    write(argument, fmt::format("{}[{}]", VariableNames::text(probe_letter, step_.result), element));
}

void MessageStepArguments::write(Argument argument, std::string text) {
    if (written_ != nullptr) written_->texts.emplace_back(argument, std::move(text));
}

void MessageStepArguments::operator()(ArgumentSet, sim::ElementCount& elements) const {
    const std::uint32_t count = receives_in_round(step_) ? step_.message.room : step_.region.count;
    elements = {number(count), Datatype::int64};
}

void MessageStepArguments::operator()(ArgumentSet, SentData& data) const {
    data = computed(number(step_.value), number(step_.step));
}

void MessageStepArguments::operator()(ArgumentSet, sim::ReceivedData& data) {
    if (receives_any()) {
        data.kind = LocalData::variable;
        data.variable = names_.name(data_letter, step_.result);
        return;
    }
    data.kind = LocalData::window;
    data.space = random_.windows;
    data.first = number(std::int64_t{step_.result} * 8);
    data.step = number(8);
}

void MessageStepArguments::operator()(ArgumentSet held, WrittenName& name) {
    switch (held.first()) {
        case Argument::new_request: name = names_.name(request_letter, step_.request); return;
        case Argument::as: name = names_.name(done_letter, 0); return;
        case Argument::new_message:
        case Argument::matched: name = names_.name(message_letter, receive_->result); return;
        case Argument::status: {
            const Call call = step_.call == Call::request_wait ? step_.waits_by : step_.call;
            if (!has_status(call)) return;
            const bool probes = description_of(call).kind == CallClass::probe;
            const Slot array = names_.array(probes ? probe_letter : status_letter, receive_->result);
            name = {array, true, {sim::status_length, Expression()}};
            return;
        }
        default: return;
    }
}

void MessageStepArguments::operator()(ArgumentSet, IntegerList& requests) {
    requests = names_.list(request_letter, {step_.request});
}

std::vector<MessageStore> stores_of_message(const RandomProgram& program, Rank rank, const Step& receive) {
    const MessageWords words = message_words(receive);
    std::vector<MessageStore> stores;
    const auto add = [&](char letter, int element, std::uint32_t word) {
        const bool any = receive.message.match == Match::any;
        const std::string index = any ? index_by_tag(program, rank, receive, "v[1]") : std::to_string(receive.result);
        stores.push_back({letter, element, fmt::format("8 * ({} + {})", index, word)});
    };
    if (!words.received) {
        add(status_letter, 2, words.data);
        return stores;
    }
    if (receive.message.match == Match::any) add(status_letter, -1, 0);
    for (std::uint32_t k = 0; k < MessageWords::status; ++k) {
        add(status_letter, static_cast<int>(k), words.data + k);
        if (words.probed) add(probe_letter, static_cast<int>(k), words.data + MessageWords::status + k);
    }
    return stores;
}

}  // namespace rmasim::fuzz
