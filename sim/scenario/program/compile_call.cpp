// The compiler of MPI calls. The table of calls and the struct of the call determine which arguments it reads. If
// several arguments have errors, the first reader that fails determines the error.
#include "protocol/base/collective.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compiler.h"
#include "sim/scenario/program/null_ranks.h"
#include "sim/scenario/program/number_list.h"

#include <fmt/core.h>

namespace rmasim::sim {

namespace {

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

// The reader of one call. It reads each field of the call's struct (each_argument), in the order of Argument. Some
// readers use arguments that were read before, such as the datatype.
class CallReader {
public:
    CallReader(Compiler& compiler, const JsonObject& call, const CallDescription& described)
        : compiler_(compiler), call_(call), described_(described), elements_{described.call, nullptr, Datatype::byte} {}

    // ---- One function for each type of field. `held` are the arguments of the field that the call has.
    void operator()(ArgumentSet held, WindowId& number);
    void operator()(ArgumentSet held, Expression& value);
    void operator()(ArgumentSet held, std::optional<Expression>& new_size);
    void operator()(ArgumentSet held, TargetElement& element);
    void operator()(ArgumentSet held, TargetElements& elements);
    void operator()(ArgumentSet held, ElementCount& elements);
    void operator()(ArgumentSet held, ReduceOp& op);
    void operator()(ArgumentSet held, CollectiveOp& op);
    void operator()(ArgumentSet held, SentData& data);
    void operator()(ArgumentSet held, ReceivedData& data);
    void operator()(ArgumentSet held, WrittenName& name);
    void operator()(ArgumentSet held, IntegerList& list);
    void operator()(ArgumentSet held, DatatypeList& list);
    void operator()(ArgumentSet held, SyncModes& modes);
    void operator()(ArgumentSet held, LockType& type);
    void operator()(ArgumentSet held, Assert& asserts);
    void operator()(ArgumentSet held, AttachedMemory& memory);
    void operator()(ArgumentSet held, bool& value);

private:
    bool takes(Argument argument) const { return described_.has(argument); }
    void require_topology() const;
    Expression rank(Argument argument) const;
    Expression or_wildcard(const JsonValue& value, std::int64_t wildcard, const IntegerBounds& bounds) const;
    Expression tag() const;
    ReduceOp reduction() const;
    std::optional<UserOperator> own_operator(const JsonValue& op) const;
    void read_compare(Expression& compare) const;
    void read_sent_handles(SentData& data);
    WrittenName received_handles();
    IntegerList requests();
    IntegerList counters();
    IntegerList block_counts(Argument argument);
    IntegerList group();
    WrittenName indices() const;
    WrittenName status() const;

