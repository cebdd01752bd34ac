// Prepares collective calls. The locations and sizes of their data depend on the size of the communicator, or on its
// topology.
#include "protocol/base/collective.h"
#include "protocol/base/types.h"
#include "sim/programs/call_preparation.h"
#include "sim/programs/message_labels.h"
#include "sim/scenario/model/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

Rank CallPreparation::root(const CollectiveInstruction& collective, Rank size) {
    const std::int64_t comm_rank = evaluate(collective.root, "root");
    if (comm_rank >= 0 && comm_rank < size) {
        return collective.comm == no_window ? static_cast<Rank>(comm_rank)
                                            : members_of(collective.comm).member(static_cast<Rank>(comm_rank));
    }
    const std::string whose = collective.comm == no_window
                                  ? ""
                                  : fmt::format(": this rank's \"{}\" has {} ranks",
                                                scenario_.communicators->numbered(collective.comm).name(), size);
    reject("root", std::to_string(comm_rank), fmt::format("0 to {}{}", size - 1, whose));
}

namespace {

// Returns the number of elements of a block.
std::uint64_t block_at(const std::vector<std::uint64_t>& ends, Rank block) {
    const auto at = static_cast<std::size_t>(block);
    return ends[at] - (at == 0 ? 0 : ends[at - 1]);
}

}  // namespace

std::vector<Datatype> CallPreparation::types_of(const DatatypeList& list, Argument argument, std::size_t blocks) const {
    if (!has(argument)) return {};
    if (list.datatypes.size() != 1 && list.datatypes.size() < blocks) {
        reject(std::string(key_of(argument)), fmt::format("{} datatypes", list.datatypes.size()),
               fmt::format("one datatype, or one for each of the {} blocks", blocks));
    }
    std::vector<Datatype> types;
    for (std::size_t block = 0; block < blocks; ++block) types.push_back(list.of(block));
    return types;
}

std::vector<std::uint64_t> CallPreparation::ends_of(const IntegerList& list, Argument argument, std::size_t blocks,
                                                    const std::vector<Datatype>* types) {
    const std::string key{key_of(argument)};
    if (list.expressions.size() < blocks) {
        const std::string found =
            list.expressions.empty() ? "none" : fmt::format("{} numbers", list.expressions.size());
        const char* const each = neighbour_calls.contains(at_.call) ? "neighbours" : "ranks";
        reject(key, found, fmt::format("one number for each of the {} {}", blocks, each));
    }
    const std::int64_t max_bytes = limits::max_bytes_per_call;
    const std::int64_t max = max_bytes / static_cast<std::int64_t>(bytes_of(call_.message.datatype));
    std::vector<std::uint64_t> ends;
    std::int64_t end = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::int64_t size = types == nullptr ? 1 : static_cast<std::int64_t>(bytes_of((*types)[block]));
        end += size * evaluate_within(list.expressions[block], key.c_str(), 0, max / size);
        ends.push_back(static_cast<std::uint64_t>(end));
    }
    if (end > max) {
        reject(key, fmt::format("{} elements", end),
               fmt::format("at most {}: the elements of all ranks may have at most 2^31 - 1 bytes", max));
    }
    return ends;
}

// Checks the number of elements that the rank sends to itself.
void CallPreparation::require_own_count(const std::vector<std::uint64_t>& ends, Rank comm_rank, std::uint64_t count) {
    const std::uint64_t listed = block_at(ends, comm_rank);
    if (listed == count) return;
    reject("counts", fmt::format("{} elements for the rank itself", listed),
           fmt::format("{}, which is the number of elements on the other side", count));
}

// Sets the blocks of a call with blocks of different sizes.
void CallPreparation::set_blocks(const CollectiveInstruction& collective, Rank size, Rank comm_rank) {
    std::uint64_t& count = call_.message.count;
    const Call call = blocking_form(at_.call);
    const bool rooted = has(Argument::root);
    if (rooted && call_.message.peer != thread_.rank) return;
    auto more = std::make_shared<RequestArguments>();
    const auto blocks = static_cast<std::size_t>(size);
    const bool typed = has(Argument::datatypes);
    more->sent_types = types_of(collective.datatypes, Argument::datatypes, blocks);
    more->received_types = types_of(collective.received_datatypes, Argument::received_datatypes, blocks);
    std::vector<std::uint64_t> ends =
        ends_of(collective.counts, Argument::counts, blocks, typed ? &more->sent_types : nullptr);
    if (rooted) require_own_count(ends, comm_rank, count);
    else count = block_at(ends, comm_rank);
    const bool two_lists = has(Argument::received_counts);
    const bool of_sender = call == Call::scatterv || call == Call::reduce_scatter || two_lists;
    (of_sender ? more->sent_ends : more->received_ends) = std::move(ends);
    if (two_lists) {
        more->received_ends = ends_of(collective.received_counts, Argument::received_counts, blocks,
                                      typed ? &more->received_types : nullptr);
        require_own_count(more->received_ends, comm_rank, count);
    }
    call_.more = std::move(more);
}

namespace {

// Returns the ends of `blocks` blocks of `count` elements.
std::vector<std::uint64_t> equal_blocks(std::size_t blocks, std::uint64_t count) {
    std::vector<std::uint64_t> ends;
    for (std::size_t block = 1; block <= blocks; ++block) ends.push_back(count * block);
    return ends;
}

}  // namespace

