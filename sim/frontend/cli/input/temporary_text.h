// A text as a temporary file, for functions that read files. Only this process can access the file.
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

    // The path is valid during the lifetime of this object.
    std::string path() const;

private:
    int file_;
};

}  // namespace rmasim::sim
