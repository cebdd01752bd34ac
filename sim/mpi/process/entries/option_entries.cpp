// getopt and getopt_long, with variables that the images exchange. libc's own functions keep the position inside of an
// argument for the whole process.
#include "sim/mpi/process/entries/entry.h"

#include <getopt.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#define RMASIM_RANK_VARIABLE __attribute__((section("rmasim_rank_variables"), visibility("default"), used))
extern "C" {
RMASIM_RANK_VARIABLE char* rmasim_optarg __asm__("optarg") = nullptr;
RMASIM_RANK_VARIABLE int rmasim_optind __asm__("optind") = 1;
RMASIM_RANK_VARIABLE int rmasim_opterr __asm__("opterr") = 1;
RMASIM_RANK_VARIABLE int rmasim_optopt __asm__("optopt") = '?';
}

namespace rmasim::hosting {

namespace {

// The variables of getopt. An executable may hold them itself.
struct OptionVariables {
    char** argument = find<char*>("optarg", &rmasim_optarg);
    int* index = find<int>("optind", &rmasim_optind);
    int* prints = find<int>("opterr", &rmasim_opterr);
    int* option = find<int>("optopt", &rmasim_optopt);

private:
    template <class T>
    static T* find(const char* name, T* own) {
        const Host* const host = Host::get();
        auto* const found = host == nullptr ? nullptr : static_cast<T*>(host->program().symbol(name));
        return found != nullptr && host->program().object_of(found) != nullptr ? found : own;
    }
};

enum class Order { permute, require, return_all };

// One call of a function of getopt's kind.
class OptionCall {
public:
    OptionCall(int argc, char** argv, const char* options, const ::option* names, int* found, bool one_dash,
               int& skipped)
        : variables_(variables()), argc_(argc), argv_(argv), names_(names), found_(found), one_dash_(one_dash),
          skipped_(skipped) {
        if (*options == '-' || *options == '+') order_ = *options++ == '-' ? Order::return_all : Order::require;
        else if (std::getenv("POSIXLY_CORRECT") != nullptr) order_ = Order::require;
        is_quiet_ = *options == ':';
        options_ = is_quiet_ ? options + 1 : options;
    }

    int run(char*& rest) {
        *variables_.argument = nullptr;
        if (*variables_.index == 0) {
            *variables_.index = 1;
            rest = nullptr;
        }
        if (rest == nullptr || *rest == '\0') {
            const int end = next_argument();
            if (end >= 0) return end;
            if (end == finished) return -1;
            char* const word = argv_[*variables_.index];
            if (names_ != nullptr && is_long(word)) return long_option(word);
            rest = word + 1;
        }
        return short_option(rest);
    }

private:
    static constexpr int finished = -2, has_option = -1;

