// Table of the source locations of MPI calls in a program: "halo.c:42 in exchange". Every rank has its own copy of the
// program at other addresses. A call site has the same offset in all copies, so all ranks share its number.
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
    // `program`: the program's file, from which the debug information is read.
    CallSites(std::string program, Rank ranks)
        : program_(std::move(program)), of_rank_(static_cast<std::size_t>(ranks)) {}

    // Returns the number of the call site that `return_address` belongs to.
    std::uint32_t number(Rank rank, const void* return_address);
    std::uint32_t count() const { return static_cast<std::uint32_t>(offsets_.size()); }
    // Reads the debug information of all call sites that are new since the last call.
    void look_up();
    bool has_looked_up(std::uint32_t number) const { return number < lines_.size(); }
    // Returns the text of a call site. Requires `look_up` after `number`.
    const std::string& text(std::uint32_t number) const { return texts_[number]; }
    // Returns the smallest number with the same text, or `number` itself if `look_up` has not read it yet. A line that
    // the compiler has unrolled has many numbers.
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
