// The memory that is attached to each rank's dynamic windows. Addresses in this memory are defined in
// sim/scenario/model/addresses.h.
//
//     attach "b", 64 bytes    first_byte 4160, bytes 64: operations may access addresses 4160 to 4223
//     detach "b"              no address may be accessed
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::sim {

// Thrown if an operation accesses memory that is not attached at its target. The protocol's code does not check
// addresses. So the exception is thrown while the target handles the operation's packet, inside or outside of an MPI
// call of the target.
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
    // `scenario` must outlive this object, and scenario.addresses must have a value.
    explicit Attachments(const Scenario& scenario);

    // Raises ErroneousProgram if some of the bytes are already attached.
    void attach(Rank owner, WindowId window, const Over& memory, std::uint64_t bytes);
    // Returns the number of bytes that were attached. Raises ErroneousProgram if no attached memory begins at `memory`.
    std::uint64_t detach(Rank owner, WindowId window, const Over& memory);
    // Detaches all memory of a window that is freed.
    void detach_all(Rank owner, WindowId window) { of(owner, window).clear(); }
    void clear();

    // Converts an address to an offset in the owner's memory. For an address of another rank, the result is outside of
    // all windows and buffers of the owner.
    std::uint64_t offset_of(Rank owner, std::uint64_t address) const { return address - addresses_.first_of(owner); }
    // Returns the window or buffer that contains an address of the owner, and the address's displacement from the
    // beginning of that window or buffer, in bytes. Precondition: the memory at the address is attached.
    Over space_at(Rank owner, std::uint64_t address) const;
    // Returns a text with the reason why `bytes` bytes from `address` on cannot be accessed. Returns an empty string if
    // all these bytes are attached.
    std::string unsupported_reason(Rank owner, WindowId window, std::uint64_t address, std::uint64_t bytes) const;

private:
    struct Attached {
        std::uint64_t begin, end;  // as offsets in the owner's memory
    };
    std::vector<Attached>& of(Rank owner, WindowId window) {
        return attached_[static_cast<std::size_t>(owner) * windows_ + window];
    }
    const std::vector<Attached>& of(Rank owner, WindowId window) const {
        return attached_[static_cast<std::size_t>(owner) * windows_ + window];
    }
    bool are_attached(const std::vector<Attached>& all, std::uint64_t begin, std::uint64_t bytes) const;
    std::uint64_t offset_of(const Over& memory) const {
        return scenario_.backing_of(memory.space).disp_bytes + memory.disp_bytes;
    }
    std::string name_of(SpaceId space) const;  // for example: buffer "b"
    std::string name_of(const Over& memory, std::uint64_t bytes) const;
    std::string text_of_attached(Rank owner, WindowId window) const;

    const Scenario& scenario_;
    const Addresses& addresses_;
    std::size_t windows_;
    std::vector<std::vector<Attached>> attached_;  // by rank and window; each list is sorted by offset
};

}  // namespace rmasim::sim
