"""The bindings for Fortran."""


def fortran_files(functions, constants):
    return {}
