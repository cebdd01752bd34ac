// The labels of messages of a program: the datatype and the source location of the call. Labels are numbers of all
// ranks, so the receiver of a message can compare the signature of its datatype with that of the sender (MPI 4.1,
// 3.3.1).
#pragma once

#include "protocol/base/world.h"
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::sim {

class TypeLabels final : public MessageLabels {
public:
    // `scenario` has the locations. It must outlive this object.
    explicit TypeLabels(const Scenario& scenario) : MessageLabels(true), scenario_(scenario) {}

    // Returns the label of a message with elements of this datatype. `location` is that of its call.
    std::uint32_t of(const mpi::TypeRef& type, std::uint32_t location);

    std::string text_of_send(Rank sender, std::uint32_t label) const override;
    bool differ(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const override;
    std::string difference(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const override;

private:
    struct Entry {
        mpi::TypeRef type;  // all datatypes with this label have its sequence of basic types, if they are repeated
        std::uint32_t location;
    };
    const Entry& entry(std::uint32_t label) const { return entries_[label - 1]; }

    const Scenario& scenario_;
    std::vector<Entry> entries_;                           // by label, from 1
    std::vector<std::vector<std::uint32_t>> by_location_;  // the labels of each location
};

}  // namespace rmasim::sim
