#include "sim/input/model/packet_kinds.h"

#include "protocol/newrma/packets.h"
#include "protocol/shm/packets.h"

namespace rmasim::sim {

const PacketVocabulary& packets_of(const Scenario& scenario) {
    return scenario.family == Family::shm ? shm::packet_vocabulary : newrma::packet_vocabulary;
}

bool is_packet_name(std::string_view name) {
    return newrma::packet_vocabulary.find(name) || shm::packet_vocabulary.find(name);
}

}  // namespace rmasim::sim
