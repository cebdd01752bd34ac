# `ninja -C build/release package` makes rmasim_VERSION_ARCHITECTURE.deb.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rmasim)
set(CPACK_PACKAGE_CONTACT "the rmasim developers <rmasim@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "deterministic simulator of MPI one-sided communication")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# The program and the module name their libraries themselves. Python and what its verbs need is not in any binary.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= 3.11), python3-tqdm, python3-jinja2, python3-matplotlib, python3-pandas")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3-distributed)
# Python's compiled files are made when the package is installed, and go when it goes.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/sim/install/debian/postinst ${PROJECT_SOURCE_DIR}/sim/install/debian/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
