// Writes one recorded call: as an instruction, which the writer of the scenario language writes.
#include "sim/mpi/recorded/scenario_calls.h"
#include "sim/scenario/model/instruction.h"
#include "sim/scenario/program/write_call.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace rmasim::sim {

namespace {

// Sets the fields of an instruction. There is one function for each type of field in the structs of calls.
class InstructionWriter {
public:
    InstructionWriter(const CallForm& form, const std::vector<std::string>& texts) : form_(form), texts_(texts) {}

    void operator()(ArgumentSet held, WindowId& id) {
        const bool is_comm = held.contains(Argument::comm);
        id = is_comm ? call().comm : call().window;
        if (is_comm ? id != no_window : has_window) give(held.first());
    }
    void operator()(ArgumentSet held, Expression& value) { set(held.first(), value); }
    void operator()(ArgumentSet held, std::optional<Expression>& value) { set(held.first(), value.emplace()); }
    void operator()(ArgumentSet, TargetElement& element) { set_elements(element); }
    void operator()(ArgumentSet, TargetElements& elements) {
        set_elements(elements);
        set(Argument::count, elements.count);
        set(Argument::block_length, elements.block_length);
        set(Argument::stride, elements.stride);
    }
    void operator()(ArgumentSet, ElementCount& elements) {
        set(Argument::count, elements.count);
        set_datatype(elements.datatype, call().message.datatype);
    }
    void operator()(ArgumentSet held, ReduceOp& op) {
        op = call().operation.reduce;
        if (op != ReduceOp::sum) give(held.first());
    }
    void operator()(ArgumentSet held, CollectiveOp& op) { (*this)(held, op.op); }
    void operator()(ArgumentSet, SentData& data) {
        data.kind = LocalData::affine;
        set(Argument::value, data.first);
        set(Argument::step, data.step);
    }
    void operator()(ArgumentSet, ReceivedData&) {}
    void operator()(ArgumentSet held, WrittenName& name) {
        const Argument argument = held.first();
        const bool is_message = message_arguments.contains(argument);
        if (is_message || argument == Argument::new_request) {
            name.variable = variable(fmt::format("{}[{}]", is_message ? "m" : "r", texts_[index_of(argument)]));
        } else if (argument == Argument::as || argument == Argument::outcount || argument == Argument::index) {
            name.variable = variable("done");
        } else {
            return;
        }
        give(argument);
    }
    void operator()(ArgumentSet held, IntegerList& list) {
        const bool requests = held.contains(Argument::requests) || held.contains(Argument::request);
        bool any = false, constant = !requests;
        for (std::size_t i = 0; i < form_.names.size(); ++i) {
            if (held.contains(form_.names[i].argument)) constant = constant && is_number(texts_[i]);
        }
        for (std::size_t i = 0; i < form_.names.size(); ++i) {
            const Argument argument = form_.names[i].argument;
            if (!held.contains(argument)) continue;
            any = true;
            list.expressions.emplace_back(constant ? std::stoll(texts_[i]) : 0);
            if (!constant)
                written_.texts.emplace_back(argument, requests ? fmt::format("r[{}]", texts_[i]) : texts_[i]);
            give(argument);
        }
        if (!any && held.contains(Argument::group)) give(Argument::group);
    }
    void operator()(ArgumentSet held, DatatypeList& list) {
        list.datatypes = {Datatype::byte};
        give(held.first());
    }
    void operator()(ArgumentSet held, LockType& type) {
        type = call().lock_type;
        give(held.first());
    }
    void operator()(ArgumentSet held, Assert& asserts) {
        asserts = call().asserts;
        if (asserts != Assert::none) give(held.first());
    }
    void operator()(ArgumentSet held, bool& value) {
        value = call().operation.origin_derived;
        if (value) give(held.first());
    }
    template <class Other>
    void operator()(ArgumentSet, Other&) const {
        throw std::logic_error("a call that no recording has");
    }

    bool has_window = false;
    const WrittenCall& written() const { return written_; }
    const std::vector<std::string>& variables() const { return variables_; }

private:
    const CallRequest& call() const { return form_.call; }
    static bool is_number(const std::string& text) {
        return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos;
    }
    std::size_t index_of(Argument argument) const {
        std::size_t at = 0;
        while (at < form_.names.size() && form_.names[at].argument != argument) ++at;
        return at;
    }
    void give(Argument argument) { written_.arguments = written_.arguments | ArgumentSet{argument}; }
    Slot variable(const std::string& text) {
        variables_.push_back(text);
        return static_cast<Slot>(variables_.size() - 1);
    }
    static std::string default_of(Argument argument) {
        switch (argument) {
            case Argument::count: return "1";
            case Argument::value: return "rank";
            case Argument::target:
            case Argument::source:
            case Argument::buffer_size: return "";
            default: return "0";
        }
    }
    void set(Argument argument, Expression& value) {
        const std::size_t at = index_of(argument);
        if (at == form_.names.size()) return;
        std::string text = texts_[at];
        if (text.empty() && argument == Argument::compare) text = "-1";
        if (text.empty() || text == default_of(argument)) return;
        if (is_number(text)) value = Expression(std::stoll(text));
        else written_.texts.emplace_back(argument, text);
        give(argument);
    }
    void set_elements(TargetElement& element) {
        set(Argument::disp, element.disp);
        set_datatype(element.datatype, call().operation.region.datatype);
    }
    void set_datatype(Datatype& datatype, Datatype made) {
        datatype = made;
        if (made != Datatype::byte) give(Argument::datatype);
    }

    const CallForm& form_;
    const std::vector<std::string>& texts_;
    WrittenCall written_;
    std::vector<std::string> variables_{""};
};

}  // namespace

Json recorded_call(const CallForm& form, const std::vector<std::string>& texts, const ScenarioNames& names) {
    Instruction at;
    at.call = form.call.call;
    at.body = body_of(form.call.call);
    InstructionWriter writer(form, texts);
    writer.has_window = names.windows.size() > 1;
    each_argument(at, writer);
    const WrittenNames written{.windows = no_window,
                               .space = [&](SpaceId id) { return names.windows.at(static_cast<WindowId>(id)); },
                               .communicator = [&](WindowId id) { return names.communicators.at(id); },
                               .variable = [&](Slot slot) { return writer.variables()[slot]; },
                               .flag = {}};
    return write_call(at, writer.written(), written);
}

}  // namespace rmasim::sim
