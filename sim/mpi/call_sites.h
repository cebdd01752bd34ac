// Where in a program a function of MPI was called: "halo.c:42 in exchange". Every rank has a copy of the program at
// addresses of its own; in all of them a call has the same offset.
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

class CallSites {
public:
    // `program`: its file, which debug information is read from.
    CallSites(std::string program, Rank ranks)
        : program_(std::move(program)), of_rank_(static_cast<std::size_t>(ranks)) {}

    // The number of the place that `return_address` returns to.
    std::uint32_t number(Rank rank, const void* return_address);
    std::uint32_t count() const { return static_cast<std::uint32_t>(offsets_.size()); }
    // Reads the debug information of all places that it was not read for before.
    void look_up();
    bool has_looked_up(std::uint32_t number) const { return number < lines_.size(); }
    // Of a number; after `look_up`.
    const std::string& text(std::uint32_t number) const { return texts_[number]; }
    // The least number with the same text, as far as `look_up` has got; a line that the compiler has unrolled has many.
    std::uint32_t line(std::uint32_t number) const { return number < lines_.size() ? lines_[number] : number; }

private:
    struct Offset {
        std::string file;
        std::uint64_t offset = 0;
        auto operator<=>(const Offset&) const = default;
    };

    const std::string& file_of(const Offset& offset) const { return offset.file.empty() ? program_ : offset.file; }
    void look_up(const std::string& file, std::span<const std::size_t> numbers);

    std::string program_;
    std::vector<std::map<const void*, std::uint32_t>> of_rank_;
    std::map<Offset, std::uint32_t> numbers_;
    std::vector<Offset> offsets_;  // by number
    std::vector<std::string> texts_;
    std::vector<std::uint32_t> lines_;
    std::map<std::string, std::uint32_t> number_of_text_;
};

}  // namespace rmasim::sim
