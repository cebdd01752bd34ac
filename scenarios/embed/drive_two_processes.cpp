// Drives the protocol core by hand, without the simulator: two processes, a queue of packets between them, and the
// program LOCK, PUT, UNLOCK on rank 0. Prints every packet; first with a short operation in one packet with its lock,
// then without that optimisation. A real transport would be put in the place of `Wire`.
#include <rmasim/protocol/newrma/make_process.h>
#include <rmasim/protocol/newrma/packets.h>

#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <utility>

namespace {

using namespace rmasim;

// Packets in flight, in the order in which they were sent.
class Wire : public Transport {
public:
    void send(const Packet& packet) override {
        std::cout << "  " << newrma::packet_vocabulary.describe(packet) << '\n';
        in_flight_.push_back(packet);
    }
    bool empty() const { return in_flight_.empty(); }
    Packet take() {
        const Packet packet = in_flight_.front();
        in_flight_.pop_front();
        return packet;
    }

private:
    std::deque<Packet> in_flight_;
};

// One window of 64 bytes a rank. The data of an operation are the bytes that its OriginBuffer names: here `first` is
// the value to send, as one int64.
class Windows : public Memory {
public:
    Payload gather(Rank, const OriginBuffer& origin, Datatype, std::uint32_t) override {
        return copy_of(reinterpret_cast<const std::byte*>(&origin.first), sizeof origin.first);
    }
    void scatter(Rank, const OriginBuffer&, Datatype, std::uint32_t, Payload) override {}
    Payload read(Rank, Rank owner, WindowId, const Region& region) override {
        return copy_of(&bytes_[owner][region.disp], region.bytes());
    }
    void write(Rank, Rank owner, WindowId, const Region& region, Payload payload) override {
        std::memcpy(&bytes_[owner][region.disp], payload.bytes, region.bytes());
    }
    void accumulate(Rank, Rank, WindowId, const Region&, ReduceOp, Payload) override { not_used(); }
    void compare_and_swap(Rank, Rank, WindowId, const Region&, Payload) override { not_used(); }
    WindowShape shape(Rank, WindowId) const override { return {.bytes = window_bytes}; }

    Payload allocate(std::size_t bytes) override { return {new std::byte[bytes]}; }
    void release(Payload payload) override { delete[] payload.bytes; }

    std::int64_t word(Rank owner, std::size_t at) const {
        std::int64_t value = 0;
        std::memcpy(&value, &bytes_[owner][at], sizeof value);
        return value;
    }

private:
    static constexpr std::size_t window_bytes = 64;

    Payload copy_of(const std::byte* bytes, std::size_t count) {
        const Payload payload = allocate(count);
        std::memcpy(payload.bytes, bytes, count);
        return payload;
    }
    [[noreturn]] static void not_used() { throw ProtocolError("this program neither accumulates nor swaps"); }

    std::byte bytes_[2][window_bytes]{};
};

class TwoProcesses {
public:
    explicit TwoProcesses(const newrma::Config& config) {
        for (const Rank rank : {0, 1}) processes_[rank] = newrma::make_process(rank, 2, 1, config, world_);
    }

    // Begins the call, and delivers packets until it has returned.
    void call(Rank rank, CallRequest request) {
        const Call called = request.call;
        CallAnswer answer;
        Task<> task = processes_[rank]->begin(std::move(request), answer);
        task.start();
        while (!task.done()) {
            if (wire_.empty()) {
                processes_[rank]->waiting().for_each([&](const WaitReason& reason) {
                    std::cerr << "stuck: " << processes_[rank]->describe(reason) << '\n';
                });
                throw ProtocolError("the call waits, and no packet is in flight");
            }
            const Packet packet = wire_.take();
            processes_[packet.target]->deliver(packet);
        }
        task.result();  // raises what the call raised
        std::cout << "  " << name_of(called) << " returns\n";
    }
    std::int64_t word(Rank owner, std::size_t at) const { return memory_.word(owner, at); }

private:
    Wire wire_;
    Windows memory_;
    Observer observer_;
    World world_{wire_, memory_, observer_};
    std::unique_ptr<Process> processes_[2];
};

CallRequest on_target(Call call) {
    CallRequest request;
    request.call = call;
    request.target = 1;
    return request;
}

bool lock_put_unlock(const newrma::Config& config) {
    TwoProcesses both(config);

    CallRequest lock = on_target(Call::lock);
    lock.lock_type = LockType::exclusive;
    both.call(0, std::move(lock));

    CallRequest put = on_target(Call::put);
    put.operation.kind = OpKind::put;
    put.operation.target = 1;
    put.operation.region = {.disp = 8, .count = 1, .datatype = Datatype::int64};
    put.operation.origin.first = 42;
    both.call(0, std::move(put));

    both.call(0, on_target(Call::unlock));
    std::cout << "  the window of rank 1 has " << both.word(1, 8) << '\n';
    return both.word(1, 8) == 42;
}

}  // namespace

int main() {
    newrma::Config config;
    std::cout << "lock, put, unlock\n";
    bool right = lock_put_unlock(config);

    config.optimizations.single_op = false;
    std::cout << "the same, without single_op\n";
    right = lock_put_unlock(config) && right;
    return right ? 0 : 1;
}
