// The checks of handles of our own objects, the objects of windows, and the layouts of datatypes.
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/objects/datatypes/basic_entries.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/windows/window_object.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

using mpi::to_int;

// Returns the error that `check` throws, with the allowed values.
template <class Check>
std::optional<Wrong> wrong_if_thrown(Check check, std::string_view found, std::string_view allowed) {
    try {
        check(mpi::library());
    } catch (const mpi::Error& error) {
        return Wrong{error.error_class(), std::string(found), std::string(allowed)};
    }
    return std::nullopt;
}

WindowObject& object_of(MPI_Win win) { return *HostedWorld::get().windows_of_rank().find(to_int(win)); }

// Executes a function of a window that needs no other check. Errors are codes.
template <class Body>
int code_of(Body body) {
    try {
        body(mpi::library());
    } catch (const mpi::Error& error) {
        return error.error_class();
    }
    return MPI_SUCCESS;
}

}  // namespace

std::optional<Wrong> wrong_type(MPI_Datatype type) {
    if (mpi::find_basic(to_int(type)) != nullptr) return std::nullopt;
    if (type == MPI_DATATYPE_NULL) return Wrong{MPI_ERR_TYPE, "MPI_DATATYPE_NULL", "a datatype"};
    return wrong_if_thrown([type](mpi::Library& own) { own.types.committed(to_int(type)); },
                           "a datatype that is not committed, or that was freed", "a committed datatype");
}

std::optional<Wrong> wrong_info(MPI_Info info) {
    return wrong_if_thrown([info](mpi::Library& own) { own.infos.or_empty(to_int(info)); },
                           "an info object that was freed", "an info object that exists, or MPI_INFO_NULL");
}

std::optional<Wrong> wrong_group(MPI_Group group) {
    if (group == MPI_GROUP_NULL) return Wrong{MPI_ERR_GROUP, "MPI_GROUP_NULL", "a group"};
    return wrong_if_thrown([group](mpi::Library& own) { own.groups.find(to_int(group)); }, "a group that was freed",
                           "a group that exists");
}

std::vector<Rank> ranks_of(MPI_Group group) { return mpi::library().groups.find(to_int(group))->processes(); }

std::optional<Wrong> wrong_comm(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return Wrong{MPI_ERR_COMM, "MPI_COMM_NULL", "a communicator"};
    return wrong_if_thrown([comm](mpi::Library& own) { own.comms.find(to_int(comm)); }, "a communicator that was freed",
                           "a communicator that exists");
}

std::optional<Wrong> wrong_handler(MPI_Errhandler handler) {
    const std::string allowed = "one of MPI_Win_create_errhandler, MPI_ERRORS_RETURN or MPI_ERRORS_ARE_FATAL";
    if (handler == MPI_ERRHANDLER_NULL) return Wrong{MPI_ERR_ARG, "MPI_ERRHANDLER_NULL", allowed};
    mpi::ErrorHandlers& all = mpi::library().error_handlers;
    if (code_of([&](mpi::Library&) { all.find(to_int(handler)); }) != MPI_SUCCESS) {
        return Wrong{MPI_ERR_ARG, "an error handler that was freed", allowed};
    }
    if (code_of([&](mpi::Library&) { all.find(to_int(handler), mpi::Raised::win); }) == MPI_SUCCESS)
        return std::nullopt;
    return Wrong{MPI_ERR_ARG, "an error handler for communicators or files", allowed};
}

void note_obtained(MPI_Group) {}
void note_obtained(MPI_Errhandler) {}
void note_obtained(MPI_Info) {}

void call_handler(const ProgramWindow& window, int code) { call_window_handler(window.key, code); }

// ---- The objects of windows.

MPI_Win new_window_object() {
    WindowObject object;
    object.handler = mpi::predefined_handler(to_int(MPI_ERRORS_ARE_FATAL));
    return mpi::to_handle<MPI_Win>(HostedWorld::get().windows_of_rank().add(std::move(object)));
}

void free_window_object(MPI_Win win) {
    code_of([win](mpi::Library&) { mpi::delete_attributes(object_of(win).attributes, to_int(win)); });
    HostedWorld::get().windows_of_rank().take(to_int(win));
}

int get_window_attribute(MPI_Win win, int keyval, void* value, int* found) {
    return code_of([&](mpi::Library& own) {
        own.keyvals.find(keyval, mpi::Holder::win);
        const mpi::Attribute* const attribute = mpi::find_attribute(object_of(win).attributes, keyval);
        *found = attribute == nullptr ? 0 : 1;
        if (attribute != nullptr) *static_cast<void**>(value) = mpi::value_for_c(*attribute);
    });
}

int set_window_attribute(MPI_Win win, int keyval, void* value) {
    return code_of([&](mpi::Library& own) {
        mpi::set_attribute(object_of(win).attributes, to_int(win),
                           {keyval, own.keyvals.find(keyval, mpi::Holder::win), reinterpret_cast<std::intptr_t>(value),
                            mpi::Written::c_pointer});
    });
}

