// The table of the source locations of MPI calls in a program: "halo.c:42 in exchange". Every rank has its own copy of
// the program, at other addresses. A call site has the same offset in all copies, so its number is the same at all
// ranks.
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
    // `program` is the program's file, which has the debug information.
    CallSites(std::string program, Rank ranks)
        : program_(std::move(program)), of_rank_(static_cast<std::size_t>(ranks)) {}

    // Returns the number of the call site that `return_address` belongs to.
    std::uint32_t number(Rank rank, const void* return_address);
    std::uint32_t count() const { return static_cast<std::uint32_t>(offsets_.size()); }
    // Reads the debug information of all call sites that are new since the last call of this function.
    void look_up();
    bool has_looked_up(std::uint32_t number) const { return number < lines_.size(); }
    // Returns the location of a call site as text. Requires that `look_up` was called after `number` returned the
    // number.
    const std::string& text(std::uint32_t number) const { return texts_[number]; }
    // Returns the smallest number of a call site with the same text. If the compiler has unrolled a loop, one source
    // line has many call sites. Returns `number` itself if `look_up` has not read the call site yet.
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
    std::vector<Offset> offsets_;  // by the number of the call site
    std::vector<std::string> texts_;
    std::vector<std::uint32_t> lines_;
    std::map<std::string, std::uint32_t> number_of_text_;
};

}  // namespace rmasim::sim
