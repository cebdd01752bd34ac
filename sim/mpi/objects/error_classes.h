// Error classes, codes and their texts (MPI 4.1, 9.4 and 9.5): the predefined ones, and those that the program adds.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rmasim::mpi {

// A predefined error class. Its number is also its error code.
struct ErrorClass {
    int number = 0;
    const char* name = "";
    const char* text = "";
};

// Returns the predefined class; nullptr if there is none.
const ErrorClass* find_error_class(int number);

// The error codes of a process. Codes above MPI_ERR_LASTCODE are the program's.
class ErrorCodes {
public:
    int add_class();
    // Throws MPI_ERR_ARG if the class does not exist.
    int add_code(int error_class);
    // Throws MPI_ERR_ARG if the code is not the program's, or the text is too long.
    void set_text(int code, const std::string& text);
    // Remove a number that the program has added; it is not used again. Throw MPI_ERR_ARG if it is not the program's,
    // or a class has codes, or a class or code a text.
    void remove_class(int error_class);
    void remove_code(int code);
    void remove_text(int code);
    // Throw MPI_ERR_ARG if the code does not exist.
    int class_of(int code) const;
    std::string text(int code) const;
    // Returns the attribute MPI_LASTUSEDCODE, whose address stays the same.
    const int* last_used() const { return &last_used_; }

private:
    struct Added {
        int error_class = 0;
        std::string text;
        bool is_class = false;
    };
    Added& find_added(int code, const char* text);
    int add(int error_class, bool is_class);

    std::map<int, Added> added_;
    int last_used_ = first_;

    static const int first_;
};

}  // namespace rmasim::mpi
