#include "sim/mpi/smpi/program_handles.h"

#include <dlfcn.h>

#include <string_view>

namespace rmasim::sim {

bool is_predefined_object(const void* handle) {
    Dl_info object{};
    return ::dladdr(handle, &object) != 0 && object.dli_sname != nullptr && object.dli_saddr == handle &&
           std::string_view(object.dli_sname).starts_with("smpi_MPI_");
}

void HandleCounts::obtained(const void* handle) {
    if (handle == nullptr || is_predefined_object(handle)) return;
    int& count = counts_[handle];
    if (count < 0) count = 0;
    ++count;
}

void HandleCounts::freed(const void* handle) {
    const auto known = counts_.find(handle);
    if (known != counts_.end()) --known->second;
}

bool HandleCounts::is_freed(const void* handle) const {
    const auto known = counts_.find(handle);
    return known != counts_.end() && known->second <= 0;
}

}  // namespace rmasim::sim
