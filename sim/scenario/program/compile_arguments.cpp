// The readers of arguments that several calls share. They are a part of the compiler of call lists.
#include "protocol/base/collective.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/parse_window.h"
#include "sim/scenario/program/compiler.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace rmasim::sim {

namespace {

std::optional<std::int64_t> constant(const Expression& expression) {
    if (!expression.is_constant()) return std::nullopt;
    Random unused(0, 0);
    return expression.evaluate({}, unused);
}

// Returns 0 if the count is not constant.
std::uint32_t constant_count(const Expression& expression) {
    return static_cast<std::uint32_t>(constant(expression).value_or(0));
}

Expression compile_text(const JsonValue& value, const Scope& scope) {
    try {
        return Expression::compile(value.text(max_expression_length, 1), scope);
    } catch (const ExpressionError& error) {
        BadInput bad(value.location(), value.quoted(), fmt::format("an integer or an expression ({})", error.what()));
        bad.may_follow = dynamic_cast<const UnknownName*>(&error) != nullptr;
        throw bad;
    }
}

}  // namespace

Expression Compiler::expression(const JsonValue& value, IntegerBounds bounds) const {
    if (value.is_number()) return Expression(value.integer(bounds));
    if (!value.is_text()) value.fail("an integer, or a string with an expression");
    Expression compiled = compile_text(value, names_.scope());
    if (const auto known = constant(compiled); known && (*known < bounds.min || *known > bounds.max)) {
        throw BadInput(value.location(), fmt::format("{} = {}", value.quoted(), *known),
                       fmt::format("an integer from {} to {}", bounds.min, bounds.max));
    }
    return compiled;
}

void Compiler::read(const JsonObject& call, std::string_view key, Expression& result, IntegerBounds bounds) const {
    if (const auto member = call.find(key)) result = expression(*member, bounds);
}

WindowId Compiler::communicator(const JsonObject& call) const {
    const auto comm = call.find("comm");
    return comm ? communicator_named(*comm, communicators_) : no_window;
}

// The function ignores errors in the window's name, because the function `window` reports them.
WindowId Compiler::comm_of_window(const JsonObject& call) const {
    if (communicators_ == nullptr) return no_window;
    const auto name = call.find("win");
    const auto comm_of = [](const WindowSettings& one) { return one.changes_comm ? no_window : one.comm; };
    if (!name) return windows_.size() == 1 ? comm_of(windows_.front()) : no_window;
    if (!name->is_text()) return no_window;
    const std::string text = name->text(limits::max_identifier_length);
    const auto at = std::find_if(windows_.begin(), windows_.end(),
                                 [&text](const WindowSettings& window) { return window.name == text; });
    return at == windows_.end() ? no_window : comm_of(*at);
}

IntegerBounds Compiler::peers(WindowId comm) const { return {proc_null, comm_size(comm) - 1}; }

WindowId Compiler::window(const JsonObject& call) const { return parse_window(call, windows_); }

SpaceId Compiler::space(const JsonObject& call) const {
    const SpaceId id = parse_space(call, windows_, buffers_);
    if (!space_of(windows_, buffers_, id).dynamic) return id;
    throw BadInput(call.location(), fmt::format("window \"{}\", which is dynamic", windows_[id].name),
                   "a buffer, or a window that is not dynamic");
}

SpaceId Compiler::space_with_address(const JsonValue& value, const JsonObject& call) const {
    const auto is_dynamic = [](const WindowSettings& window) { return window.dynamic; };
    if (std::none_of(windows_.begin(), windows_.end(), is_dynamic))
        value.fail("no address, because no window is \"dynamic\"");
    const SpaceId id = space(call);
    if (space_of(windows_, buffers_, id).shared) value.fail("a buffer, or a window that is not in shared memory");
    return id;
}

