#include "tests/property/bench.h"

#include "sim/fuzz/sequential_model.h"
#include "tests/property/configure.h"

#include <algorithm>
#include <cstdlib>

namespace rmasim::property {

BenchMemory::BenchMemory(Rank ranks, WindowId windows, std::uint64_t window_bytes,
                         const std::vector<std::uint32_t>& results)
    : windows_(windows), memory_(static_cast<std::size_t>(ranks) * windows, std::vector<std::byte>(window_bytes)) {
    for (const std::uint32_t words : results) results_.emplace_back(words, 0);
}

BenchMemory::~BenchMemory() {
    for (std::byte* payload : out_) std::free(payload);
}

Payload BenchMemory::allocate(std::size_t bytes) {
    auto* const block = static_cast<std::byte*>(std::malloc(bytes + 1));
    if (block == nullptr) throw std::bad_alloc();
    out_.insert(block);
    return {block};
}

void BenchMemory::release(Payload payload) {
    if (out_.erase(payload.bytes) == 0) throw ProtocolError("a payload is given back that is not out");
    std::free(payload.bytes);
}

Payload BenchMemory::gather(Rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    const std::size_t size = bytes_of(datatype);
    const Payload data = allocate(count * size);
    for (std::uint32_t k = 0; k < count; ++k) {
        store({data.bytes + k * size, size}, datatype, origin.first + static_cast<std::int64_t>(k) * origin.second);
    }
    return data;
}

void BenchMemory::scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count, Payload data) {
    const std::size_t size = bytes_of(datatype);
    for (std::uint32_t k = 0; k < count; ++k) {
        results_.at(static_cast<std::size_t>(rank)).at(static_cast<std::size_t>(result.first) + k) =
            load({data.bytes + k * size, size}, datatype);
    }
}

Payload BenchMemory::read(Rank /*by*/, Rank owner, WindowId window, const Region& region) {
    const std::size_t size = bytes_of(region.datatype);
    const Payload data = allocate(region.bytes());
    const std::span<std::byte> from(bytes_of_window(owner, window));
    for (std::uint32_t k = 0; k < region.count; ++k) {
        const std::int64_t value = load(from.subspan(position(region, k), size), region.datatype);
        store({data.bytes + k * size, size}, region.datatype, value);
    }
    return data;
}

void BenchMemory::write(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload data) {
    accumulate(owner, owner, window, region, ReduceOp::replace, data);
}

void BenchMemory::accumulate(Rank /*by*/, Rank owner, WindowId window, const Region& region, ReduceOp op,
                             Payload data) {
    const std::size_t size = bytes_of(region.datatype);
    const std::span<std::byte> to(bytes_of_window(owner, window));
    for (std::uint32_t k = 0; k < region.count; ++k) {
        const std::span<std::byte> element = to.subspan(position(region, k), size);
        const std::int64_t operand = load({data.bytes + k * size, size}, region.datatype);
        store(element, region.datatype, fuzz::reduce(load(element, region.datatype), operand, op));
    }
}

void BenchMemory::compare_and_swap(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload data) {
    const std::size_t size = bytes_of(region.datatype);
    const std::span<std::byte> element = std::span(bytes_of_window(owner, window)).subspan(region.disp_bytes, size);
    const std::int64_t compare = load({data.bytes + size, size}, region.datatype);
    if (load(element, region.datatype) != compare) return;
    store(element, region.datatype, load({data.bytes, size}, region.datatype));
}

std::vector<std::byte>& BenchMemory::bytes_of_window(Rank rank, WindowId id) {
    return memory_.at(static_cast<std::size_t>(rank) * windows_ + id);
}
const std::vector<std::byte>& BenchMemory::window(Rank rank, WindowId id) const {
    return memory_.at(static_cast<std::size_t>(rank) * windows_ + id);
}

namespace {
Bench::Threads one_thread_each(const RandomProgram& program) {
    Bench::Threads threads;
    for (const auto& steps : program.steps) threads.push_back({steps});
    return threads;
}

sim::check::Setting setting_of(const RandomProgram& program) {
    sim::check::Setting setting{program.ranks, {}, program.family, program.settings};
    for (WindowId id = 0; id < program.windows; ++id) setting.windows.push_back("w" + std::to_string(id));
    return setting;
}

}  // namespace

Bench::Bench(const RandomProgram& program, std::uint64_t seed) : Bench(program, one_thread_each(program), seed) {}

Bench::Bench(const RandomProgram& program, Threads threads, std::uint64_t seed)
    : program_(program), rng_(seed), memory_(program.ranks, program.windows, program.window_bytes(), program.results),
      checker_(setting_of(program), this) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        engines_.emplace_back(rank, program.ranks, program.windows, config_of(program),
                              World{*this, memory_, checker_, this});
        std::size_t number = 0;
        for (auto& steps : threads[static_cast<std::size_t>(rank)]) {
            threads_.push_back({rank, number++, std::move(steps), 0, {}, {}, {}});
        }
    }
}

