#include "protocol/ch3/routines/carry_out.h"

#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/op_form.h"

#include <cstring>

namespace rmasim::ch3 {

namespace {

// Visits the parts of the region that this packet accesses, with displacements in bytes.
template <class Visit>
void visit_pieces(const Memory& memory, const Window& window, const Packet& packet, Visit visit) {
    const Region region = in_bytes(packet.region, window.disp_unit);
    if (!has(packet.flags, flag::stream)) return visit(region);
    const Unit unit = unit_of(packet);
    if (!region.irregular()) return for_each_piece(region, unit.first, unit.count, visit);
    for (const Region& piece : memory.pieces(region, unit.first, unit.count)) visit(piece);
}

Payload at(Payload payload, std::size_t byte) {
    return payload.bytes == nullptr ? payload : Payload{payload.bytes + byte};
}

void apply(EngineState& engine, const Packet& packet, const Region& region, Payload data) {
    Memory& memory = engine.world.memory;
    const Rank own = engine.rank;
    switch (packet.kind) {
        case PacketKind::put: return memory.write(own, own, packet.window, region, data);
        case PacketKind::compare_and_swap: return memory.compare_and_swap(own, own, packet.window, region, data);
        default: return memory.accumulate(own, own, packet.window, region, packet.reduce, data);
    }
}

void apply_all(EngineState& engine, const Window& window, const Packet& packet) {
    std::size_t byte = 0;
    visit_pieces(engine.world.memory, window, packet, [&](const Region& piece) {
        apply(engine, packet, piece, at(packet.payload, byte));
        byte += piece.bytes();
    });
}

Payload read_piece(EngineState& engine, const Packet& packet, const Region& region) {
    Memory& memory = engine.world.memory;
    if (packet.kind == PacketKind::get) return memory.read(engine.rank, engine.rank, packet.window, region);
    return memory.read_atomic(engine.rank, engine.rank, packet.window, region, packet.reduce);
}

bool changes_memory(const Packet& packet) { return packet.kind != PacketKind::get && packet.reduce != ReduceOp::no_op; }

// Returns the old contents of the window. Reads and changes each contiguous run before the next one, so the operation
// is atomic by element.
Payload read_all(EngineState& engine, const Window& window, const Packet& packet) {
    Memory& memory = engine.world.memory;
    Payload all;
    std::size_t byte = 0;
    const std::size_t bytes = unit_of(packet).count * bytes_of(packet.region.datatype);
    visit_pieces(memory, window, packet, [&](const Region& piece) {
        const Payload old = read_piece(engine, packet, piece);
        if (changes_memory(packet)) apply(engine, packet, piece, at(packet.payload, byte));
        if (piece.bytes() == bytes) {
            all = old;
            return;
        }
        if (old.bytes != nullptr) {
            if (all.bytes == nullptr) all = memory.allocate(bytes);
            std::memcpy(all.bytes + byte, old.bytes, piece.bytes());
        }
        memory.release(old);
        byte += piece.bytes();
    });
    return all;
}

void respond(EngineState& engine, const Window& window, const Packet& request) {
    Packet response = packet_to(engine, request.source, window, response_to(request.kind));
    response.op = request.op;
    response.region = request.region;
    set_unit(response, unit_of(request));
    const bool immediate = has(request.flags, flag::immediate | flag::immediate_response);
    if (immediate) response.flags |= flag::immediate;
    if (asks_for_lock(request)) response.flags |= flag::granted;
    if (has(request.flags, flag::asks_ack)) response.flags |= flag::ack;
    const auto size = static_cast<std::uint32_t>(bytes_of(request.region.datatype));
    response.data_bytes = immediate ? 0 : unit_of(request).count * size;
    response.payload = read_all(engine, window, request);
    if (changes_memory(request)) mem_sync(engine, window, MemSync::apply_after);
    engine.world.memory.release(request.payload);
    engine.world.transport.send(response);
}

}  // namespace

void send_answer(EngineState& engine, const Window& window, const Packet& request, PacketKind kind, PacketFlag flags,
                 Why why) {
    Packet answer = packet_to(engine, request.source, window, kind);
    answer.op = request.op;
    answer.flags = flags;
    answer.set_why(why);
    engine.world.transport.send(answer);
}

namespace {

// Acknowledges an operation that carried UNLOCK or FLUSH.
void acknowledge(EngineState& engine, const Window& window, const Packet& operation) {
    send_answer(engine, window, operation, kind::ack, PacketFlag::none, why::operation);
}

}  // namespace

void lower_counter(EngineState& engine, Window& window, Rank origin) {
    --window.at_counter;
    std::erase(window.completing, origin);
    if (window.at_counter < 0) {
        fail(engine, FailureKind::assertion,
             "the number of origins whose operations on the window are not complete is below zero");
    }
}

bool carry_out(EngineState& engine, Window& window, const Packet& packet) {
    engine.world.observer.op_applied(engine.rank, packet);
    if (packet.kind == PacketKind::get) mem_sync(engine, window, MemSync::apply_before);
    const bool with_lock = asks_for_lock(packet);
    const bool with_unlock = has(packet.flags, flag::unlock);
    const bool read = reads(packet.kind);
    if (read) {
        respond(engine, window, packet);
    } else {
        apply_all(engine, window, packet);
        mem_sync(engine, window, MemSync::apply_after);
        engine.world.memory.release(packet.payload);
        const PacketFlag ack = has(packet.flags, flag::asks_ack) ? flag::ack : PacketFlag::none;
        if (with_lock) send_answer(engine, window, packet, kind::lock_op_ack, flag::granted | ack);
        else if (has(packet.flags, flag::flush)) acknowledge(engine, window, packet);
    }
    if (has(packet.flags, flag::decr_at)) lower_counter(engine, window, packet.source);
    if (with_unlock && !read && !with_lock) acknowledge(engine, window, packet);
    return with_unlock;
}

}  // namespace rmasim::ch3
