// Errors in the user's input. Errors of the simulated MPI program and of rmasim itself have other types.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// An error in the input; the exit code is 2. `location` is a JSON path such as "programs[0].calls[2].put.disp", or
// "line 3, column 7" if the text is not JSON. `found` quotes the input. `allowed` describes the input that is allowed
// at the location. `what()` describes this error only. `others` are further errors of the same input.
class BadInput : public std::runtime_error {
public:
    BadInput(std::string location, std::string found, std::string allowed)
        : std::runtime_error(location + ": found " + found + "; allowed: " + allowed), location(std::move(location)),
          found(std::move(found)), allowed(std::move(allowed)) {}

    std::string location;
    std::string found;
    std::string allowed;
    // The position in the file, counted from 1. Zero if the position is not known.
    std::uint32_t line = 0, column = 0;
    // True if an earlier error may have caused this error. Example: a name is undeclared because its declaration has an
    // error itself.
    bool may_follow = false;
    std::vector<BadInput> others;
};

// A collection of errors, to report several of them together.
class Complaints {
public:
    // Calls `part`. If `part` raises BadInput, stores the error and returns false. Raises all stored errors when there
    // are `enough` of them.
    template <class Part>
    bool attempt(Part part) {
        try {
            part();
            return true;
        } catch (BadInput& error) {
            add(std::move(error));
            return false;
        }
    }
    bool any() const { return !all_.empty(); }
    // Raises all stored errors as one BadInput. Does nothing if no error is stored.
    void raise_any();

private:
    static constexpr std::size_t enough = 20;
    void add(BadInput error);

    std::vector<BadInput> all_;
};

}  // namespace rmasim::sim