void Compiler::read_attached(const JsonObject& call, WindowId window, AttachedMemory& attached) const {
    if (!windows_[window].dynamic) {
        throw BadInput(call.location(), fmt::format("window \"{}\"", windows_[window].name),
                       "a window with \"dynamic\": true");
    }
    const JsonValue over = call.at("over");
    const JsonObject memory(over, {"win", "buffer", "disp"});
    attached.space = space_with_address(over, memory);
    read(memory, "disp", attached.first, limits::disp);
    if (const auto bytes = call.find("bytes")) attached.bytes = expression(*bytes, {1, limits::max_window_bytes});
    const std::uint64_t room = space_of(windows_, buffers_, attached.space).bytes.max();
    const auto first = static_cast<std::uint64_t>(constant(attached.first).value_or(0));
    const std::uint64_t bytes = attached.bytes ? static_cast<std::uint64_t>(constant(*attached.bytes).value_or(1)) : 1;
    if (first <= room && bytes <= room - first) return;
    throw BadInput(over.location(), fmt::format("bytes up to {}", first + bytes),
                   fmt::format("the {} bytes of {} \"{}\"", room, kind_of_space(windows_, attached.space),
                               space_of(windows_, buffers_, attached.space).name));
}

void Compiler::read_access(const JsonObject& call, AccessInstruction& access, Expression* count) const {
    access.space = space(call);
    read(call, "disp", access.disp, limits::disp);
    Expression one(1);
    Expression& elements = count != nullptr ? *count : one;
    read_elements(call, elements, access.datatype);
    const Region region{.count = constant_count(elements), .datatype = access.datatype};
    check_access(call, {access.space, access.target ? &*access.target : nullptr, access.disp, region, true});
}

void Compiler::read_region(const JsonObject& call, TargetElement& element) const {
    element.window = window(call);
    read(call, "disp", element.disp, limits::disp);
    Expression one(1);
    read_elements(call, one, element.datatype);
    check_access(call,
                 {element.window, &element.target, element.disp, {.count = 1, .datatype = element.datatype}, false});
}

void Compiler::read_region(const JsonObject& call, TargetElements& elements) const {
    elements.window = window(call);
    read(call, "disp", elements.disp, limits::disp);
    read_elements(call, elements.count, elements.datatype);
    read_vector(call, elements);
    Region region{.count = constant_count(elements.count), .datatype = elements.datatype};
    if (constant(elements.stride)) {
        region.block_length = constant_count(elements.block_length);
        region.stride = constant_count(elements.stride);
    }
    check_access(call, {elements.window, &elements.target, elements.disp, region, false});
}

namespace {

// True if the call may transfer handles: a message, or a blocking collective call with blocks of one size that does not
// reduce, except calls on neighbours.
bool takes_handles(Call call) {
    const CallDescription& described = description_of(call);
    return described.kind == CallClass::message ||
           (described.kind == CallClass::collective && !described.has(Argument::op) &&
            !described.has(Argument::counts) && !described.has(Argument::new_request) &&
            !neighbour_calls.contains(call));
}

}  // namespace

void Compiler::read_elements(const JsonObject& call, Expression& count, Datatype& datatype, Call transfers) const {
    const CallClass kind = description_of(transfers).kind;
    const bool is_message =
        kind == CallClass::message || (kind == CallClass::persistent && !is_persistent_collective(transfers));
    read(call, "count", count, is_message ? limits::message_count : limits::count);
    if (const auto given = call.find("datatype")) {
        const bool handles = given->is_text() && given->text(limits::max_identifier_length) == handle_datatype;
        if (handles && takes_handles(transfers)) {
            require(CallFeature::handles, *given, "datatype handle_sync");
            datatype = Datatype::handle_sync;
        } else {
            datatype = given->one_of(datatypes());
        }
    }
    const auto size = static_cast<std::int64_t>(bytes_of(datatype));
    const std::int64_t bytes = constant(count).value_or(0) * size;
    const std::int64_t max = is_message ? limits::max_bytes_per_message : limits::max_bytes_per_call;
    if (bytes > max) {
        throw BadInput(call.at("count").location(), fmt::format("{} bytes in total", bytes),
                       fmt::format("at most {} elements", max / size));
    }
}

