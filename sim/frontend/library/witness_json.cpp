#include "sim/frontend/library/witness_json.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;
using semantics::Witness;

Json witness_json(const Witness& witness) {
    Json json{{"rank", witness.rank}};
    if (witness.thread) json["thread"] = *witness.thread;
    if (witness.memory.empty()) {
        json["place"] = witness.location;
    } else {
        json["memory"] = witness.memory;
        json["bytes"] = {witness.first_byte, witness.end_byte};
    }
    json["values"] = {witness.one, witness.other};
    return json;
}

Witness witness_of(const Json& json) {
    Witness witness;
    json.at("rank").get_to(witness.rank);
    if (json.contains("thread")) witness.thread = json["thread"].get<std::uint32_t>();
    if (json.contains("place")) {
        json["place"].get_to(witness.location);
    } else {
        json.at("memory").get_to(witness.memory);
        json.at("bytes").at(0).get_to(witness.first_byte);
        json["bytes"].at(1).get_to(witness.end_byte);
    }
    json.at("values").at(0).get_to(witness.one);
    json["values"].at(1).get_to(witness.other);
    return witness;
}

}  // namespace

Json witnesses_json(const std::vector<Witness>& witnesses) {
    Json list = Json::array();
    for (const Witness& witness : witnesses) list.push_back(witness_json(witness));
    return list;
}

std::vector<Witness> witnesses_of(const Json& json) {
    std::vector<Witness> witnesses;
    for (const Json& one : json) witnesses.push_back(witness_of(one));
    return witnesses;
}

}  // namespace rmasim::sim
