#include "sim/mpi/recorded/call_numbers.h"

#include "protocol/base/collective.h"

namespace rmasim::sim {

namespace {

bool is_on_neighbours(Call call) { return neighbour_calls.contains(call); }

// True if the numbers of elements in `counts` are those of the blocks that the rank sends.
bool counts_are_sent(Call call) {
    const CallDescription& row = description_of(call);
    const Call form = blocking_form(call);
    return form == Call::scatterv || form == Call::reduce_scatter || row.has(Argument::received_counts);
}

}  // namespace

std::optional<std::string> CallNumbers::divide(const CallRequest& call, std::uint32_t location,
                                               const CallContext& context) {
    form_.clear();
    numbers_.clear();
    names_.clear();
    call_ = &call;
    context_ = &context;
    if (is_on_neighbours(call.call)) return "a collective call on the neighbours in a topology";
    if (!is_in_scenarios(call.call)) return "a call without a verb";
    word(call.call);
    word(location);
    std::optional<std::string> reason;
    description_of(call.call).arguments.for_each([&](Argument argument) {
        if (!reason) reason = add(argument);
    });
    return reason;
}

void CallNumbers::list(Argument argument, std::size_t size, const std::function<std::int64_t(std::size_t)>& at) {
    word(size);
    for (std::size_t i = 0; i < size; ++i) number(argument, at(i), i);
}

// The blocks of a collective call. Only the root of a call has them, if the call has a root.
void CallNumbers::blocks(Argument argument) {
    const bool sent = argument == Argument::counts && counts_are_sent(call_->call);
    const std::vector<std::uint64_t> none;
    const std::vector<std::uint64_t>& ends = call_->more == nullptr ? none
                                             : sent                 ? call_->more->sent_ends
                                                                    : call_->more->received_ends;
    list(argument, ends.size(),
         [&](std::size_t i) { return static_cast<std::int64_t>(ends[i] - (i == 0 ? 0 : ends[i - 1])); });
}

std::int64_t CallNumbers::comm_rank(Rank rank) const {
    if (rank < 0 || context_->members == nullptr) return rank;
    return context_->members->comm_rank_of(rank);
}

void CallNumbers::data(Argument argument) {
    const auto [first, step] = context_->data;
    if (call_->call != Call::compare_and_swap) return number(argument, argument == Argument::value ? first : step);
    const bool known = first != unknown_number && step != unknown_number;
    number(argument, argument == Argument::value ? first : known ? first + step : unknown_number);
}

std::optional<std::string> CallNumbers::add(Argument argument) {
    const CallRequest& call = *call_;
    const Region& region = call.operation.region;
    const bool operates = is_operation(call.call);
    switch (argument) {
        case Argument::window: word(call.window); break;
        case Argument::comm: word(call.comm); break;
        case Argument::target: {
            const bool sends = !description_of(call.call).has(Argument::window);
            number(argument, comm_rank(sends ? call.message.peer : call.target));
            break;
        }
        case Argument::source:
        case Argument::root: number(argument, comm_rank(call.message.peer)); break;
        case Argument::tag:
            number(argument, call.message.tag == rmasim::any_tag ? -1 : std::int64_t{call.message.tag});
            break;
        case Argument::disp: number(argument, static_cast<std::int64_t>(region.disp)); break;
        case Argument::count:
            number(argument, operates ? std::int64_t{region.count} : static_cast<std::int64_t>(call.message.count));
            break;
        case Argument::datatype: word(operates ? region.datatype : call.message.datatype); break;
        case Argument::counts:
        case Argument::received_counts: blocks(argument); break;
        case Argument::block_length:
            if (region.irregular()) return "a datatype of irregular blocks at the target";
            word(region.basic());
            if (!region.basic()) number(argument, region.block_length);
            break;
        case Argument::stride:
            if (!region.basic()) number(argument, region.stride);
            break;
        case Argument::origin_derived: word(call.operation.origin_derived); break;
        case Argument::op:
            if (call.operation.reduce == ReduceOp::user) return "an operator of the program";
            word(call.operation.reduce);
            break;
        case Argument::value:
        case Argument::step:
        case Argument::compare: data(argument); break;
        case Argument::request:
        case Argument::requests:
            list(argument, context_->requests.size(), [&](std::size_t i) { return context_->requests[i]; });
            break;
        case Argument::new_request:
        case Argument::new_message: number(argument, context_->made); break;
        case Argument::matched: number(argument, context_->matched); break;
        case Argument::buffer_size:
            number(argument, call.more == nullptr ? 0 : static_cast<std::int64_t>(call.more->memory_bytes));
            break;
        case Argument::group:
            list(argument, call.group.size(), [&](std::size_t i) { return comm_rank(call.group[i]); });
            break;
        case Argument::type: word(call.lock_type); break;
        case Argument::asserts: word(call.asserts); break;
        case Argument::memory:
        case Argument::memory_size: return "memory of a dynamic window";
        default: break;  // results, and memory of the caller
    }
    return std::nullopt;
}

}  // namespace rmasim::sim