void Compiler::read_vector(const JsonObject& call, TargetElements& elements) const {
    if (!call.has("block_length") && !call.has("stride")) return;
    const std::string key = call.has("block_length") ? "block_length" : "stride";
    require(CallFeature::vectors, call.at(key), '"' + key + '"');
    elements.block_length = expression(call.at("block_length"), limits::block_length);
    elements.stride = expression(call.at("stride"), limits::block_length);
    const auto block_length = constant(elements.block_length);
    const auto stride = constant(elements.stride);
    if (block_length && stride && *stride < *block_length) {
        throw BadInput(call.at("stride").location(), std::to_string(*stride),
                       fmt::format("at least the block_length, {}", *block_length));
    }
}

void Compiler::check_access(const JsonObject& call, const AccessedRegion& accessed) const {
    const WindowSettings& window = space_of(windows_, buffers_, accessed.space);
    if (window.dynamic) return;  // `disp` is an address, which the target checks.
    // If the target is not constant, the check assumes the largest window segment and the smallest unit.
    const auto target = accessed.target != nullptr ? constant(*accessed.target) : std::nullopt;
    if (target == proc_null) return;
    // In a window of communicators, the target is a communicator rank. It is another rank in each communicator.
    const bool known = target && window.comm == no_window && !window.changes_comm;
    const std::uint64_t bytes = known ? window.bytes.of(static_cast<Rank>(*target)) : window.bytes.max();
    const std::uint64_t unit = accessed.in_bytes ? 1
                               : known           ? window.disp_unit.of(static_cast<Rank>(*target))
                                                 : window.disp_unit.min();
    const auto disp = static_cast<std::uint64_t>(constant(accessed.disp).value_or(0));
    const std::uint64_t extent = accessed.region.extent_bytes();
    if (extent <= bytes && disp <= (bytes - extent) / unit) return;
    const std::string of_rank = known && !window.is_plain() ? fmt::format(" of rank {}", *target) : "";
    const std::string in_units = unit > 1 ? fmt::format(" ({} units of {} bytes)", disp, unit) : "";
    throw BadInput(call.has("disp") ? call.at("disp").location() : call.location(),
                   fmt::format("bytes up to {}{}", disp * unit + extent, in_units),
                   fmt::format("the {} bytes of {} \"{}\"{}", bytes, kind_of_space(windows_, accessed.space),
                               window.name, of_rank));
}

void Compiler::read_affine(const JsonObject& call, Expression& value, Expression& step) const {
    value = Expression::compile("rank", Scope{});
    read(call, "value", value);
    read(call, "step", step);
}

void Compiler::read_origin(const JsonObject& call, const TransferredElements& elements, LocalElements& origin) const {
    if (!call.has("from")) {
        origin.kind = LocalData::affine;
        return read_affine(call, origin.first, origin.step);
    }
    if (call.has("value") || call.has("step")) {
        throw BadInput(call.at("from").location(), "\"from\" together with \"value\" or \"step\"",
                       "either \"from\", or \"value\" and \"step\"");
    }
    read_local_elements(call, "from", elements, origin);
}

void Compiler::read_result(const JsonObject& call, const TransferredElements& elements, ReceivedData& result) {
    if (call.has("into") && call.has("as")) {
        throw BadInput(call.at("into").location(), "\"into\" together with \"as\"", "either \"into\" or \"as\"");
    }
    if (call.has("into")) read_local_elements(call, "into", elements, result);
    if (call.has("as")) {
        if (receives_from_each.contains(elements.call)) call.at("as").fail("\"into\", because all ranks send");
        if (elements.count != nullptr && constant(*elements.count) != 1) {
            call.at("count").fail("1, because a variable holds one element");
        }
        result.kind = LocalData::variable;
        result.variable = variable(call);
    }
}

// Reads the member `key`: the elements in the caller's window or buffer. The member is an object with win or buffer,
// disp and stride.
void Compiler::read_local_elements(const JsonObject& call, std::string_view key, const TransferredElements& elements,
                                   LocalElements& local) const {
    const JsonValue value = call.at(key);
    const JsonObject buffer(value, {"win", "buffer", "disp", "stride"});
    local.kind = LocalData::window;
    local.space = space(buffer);
    local.step = Expression(static_cast<std::int64_t>(bytes_of(elements.datatype)));
    read(buffer, "disp", local.first, limits::disp);
    read(buffer, "stride", local.step, limits::stride);
    check_local_elements(value, elements, key == "from", local);
}

