// Text that grows line by line.
#pragma once

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::corpus {

// Returns the seed of a case. The seed depends only on the name, so adding or deleting a case changes no other case.
inline std::uint64_t seed_of(std::string_view name) {
    std::uint64_t hash = 1469598103934665603U;
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    return hash;
}

// Returns a hash of a text, for texts that are too long to print or to store in the golden file.
inline std::uint32_t text_hash(std::string_view text) {
    const std::uint64_t hash = seed_of(text);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

class Lines {
public:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    void add_all(const std::string& before, const std::vector<std::string>& lines) {
        for (const std::string& line : lines) add("{}{}", before, line);
    }
    void add_bytes(const std::string& before, std::span<const std::byte> bytes) {
        text_ += before;
        for (const std::byte byte : bytes) fmt::format_to(std::back_inserter(text_), "{:02x}", static_cast<int>(byte));
        text_ += '\n';
    }
    std::string take() { return std::move(text_); }

    // Runs `body`. If `body` refuses its input, adds the reason as a line.
    template <class Body>
    void add_or_refusal(Body body) {
        add_or(body, false);
    }
    // Runs `body`. If `body` refuses its input, adds the reason and all further reasons as lines.
    template <class Body>
    void add_or_refusals(Body body) {
        add_or(body, true);
    }

private:
    template <class Body>
    void add_or(Body body, bool all) {
        try {
            body();
        } catch (const sim::BadInput& refused) {
            add("refused: {}", refused.what());
            if (!all) return;
            for (const sim::BadInput& other : refused.others) add("and: {}", other.what());
        } catch (const std::overflow_error& refused) {
            add("refused: {}", refused.what());
        }
    }

    std::string text_;
};

}  // namespace rmasim::corpus
