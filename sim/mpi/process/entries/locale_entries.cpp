// setlocale for one rank: libc's changes the locale of the process. The rank's main thread gets a locale object
// instead, and threads that the rank creates later have the locale of the process.
#include "sim/mpi/process/entries/entry.h"

#include <langinfo.h>
#include <array>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <string>

namespace rmasim::hosting {

namespace {

constexpr std::array masks = {LC_CTYPE_MASK,         LC_NUMERIC_MASK,  LC_TIME_MASK,      LC_COLLATE_MASK,
                              LC_MONETARY_MASK,      LC_MESSAGES_MASK, LC_ALL_MASK,       LC_PAPER_MASK,
                              LC_NAME_MASK,          LC_ADDRESS_MASK,  LC_TELEPHONE_MASK, LC_MEASUREMENT_MASK,
                              LC_IDENTIFICATION_MASK};

// Returns the name of a category in the rank's locale. For LC_ALL, the name that all categories share, or the list.
char* name_of(LibcState& state, int category) {
    const locale_t locale = state.locale;
    if (category != LC_ALL) return const_cast<char*>(::nl_langinfo_l(_NL_LOCALE_NAME(category), locale));
    std::string all, first = ::nl_langinfo_l(_NL_LOCALE_NAME(LC_CTYPE), locale);
    bool same = true;
    constexpr std::array names = {"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES"};
    for (int i = LC_CTYPE; i <= LC_MESSAGES; ++i) {
        const std::string one = ::nl_langinfo_l(_NL_LOCALE_NAME(i), locale);
        same = same && one == first;
        all += (i == 0 ? "" : ";") + std::string(names[static_cast<std::size_t>(i)]) + "=" + one;
    }
    const std::string& text = same ? first : all;
    state.locale_name = static_cast<char*>(std::realloc(state.locale_name, text.size() + 1));
    return std::strcpy(state.locale_name, text.c_str());
}

}  // namespace

RMASIM_ENTRY(char*, setlocale_entry, "setlocale", (int category, const char* name)) {
    Rank* const rank = calling_rank;
    const bool is_known = category >= 0 && static_cast<std::size_t>(category) < masks.size();
    LibcState* const state = rank == nullptr ? nullptr : &rank->libc;
    if (state == nullptr || !is_known || (name == nullptr && state->locale == nullptr)) {
        return RMASIM_LIBC(setlocale_entry, "setlocale")(category, name);
    }
    if (name == nullptr) return name_of(*state, category);
    const locale_t base = state->locale == nullptr ? ::duplocale(LC_GLOBAL_LOCALE) : ::duplocale(state->locale);
    const locale_t made = ::newlocale(masks[static_cast<std::size_t>(category)], name, base);
    if (made == nullptr) {
        ::freelocale(base);
        return nullptr;
    }
    ::uselocale(made);
    if (state->locale != nullptr) ::freelocale(state->locale);
    state->locale = made;
    return name_of(*state, category);
}

}  // namespace rmasim::hosting
