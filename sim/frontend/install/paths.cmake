# Where things are installed below the prefix.
include(GNUInstallDirs)
# Debian's Python looks there if the prefix is /usr; with any other prefix the program tells it where.
set(RMASIM_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Folder of the Python packages, below the prefix")
set(rmasim_module_dir ${CMAKE_INSTALL_LIBDIR}/rmasim)
set(rmasim_data_dir ${CMAKE_INSTALL_DATADIR}/rmasim)
file(RELATIVE_PATH rmasim_python_from_program /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${RMASIM_PYTHON_DIR})
file(RELATIVE_PATH rmasim_module_from_program /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${rmasim_module_dir})
