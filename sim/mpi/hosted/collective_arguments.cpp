#include "sim/mpi/hosted/collective_arguments.h"

#include "protocol/base/collective.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/windows/arguments.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// Returns the nonblocking form of a call, or the one that makes a persistent request.
Call other_form(Call blocking, bool persistent) {
    const auto row = std::ranges::find_if(call_table, [&](const CallDescription& one) {
        return one.blocking == blocking && (one.kind == CallClass::persistent) == persistent;
    });
    return row->call;
}

}  // namespace

CollectiveRequest::CollectiveRequest(mpi::Library& own, Call call, MPI_Comm comm, std::optional<int> root)
    : own_(own), comm_(own.comms.find(mpi::to_int(comm))), root_(root) {
    request_.call = call;
    request_.comm = request_.message.comm = HostedWorld::get().comms().number_of(comm_.shared);
    request_.message.buffer = request_.operation.result = no_buffer();
    if (!root) return;
    mpi::require(*root >= 0 && *root < size(), MPI_ERR_ROOT, "the communicator has no such root");
    request_.message.peer = comm_.group().process(*root);
}

RequestArguments& CollectiveRequest::more() {
    if (!more_) more_ = std::make_shared<RequestArguments>();
    return *more_;
}

void CollectiveRequest::sends(const Elements& elements, std::int64_t blocks) {
    set(request_.message.buffer, elements, blocks, HostedWorld::BufferUse::loaded);
}

void CollectiveRequest::receives(const Elements& elements, std::int64_t blocks, bool stores) {
    const auto use = stores ? std::optional(HostedWorld::BufferUse::stored) : std::nullopt;
    set(request_.operation.result, elements, blocks, use);
}

void CollectiveRequest::set(OriginBuffer& buffer, const Elements& elements, std::int64_t blocks,
                            std::optional<HostedWorld::BufferUse> use) {
    has_type(elements, bytes(elements) * static_cast<std::uint64_t>(blocks));
    const TypeMap& layout = layout_of(elements.type);
    const auto count = static_cast<std::uint64_t>(elements.count * blocks);
    buffer = typed_buffer(elements.address, layout, count);
    if (use) HostedWorld::get().uses_buffer(buffer, layout.bytes * count, *use);
}

void CollectiveRequest::stays(const Elements& block, HostedWorld::BufferUse use) {
    const TypeMap& layout = layout_of(block.type);
    const auto count = static_cast<std::uint64_t>(block.count);
    HostedWorld::get().uses_buffer(typed_buffer(block.address, layout, count), layout.bytes * count, use);
}

const TypeMap& CollectiveRequest::layout_of(MPI_Datatype type) const {
    TypeMaps& all = HostedWorld::get().types();
    return combines_ ? all.of(type) : all.moved(type);
}

// Sets the label of the elements. The blocks that a process sends and receives have the same sequence of datatypes,
// since one of them is a block for the process itself.
void CollectiveRequest::has_type(const Elements& elements, std::uint64_t bytes) {
    if (bytes == 0) return;
    const std::uint32_t label = label_of(elements.type);
    const std::uint32_t other = request_.message.label;
    request_.message.label = label;
    if (other == no_label || other == label || request_.message.count == 0) return;
    HostedWorld::get().require_equal_types(other, label, request_.message.count);
}

std::uint32_t CollectiveRequest::label_of(MPI_Datatype type) const {
    return HostedWorld::get().label_of(own_.types.type(mpi::to_int(type)));
}

// Returns the labels of blocks, as RequestArguments has them.
std::vector<std::uint32_t> CollectiveRequest::labels_of(const Blocks& blocks) const {
    const auto first = std::ranges::find_if(blocks, [](const Block& block) { return block.count > 0; });
    if (first == blocks.end()) return {};
    const auto is_same = [&](const Block& block) { return block.count == 0 || block.type == first->type; };
    if (std::ranges::all_of(blocks, is_same)) return {label_of(first->type)};
    std::vector<std::uint32_t> labels;
    for (const Block& block : blocks) labels.push_back(block.count == 0 ? no_label : label_of(block.type));
    return labels;
}

void CollectiveRequest::requires_equal_types(const Block& sent, const Block& received) const {
    const std::uint64_t bytes =
        std::min(bytes_of(own_, sent.count, sent.type), bytes_of(own_, received.count, received.type));
    if (bytes == 0 || sent.type == received.type) return;
    HostedWorld::get().require_equal_types(label_of(sent.type), label_of(received.type), bytes);
}

// Blocks that follow each other without gaps are one run, whose buffer needs no layout.
OriginBuffer CollectiveRequest::buffer(const void* address, const Blocks& blocks, std::vector<std::uint64_t>& ends) {
    auto layout = std::make_unique<TypeMap>();
    for (const Block& block : blocks) {
        layout->bytes += bytes_of(own_, block.count, block.type);
        ends.push_back(layout->bytes);
        if (block.count == 0) continue;
        const TypeMap& type = HostedWorld::get().types().moved(block.type);
        for (const TypeRun& run : type.runs_of(static_cast<std::uint64_t>(block.count))) {
            add_run(layout->runs, block.disp + run.offset, run.bytes);
        }
    }
    core_count(layout->bytes);
    layout->extent = static_cast<std::int64_t>(layout->bytes);
    if (!layouts_) layouts_ = std::make_shared<std::vector<std::unique_ptr<TypeMap>>>();
    layouts_->push_back(std::move(layout));
    return typed_buffer(address, *layouts_->back(), 1);
}

