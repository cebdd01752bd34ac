// What is attached to the dynamic windows of each rank, and what their addresses mean (sim/scenario/model/addresses.h).
//
//     attach "b", 64 bytes    first_byte 4160, bytes 64: operations may access addresses 4160 to 4223
//     detach "b"              none
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::sim {

// An operation reaches memory that is not attached at its target. The core does not look at addresses, so this comes
// out of whatever it does there: the target's call, or none.
class NotAttached : public std::runtime_error {
public:
    NotAttached(Rank origin, std::string operation, Rank target, const std::string& rule)
        : std::runtime_error(operation + " from rank " + std::to_string(origin) + " at rank " + std::to_string(target) +
                             ": " + rule),
          origin(origin), operation(std::move(operation)), target(target), rule(rule) {}

    Rank origin;
    std::string operation;
    Rank target;
    std::string rule;
};

class Attachments {
public:
    // `scenario`, which has addresses, must outlive this object.
    explicit Attachments(const Scenario& scenario);

    // Raise ErroneousProgram.
    void attach(Rank owner, WindowId window, const Over& memory, std::uint64_t bytes);
    // Returns how many bytes were attached.
    std::uint64_t detach(Rank owner, WindowId window, const Over& memory);
    // The window is freed.
    void detach_all(Rank owner, WindowId window) { of(owner, window).clear(); }
    void clear();

    // Where in the owner's memory the address is; wrong addresses give offsets that nothing has.
    std::uint64_t offset_of(Rank owner, std::uint64_t address) const { return address - addresses_.first_of(owner); }
    // The space that has an address of the owner, which is attached.
    Over place_of(Rank owner, std::uint64_t address) const;
    // Why bytes from the address on cannot be accessed; empty: they are attached, in one piece.
    std::string unsupported_reason(Rank owner, WindowId window, std::uint64_t address, std::uint64_t bytes) const;

private:
    struct Attached {
        std::uint64_t begin, end;  // offsets in the owner's memory
    };
    std::vector<Attached>& of(Rank owner, WindowId window) {
        return attached_[static_cast<std::size_t>(owner) * windows_ + window];
    }
    const std::vector<Attached>& of(Rank owner, WindowId window) const {
        return attached_[static_cast<std::size_t>(owner) * windows_ + window];
    }
    std::uint64_t offset_of(const Over& memory) const {
        return scenario_.place_of(memory.space).disp_bytes + memory.disp_bytes;
    }
    std::string name_of(SpaceId space) const;  // buffer "b"
    std::string name_of(const Over& memory, std::uint64_t bytes) const;

    const Scenario& scenario_;
    const Addresses& addresses_;
    std::size_t windows_;
    std::vector<std::vector<Attached>> attached_;  // by rank and window; each ascending
};

}  // namespace rmasim::sim
