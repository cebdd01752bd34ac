# What other programs link: rmasim::protocol (the families and the memory model, without a simulator) and rmasim::sim
# (runs scenarios), static, or shared with BUILD_SHARED_LIBS. They are made from the objects of the libraries by folder,
# which are about who may know whom; nobody outside wants thirty of them. Decision 0061.
rmasim_build_for_install(libraries development)
set(libraries_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rmasim)
set(headers_dir ${CMAKE_INSTALL_INCLUDEDIR}/rmasim)

list(TRANSFORM families PREPEND rmasim_ OUTPUT_VARIABLE protocol_folders)
list(PREPEND protocol_folders rmasim_base rmasim_parts rmasim_copies rmasim_memmodel)
get_property(sim_folders GLOBAL PROPERTY rmasim_STATIC)
list(REMOVE_ITEM sim_folders ${protocol_folders} rmasim_fuzz rmasim_processes rmasim_mpi_objects)  # of programs only

# One library of the objects of folders, as rmasim::<name>.
function(rmasim_installed_library name)
  set(target rmasim_installed_${name})
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME rmasim-${name} EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} EXCLUDE_FROM_ALL ON)
  # Other programs are linked by other versions of g++, for which the second form of the objects means nothing.
  if(rmasim_lto)
    add_custom_command(TARGET ${target} POST_BUILD VERBATIM
      COMMAND ${CMAKE_OBJCOPY} --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_* $<TARGET_FILE:${target}>)
  endif()
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${headers_dir}>)
  if(BUILD_SHARED_LIBS)
    set(version_script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.map)
    target_link_options(${target} PRIVATE LINKER:--version-script=${version_script} LINKER:--no-undefined)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${version_script})
  endif()
  install(TARGETS ${target} EXPORT rmasim COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
rmasim_installed_library(protocol ${protocol_folders})
rmasim_installed_library(sim ${sim_folders})
target_link_libraries(rmasim_installed_sim PRIVATE
  rmasim_installed_protocol fmt::fmt PkgConfig::xxhash ${CMAKE_DL_LIBS})
add_custom_target(libraries DEPENDS rmasim_installed_protocol rmasim_installed_sim rmasim_simgrid)

# The SimGrid module is looked for by RPATH, and uses types of its host (decision 0020). A shared library does that by
# itself; a static one asks it of the program.
if(BUILD_SHARED_LIBS)
  set_target_properties(rmasim_installed_sim PROPERTIES INSTALL_RPATH "$ORIGIN/rmasim;$ORIGIN")
else()
  set(types_of_module "--export-dynamic-symbol=_ZT[IS]N6rmasim3sim*")
  target_link_options(rmasim_installed_sim INTERFACE
    LINKER:--disable-new-dtags "LINKER:${types_of_module}"
    "$<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${rmasim_module_dir}>")
  set(pc_private_libs "-Wl,--disable-new-dtags '-Wl,${types_of_module}' -Wl,-rpath,\${libdir}/rmasim")
  set(pc_requires "fmt libxxhash")
endif()

# Headers that others may include, at their paths in the tree.
file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  protocol/base/*.h protocol/base/*.inc protocol/memmodel/*.h
  protocol/memmodel/calls/*.h protocol/memmodel/shadow/*.h
  protocol/parts/collectives/collective_algorithms.h protocol/parts/lock_order.h protocol/parts/messages/message_limit.h
  protocol/parts/sizes.h
  protocol/*/config.h protocol/*/make_process.h protocol/*/packets.h protocol/synccount/handle.h)
list(REMOVE_ITEM public_headers protocol/base/serial_number.h protocol/base/slab.h)
rmasim_install_at_paths(development ${headers_dir} ${public_headers})
install(FILES sim/frontend/library/run.h DESTINATION ${headers_dir} COMPONENT development)

# find_package(rmasim), and pkg-config, wherever the prefix is moved to. Before 1.0 a new minor version may change the
# interface.
include(CMakePackageConfigHelpers)
install(EXPORT rmasim NAMESPACE rmasim:: FILE rmasim-targets.cmake DESTINATION ${libraries_dir} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/rmasim-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/rmasim-config.cmake INSTALL_DESTINATION ${libraries_dir}
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/rmasim-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rmasim-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/rmasim-config-version.cmake
  DESTINATION ${libraries_dir} COMPONENT development)
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pc /prefix/${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" prefix_from_pc ${prefix_from_pc})
foreach(name rmasim rmasim-protocol)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir} COMPONENT development)
endforeach()
