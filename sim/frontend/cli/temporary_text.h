// A text as a file that only this process can access, for functions that read files.
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
