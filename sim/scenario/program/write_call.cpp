#include "sim/scenario/program/write_call.h"

#include "sim/scenario/model/vocabulary.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace rmasim::sim {

namespace {

// Writes the arguments of a call. There is one function for each type of field in the structs of calls.
class CallWriter {
public:
    CallWriter(const WrittenCall& call, const WrittenNames& names) : call_(call), names_(names) {}

    void operator()(ArgumentSet held, WindowId id) {
        const Argument argument = held.first();
        add(argument, [&] { return argument == Argument::comm ? names_.communicator(id) : names_.space(id); });
    }
    void operator()(ArgumentSet held, const Expression& value) {
        add(held.first(), [&] { return number(held.first(), value); });
    }
    void operator()(ArgumentSet held, const std::optional<Expression>& value) {
        if (value) (*this)(held, *value);
    }
    void operator()(ArgumentSet, const TargetElement& element) {
        (*this)({Argument::disp}, element.disp);
        add(Argument::datatype, [&] { return name_of(element.datatype); });
    }
    void operator()(ArgumentSet, const TargetElements& elements) {
        (*this)({Argument::disp}, elements.disp);
        (*this)({Argument::count}, elements.count);
        add(Argument::datatype, [&] { return name_of(elements.datatype); });
        (*this)({Argument::block_length}, elements.block_length);
        (*this)({Argument::stride}, elements.stride);
    }
    void operator()(ArgumentSet, const ElementCount& elements) {
        const bool handles = elements.datatype == Datatype::handle_sync;
        (*this)({Argument::count}, elements.count);
        add(Argument::datatype, [&] { return handles ? handle_datatype : name_of(elements.datatype); });
    }
    void operator()(ArgumentSet held, ReduceOp op) {
        add(held.first(), [&] { return name_of(op); });
    }
    void operator()(ArgumentSet held, const CollectiveOp& op) {
        if (op.op != ReduceOp::user) return (*this)(held, op.op);
        add(held.first(), [&] { return names_.reduction(op.own.number); });
    }
    void operator()(ArgumentSet, const SentData& data) {
        if (data.kind == LocalData::variable) {
            add(Argument::value, [&] { return numbers(Argument::value, data.handles); });
        } else if (data.kind == LocalData::window) {
            add(Argument::from, [&] { return local(Argument::from, data); });
        } else {
            (*this)({Argument::value}, data.first);
            (*this)({Argument::step}, data.step);
        }
    }
    void operator()(ArgumentSet, const ReceivedData& data) {
        if (data.kind == LocalData::variable) (*this)({Argument::as}, data.variable);
        else if (data.kind == LocalData::window) add(Argument::into, [&] { return local(Argument::into, data); });
    }
    void operator()(ArgumentSet held, const WrittenName& name) {
        add(held.first(), [&] { return text(name); });
    }
    void operator()(ArgumentSet held, const IntegerList& list) {
        const bool one = call_.arguments.contains(Argument::request) && held.contains(Argument::request);
        const Argument argument = one                                 ? Argument::request
                                  : held.contains(Argument::requests) ? Argument::requests
                                                                      : held.first();
        add(argument, [&] {
            const Json all = numbers(argument, list);
            return one ? all.at(0) : all;
        });
    }
    void operator()(ArgumentSet held, const DatatypeList& list) {
        Json all = Json::array();
        for (const Datatype one : list.datatypes) all.push_back(name_of(one));
        add(held.first(), [&] { return all; });
    }
    void operator()(ArgumentSet held, SyncModes modes) {
        Json list = Json::array();
        for (const Named<SyncModes>& one : sync_modes) {
            if (rmasim::has(modes, one.second)) list.push_back(one.first);
        }
        add(held.first(), [&] { return list; });
    }
    void operator()(ArgumentSet held, LockType type) {
        add(held.first(), [&] { return name_of(type); });
    }
    void operator()(ArgumentSet held, Assert asserts) {
        Json list = Json::array();
        for (const Assert one : all_asserts) {
            if (rmasim::has(asserts, one)) list.push_back(name_of(one));
        }
        add(held.first(), [&] { return list; });
    }
    void operator()(ArgumentSet held, const AttachedMemory& memory) {
        add(Argument::memory, [&] {
            Json over = space(memory.space);
            over["disp"] = number(Argument::memory, memory.first);
            return over;
        });
        if (held.contains(Argument::memory_size)) (*this)({Argument::memory_size}, memory.bytes);
    }
    void operator()(ArgumentSet held, bool value) {
        add(held.first(), [&] { return held.contains(Argument::info) ? Json{{"restart", value}} : Json(value); });
    }

