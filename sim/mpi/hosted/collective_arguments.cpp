#include "sim/mpi/hosted/collective_arguments.h"

#include "protocol/base/collective.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/windows/arguments.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

Call nonblocking_form(Call blocking) {
    const auto row = std::ranges::find_if(call_table, [blocking](const CallDescription& one) {
        return one.blocking == blocking && blocking != Call::none;
    });
    return row->call;
}

}  // namespace

CollectiveRequest::CollectiveRequest(mpi::Library& own, Call call, MPI_Comm comm, int root)
    : own_(own), comm_(own.comms.find_intra(mpi::to_int(comm))), root_(root) {
    request_.call = call;
    request_.comm = request_.message.comm = HostedWorld::get().comms().number_of(comm_.shared);
    request_.message.buffer = request_.operation.result = no_buffer();
    if (root == -1) return;
    mpi::require(root >= 0 && root < size(), MPI_ERR_ROOT, "the communicator has no such root");
    request_.message.peer = comm_.group().process(root);
}

RequestArguments& CollectiveRequest::more() {
    if (!more_) more_ = std::make_shared<RequestArguments>();
    return *more_;
}

void CollectiveRequest::sends(const Elements& elements, std::int64_t blocks) {
    bytes(elements);
    request_.message.buffer = buffer_of(own_, elements.address, elements.count * blocks, elements.type);
}

void CollectiveRequest::receives(const Elements& elements, std::int64_t blocks) {
    bytes(elements);
    request_.operation.result = buffer_of(own_, elements.address, elements.count * blocks, elements.type);
}

std::vector<CollectiveRequest::Block> CollectiveRequest::blocks_of(const int counts[], const int disps[],
                                                                   MPI_Datatype type) const {
    const std::int64_t extent = own_.types.committed(mpi::to_int(type)).extent();
    std::vector<Block> blocks;
    for (int i = 0; i < size(); ++i) blocks.push_back({disps[i] * extent, counts[i], type});
    return blocks;
}

std::vector<CollectiveRequest::Block> CollectiveRequest::blocks_of(const int counts[], const int disps[],
                                                                   const MPI_Datatype types[]) const {
    std::vector<Block> blocks;
    for (int i = 0; i < size(); ++i) blocks.push_back({disps[i], counts[i], types[i]});
    return blocks;
}

// Blocks that follow each other without gaps are one run, whose buffer needs no layout.
OriginBuffer CollectiveRequest::buffer(const void* address, const std::vector<Block>& blocks,
                                       std::vector<std::uint64_t>& ends) {
    auto layout = std::make_unique<TypeMap>();
    for (const Block& block : blocks) {
        layout->bytes += bytes_of(own_, block.count, block.type);
        ends.push_back(layout->bytes);
        if (block.count == 0) continue;
        const TypeMap& type = HostedWorld::get().types().of(block.type);
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

void CollectiveRequest::sends_blocks(const void* address, const int counts[], const int disps[], MPI_Datatype type) {
    request_.message.buffer = buffer(address, blocks_of(counts, disps, type), more().sent_ends);
}
void CollectiveRequest::receives_blocks(const void* address, const int counts[], const int disps[], MPI_Datatype type) {
    request_.operation.result = buffer(address, blocks_of(counts, disps, type), more().received_ends);
}
void CollectiveRequest::sends_blocks(const void* address, const int counts[], const int disps[],
                                     const MPI_Datatype types[]) {
    request_.message.buffer = buffer(address, blocks_of(counts, disps, types), more().sent_ends);
}
void CollectiveRequest::receives_blocks(const void* address, const int counts[], const int disps[],
                                        const MPI_Datatype types[]) {
    request_.operation.result = buffer(address, blocks_of(counts, disps, types), more().received_ends);
}

bool CollectiveRequest::reduces(MPI_Op op, std::int64_t count, MPI_Datatype type) {
    own_.operations.find(mpi::to_int(op));
    const std::uint64_t bytes = bytes_of(own_, count, type);
    const TypeMap& map = HostedWorld::get().types().of(type);
    const std::optional<ReduceOp> known = reduce_op_of(op);
    if (!known || moves_only(*known) || !map.basic || !works_on(*known, *map.basic)) return false;
    request_.operation.reduce = *known;
    request_.message.datatype = *map.basic;
    request_.message.count = core_count(bytes / rmasim::bytes_of(*map.basic));
    return true;
}

void CollectiveRequest::scatters(const int counts[], MPI_Datatype type) {
    const TypeMap& map = HostedWorld::get().types().of(type);
    const std::uint64_t each = map.bytes / rmasim::bytes_of(map.unit());
    std::uint64_t end = 0;
    for (int i = 0; i < size(); ++i) more().sent_ends.push_back(end += each * static_cast<std::uint64_t>(counts[i]));
    request_.message.count = core_count(each * static_cast<std::uint64_t>(counts[rank()]));
}

void CollectiveRequest::make() {
    request_.more = more_;
    HostedWorld::get().make(std::move(request_));
}

MPI_Request CollectiveRequest::begin() {
    request_.more = more_;
    request_.call = nonblocking_form(request_.call);
    mpi::Request request;
    request.number = HostedWorld::get().make(std::move(request_)).request;
    request.keeps = layouts_;
    return mpi::to_handle<MPI_Request>(own_.requests.add(std::move(request)));
}

}  // namespace rmasim::sim
