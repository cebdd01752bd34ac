#include "protocol/base/packet.h"

#include <array>
#include <utility>

namespace rmasim {

namespace {

constexpr std::array<std::string_view, packet_kind_count> kind_names{
    "PUT",      "ACC",      "GET",      "GET_ACC",      "FOP",          "CAS",       "LOCK",
    "UNLOCK",   "RMA_DONE", "COMPLETE", "LOCK_GRANTED", "RMA_DONE_ACK", "GET_RESP",  "GET_ACC_RESP",
    "FOP_RESP", "CAS_RESP", "POST",     "BARRIER",      "NODE_BARRIER", "OP_COUNTS", "SEND"};

constexpr std::array<std::pair<PacketFlag, std::string_view>, 8> flag_names{{
    {PacketFlag::lock_shared, "LOCK.S"},
    {PacketFlag::lock_exclusive, "LOCK.X"},
    {PacketFlag::rma_done, "RMA_DONE"},
    {PacketFlag::unlock, "UNLOCK"},
    {PacketFlag::complete, "COMPLETE"},
    {PacketFlag::lock_granted, "LOCK_GRANTED"},
    {PacketFlag::rma_done_ack, "RMA_DONE_ACK"},
    {PacketFlag::resend, "RESEND"},
}};

}  // namespace

std::string kind_name(PacketKind kind, PacketFlag flags) {
    std::string text(kind_names.at(static_cast<std::size_t>(kind)));
    for (const auto& [flag, name] : flag_names) {
        if (has(flags, flag)) {
            text += '+';
            text += name;
        }
    }
    return text;
}

std::string describe(const Packet& packet) {
    return std::to_string(packet.source) + '>' + std::to_string(packet.target) + ' ' +
           kind_name(packet.kind, packet.flags);
}

}  // namespace rmasim