    // ---- Actions.
    void write(const AccessInstruction& access) {
        json_ = space(access.space);
        if (access.target) json_["target"] = number(Argument::target, *access.target);
        json_["disp"] = number(Argument::disp, access.disp);
    }
    void write(const LoadInstruction& load) {
        write(static_cast<const AccessInstruction&>(load));
        json_["datatype"] = name_of(load.datatype);
        json_["as"] = text(load.variable);
        if (load.expected) json_["expect"] = number(Argument::value, *load.expected);
    }
    void write(const StoreInstruction& store) {
        write(static_cast<const AccessInstruction&>(store));
        (*this)({Argument::count}, store.count);
        json_["datatype"] = name_of(store.datatype);
        json_["value"] = number(Argument::value, store.value);
        (*this)({Argument::step}, store.step);
    }
    void write(const AddressInstruction& address) {
        json_ = space(address.space);
        json_["disp"] = number(Argument::disp, address.disp);
        json_["as"] = text(address.variable);
    }
    void write(const ClearInstruction& array) { json_[names_.variable(array.first)] = array.length; }
    void write(const FlagInstruction& flag) {
        json_ = Json{{"flag", names_.flag(flag.flag)}, {"value", number(Argument::value, flag.value)}};
    }

    Json take() { return std::move(json_); }

private:
    // Adds the value that `make` returns, if the JSON has the argument.
    template <class Make>
    void add(Argument argument, Make make) {
        if (call_.arguments.contains(argument)) json_[std::string(key_of(argument))] = make();
    }
    // Returns the text for the element `nth` of an argument. All elements have the text if there is only one.
    const std::string* text_for(Argument argument, std::size_t nth) const {
        const std::string* found = nullptr;
        for (const auto& [of, text] : call_.texts) {
            if (of != argument) continue;
            found = &text;
            if (nth-- == 0) break;
        }
        return found;
    }
    Json number(Argument argument, const Expression& value, std::size_t nth = 0) const {
        if (const std::string* const text = text_for(argument, nth)) return *text;
        if (value.is_constant()) return value.constant();
        if (const auto slot = value.variable()) return names_.variable(*slot);
        throw std::logic_error("an expression without a text");
    }
    Json numbers(Argument argument, const IntegerList& list) const {
        Json all = Json::array();
        for (const Rank rank : list.ranks) all.push_back(rank);
        std::size_t nth = 0;
        for (const Expression& one : list.expressions) all.push_back(number(argument, one, nth++));
        return all;
    }
    std::string text(const WrittenName& name) const {
        const std::string text = names_.variable(name.variable);
        if (name.whole_array || name.element.length == 0) return text;
        const Json index = number(Argument::as, name.element.index);
        return text + '[' + (index.is_string() ? index.get<std::string>() : index.dump()) + ']';
    }
    Json space(SpaceId id) const { return {{id < names_.windows ? "win" : "buffer", names_.space(id)}}; }
    Json local(Argument argument, const LocalElements& elements) const {
        Json json = space(elements.space);
        json["disp"] = number(argument, elements.first);
        json["stride"] = number(argument, elements.step);
        return json;
    }

    const WrittenCall& call_;
    const WrittenNames& names_;
    Json json_ = Json::object();
};

}  // namespace

Json write_call(const Instruction& at, const WrittenCall& call, const WrittenNames& names) {
    CallWriter writer(call, names);
    std::string_view verb = name_of(at);
    if (is_call(at)) {
        verb = verb_of(description_of(at.call));
        each_argument(at, writer);
    } else if (const auto* const load = at.find<LoadInstruction>()) {
        writer.write(*load);
    } else if (const auto* const store = at.find<StoreInstruction>()) {
        writer.write(*store);
    } else if (const auto* const array = at.find<ClearInstruction>()) {
        writer.write(*array);
    } else if (const auto* const address = at.find<AddressInstruction>()) {
        writer.write(*address);
    } else if (const FlagInstruction* const flag = flag_of(at)) {
        writer.write(*flag);
    } else if (!at.is<ThreadBarrierInstruction>()) {
        throw std::logic_error("control flow has no call");
    }
    return {{std::string(verb), writer.take()}};
}

}  // namespace rmasim::sim