void Compiler::check_local_elements(const JsonValue& value, const TransferredElements& elements, bool is_origin,
                                    const LocalElements& local) const {
    const auto first = constant(local.first);
    const auto stride = constant(local.step);
    // COMPARE_AND_SWAP reads two elements: the new value and the value to compare.
    const bool swaps = elements.call == Call::compare_and_swap && is_origin;
    const std::int64_t one = elements.count == nullptr ? 1 : constant(*elements.count).value_or(0);
    const std::int64_t count = swaps ? 2 : one;
    if (!first || !stride || count == 0) return;
    // A call with a root ignores these elements on some ranks, and EXSCAN on the first rank. A block of a call with
    // `counts` may have no element, and a rank may have no neighbours. For such calls, only the interpreter checks
    // them, when the call is executed.
    const CallDescription& description = description_of(elements.call);
    if (description.has(Argument::root) || description.has(Argument::counts)) return;
    if (exclusive_scans.contains(elements.call) || neighbour_calls.contains(elements.call)) return;
    const std::int64_t last = *first + (count - 1) * *stride;
    const WindowSettings& window = space_of(windows_, buffers_, local.space);
    const std::int64_t end = std::max(*first, last) + static_cast<std::int64_t>(bytes_of(elements.datatype));
    if (std::min(*first, last) < 0 || end > static_cast<std::int64_t>(window.bytes.max())) {
        throw BadInput(value.location(), fmt::format("bytes {} to {}", std::min(*first, last), end),
                       fmt::format("the {} bytes of {} \"{}\"", window.bytes.max(),
                                   kind_of_space(windows_, local.space), window.name));
    }
}

namespace {

// Splits "r[i + 1]" into the name and the index. The index is nullopt if there are no brackets.
std::pair<std::string, std::optional<std::string>> split_element(const std::string& text) {
    const std::size_t open = text.find('[');
    if (open == std::string::npos || text.back() != ']') return {text, std::nullopt};
    std::string name = text.substr(0, open);
    while (!name.empty() && name.back() == ' ') name.pop_back();
    return {name, text.substr(open + 1, text.size() - open - 2)};
}

}  // namespace

VisibleName Compiler::array_named(const JsonValue& name) const {
    const std::string text = name.text(limits::max_identifier_length, 1);
    const VisibleName* const known = names_.scope().find(text);
    if (known == nullptr || known->length == 0) name.fail("the name of an array, declared with \"array\"");
    return *known;
}

WrittenName Compiler::written(const JsonValue& name) {
    const auto [text, index] = split_element(name.text(max_expression_length, 1));
    if (!index) return {.variable = names_.assigned(text, name), .element = {}};
    const VisibleName* const known = names_.scope().find(text);
    if (known == nullptr || known->length == 0) {
        name.fail("a variable, or an element of an array declared with \"array\"");
    }
    WrittenName element{.variable = known->slot, .element = {known->length, {}}};
    const Json inner(*index);
    element.element.index = expression(name.renamed(inner), {0, known->length - 1});
    if (element.element.index.uses_random()) name.fail("an index without random()");
    return element;
}

std::optional<WrittenName> Compiler::known_name(const JsonValue& value) {
    if (!value.is_text()) return std::nullopt;
    const auto [text, index] = split_element(value.text(max_expression_length, 1));
    const VisibleName* const known = names_.scope().find(text);
    if (known == nullptr || known->constant || known->slot < names_.scope().first_free_slot() ||
        names_.is_loop(known->slot))
        return std::nullopt;
    const bool one_element = index && index->find(']') == std::string::npos;
    if (known->length > 0 ? !one_element : index.has_value()) return std::nullopt;
    return written(value);
}

}  // namespace rmasim::sim
