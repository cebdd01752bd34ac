# `./rmasim package` makes rmasim_VERSION_ARCHITECTURE.deb, and librmasim-dev_... with what is needed to
# compile other programs (decision 0061), and rmasim-mpi_..., which runs MPI programs,
# and, where the page of `rmasim play` has been built (cmake --preset wasm), rmasim-play_..., which is that page, and,
# where an MPI library is installed, rmasim-mpich_... or rmasim-openmpi_... (sim/machine/mpi_exchange/modules.cmake).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rmasim)
set(CPACK_PACKAGE_CONTACT "the rmasim developers <rmasim@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

# A package for each group of components.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program module mpi development ${rmasim_mpi_components})
if(EXISTS ${rmasim_play_page})
  list(APPEND CPACK_COMPONENTS_ALL play)
  set(CPACK_COMPONENT_PLAY_GROUP play)
endif()
set(CPACK_COMPONENT_MPI_GROUP mpi)
set(CPACK_COMPONENT_PROGRAM_GROUP program)
set(CPACK_COMPONENT_MODULE_GROUP program)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP development)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rmasim)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "deterministic simulator of MPI one-sided communication")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
# The program and the module name their libraries themselves. Python and what its subcommands need is not in any binary.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS
  "python3 (>= 3.11), python3-tqdm, python3-matplotlib, python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "python3-distributed, python3-otf2, python3-six")
# Python's compiled files are made when the package is installed, and go when it goes.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/sim/frontend/install/debian/postinst ${PROJECT_SOURCE_DIR}/sim/frontend/install/debian/prerm)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What `rmasim exec` runs programs in. `rmasim cc` is a compiler of libsimgrid-dev.
set(CPACK_DEBIAN_MPI_PACKAGE_NAME rmasim-mpi)
set(CPACK_DEBIAN_MPI_DESCRIPTION "MPI programs under rmasim, a simulator of MPI one-sided communication")
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "rmasim (= ${PROJECT_VERSION}), libsimgrid-dev")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "gfortran")  # for `rmasim fc`

set(CPACK_DEBIAN_PLAY_PACKAGE_NAME rmasim-play)
set(CPACK_DEBIAN_PLAY_DESCRIPTION "rmasim in a browser: the page that `rmasim play` writes a scenario into")
set(CPACK_DEBIAN_PLAY_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PLAY_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PLAY_PACKAGE_DEPENDS "rmasim (= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME librmasim-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
  "libraries of rmasim: MPI one-sided protocols without a simulator, and scenarios run by a program")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# The SimGrid module is in the other package.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "rmasim (= ${PROJECT_VERSION}), libfmt-dev, libxxhash-dev, pkg-config")
include(CPack)
