// Info objects: keys and values in the order in which they were set (MPI 4.1, chapter 10).
#pragma once

#include "sim/mpi/objects/handle_table.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::mpi {

using InfoList = std::vector<std::pair<std::string, std::string>>;

// Returns the value of a key; nullptr if it is not set.
const std::string* find_info(const InfoList& list, const std::string& key);
void set_info(InfoList& list, const std::string& key, const std::string& value);
// The hints that MPI defines for communicators and for windows, with their defaults (MPI 4.1, 7.4.4 and 12.2.7).
InfoList hints_of_communicators();
InfoList hints_of_windows();
// Sets the given hints that the list has. Other hints are ignored, as in MPICH.
void set_hints(InfoList& list, const InfoList& given);
// Throws MPI_ERR_INFO_NOKEY.
void delete_info(InfoList& list, const std::string& key);
// Return the argument as a text without leading and trailing blanks. Throw MPI_ERR_INFO_KEY or MPI_ERR_INFO_VALUE if it
// is null, empty or too long; a value may be empty.
std::string checked_key(const char* key);
std::string checked_value(const char* value);

// The info objects of a process. MPI_INFO_ENV has what describes the start of the program.
class Infos {
public:
    int add(InfoList list);
    // Throws MPI_ERR_INFO if the handle is null or not valid.
    InfoList& find(int handle);
    // As above; also throws if the info is MPI_INFO_ENV, which programs only read.
    InfoList& find_changeable(int handle);
    // As `find`; MPI_INFO_NULL is an empty list.
    InfoList or_empty(int handle);
    // Throws MPI_ERR_INFO, also for MPI_INFO_ENV.
    void free(int handle);
    InfoList& environment() { return environment_; }

private:
    HandleTable<InfoList> table_{Kind::info};
    InfoList environment_;
};

}  // namespace rmasim::mpi