    Compiler& compiler_;
    const JsonObject& call_;
    const CallDescription& described_;
    WindowId window_ = 0, comm_ = no_window;
    TransferredElements elements_;
    std::size_t request_count_ = 0;
};

// Does nothing for the window of an operation, because read_region reads it together with the accessed region.
void CallReader::operator()(ArgumentSet held, WindowId& number) {
    if (held.contains(Argument::comm)) {
        number = comm_ = compiler_.communicator(call_);
        if (neighbour_calls.contains(described_.call)) require_topology();
    } else if (!takes(Argument::disp)) number = window_ = compiler_.window(call_);
}

void CallReader::require_topology() const {
    const CommunicatorTable* const communicators = compiler_.communicators();
    if (communicators != nullptr && communicators->has_topology(comm_)) return;
    const auto comm = call_.find("comm");
    throw BadInput(comm ? comm->location() : call_.location(), comm ? comm->quoted() : "no \"comm\"",
                   "a communicator with \"cart\" or \"graph\"");
}

// Reads a rank: target, source or peer.
Expression CallReader::rank(Argument argument) const {
    const WindowId of_window = compiler_.comm_of_window(call_);
    const bool may_be_null = takes_proc_null(described_.call);
    const IntegerBounds bounds = argument == Argument::peer ? compiler_.targets(comm_ != no_window ? comm_ : of_window)
                                 : takes(Argument::comm)    ? compiler_.peers(comm_)
                                 : may_be_null              ? compiler_.targets_or_null(of_window)
                                                            : compiler_.targets(of_window);
    if (argument != Argument::source) return compiler_.expression(call_.at(key_of(argument)), bounds);
    return or_wildcard(call_.at(key_of(argument)), any_source, {any_source, bounds.max});
}

// Reads a value of a receive that may be a wildcard, "any".
Expression CallReader::or_wildcard(const JsonValue& value, std::int64_t wildcard, const IntegerBounds& bounds) const {
    if (value.is_text() && value.text(limits::max_rank_list_length) == "any") return Expression(wildcard);
    return compiler_.expression(value, bounds);
}

Expression CallReader::tag() const {
    const auto tag = call_.find("tag");
    if (!tag) return Expression(0);
    if (!takes(Argument::source)) return compiler_.expression(*tag, limits::tag);
    return or_wildcard(*tag, any_tag_value, {any_tag_value, limits::tag.max});
}

void CallReader::read_compare(Expression& compare) const {
    if (!call_.has("from")) compare = compiler_.expression(call_.at("compare"));
    else if (call_.has("compare")) {
        call_.at("compare").fail(
            "no \"compare\" together with \"from\", whose memory has both the new value and the "
            "value to compare with");
    }
}

void CallReader::operator()(ArgumentSet held, Expression& value) {
    switch (held.first()) {
        case Argument::target:
        case Argument::source:
        case Argument::peer: value = rank(held.first()); return;
        // The interpreter checks the root again, because the communicator's size may differ from rank to rank.
        case Argument::root: return compiler_.read(call_, "root", value, {0, compiler_.peers(comm_).max});
        case Argument::tag: value = tag(); return;
        case Argument::number: return compiler_.read(call_, "n", value, limits::counters);
        case Argument::buffer_size: value = compiler_.expression(call_.at("bytes"), limits::window_bytes); return;
        case Argument::initial: value = compiler_.expression(call_.at("count"), limits::signals); return;
        case Argument::compare: return read_compare(value);
        default: value = compiler_.expression(call_.at(key_of(held.first())));
    }
}

// Reads `ranks` of WIN_CHANGE_COMM. Without it, all ranks of `comm` get the window.
void CallReader::operator()(ArgumentSet, std::optional<Expression>& new_size) {
    if (!call_.has("ranks")) {
        if (comm_ == no_window) {
            throw BadInput(call_.location(), "neither \"comm\" nor \"ranks\"", "\"comm\" or \"ranks\", or both");
        }
        return;
    }
    const Rank all = compiler_.comm_size(comm_ != no_window ? comm_ : compiler_.comm_of_window(call_));
    new_size = compiler_.expression(call_.at("ranks"), {1, all});
}

void CallReader::operator()(ArgumentSet, TargetElement& element) {
    compiler_.read_region(call_, element);
    elements_ = {described_.call, nullptr, element.datatype};
}

void CallReader::operator()(ArgumentSet, TargetElements& elements) {
    compiler_.read_region(call_, elements);
    elements_ = {described_.call, &elements.count, elements.datatype};
}

void CallReader::operator()(ArgumentSet, ElementCount& elements) {
    compiler_.read_elements(call_, elements.count, elements.datatype, described_.call);
    elements_ = {described_.call, &elements.count, elements.datatype};
}

ReduceOp CallReader::reduction() const {
    const auto op = call_.find("op");
    if (!op) return ReduceOp::sum;
    if (is_collective_call(described_.call)) return op->one_of(combining_ops());
    return fetches(described_.operation) ? op->one_of(fetching_ops()) : op->one_of(reduce_ops());
}

void CallReader::operator()(ArgumentSet, ReduceOp& reduce) {
    const Datatype datatype = elements_.datatype;
    reduce = reduction();
    const auto op = call_.find("op");
    if (is_defined(reduce, datatype)) return;
    const JsonValue culprit = op ? *op : call_.at("datatype");
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

// Returns the operator of the scenario that a reduction names; nullopt if it is an operation of MPI.
std::optional<UserOperator> CallReader::own_operator(const JsonValue& op) const {
    if (!op.is_text()) return std::nullopt;
    const std::string name = op.text(limits::max_identifier_length);
    const std::span<const ReductionOperator> operators = compiler_.operators();
    for (std::uint32_t number = 0; number < operators.size(); ++number) {
        if (operators[number].name == name) return UserOperator{number, operators[number].commutative};
    }
    return std::nullopt;
}

void CallReader::operator()(ArgumentSet held, CollectiveOp& reduction) {
    const auto op = call_.find("op");
    const std::optional<UserOperator> own = op ? own_operator(*op) : std::nullopt;
    if (!own) return (*this)(held, reduction.op);
    if (!is_integer(elements_.datatype)) {
        op->fail(fmt::format("an operation of MPI with {}; operators of the scenario reduce integers",
                             name_of(elements_.datatype)));
    }
    reduction = {ReduceOp::user, *own};
}

// Reads the handles that a call sends: one value for all of them, a list, or the name of an array.
void CallReader::read_sent_handles(SentData& data) {
    for (const char* const key : {"from", "step"}) {
        if (call_.has(key)) call_.at(key).fail("\"value\" alone: handles are in variables");
    }
    const auto value = call_.find("value");
    if (!value && root_sends.contains(described_.call)) return;  // the other ranks send nothing
    const JsonValue handles = value ? *value : call_.at("value");
    if (handles.is_number() || (handles.is_text() && !is_array(compiler_, handles))) {
        data.kind = LocalData::affine;
        data.first = compiler_.expression(handles);
        return;
    }
    data.handles = numbers_in(compiler_, handles);
    const auto given = static_cast<std::int64_t>(data.handles.expressions.size());
    const std::int64_t sent = constant_or(*elements_.count, 0);
    if (sent > given && !sends_to_each.contains(described_.call)) {
        handles.fail(fmt::format("a list or an array of at least {}, for all handles that are sent", sent));
    }
    data.kind = LocalData::variable;
}

void CallReader::operator()(ArgumentSet, SentData& data) {
    if (elements_.datatype == Datatype::handle_sync) return read_sent_handles(data);
    if (takes(Argument::compare) && !is_integer(elements_.datatype)) {
        call_.at("datatype").fail("an integer datatype, or byte");
    }
    compiler_.read_origin(call_, elements_, data);
}

// Reads `as` for handles. It is a variable, an element, or a whole array.
WrittenName CallReader::received_handles() {
    const JsonValue as = call_.at("as");
    const bool several = is_array(compiler_, as);
    const std::int64_t room = several ? compiler_.array_named(as).length : 1;
    const bool from_each = receives_from_each.contains(described_.call);
    const std::int64_t received = takes(Argument::datatype) ? constant_or(*elements_.count, 0) : 0;
    if (received > room && !from_each) {
        as.fail(fmt::format("an array of at least {}, for all handles that may be received", received));
    }
    if (!several) return compiler_.variable(call_);
    const VisibleName array = compiler_.array_named(as);
    return {array.slot, true, {array.length, Expression()}};
}

void CallReader::operator()(ArgumentSet, ReceivedData& data) {
    if (elements_.datatype != Datatype::handle_sync) return compiler_.read_result(call_, elements_, data);
    if (call_.has("into")) call_.at("into").fail("\"as\": handles are stored in variables");
    if (!call_.has("as")) return;
    data.variable = received_handles();
    data.kind = LocalData::variable;
}

WrittenName CallReader::indices() const {
    const auto indices = call_.find("indices");
    if (!indices) return {};
    const VisibleName array = compiler_.array_named(*indices);
    if (request_count_ > array.length) indices->fail(fmt::format("an array of at least {} elements", request_count_));
    return {array.slot, true, {array.length, Expression()}};
}

// Reads the array for one status, or for the statuses of all requests.
WrittenName CallReader::status() const {
    const auto status = call_.find("status");
    if (!status) return {};
    const bool one = !takes(Argument::requests) || takes(Argument::index) || takes(Argument::tested_index);
    const std::size_t statuses = one ? 1 : request_count_;
    const VisibleName array = compiler_.array_named(*status);
    if (array.length < statuses * status_length) {
        status->fail(fmt::format("an array of at least {} elements: source, tag and count of {}",
                                 statuses * status_length, one ? "the message" : "each message"));
    }
    return {array.slot, true, {array.length, Expression()}};
}

void CallReader::operator()(ArgumentSet held, WrittenName& name) {
    switch (held.first()) {
        case Argument::new_request: name = compiler_.written(call_.at("request")); return;
        case Argument::new_message:
        case Argument::matched: name = compiler_.written(call_.at("message")); return;
        case Argument::tested_index:
            if (const auto index = call_.find("index")) name = compiler_.written(*index);
            return;
        case Argument::indices: name = indices(); return;
        case Argument::status: name = status(); return;
        case Argument::handles: name = received_handles(); return;
        default: name = compiler_.variable(call_);
    }
}

IntegerList CallReader::requests() {
    if (call_.has("request") && call_.has("requests")) {
        call_.at("requests").fail("either \"request\" or \"requests\", not both");
    }
    IntegerList list;
    if (takes(Argument::request) && call_.has("request")) add_number(compiler_, call_.at("request"), list);
    else list = numbers_in(compiler_, call_.at("requests"));
    request_count_ = list.expressions.size();
    return list;
}

IntegerList CallReader::counters() {
    const JsonValue counters = call_.at("counters");
    IntegerList list;
    if (const auto name = compiler_.known_name(counters)) {
        add_number(compiler_, counters, list);
    } else {
        list = numbers_in(compiler_, counters);
    }
    for (const auto& name : list.names) {
        if (!name) counters.fail("variables that hold handles, or the name of an array");
    }
    return list;
}

// Reads the numbers of elements of blocks. Only the root of GATHERV and SCATTERV must give them.
IntegerList CallReader::block_counts(Argument argument) {
    if (!described_.required.contains(argument) && !call_.has(key_of(argument))) return {};
    return numbers_in(compiler_, call_.at(key_of(argument)));
}

IntegerList CallReader::group() {
    const JsonValue group = call_.at("group");
    const WindowId comm = compiler_.comm_of_window(call_);
    if (group.is_text()) return ranks_in(compiler_, group, comm);
    IntegerList list;
    for (const JsonValue& item : group.items(limits::max_group_items)) {
        list.expressions.push_back(compiler_.expression(item, compiler_.targets_or_null(comm)));
    }
    return list;
}

void CallReader::operator()(ArgumentSet held, IntegerList& list) {
    if (held.contains(Argument::counts) || held.contains(Argument::received_counts)) list = block_counts(held.first());
    else if (held.contains(Argument::group)) list = group();
    else if (held.contains(Argument::counters)) list = counters();
    else list = requests();
}

// Reads one datatype for all blocks, or a list.
void CallReader::operator()(ArgumentSet held, DatatypeList& list) {
    const JsonValue given = call_.at(key_of(held.first()));
    if (given.is_text()) {
        list.datatypes = {given.one_of(datatypes())};
        return;
    }
    for (const JsonValue& item : given.items(limits::max_group_items)) {
        list.datatypes.push_back(item.one_of(datatypes()));
    }
}

void CallReader::operator()(ArgumentSet, SyncModes& modes) {
    const auto given = call_.find("mode");
    if (!given) return;
    for (const JsonValue& mode : given->items(sync_modes.size())) modes = modes | mode.one_of(sync_modes);
}

void CallReader::operator()(ArgumentSet, LockType& type) { type = call_.at("type").one_of(lock_types()); }

void CallReader::operator()(ArgumentSet, Assert& asserts) {
    const auto list = call_.find("assert");
    if (!list) return;
    std::vector<Named<Assert>> legal;
    for (const Assert one : all_asserts) {
        if (has(described_.asserts, one)) legal.emplace_back(name_of(one), one);
    }
    for (const JsonValue& item : list->items(legal.size())) asserts = asserts | item.one_of(legal);
}

void CallReader::operator()(ArgumentSet, AttachedMemory& memory) { compiler_.read_attached(call_, window_, memory); }

void CallReader::operator()(ArgumentSet held, bool& value) {
    if (held.contains(Argument::origin_derived)) {
        if (const auto derived = call_.find("origin_derived")) value = derived->boolean();
    } else if (const auto info = call_.find("info")) {
        JsonObject(*info, {"restart"}).read("restart", value);
    }
}

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
    Instruction instruction{meant, compiler.locate(arguments), body_of(meant)};
    require_known(compiler, verb, meant, arguments);
    if (meant != verb.named) require_no_other(described, object);
    each_argument(instruction, CallReader(compiler, object, described));
    compiler.append(instruction.location, std::move(instruction.body), meant);
}

}  // namespace rmasim::sim
