// Functions of a program whose type depends on its language.
#pragma once

namespace rmasim::mpi {

using AnyFunction = void (*)();

// Returns the function with another type, with which it must be called.
template <class Wanted, class Given>
Wanted function_cast(Given* function) {
    return reinterpret_cast<Wanted>(reinterpret_cast<AnyFunction>(function));
}

}  // namespace rmasim::mpi
