// The environment of each rank. libc's own functions keep one list of strings for the process.
#include "sim/mpi/process/entries/entry.h"

#include <cerrno>
#include <cstring>
#include <string_view>

namespace rmasim::hosting {

namespace {

// The pointers to the environment: libc's, and the executable's own if it has one.
struct EnvironmentSlots {
    char*** libc = static_cast<char***>(::dlsym(RTLD_DEFAULT, "environ"));
    char*** program = static_cast<char***>(Host::get()->program().symbol("environ"));
};

char** environment() {
    static const EnvironmentSlots slots;
    return *slots.libc;
}
void set_environment(char** list) {
    static const EnvironmentSlots slots;
    *slots.libc = list;
    if (slots.program != nullptr && Host::get()->images().contains(slots.program)) *slots.program = list;
}

// Returns the entry with the name, or null.
char** entry_of(std::string_view name) {
    for (char** entry = environment(); entry != nullptr && *entry != nullptr; ++entry) {
        if (std::strncmp(*entry, name.data(), name.size()) == 0 && (*entry)[name.size()] == '=') return entry;
    }
    return nullptr;
}

// Makes a list of the rank's own, with room for one more entry, and returns its end. Null if there is no memory.
char** copy_environment() {
    std::size_t count = 0;
    char** const old = environment();
    while (old != nullptr && old[count] != nullptr) ++count;
    auto** const list = static_cast<char**>(std::malloc((count + 2) * sizeof(char*)));
    if (list == nullptr) return nullptr;
    if (count > 0) std::memcpy(list, old, count * sizeof(char*));
    list[count] = list[count + 1] = nullptr;
    set_environment(list);
    return list + count;
}

bool is_name(const char* name) { return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr; }

// Puts `text`, NAME=VALUE, into the environment.
int put(std::string_view name, char* text) {
    char** const end = copy_environment();
    if (end == nullptr) return -1;
    char** const entry = entry_of(name);
    *(entry == nullptr ? end : entry) = text;
    return 0;
}

int fail() {
    errno = EINVAL;
    return -1;
}

}  // namespace

RMASIM_ENTRY(int, setenv_entry, "setenv", (const char* name, const char* value, int overwrite)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(setenv_entry, "setenv")(name, value, overwrite);
    if (!is_name(name)) return fail();
    if (overwrite == 0 && entry_of(name) != nullptr) return 0;
    const std::size_t name_bytes = std::strlen(name), value_bytes = std::strlen(value);
    auto* const text = static_cast<char*>(std::malloc(name_bytes + value_bytes + 2));
    if (text == nullptr) return -1;
    std::memcpy(text, name, name_bytes);
    text[name_bytes] = '=';
    std::memcpy(text + name_bytes + 1, value, value_bytes + 1);
    return put(name, text);
}

RMASIM_ENTRY(int, unsetenv_entry, "unsetenv", (const char* name)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(unsetenv_entry, "unsetenv")(name);
    if (!is_name(name)) return fail();
    if (entry_of(name) == nullptr) return 0;
    if (copy_environment() == nullptr) return -1;
    while (char** entry = entry_of(name)) {
        for (; *entry != nullptr; ++entry) entry[0] = entry[1];
    }
    return 0;
}

RMASIM_ENTRY(int, putenv_entry, "putenv", (char* text)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(putenv_entry, "putenv")(text);
    const char* const equals = std::strchr(text, '=');
    if (equals == nullptr) return unsetenv_entry(text);
    return put(std::string_view(text, static_cast<std::size_t>(equals - text)), text);
}

RMASIM_ENTRY(int, clearenv_entry, "clearenv", (void)) {
    if (calling_rank == nullptr) return RMASIM_LIBC(clearenv_entry, "clearenv")();
    set_environment(nullptr);
    return 0;
}

}  // namespace rmasim::hosting
