// Errors of the input, as opposed to errors of the simulated MPI program or of rmasim itself.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Bad input, exit code 2. `place` is a JSON path such as "programs[0].calls[2].put.disp", or "line 3, column 7" if the
// text is not JSON; `found` quotes the input; `allowed` says what is allowed there. `what` is about this one error;
// `others` are further ones that were found with it.
class BadInput : public std::runtime_error {
public:
    BadInput(std::string place, std::string found, std::string allowed)
        : std::runtime_error(place + ": found " + found + "; allowed: " + allowed), place(std::move(place)),
          found(std::move(found)), allowed(std::move(allowed)) {}

    std::string place;
    std::string found;
    std::string allowed;
    // In the file, counted from 1; 0: not known.
    std::uint32_t line = 0, column = 0;
    bool may_follow = false;  // perhaps only the consequence of another error: a name that is not there
    std::vector<BadInput> others;
};

// Collects errors, so that several are reported at once.
class Complaints {
public:
    // Calls `part`. If it raises BadInput, that is kept for later; false then. Raises all of them when there are
    // enough.
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
    // Raises what was found, as one BadInput, if there is any.
    void raise_any();

private:
    static constexpr std::size_t enough = 20;
    void add(BadInput error);

    std::vector<BadInput> all_;
};

}  // namespace rmasim::sim