std::uint64_t CollectiveRequest::end_of(const std::vector<std::uint64_t>& ends) {
    return ends.empty() ? 0 : ends.back();
}

void CollectiveRequest::sends_blocks(const void* address, const Blocks& blocks) {
    request_.message.buffer = buffer(address, blocks, more().sent_ends);
    more().sent_labels = labels_of(blocks);
    HostedWorld::get().uses_buffer(request_.message.buffer, end_of(more().sent_ends), HostedWorld::BufferUse::loaded);
}

void CollectiveRequest::receives_blocks(const void* address, const Blocks& blocks) {
    request_.operation.result = buffer(address, blocks, more().received_ends);
    more().received_labels = labels_of(blocks);
    HostedWorld::get().uses_buffer(request_.operation.result, end_of(more().received_ends),
                                   HostedWorld::BufferUse::stored);
}

bool CollectiveRequest::reduces(MPI_Op op, std::int64_t count, MPI_Datatype type) {
    own_.operations.find(mpi::to_int(op));
    bytes_of(own_, count, type);  // checks the count and the datatype
    const TypeMap& map = HostedWorld::get().types().of(type);
    const std::optional<ReduceOp> known = reduce_op_of(op);
    if (!known || moves_only(*known) || !map.basic || !works_on(*known, *map.basic)) return false;
    combines_ = true;
    request_.operation.reduce = *known;
    request_.message.datatype = *map.basic;
    request_.message.count = core_count(map.bytes * static_cast<std::uint64_t>(count) / rmasim::bytes_of(*map.basic));
    return true;
}

void CollectiveRequest::scatters(Numbers counts, MPI_Datatype type) {
    const TypeMap& map = HostedWorld::get().types().of(type);
    const std::uint64_t each = map.bytes / rmasim::bytes_of(map.unit());
    std::uint64_t end = 0;
    for (int i = 0; i < size(); ++i) more().sent_ends.push_back(end += each * static_cast<std::uint64_t>(counts[i]));
    request_.message.count = core_count(each * static_cast<std::uint64_t>(counts[rank()]));
}

void CollectiveRequest::runs(std::function<void()> before, std::function<void()> after) {
    before_ = std::move(before);
    after_ = std::move(after);
}

void CollectiveRequest::make() {
    request_.more = more_;
    if (before_) before_();
    HostedWorld::get().make(std::move(request_));
    if (after_) after_();
}

// Makes the call's other form and returns its request.
mpi::Request CollectiveRequest::request_of(bool persistent) {
    HostedWorld& world = HostedWorld::get();
    const HostedWorld::Buffers buffers = world.take_buffers();
    if (!persistent) world.use_buffers(buffers);
    request_.more = more_;
    request_.call = other_form(request_.call, persistent);
    mpi::Request request;
    request.number = world.make(std::move(request_)).request;
    request.keeps = layouts_;
    if (!persistent) request.finish = world.finishing(after_);
    else add_start(request, buffers);
    return request;
}

// Each start of a persistent request uses its buffers.
void CollectiveRequest::add_start(mpi::Request& request, const HostedWorld::Buffers& buffers) {
    request.start = [before = before_, after = after_, buffers](int handle) {
        HostedWorld& world = HostedWorld::get();
        if (before) before();
        CallRequest start;
        start.call = Call::request_start;
        start.requests.push_back(mpi::library().requests.find(handle).number);
        world.use_buffers(buffers);
        world.make(std::move(start));
        mpi::library().requests.find(handle).finish = world.finishing(after);
    };
}

MPI_Request CollectiveRequest::begin() {
    if (before_) before_();
    return mpi::to_handle<MPI_Request>(own_.requests.add(request_of(false)));
}

MPI_Request CollectiveRequest::init(MPI_Info info) {
    own_.infos.or_empty(mpi::to_int(info));
    mpi::Request request = request_of(true);
    request.persistent = true;
    request.active = false;
    request.freed = [number = request.number] {
        CallRequest free;
        free.call = Call::request_free;
        free.requests.push_back(number);
        HostedWorld::get().make(std::move(free));
    };
    return mpi::to_handle<MPI_Request>(own_.requests.add(std::move(request)));
}

Blocks equal_blocks(mpi::Library& own, int count, std::int64_t elements, MPI_Datatype type) {
    const std::int64_t extent = own.types.committed(mpi::to_int(type)).extent();
    Blocks blocks;
    for (int i = 0; i < count; ++i) blocks.push_back({i * elements * extent, elements, type});
    return blocks;
}

Blocks blocks_of(mpi::Library& own, int count, Numbers counts, Numbers disps, MPI_Datatype type) {
    const std::int64_t extent = own.types.committed(mpi::to_int(type)).extent();
    Blocks blocks;
    for (int i = 0; i < count; ++i) blocks.push_back({disps[i] * extent, counts[i], type});
    return blocks;
}

Blocks blocks_of(int count, Numbers counts, Numbers disps, const MPI_Datatype types[]) {
    Blocks blocks;
    for (int i = 0; i < count; ++i) blocks.push_back({disps[i], counts[i], types[i]});
    return blocks;
}

}  // namespace rmasim::sim
