#include "tests/corpus/reports.h"

#include "tests/corpus/lines.h"

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

std::string text_of(const Region& region) {
    return fmt::format("{} {} of {} in {} every {}", region.disp, region.count, name_of(region.datatype),
                       region.block_length, region.stride);
}

}  // namespace

void Reports::packet_sent(const Packet& packet) {
    Transcript::packet_sent(packet);
    if (!is_operation(packet.kind) && !is_response(packet.kind)) return;
    // A response may have its reason in the byte of the reduction.
    const ReduceOp reduce = packet.why() == Why::usual ? packet.reduce : ReduceOp::replace;
    add(fmt::format("  {} data, {} {}", packet.data_bytes, name_of(reduce), text_of(packet.region)));
}

void Reports::shared_window_accessed(const Thread& thread, const MemoryAccess& access) {
    add(fmt::format("{} {} {} of {} at {}: {}", thread.name(), access.stores ? "stores" : "loads", access.window,
                    access.owner, access.disp_bytes, access.value));
}

void Reports::data_fetched(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) {
    Lines line;
    line.add_bytes(fmt::format("{}: fetched for {} {} ", rank, what, name_of(datatype)), data);
    add(line.take());
}

void Reports::call_began(const Thread& thread, const CallRequest& call) {
    add(fmt::format("{} begins {} of window {} at {}", thread.name(), name_of(call.call), call.window, call.target));
}

void Reports::target_freed(Rank rank, WindowId window, Rank target) {
    add(fmt::format("{}: target {} of {} freed", rank, target, window));
    Transcript::target_freed(rank, window, target);
}

void Reports::element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    add(fmt::format("{}: {} of {} taken, {}", rank, name_of(kind), window, name_of(level)));
}

void Reports::element_freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    add(fmt::format("{}: {} of {} freed", rank, name_of(kind), window));
    Transcript::element_freed(rank, window, kind, level);
}

void Reports::table_searched(Rank rank, WindowId window, std::uint32_t steps) {
    if (steps > 1) add(fmt::format("{}: {} visited in {}", rank, steps, window));
    Transcript::table_searched(rank, window, steps);
}

void Reports::op_posted(Rank rank, OpId op, const Operation& operation) {
    Transcript::op_posted(rank, op, operation);
    add(fmt::format("  {} {} {} for {}", name_of(operation.kind), name_of(operation.reduce), text_of(operation.region),
                    operation.request));
}

void Reports::op_completed(Rank rank, OpId op, Rank target) {
    add(fmt::format("{}: op {} at {} complete", rank, op, target));
    Transcript::op_completed(rank, op, target);
}

void Reports::counter_changed(const CounterChange& change) {
    Transcript::counter_changed(change);
    add(fmt::format("{}: {}.{} at {}, step {}, count {}, {} lost", change.owner, change.counter, change.generation,
                    change.slot, int(change.step), change.count, change.lost));
}

void Reports::signal_sent(const CounterSignal& signal) {
    add(fmt::format("{}: request {} of {} signals {}.{} of {}", signal.by, signal.request, signal.window, signal.slot,
                    signal.generation, signal.owner));
}

void Reports::request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                              unsigned modes) {
    add(fmt::format("{}: request {} of {} at {}: step {}, modes {}", rank, request, window, target, int(step), modes));
}

}  // namespace rmasim::corpus
