#include "sim/mpi/objects/info.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <string>
#include <utility>

namespace rmasim::mpi {

namespace {

auto position(const InfoList& list, const std::string& key) {
    return std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.first == key; });
}

std::string trimmed(const char* text) {
    const std::string all = text;
    const std::size_t first = all.find_first_not_of(' ');
    return first == std::string::npos ? "" : all.substr(first, all.find_last_not_of(' ') - first + 1);
}

}  // namespace

const std::string* find_info(const InfoList& list, const std::string& key) {
    const auto found = position(list, key);
    return found == list.end() ? nullptr : &found->second;
}

void set_info(InfoList& list, const std::string& key, const std::string& value) {
    const auto found = position(list, key);
    if (found == list.end()) list.emplace_back(key, value);
    else list[static_cast<std::size_t>(found - list.begin())].second = value;
}

InfoList hints_of_communicators() {
    return {{"mpi_assert_no_any_tag", "false"},
            {"mpi_assert_no_any_source", "false"},
            {"mpi_assert_exact_length", "false"},
            {"mpi_assert_allow_overtaking", "false"}};
}

InfoList hints_of_windows() {
    return {{"no_locks", "false"},
            {"accumulate_ordering", "rar,raw,war,waw"},
            {"accumulate_ops", "same_op_no_op"},
            {"same_size", "false"},
            {"same_disp_unit", "false"},
            {"alloc_shared_noncontig", "false"}};
}

void set_hints(InfoList& list, const InfoList& given) {
    for (auto& [key, value] : list) {
        if (const std::string* const found = find_info(given, key)) value = *found;
    }
}

void delete_info(InfoList& list, const std::string& key) {
    const auto found = position(list, key);
    require(found != list.end(), MPI_ERR_INFO_NOKEY, "the info has no such key");
    list.erase(found);
}

std::string checked_key(const char* key) {
    require(key != nullptr, MPI_ERR_INFO_KEY, "the key is a null pointer");
    const std::string text = trimmed(key);
    require(!text.empty() && text.size() < MPI_MAX_INFO_KEY, MPI_ERR_INFO_KEY, "the key is empty or too long");
    return text;
}

std::string checked_value(const char* value) {
    require(value != nullptr, MPI_ERR_INFO_VALUE, "the value is a null pointer");
    const std::string text = trimmed(value);
    require(text.size() < MPI_MAX_INFO_VAL, MPI_ERR_INFO_VALUE, "the value is too long");
    return text;
}

int Infos::add(InfoList list) {
    const int handle = table_.add(std::move(list));
    require(handle != 0, MPI_ERR_OTHER, "too many info objects exist");
    return handle;
}

InfoList& Infos::find(int handle) {
    if (handle == to_int(MPI_INFO_ENV)) return environment_;
    InfoList* const list = table_.find(handle);
    require(list != nullptr, MPI_ERR_INFO, "the info is null, freed, or none");
    return *list;
}

InfoList& Infos::find_changeable(int handle) {
    require(handle != to_int(MPI_INFO_ENV), MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed");
    return find(handle);
}

InfoList Infos::or_empty(int handle) { return handle == to_int(MPI_INFO_NULL) ? InfoList() : find(handle); }

void Infos::free(int handle) {
    require(table_.find(handle) != nullptr, MPI_ERR_INFO, "the info is null, predefined, freed, or none");
    table_.take(handle);
}

}  // namespace rmasim::mpi