// Checks that the blocks which the rank sends to itself have as many bytes as those that it receives from itself.
void CallPreparation::require_equal_to_itself(const RequestArguments& blocks, const Neighbours& neighbours,
                                              Rank own) const {
    std::size_t sent = 0;
    for (std::size_t k = 0; k < neighbours.sources.size(); ++k) {
        const std::size_t received = neighbours.cartesian ? k ^ 1 : k;
        if (neighbours.sources[received] != own) continue;
        while (neighbours.destinations[sent] != own) ++sent;
        const std::uint64_t count = block_at(blocks.sent_ends, static_cast<Rank>(sent++));
        const std::uint64_t expected = block_at(blocks.received_ends, static_cast<Rank>(received));
        if (count == expected) continue;
        reject("counts", fmt::format("{} elements for the rank itself", count),
               fmt::format("{}, which is the number of elements on the other side", expected));
    }
}

// Sets the blocks of a call on neighbours. `own` is the communicator rank of the caller.
void CallPreparation::set_blocks_of_neighbours(const CollectiveInstruction& collective, const Neighbours& neighbours,
                                               Rank own) {
    const std::uint64_t count = call_.message.count;
    const std::size_t sources = neighbours.sources.size(), destinations = neighbours.destinations.size();
    auto more = std::make_shared<RequestArguments>();
    if (neighbour_allgathers.contains(at_.call)) {
        more->received_ends = has(Argument::counts) ? ends_of(collective.counts, Argument::counts, sources, nullptr)
                                                    : equal_blocks(sources, count);
        for (std::size_t k = 0; k < sources; ++k) {
            if (neighbours.sources[k] != own) continue;
            require_own_count(more->received_ends, static_cast<Rank>(k), count);
        }
    } else if (!has(Argument::counts)) {
        more->sent_ends = equal_blocks(destinations, count);
        more->received_ends = equal_blocks(sources, count);
    } else {
        const bool typed = has(Argument::datatypes);
        more->sent_types = types_of(collective.datatypes, Argument::datatypes, destinations);
        more->received_types = types_of(collective.received_datatypes, Argument::received_datatypes, sources);
        more->sent_ends =
            ends_of(collective.counts, Argument::counts, destinations, typed ? &more->sent_types : nullptr);
        more->received_ends = ends_of(collective.received_counts, Argument::received_counts, sources,
                                      typed ? &more->received_types : nullptr);
        require_equal_to_itself(*more, neighbours, own);
    }
    const std::uint64_t max = static_cast<std::uint64_t>(limits::max_bytes_per_call) / bytes_of(call_.message.datatype);
    const std::uint64_t sent = more->sent_ends.empty() ? 0 : more->sent_ends.back();
    const std::uint64_t received = more->received_ends.empty() ? 0 : more->received_ends.back();
    if (std::max(sent, received) > max) {
        reject("count", std::to_string(count), "elements of all neighbours that have at most 2^31 - 1 bytes together");
    }
    call_.more = std::move(more);
}

void CallPreparation::set_operator(const UserOperator& op) {
    auto more = call_.more ? std::make_shared<RequestArguments>(*call_.more) : std::make_shared<RequestArguments>();
    more->op = op;
    call_.more = std::move(more);
}

void CallPreparation::fill(const CollectiveInstruction& collective) {
    const bool of_all_ranks = collective.comm == no_window;
    const Rank size = of_all_ranks ? scenario_.ranks : members_of(collective.comm).size();
    const Rank comm_rank = of_all_ranks ? thread_.rank : members_of(collective.comm).comm_rank_of(thread_.rank);
    const Datatype datatype = collective.elements.datatype;
    Message& data = call_.message;
    call_.comm = data.comm = collective.comm;
    data.datatype = datatype;
    if (has(Argument::count))
        data.count = interpreter_.prepare_count(thread_, at_, collective.elements.count, datatype);
    if (has(Argument::root)) data.peer = root(collective, size);
    call_.operation.reduce = collective.op.op;
    if (neighbour_calls.contains(at_.call)) {
        const auto neighbours = scenario_.communicators->neighbours_of(thread_.rank, collective.comm);
        set_blocks_of_neighbours(collective, *neighbours, comm_rank);
    } else if (has(Argument::counts)) {
        set_blocks(collective, size, comm_rank);
    }
    if (collective.op.op == ReduceOp::user) set_operator(collective.op.own);

    const auto each = static_cast<std::uint32_t>(size);
    const CallSet of_all = sends_to_each | receives_from_each;
    const std::uint64_t max = std::uint64_t{limits::max_bytes_per_call} / (of_all.contains(at_.call) ? each : 1) /
                              bytes_of(datatype);
    if (data.count > max) {
        reject("count", std::to_string(data.count),
               fmt::format("at most {}: the elements of all {} ranks may have at most 2^31 - 1 bytes", max, size));
    }
    const auto sent = static_cast<std::uint32_t>(elements_sent(call_, size));
    const auto received_count = static_cast<std::uint32_t>(elements_received(call_, size));
    const bool is_sender = sends(call_, thread_.rank), is_receiver = receives(call_, thread_.rank, comm_rank);
    if (has(Argument::new_request)) set_new_request(collective.request);
    data.label = label_of(thread_);
    OriginBuffer& result = call_.operation.result;
    if (datatype == Datatype::handle_sync) {
        if (is_sender) call_.more = sent_handles(collective.sent, sent);
        result = is_receiver ? received_handles(collective.received, received_count) : discard_buffer();
        return;
    }
    data.buffer = is_sender ? local_data(collective.sent, "from", sent, datatype) : discard_buffer();
    result = is_receiver ? received(collective.received, received_count, datatype) : discard_buffer();
}

}  // namespace rmasim::sim
