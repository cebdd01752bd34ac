// The table of the source locations of MPI calls in a program: "halo.c:42 in exchange". If the compiler has inlined the
// function, the location also has the line of the call: "halo.h:7 in send (inlined at halo.c:42 in exchange)". A call
// site has the same offset in the program's copies of all ranks, so its number is the same at all ranks.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/debug/loaded_files.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// The beginning of the text about the line into which a function was inlined.
inline constexpr std::string_view inlined_at = " (inlined at ";

class CallSites {
public:
    // `files` must outlive this object.
    explicit CallSites(LoadedFiles& files) : files_(files) {}

    // Returns the number of the call site that `return_address` belongs to.
    std::uint32_t number(const void* return_address) {
        const Recent& recent = recent_[reinterpret_cast<std::uintptr_t>(return_address) % recent_.size()];
        return recent.return_address == return_address ? recent.number : search_number(return_address);
    }
    // Returns the number of the instruction at which a signal was raised. If it is not in the program, the number of
    // the program's call that led to it. The caller must be a signal handler.
    std::uint32_t number_of_fault(const void* instruction);
    // Returns the name of SMPI's function that the program has called, if the caller is executed inside such a
    // function; otherwise an empty string.
    static std::string function_of_smpi();
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
    std::uint32_t search_number(const void* return_address);
    std::string read(const FileOffset& at);

    LoadedFiles& files_;
    std::map<const void*, std::uint32_t> known_;  // by return address
    struct Recent {
        const void* return_address = nullptr;
        std::uint32_t number = 0;
    };
    std::array<Recent, 64> recent_{};  // some of the known ones, by low bits of the address
    std::map<FileOffset, std::uint32_t> numbers_;
    std::vector<FileOffset> offsets_;  // by the number of the call site
    std::vector<std::string> texts_;
    std::vector<std::uint32_t> lines_;
    std::map<std::string, std::uint32_t> number_of_text_;
};

}  // namespace rmasim::sim
