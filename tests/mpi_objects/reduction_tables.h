// The predefined operations, and the datatypes for which they are defined: the tables of the standard (MPI 4.1, 6.9.2
// to 6.9.4).
#pragma once

#include <mpi.h>

#include <set>
#include <string>
#include <vector>

namespace rmasim::mpi {

struct NamedOp {
    MPI_Op op;
    const char* name;
};
inline const NamedOp operations[] = {
    {MPI_MAX, "max"},       {MPI_MIN, "min"},       {MPI_SUM, "sum"},         {MPI_PROD, "prod"},  {MPI_LAND, "land"},
    {MPI_BAND, "band"},     {MPI_LOR, "lor"},       {MPI_BOR, "bor"},         {MPI_LXOR, "lxor"},  {MPI_BXOR, "bxor"},
    {MPI_MINLOC, "minloc"}, {MPI_MAXLOC, "maxloc"}, {MPI_REPLACE, "replace"}, {MPI_NO_OP, "no_op"}};

struct TypeGroup {
    std::set<std::string> operations;
    std::vector<MPI_Datatype> types;
};

inline const TypeGroup c_integers{
    {"max", "min", "sum", "prod", "land", "lor", "lxor", "band", "bor", "bxor"},
    {MPI_INT, MPI_LONG, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_LONG_LONG,
     MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T,
     MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_CHAR}};  // MPI_CHAR is not in the standard
inline const TypeGroup other_integers{{"max", "min", "sum", "prod", "band", "bor", "bxor"},
                                      {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8,
                                       MPI_INTEGER16, MPI_AINT, MPI_OFFSET, MPI_COUNT}};
inline const TypeGroup reals{{"max", "min", "sum", "prod"},
                             {MPI_FLOAT, MPI_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_LONG_DOUBLE, MPI_REAL2,
                              MPI_REAL4, MPI_REAL8, MPI_REAL16}};
inline const TypeGroup logicals{
    {"land", "lor", "lxor"},
    {MPI_LOGICAL, MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_LOGICAL16, MPI_C_BOOL, MPI_CXX_BOOL}};
inline const TypeGroup complexes{{"sum", "prod"},
                                 {MPI_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
                                  MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX,
                                  MPI_DOUBLE_COMPLEX, MPI_COMPLEX4, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32}};
inline const TypeGroup byte{{"band", "bor", "bxor"}, {MPI_BYTE}};
inline const TypeGroup pairs{{"minloc", "maxloc"},
                             {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT,
                              MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER}};
inline const TypeGroup texts{{}, {MPI_CHARACTER, MPI_WCHAR, MPI_PACKED}};

}  // namespace rmasim::mpi
