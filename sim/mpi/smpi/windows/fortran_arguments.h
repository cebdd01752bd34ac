// Classes that convert Fortran's arguments to C's arguments. In Fortran all arguments are addresses. Each class stands
// for one kind of argument: `value` returns the argument in C. After the function has succeeded, `give_back` stores its
// result for Fortran.
#pragma once

#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/smpi/windows/fortran_requests.h"

#include <dlfcn.h>

#include <array>
#include <tuple>

namespace rmasim::sim::fortran {

// A buffer of the program. In Fortran, MPI_BOTTOM is a variable of SMPI, and its address becomes C's MPI_BOTTOM.
struct Buffer {
    void* at;
    explicit Buffer(void* address) : at(address == ::dlsym(RTLD_DEFAULT, "mpi_bottom_") ? MPI_BOTTOM : address) {}
    void* value() const { return at; }
    void give_back() const {}
};

// An argument that is a number which the function reads.
template <class T>
struct In {
    T number;
    explicit In(void* address) : number(*static_cast<T*>(address)) {}
    T value() const { return number; }
    void give_back() const {}
};
using Integer = In<int>;
using AddressKind = In<MPI_Aint>;

// An argument that is the address of a number or an address which the function writes.
template <class T>
struct Out {
    T* at;
    explicit Out(void* address) : at(static_cast<T*>(address)) {}
    T* value() const { return at; }
    void give_back() const {}
};
using IntegerOut = Out<int>;
using BytesOut = Out<MPI_Aint>;
using Base = Out<void>;

// The value of an attribute. In C the value is an address. In Fortran it is an integer of the same size.
struct AttributeIn : In<void*> {
    using In::In;
};

// A handle that the function reads. In Fortran, null handles are negative numbers.
template <class Handle, Handle (*to_c)(MPI_Fint)>
struct HandleIn {
    Handle handle;
    explicit HandleIn(void* address) : handle(to_c(*static_cast<MPI_Fint*>(address))) {}
    Handle value() const { return handle; }
    void give_back() const {}
};
template <class Handle, Handle (*to_c)(MPI_Fint)>
Handle or_null(MPI_Fint number) {
    return number < 0 ? nullptr : to_c(number);
}
using Win = HandleIn<MPI_Win, or_null<MPI_Win, PMPI_Win_f2c>>;
using Comm = HandleIn<MPI_Comm, or_null<MPI_Comm, PMPI_Comm_f2c>>;
using Info = HandleIn<MPI_Info, or_null<MPI_Info, PMPI_Info_f2c>>;
using Group = HandleIn<MPI_Group, PMPI_Group_f2c>;
using Type = HandleIn<MPI_Datatype, PMPI_Type_f2c>;
using Op = HandleIn<MPI_Op, PMPI_Op_f2c>;
using Errhandler = HandleIn<MPI_Errhandler, PMPI_Errhandler_f2c>;

// An argument that is the address of a handle which the function creates.
template <class Handle, MPI_Fint (*to_fortran)(Handle)>
struct HandleOut {
    MPI_Fint* at;
    Handle handle = nullptr;
    explicit HandleOut(void* address) : at(static_cast<MPI_Fint*>(address)) {}
    Handle* value() { return &handle; }
    void give_back() const { *at = handle == nullptr ? -1 : to_fortran(handle); }
};
using NewWin = HandleOut<MPI_Win, PMPI_Win_c2f>;
using NewGroup = HandleOut<MPI_Group, PMPI_Group_c2f>;
using NewInfo = HandleOut<MPI_Info, PMPI_Info_c2f>;
using NewErrhandler = HandleOut<MPI_Errhandler, PMPI_Errhandler_c2f>;
using NewRequest = HandleOut<MPI_Request, number_of_operation>;

struct ChangedWin : NewWin {
    explicit ChangedWin(void* address) : NewWin(address) { handle = Win(address).value(); }
};

template <class... Kinds, class... Parameters>
int call(int (*function)(Parameters...), const std::array<void*, sizeof...(Kinds)>& addresses) {
    auto arguments = std::apply([](auto... address) { return std::tuple<Kinds...>(Kinds(address)...); }, addresses);
    const int code = std::apply([&](auto&... one) { return function(one.value()...); }, arguments);
    if (code == MPI_SUCCESS) std::apply([](auto&... one) { (one.give_back(), ...); }, arguments);
    return code;
}

}  // namespace rmasim::sim::fortran
