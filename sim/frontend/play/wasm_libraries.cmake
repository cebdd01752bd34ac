# What the libraries need for wasm32, where Debian has no compiled libraries: the headers alone, taken from where those
# of this machine are. Nothing else of this machine's headers may be found.
set(wasm_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
foreach(header nlohmann/json.hpp fmt/format.h xxhash.h)
  find_path(folder ${header} PATHS /usr/include /usr/local/include
    NO_CACHE NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  string(REGEX REPLACE "/.*" "" name ${header})
  file(MAKE_DIRECTORY ${wasm_headers})
  file(CREATE_LINK ${folder}/${name} ${wasm_headers}/${name} SYMBOLIC)
  unset(folder)
endforeach()

# wasm_header_library(NAME DEFINITION...)
function(wasm_header_library name)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE ${wasm_headers})
  target_compile_definitions(${name} INTERFACE ${ARGN})
endfunction()
wasm_header_library(nlohmann_json::nlohmann_json)
wasm_header_library(fmt::fmt FMT_HEADER_ONLY)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/xxhash.cpp
  "#define XXH_STATIC_LINKING_ONLY\n#define XXH_IMPLEMENTATION\n#include <xxhash.h>\n")
wasm_header_library(xxhash_headers)
add_library(xxhash STATIC ${CMAKE_CURRENT_BINARY_DIR}/xxhash.cpp)
target_link_libraries(xxhash PUBLIC xxhash_headers)
add_library(PkgConfig::xxhash ALIAS xxhash)

include_directories(SYSTEM ${PROJECT_SOURCE_DIR}/sim/frontend/play/libcxx)
# Sizes and counts of 64 bits become those of the memory, which has no more than 4 GB. Warnings about that are for the
# compilers of 64 bits; large windows are refused, or kept by page, where they are made (allocate_zeros).
add_compile_options(-Wno-shorten-64-to-32 -Wno-sign-conversion)
# Coroutines hand over control by tail calls; both are in all browsers since 2024.
add_compile_options(-mtail-call -fwasm-exceptions)
# clang 14 frees the frame of a function before its tail call, although an argument that is passed by value is a copy in
# this frame. So it makes no tail calls but those of coroutines, which the language requires.
add_compile_options(-fno-optimize-sibling-calls)
add_link_options(-mtail-call -fwasm-exceptions)
