// A text as a file that only this process has: for what reads files, where the text came another way.
#pragma once

#include <string>
#include <string_view>

namespace rmasim::sim {

class TemporaryText {
public:
    // Raises std::system_error.
    explicit TemporaryText(std::string_view text);
    ~TemporaryText();
    TemporaryText(const TemporaryText&) = delete;
    TemporaryText& operator=(const TemporaryText&) = delete;

    // Valid as long as this object.
    std::string path() const;

private:
    int file_;
};

}  // namespace rmasim::sim
