# The module for each of Debian's two MPI libraries, rmasim_mpich and rmasim_openmpi, where its compiler is installed.
# Nothing is missed where it is not: a run that the library's launcher has started is refused then.
foreach(library mpich openmpi)
  find_program(RMASIM_${library}_COMPILER mpicc.${library} DOC "Says how programs are built with this MPI library")
  mark_as_advanced(RMASIM_${library}_COMPILER)
  if(NOT RMASIM_${library}_COMPILER)
    continue()
  endif()
  execute_process(COMMAND ${RMASIM_${library}_COMPILER} -show OUTPUT_VARIABLE shown COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "-I[^ \n]+" includes "${shown}")
  list(TRANSFORM includes REPLACE "^-I" "")
  string(REGEX MATCHALL " -[Ll][^ \n]+" libraries "${shown}")
  list(TRANSFORM libraries STRIP)
  set(module rmasim_${library})
  rmasim_target(${module} MODULE sim/machine/mpi_exchange NEEDS ${libraries})
  target_include_directories(${module} SYSTEM PRIVATE ${includes})
  # Without the interface for C++, which MPI no longer has.
  target_compile_definitions(${module} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  add_dependencies(rmasim ${module})
  # A package of its own, so that nobody else needs the library.
  install(TARGETS ${module} LIBRARY DESTINATION ${rmasim_module_dir} COMPONENT ${library})
  list(APPEND rmasim_mpi_components ${library})
endforeach()