int delete_window_attribute(MPI_Win win, int keyval) {
    return code_of([&](mpi::Library&) { mpi::delete_attribute(object_of(win).attributes, to_int(win), keyval); });
}

int set_window_name(MPI_Win win, const char* name) {
    object_of(win).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
    return MPI_SUCCESS;
}

int get_window_name(MPI_Win win, char* name, int* length) {
    const std::string& known = object_of(win).name;
    std::memcpy(name, known.c_str(), known.size() + 1);
    *length = static_cast<int>(known.size());
    return MPI_SUCCESS;
}

int set_window_info(MPI_Win win, MPI_Info info) {
    return code_of([&](mpi::Library& own) {
        mpi::set_hints(object_of(win).info, own.infos.or_empty(to_int(info)));
    });
}

int get_window_info(MPI_Win win, MPI_Info* info) {
    return code_of([&](mpi::Library& own) { *info = mpi::to_handle<MPI_Info>(own.infos.add(object_of(win).info)); });
}

int set_window_handler(MPI_Win win, MPI_Errhandler handler) {
    return code_of([&](mpi::Library& own) { object_of(win).handler = own.error_handlers.find(to_int(handler)); });
}

MPI_Errhandler get_window_handler(MPI_Win win) {
    return mpi::to_handle<MPI_Errhandler>(mpi::library().error_handlers.handle_of(object_of(win).handler));
}

void call_window_handler(MPI_Win win, int code) {
    const mpi::HandlerRef handler = object_of(win).handler;
    if (handler->function == nullptr) HostedWorld::get().fatal("an error of a window with MPI_ERRORS_ABORT");
    MPI_Comm handle = mpi::to_handle<MPI_Comm>(to_int(win));
    const mpi::ProgramCode program;
    handler->function(&handle, &code);
}

// ---- The layouts of datatypes.

namespace {

// Adds the pairs of a datatype, each with the padding behind its parts.
void add_whole_pairs(TypeMap& map, const mpi::Datatype& datatype, std::uint64_t bytes_of_pair) {
    map.bytes = 0;
    mpi::visit_predefined(datatype, 1, 0, [&](const mpi::BasicType&, std::int64_t disp, std::int64_t count) {
        const auto bytes = static_cast<std::uint64_t>(count) * bytes_of_pair;
        add_run(map.runs, disp, bytes);
        map.bytes += bytes;
    });
}

TypeMap map_of(const mpi::Datatype& datatype, bool whole_pairs) {
    TypeMap map;
    map.named = datatype.basic() != nullptr;
    map.basic = basic_type_of(mpi::to_handle<MPI_Datatype>(datatype.only_basic()));
    map.text = datatype.only_basic() == to_int(MPI_CHAR);
    map.bytes = static_cast<std::uint64_t>(datatype.size());
    map.extent = datatype.extent();
    if (map.basic) {
        const std::size_t bytes = rmasim::bytes_of(*map.basic);
        const bool is_padded = static_cast<std::int64_t>(bytes) > mpi::find_basic(datatype.only_basic())->bytes;
        if (is_padded && whole_pairs) {
            add_whole_pairs(map, datatype, bytes);
            return map;
        }
        if (is_padded) map.basic.reset();
    }
    for (const mpi::Run& run : mpi::flat_runs(mpi::runs_of(datatype, 1), 0, datatype.size())) {
        map.runs.push_back({run.disp, static_cast<std::uint64_t>(run.bytes)});
    }
    return map;
}

}  // namespace

bool TypeMaps::is_named(MPI_Datatype type) { return mpi::find_basic(to_int(type)) != nullptr; }

const TypeMaps::Layouts& TypeMaps::layouts_of(MPI_Datatype type) {
    const int handle = to_int(type);
    const auto made = [this](const mpi::Datatype& datatype) {
        return Layouts{&keep(map_of(datatype, true)), &keep(map_of(datatype, false))};
    };
    if (const mpi::BasicType* const basic = mpi::find_basic(handle); basic != nullptr) {
        if (predefined_.empty()) predefined_.resize(mpi::basic_types().size());
        Layouts& layouts = predefined_[static_cast<std::size_t>(basic - mpi::basic_types().data())];
        if (layouts.moved == nullptr) layouts = made(*mpi::library().types.find(handle).type);
        return layouts;
    }
    const mpi::TypeRef& datatype = mpi::library().types.find(handle).type;
    if (datatypes_.size() > max_datatypes_) forget_freed();
    OfDatatype& known = datatypes_[datatype.get()];
    if (known.datatype.expired()) known = {datatype, made(*datatype)};
    return known.layouts;
}

const TypeMap& TypeMaps::of(MPI_Datatype type) { return *layouts_of(type).combined; }

const TypeMap& TypeMaps::moved(MPI_Datatype type) { return *layouts_of(type).moved; }

}  // namespace rmasim::sim