    static const OptionVariables& variables() {
        static const OptionVariables all;
        return all;
    }
    bool is_option(int index) const { return argv_[index][0] == '-' && argv_[index][1] != '\0'; }
    bool is_long(const char* word) const {
        if (word[1] == '-') return true;
        return one_dash_ && (word[2] != '\0' || std::strchr(options_, word[1]) == nullptr);
    }
    // Moves the option at `from` before the arguments from `to`.
    void move(int from, int to) {
        char* const word = argv_[from];
        for (int i = from; i > to; --i) argv_[i] = argv_[i - 1];
        argv_[to] = word;
    }
    // Makes argv[optind] an option. Returns has_option, finished, or 1 for an argument in its order.
    int next_argument() {
        int& index = *variables_.index;
        int at = index;
        while (at < argc_ && !is_option(at) && order_ == Order::permute) ++at;
        if (at >= argc_) return finished;
        if (!is_option(at)) {
            if (order_ == Order::require) return finished;
            *variables_.argument = argv_[index++];
            return 1;
        }
        if (at != index) {  // options, and their arguments below, move before the other arguments
            move(at, index);
        }
        skipped_ = at - index;
        if (std::strcmp(argv_[index], "--") == 0) {
            ++index;
            return finished;
        }
        return has_option;
    }
    // Returns the next argument as that of the present option, or null. `index` has passed the option.
    char* take_argument() {
        int& index = *variables_.index;
        if (index + skipped_ >= argc_) return nullptr;
        move(index + skipped_, index);
        return argv_[index++];
    }
    int fault(const char* text, std::string_view name, int option, bool is_missing = false) {
        *variables_.option = option;
        if (*variables_.prints != 0 && !is_quiet_) {
            std::fprintf(stderr, "%s: %s%.*s'\n", argv_[0], text, static_cast<int>(name.size()), name.data());
        }
        return is_missing && is_quiet_ ? ':' : '?';
    }
    int short_option(char*& rest) {
        const char letter = *rest++;
        const char* const known = letter == ':' || letter == ';' ? nullptr : std::strchr(options_, letter);
        const bool is_last = *rest == '\0';
        if (is_last) ++*variables_.index;
        const std::string_view name(rest - 1, 1);
        if (known == nullptr) return fault("invalid option -- '", name, letter);
        if (known[1] != ':') return letter;
        if (!is_last) {
            *variables_.argument = rest;
            ++*variables_.index;
        } else if (known[2] != ':') {
            *variables_.argument = take_argument();
        }
        rest = nullptr;
        if (*variables_.argument == nullptr && known[2] != ':') {
            return fault("option requires an argument -- '", name, letter, true);
        }
        return letter;
    }
    // Returns the option with the name or the only one that begins with it.
    const ::option* find(std::string_view name, bool& ambiguous) const {
        const ::option* found = nullptr;
        for (const ::option* one = names_; one->name != nullptr; ++one) {
            const std::string_view full = one->name;
            if (full == name) {
                ambiguous = false;
                return one;
            }
            if (!full.starts_with(name)) continue;
            const bool is_same = found != nullptr && found->has_arg == one->has_arg && found->flag == one->flag &&
                                 found->val == one->val;
            ambiguous = ambiguous || (found != nullptr && !is_same);
            if (found == nullptr) found = one;
        }
        return found;
    }
    int long_option(char* word) {
        ++*variables_.index;
        const std::string_view whole = word;
        const std::size_t dashes = word[1] == '-' ? 2 : 1;
        const std::size_t equals = whole.find('=');
        const std::string_view name = whole.substr(dashes, equals == std::string_view::npos ? equals : equals - dashes);
        bool ambiguous = false;
        const ::option* const one = find(name, ambiguous);
        if (ambiguous) return fault("option is ambiguous '", whole, 0);
        if (one == nullptr) return fault("unrecognized option '", whole, 0);
        if (equals != std::string_view::npos) {
            if (one->has_arg == no_argument) return fault("option allows no argument '", whole, one->val);
            *variables_.argument = word + equals + 1;
        } else if (one->has_arg == required_argument) {
            *variables_.argument = take_argument();
            if (*variables_.argument == nullptr) return fault("option requires an argument '", whole, one->val, true);
        }
        if (found_ != nullptr) *found_ = static_cast<int>(one - names_);
        if (one->flag == nullptr) return one->val;
        *one->flag = one->val;
        return 0;
    }

    const OptionVariables& variables_;
    int argc_;
    char** argv_;
    const char* options_ = "";
    const ::option* names_;
    int* found_;
    bool one_dash_;
    bool is_quiet_ = false;
    Order order_ = Order::permute;
    int& skipped_;  // other arguments after the present option
};

int next_option(int argc, char* const* argv, const char* options, const ::option* names, int* found, bool one_dash) {
    static LibcState of_host;
    LibcState& state = calling_rank == nullptr ? of_host : calling_rank->libc;
    OptionCall call(argc, const_cast<char**>(argv), options, names, found, one_dash, state.skipped_arguments);
    return call.run(state.next_option);
}

}  // namespace

RMASIM_ENTRY(int, getopt_entry, "getopt", (int argc, char* const* argv, const char* options)) {
    return next_option(argc, argv, options, nullptr, nullptr, false);
}

RMASIM_ENTRY(int, getopt_long_entry, "getopt_long",
             (int argc, char* const* argv, const char* options, const ::option* names, int* found)) {
    return next_option(argc, argv, options, names, found, false);
}

RMASIM_ENTRY(int, getopt_long_only_entry, "getopt_long_only",
             (int argc, char* const* argv, const char* options, const ::option* names, int* found)) {
    return next_option(argc, argv, options, names, found, true);
}

}  // namespace rmasim::hosting