BenchResult Bench::run() {
    try {
        for (;;) {
            std::vector<Move> possible = moves(false);
            if (possible.empty()) possible = moves(true);
            if (possible.empty()) break;
            const Move move = possible[below(rng_, possible.size())];
            if (move.thread != nullptr) begin(*move.thread);
            else deliver(move);
            collect_finished();
        }
    } catch (const std::exception& error) {
        result_.error = error.what();
    }
    return collect();
}

// A pair's packets arrive in order, or, where the transport promises nothing, in any.
std::vector<Bench::Move> Bench::moves(bool reluctant_ones) {
    std::vector<Move> possible;
    for (Thread& thread : threads_) {
        if (may_begin(thread)) possible.push_back({&thread, {}, 0});
    }
    for (const auto& [pair, queue] : packets_) {
        const std::size_t choices = program_.ordered ? 1 : queue.size();
        for (std::size_t i = 0; i < choices; ++i) {
            const bool is_reluctant = reluctant && reluctant(queue[i]);
            if (is_reluctant == reluctant_ones) possible.push_back({nullptr, pair, i});
        }
    }
    return possible;
}

bool Bench::may_begin(const Thread& thread) const {
    if (thread.call.valid() || thread.next == thread.steps.size()) return false;
    return std::all_of(threads_.begin(), threads_.end(), [&](const Thread& other) {
        return other.rank != thread.rank || other.next == other.steps.size() ||
               other.steps[other.next].phase >= thread.steps[thread.next].phase;
    });
}

void Bench::begin(Thread& thread) {
    newrma::Engine& engine = engines_[static_cast<std::size_t>(thread.rank)];
    const Step& step = thread.steps[thread.next];
    if (on_begin) on_begin(thread.rank, thread.number, step);
    CallRequest request = request_of(thread, step);
    checker_.call_began(thread.rank, static_cast<sim::ThreadId>(thread.number), request);
    thread.call = engine.begin(std::move(request), thread.answer);
    if (has_request(step.call)) {
        if (thread.requests.size() <= step.request) thread.requests.resize(step.request + 1);
        thread.requests[step.request] = thread.answer.request;
    }
    thread.call.start();
    engine.make_progress();
}

void Bench::deliver(const Move& move) {
    std::deque<Packet>& queue = packets_[move.pair];
    const Packet packet = queue[move.index];
    if (reluctant && reluctant(packet)) ++reluctant_deliveries;
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(move.index));
    if (queue.empty()) packets_.erase(move.pair);
    checker_.packet_delivered(packet);
    engines_[static_cast<std::size_t>(packet.target)].deliver(packet);
}

void Bench::collect_finished() {
    for (Thread& thread : threads_) {
        if (!thread.call.valid() || !thread.call.done()) continue;
        thread.call.result();
        thread.call = {};
        checker_.call_returned(thread.rank, static_cast<sim::ThreadId>(thread.number));
        const Step& step = thread.steps[thread.next++];
        if (on_return) on_return(thread.rank, thread.number, step);
    }
}

CallRequest Bench::request_of(const Thread& thread, const Step& step) const {
    CallRequest request;
    request.call = step.call;
    request.window = step.window;
    request.target = step.target;
    request.lock_type = step.lock_type;
    request.asserts = step.asserts;
    request.group = step.group;
    if (step.call == Call::request_wait) request.requests = {thread.requests.at(step.request)};
    if (!is_operation(step.call)) return request;
    Operation& operation = request.operation;
    operation.kind = step.kind;
    operation.reduce = step.reduce;
    operation.window = step.window;
    operation.target = step.target;
    operation.region = step.region;
    const std::int64_t fetched =
        step.adds_result ? memory_.results(thread.rank)[static_cast<std::size_t>(step.result)] : 0;
    operation.origin = {0, step.value + fetched, step.step};
    operation.result = {0, step.result, 0};
    return request;
}

void Bench::send(const Packet& packet) {
    checker_.packet_sent(packet);
    ++result_.by_kind[newrma::packet_vocabulary.name(packet.type())];
    packets_[{packet.source, packet.target}].push_back(packet);
}

void Bench::lock_granted(Rank target, WindowId, Rank origin, LockType type) {
    if (on_lock) on_lock(target, origin, type);
}
void Bench::lock_queued(Rank target, WindowId, Rank origin, LockType) {
    if (on_lock) on_lock(target, origin, std::nullopt);
}

void Bench::end_of_all() {
    for (const newrma::Engine& engine : engines_) checker_.process_ended(engine);
    checker_.world_ended(memory_.payloads_out());
}

BenchResult Bench::collect() {
    for (const Thread& thread : threads_) {
        if (thread.next == thread.steps.size()) continue;
        const newrma::Engine& engine = engines_[static_cast<std::size_t>(thread.rank)];
        engine.waiting().for_each([&](const WaitReason& reason) {
            result_.stuck.push_back("rank " + std::to_string(thread.rank) + ": " + std::string(name_of(reason.call)) +
                                    " waits for " + engine.describe(reason));
        });
        if (result_.stuck.empty()) result_.stuck.push_back("rank " + std::to_string(thread.rank) + " stopped");
    }
    if (result_.stuck.empty() && result_.error.empty()) end_of_all();
    if (checker_.violation()) result_.violation = checker_.violation()->what;
    return result_;
}

}  // namespace rmasim::property
